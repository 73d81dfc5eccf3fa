import { checkAccessibility, screenshot } from "../look.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { Trader } from "../trading.mjs";
import { COMMAND_MAX_MS } from "../user.mjs";
import { scriptedWallet } from "../wallets/standard-wallet.mjs";
import { WalletUser } from "../wallets/wallet-user.mjs";

const NAME = "Signer";
const FEATURES = ["solana:signMessage", "solana:signTransaction"];
const BADGE = "One-click trading is on";

/** A trader with a scripted wallet, which counts its prompts. */
class OneClickTrader extends Trader {
  #wallet;

  constructor(kit, wallet) {
    super(kit);
    this.#wallet = wallet;
    const { choose, chooseInDialog, connected, signedIn, menu, script } = WalletUser.prototype;
    Object.assign(this, { choose, chooseInDialog, connected, signedIn, menu, script });
  }

  async enter(path) {
    await this.open("/", { viewport: { width: 1440, height: 900 } });
    await this.context.addInitScript({ content: this.#wallet.content });
    await this.goto(path);
    await this.choose(NAME);
    await this.signedIn(this.#wallet.key);
  }

  /** The transactions that the wallet was asked to sign since the last time. */
  async assertPrompts(expected) {
    const asked = await this.script(NAME);
    const prompts = asked.filter((what) => what === "signTransaction");
    assertEqual(prompts.length, expected, "prompts of the wallet");
    await this.forget();
  }

  /** Forgets the prompts so far. */
  forget() {
    return this.script(NAME, { asked: [] });
  }
}

/** Trading by a key of the browser: no prompt for an order, and an end from anywhere. */
function create(kit) {
  const first = scriptedWallet(NAME, FEATURES);
  const second = scriptedWallet(NAME, FEATURES, { key: first.key });
  const here = new OneClickTrader(kit, first);
  const elsewhere = new OneClickTrader(kit, second);
  let market;

  const dialog = (user) => user.page.getByRole("dialog", { name: "One-click trading" });
  const badge = () => here.page.getByLabel(BADGE);

  async function order(verb, amount) {
    await here.goto(`/trade/${market.symbol}`);
    await here.ticket.getByRole("radio", { name: /Long/ }).check({ force: true });
    await here.amount.fill(amount);
    const label = `${verb} long ${market.symbol}`;
    await here.sendOrder(here.order(label), label);
  }

  const steps = {
    "a wallet deposits": async () => {
      const { markets } = await here.express("/market/search?limit=3&sort=name&order=asc");
      market = markets[0];
      await here.enter(`/trade/${market.symbol}`);
      await here.takeTestMoney();
      await here.page.getByRole("button", { name: "Deposit to start trading" }).click();
      await here.createAccount("Quick", "5,000");
    },
    "one signature turns it on": async () => {
      await here.forget();
      await here.menu(/One-click trading/);
      await dialog(here).getByText("It cannot withdraw, deposit or stake.").waitFor();
      await checkAccessibility(here.page);
      await screenshot(here.page, "one-click-dialog");
      await dialog(here).getByRole("button", { name: "Turn on" }).click();
      await here.applied("Turn on one-click trading");
      await badge().waitFor({ timeout: COMMAND_MAX_MS });
      await here.assertPrompts(1);
      const [{ delegate, delegateTerms }] = await here.user("margin-accounts");
      assert(delegate !== null, "no delegate");
      assertEqual(delegateTerms.notionalPerDay, "10000000000", "limit of a day");
      await here.closeToasts();
    },
    "an order and its close need no prompt": async () => {
      // An order that meets a price update is sent again; the key's and the wallet's are both refused.
      here.watch.expectAny(/status of 409 .*transaction\/(modify|close)-position/);
      await order("Open", "1,000");
      const position = await here.position(market.marketId);
      assertEqual(position.side, "long", "side");
      await here.page.getByRole("button", { name: `Close ${market.name}` }).click();
      const close = here.page.getByRole("dialog", { name: `Close ${market.name}` });
      const button = close.getByRole("button", { name: "Close position" });
      await here.sendOrder(button, `Close ${market.symbol}`);
      assertEqual(await here.position(market.marketId), null, "position");
      await here.assertPrompts(0);
    },
    "an order above the limit of the day goes to the wallet": async () => {
      await order("Open", "12,000");
      await here.assertPrompts(1);
    },
    "the key survives a reload": async () => {
      await here.page.reload();
      await badge().waitFor({ timeout: COMMAND_MAX_MS });
    },
    "another browser turns it off": async () => {
      await elsewhere.enter(`/trade/${market.symbol}`);
      await elsewhere.forget();
      await elsewhere.menu(/One-click trading.*another browser/);
      await dialog(elsewhere).getByRole("button", { name: "Turn off" }).click();
      await elsewhere.applied("Turn off one-click trading");
      await elsewhere.assertPrompts(1);
      await badge().waitFor({ state: "detached", timeout: COMMAND_MAX_MS });
      await until("the delegate to be gone", async () => {
        const [account] = await here.user("margin-accounts");
        return account.delegate === null;
      });
    },
    "the next order asks the wallet again": async () => {
      await here.forget();
      await order("Add to", "100");
      await here.assertPrompts(1);
    },
  };
  return { steps, end: () => Promise.all([here.end(), elsewhere.end()]) };
}

export const flow = { name: "one-click", platform: "calm", create };

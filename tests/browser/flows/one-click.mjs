import { settled } from "../in-view.mjs";
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

  async enter(path, script = "") {
    await this.open("/", { viewport: { width: 1440, height: 900 } });
    await this.context.addInitScript({ content: this.#wallet.content + script });
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

/** How many keys the browser keeps. */
function storedKeys(page) {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("acre-one-click");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const rows = request.result.transaction("keys").objectStore("keys").count();
          rows.onsuccess = () => resolve(rows.result);
          rows.onerror = () => reject(rows.error);
        };
      }),
  );
}

/** Of a browser whose WebCrypto makes no Ed25519 keys, as those of 2024. */
const WITHOUT_ED25519 = `;{
  const made = crypto.subtle.generateKey.bind(crypto.subtle);
  crypto.subtle.generateKey = (algorithm, ...rest) =>
    (algorithm.name ?? algorithm) === "Ed25519"
      ? Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"))
      : made(algorithm, ...rest);
}`;

/** The primary button stays in view in windows lower than the dialog. */
async function checkLowWindow(page, button) {
  const before = page.viewportSize();
  for (const [width, height] of [
    [1280, 633],
    [390, 664],
  ]) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const box = await button.boundingBox();
    assert(box.y + box.height <= height, `at ${width}×${height} the button is cut off`);
  }
  await page.setViewportSize(before);
}

/** Trading by a key of the browser: no prompt for an order, and an end from anywhere. */
function create(kit) {
  const first = scriptedWallet(NAME, FEATURES);
  const second = scriptedWallet(NAME, FEATURES, { key: first.key });
  const here = new OneClickTrader(kit, first);
  const elsewhere = new OneClickTrader(kit, second);
  const older = new OneClickTrader(kit, scriptedWallet(NAME, FEATURES));
  let market;

  const dialog = (user) => user.page.getByRole("dialog", { name: "One-click trading" });
  const badge = () => here.page.getByLabel(BADGE);

  async function order(verb, amount, user = here) {
    await user.goto(`/trade/${market.symbol}`);
    await sendOrder(verb, amount, user);
  }

  async function sendOrder(verb, amount, user, end = undefined) {
    await user.ticket.getByRole("radio", { name: /Long/ }).check({ force: true });
    await user.amount.fill(amount);
    const label = `${verb} long ${market.symbol}`;
    const button = user.order(label);
    // Of an order that met a price update and is sent again only the last try counts.
    const press = async () => {
      await user.forget();
      await button.click();
    };
    await user.sendOrder(button, label, press, end);
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
      assertEqual(await storedKeys(here.page), 1, "stored keys");
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
    "an older browser keeps the key in the tab and says so": async () => {
      await older.enter(`/trade/${market.symbol}`, WITHOUT_ED25519);
      await older.takeTestMoney();
      await older.page.getByRole("button", { name: "Deposit to start trading" }).click();
      await older.createAccount("Older", "1,000");
      await older.forget();
      await older.menu(/One-click trading/);
      await dialog(older)
        .getByText(/ends when you close or reload this tab/)
        .waitFor();
      await screenshot(older.page, "one-click-of-tab");
      await checkLowWindow(older.page, dialog(older).getByRole("button", { name: "Turn on" }));
      await dialog(older).getByRole("button", { name: "Turn on" }).click();
      await older.applied("Turn on one-click trading");
      await older.assertPrompts(1);
      const [{ delegate }] = await older.user("margin-accounts");
      assert(delegate !== null, "no delegate");
      assertEqual(await storedKeys(older.page), 0, "stored keys");
      await older.closeToasts();
    },
    "its orders need no prompt, and their notice opens the close dialog": async () => {
      await older.ticket.getByText("One-click", { exact: true }).waitFor();
      await screenshot(older.page, "one-click-ticket");
      const notice = older.page.locator("[data-sonner-toast]");
      await sendOrder("Open", "500", older, () =>
        notice.getByRole("link", { name: "Close", exact: true }).click(),
      );
      await older.assertPrompts(0);
      await older.page.getByRole("dialog", { name: `Close ${market.name}` }).waitFor();
      await screenshot(older.page, "one-click-close");
    },
    "the key ends with the page": async () => {
      await older.page.reload();
      await older.menu(/One-click trading.*another browser/);
      await dialog(older)
        .getByText(/Another key may trade for this wallet/)
        .waitFor();
    },
  };
  return { steps, end: () => Promise.all([here.end(), elsewhere.end(), older.end()]) };
}

export const flow = { name: "one-click", platform: "calm", create };

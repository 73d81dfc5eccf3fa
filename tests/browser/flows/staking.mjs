import { refusesBadAmounts } from "../bad-amounts.mjs";
import { valueBeside } from "../pages.mjs";
import { assertEqual, until } from "../steps.mjs";
import { User } from "../user.mjs";

const MILLION = 1_000_000n;
const FAUCET_E6 = 10_000n * MILLION;
/** An epoch is a week: fourteen seconds at the quick platform's speed, on a busy machine. */
const EPOCHS_MAX_MS = 180_000;
const PAYOUT_MAX_MS = 120_000;

/** Tokens into a stake, through its epochs, and back into the wallet. */
class Staking {
  #user;
  #mint = "";

  constructor(kit) {
    this.#user = new User(kit);
  }

  steps() {
    const look = (name, text) =>
      this.#user.look("/staking", name, async (page) => {
        await page.getByRole("progressbar").waitFor();
        await page.getByText(text).first().waitFor();
      });
    return {
      "open the page without a wallet": () => this.#open(),
      "look at the page without a wallet": () => look("staking-no-wallet", "Total staked"),
      "connect and take test tokens": () => this.#connect(),
      "the form refuses in words what the server would refuse": () => this.#badInput(),
      "stake, which opens the stake account": () => this.#stake(),
      "what the server refuses is said and the form is kept": () => this.#refused(),
      "what is not locked yet comes back at once": () => this.#takeBack(),
      "the next epoch locks the rest": () => this.#locked(),
      "unstake a part": () => this.#unstake(),
      "look at the page with a stake": () => look("staking", "Unlocking schedule"),
      "what waits can not be withdrawn": () => this.#tooEarly(),
      "after its epochs it can, and is in the wallet": () => this.#withdraw(),
    };
  }

  async end() {
    await this.#user.end();
  }

  get #page() {
    return this.#user.page;
  }

  #form(name) {
    return this.#page.getByRole("form", { name, exact: true });
  }

  #balance() {
    return this.#user.express(`/staking/${this.#user.address}/balance`);
  }

  #tokens() {
    return this.#user.tokens(this.#mint);
  }

  /** The figure of a state on the page. */
  async #shows(label, text) {
    const figure = valueBeside(this.#page.getByLabel("Your stake"), label);
    await until(`“${label}” to be ${text}`, async () =>
      (await figure.innerText()).startsWith(text),
    );
  }

  async #open() {
    const page = await this.#user.open("/staking");
    await page.getByRole("heading", { level: 1, name: "Staking" }).waitFor();
  }

  async #connect() {
    await this.#user.connect();
    await this.#user.takeTestMoney();
    const { specification } = await this.#user.api("/account/exchange");
    this.#mint = specification.tokenMint;
    await until("the tokens at the node", async () => (await this.#tokens()) === FAUCET_E6);
    await this.#form("Stake").getByText("10,000.00").first().waitFor();
  }

  async #badInput() {
    await refusesBadAmounts(this.#form("Stake"), "Amount", "Stake", [
      ["10,000.000001", "Your wallet holds 10,000.00 ACRE."],
    ]);
    assertEqual((await this.#balance()).hasAccount, false, "a stake account");
  }

  async #act(tab, amount) {
    await this.#page.getByRole("tab", { name: tab, exact: true }).click();
    const form = this.#form(tab);
    await form.getByLabel("Amount").fill(amount);
    await form.getByRole("button", { name: tab, exact: true }).click();
    await this.#user.applied(`${tab} ACRE`);
    await this.#user.closeToasts();
    assertEqual(await form.getByLabel("Amount").inputValue(), "", "the field");
  }

  async #stake() {
    await this.#act("Stake", "1,500");
    const balance = await this.#balance();
    assertEqual(balance.hasAccount, true, "a stake account");
    const staked = BigInt(balance.locking) + BigInt(balance.locked);
    assertEqual(staked, 1_500n * MILLION, "the stake");
    assertEqual(await this.#tokens(), FAUCET_E6 - 1_500n * MILLION, "tokens at the node");
  }

  /** The page still believes in tokens that are gone: only the server knows. */
  async #refused() {
    await this.#page.getByRole("tab", { name: "Stake", exact: true }).click();
    const form = this.#form("Stake");
    const stale = { info: { balance: String(FAUCET_E6) } };
    await this.#page.route("**/prcl-balance", (route) => route.fulfill({ json: stale }));
    await form.getByText("10,000.00").first().waitFor();
    this.#user.watch.expect(/status of 409 .*staking\/.*\/stake/);
    await form.getByLabel("Amount").fill("9,000");
    await form.getByRole("button", { name: "Stake", exact: true }).click();
    await form.getByText("Not enough ACRE in your wallet.").waitFor();
    // Else it would pass for the answer to the next command.
    await this.#user.closeToasts();
    assertEqual(await form.getByLabel("Amount").inputValue(), "9,000", "the field");
    await this.#page.unroute("**/prcl-balance");
    await form.getByText("8,500.00").first().waitFor();
  }

  /** Newest first: right after an epoch's change a fresh stake is what comes back. */
  async #takeBack() {
    const epochOf = async () => (await this.#user.express("/staking/epoch-period")).epoch;
    for (let attempt = 1; ; attempt += 1) {
      const epoch = await epochOf();
      await until("the next epoch", async () => (await epochOf()) > epoch, {
        within_ms: EPOCHS_MAX_MS,
      });
      const before = BigInt((await this.#balance()).unlocked);
      await this.#act("Stake", "100");
      await this.#act("Unstake", "100");
      const { unlocked } = await this.#balance();
      if (BigInt(unlocked) - before === 100n * MILLION) break;
      // The epoch changed between the two commands, so the stake was locked by then.
      if (attempt === 3) throw new Error(`unlocked: ${unlocked}`);
    }
    await this.#page.getByRole("tab", { name: "Withdraw", exact: true }).click();
    await this.#form("Withdraw").getByText("100.00").first().waitFor();
  }

  async #locked() {
    await until(
      "everything to be locked",
      async () => {
        const { locked, locking } = await this.#balance();
        return locking === "0" && BigInt(locked) >= 1_300n * MILLION;
      },
      { within_ms: EPOCHS_MAX_MS },
    );
    await this.#shows("Activating", "0.00");
    await this.#page
      .getByRole("region", { name: "Epochs" })
      .getByText(/^Epoch \d+ ends in/)
      .waitFor();
  }

  async #unstake() {
    const before = await this.#balance();
    await this.#page.getByRole("tab", { name: "Unstake", exact: true }).click();
    await refusesBadAmounts(this.#form("Unstake"), "Amount", "Unstake", [
      ["5,000", `You have staked ${text(BigInt(before.locked))} ACRE.`],
    ]);
    await this.#act("Unstake", "400");
    const after = await this.#balance();
    assertEqual(BigInt(before.locked) - BigInt(after.locked), 400n * MILLION, "locked");
    const waiting = after.unlockingSchedule.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    assertEqual(waiting, BigInt(after.unlocking), "the schedule");
    const table = this.#page.getByRole("region", { name: "Unstaking" });
    await table.getByText("400.00").first().waitFor();
  }

  async #tooEarly() {
    await this.#page.getByRole("tab", { name: "Withdraw", exact: true }).click();
    const form = this.#form("Withdraw");
    await form.getByLabel("Amount").fill("9,000");
    await form.getByRole("button", { name: "Withdraw", exact: true }).click();
    await form.getByText(/^You can withdraw up to [\d,.]+ ACRE\.$/).waitFor();
    assertEqual((await this.#user.user("settlement-requests")).length, 0, "requests");
  }

  async #withdraw() {
    await until("the epochs to pass", async () => (await this.#balance()).unlocking === "0", {
      within_ms: EPOCHS_MAX_MS,
    });
    const { unlocked } = await this.#balance();
    await this.#shows("Withdrawable", text(BigInt(unlocked)));
    const before = await this.#tokens();
    await this.#act("Withdraw", text(BigInt(unlocked)));
    await until(
      "the tokens at the node",
      async () => (await this.#tokens()) === before + BigInt(unlocked),
      { within_ms: PAYOUT_MAX_MS },
    );
    assertEqual((await this.#balance()).unlocked, "0", "left to withdraw");
    const totals = await this.#user.express("/staking");
    assertEqual(totals.stakers >= 1, true, "stakers");
    return `${unlocked} raw`;
  }
}

/** Whole tokens as the page writes them. */
function text(raw) {
  return `${(raw / MILLION).toLocaleString("en-GB")}.00`;
}

export const flow = {
  name: "staking",
  platform: "quick",
  idle: ["after its epochs it can, and is in the wallet"],
  create(kit) {
    const staking = new Staking(kit);
    return { steps: staking.steps(), end: () => staking.end() };
  },
};

import { checkAccessibility, screenshot } from "../look.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { Trader } from "../trading.mjs";
import { COMMAND_MAX_MS } from "../user.mjs";

const SETTLE_MAX_MS = 180_000;
const LONG_NAME = "Houses of the coast, winter and b";
const FIRST_DEPOSIT_E6 = 1_500_250_000n;
const SECOND_DEPOSIT_E6 = 250_000_000n;
const FAUCET_E6 = 10_000_000_000n;
const TIP_E6 = 2_000_000n;
const KEPT_E6 = 10_000_000n;

class AccountsFlow {
  #trader;
  #mint = "";
  #balance = 0n;

  constructor(kit) {
    this.#trader = new Trader(kit);
  }

  steps() {
    return {
      "without a wallet the page says what it is for": () => this.#open(),
      "create a named account with a first deposit": () => this.#create(),
      "a name or an amount that can not be is refused in words": () => this.#refuseInput(),
      "create a second one without a deposit": () => this.#createEmpty(),
      "the figures are the server's": () => this.#figures(),
      "look at the accounts page": () => this.#trader.look("/accounts", "accounts", seesAccounts),
      "an account that holds something can not be closed, and it says why": () => this.#whyNot(),
      "copy the address of an account": () => this.#copyAddress(),
      "deposit more": () => this.#deposit(),
      "hide the empty account, and see it among the hidden": () => this.#hide(),
      "withdraw all with a tip and see the countdown": () => this.#withdraw(),
      "close the emptied account": () => this.#close(),
      "a new deposit brings the hidden account back": () => this.#comeBack(),
      "the withdrawal is paid to the wallet": () => this.#paid(),
    };
  }

  end() {
    return this.#trader.end();
  }

  get #page() {
    return this.#trader.page;
  }

  #row(name) {
    return this.#page.getByRole("row").filter({ hasText: name });
  }

  async #accounts() {
    const accounts = await this.#trader.user("margin-accounts");
    return new Map(accounts.map((account) => [account.name, account]));
  }

  async #open() {
    await this.#trader.open("/accounts");
    await this.#page.getByRole("heading", { name: "Margin accounts", level: 1 }).waitFor();
    await this.#page.getByText("A margin account needs a wallet").waitFor();
    assertEqual(await this.#page.title(), "Margin accounts · Acre", "title");
    await checkAccessibility(this.#page);
    await this.#trader.connect();
    await this.#trader.takeTestMoney();
    await this.#page.getByText("No margin account yet").waitFor();
    const { specification } = await this.#trader.api("/account/exchange");
    this.#mint = specification.collateralMint;
  }

  async #create() {
    await this.#page.getByRole("button", { name: "New account" }).click();
    await this.#trader.createAccount("Coast", "1,500.25");
    await this.#row("Coast").waitFor();
    const account = (await this.#accounts()).get("Coast");
    assertEqual(BigInt(account.marginCollateral), FIRST_DEPOSIT_E6, "collateral");
    this.#balance = await this.#onChain();
    return account.address;
  }

  #onChain() {
    return this.#trader.tokens(this.#mint);
  }

  async #refuseInput() {
    await this.#page.getByRole("button", { name: "New account" }).click();
    const dialog = this.#page.getByRole("dialog", { name: "New account" });
    const name = dialog.getByLabel("Account name (optional)");
    const amount = dialog.getByLabel("Deposit (optional)");
    const send = dialog.getByRole("button", { name: /^Create account/ });
    await name.fill(LONG_NAME);
    await send.click();
    await dialog.getByText("At most 32 characters.").waitFor();
    await name.fill("海");
    await dialog.getByText(/ASCII signs/).waitFor();
    await name.fill("");
    for (const text of ["１００", "1e5", "-3", "9,999,999"]) {
      await amount.fill(text);
      await send.click();
      await dialog.getByRole("alert").first().waitFor();
    }
    assertEqual((await this.#accounts()).size, 1, "accounts");
    await this.#page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }

  async #createEmpty() {
    await this.#page.getByRole("button", { name: "New account" }).click();
    await this.#trader.createAccount("Spare", null);
    await this.#row("Spare").getByText("empty").waitFor();
  }

  async #figures() {
    const row = this.#row("Coast");
    await row.getByText("no positions").waitFor();
    await row.getByText("$1,500.25").first().waitFor();
    const totals = this.#page.locator('dl[aria-label="Totals"]');
    await until("the server's sum", async () => (await totals.innerText()).includes("$1,500.25"));
  }

  async #manage(name) {
    await this.#page.getByRole("button", { name: `Manage ${name}` }).click();
    const sheet = this.#page.getByRole("dialog", { name: new RegExp(`^${name} #`) });
    await sheet.waitFor();
    return sheet;
  }

  async #leave(sheet) {
    await this.#page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  }

  async #whyNot() {
    const sheet = await this.#manage("Coast");
    await sheet.getByText("Withdraw $1,500.25.").waitFor();
    assert(
      await sheet.getByRole("button", { name: "Close account" }).isDisabled(),
      "can be closed",
    );
    assert(await sheet.getByRole("button", { name: "Hide" }).isDisabled(), "it can be hidden");
    await checkAccessibility(this.#page);
    await screenshot(this.#page, "account-sheet");
    await this.#leave(sheet);
  }

  async #copyAddress() {
    const { address } = (await this.#accounts()).get("Coast");
    const origin = this.#trader.platform.url;
    await this.#trader.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    const sheet = await this.#manage("Coast");
    await sheet.getByRole("button", { name: "Copy address" }).click();
    await sheet.getByText("copied").waitFor();
    assertEqual(
      await this.#page.evaluate(() => navigator.clipboard.readText()),
      address,
      "clipboard",
    );
    await this.#leave(sheet);
  }

  async #deposit() {
    await this.#page.getByRole("button", { name: "Deposit into Coast" }).click();
    const dialog = this.#page.getByRole("dialog", { name: "Deposit" });
    await dialog.getByLabel("Amount").fill("250");
    await dialog.getByRole("button", { name: "Deposit", exact: true }).click();
    await this.#trader.applied("Deposit");
    await dialog.waitFor({ state: "detached" });
    await this.#trader.closeToasts();
    await this.#row("Coast").getByText("$1,750.25").first().waitFor();
    const now = await this.#onChain();
    assertEqual(this.#balance - now, SECOND_DEPOSIT_E6, "paid at the node");
    this.#balance = now;
  }

  async #hide() {
    const sheet = await this.#manage("Spare");
    await sheet.getByRole("button", { name: "Hide" }).click();
    await sheet.waitFor({ state: "detached" });
    await this.#row("Spare").waitFor({ state: "detached" });
    await this.#page.getByRole("button", { name: "Show 1 hidden" }).click();
    await this.#row("Spare").getByText("hidden").waitFor();
    await this.#page.getByRole("button", { name: "Show fewer" }).click();
    await this.#page.reload();
    await this.#row("Coast").waitFor();
    await this.#page.getByRole("button", { name: "Show 1 hidden" }).waitFor();
    assertEqual(await this.#row("Spare").count(), 0, "rows of the hidden account");
    assert((await this.#accounts()).has("Spare"), "the hidden account is gone");
  }

  async #withdraw() {
    await this.#page.getByRole("button", { name: "Withdraw from Coast" }).click();
    const dialog = this.#page.getByRole("dialog", { name: "Withdraw" });
    const max = dialog.getByRole("button", { name: "Max" });
    await until("what can be withdrawn", () => max.isEnabled());
    await max.click();
    await dialog.getByText("Advanced").click();
    await dialog.getByLabel("Keeper tip (optional)").fill(String(TIP_E6 / 1_000_000n));
    await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
    await this.#trader.applied("Withdraw");
    await dialog.waitFor({ state: "detached" });
    const [request] = await this.#trader.user("settlement-requests");
    assertEqual(BigInt(request.amount), FIRST_DEPOSIT_E6 + SECOND_DEPOSIT_E6, "amount");
    assertEqual(BigInt(request.keeperTip), TIP_E6, "tip");
    const list = this.#page.getByRole("region", { name: "Withdrawals" });
    const row = list.getByRole("row").nth(1);
    await row.waitFor();
    const first = await row.innerText();
    await until("the countdown to move", async () => (await row.innerText()) !== first);
    await screenshot(this.#page, "accounts-withdrawal");
    return first.replaceAll(/\s+/g, " ");
  }

  async #close() {
    await this.#row("Coast").getByText("empty").waitFor();
    await this.#trader.closeToasts();
    const sheet = await this.#manage("Coast");
    await sheet.getByRole("button", { name: "Close account" }).click();
    await this.#trader.applied("Close Coast");
    await this.#row("Coast").waitFor({ state: "detached", timeout: COMMAND_MAX_MS });
    assert(!(await this.#accounts()).has("Coast"), "the account is still open");
  }

  async #comeBack() {
    await this.#trader.closeToasts();
    await this.#page.getByRole("button", { name: "Show 1 hidden" }).click();
    await this.#page.getByRole("button", { name: "Deposit into Spare" }).click();
    const dialog = this.#page.getByRole("dialog", { name: "Deposit" });
    await dialog.getByLabel("Amount").fill("10");
    await dialog.getByRole("button", { name: "Deposit", exact: true }).click();
    await this.#trader.applied("Deposit");
    await dialog.waitFor({ state: "detached" });
    await until("the account among the shown ones", async () => {
      const text = await this.#row("Spare").innerText();
      return text.includes("$10.00") && !text.includes("hidden");
    });
  }

  async #paid() {
    const list = this.#page.getByRole("region", { name: "Withdrawals" });
    await until(
      "the request to be settled",
      async () => {
        const [request] = await this.#trader.user("settlement-requests?includeSettled=true");
        return request.status === "settled" && request.signature;
      },
      { within_ms: SETTLE_MAX_MS, every_ms: 1_000 },
    );
    await list.getByText("paid", { exact: true }).waitFor();
    // The keeper that settled it has the tip; the rest is back, but for what the other account holds.
    const expected = FAUCET_E6 - TIP_E6 - KEPT_E6;
    const balance = await this.#onChain();
    assertEqual(balance, expected, "balance at the node");
    return `${balance} raw at the node`;
  }
}

async function seesAccounts(page) {
  await page.getByText("Coast").first().waitFor();
  await page.getByText("Spare").first().waitFor();
  await page.getByText("No liquidations").waitFor();
}

export const flow = {
  name: "accounts",
  platform: "calm",
  idle: ["the withdrawal is paid to the wallet"],
  create: (kit) => {
    const accounts = new AccountsFlow(kit);
    return { steps: accounts.steps(), end: () => accounts.end() };
  },
};

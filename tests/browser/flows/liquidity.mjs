import { refusesBadAmounts } from "../bad-amounts.mjs";
import { decimal, isoTime, savedCsv } from "../csv.mjs";
import { screenshot } from "../look.mjs";
import { valueBeside } from "../pages.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { COMMAND_MAX_MS, User } from "../user.mjs";

const MILLION = 1_000_000n;
const FAUCET_E6 = 10_000n * MILLION;
const ADDED_E6 = 1_000n * MILLION;
/** Two index days, or thirty, at the quick platform's speed, on a busy machine. */
const MATURITY_MAX_MS = 240_000;
const SETTLE_MAX_MS = 180_000;
const PARTS = [
  "Trading fees",
  "Trend surcharge",
  "Funding",
  "Holding charge",
  "Traders’ losses",
  "Reserve & exits",
  "Total",
].join(", ");

/** Into the pool, through maturity, and out again until the money is in the wallet. */
class Liquidity {
  #user;
  #sent = 0;
  #mint = "";
  #balance = 0n;
  #requested = 0n;

  constructor(kit) {
    this.#user = new User(kit);
  }

  steps() {
    const look = (name, isShown) => this.#user.look("/liquidity", name, isShown);
    return {
      "open the page without a wallet": () => this.#open(),
      "look at the page without a wallet": () =>
        look("liquidity-no-wallet", (page) => this.#seesPool(page, "Connect a wallet")),
      "the parts of the return sum to the change of the pool": () => this.#parts(),
      "a share at other index values is shown, and that it is no forecast": () => this.#scenarios(),
      "connect and take test money": () => this.#connect(),
      "the form refuses in words what the server would refuse": () => this.#badInput(),
      "what the server refuses is said and the form is kept": () => this.#refused(),
      "add liquidity": () => this.#add(),
      "the deposit matures": () => this.#mature(),
      "look at the page with a deposit": () =>
        look("liquidity", (page) => this.#seesPool(page, "Remove from deposit #1")),
      "the removal refuses in words what the server would refuse": () => this.#badRemoval(),
      "remove a part with a tip": () => this.#removePart(),
      "the request is settled and the money is at the node": () => this.#settle(),
      "remove the rest and close the deposit": () => this.#removeRest(),
      "the history has it all, and so has its file": () => this.#history(),
    };
  }

  async end() {
    await this.#user.end();
  }

  get #page() {
    return this.#user.page;
  }

  get #form() {
    return this.#page.getByRole("form", { name: "Add liquidity" });
  }

  async #seesPool(page, button) {
    await page
      .getByRole("region", { name: "Net exposure by market" })
      .or(page.getByText("No open positions"))
      .first()
      .waitFor();
    await page.getByLabel("Parts of the return").waitFor();
    await page.getByRole("region", { name: "Share price by move of the indexes" }).waitFor();
    await page.getByRole("button", { name: button }).waitFor();
  }

  async #open() {
    const page = await this.#user.open("/liquidity");
    page.on("request", (request) => {
      if (/transaction\//.test(request.url())) this.#sent += 1;
    });
    await page.getByRole("heading", { level: 1, name: "Liquidity" }).waitFor();
    await until("the share price", async () =>
      /\$\d/.test(await page.getByLabel("The pool", { exact: true }).innerText()),
    );
  }

  async #parts() {
    const found = await this.#user.api("/account/lp-return?window=1m");
    const change = BigInt(found.end.value) - BigInt(found.start.value);
    const total = Object.values(found.parts).reduce((sum, part) => sum + BigInt(part), 0n);
    assertEqual(total, BigInt(found.total), "the sum of the parts");
    assertEqual(total + BigInt(found.deposited) - BigInt(found.withdrawn), change, "the change");
    const names = await this.#page.getByLabel("Parts of the return").locator("dt").allInnerTexts();
    assertEqual(names.map((name) => name.split("\n")[0]).join(", "), PARTS, "the parts shown");
    return `${total} raw`;
  }

  async #scenarios() {
    const { allMarkets } = await this.#user.api("/account/lp-scenarios");
    const panel = this.#page.getByRole("region", { name: "If all indexes moved at once" });
    const rows = panel.getByRole("row");
    assertEqual(await rows.count(), allMarkets.length + 1, "rows and their heads");
    assert((await rows.nth(1).innerText()).startsWith("−20%"), "the first row");
    assert((await rows.nth(4).innerText()).startsWith("Today"), "the row of the current pool");
    await panel.getByText("Not a forecast").waitFor();
  }

  async #connect() {
    await this.#user.connect();
    await this.#user.takeTestMoney();
    const { specification } = await this.#user.api("/account/exchange");
    this.#mint = specification.collateralMint;
    await this.#form.getByText("10,000.00").first().waitFor();
  }

  async #badInput() {
    await refusesBadAmounts(this.#form, "Amount", "Add liquidity", [
      ["0.999999", "At least $1.00."],
      ["10,000.000001", "Your wallet holds $10,000.00."],
    ]);
    assertEqual(this.#sent, 0, "requests for a transaction");
  }

  /** The page still believes in money that is gone: only the server knows. */
  async #refused() {
    const stale = { info: { balance: String(100n * FAUCET_E6) } };
    await this.#page.route("**/collateral-balance", (route) => route.fulfill({ json: stale }));
    await this.#form.getByText("1,000,000.00").first().waitFor();
    this.#user.watch.expect(/status of 409 .*transaction\/add-liquidity/);
    await this.#form.getByLabel("Amount").fill("20,000");
    await this.#confirm();
    await this.#form.getByText("Not enough USD in your wallet.").waitFor();
    assertEqual(await this.#form.getByLabel("Amount").inputValue(), "20,000", "the field");
    await this.#page.unroute("**/collateral-balance");
    await this.#form.getByText("10,000.00").first().waitFor();
  }

  /** Sends the form and accepts the lock. */
  async #confirm() {
    await this.#form.getByRole("button", { name: "Add liquidity" }).click();
    const dialog = this.#page.getByRole("dialog", { name: "Confirm deposit" });
    await dialog.getByText("You can lose money.").waitFor();
    await dialog.getByRole("button", { name: /^Lock (until|for) / }).click();
  }

  async #add() {
    await this.#user.closeToasts();
    await this.#form.getByLabel("Amount").fill("1,000");
    await until("the quote", async () => /\d\.\d\d/.test(await this.#fact("Shares")));
    await this.#confirm();
    await this.#user.applied("Add liquidity");
    const [position] = await this.#user.user("lp-positions");
    assertEqual(BigInt(position.liquidity), ADDED_E6, "the deposit");
    const balance = await this.#user.tokens(this.#mint);
    assertEqual(balance, FAUCET_E6 - ADDED_E6, "balance at the node");
    const row = this.#page.getByRole("row").filter({ hasText: "#1" }).first();
    assert((await row.innerText()).includes("$1,000.00"), "the row has what was paid in");
    assertEqual(await this.#form.getByLabel("Amount").inputValue(), "", "the field");
    return `${decimal(position.shares, 6)} shares`;
  }

  #fact(label) {
    return valueBeside(this.#page, label).first().innerText();
  }

  get #removeButton() {
    return this.#page.getByRole("button", { name: "Remove from deposit #1" });
  }

  async #mature() {
    const first = await this.#page.getByRole("row").filter({ hasText: "#1" }).first().innerText();
    await until("the deposit to be mature", () => this.#removeButton.isEnabled(), {
      within_ms: MATURITY_MAX_MS,
    });
    const [position] = await this.#user.user("lp-positions");
    assertEqual(position.hasReachedMaturity, true, "maturity at the server");
    assertEqual(position.maxRemovableShares, position.shares, "what may leave");
    return first.replaceAll(/\s+/g, " ");
  }

  get #dialog() {
    return this.#page.getByRole("dialog", { name: "Remove liquidity from deposit #1" });
  }

  async #badRemoval() {
    const [{ shares }] = await this.#user.user("lp-positions");
    await this.#removeButton.click();
    const more = decimal(String(BigInt(shares) + 1n), 6);
    await this.#dialog.getByLabel("Shares", { exact: true }).fill(more);
    const remove = this.#dialog.getByRole("button", { name: "Remove liquidity" });
    await remove.click();
    await this.#dialog.getByText(/^Withdrawable: [\d,.]+( shares)?\.$/).waitFor();
    await this.#dialog.getByLabel("Shares", { exact: true }).fill("400");
    await until("the quote", async () => /\$\d/.test(await this.#fact("You receive")));
    await this.#dialog.getByText("Keeper tip").click();
    for (const [tip, sentence] of [
      ["1e1", /^Write the number out/],
      ["50", /^Of this amount the tip is at most \$\d+\.\d+\.$/],
    ]) {
      await this.#dialog.getByLabel("Tip (optional)").fill(tip);
      await remove.click();
      await this.#dialog.getByText(sentence).waitFor();
    }
    assertEqual((await this.#user.user("settlement-requests")).length, 0, "requests");
    await screenshot(this.#page, "liquidity-remove");
  }

  async #removePart() {
    this.#balance = await this.#user.tokens(this.#mint);
    await this.#dialog.getByLabel("Tip (optional)").fill("1.5");
    await this.#remove();
    const requests = await this.#user.user("settlement-requests?includeSettled=true");
    assertEqual(requests.length, 1, "requests");
    const [{ amount, keeperTip }] = requests;
    // The processor gets the tip; here it is the platform's keeper.
    this.#requested = BigInt(amount) - BigInt(keeperTip);
    assertEqual(keeperTip, "1500000", "the tip");
    const [position] = await this.#user.user("lp-positions");
    assert(BigInt(position.shares) < ADDED_E6 - 399n * MILLION, "400 shares are gone");
    return `${amount} raw`;
  }

  async #remove() {
    await this.#dialog.getByRole("button", { name: "Remove liquidity" }).click();
    await this.#user.applied("Remove liquidity");
    await this.#dialog.waitFor({ state: "detached" });
  }

  async #settle() {
    await until(
      "the request to be settled",
      async () => {
        const requests = await this.#user.user("settlement-requests?includeSettled=true");
        return requests.every(({ status, signature }) => status === "settled" && signature);
      },
      { within_ms: SETTLE_MAX_MS, every_ms: 1_000 },
    );
    const balance = await this.#user.tokens(this.#mint);
    assertEqual(balance, this.#balance + this.#requested, "balance at the node");
    await this.#page
      .getByRole("region", { name: "Settlement requests" })
      .getByText("paid")
      .waitFor();
    return `${balance} raw`;
  }

  async #removeRest() {
    await this.#user.closeToasts();
    await this.#removeButton.click();
    await this.#dialog.getByRole("button", { name: "Max" }).click();
    await this.#remove();
    const close = this.#page.getByRole("button", { name: "Close deposit #1" });
    await close.click({ timeout: COMMAND_MAX_MS });
    await this.#user.applied("Close deposit #1");
    await this.#page.getByText("No deposits yet").waitFor();
    assertEqual((await this.#user.user("lp-positions")).length, 0, "deposits");
  }

  async #history() {
    await this.#user.goto("/portfolio");
    await this.#page.getByRole("tab", { name: "Liquidity" }).click();
    const panel = this.#page.getByRole("tabpanel");
    await panel.getByRole("row").filter({ hasText: "add" }).waitFor();
    const { name, rows } = await savedCsv(
      this.#page,
      panel.getByRole("button", { name: "Save as CSV" }),
    );
    assertEqual(name, "acre-liquidity.csv", "the file");
    const events = await this.#user.user("history/lp");
    const expected = events.map((event) => [
      isoTime(event.timestamp),
      event.modifyLiquidityKind,
      decimal(event.liquidity, 6),
      decimal(event.shares, 6),
      decimal(event.sharePrice, 8),
    ]);
    const found = rows.map((row) => [
      row.When,
      row.Kind,
      row.Amount,
      row.Shares,
      row["Share price"],
    ]);
    assertEqual(JSON.stringify(found), JSON.stringify(expected), "the file's rows");
    assertEqual(rows.map(({ Kind }) => Kind).join(" "), "remove remove add", "the kinds");
  }
}

export const flow = {
  name: "liquidity",
  platform: "quick",
  idle: ["the request is settled and the money is at the node"],
  create(kit) {
    const liquidity = new Liquidity(kit);
    return { steps: liquidity.steps(), end: () => liquidity.end() };
  },
};

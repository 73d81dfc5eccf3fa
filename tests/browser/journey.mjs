import { areOnChain } from "./chain.mjs";
import { checkAccessibility, screenshot } from "./look.mjs";
import { hasBothLines, openTransferDialog, openWalletDialog, valueBeside } from "./pages.mjs";
import { CALM_RATE } from "./platform.mjs";
import { sessionSteps } from "./session-checks.mjs";
import { assert, assertEqual, until } from "./steps.mjs";
import { Trader } from "./trading.mjs";
import { COMMAND_MAX_MS } from "./user.mjs";

const FAUCET_E6 = 10_000_000_000n;
const DEPOSIT_E6 = 1_000_000_000n;
/** A print comes every half minute at the test's speed. */
const PRINT_MAX_MS = 120_000;
const SETTLE_MAX_MS = 180_000;
/** A day in two seconds. */
const HASTY_RATE = 43_200;

/** The step that waits for a settlement delay. */
export const SETTLED = "the countdown ends and the withdrawal is settled";

/** A newcomer's first trade, from the connect button to the money being back in the wallet. */
export class Journey extends Trader {
  #mint = "";
  #symbol = "";
  #marketName = "";
  #balanceAfterDeposit = 0n;
  #withdrawn = 0n;
  #history = "";

  steps() {
    return {
      "open the page": () => this.#open(),
      "look at the markets page": () => this.look("/", "markets", this.#seesMarkets),
      "look at the wallet dialog": () => this.look("/", "wallet-dialog", openWalletDialog),
      "connect the burner wallet through the dialog": () => this.connect(),
      "open a market from the list": () => this.#openMarket(),
      "get test money from the faucet": () => this.#faucet(),
      "create a margin account with a first deposit": () => this.#deposit(),
      "open a long at 3x": () => this.#openLong(),
      "see the entry and liquidation lines on the chart": () => this.#seeLines(),
      "look at the trade page with a position": () =>
        this.look(`/trade/${this.#symbol}`, "trade", (page) => this.#seesPosition(page)),
      "look at the deposit dialog": () =>
        this.look(`/trade/${this.#symbol}`, "deposit-dialog", (page) =>
          openTransferDialog(page, "Deposit"),
        ),
      "look at the withdraw dialog": () =>
        this.look(`/trade/${this.#symbol}`, "withdraw-dialog", (page) =>
          openTransferDialog(page, "Withdraw"),
        ),
      "a print moves the index and the P&L": () => this.#seeMovement(),
      "close the position": () => this.#close(),
      "withdraw everything": () => this.#withdraw(),
      [SETTLED]: () => this.#awaitSettlement(),
      "the tokens are back in the wallet, says the chain node": () => this.#checkChain(),
      "the history shows everything, with signatures that are on chain": () => this.#readHistory(),
      "look at the portfolio page": () =>
        this.look("/portfolio", "portfolio", (page) => this.#seesHistory(page)),
      "a day passes in 2 seconds once that speed is chosen": () => this.#hasten(),
      "restart the server under an open page": () => this.#restart(),
      "everything is still there": () => this.#checkAfterRestart(),
      ...sessionSteps(this),
    };
  }

  /** The figure beside a label of the account panel. */
  #fact(label) {
    return valueBeside(this.page, label).first();
  }

  async #open() {
    await this.open();
    await this.#seesMarkets(this.page);
  }

  async #seesMarkets(page) {
    const list = page.getByRole("region", { name: "Market list" });
    await list.getByRole("link").first().waitFor();
    // The default demo has the country.
    await list
      .getByRole("link", { name: /United States/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: /Connect wallet|^Wallet / }).waitFor();
  }

  async #openMarket() {
    const list = this.page.getByRole("region", { name: "Market list" });
    const link = list.getByRole("link", { name: /^Trade / }).first();
    await link.click();
    await this.page.waitForURL(/\/trade\//);
    this.#symbol = new URL(this.page.url()).pathname.split("/").pop();
    await this.page
      .getByRole("region", { name: "Price chart" })
      .locator("canvas")
      .first()
      .waitFor();
    const markets = await this.api("/account/markets");
    const market = markets.find(({ metadata }) => metadata.symbol === this.#symbol);
    this.#marketName = market.metadata.name;
    return this.#symbol;
  }

  async #faucet() {
    const { specification } = await this.api("/account/exchange");
    this.#mint = specification.collateralMint;
    await this.page.getByRole("button", { name: "Get test money" }).first().click();
    await until(
      "the test money at the chain node",
      async () => (await this.tokens(this.#mint)) === FAUCET_E6,
    );
    await until("the test money on the page", async () =>
      (await this.#fact("In wallet").innerText()).includes("10,000.00"),
    );
  }

  async #deposit() {
    await this.page.getByRole("button", { name: "Deposit", exact: true }).click();
    await this.createAccount("First", "1,000", async () => {
      await checkAccessibility(this.page);
      await screenshot(this.page, "create-account-dialog");
    });
    await until("the collateral on the page", async () =>
      (await this.#fact("Collateral").innerText()).includes("1,000.00"),
    );
    this.#balanceAfterDeposit = await this.tokens(this.#mint);
    assertEqual(this.#balanceAfterDeposit, FAUCET_E6 - DEPOSIT_E6, "balance at the node");
  }

  async #openLong() {
    await this.ticket.getByText("▲ Long").click();
    await this.ticket.getByRole("button", { name: "3×", exact: true }).click();
    const label = `Open long ${this.#symbol}`;
    const order = this.order(label);
    await until("an executable quote", () => order.isEnabled(), { within_ms: COMMAND_MAX_MS });
    await screenshot(this.page, "ticket-quote");
    await this.sendOrder(order, label);
    const [account] = await this.user("margin-accounts");
    assertEqual(account.positions.length, 1, "positions");
    assertEqual(account.positions[0].side, "long", "side");
    const leverage = Number(account.leverageMultiple);
    assert(leverage > 2.8 && leverage < 3.2, `leverage is ${leverage}`);
    return `${leverage.toFixed(2)}×`;
  }

  async #seesPosition(page) {
    const legend = page.getByRole("list", { name: "Lines on the chart" });
    await legend.getByText("Entry").waitFor();
    await legend.getByText("Liquidation").waitFor();
  }

  async #seeLines() {
    await this.#seesPosition(this.page);
    const lines = this.page.getByRole("list", { name: "Lines on the chart" });
    const text = (await lines.innerText()).replaceAll(/\s+/g, " ");
    assert(/Entry \$[\d,.]+.*Liquidation \$[\d,.]+/.test(text), `the legend reads “${text}”`);
    await until("both lines drawn on the chart", () => this.page.evaluate(hasBothLines));
    return text;
  }

  async #seeMovement() {
    const index = this.#fact("Index");
    const profit = this.#fact("Unrealized P&L");
    await this.page.getByRole("button", { name: `Close ${this.#marketName}` }).waitFor();
    const [firstIndex, firstProfit] = [await index.innerText(), await profit.innerText()];
    await until("a print to move the index", async () => (await index.innerText()) !== firstIndex, {
      within_ms: PRINT_MAX_MS,
    });
    await until("the P&L to move", async () => (await profit.innerText()) !== firstProfit, {
      within_ms: PRINT_MAX_MS,
    });
    const now = [await index.innerText(), await profit.innerText()];
    return `${firstIndex} → ${now[0]}, ${firstProfit} → ${now[1]}`.replaceAll("\n", "");
  }

  async #close() {
    await this.page.getByRole("button", { name: `Close ${this.#marketName}` }).click();
    const dialog = this.page.getByRole("dialog");
    const close = dialog.getByRole("button", { name: "Close position" });
    await this.sendOrder(close, `Close ${this.#symbol}`);
    await this.page.getByText("No open positions").waitFor();
    const [account] = await this.user("margin-accounts");
    assertEqual(account.positions.length, 0, "positions");
  }

  async #withdraw() {
    await this.page.getByRole("button", { name: "Withdraw", exact: true }).click();
    const dialog = this.page.getByRole("dialog", { name: "Withdraw" });
    const max = dialog.getByRole("button", { name: "Max" });
    await until("what can be withdrawn", () => max.isEnabled());
    await max.click();
    await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
    await this.applied("Withdraw");
    await dialog.waitFor({ state: "detached" });
    const [request] = await this.user("settlement-requests");
    this.#withdrawn = BigInt(request.amount);
    assert(this.#withdrawn > 0n, "the settlement request is empty");
    return `${request.amount} raw`;
  }

  async #awaitSettlement() {
    await this.page.getByRole("tab", { name: "Withdrawals" }).click();
    const list = this.page.getByRole("tabpanel", { name: "Withdrawals" });
    const row = list.getByRole("row").nth(1);
    const first = await row.innerText();
    const isOver = (text) => /mature|settled|paid/i.test(text);
    await until("the countdown to move", async () => {
      const text = await row.innerText();
      return text !== first || isOver(text);
    });
    await screenshot(this.page, "settlement-countdown");
    await until(
      "the request to be settled",
      async () => {
        const requests = await this.user("settlement-requests?includeSettled=true");
        return requests.every(({ status, signature }) => status === "settled" && signature);
      },
      { within_ms: SETTLE_MAX_MS, every_ms: 1_000 },
    );
    await until("the page to say so", async () => /settled|paid/i.test(await row.innerText()));
    return first.replaceAll(/\s+/g, " ");
  }

  async #checkChain() {
    const expected = this.#balanceAfterDeposit + this.#withdrawn;
    const balance = await until("the payout at the chain node", async () => {
      const now = await this.tokens(this.#mint);
      return now === this.#balanceAfterDeposit ? null : now;
    });
    assertEqual(balance, expected, "balance at the node");
    const { balance: shown } = await this.user("collateral-balance");
    assertEqual(BigInt(shown), expected, "balance at the server");
    return `${balance} raw`;
  }

  /** The rows of all three histories, as the server sends them. */
  async #histories() {
    const [trades, transfers, commands] = await Promise.all([
      this.user("history/trade?limit=50"),
      this.user("history/margin-transfer?limit=50"),
      this.user("commands?limit=50"),
    ]);
    return { trades, transfers, commands };
  }

  async #readHistory() {
    const { trades, transfers, commands } = await this.#histories();
    const kinds = (rows, key) => rows.map((row) => row[key]).join(", ");
    assertEqual(kinds(trades, "tradeKind"), "close, open", "trades, newest first");
    assertEqual(kinds(transfers, "marginTransferKind"), "withdraw, deposit", "transfers");
    // An increase that met the minutes around a print was refused and tried again (see sendOrder).
    const refused = commands.filter(
      ({ status, code }) => status !== "applied" && code !== "ENTRY_WINDOW",
    );
    assertEqual(JSON.stringify(refused), "[]", "commands that were not applied");
    const signatures = [...trades, ...transfers, ...commands].map(({ signature }) => signature);
    const areKnown = await areOnChain(this.platform.nodeUrl, [...new Set(signatures)]);
    assert(areKnown, "a signature of the history is not on chain");
    this.#history = JSON.stringify({ trades, transfers, commands });
    await this.page.getByRole("navigation").getByRole("link", { name: "Portfolio" }).click();
    await this.#seesHistory(this.page);
    await this.#seesTransaction(trades.at(-1).signature);
    return `${trades.length} trades, ${transfers.length} transfers, ${commands.length} commands`;
  }

  async #seesHistory(page) {
    const main = page.getByRole("main");
    const panel = main.getByRole("tabpanel");
    const hasRow = async (kind) => {
      const row = panel.getByRole("row").filter({ hasText: kind }).first();
      await row.getByRole("button", { name: /^Transaction / }).waitFor();
    };
    await main.getByRole("tab", { name: "Commands" }).click();
    await hasRow("create-margin-account");
    await main.getByRole("tab", { name: "Transfers" }).click();
    await hasRow("deposit");
    await hasRow("withdraw");
    await main.getByRole("tab", { name: "Trades" }).click();
    await hasRow(/\bopen\b/);
    await hasRow(/\bclose\b/);
  }

  /** A signature opens what the chain node says about it. */
  async #seesTransaction(signature) {
    const row = this.page
      .getByRole("row")
      .filter({ hasText: /\bopen\b/ })
      .first();
    await row.getByRole("button", { name: /^Transaction / }).click();
    const facts = this.page.getByRole("dialog");
    await facts.getByText(signature, { exact: true }).waitFor();
    await facts.getByText("succeeded").waitFor();
    await facts.getByText("modify-position").waitFor();
    await screenshot(this.page, "transaction");
    await this.page.keyboard.press("Escape");
    await facts.waitFor({ state: "detached" });
  }

  /** The page that stays open says that the server is away, and keeps what it has said. */
  async #rate() {
    const { clock } = await (await fetch(`${this.platform.url}/express/v1/status`)).json();
    return clock.rate;
  }

  async #hasten() {
    const demo = this.page.getByRole("complementary", { name: "Demo" });
    const day = demo.locator("strong");
    await demo.getByRole("combobox", { name: "Demo speed" }).selectOption("1 day per 2s");
    await until("the new speed", async () => (await this.#rate()) !== CALM_RATE);
    assertEqual(await this.#rate(), HASTY_RATE, "engine seconds per second");
    const seen = new Set();
    await until(
      "the date to change twice",
      async () => seen.add(await day.textContent()).size > 2,
      { within_ms: COMMAND_MAX_MS },
    );
    return [...seen].join(", ");
  }

  async #restart() {
    const away = this.page.getByText("Connection lost.", { exact: false });
    await this.platform.stop();
    await away.waitFor({ timeout: COMMAND_MAX_MS });
    await this.platform.start();
    await away.waitFor({ state: "detached", timeout: COMMAND_MAX_MS });
    await this.page.getByRole("contentinfo").getByText("Live", { exact: true }).waitFor();
    await this.page.getByRole("button", { name: /^Activity/ }).click();
    const activity = this.page.getByRole("dialog", { name: "Activity" });
    await activity
      .getByText(/Closed (long|short) .* realized .* fee /)
      .first()
      .waitFor();
    await this.page.keyboard.press("Escape");
    await activity.waitFor({ state: "detached" });
  }

  async #checkAfterRestart() {
    assertEqual(await this.#rate(), HASTY_RATE, "engine seconds per second");
    assertEqual(JSON.stringify(await this.#histories()), this.#history, "the histories");
    const [account] = await this.user("margin-accounts");
    assertEqual(account.name, "First", "the margin account");
    const balance = await this.tokens(this.#mint);
    assertEqual(balance, this.#balanceAfterDeposit + this.#withdrawn, "balance at the node");
    await this.page.reload();
    await this.page.getByRole("button", { name: /^Wallet / }).waitFor();
    await this.#seesHistory(this.page);
    await screenshot(this.page, "after-restart");
  }
}

import { areOnChain } from "../chain.mjs";
import { decimal, isoTime, savedCsv } from "../csv.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { Trader } from "../trading.mjs";

const CURVE_MAX_MS = 60_000;

/** Two positions in two places, and all that the portfolio says and saves of them. */
class Portfolio {
  #user;
  #markets = [];

  constructor(kit) {
    this.#user = new Trader(kit);
  }

  steps() {
    const look = (name, isShown) => this.#user.look("/portfolio", name, isShown);
    return {
      "without a wallet the page asks for one": () => this.#open(),
      "look at the page without a wallet": () =>
        look("portfolio-no-wallet", (page) =>
          page.getByRole("button", { name: "Connect a wallet" }).waitFor(),
        ),
      "an empty portfolio says so": () => this.#empty(),
      "look at the empty page": () =>
        look("portfolio-empty", (page) => page.getByText("No exposure").waitFor()),
      "open an account, a long and a short": () => this.#trade(),
      "the figures, the exposure and the positions are the server's": () => this.#readsPage(),
      "the curve has points": () => this.#curve(),
      "the parts of the P&L are the server's and sum to it": () => this.#breakdown(),
      "look at the page with positions": () =>
        look("portfolio-positions", async (page) => {
          await page.getByRole("region", { name: "Exposure by market" }).waitFor();
          await page.getByRole("row").filter({ hasText: "open long" }).waitFor();
        }),
      "every history is saved whole and exact": () => this.#files(),
      "a page that the server does not answer can be read again": () => this.#failure(),
    };
  }

  async end() {
    await this.#user.end();
  }

  get #page() {
    return this.#user.page;
  }

  async #open() {
    await this.#user.open("/portfolio");
    await this.#page.getByText("Your portfolio needs a wallet").waitFor();
    assertEqual(await this.#page.title(), "Portfolio · Acre", "the title");
  }

  async #empty() {
    await this.#user.connect();
    await this.#user.takeTestMoney();
    for (const text of ["No exposure", "No open positions", "No trades yet", "No withdrawals"]) {
      await this.#page.getByText(text, { exact: true }).waitFor();
    }
    await this.#page.getByLabel("Totals").getByText("$10,000.00").waitFor();
  }

  async #trade() {
    await this.#page.getByRole("button", { name: "New account" }).click();
    await this.#user.createAccount("First", "2,000");
    const markets = await this.#user.api("/account/markets");
    this.#markets = ["long", "short"].map((side, at) => {
      const market = markets.filter(({ metadata }) => metadata.state !== null)[at];
      const { symbol, name } = market.metadata;
      return { side, symbol, name, id: market.id };
    });
    for (const { side, symbol } of this.#markets) {
      await this.#user.goto(`/trade/${symbol}`);
      await this.#user.ticket.getByText(side === "long" ? "▲ Long" : "▼ Short").click();
      await this.#user.amount.fill("800");
      const label = `Open ${side} ${symbol}`;
      await this.#user.sendOrder(this.#user.order(label), label);
    }
    return this.#markets.map(({ name }) => name).join(", ");
  }

  async #readsPage() {
    await this.#user.goto("/portfolio");
    const table = this.#page.getByRole("region", { name: "Exposure by market" });
    for (const { id, name, side } of this.#markets) {
      const place = table.getByRole("row").filter({ hasText: name });
      // A print may come between the two readings.
      await until(`the exposure of ${name}`, async () => {
        const [{ positions }] = await this.#user.user("margin-accounts");
        const { openInterest } = positions.find(({ marketId }) => marketId === id);
        return (await place.innerText()).includes(dollars(openInterest.notional));
      });
      const row = this.#page
        .getByRole("region", { name: "Open positions" })
        .getByRole("row")
        .filter({ hasText: name });
      await row.getByText(side === "long" ? "▲ Long" : "▼ Short").waitFor();
    }
    const map = this.#page.getByRole("region", { name: "Exposure", exact: true });
    const dots = map.locator("circle");
    assertEqual(await dots.count(), 2, "dots on the map");
    await until("the account value", async () => {
      const { accountValue } = await this.#user.express(`/portfolio/${this.#user.address}`);
      const text = await this.#page.getByLabel("Totals").innerText();
      return text.includes(dollars(accountValue));
    });
  }

  async #curve() {
    const path = `/portfolio/${this.#user.address}/history/value?window=1w`;
    const points = await until(
      "three points of the curve",
      async () => {
        const { points: found } = await this.#user.express(path);
        return found.length >= 3 ? found : null;
      },
      { within_ms: CURVE_MAX_MS },
    );
    await this.#user.goto("/portfolio");
    const range = this.#page.getByRole("radiogroup", { name: "Time range" });
    for (const [curve, span, label] of [
      ["P&L", "1W", /^P&L, 1 week, \d+ points$/],
      ["Return", "1W", /^Return, 1 week, \d+ points$/],
      ["Value", "1D", /^Value, 1 day, \d+ points$/],
    ]) {
      await this.#page.getByRole("radio", { name: curve, exact: true }).click();
      await range.getByRole("radio", { name: span, exact: true }).click();
      const chart = this.#page.getByRole("figure", { name: label });
      await chart.locator("canvas").first().waitFor();
    }
    return `${points.length} points`;
  }

  async #breakdown() {
    const path = `/portfolio/${this.#user.address}/history/performance?window=all`;
    const { parts } = await this.#user.express(path);
    const raw = Object.fromEntries(
      Object.entries(parts).map(([name, text]) => [name, BigInt(text)]),
    );
    const gains = raw.realized + raw.unrealized + raw.funding + raw.liquidity + raw.other;
    assertEqual(raw.pnl, gains - raw.tradingFees - raw.liquidationFees, "the sum of the parts");
    assertEqual(raw.deposited, 2_000n * 1_000_000n, "deposits");
    const panel = this.#page.getByRole("region", { name: "P&L breakdown" });
    await panel.getByText(`−${dollars(parts.tradingFees)}`).waitFor();
    await panel.getByText("$2,000.00").waitFor();
    return `${raw.pnl} raw`;
  }

  /** Opens a history and saves its file. */
  async #file(tab) {
    await this.#page.getByRole("tab", { name: tab, exact: true }).click();
    const panel = this.#page.getByRole("tabpanel");
    return await savedCsv(this.#page, panel.getByRole("button", { name: "Save as CSV" }));
  }

  async #files() {
    const trades = await this.#file("Trades");
    assertEqual(trades.name, "acre-trades.csv", "the file of the trades");
    const wire = await this.#user.user("history/trade");
    const names = new Map(this.#markets.map(({ id, name }) => [id, name]));
    const expected = wire.map((trade) => ({
      When: isoTime(trade.timestamp),
      Market: names.get(trade.marketId),
      Trade: `open ${trade.side}`,
      Account: String(trade.marginAccountId),
      Size: decimal(trade.openInterestDelta.size, 6),
      Notional: decimal(trade.openInterestDelta.notional, 6),
      Fill: decimal(trade.fillPrice, 8),
      Index: decimal(trade.indexPrice, 8),
      Fee: decimal(trade.tradeFee, 6),
      Funding: decimal(trade.fundingPerformance, 6),
      "P&L": decimal(trade.pnl, 6),
      Transaction: trade.signature,
    }));
    assertEqual(JSON.stringify(trades.rows), JSON.stringify(expected), "the trades of the file");
    const transfers = await this.#file("Transfers");
    assertEqual(
      transfers.rows.map(({ Kind, Amount }) => `${Kind} ${Amount}`).join(),
      "deposit 2000",
      "transfers",
    );
    const commands = await this.#file("Commands");
    const applied = commands.rows.filter(({ Result }) => Result === "applied");
    assertEqual(
      applied.map(({ Command }) => Command).join(" "),
      "modify-position modify-position create-margin-account",
      "commands",
    );
    const signatures = commands.rows.map(({ Transaction }) => Transaction);
    const areKnown = await areOnChain(this.#user.platform.nodeUrl, signatures);
    assert(areKnown, "a signature of the file is not on chain");
    for (const tab of ["Liquidity", "Liquidations", "Payouts"]) {
      await this.#page.getByRole("tab", { name: tab, exact: true }).click();
      await this.#page.getByText(`No ${tab.toLowerCase()} yet`, { exact: true }).waitFor();
    }
    return `${trades.rows.length} trades, ${commands.rows.length} commands`;
  }

  async #failure() {
    let isDown = true;
    const broken = { status: 500, json: { message: "x", code: "INTERNAL", details: {} } };
    await this.#page.route("**/history/liquidation*", (route) =>
      isDown ? route.fulfill(broken) : route.continue(),
    );
    await this.#page.reload();
    await this.#page.getByRole("tab", { name: "Liquidations", exact: true }).click();
    const panel = this.#page.getByRole("tabpanel");
    await panel.getByText("Liquidations could not be loaded").waitFor();
    isDown = false;
    await panel.getByRole("button", { name: "Try again" }).click();
    await panel.getByText("No liquidations yet").waitFor();
    await this.#page.unroute("**/history/liquidation*");
    // Chromium logs each answer of 500.
    const isOurs = (problem) => /status of 500 .*history\/liquidation/.test(problem);
    const { problems } = this.#user.watch;
    problems.splice(0, problems.length, ...problems.filter((problem) => !isOurs(problem)));
  }
}

/** A raw amount as the page writes it: two decimals, half away from zero. */
function dollars(raw) {
  const cents = (BigInt(raw) + 5_000n) / 10_000n;
  const whole = (cents / 100n).toLocaleString("en-GB");
  return `$${whole}.${String(cents % 100n).padStart(2, "0")}`;
}

export const flow = {
  name: "portfolio",
  platform: "calm",
  create(kit) {
    const portfolio = new Portfolio(kit);
    return { steps: portfolio.steps(), end: () => portfolio.end() };
  },
};

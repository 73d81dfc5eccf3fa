import {
  checkLabels,
  compareWith,
  drawLine,
  followCrosshair,
  fullScreen,
} from "../chart-checks.mjs";
import { checkInView, simulatePrints, watchTicket } from "../in-view.mjs";
import { checkAccessibility, screenshot } from "../look.mjs";
import { tradePair } from "../pair.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { assertNear, isButton, Trader } from "../trading.mjs";

/** What people paste into an amount, and the words that refuse it. */
const BAD_AMOUNTS = [
  ["１００", "Use the digits 0 to 9."],
  ["1e5", "Write the number out, without an exponent."],
  ["1,5", "Enter a number, e.g. 1,500.50."],
  ["123456789012345678901234567890", "Amount too large."],
  ["0", "Enter an amount greater than 0."],
  ["-25", "Enter an amount greater than 0."],
  ["0.0000001", "At most 6 decimals."],
  ["abc", "Enter a number, e.g. 1,500.50."],
  ["0.10", /^At least \$[\d.]+\.$/],
  ["99,000,000", /^Max order now: \$[\d,.]+\.$/],
];
const MIDDLE_WIDTHS = [1100, 900];
/** The slider's leverage is a straight line; the quote says the exact one. */
const LEVERAGE_TOLERANCE = 0.1;

class TradeFlow {
  #trader;
  #market;

  constructor(kit) {
    this.#trader = new Trader(kit);
  }

  steps() {
    return {
      "open a market with a wallet and test money": () => this.#open(),
      "create an account with a deposit": () => this.#deposit(),
      "an empty ticket rests at the profile's leverage, and sets no amount": () => this.#preset(),
      "a profile that comes after the first touch changes nothing": () => this.#latePreset(),
      "amounts that can not be are refused in words, and nothing is asked": () => this.#refuse(),
      "over three prints the ticket's controls stay where they are": () => this.#prints(),
      "buy with a limit price that holds": () => this.#buy(),
      "a limit beyond the quote is refused before sending": () => this.#limitBeyond(),
      "a quote that is not renewed is greyed and not acted on": () => this.#staleQuote(),
      "close a quarter": () => this.#closePart(),
      "turn the position around with a limit price": () => this.#flip(),
      "see the lines on the chart": () => this.#lines(),
      "the chart's legend follows the crosshair, by pointer and by key": () => this.#legend(),
      "a compared market adds a curve, until it is removed": () => this.#compare(),
      "own fills are on the chart": () => this.#fills(),
      "a line is drawn, kept over a reload, and deleted by key": () => this.#draw(),
      "the chart fills the screen": () => fullScreen(this.#trader.page),
      "the tabs beside the chart open, and the address keeps them": () => this.#tabs(),
      "look at the trade page with a position": () =>
        this.#trader.look(this.#path, "trade-position", (page) => this.#seesAll(page)),
      "the widths between have their own layouts": () => this.#middleWidths(),
      "close all of it": () => this.#closeAll(),
      "a size in square meters is ordered, held and closed exactly": () => this.#squareMeters(),
      "a whole trade with keys only": () => this.#keysOnly(),
      "close it with keys only": () => this.#closeByKeys(),
      "the history has each trade, in order": () => this.#history(),
      "a pair is opened and closed with one signature each": () => tradePair(this.#trader),
    };
  }

  end() {
    return this.#trader.end();
  }

  get #path() {
    return `/trade/${this.#market.symbol}`;
  }

  async #open() {
    const { markets } = await this.#trader.express("/market/search?limit=3&sort=name&order=asc");
    this.#market = markets[1];
    await this.#trader.open(this.#path);
    await this.#trader.connect();
    await this.#trader.takeTestMoney();
    return this.#market.symbol;
  }

  async #deposit() {
    const { page } = this.#trader;
    await page.getByRole("button", { name: "Deposit to start trading" }).click();
    await this.#trader.createAccount("Both ways", "5,000");
    await until("the largest order", async () =>
      /max \$[\d,]+/.test((await this.#trader.ticket.innerText()).replaceAll("\n", " ")),
    );
  }

  /** Changes the profile as another device of the same person would. */
  async #saveProfile(settings) {
    const { platform, address } = this.#trader;
    const { token } = await this.#trader.stored("access");
    const response = await fetch(`${platform.url}/api/v1/user/${address}/profile/settings`, {
      method: "PUT",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(settings),
    });
    assert(response.ok, `the settings answered ${response.status}`);
  }

  async #preset() {
    const { page, ticket, amount } = this.#trader;
    await this.#saveProfile({ defaultLeverage: "2.5", tradeMode: "advanced" });
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.reload();
    await ticket.getByText(/^Default 2\.5×$/).waitFor();
    assertEqual(await amount.inputValue(), "", "amount");
    assert(Number(await ticket.getByRole("slider").inputValue()) > 0, "the slider's place");
    assert(await this.#trader.order(/^Open long/).isDisabled(), "it can be sent");
    await checkAccessibility(page);
    await screenshot(page, "ticket-preset");
    assert(!asked.some((url) => url.includes("/transaction/")), "a transaction was asked for");
    await ticket.getByRole("button", { name: "2.5×", exact: true }).click();
    await until("the details of a profile that wants them, with the leverage", async () => {
      const shown = Number.parseFloat(await this.#trader.previewed("Leverage"));
      return Math.abs(shown - 2.5) < LEVERAGE_TOLERANCE;
    });
    assertEqual(await ticket.getByText(/^Default /).count(), 0, "words of the profile");
    await amount.fill("");
  }

  async #latePreset() {
    const { page, ticket, amount } = this.#trader;
    await this.#saveProfile({ defaultLeverage: "5", tradeMode: "basic" });
    const held = [];
    const pattern = "**/profile/settings";
    await page.route(pattern, (route) => void held.push(route));
    await page.reload();
    await ticket.getByText(/^Default 2\.5×$/).waitFor();
    await amount.fill("150");
    await until("the profile to be asked for", () => held.length > 0);
    await page.unroute(pattern);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    await until("the profile to be here", () =>
      page.evaluate(() => JSON.parse(localStorage.getItem("preferences")).defaultLeverage === "5"),
    );
    assertEqual(await amount.inputValue(), "150", "amount");
    await amount.fill("");
    assertEqual(await ticket.getByText(/^Default /).count(), 0, "words of the profile");
    assertEqual(await ticket.getByRole("slider").inputValue(), "0", "the slider's place");
  }

  async #refuse() {
    const { page, ticket, amount } = this.#trader;
    const asked = [];
    const note = (request) => asked.push(request.url());
    page.on("request", note);
    for (const [text, words] of BAD_AMOUNTS) {
      await amount.fill(text);
      await ticket.getByText(words).waitFor();
      assert(await this.#trader.order(/^Open long/).isDisabled(), `${text} can be sent`);
    }
    page.off("request", note);
    assert(!asked.some((url) => url.includes("/transaction/")), "a transaction was asked for");
    await screenshot(page, "ticket-refused");
    await amount.fill("  1,000.50 ");
    await until("a quote of what can be read", async () =>
      /^\$\d/.test(await this.#trader.previewed("Fill price")),
    );
    assertEqual(await ticket.getByText(/^(Enter|Use|Write|At)/).count(), 0, "words of refusal");
  }

  async #prints() {
    const { page, amount } = this.#trader;
    // A platform that has just started projects its history; the banner of that moves the page.
    await page.getByText("Acre is slow at the moment.").waitFor({ state: "detached" });
    await amount.fill("4,000");
    const watched = await watchTicket(page);
    await simulatePrints(page, 3);
    await watched.check("over three prints");
    await simulatePrints(page, 1, () => checkInView(page, "around a print"));
  }

  async #setLimit(text) {
    const { ticket } = this.#trader;
    await ticket.getByRole("radio", { name: "Limit price" }).click();
    await ticket.getByRole("textbox", { name: "Limit price" }).fill(text);
  }

  async #fillPrice() {
    const fresh = this.#trader.ticket.locator('dl[data-stale="false"]');
    await fresh.getByText(/^\$\d/).first().waitFor();
    const text = await this.#trader.previewed("Fill price");
    return Number(text.replace(/[$,]/g, ""));
  }

  async #chooseSide(side) {
    await this.#trader.ticket.getByText(side === "long" ? "▲ Long" : "▼ Short").click();
  }

  async #buy() {
    const { symbol, marketId } = this.#market;
    await this.#trader.amount.fill("4,000");
    const limit = ((await this.#fillPrice()) * 1.01).toFixed(2);
    await this.#setLimit(limit);
    const label = `Open long ${symbol}`;
    const watched = await watchTicket(this.#trader.page);
    await this.#trader.sendOrder(this.#trader.order(label), label);
    await watched.check("while the order was pending");
    const position = await this.#trader.position(marketId);
    assertEqual(position.side, "long", "side");
    assertNear(position.openInterest.notional, 4_000_000_000, 0.02, "notional");
    const [trade] = await this.#trader.user("history/trade");
    assert(Number(trade.fillPrice) / 1e8 <= Number(limit), `filled at ${trade.fillPrice}`);
    return `${trade.fillPrice} raw, limit ${limit}`;
  }

  async #limitBeyond() {
    const { ticket, amount, page } = this.#trader;
    await amount.fill("500");
    const fill = await this.#fillPrice();
    await this.#setLimit((fill * 0.98).toFixed(2));
    await ticket.getByText(/above your limit\. Orders fill at once or not at all/).waitFor();
    assert(await this.#trader.order(/^Add to long/).isDisabled(), "it can be sent");
    await checkAccessibility(page);
    await ticket.getByRole("radio", { name: "Max slippage" }).click();
    await until("the order to be possible", () => this.#trader.order(/^Add to long/).isEnabled());
  }

  /** Holds the answers of quotes back for a while, as a stuck connection does. */
  async #staleQuote() {
    const { page, ticket } = this.#trader;
    const held = [];
    const pattern = "**/quote/modify-position";
    await page.route(pattern, (route) => void held.push(route));
    await ticket
      .getByText("This quote is out of date.", { exact: false })
      .waitFor({ timeout: 20_000 });
    assert(await this.#trader.order(/^Add to long/).isDisabled(), "an old quote can be sent");
    await screenshot(page, "ticket-stale");
    await page.unroute(pattern);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    await until("a fresh quote", () => this.#trader.order(/^Add to long/).isEnabled());
    await this.#trader.amount.fill("");
  }

  async #openClose() {
    await this.#trader.page.getByRole("button", { name: `Close ${this.#market.name}` }).click();
    return this.#trader.page.getByRole("dialog", { name: `Close ${this.#market.name}` });
  }

  async #closePart() {
    const { symbol, marketId } = this.#market;
    const before = await this.#trader.position(marketId);
    const dialog = await this.#openClose();
    const size = dialog.getByLabel("Size to close");
    await size.fill("999999999");
    await dialog.getByText(/^You hold [\d,.]+ sq (ft|m)\.$/).waitFor();
    await dialog.getByRole("button", { name: "25%" }).click();
    await this.#trader.sendOrder(
      dialog.getByRole("button", { name: "Close part" }),
      `Close ${symbol}`,
    );
    await dialog.waitFor({ state: "detached" });
    const after = await this.#trader.position(marketId);
    assertNear(after.openInterest.size, Number(before.openInterest.size) * 0.75, 0.001, "size");
    const [trade] = await this.#trader.user("history/trade");
    assertEqual(trade.tradeKind, "decrease", "kind of the trade");
  }

  async #flip() {
    const { symbol, marketId } = this.#market;
    await this.#chooseSide("short");
    await this.#trader.amount.fill("7,000");
    await this.#setLimit(((await this.#fillPrice()) * 0.99).toFixed(2));
    const label = `Flip to short ${symbol}`;
    await this.#trader.sendOrder(this.#trader.order(label), label);
    const position = await this.#trader.position(marketId);
    assertEqual(position.side, "short", "side");
    const [trade] = await this.#trader.user("history/trade");
    assertEqual(trade.tradeKind, "flip", "kind of the trade");
    return `${position.openInterest.size} raw short`;
  }

  async #seesLines(page) {
    const legend = page.getByRole("list", { name: "Lines on the chart" });
    for (const line of ["Market", "Entry", "Liquidation"]) {
      await legend.getByText(line, { exact: false }).first().waitFor();
    }
  }

  /** With the replay banner of every page load, then with one more. */
  async #seesAll(page) {
    await this.#seesLines(page);
    await checkInView(page, "with the usual banners");
    await checkLabels(page);
    this.#trader.watch.expectAny(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await page.getByText("You are offline.", { exact: false }).waitFor();
    await checkInView(page, "offline");
    await page.context().setOffline(false);
    await page.getByText("You are offline.", { exact: false }).waitFor({ state: "detached" });
  }

  async #lines() {
    await this.#seesLines(this.#trader.page);
    await until("the server's entry price in the legend", async () => {
      const position = await this.#trader.position(this.#market.marketId);
      const entry = (Number(position.lastInteractionPrice) / 1e8).toFixed(2);
      const text = await this.#trader.page
        .getByRole("list", { name: "Lines on the chart" })
        .innerText();
      return text.replaceAll(",", "").includes(entry.slice(0, -1));
    });
  }

  #legend() {
    return followCrosshair(this.#trader.page);
  }

  async #compare() {
    const { markets } = await this.#trader.express("/market/search?limit=3&sort=name&order=asc");
    await compareWith(this.#trader.page, markets[2]);
  }

  async #fills() {
    const { page } = this.#trader;
    const fills = page.getByRole("list", { name: "Your fills" });
    const trades = await this.#trader.user("history/trade");
    await until("every fill in the chart's list", async () => {
      const text = await fills.innerText();
      return (text.match(/Bought|Sold/g) ?? []).length === trades.length;
    });
    return `${trades.length} fills`;
  }

  #draw() {
    return drawLine(this.#trader.page);
  }

  async #tabs() {
    const { page } = this.#trader;
    const desk = page.getByRole("tablist", { name: "Market" });
    for (const [tab, seen] of [
      ["Past", /What can happen/],
      ["Housing", /Monthly figures as they were known/],
      ["Funding", /Above zero, longs pay shorts/],
      ["Depth", /Fill price vs. the index/],
      ["Info", /Prices fall as well as rise/],
    ]) {
      await desk.getByRole("tab", { name: tab }).click();
      await page.getByText(seen).first().waitFor();
      assert(page.url().endsWith(`?tab=${tab.toLowerCase()}`), `the address is ${page.url()}`);
      await checkAccessibility(page);
      await screenshot(page, `trade-${tab.toLowerCase()}`);
    }
    await desk.getByRole("tab", { name: "Info" }).press("Home");
    await page.getByRole("region", { name: "Price chart" }).waitFor();
  }

  async #middleWidths() {
    const { page } = this.#trader;
    for (const width of MIDDLE_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole("button", { name: "All markets" }).click();
      const drawer = page.getByRole("dialog", { name: "Markets" });
      await drawer.getByRole("combobox", { name: "Search markets" }).waitFor();
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
      await this.#trader.ticket.waitFor();
      const excess = await page.evaluate(
        () => document.querySelector("main").scrollWidth - document.documentElement.clientWidth,
      );
      assert(excess <= 0, `at ${width} px the page is ${excess} px too wide`);
      await checkAccessibility(page);
      await screenshot(page, `trade-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }

  async #closeAll() {
    const dialog = await this.#openClose();
    await this.#trader.sendOrder(
      dialog.getByRole("button", { name: "Close position" }),
      `Close ${this.#market.symbol}`,
    );
    await this.#trader.page.getByText("No open positions").waitFor();
    assertEqual(await this.#trader.position(this.#market.marketId), null, "position");
  }

  /** 9.290304 m² are 100 sq ft. */
  async #squareMeters() {
    const { page, ticket, amount } = this.#trader;
    const { symbol, marketId } = this.#market;
    const setArea = async (area) => {
      await page.evaluate(
        (chosen) => localStorage.setItem("display", JSON.stringify({ locale: null, area: chosen })),
        area,
      );
      await page.reload();
      await page.getByRole("button", { name: /^Wallet / }).waitFor();
    };
    await setArea("sqm");
    await this.#chooseSide("long");
    await ticket.getByText("m²", { exact: true }).first().click();
    await amount.fill("9.290304");
    const label = `Open long ${symbol}`;
    await this.#trader.sendOrder(this.#trader.order(label), label);
    const position = await this.#trader.position(marketId);
    assertEqual(position.openInterest.size, "100000000", "size");
    const row = page.getByRole("row").filter({ hasText: "9.29 m²" });
    const entry = (Number(position.lastInteractionPrice) / 9_290_304).toFixed(2);
    await until(`an entry of ${entry}`, async () =>
      (await row.innerText()).replaceAll(",", "").includes(`$${entry}`),
    );
    await checkAccessibility(page);
    await screenshot(page, "trade-square-meters");
    await this.#closeAll();
    await setArea("sqft");
  }

  /** From a fresh page: Tab, arrows, digits and Enter, and nothing else. */
  async #keysOnly() {
    const { page } = this.#trader;
    const { symbol, marketId } = this.#market;
    await page.reload();
    await page.getByRole("button", { name: /^Wallet / }).waitFor();
    await this.#trader.ticket.waitFor();
    await this.#marketsByKeys();
    await this.#trader.tabTo("the side", (element) => element.getAttribute("type") === "radio");
    await page.keyboard.press("ArrowRight");
    await this.#trader.tabTo("the amount", (element) => element.id === "amount");
    await page.keyboard.type("750.25");
    const label = `Open short ${symbol}`;
    await this.#trader.sendOrder(this.#trader.order(label), label, async () => {
      await this.#trader.tabTo("the order's button", isButton, label);
      await page.keyboard.press("Enter");
    });
    const position = await this.#trader.position(marketId);
    assertEqual(position.side, "short", "side");
    assertNear(position.openInterest.notional, 750_250_000, 0.02, "notional");
  }

  /** The page begins with its first link; the market's name opens a list with search and arrows. */
  async #marketsByKeys() {
    const { page } = this.#trader;
    const { name, symbol } = this.#market;
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement.getAttribute("href"));
    assertEqual(focused, "#content", "the first stop");
    await this.#trader.tabTo("the market's name", (element) => element.matches("h1 > button"));
    await page.keyboard.press("Enter");
    const list = page.getByRole("dialog", { name: "Switch market" });
    const search = list.getByRole("combobox", { name: "Search markets" });
    await search.waitFor();
    await until("the search to have the focus", () =>
      search.evaluate((element) => element === document.activeElement),
    );
    await checkAccessibility(page);
    const active = async () => {
      const id = await search.getAttribute("aria-activedescendant");
      const text = await page.evaluate((given) => document.getElementById(given)?.textContent, id);
      return text?.replace(/[\d.,]+/g, "#"); // its price may change meanwhile
    };
    const current = await active();
    assert(current.includes(symbol), `the list begins at ${current}`);
    await page.keyboard.press("ArrowDown");
    assert((await active()) !== current, "an arrow leads to no other market");
    await page.keyboard.press("ArrowUp");
    assertEqual(await active(), current, "the market that the arrows lead back to");
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
  }

  async #closeByKeys() {
    const { page } = this.#trader;
    const { name, symbol } = this.#market;
    await page.getByRole("button", { name: `Close ${name}` }).waitFor();
    await this.#trader.tabTo("the position's button", isButton, `Close ${name}`);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: `Close ${name}` });
    await dialog.waitFor();
    const close = dialog.getByRole("button", { name: "Close position" });
    await this.#trader.sendOrder(close, `Close ${symbol}`, async () => {
      await this.#trader.tabTo("the dialog's button", isButton, "Close position");
      await page.keyboard.press("Enter");
    });
    await page.getByText("No open positions").waitFor();
  }

  async #history() {
    const trades = await this.#trader.user("history/trade");
    const kinds = trades.map(({ tradeKind, side }) => `${tradeKind} ${side}`).reverse();
    assertEqual(
      kinds.join(", "),
      "open long, decrease short, flip short, close long, open long, close short, open short, close long",
      "trades",
    );
    return kinds.join(", ");
  }
}

export const flow = {
  name: "trade",
  platform: "calm",
  create: (kit) => {
    const trade = new TradeFlow(kit);
    return { steps: trade.steps(), end: () => trade.end() };
  },
};

import { checkInView, settled } from "../in-view.mjs";
import { checkAccessibility, screenshot } from "../look.mjs";
import { valueBeside } from "../pages.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { isButton, Trader } from "../trading.mjs";
import { COMMAND_MAX_MS } from "../user.mjs";
import { WalletUser } from "../wallets/wallet-user.mjs";

/** A day passes in half a minute; the update after the next one is there by then. */
const UPDATE_MAX_MS = 90_000;
/** An order is placed by then, on a machine with other work too. */
const PLACED_MAX_S = 10;
const LINE_MOVE_PX = 24;
const PULLS_MAX = 3;

/** A trader whose orders wait. */
class OrderTrader extends Trader {
  menu = WalletUser.prototype.menu;

  mode(name) {
    return this.page.getByRole("radio", { name, exact: true });
  }

  /** A read that only the wallet may make. */
  async privately(path) {
    const { token } = await this.stored("access");
    const response = await fetch(`${this.platform.url}/api/v1/user/${this.address}/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const body = await response.json();
    assert(response.ok, `${path} answered ${response.status}: ${body.message}`);
    return body.info;
  }

  orders() {
    return this.privately("perp-orders");
  }

  row(name) {
    return this.page.getByRole("row").filter({ hasText: name });
  }

  /** Opens the tab of orders and one of its two lists. */
  async ordersTab(view) {
    await this.page.getByRole("tab", { name: /^Orders/ }).click();
    await this.page.getByRole("radio", { name: view, exact: true }).click();
  }

  async side(name) {
    await this.ticket.getByRole("radio", { name }).check({ force: true });
  }

  /** Sends the ticket's order and waits until it is placed. */
  async place(label) {
    const button = this.ticket.getByRole("button", { name: label, exact: true });
    await until(`“${label}” to be placeable`, () => button.isEnabled(), {
      within_ms: COMMAND_MAX_MS,
    });
    await button.click();
    await this.applied(label);
    await this.closeToasts();
  }

  /** A price in dollars, a part away from the index. */
  async priceAt(marketSymbol, part) {
    const { indexPrice } = await this.express(`/market/${marketSymbol}`);
    return ((Number(indexPrice) / 1e8) * (1 + part)).toFixed(2);
  }
}

class OrdersFlow {
  #trader;
  #market;

  constructor(kit) {
    this.#trader = new OrderTrader(kit);
  }

  steps() {
    return {
      "a wallet deposits": () => this.#deposit(),
      "beside Now the ticket says what waiting saves, and takes it": () => this.#saving(),
      "an order waits for the next price update": () => this.#waitForUpdate(),
      "the order fills at the update, and the history says with whom": () => this.#filled(),
      "the choice is there after a reload": () => this.#kept(),
      "prices on the wrong side are refused in words, one reason at a time": () => this.#refusals(),
      "a limit order with take profit and stop loss waits": () => this.#bracket(),
      "with each way of filling everything stays in view": () => this.#inView(),
      "Escape ends the drag of a line, and nothing is sent": () => this.#escape(),
      "a line is dragged to another price": () => this.#drag(),
      "the table amends the order": () => this.#amend(),
      "the position gets both exits; one cancels the other": () => this.#protect(),
      "look at the trade page with orders": () =>
        this.#trader.look(this.#path, "trade-orders", (page) => this.#seesOrders(page)),
      "one order is canceled by keys, then all others": () => this.#cancel(),
      "a key of the browser places and cancels without the wallet": () => this.#oneClick(),
    };
  }

  end() {
    return this.#trader.end();
  }

  get #path() {
    return `/trade/${this.#market.symbol}`;
  }

  get #page() {
    return this.#trader.page;
  }

  async #deposit() {
    const trader = this.#trader;
    const { markets } = await trader.express("/market/search?limit=4&sort=name&order=asc");
    this.#market = markets[3];
    await trader.open(this.#path);
    await trader.connect();
    await trader.takeTestMoney();
    await this.#page.getByRole("button", { name: "Deposit to start trading" }).click();
    await trader.createAccount("Patient", "5,000");
    return this.#market.symbol;
  }

  async #saving() {
    const trader = this.#trader;
    await trader.amount.fill("1,000");
    const saving = this.#page.getByRole("button", { name: /^Save .*\$[\d.]+: fill at the next/ });
    await saving.click();
    assert(await trader.mode("At next price update").isChecked(), "the mode did not change");
    await until("the costs of waiting", async () =>
      /^\$[\d.]+( to \$[\d.]+)?$/.test(await trader.previewed("Cost at the update")),
    );
    const now = await trader.previewed("Cost if filled now");
    await checkAccessibility(this.#page);
    await screenshot(this.#page, "orders-ticket");
    return `${await trader.previewed("Cost at the update")}, now ${now}`;
  }

  /** Returns when the next price update is far enough for an order to wait for it. */
  async #farFromUpdate() {
    await until(
      "time before the next price update",
      async () => {
        const { clock } = await this.#trader.express("/status");
        const { locksAt } = await this.#trader.express(`/market/${this.#market.symbol}/auction`);
        return (locksAt - clock.now) / clock.rate > PLACED_MAX_S;
      },
      { within_ms: UPDATE_MAX_MS },
    );
  }

  async #waitForUpdate() {
    const trader = this.#trader;
    await this.#farFromUpdate();
    await trader.place(`Open long ${this.#market.symbol} at update`);
    await trader.ordersTab("Open");
    const [order] = await trader.orders();
    assertEqual(order?.orderType, "auction", "type of the order");
    await trader.row("Price update buy").waitFor();
    await this.#page
      .getByText(/Next auction in/)
      .first()
      .waitFor();
  }

  async #filled() {
    const trader = this.#trader;
    const { marketId } = this.#market;
    await until("the position", () => trader.position(marketId), { within_ms: UPDATE_MAX_MS });
    await this.#page.getByText("No open orders").waitFor();
    await trader.ordersTab("History");
    const row = trader.row("Price update buy");
    await row.getByText("Filled", { exact: true }).waitFor();
    await row.getByText(/sq ft (matched|with the pool) at \$[\d.]+/).waitFor();
    const [held] = (await trader.express(`/market/${this.#market.symbol}/auctions`)).auctions;
    assertEqual(held?.orderCount, 1, "orders of the auction");
    await this.#page.getByText(/Last, at \$[\d.]+: 1 order: nothing matched/).waitFor();
    await screenshot(this.#page, "orders-history");
    return await row.innerText();
  }

  async #kept() {
    await this.#page.reload();
    await this.#trader.ticket.waitFor();
    const mode = this.#trader.mode("At next price update");
    await until("the mode of the wallet", () => mode.isChecked());
    await this.#trader.mode("Now").click();
  }

  async #refusals() {
    const trader = this.#trader;
    const said = () => trader.ticket.locator("#ticket-notice").innerText();
    const says = (words) => until(`“${words}”`, async () => words.test(await said()));
    await trader.mode("Stop").click();
    await trader.side(/Long/);
    await trader.amount.fill("500");
    await trader.ticket.getByText("Enter a stop price.").waitFor();
    const stop = trader.ticket.getByLabel(/^Stop price/);
    await stop.fill(await trader.priceAt(this.#market.symbol, -0.05));
    await says(/already beyond this one/);
    const button = trader.ticket.getByRole("button", { name: /^Place stop: buy/ });
    assert(await button.isDisabled(), "a stop that is passed can be sent");
    await stop.fill("1,5");
    await says(/^Enter a number/);
    await trader.mode("Limit").click();
    const limit = await trader.priceAt(this.#market.symbol, -0.02);
    await trader.ticket.getByLabel(/^Limit price/).fill(limit);
    await trader.ticket.getByRole("checkbox", { name: /Take profit/ }).check();
    await trader.ticket.getByLabel(/^Stop loss/).fill(limit);
    await says(/^Stop loss must be below \$/);
    await trader.amount.fill("0.10");
    await until("the button to be off", () =>
      trader.ticket.getByRole("button", { name: /^Place limit: buy/ }).isDisabled(),
    );
  }

  async #bracket() {
    const trader = this.#trader;
    const { symbol } = this.#market;
    await trader.mode("Limit").click();
    await trader.amount.fill("500");
    await trader.ticket.getByLabel(/^Limit price/).fill(await trader.priceAt(symbol, -0.02));
    await trader.ticket.getByRole("checkbox", { name: /Take profit/ }).check();
    await trader.ticket.getByLabel(/^Take profit(?! \/)/).fill(await trader.priceAt(symbol, 0.05));
    await trader.ticket.getByLabel(/^Stop loss/).fill(await trader.priceAt(symbol, -0.06));
    await until("the loss at the stop", async () =>
      /^\$[\d.]+$/.test(await valueBeside(trader.ticket, "Loss at the stop").innerText()),
    );
    await screenshot(this.#page, "orders-bracket");
    await trader.place(`Place limit: buy ${symbol}`);
    await trader.ordersTab("Open");
    await trader
      .row("Limit buy")
      .getByText(/TP \$[\d.]+, SL \$[\d.]+/)
      .waitFor();
    const [order] = await trader.orders();
    assert(order.stopPrice !== null && order.targetPrice !== null, "the order has no bracket");
  }

  async #inView() {
    const trader = this.#trader;
    for (const mode of ["At next price update", "Limit", "Stop", "Now"]) {
      await trader.mode(mode).click();
      await trader.ticket.waitFor();
      await checkInView(this.#page, `ticket ${mode}, tab of orders`);
    }
  }

  /** The strip of the newest order's line. */
  get #line() {
    return this.#page.locator("[data-order]").first();
  }

  /**
   * Presses the line and moves it down, without letting go; returns where it was. A chart that is
   * drawn anew between the look and the press moves the line away: then it is pressed again.
   */
  async #pull(byPx) {
    for (let turn = 1; ; turn += 1) {
      await until("the line on the chart", () => this.#line.isVisible());
      const { x, y, height } = await this.#line.boundingBox();
      const from = [x + 240, y + height / 2];
      await this.#page.mouse.move(...from);
      await this.#page.mouse.down();
      for (let step = 1; step <= 4; step += 1) {
        await this.#page.mouse.move(from[0], from[1] + (byPx * step) / 4);
      }
      await settled(this.#page);
      if ((await this.#line.boundingBox()).y > y + byPx / 2) return y;
      assert(turn < PULLS_MAX, "the line did not follow");
      await this.#page.mouse.up();
    }
  }

  async #escape() {
    const before = await this.#trader.orders();
    await this.#trader.amount.fill("77");
    const y = await this.#pull(LINE_MOVE_PX);
    await this.#page.keyboard.press("Escape");
    await this.#page.mouse.up();
    await until("the line back in its place", async () => {
      return Math.abs((await this.#line.boundingBox()).y - y) < 3;
    });
    assertEqual(await this.#page.getByRole("dialog").count(), 0, "dialogs");
    assertEqual(await this.#trader.amount.inputValue(), "77", "amount in the ticket");
    const after = await this.#trader.orders();
    assertEqual(after[0].triggerPrice, before[0].triggerPrice, "price of the order");
  }

  async #drag() {
    const [before] = await this.#trader.orders();
    await this.#pull(LINE_MOVE_PX);
    await this.#page.mouse.up();
    const dialog = this.#page.getByRole("dialog", { name: "Move the order" });
    await dialog.getByText(/^Move limit buy to \$[\d.]+\?$/).waitFor();
    await checkAccessibility(this.#page);
    await screenshot(this.#page, "orders-drag");
    // The focus is on the button that moves it.
    await this.#page.keyboard.press("Enter");
    await this.#trader.applied(/^Amend limit buy/);
    await dialog.waitFor({ state: "detached" });
    await this.#trader.closeToasts();
    const [after] = await this.#trader.orders();
    assert(Number(after.triggerPrice) < Number(before.triggerPrice), "the price did not fall");
    assertEqual(after.orderId, before.orderId, "id of the order");
    return `${before.triggerPrice} → ${after.triggerPrice}`;
  }

  async #amend() {
    const trader = this.#trader;
    await trader.ordersTab("Open");
    await this.#page.getByRole("button", { name: /^Amend Limit buy/ }).click();
    const dialog = this.#page.getByRole("dialog", { name: /^Amend limit buy/ });
    const price = dialog.getByLabel("Price", { exact: true });
    await price.fill("");
    await dialog.getByText("Price: Enter an amount.").waitFor();
    const wanted = await trader.priceAt(this.#market.symbol, -0.03);
    await price.fill(wanted);
    await checkAccessibility(this.#page);
    await dialog.getByRole("button", { name: "Change order" }).click();
    await trader.applied(/^Amend limit buy/);
    await dialog.waitFor({ state: "detached" });
    await trader.closeToasts();
    await trader.row("Limit buy").getByText(`$${wanted}`, { exact: true }).waitFor();
  }

  async #protect() {
    const trader = this.#trader;
    await this.#page.getByRole("tab", { name: "Positions" }).click();
    await this.#page.getByRole("button", { name: /^TP\/SL/ }).click();
    const dialog = this.#page.getByRole("dialog", { name: /^Take profit \/ stop loss/ });
    const [target, stop] = ["Take profit (optional)", "Stop loss (optional)"].map((name) =>
      dialog.getByLabel(name),
    );
    await target.fill(await trader.priceAt(this.#market.symbol, -0.05));
    await dialog.getByText(/^Take profit must be above \$/).waitFor();
    await target.fill(await trader.priceAt(this.#market.symbol, 0.05));
    await stop.fill(await trader.priceAt(this.#market.symbol, -0.05));
    await checkAccessibility(this.#page);
    await screenshot(this.#page, "orders-protect");
    await dialog.getByRole("button", { name: "Place", exact: true }).click();
    await trader.applied(/^Place take profit/);
    await dialog.waitFor({ state: "detached" });
    await trader.closeToasts();
    const exits = (await trader.orders()).filter(({ wholePosition }) => wholePosition);
    assertEqual(exits.map(({ orderType }) => orderType).join(), "takeProfit,stop", "exits");
    assert(exits[0].group !== 0 && exits[0].group === exits[1].group, "they are no pair");
  }

  async #seesOrders(page) {
    await page.getByRole("tab", { name: /^Orders \(3\)/ }).click();
    await page.getByRole("row").filter({ hasText: "Limit buy" }).waitFor();
    await page.locator("[data-order]").first().waitFor({ state: "attached" });
  }

  async #cancel() {
    const trader = this.#trader;
    await trader.ordersTab("Open");
    const [newest] = await trader.orders();
    const name = `Cancel Take profit sell ${newest.orderId}`;
    await trader.tabTo(name, isButton, name);
    await this.#page.keyboard.press("Enter");
    await trader.applied(/^Cancel take profit/);
    await trader.closeToasts();
    await trader.row("Take profit sell").waitFor({ state: "detached" });
    await this.#page.getByRole("button", { name: "Cancel all 2" }).click();
    await trader.applied("Cancel all orders");
    await trader.closeToasts();
    await this.#page.getByText("No open orders").waitFor();
    assertEqual((await trader.orders()).length, 0, "open orders");
  }

  async #oneClick() {
    const trader = this.#trader;
    await trader.menu(/One-click trading/);
    const dialog = this.#page.getByRole("dialog", { name: "One-click trading" });
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await trader.applied("Turn on one-click trading");
    await trader.closeToasts();
    await trader.mode("Limit").click();
    await trader.ticket.getByText("One-click", { exact: true }).waitFor();
    await trader.amount.fill("100");
    const price = await trader.priceAt(this.#market.symbol, -0.04);
    await trader.ticket.getByLabel(/^Limit price/).fill(price);
    const button = trader.ticket.getByRole("button", { name: /Place limit: buy/ });
    await until("the order to be placeable", () => button.isEnabled());
    await button.click();
    await trader.applied(/^Place limit: buy/);
    await trader.closeToasts();
    const [account] = await trader.user("margin-accounts");
    const [order] = await trader.orders();
    assertEqual(order.delegate, account.delegate, "who placed it");
    await trader.ordersTab("Open");
    await this.#page.getByRole("button", { name: /^Cancel Limit buy/ }).click();
    await trader.applied(/^Cancel limit buy/);
    await trader.closeToasts();
    await this.#page.getByText("No open orders").waitFor();
  }
}

export const flow = {
  name: "orders",
  platform: "calm",
  isLong: true,
  idle: ["the order fills at the update, and the history says with whom"],
  create: (kit) => {
    const orders = new OrdersFlow(kit);
    return { steps: orders.steps(), end: () => orders.end() };
  },
};

import { assert, assertEqual, until } from "../steps.mjs";
import { Trader } from "../trading.mjs";

/** From an unconnected wallet to an open position; typing is no click. */
const CLICKS_MAX = 7;

/** Runs in the page: counts clicks, those on notices left out, which go away on their own. */
function countClicks() {
  globalThis.clicks = 0;
  const count = ({ isTrusted, target }) => {
    if (isTrusted && target.closest("[data-sonner-toaster]") === null) globalThis.clicks += 1;
  };
  document.addEventListener("click", count, { capture: true });
}

class FirstTrade {
  #trader;

  constructor(kit) {
    this.#trader = new Trader(kit);
  }

  steps() {
    return { "a first trade takes at most seven clicks": () => this.#trade() };
  }

  end() {
    return this.#trader.end();
  }

  async #trade() {
    const trader = this.#trader;
    const { markets } = await trader.express("/market/search?limit=1&sort=name&order=asc");
    const [{ symbol }] = markets;
    const page = await trader.open(`/trade/${symbol}`);
    await page.evaluate(countClicks);
    const startedMs = Date.now();
    await trader.connect();
    await trader.ticket.getByRole("button", { name: "Get test money" }).click();
    const steps = trader.ticket.getByRole("list", { name: "First steps" });
    await steps.getByText(/^Get test money\s*done$/).waitFor();
    await trader.ticket.getByRole("button", { name: "Deposit to start trading" }).click();
    await trader.createAccount(null, "1,000");
    await trader.ticket.getByRole("button", { name: "3×", exact: true }).click();
    const label = `Open long ${symbol}`;
    await trader.sendOrder(trader.order(label), label);
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
    const clicks = await page.evaluate(() => globalThis.clicks);
    assert(clicks <= CLICKS_MAX, `it takes ${clicks} clicks`);
    await until("the position", async () => {
      const [account] = await trader.user("margin-accounts");
      return account.positions.length === 1;
    });
    assertEqual(await page.getByText("No open positions").count(), 0, "words of no position");
    return `${clicks} clicks, ${seconds} s`;
  }
}

export const flow = {
  name: "first-trade",
  platform: "calm",
  create: (kit) => {
    const first = new FirstTrade(kit);
    return { steps: first.steps(), end: () => first.end() };
  },
};

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Watch } from "../browser.mjs";
import { screenshot } from "../look.mjs";
import { Platform } from "../platform.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { Trader } from "../trading.mjs";

/** A day in ten seconds: slow enough to see the approach, fast enough to wait for the end. */
const RATE = 8_640;
const END_MAX_MS = 240_000;
const START_USD = 200;
/** Of each month to the one before: a fall of about one percent a day, within the print band. */
const MONTHLY = 0.72;
const CITY = "Falling City, TX";

/** The files of a data directory with one market, whose price falls month by month from 2014-11 on. */
function writeFallingMarket(directory) {
  const months = [];
  for (let index = 0; index < 30; index += 1) {
    const [year, month] = [2013 + Math.floor(index / 12), (index % 12) + 1];
    const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const date = `${year}-${String(month).padStart(2, "0")}-${lastDay}`;
    const falls = Math.max(0, index - 21);
    months.push(`${date},7,${(START_USD * MONTHLY ** falls).toFixed(4)}`);
  }
  const files = {
    "markets.csv":
      "region_id,code,region_name,state,size_rank,lat,lon,city_lat,city_lon\n" +
      `7,FALL,"${CITY}",TX,3,30.27,-97.74,30.27,-97.74\n`,
    "ppsf_metro_monthly_spliced.csv": `date,region_id,ppsf_usd\n${months.join("\n")}\n`,
    "activity_metro_monthly.csv":
      "date,region_id,for_sale_inventory,sales_count,months_of_inventory,sales_volume_usd\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

/** A liquidation as its owner sees it, on a platform of its own whose only market falls. */
class LiquidationFlow {
  #browser;
  #data = mkdtempSync(join(tmpdir(), "acre-data-"));
  #platform;
  #watch;
  #trader;
  #before;

  constructor({ browser }) {
    this.#browser = browser;
    this.#platform = new Platform(RATE, { ACRE_DATA_DIR: this.#data });
    this.#watch = new Watch(this.#platform);
    const kit = { browser: this.#browser, watch: this.#watch, platform: this.#platform };
    this.#trader = new Trader(kit);
  }

  steps() {
    return {
      "start a platform whose market falls": () => this.#start(),
      "open a long near the largest leverage": () => this.#openLong(),
      "the page warns while the liquidation comes near": () => this.#approach(),
      "the page shows the liquidation when it happens": () => this.#happens(),
      "afterwards the page shows what is left": () => this.#afterwards(),
      "look at the accounts page after a liquidation": () =>
        this.#trader.look("/accounts", "accounts-liquidated", seesLiquidation),
      "no console error, page error or foreign host": () => this.#watch.settle(),
    };
  }

  async end() {
    await this.#trader.end();
    await this.#platform.end();
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #start() {
    writeFallingMarket(this.#data);
    await this.#platform.start();
    const { markets } = await this.#trader.express("/market/search");
    assertEqual(markets.map(({ symbol }) => symbol).join(), "FALL", "markets");
  }

  async #account() {
    const [account] = await this.#trader.user("margin-accounts");
    return account;
  }

  async #openLong() {
    const { page, ticket } = await this.#ready();
    await ticket.getByRole("slider").fill("930");
    const label = "Open long FALL";
    await this.#trader.sendOrder(this.#trader.order(label), label);
    this.#before = await this.#account();
    const [position] = this.#before.positions;
    assert(position.liquidationPrice !== null, "a position that can not be liquidated");
    await page.getByRole("list", { name: "Lines on the chart" }).getByText("Liquidation").waitFor();
    return `health ${this.#before.healthRatio}, leverage ${this.#before.leverageMultiple}`;
  }

  async #ready() {
    const page = await this.#trader.open("/trade/FALL");
    await this.#trader.connect();
    await this.#trader.takeTestMoney();
    await page.getByRole("button", { name: "Deposit to start trading" }).click();
    await this.#trader.createAccount("Risky", "1,000");
    return { page, ticket: this.#trader.ticket };
  }

  async #approach() {
    const panel = this.#trader.page.getByRole("region", { name: "Account", exact: true });
    const warning = panel.getByRole("status").filter({ hasText: /close to liquidation/ });
    await warning.waitFor({ timeout: END_MAX_MS });
    const colour = await warning.evaluate((element) => getComputedStyle(element).borderLeftColor);
    const tokens = await this.#trader.page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return ["--warn", "--liquidation"].map((name) => style.getPropertyValue(name).trim());
    });
    assert(tokens.map(toRgb).includes(colour), `the warning's colour is ${colour}`);
    await screenshot(this.#trader.page, "liquidation-approach");
    return await warning.innerText();
  }

  async #happens() {
    const { page } = this.#trader;
    const toast = page.locator("[data-sonner-toast]", { hasText: "Risky was liquidated" });
    const panel = page.getByRole("region", { name: "Account", exact: true });
    // For 24 hours, two seconds here: looked for from before, a busy machine sees it too late.
    await Promise.all([
      toast.waitFor({ timeout: END_MAX_MS }),
      panel.getByText("liquidated", { exact: true }).waitFor({ timeout: END_MAX_MS }),
      until(
        "wasRecentlyLiquidated",
        async () => (await this.#account()).wasRecentlyLiquidated === true,
        { within_ms: END_MAX_MS },
      ),
    ]);
    await screenshot(page, "liquidation-toast");
    await page.getByRole("tab", { name: "Liquidations" }).click();
    const row = page.getByRole("tabpanel").getByRole("row").filter({ hasText: "FALL" }).first();
    await row.waitFor();
    const rows = await this.#trader.user("history/liquidation");
    assert(rows.length > 0, "no liquidation in the history");
    return `${rows.length} pieces, first at ${rows.at(-1).indexPrice} raw`;
  }

  async #afterwards() {
    const { page } = this.#trader;
    const account = await this.#account();
    const size = Number(account.positions[0]?.openInterest.size ?? 0);
    const before = Number(this.#before.positions[0].openInterest.size);
    assert(size < before, `the position is still ${size} of ${before}`);
    const panel = page.getByRole("region", { name: "Account", exact: true });
    await until("the server's collateral on the page", async () => {
      const { marginCollateral } = await this.#account();
      const cents = (Math.round(Number(marginCollateral) / 1e4) / 100).toLocaleString("en-US", {
        minimumFractionDigits: 2,
      });
      return (await panel.innerText()).includes(cents);
    });
    await screenshot(page, "liquidation-after");
    return `${size} of ${before} raw left, collateral ${account.marginCollateral}`;
  }
}

function toRgb(hex) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}

async function seesLiquidation(page) {
  const list = page.getByRole("region", { name: "Liquidations" }).first();
  await list.getByText("FALL").first().waitFor();
}

export const flow = {
  name: "liquidation",
  platform: "quick",
  isLong: true,
  idle: [
    "the page warns while the liquidation comes near",
    "the page shows the liquidation when it happens",
  ],
  create: (kit) => {
    const liquidation = new LiquidationFlow(kit);
    return { steps: liquidation.steps(), end: () => liquidation.end() };
  },
};

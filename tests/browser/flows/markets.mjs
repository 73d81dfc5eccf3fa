import { readFileSync } from "node:fs";
import { assert, assertEqual, until } from "../steps.mjs";
import { User } from "../user.mjs";
import { checkHousing } from "./markets/housing.mjs";
import { checkSpecification } from "./markets/specification.mjs";

const RATE_E12 = 12;
/** More than the list draws as a whole. */
const MANY = 300;
const DRAWN_MAX = 80;
/** What the browser says of an answer that there is no such market; each look meets it. */
const MISSING = /404.*market\/NOPE/;

/** The list of markets with its map, and one market's page, against what the API says. */
class Markets {
  #user;
  #watch;
  #markets = [];

  constructor(kit) {
    this.#user = new User(kit);
    this.#watch = kit.watch;
  }

  get #page() {
    return this.#user.page;
  }

  get #list() {
    return this.#page.getByRole("region", { name: "Market list" });
  }

  steps() {
    return {
      "the list has every market of the exchange": () => this.#open(),
      "search, and nothing found": () => this.#search(),
      "filters leave what the API leaves": () => this.#filter(),
      "sort by a figure": () => this.#sort(),
      "a collection in the order of its ranking": () => this.#collection(),
      "favorites stay after a reload": () => this.#favourites(),
      "the address brings everything back": () => this.#address(),
      "the map zooms within bounds": () => this.#zoom(),
      "dots that pile up are a number that zooms in": () => this.#group(),
      "a market by the pointer on the map": () => this.#pointer(),
      "a market by the keys on the map": () => this.#keys(),
      "the page of a market says what the API says": () => this.#detail(),
      "what can happen, by the past of the index": () => this.#past(),
      "housing statistics that are published": () => this.#statistics(),
      "windows and files of the index": () => this.#windows(),
      "markets side by side from a common start": () => this.#compare(),
      "the map of correlations by keys, and the same as a list": () => this.#correlations(),
      "a market that does not exist": () => this.#notFound(),
      "a long list draws only what is shown": () => this.#longList(),
      "look at the list of markets": () => this.#user.look("/", "markets-map", seesList),
      "look at a filtered list without result": () =>
        this.#user.look("/?q=nowhere", "markets-empty", (page) =>
          page.getByText("No market matches “nowhere”").waitFor(),
        ),
      "look at a market": () =>
        this.#user.look(`/market/${this.#markets[0].symbol}`, "market", seesMarket),
      "look at a comparison": () =>
        this.#user.look("/compare", "compare", (page) =>
          page.getByRole("grid", { name: "Correlations" }).waitFor(),
        ),
      "look at a market that does not exist": () => {
        this.#watch.expectAny(MISSING);
        return this.#user.look("/market/NOPE", "market-missing", (page) =>
          page.getByRole("heading", { name: "Market “NOPE” not found" }).waitFor(),
        );
      },
    };
  }

  end() {
    return this.#user.end();
  }

  /** The symbols of the rows in their order. */
  #shown() {
    return this.#list
      .locator("tbody tr[data-market]")
      .evaluateAll((rows) => rows.map((row) => row.dataset.market));
  }

  async #awaitShown(what, symbols) {
    const wanted = symbols.join();
    await until(what, async () => {
      const shown = (await this.#shown()).join();
      if (shown !== wanted) throw new Error(`${shown.slice(0, 60)} for ${wanted.slice(0, 60)}`);
      return true;
    });
  }

  /** What the search answers, by name. */
  async #found(query) {
    const { markets } = await this.#user.express(`/market/search?limit=200&sort=name&${query}`);
    return markets.sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Sorts the list by name, so that no trade changes its order. */
  async #byName() {
    const head = this.#list.getByRole("columnheader", { name: "Market" });
    await head.getByRole("button").click();
    await until("the order by name", async () =>
      ["ascending", "descending"].includes(await head.getAttribute("aria-sort")),
    );
    if ((await head.getAttribute("aria-sort")) === "descending") {
      await head.getByRole("button").click();
    }
  }

  #parameter(name) {
    return new URL(this.#page.url()).searchParams.get(name);
  }

  async #open() {
    await this.#user.open("/");
    this.#markets = await this.#found("");
    const head = this.#list.getByRole("columnheader", { name: "Open interest" });
    assertEqual(await head.getAttribute("aria-sort"), "descending", "the most active come first");
    await this.#byName();
    await this.#awaitShown(
      "all markets",
      this.#markets.map(({ symbol }) => symbol),
    );
    const count = this.#page.getByRole("status").filter({ hasText: "of" });
    assertEqual(
      await count.innerText(),
      `${this.#markets.length} of ${this.#markets.length}`,
      "the count",
    );
    return `${this.#markets.length} markets`;
  }

  async #search() {
    const box = this.#page.getByRole("searchbox", { name: "Search markets" });
    const [wanted] = this.#markets;
    await box.fill(`  ${wanted.symbol.toLowerCase()} `);
    const same = (market) =>
      `${market.name} ${market.symbol} ${market.state ?? ""}`
        .toLowerCase()
        .includes(wanted.symbol.toLowerCase());
    await this.#awaitShown(
      "the market searched for",
      this.#markets.filter(same).map(({ symbol }) => symbol),
    );
    await until("the address", () => this.#parameter("q") === wanted.symbol.toLowerCase());
    await box.fill("nowhere at all");
    await this.#page.getByText("No market matches “nowhere at all”").waitFor();
    await this.#page.getByRole("button", { name: "Clear", exact: true }).click();
    await this.#awaitShown(
      "all markets again",
      this.#markets.map(({ symbol }) => symbol),
    );
    assertEqual(await box.inputValue(), "", "the search box");
  }

  async #filter() {
    const { state, tags } = this.#markets.find((market) => market.tags.length > 0);
    for (const [label, value, query] of [
      ["State", state, `state=${state}`],
      ["Tag", tags[0], `tags=${encodeURIComponent(tags[0])}`],
    ]) {
      await this.#page.getByRole("combobox", { name: label, exact: true }).selectOption(value);
      await this.#awaitShown(
        `the markets with ${label} ${value}`,
        (await this.#found(query)).map(({ symbol }) => symbol),
      );
      assertEqual(this.#parameter(label.toLowerCase()), value, "the address");
      await this.#page.getByRole("button", { name: "Clear", exact: true }).click();
    }
    const fell = this.#markets.filter(({ change1y }) => change1y !== null && Number(change1y) < 0);
    await this.#page.getByRole("combobox", { name: "1-year change" }).selectOption("down");
    await until("the markets that fell", async () => {
      const shown = await this.#shown();
      const isEmpty = await this.#page.getByText("No market found").isVisible();
      return fell.length === 0 ? isEmpty : shown.length === fell.length;
    });
    await this.#page.getByRole("button", { name: "Clear", exact: true }).click();
    return `${fell.length} fell`;
  }

  async #sort() {
    const head = this.#list.getByRole("columnheader", { name: "Index" });
    await head.getByRole("button").click();
    assertEqual(await head.getAttribute("aria-sort"), "descending", "the first click");
    await until("prices to fall from row to row", async () => {
      const prices = await this.#list
        .locator("tbody tr[data-market] td:nth-child(3)")
        .allInnerTexts();
      const values = prices.map((text) => Number(text.replace(/[$,]/g, "")));
      return values.every((value, index) => index === 0 || value <= values[index - 1]);
    });
    await head.getByRole("button").click();
    assertEqual(await head.getAttribute("aria-sort"), "ascending", "the second click");
    assertEqual(this.#parameter("order"), "asc", "the address");
  }

  async #collection() {
    const collection = this.#page.getByRole("combobox", { name: "Collection" });
    await collection.selectOption({ label: "New" });
    const { marketMetadata } = await (
      await fetch(`${this.#user.platform.url}/api/v1/collections/new`)
    ).json();
    await this.#awaitShown(
      "the collection",
      marketMetadata.map(({ symbol }) => symbol),
    );
    assertEqual(this.#parameter("collection"), "new", "the address");
    await collection.selectOption({ label: "All markets" });
  }

  async #favourites() {
    const { symbol, name } = this.#markets[1];
    const star = this.#page.getByRole("button", { name: `Favorite ${name}`, exact: true });
    await star.click();
    await this.#page.reload();
    const collection = this.#page.getByRole("combobox", { name: "Collection" });
    await collection.selectOption({ label: "★ Favorites" });
    await this.#awaitShown("the favourite", [symbol]);
    assertEqual(await star.getAttribute("aria-pressed"), "true", "the star");
    await star.click();
    await this.#page.getByText("No favorites").waitFor();
    await collection.selectOption({ label: "All markets" });
  }

  async #address() {
    const { name } = this.#markets[0];
    const city = name.split(",")[0].toLowerCase();
    await this.#user.goto(`/?q=${encodeURIComponent(city)}&sort=price&order=desc&window=1m`);
    await until("the search in the box", async () => {
      const box = this.#page.getByRole("searchbox", { name: "Search markets" });
      return (await box.inputValue()) === city;
    });
    await this.#page.getByRole("radio", { name: "30 days", exact: true, checked: true }).waitFor();
    const head = this.#list.getByRole("columnheader", { name: "Index" });
    assertEqual(await head.getAttribute("aria-sort"), "descending", "the order");
    await this.#user.goto("/");
  }

  get #map() {
    return this.#page.getByRole("group", { name: "Map of markets" });
  }

  async #width() {
    const box = await this.#map.locator("svg[viewBox]").first().getAttribute("viewBox");
    return Number(box.split(" ")[2]);
  }

  async #zoom() {
    await this.#map.locator("circle").first().waitFor();
    const whole = await this.#width();
    await this.#map.getByRole("button", { name: "Zoom in" }).click();
    await until("a closer look", async () => (await this.#width()) < whole * 0.7);
    await this.#map.focus();
    for (let press = 0; press < 12; press += 1) await this.#page.keyboard.press("+");
    const closest = await this.#width();
    for (let press = 0; press < 12; press += 1) await this.#page.keyboard.press("Shift+ArrowLeft");
    for (let press = 0; press < 14; press += 1) await this.#page.keyboard.press("-");
    const out = this.#map.getByRole("button", { name: "Zoom out" });
    await until("the whole map", () => out.isDisabled());
    // The map's box may have changed since the page was opened: the end is what counts.
    const all = await this.#width();
    assert(closest > all / 13 && closest < all / 4, `zoomed in to ${closest} of ${all}`);
  }

  async #group() {
    const groups = this.#map.locator("circle[data-group]");
    await groups.first().waitFor();
    const [whole, dots] = [await this.#width(), await this.#map.locator("circle").count()];
    const lead = await groups.first().getAttribute("data-market");
    await groups.first().click();
    await until("a closer look", async () => (await this.#width()) < whole);
    await this.#map.locator(`circle[data-market="${lead}"]:not([data-group])`).waitFor();
    const apart = await this.#map.locator("circle").count();
    assert(apart > dots, `${apart} dots where there were ${dots}`);
    await this.#map.getByRole("button", { name: "Show the whole map" }).click();
    await until("the whole map", async () => (await this.#width()) === whole);
    return `${dots} dots, then ${apart}`;
  }

  async #pointer() {
    const dot = this.#map.locator("circle[data-market]").last();
    const symbol = await dot.getAttribute("data-market");
    const market = this.#markets.find((one) => one.symbol === symbol);
    await dot.hover();
    await this.#map.getByText(market.name, { exact: true }).waitFor();
    const row = this.#list.locator(`tr[data-market="${symbol}"]`);
    await until("the row to be shown", () => row.isVisible());
    await row.hover();
    await until("the dot of the row to be marked", async () => {
      const stroke = await dot.getAttribute("stroke");
      return stroke === "var(--focus)";
    });
    await dot.click();
    await this.#page.waitForURL(`**/market/${symbol}`);
    await this.#page.getByRole("heading", { level: 1, name: market.name }).waitFor();
    return market.name;
  }

  async #keys() {
    await this.#user.goto("/");
    await this.#map.locator("circle").first().waitFor();
    await this.#map.focus();
    await this.#page.keyboard.press("ArrowRight");
    const card = this.#map.getByRole("link", { name: /^Open / });
    await card.waitFor();
    const first = await card.innerText();
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      await this.#page.keyboard.press(key);
      if ((await card.innerText()) !== first) break;
    }
    const there = (await card.innerText()).replace("Open ", "");
    assert(`Open ${there}` !== first, "the arrows went nowhere");
    await this.#page.keyboard.press("Enter");
    await this.#page.waitForURL(`**/market/${there}`);
    return there;
  }

  #panel(name) {
    return this.#page.getByRole("region", { name, exact: true });
  }

  /** The value beside a label of a panel. */
  #fact(panel, label) {
    const line = this.#panel(panel).locator("dl > div", {
      has: this.#page.getByText(label, { exact: true }),
    });
    return line.locator("dd").innerText();
  }

  async #detail() {
    const { symbol, name } = this.#markets[0];
    await this.#user.goto(`/market/${symbol.toLowerCase()}`);
    await seesMarket(this.#page);
    const wire = await this.#user.express(`/market/${symbol}`);
    const figures = this.#page.getByLabel(name, { exact: true });
    await until("the change of a year as the API has it", async () => {
      const { change1y } = await this.#user.express(`/market/${symbol}`);
      const text = await figures.innerText();
      return text.includes(percent(change1y).replace("-", "").slice(0, -1));
    });
    assertEqual(
      await this.#fact("Positions and limits", "Max leverage"),
      `${Number(wire.maxLeverageMultiple).toFixed(2)}×`,
      "the leverage",
    );
    const count = await checkSpecification(this.#page, wire.specification);
    await this.#page.getByRole("link", { name: `Trade ${symbol}` }).waitFor();
    return `${count} parameters`;
  }

  async #past() {
    const { symbol } = this.#markets[0];
    await this.#page.getByRole("link", { name: "What can happen", exact: true }).click();
    const panel = this.#panel("What can happen");
    await panel.getByText("Largest fall", { exact: true }).waitFor();
    const wire = await this.#user.express(`/market/${symbol}/past`);
    assert(wire.months >= wire.monthsNeeded, `${wire.months} months`);
    const figure = (text) => `${text < 0 ? "−" : "+"}${Math.abs(100 * text).toFixed(1)}%`;
    for (const [label, move] of [
      ["Largest fall", wire.largestFall],
      ["Worst 12 months", wire.year.worst],
      ["Best 12 months", wire.year.best],
    ]) {
      const said = await this.#fact("What can happen", label);
      assert(said.startsWith(figure(Number(move.change))), `${label}: ${said}, ${move.change}`);
    }
    const counts = this.#panel("Would have been liquidated");
    const rows = counts.locator("tbody tr");
    assertEqual(await rows.count(), wire.liquidations.length / 2, "the leverages");
    for (const [name, gone, of] of [
      ["Within a year", "withinYear", "yearEntries"],
      ["Until today", "toDate", "entries"],
    ]) {
      await counts.getByRole("radio", { name }).click();
      const [long, short] = wire.liquidations.slice(-2);
      const text = await rows.last().innerText();
      for (const one of [long, short]) {
        assert(text.includes(`${one[gone]} of ${one[of]}`), `${name}: ${text}`);
      }
    }
    return `${wire.months} months`;
  }

  #statistics() {
    return checkHousing(this.#user, this.#markets[0].symbol);
  }

  async #windows() {
    const { symbol } = this.#markets[0];
    const panel = this.#panel("Index");
    await panel.getByRole("radio", { name: "All", exact: true }).click();
    const save = panel.getByRole("button", { name: "Save Index as CSV" });
    await until("the chart", () => save.isEnabled());
    const [download] = await Promise.all([this.#page.waitForEvent("download"), save.click()]);
    assertEqual(download.suggestedFilename(), `${symbol.toLowerCase()}-index-all.csv`, "the name");
    const [head, ...rows] = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n");
    assertEqual(head, "time,index_price_usd", "the head");
    const { points } = await this.#user.express(`/market/${symbol}/price-feed?window=all`);
    assert(Math.abs(points.length - rows.length) <= 1, `${rows.length} rows of ${points.length}`);
    const [first] = points;
    assertEqual(
      rows[0],
      `${new Date(first.timestamp * 1000).toISOString()},${plain(first.value, 8)}`,
      "the first row",
    );
    return `${rows.length} rows`;
  }

  async #compare() {
    const [one, other, third] = this.#markets.map(({ symbol }) => symbol);
    await this.#user.goto(`/compare?m=${one},${other}`);
    const panel = this.#panel("Rebased to 100");
    await panel.getByRole("region", { name: "Spread" }).waitFor();
    await panel.getByLabel("Add a market").selectOption(third);
    await panel.getByRole("link", { name: third, exact: true }).waitFor();
    const start = "2005-03-04";
    const query = `start=${Date.parse(start) / 1000}`;
    const [answer] = await Promise.all([
      this.#page.waitForResponse((response) => response.url().includes(query)),
      panel.getByLabel("From").fill(start),
    ]);
    const { markets } = await answer.json();
    await panel.getByText("Since Mar 4, 2005").waitFor();
    const rows = await panel
      .getByRole("table", { name: "The compared markets today" })
      .locator("tbody tr")
      .allInnerTexts();
    const last = markets.map(({ values }) => Number(values.at(-1)));
    assertEqual(rows.length, 3, "the markets");
    for (const [at, value] of last.entries()) {
      assert(rows[at].includes(value.toFixed(1)), `${rows[at]}, not ${value}`);
    }
    const spread = await panel.getByRole("region", { name: "Spread" }).innerText();
    const points = Math.abs(last[0] - last[1]).toFixed(1);
    assert(spread.includes(`${points} points today`), `${spread}, not ${points}`);
    await panel.getByRole("button", { name: `Remove ${other}` }).click();
    await panel.getByRole("link", { name: other, exact: true }).waitFor({ state: "detached" });
    const address = decodeURIComponent(this.#page.url());
    assert(address.endsWith(`/compare?m=${one},${third}&start=${start}`), address);
    return `${one}, ${other}, ${third}`;
  }

  async #correlations() {
    const wire = await this.#user.express("/market/correlations");
    const panel = this.#panel("Correlations");
    const grid = panel.getByRole("grid", { name: "Correlations" });
    assertEqual(await grid.locator("tbody td").count(), wire.markets.length ** 2, "the cells");
    const shown = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
    const at = async (row, column) => {
      const said = await panel.locator("[aria-live]").innerText();
      const names = `${wire.markets[row].name} and ${wire.markets[column].name}`;
      assertEqual(said, `${shown(Number(wire.rows[row][column]))} ${names}`, "the cell");
    };
    await at(0, 1);
    await grid.locator('td[tabindex="0"]').focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"]) {
      await this.#page.keyboard.press(key);
    }
    await at(2, 3);
    await this.#page.keyboard.press("End");
    await at(2, wire.markets.length - 1);
    assertEqual(await grid.locator('td[tabindex="0"]').count(), 1, "cells in the order of Tab");
    await panel.getByRole("radio", { name: "List" }).click();
    const rows = panel.locator("tbody tr");
    assertEqual(await rows.count(), wire.markets.length - 1, "the rows of the list");
    const best = wire.rows[2].filter((_, column) => column !== 2).map(Number);
    const first = await rows.first().innerText();
    assert(first.includes(shown(Math.max(...best))), first);
    await panel.getByRole("radio", { name: "Map" }).click();
    await panel.getByRole("button", { name: "Compare these two" }).click();
    const last = wire.markets.at(-1).symbol;
    await this.#panel("Rebased to 100").getByRole("link", { name: last, exact: true }).waitFor();
    return `${wire.markets.length} markets, ${wire.quarters} quarters`;
  }

  async #notFound() {
    this.#watch.expect(MISSING);
    await this.#user.goto("/market/NOPE");
    await this.#page.getByRole("heading", { level: 1, name: "Market “NOPE” not found" }).waitFor();
    await this.#page.getByRole("main").getByRole("link", { name: "All markets" }).click();
    await this.#list.locator("tbody tr[data-market]").first().waitFor();
  }

  async #longList() {
    // The server knows nothing of cities that are made up.
    this.#watch.expectAny(/status of 404 .*(market\/X\d+\/price-feed|acre-infos)/);
    await this.#page.route("**/express/v1/market/search?*", async (route) => {
      const answer = await (await route.fetch()).json();
      const markets = Array.from({ length: MANY }, (_, index) => ({
        ...answer.markets[index % answer.markets.length],
        acreId: 9_000_000 + index,
        marketId: null,
        symbol: `X${index}`,
        name: `A city with a name that is longer than its column ${String(index).padStart(3, "0")}, TX`,
        openInterest: "987654321987654321",
      }));
      await route.fulfill({ json: { markets, nextCursor: null, total: MANY } });
    });
    await this.#user.goto("/");
    await this.#list.locator('tr[data-market="X0"]').waitFor();
    const drawn = (await this.#shown()).length;
    assert(drawn > 5 && drawn < DRAWN_MAX, `${drawn} rows of ${MANY} are drawn`);
    await this.#list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await this.#list.locator(`tr[data-market="X${MANY - 1}"]`).waitFor();
    const excess = await this.#page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert(excess <= 0, `long names widen the page by ${excess} px`);
    await this.#page.unroute("**/express/v1/market/search?*");
    return `${drawn} of ${MANY} rows drawn`;
  }
}

/** A raw amount as its exact decimal, without trailing zeros. */
function plain(raw, decimals) {
  const digits = raw.padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, "");
}

/** A rate of the wire as a percentage of two digits, as the page rounds it: half away from zero. */
function percent(rate) {
  const [whole, fraction = ""] = rate.replace("-", "").split(".");
  const raw = BigInt(whole + fraction.padEnd(RATE_E12, "0"));
  const hundredths = (raw + 50_000_000n) / 100_000_000n;
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}%`;
  return rate.startsWith("-") ? `-${text}` : text;
}

async function seesList(page) {
  const list = page.getByRole("region", { name: "Market list" });
  await list.locator("tbody tr[data-market]").first().waitFor();
  await page.locator("circle[data-market]").first().waitFor();
}

async function seesMarket(page) {
  await page
    .getByRole("region", { name: "Index", exact: true })
    .locator("canvas")
    .first()
    .waitFor();
  await page.getByRole("region", { name: "Positions and limits" }).waitFor();
}

export const flow = {
  name: "markets",
  platform: "calm",
  create(kit) {
    const markets = new Markets(kit);
    return { steps: markets.steps(), end: () => markets.end() };
  },
};

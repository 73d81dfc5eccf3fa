import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { output } from "../paths.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { User } from "../user.mjs";

const BAD_FIELDS = [
  ["Leverage", "0.5", "Leverage is at least 1×."],
  ["Leverage", "99", /^Max leverage here is \d+×\.$/],
  ["Leverage", "1e5", "Write the number out, without an exponent."],
  ["Living area", "1,5", "Enter a number, e.g. 1,500.50."],
  ["Living area", "1.5", "Enter a whole number."],
  ["Living area", "１００", "Use the digits 0 to 9."],
  ["Living area", "1000001", "At most 1,000,000."],
  ["Vacancy", "101", "At most 100%."],
  ["Mortgage rate, annual", "-1", "Enter 0 or more."],
];

/** The deal page against the API: what it asks, what it shows, on paper and as a file. */
class Deals {
  #user;
  #symbol = "";

  constructor(kit) {
    this.#user = new User(kit);
  }

  steps() {
    return {
      "a link with all inputs opens their deal": () => this.#open(),
      "the figures are those of the API": () => this.#compare(),
      "a change is asked for once and the address follows": () => this.#change(),
      "a rate is changed in per cent and set back": () => this.#rate(),
      "what the API would refuse is refused in words, and not asked": () => this.#refuse(),
      "an index with too little history shows a notice and alternatives": () => this.#tooYoung(),
      "a short is compared with holding nothing": () => this.#short(),
      "the file has the exact figures": () => this.#save(),
      "on paper it is two pages, black on white": () => this.#print(),
      "look at the deal": () =>
        this.#user.look(this.#path("leverage=5&timeframe=1y"), "deal", (page) => seesDeal(page)),
      "look at a deal with a wrong field": () =>
        this.#user.look(this.#path("leverage=abc&mortgageRate=0.04"), "deal-wrong", (page) =>
          page.getByText("Nothing to calculate yet").waitFor(),
        ),
    };
  }

  end() {
    return this.#user.end();
  }

  #path(search) {
    return `/deal-analysis?market=${this.#symbol}&${search}`;
  }

  /** The deal that the page's address names, as the API answers it. */
  #answer() {
    const search = new URL(this.#user.page.url()).searchParams;
    search.delete("market");
    return this.#user.express(`/deal-analysis/${this.#symbol}?${search}`);
  }

  async #open() {
    const { markets } = await this.#user.express("/market/search?limit=2&sort=name&order=asc");
    this.#symbol = markets[1].symbol;
    const page = await this.#user.open(
      this.#path("timeframe=3m&leverage=3&sqft=2000&side=long&mortgageRate=0.0425"),
    );
    await seesDeal(page);
    assertEqual(await field(page, "Leverage").inputValue(), "3", "leverage");
    assertEqual(await field(page, "Living area").inputValue(), "2000", "area");
    assertEqual(await field(page, "Mortgage rate, annual").inputValue(), "4.25", "per cent");
    assertEqual(await page.getByLabel("Holding time", { exact: true }).inputValue(), "3m", "time");
    return this.#symbol;
  }

  /** A print between the page's request and ours changes all figures, so both are asked again. */
  async #compare() {
    const { page } = this.#user;
    await until("the page to show what the API answers", async () => {
      await page.reload();
      await seesDeal(page);
      const found = await this.#answer();
      const shown = await page.getByLabel("Net return").innerText();
      const owning = page.getByRole("region", { name: "Costs of owning" }).first();
      const costs = await owning.innerText();
      const wanted = [
        [shown, percent(found.netReturn.acrePercentage)],
        [shown, percent(found.netReturn.physicalPercentage)],
        [shown, dollars(found.netReturn.acreDollars)],
        [costs, dollars(found.physicalTotalCosts)],
        [costs, dollars(found.breakdown.physical.interest)],
      ];
      const missing = wanted.find(([text, part]) => !text.includes(part));
      if (missing !== undefined) throw new Error(`“${missing[1]}” is not in “${missing[0]}”`);
      return true;
    });
  }

  async #change() {
    const { page } = this.#user;
    const asked = [];
    const note = (request) => {
      if (/deal-analysis\/[^/]+\?/.test(request.url())) asked.push(request.url());
    };
    page.on("request", note);
    const area = field(page, "Living area");
    await area.fill("");
    await area.fill("2500");
    await page.waitForURL(/sqft=2500/);
    await page.getByText(/2,500 sq ft, long at 3×/).waitFor();
    page.off("request", note);
    assertEqual(asked.length, 1, `requests (${asked})`);
    await this.#user.goto(this.#path("timeframe=3m&leverage=3&sqft=2500&side=long"));
    await seesDeal(page);
  }

  async #rate() {
    const { page } = this.#user;
    await page.getByText(/^Assumptions for owning/).click();
    await field(page, "Gross rent, annual").fill("7.5 %");
    await page.waitForURL(/rentYield=0\.075/);
    await page.getByText(/Gross rent, annual 7\.5%/).waitFor();
    await page.getByRole("button", { name: "Use default" }).click();
    await page.waitForURL((url) => !url.searchParams.has("rentYield"));
    await page.getByText(/Gross rent, annual 6%/).waitFor();
  }

  async #refuse() {
    const { page } = this.#user;
    const asked = [];
    const note = (request) => asked.push(request.url());
    page.on("request", note);
    for (const [label, text, words] of BAD_FIELDS) {
      const input = field(page, label);
      const before = await input.inputValue();
      await input.fill(text);
      await page.getByText(words).waitFor();
      await page.getByText("Nothing to calculate yet").waitFor();
      await input.fill(before);
      await seesDeal(page);
    }
    page.off("request", note);
    const wrong = asked.filter((url) => /leverage=(0\.5|99)|sqft=(1\.5|1000001)/.test(url));
    assertEqual(wrong.length, 0, `asked (${wrong})`);
  }

  async #tooYoung() {
    const { page } = this.#user;
    const found = await fetch(
      `${this.#user.platform.url}/express/v1/deal-analysis/${this.#symbol}?timeframe=10y`,
    );
    if (found.ok) return "this index is older than ten years";
    this.#user.watch.expect(/status of 409 .*deal-analysis\/[^/]+\?/);
    this.#user.watch.expect(/status of 409 .*sensitivity/);
    await page.getByLabel("Holding time", { exact: true }).selectOption("10y");
    await page.getByText(/is too young$/).waitFor();
    await page.getByRole("button", { name: /^Use \d+ (year|month)/ }).click();
    await seesDeal(page);
    return "409, with a notice";
  }

  async #short() {
    const { page } = this.#user;
    const side = page.getByRole("radiogroup", { name: "Side on Acre" });
    await side.getByRole("radio", { name: "▼ Short" }).click();
    await page.waitForURL(/side=short/);
    await page.getByText("Holding nothing").first().waitFor();
    await page.getByText("A short is compared with holding nothing.").waitFor();
    await side.getByRole("radio", { name: "▲ Long" }).click();
    await page.waitForURL(/side=long/);
    await seesDeal(page);
  }

  async #save() {
    const { page } = this.#user;
    await until("the file to have what the API answers", async () => {
      await page.reload();
      await seesDeal(page);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save as CSV" }).click(),
      ]);
      const name = `acre-deal-${this.#symbol.toLowerCase()}.csv`;
      assertEqual(download.suggestedFilename(), name, "file name");
      const rows = parseCsv(await readFile(await download.path(), "utf8"));
      assertEqual(rows[0].join(), "part,name,acre,owning", "heads");
      const ratio = rows.find(([, part]) => part === "net return (ratio)");
      const found = await this.#answer();
      assertEqual(ratio[2], found.netReturn.acrePercentage, "return on Acre");
      assertEqual(ratio[3], found.netReturn.physicalPercentage, "return of owning");
      assertEqual(rows.filter(([part]) => part === "assumption").length, 11, "assumptions");
      assert(rows.filter(([part]) => part === "sensitivity").length >= 28, "grid");
      return true;
    });
  }

  async #print() {
    const { page } = this.#user;
    const pdf = await page.pdf({ path: join(output, "deal.pdf"), format: "A4" });
    const pages = pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length ?? 0;
    assert(pages >= 1 && pages <= 2, `${pages} pages`);
    await page.emulateMedia({ media: "print" });
    try {
      assert(!(await field(page, "Leverage").isVisible()), "fields on paper");
      assert(!(await page.getByRole("navigation", { name: "Main" }).isVisible()), "menu on paper");
      assert(await page.getByRole("region", { name: "Result" }).isVisible(), "no result");
      const color = await page
        .getByRole("heading", { level: 1 })
        .evaluate((element) => getComputedStyle(element).color);
      assertEqual(color, "rgb(0, 0, 0)", "colour of the title on paper");
      await page.screenshot({ path: join(output, "deal-print.png"), fullPage: true });
    } finally {
      await page.emulateMedia({ media: null });
    }
    return `${pages} pages`;
  }
}

function seesDeal(page) {
  return page
    .getByText("Deal calculated")
    .and(page.getByRole("status"))
    .waitFor({ state: "attached" });
}

function field(page, name) {
  return page.getByRole("textbox", { name, exact: true });
}

/** A ratio as the page shows it: per cent with two digits, half away from zero. */
function percent(text) {
  const hundredths = Math.round(Math.abs(Number(text)) * 10_000);
  return `${(hundredths / 100).toFixed(2)}%`;
}

function dollars(raw) {
  const cents = (BigInt(raw.replace("-", "")) + 5_000n) / 10_000n;
  const whole = String(cents / 100n).replace(/\B(?=(\d{3})+$)/g, ",");
  return `$${whole}.${String(cents % 100n).padStart(2, "0")}`;
}

/** Rows of a file as RFC 4180 writes them. */
function parseCsv(text) {
  return text
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, 4)
        .map(([, cell]) => cell.replace(/^"|"$/g, "").replaceAll('""', '"')),
    );
}

export const flow = {
  name: "deals",
  platform: "calm",
  create(kit) {
    const deals = new Deals(kit);
    return { steps: deals.steps(), end: () => deals.end() };
  },
};

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkQuestionInView } from "../in-view.mjs";
import { valueBeside } from "../pages.mjs";
import { root } from "../paths.mjs";
import { CALM_RATE } from "../platform.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { User } from "../user.mjs";

const run = promisify(execFile);
const STREAM_MAX_MS = 10_000;
/** Close, the next print, a day of dispute time: three days of index time, on a busy machine. */
const PAYOUT_MAX_MS = 300_000;
const DAY_MS = 86_400_000 / CALM_RATE;
const POINT = 1_000_000n;
/** The looks at the open question must end before it closes. */
const OPEN_DAYS = process.env.ACRE_TEST_ALL_LOOKS ? 21 : 9;
const CLOSE_MAX_MS = OPEN_DAYS * DAY_MS + 60_000;

/** A command of the operator, signed with the platform's own key. */
async function operate(platform, ...words) {
  const python = join(root, ".venv", "bin", "python");
  await run(python, ["-m", "edge.cli", "admin", ...words], {
    cwd: root,
    env: { ...process.env, ACRE_HOME: platform.home },
  });
}

/** Asks a question about the first index. */
async function ask(platform, { title, strike, closes, resolves, acreId }) {
  const options = {
    title,
    description: "Asked by a test.",
    category: "test",
    rules: "The first index value at or after the time of resolution decides.",
    opens: "+0d",
    closes,
    resolves,
    strike,
    "acre-id": String(acreId),
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  await operate(platform, "create-prediction", ...words);
}

/** Two people at two browsers: an order, its match, a cancellation, the answer and the payout. */
class Predictions {
  #buyer;
  #seller;
  #kit;
  #about = {};
  marketId = 0;

  constructor(kit) {
    this.#kit = kit;
    this.#buyer = new User(kit);
    this.#seller = new User(kit);
  }

  steps() {
    return {
      "a question about an index is asked and shown among the open ones": () => this.#ask(),
      "two wallets join and get 10,000 points each": () => this.#takePart(),
      "the ticket refuses in words what the exchange would refuse": () => this.#refuse(),
      "a limit order rests and is seen in the other browser": () => this.#rest(),
      "a double click sends one order, and it is matched in part": () => this.#match(),
      "the rest is amended and canceled, its points come back": () => this.#cancel(),
      "an expired token is refreshed once and the order placed": () => this.#refresh(),
      "a market order takes what rests, and everybody sees the trades": () => this.#market(),
      "an order for some hours expires by itself": () => this.#forSomeHours(),
      "a question is withdrawn and paid at its last price": () => this.#void(),
      "look at the questions": () => this.#lookAtList(),
      "look at a question with a part of one's own": () => this.#lookAtQuestion(),
      "it closes, the index decides, and the winner is paid": () => this.#resolve(),
      "look at a paid question": () => this.#lookAtPaid(),
    };
  }

  async #ask() {
    const [page] = await Promise.all([this.#buyer.open("/predictions"), this.#seller.open("/")]);
    const { markets } = await this.#buyer.express("/market/search?limit=1&sort=name&order=asc");
    const [{ acreId, indexPrice }] = markets;
    const strike = (BigInt(indexPrice) / 2n / 10n ** 8n).toString();
    this.#about = { strike, acreId, closes: `+${OPEN_DAYS}d`, resolves: `+${OPEN_DAYS}d1h` };
    const title = `Will it hold half of its worth, asked at ${Date.now()}?`;
    await ask(this.#kit.platform, { ...this.#about, title });
    const card = page.getByRole("listitem").filter({ hasText: title });
    await card.waitFor({ timeout: 30_000 });
    const text = await card.innerText();
    assert(/no price yet/.test(text), "a price before any order");
    await card.getByRole("link", { name: title }).click();
    this.marketId = await openedQuestion(page, title);
    await valueBeside(page.getByRole("main"), "Target").getByText(/\$\d/).waitFor();
    await page.getByText("No trades yet").waitFor();
    await page.getByRole("tab", { name: "Probability" }).click();
    await page.getByText("Nothing has been traded yet").waitFor();
  }

  get #path() {
    return `/predictions/${this.marketId}`;
  }

  async #takePart() {
    await this.#seller.goto(this.#path);
    for (const user of [this.#buyer, this.#seller]) {
      await user.connect();
      await user.page.getByRole("button", { name: "Get 10,000 free points" }).click();
      await shownPoints(user, "10,000.00", "0.00");
    }
    const { portfolio } = await mine(this.#buyer, "/predictions/portfolio");
    assertEqual(portfolio.availablePoints, String(10_000n * POINT), "points of the grant");
  }

  async #refuse() {
    const { page } = this.#buyer;
    const box = orderBox(page);
    const cases = [
      ["100", "10", "The price must be from 1 to 99."],
      ["1.5", "10", "Enter a whole number."],
      ["40", "0", "Contracts must be from 1 to 100,000."],
      ["40", "9".repeat(30), "Amount too large."],
      ["99", "1000", "Needs 99,500.00 points; you have 10,000.00 available."],
    ];
    for (const [price, contracts, sentence] of cases) {
      await fill(box, price, contracts);
      await box.getByText(sentence).waitFor();
      assert(await box.locator("button[type=submit]").isDisabled(), `${price} can be sent`);
    }
  }

  async #rest() {
    const { page } = this.#buyer;
    await page.bringToFront();
    await place(page, "60", "10", "Buy 10 YES at 60");
    await said(page, "Order placed: buy 10 YES resting at 60. 600 points reserved.");
    await shownPoints(this.#buyer, "9,400.00", "600.00");
    await level(this.#seller.page, 60, "10");
    const text = await book(page).innerText();
    assert(/60\s*you/.test(text), `the own level is not marked: ${text}`);
  }

  async #match() {
    const { page } = this.#seller;
    await page.bringToFront();
    await book(page).getByRole("button", { name: "Use 60" }).click();
    const box = orderBox(page);
    assertEqual(await box.getByLabel("Price").inputValue(), "60", "the price that was picked");
    await box.getByRole("radio", { name: /^NO/ }).check();
    assertEqual(await box.getByLabel("Price").inputValue(), "40", "the same level as a NO price");
    await box.getByLabel("Contracts").fill("4");
    await box.getByRole("button", { name: "Buy 4 NO at 40" }).dblclick();
    // 200 raw points × 4 × 60 × 40, and four NO at 40.
    await said(page, "Bought 4 NO at 40 for 160 points. Fee 1.92 points.");
    const { orders } = await mine(this.#seller, "/predictions/orders?orderStatusFilter=all");
    assertEqual(orders.length, 1, "orders after a double click");
    await shownPoints(this.#seller, "9,838.08", "160.00");
    await shownPoints(this.#buyer, "9,400.00", "600.00");
    await level(this.#buyer.page, 60, "6");
    await position(this.#buyer, "4 YES", "240.00");
    await position(this.#seller, "4 NO", "160.00");
    const { positions } = await mine(this.#buyer, "/predictions/positions");
    assertEqual(positions[0].costPoints, String(240n * POINT), "cost by the API");
    for (const user of [this.#buyer, this.#seller]) await traded(user.page, "NO", 60, 4);
    await probability(this.#buyer.page).waitFor();
  }

  async #cancel() {
    const { page } = this.#buyer;
    await page.bringToFront();
    await page.getByRole("tab", { name: "Open orders" }).click();
    await page.getByRole("button", { name: "Amend" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Remaining contracts").fill("5");
    await dialog.getByRole("button", { name: "Change order" }).click();
    await dialog.waitFor({ state: "hidden" });
    await level(this.#seller.page, 60, "5");
    await shownPoints(this.#buyer, "9,460.00", "540.00");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByText("No open orders").waitFor();
    await this.#seller.page.getByText("No resting orders").waitFor();
    await shownPoints(this.#buyer, "9,760.00", "240.00");
  }

  async #refresh() {
    const { page } = this.#buyer;
    let refreshes = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/auth/refresh-token")) refreshes += 1;
    });
    await page.evaluate((key) => {
      const stored = JSON.parse(localStorage.getItem(key));
      localStorage.setItem(key, JSON.stringify({ ...stored, expirationTime: 1 }));
    }, `user_access_token_info_v2_${this.#buyer.address}`);
    await place(page, "20", "3", "Buy 3 YES at 20");
    await said(page, "Order placed: buy 3 YES resting at 20. 60 points reserved.");
    assertEqual(refreshes, 1, "refreshes");
  }

  async #market() {
    const { page } = this.#seller;
    await page.bringToFront();
    const box = orderBox(page);
    await box.getByRole("radio", { name: "Market" }).click();
    await box.getByRole("radio", { name: "NO 80" }).check();
    await box.getByLabel("Amount").fill("100");
    // One NO at 80, and 200 raw points × 80 × 20; a second one would pass 100.
    await box.getByText("Pay 80.32 → win 100 (+19.68)").waitFor();
    await box.getByRole("button", { name: "Buy 1 NO for 80.32" }).click();
    await said(page, "Bought 1 NO at 80 for 80 points. Fee 0.32 points.");
    await page.getByRole("status").getByText("Bought 1 NO at 80 for 80 points").first().waitFor();
    await shownPoints(this.#seller, "9,757.76", "240.00");
    await level(this.#buyer.page, 20, "2");
    for (const user of [this.#buyer, this.#seller]) await traded(user.page, "NO", 20, 1);
    const path = `/predictions/markets/${this.marketId}`;
    const { trades, nextCursor } = await this.#buyer.express(`${path}/trades`);
    assertEqual(
      JSON.stringify(trades.map((row) => [row.takerSide, row.yesPrice, row.contracts])),
      '[["no",20,1],["no",60,4]]',
      "trades of everybody",
    );
    assertEqual(nextCursor, null, "a cursor behind the last trade");
    const { open, close, volumeContracts } = await this.#buyer.express(`${path}/history`);
    assertEqual(`${open[0]} ${close.at(-1)}`, "60 20", "where the history begins and ends");
    assertEqual(
      volumeContracts.reduce((sum, count) => sum + count),
      5,
      "contracts traded",
    );
  }

  async #forSomeHours() {
    const { page } = this.#buyer;
    await page.bringToFront();
    const box = orderBox(page);
    await box.getByText("Order options").click();
    await box.getByLabel("Expires").selectOption({ label: "After some hours" });
    await box.getByLabel("Hours").fill("6");
    await place(page, "10", "2", "Buy 2 YES at 10");
    await said(page, "Order placed: buy 2 YES resting at 10. 20 points reserved.");
    await page.getByRole("tab", { name: "All orders" }).click();
    const row = page.getByRole("row").filter({ hasText: "Buy YES at 10" });
    await row.filter({ hasText: "expired" }).waitFor();
    await shownPoints(this.#buyer, "9,700.00", "300.00");
    await box.getByLabel("Expires").selectOption({ label: "Good till canceled" });
  }

  async #void() {
    const title = `Will this be withdrawn, asked at ${Date.now()}?`;
    await ask(this.#kit.platform, { ...this.#about, title });
    const { markets } = await this.#buyer.express("/predictions/markets?isResolvedFilter=false");
    const { marketId } = markets.find((market) => market.title === title);
    const path = `/predictions/${marketId}`;
    for (const [user, price, label] of [
      [this.#buyer, "30", "Buy 2 YES at 30"],
      [this.#seller, "70", "Buy 2 NO at 70"],
    ]) {
      await user.goto(path);
      await user.page.bringToFront();
      await user.page.getByRole("button", { name: /^Wallet / }).waitFor(); // a new ticket is empty
      const side = label.split(" ")[2];
      await orderBox(user.page)
        .getByRole("radio", { name: new RegExp(`^${side}`) })
        .check();
      await place(user.page, price, "2", label);
      await orderBox(user.page)
        .getByText(/2 YES resting|Bought 2 NO/)
        .waitFor();
    }
    await operate(this.#kit.platform, "void-prediction", "--market", String(marketId));
    await this.#buyer.page.getByText("YES paid 30, NO 70").waitFor();
    await position(this.#buyer, "2 YES", "60.00");
    await this.#buyer.look(path, "prediction-void", async (page) => {
      await page.getByText("This question is over").waitFor();
      await traded(page, "NO", 30, 2);
      await page.getByRole("row").filter({ hasText: "2 YES" }).waitFor();
    });
    for (const user of [this.#buyer, this.#seller]) await user.goto(this.#path);
    // What was paid came back; the taker's fee of 200 raw points × 2 × 70 × 30 did not.
    await shownPoints(this.#buyer, "9,700.00", "300.00");
    await shownPoints(this.#seller, "9,756.92", "240.00");
  }

  async #lookAtList() {
    await this.#buyer.look("/predictions", "predictions", async (page) => {
      await page.getByText("You hold 5 YES").waitFor();
      await page.getByText("9,700.00").waitFor();
    });
  }

  async #lookAtQuestion() {
    await this.#buyer.look(this.#path, "prediction", async (page) => {
      await level(page, 20, "2");
      await page.getByRole("button", { name: "Amend" }).waitFor();
      await page.getByRole("tab", { name: "Probability" }).click();
      await probability(page).waitFor();
    });
    await checkQuestionInView(this.#buyer.page);
  }

  async #resolve() {
    const { page } = this.#buyer;
    await fill(orderBox(page), "21", "1");
    await page.getByText("This question is closed for orders.").waitFor({ timeout: CLOSE_MAX_MS });
    assertEqual(await orderBox(page).getByLabel("Price").inputValue(), "21", "what was typed");
    await page.getByText("YES recorded, under review").first().waitFor({ timeout: 120_000 });
    await page.getByText("Resolved: YES").first().waitFor({ timeout: PAYOUT_MAX_MS });
    await shownPoints(this.#buyer, "10,240.00", "0.00");
    await shownPoints(this.#seller, "9,756.92", "0.00");
    await position(this.#buyer, "5 YES", "500.00");
    const { portfolio, realizedPnl } = await mine(this.#buyer, "/predictions/portfolio");
    assertEqual(portfolio.availablePoints, String(10_240n * POINT), "points after the payout");
    assertEqual(realizedPnl, String(240n * POINT), "what the buyer made");
  }

  async #lookAtPaid() {
    await this.#buyer.look(this.#path, "prediction-paid", async (page) => {
      await page.getByText("Resolved: YES").first().waitFor();
      await page.getByText("10,240.00").waitFor();
    });
  }

  async end() {
    await Promise.all([this.#buyer.end(), this.#seller.end()]);
  }
}

const orderBox = (page) => page.getByRole("form", { name: "Order" });
const book = (page) => page.getByRole("region", { name: "Levels of the book" });

const trades = (page) => page.getByRole("region", { name: "All trades" });

/** The line of what was traded, drawn. */
const probability = (page) =>
  page
    .getByRole("figure", { name: "The last traded price of YES over time" })
    .locator("canvas")
    .first();

/** The newest trade as the page lists it. */
async function traded(page, takerSide, yesPrice, contracts) {
  const row = trades(page).getByRole("row").nth(1);
  await row
    .filter({ hasText: new RegExp(`${takerSide}\\s*${yesPrice}\\s*${contracts}$`) })
    .waitFor();
}

/** The id of the question whose page has just been opened by its card. */
async function openedQuestion(page, title) {
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  return Number(new URL(page.url()).pathname.split("/").at(-1));
}

async function fill(box, price, contracts) {
  await box.getByRole("radio", { name: "Limit" }).click();
  await box.getByLabel("Price").fill(price);
  await box.getByLabel("Contracts").fill(contracts);
}

async function place(page, price, contracts, label) {
  const box = orderBox(page);
  await fill(box, price, contracts);
  await box.getByRole("button", { name: label, exact: true }).click();
}

/** The exchange's answer below the order box. */
async function said(page, sentence) {
  await orderBox(page).getByText(sentence).waitFor();
}

/** A level of the book by the stream: the contracts at a YES price. */
async function level(page, yesPrice, contracts) {
  await until(
    `${contracts} contracts at ${yesPrice} in the book`,
    async () => {
      const row = book(page).locator("tr", {
        has: page.getByRole("button", { name: `Use ${yesPrice}`, exact: true }),
      });
      return (await row.locator("td").nth(2).innerText({ timeout: 500 })) === contracts;
    },
    { within_ms: STREAM_MAX_MS },
  );
}

/** The two figures of the points as the page shows them. */
async function shownPoints(user, available, open) {
  const figures = user.page.getByLabel("Your points").first();
  await until(`${available} and ${open} points`, async () => {
    const text = await figures.innerText({ timeout: 1_000 });
    return text.includes(available) && text.includes(open);
  });
}

/** The wallet's row of contracts: how many and one of its figures. */
async function position(user, contracts, figure) {
  await user.page.getByRole("tab", { name: "Contracts" }).click();
  const row = user.page.getByRole("row").filter({ hasText: contracts });
  await row.filter({ hasText: figure }).waitFor();
}

/** A read of the express base that only its owner may do. */
async function mine(user, path) {
  const { token } = await user.stored("access");
  const response = await fetch(`${user.platform.url}/express/v1${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const body = await response.json();
  assert(response.ok, `${path} answered ${response.status}: ${body.message}`);
  return body;
}

export const flow = {
  name: "predictions",
  platform: "calm",
  isLong: true,
  idle: ["it closes, the index decides, and the winner is paid"],
  create: (kit) => {
    const predictions = new Predictions(kit);
    return { steps: predictions.steps(), end: () => predictions.end() };
  },
};

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../paths.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { User } from "../user.mjs";

const run = promisify(execFile);
const STREAM_MAX_MS = 10_000;
/** Close, the next print, a day of dispute time: three days of index time, on a busy machine. */
const PAYOUT_MAX_MS = 300_000;
const POINT = 1_000_000n;

/** Asks a question about the first index with the operator's own command. */
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
  const python = join(root, ".venv", "bin", "python");
  await run(python, ["-m", "edge.cli", "admin", "create-prediction", ...words], {
    cwd: root,
    env: { ...process.env, ACRE_HOME: platform.home },
  });
}

/** Two people at two browsers: an order, its match, a cancellation, the answer and the payout. */
class Predictions {
  #buyer;
  #seller;
  #kit;
  marketId = 0;

  constructor(kit) {
    this.#kit = kit;
    this.#buyer = new User(kit);
    this.#seller = new User(kit);
  }

  steps() {
    return {
      "a question about an index is asked and shown among the open ones": () => this.#ask(),
      "two wallets take part and get 10,000 points each": () => this.#takePart(),
      "the order box refuses in words what the exchange would refuse": () => this.#refuse(),
      "a limit order rests and is seen in the other browser": () => this.#rest(),
      "a double click sends one order, and it is matched in part": () => this.#match(),
      "the rest is amended and cancelled, its points come back": () => this.#cancel(),
      "an expired token is refreshed once and the order placed": () => this.#refresh(),
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
    const title = `Will it hold half of its worth, asked at ${Date.now()}?`;
    await ask(this.#kit.platform, { title, strike, acreId, closes: "+7d", resolves: "+7d1h" });
    const card = page.getByRole("listitem").filter({ hasText: title });
    await card.waitFor({ timeout: 30_000 });
    assert(/no price yet/.test(await card.innerText()), "a price before any order");
    await card.getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    this.marketId = Number(new URL(page.url()).pathname.split("/").at(-1));
  }

  get #path() {
    return `/predictions/${this.marketId}`;
  }

  async #takePart() {
    await this.#seller.goto(this.#path);
    for (const user of [this.#buyer, this.#seller]) {
      await user.connect();
      await user.page.getByRole("button", { name: "Take part" }).click();
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
      ["40", "9".repeat(30), "This amount is too large."],
      ["99", "1000", "Needs 99,000.00 points; you have 10,000.00 available."],
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
    await said(page, "10 rest in the book at 60, 600.00 points reserved.");
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
    await box.getByRole("button", { name: "Sell", exact: true }).click();
    assertEqual(await box.getByLabel("Price").inputValue(), "60", "the price that was picked");
    await box.getByText(/sent as buying NO at 40/).waitFor();
    await box.getByLabel("Contracts").fill("4");
    await box.getByRole("button", { name: "Sell 4 YES at 60" }).dblclick();
    // 200 raw points × 4 × 60 × 40, and four NO at 40.
    await said(page, "4 of 4 filled at 40.00 on average, fee 1.92 points.");
    const { orders } = await mine(this.#seller, "/predictions/orders?orderStatusFilter=all");
    assertEqual(orders.length, 1, "orders after a double click");
    await shownPoints(this.#seller, "9,838.08", "160.00");
    await shownPoints(this.#buyer, "9,400.00", "600.00");
    await level(this.#buyer.page, 60, "6");
    await position(this.#buyer, "4 YES", "240.00");
    await position(this.#seller, "4 NO", "160.00");
    const { positions } = await mine(this.#buyer, "/predictions/positions");
    assertEqual(positions[0].costPoints, String(240n * POINT), "cost by the API");
  }

  async #cancel() {
    const { page } = this.#buyer;
    await page.bringToFront();
    await page.getByRole("tab", { name: "Open orders" }).click();
    await page.getByRole("button", { name: "Amend" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Contracts that remain").fill("5");
    await dialog.getByRole("button", { name: "Change the order" }).click();
    await dialog.waitFor({ state: "hidden" });
    await level(this.#seller.page, 60, "5");
    await shownPoints(this.#buyer, "9,460.00", "540.00");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByText("No open orders").waitFor();
    await this.#seller.page.getByText("Nobody has an order here").waitFor();
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
    await said(page, "3 rest in the book at 20, 60.00 points reserved.");
    assertEqual(refreshes, 1, "refreshes");
  }

  async #lookAtList() {
    await this.#buyer.look("/predictions", "predictions", async (page) => {
      await page.getByText("You hold 4 YES").waitFor();
      await page.getByText("9,700.00").waitFor();
    });
  }

  async #lookAtQuestion() {
    await this.#buyer.look(this.#path, "prediction", async (page) => {
      await level(page, 20, "3");
      await page.getByRole("button", { name: "Amend" }).waitFor();
      await page.locator("canvas").first().waitFor();
    });
  }

  async #resolve() {
    const { page } = this.#buyer;
    await fill(orderBox(page), "21", "1");
    await page.getByText("This question is closed for orders.").waitFor({ timeout: PAYOUT_MAX_MS });
    assertEqual(await orderBox(page).getByLabel("Price").inputValue(), "21", "what was typed");
    await page.getByText("YES recorded, in dispute time").first().waitFor({ timeout: 120_000 });
    await page.getByText("Resolved: YES").first().waitFor({ timeout: PAYOUT_MAX_MS });
    await shownPoints(this.#buyer, "10,160.00", "0.00");
    await shownPoints(this.#seller, "9,838.08", "0.00");
    await position(this.#buyer, "4 YES", "400.00");
    const { portfolio, realizedPnl } = await mine(this.#buyer, "/predictions/portfolio");
    assertEqual(portfolio.availablePoints, String(10_160n * POINT), "points after the payout");
    assertEqual(realizedPnl, String(160n * POINT), "what the buyer made");
  }

  async #lookAtPaid() {
    await this.#buyer.look(this.#path, "prediction-paid", async (page) => {
      await page.getByText("Resolved: YES").first().waitFor();
      await page.getByText("10,160.00").waitFor();
    });
  }

  async end() {
    await Promise.all([this.#buyer.end(), this.#seller.end()]);
  }
}

const orderBox = (page) => page.getByRole("form", { name: "Order" });
const book = (page) => page.getByRole("region", { name: "Levels of the book" });

async function fill(box, price, contracts) {
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
  create: (kit) => {
    const predictions = new Predictions(kit);
    return { steps: predictions.steps(), end: () => predictions.end() };
  },
};

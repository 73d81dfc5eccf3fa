import { readFile } from "node:fs/promises";
import { screenshot } from "../look.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { Trader } from "../trading.mjs";
import { User } from "../user.mjs";

const CODE = "Maple_7";
const GROWTH_MAX_MS = 90_000;
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  permissions: ["clipboard-read", "clipboard-write"],
};

/** Two people at two browsers: one makes a code, the other comes by its link; points grow. */
class Points {
  #giver;
  #guest;
  #kit;

  constructor(kit) {
    this.#kit = kit;
    this.#giver = new Trader(kit);
    this.#guest = new User(kit);
  }

  steps() {
    return {
      "without a wallet the page explains and shows the ranking": () => this.#open(),
      "join the running season": () => this.#takePart(),
      "impossible codes are refused in words, and nothing is sent": () => this.#refuse(),
      "make a code and copy its link": () => this.#makeCode(),
      "a second person opens the link on a phone and uses the code": () => this.#useLink(),
      "the code is kept where it was not used yet": () => this.#keepCode(),
      "the giver sees who came": () => this.#seeReferee(),
      "own code and wrong code: each is refused with a reason": () => this.#wrongCodes(),
      "points grow with a position": () => this.#grow(),
      "the ranking is saved as a file": () => this.#save(),
      "every program has its ranking": () => this.#programmes(),
      "look at the points page": () =>
        this.#giver.look("/points", "points", (page) => page.getByText(CODE).first().waitFor()),
      "look at a shared link": () =>
        this.#guest.look(`/refer/${CODE}`, "referral", (page) =>
          page.getByText(/is used. You earn 5% more points/).waitFor(),
        ),
    };
  }

  async end() {
    await this.#giver.end();
    await this.#guest.end();
  }

  async #open() {
    const page = await this.#giver.open("/points", {
      viewport: { width: 1440, height: 900 },
      colorScheme: "dark",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByRole("button", { name: "Connect wallet to join" }).waitFor();
    await page
      .getByText(/^At most one programme accrues|Pro rata by the second/)
      .first()
      .waitFor();
    await page.getByText("Your referrals need a wallet").waitFor();
  }

  async #takePart() {
    const { page } = this.#giver;
    await this.#giver.connect();
    const panel = page.getByRole("region", { name: "Join" });
    const line = panel.locator("dl > div").filter({ hasText: "Season 3" });
    await line.getByRole("button", { name: "Join", exact: true }).click();
    await line.getByText(/^since /).waitFor();
    const { isParticipating } = await this.#giver.express(
      `/ppps3/participants/${this.#giver.address}`,
    );
    assertEqual(isParticipating, true, "takes part");
  }

  async #refuse() {
    const { page } = this.#giver;
    const sent = [];
    const note = (request) => request.method() === "POST" && sent.push(request.url());
    page.on("request", note);
    const field = page.getByLabel("Your new code");
    for (const [text, words] of [
      [" ", "Enter a code."],
      ["ab", "A code has at least 3 characters."],
      ["a".repeat(21), "A code has at most 20 characters, not 21."],
      ["two words", /^Use letters A to Z/],
      ["１２３４", /^Use letters A to Z/],
    ]) {
      await field.fill(text);
      await page.getByRole("button", { name: "Create code" }).click();
      await page.getByText(words).waitFor();
    }
    page.off("request", note);
    assert(!sent.some((url) => url.includes("referrals")), `sent: ${sent}`);
  }

  async #makeCode() {
    const { page } = this.#giver;
    await page.getByLabel("Your new code").fill(`  ${CODE} `);
    await page.getByRole("button", { name: "Create code" }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Link copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assertEqual(link, `${this.#kit.platform.url}/refer/${CODE}`, "link");
    return link;
  }

  async #useLink() {
    const guest = this.#guest;
    const page = await guest.open(`/refer/${CODE}`, PHONE);
    await page.getByText("Nothing is taken from you.").waitFor();
    await screenshot(page, "referral-before-wallet");
    await page.getByText("This code exists.").waitFor();
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Connect wallet", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Burner wallet (local only)" }).click();
    const button = page.getByRole("button", { name: /^Wallet / });
    await button.waitFor();
    guest.address = await button.getAttribute("title");
    const field = page.getByLabel("Referral code");
    await field.waitFor();
    assertEqual(await field.inputValue(), CODE, "the code after connecting and signing in");
    const before = await this.#referredBy(guest);
    assertEqual(before, null, "nothing is used without a press");
    await page.getByRole("button", { name: "Use code" }).click();
    await page.getByText(/is used. You earn 5% more points/).waitFor();
    assertEqual(await this.#referredBy(guest), CODE, "code used at the server");
  }

  async #referredBy(user) {
    const { token } = await user.stored("access");
    const path = `/api/v1/points/referrals/user-referred-by?user=${user.address}`;
    const response = await fetch(user.platform.url + path, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return (await response.json()).info.referredByCode;
  }

  /** A code of a link that was left is in the field of the points page; an unknown one is not. */
  async #keepCode() {
    const visitor = new User(this.#kit);
    try {
      this.#kit.watch.expect(/status of 404 .*referral-codes\/SomebodyElse/);
      const page = await visitor.open("/refer/SomebodyElse");
      await page.getByText("“SomebodyElse” does not exist.").waitFor();
      await visitor.goto(`/refer/${CODE.toLowerCase()}`);
      await page.getByText(CODE, { exact: true }).waitFor();
      await visitor.goto("/points");
      await visitor.connect();
      const field = page.getByLabel("Referral code");
      await field.waitFor();
      assertEqual((await field.inputValue()).toLowerCase(), CODE.toLowerCase(), "kept code");
      await field.fill("SomebodyElse");
      this.#kit.watch.expect(/status of 404 .*use-code/);
      await page.getByRole("button", { name: "Use code" }).click();
      await page.getByText(/^Unknown code/).waitFor();
    } finally {
      await visitor.end();
    }
  }

  async #seeReferee() {
    const { page } = this.#giver;
    const referees = page.getByRole("region", { name: "Wallets that used your code" });
    await referees.locator(`[title="${this.#guest.address}"]`).waitFor({ timeout: 40_000 });
    assertEqual(await referees.locator("tbody tr").count(), 1, "referees");
  }

  async #wrongCodes() {
    const { page } = this.#giver;
    await page.getByLabel("Referral code").fill(CODE.toLowerCase());
    await page.getByRole("button", { name: "Use code" }).click();
    await page.getByText(/^This is your own code/).waitFor();
    await this.#giver.goto(`/refer/${CODE}`);
    await page.getByText(/This is your own code. Share/).waitFor();
    await this.#guest.goto("/refer/a");
    await this.#guest.page.getByText(/has no valid code/).waitFor();
  }

  async #grow() {
    const giver = this.#giver;
    const { markets } = await giver.express("/market/search?limit=4&sort=name&order=asc");
    const { symbol } = markets[3];
    await giver.takeTestMoney();
    await giver.goto(`/trade/${symbol}`);
    await giver.page.getByRole("button", { name: "Deposit to start trading" }).click();
    await giver.createAccount("Points", "1,000");
    await giver.ticket.getByText("▲ Long").click();
    await giver.amount.fill("1,000");
    const label = `Open long ${symbol}`;
    await giver.sendOrder(giver.order(label), label);
    await giver.goto("/points");
    const own = giver.page.getByRole("region", { name: "Your points" });
    const trading = own.getByText("Trading", { exact: true }).first().locator("xpath=..");
    const read = async () => Number((await trading.innerText()).replace(/[^0-9.]/g, ""));
    const first = await until("points of trading", async () => (await read()) || null, {
      within_ms: GROWTH_MAX_MS,
    });
    const more = await until(
      "more of them",
      async () => {
        const now = await read();
        return now > first ? now : null;
      },
      { within_ms: GROWTH_MAX_MS },
    );
    const text = (await own.innerText()).replaceAll(/\s+/g, " ");
    assert(/Trading [\d,.]+ Liquidity 0\.00/.test(text), `it reads “${text}”`);
    return `${first} → ${more}`;
  }

  async #save() {
    const { page, address } = this.#giver;
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as CSV" }).last().click(),
    ]);
    assertEqual(download.suggestedFilename(), "acre-points-season3.csv", "file name");
    const text = await readFile(await download.path(), "utf8");
    const [heads, ...rows] = text
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
    assertEqual(
      heads.slice(0, 6).join(),
      "Rank,Wallet,Points,Trading,Liquidity,Referrals",
      "heads",
    );
    const own = rows.find((row) => row[1] === address);
    assert(own !== undefined && Number(own[3]) > 0, `own row: ${own}`);
  }

  async #programmes() {
    const { page } = this.#giver;
    for (const [name, words] of [
      ["Season 2", /No participants in this season|Final. This list no longer changes/],
      ["Season 1", /No participants in this season|Final. This list no longer changes/],
      ["Perpetual", /Join to be first|Not final/],
      ["All seasons", /Not final; as of/],
    ]) {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tabpanel").getByText(words).waitFor();
    }
  }
}

export const flow = {
  name: "points",
  platform: "calm",
  idle: ["points grow with a position"],
  create(kit) {
    const points = new Points(kit);
    return { steps: points.steps(), end: () => points.end() };
  },
};

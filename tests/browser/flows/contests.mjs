import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../paths.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { Trader } from "../trading.mjs";

const run = promisify(execFile);
const CONTEST = "browser-cup";
/** Seven days of index time: time enough to join and trade, and to see the end. */
const LENGTH = "+7d";
const END_MAX_MS = 400_000;
const ROW_MAX_MS = 60_000;

/** Announces a contest with the operator's own command. */
async function announce(platform) {
  const options = {
    id: CONTEST,
    name: "Browser cup",
    description: "Announced by a test.",
    starts: "+0d",
    ends: LENGTH,
    prize: "1=50",
    raffle: "10 USD",
    "raffle-winners": "1",
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const python = join(root, ".venv", "bin", "python");
  await run(python, ["-m", "edge.cli", "admin", "create-contest", ...words], {
    cwd: root,
    env: { ...process.env, ACRE_HOME: platform.home },
  });
}

/** A contest from its announcement to the prize: joined, traded in, ranked, frozen. */
class Contests {
  #trader;
  #kit;
  #market;

  constructor(kit) {
    this.#kit = kit;
    this.#trader = new Trader(kit);
  }

  steps() {
    return {
      "an account with a deposit stands ready": () => this.#prepare(),
      "the list counts and shows what is announced": () => this.#announce(),
      "the contest shows its rules before joining": () => this.#rules(),
      "join, and find it among the joined": () => this.#join(),
      "a trade brings a row in the leaderboard": () => this.#trade(),
      "wallets are searched for by address and name": () => this.#search(),
      "the saved file has the row": () => this.#save(),
      "look at the list": () => this.#trader.look("/contests", "contests", (page) => seesCup(page)),
      "look at the contest": () => this.#look("contest-live"),
      "the end freezes the list and names the winner": () => this.#end(),
      "look at the finished contest": () => this.#look("contest-final"),
      "an unknown contest shows a notice": () => this.#unknown(),
    };
  }

  end() {
    return this.#trader.end();
  }

  #contest() {
    return this.#trader.express(`/contest/${CONTEST}?user=${this.#trader.address}`);
  }

  async #prepare() {
    const { markets } = await this.#trader.express("/market/search?limit=3&sort=name&order=asc");
    this.#market = markets[2];
    const page = await this.#trader.open(`/trade/${this.#market.symbol}`);
    await this.#trader.connect();
    await this.#trader.takeTestMoney();
    await page.getByRole("button", { name: "Deposit to start trading" }).click();
    await this.#trader.createAccount("Contest", "1,000");
  }

  async #announce() {
    const { page } = this.#trader;
    await announce(this.#kit.platform);
    await until("the contest to be live", async () => (await this.#contest()).status === "live");
    await this.#trader.goto("/contests");
    await seesCup(page);
    for (const kind of ["live", "upcoming", "finished", "joined"]) {
      const label = kind[0].toUpperCase() + kind.slice(1);
      await until(`the number of ${kind} contests`, async () => {
        const counts = await this.#trader.express(`/contest/filter?user=${this.#trader.address}`);
        const text = await page.getByRole("tab", { name: label }).innerText();
        return text.replace(/\s/g, "") === `${label}${counts[kind]}`;
      });
    }
    await page.getByRole("tab", { name: "Joined" }).click();
    await page.getByText("You have not joined a contest").waitFor();
  }

  async #rules() {
    const { page } = this.#trader;
    await page.getByRole("tab", { name: "Live" }).click();
    const card = page.getByRole("listitem").filter({ hasText: "Browser cup" });
    await card.getByRole("button", { name: "Join Browser cup" }).waitFor();
    await card.getByText("You would start 1st").waitFor();
    await page.getByRole("link", { name: "Browser cup" }).click();
    await page.waitForURL(`**/contests/${CONTEST}`);
    const rules = page.getByRole("region", { name: "Rules" });
    await rules.getByText(/A late deposit cannot inflate it/).waitFor();
    await rules.getByText(/at least \$100\.00 of margin collateral on average/).waitFor();
    const raffle = page.getByRole("region", { name: "Raffle" });
    await raffle.getByText(/10 USD: 1 winner among the top 10 %/).waitFor();
    await raffle.getByText("How to check the draw").click();
    await raffle.getByText(/take SHA-256 of/).waitFor();
    await page.getByRole("region", { name: "Prizes" }).getByText("$50.00").waitFor();
  }

  async #join() {
    const { page } = this.#trader;
    await page.getByRole("button", { name: "Join this contest" }).click();
    await page.getByText("Joined", { exact: true }).waitFor();
    const { isJoined, participantsCount } = await this.#contest();
    assertEqual(isJoined, true, "joined at the server");
    assertEqual(participantsCount, 1, "participants");
    await this.#trader.goto("/contests");
    await page.getByRole("tab", { name: "Joined" }).click();
    const card = page.getByRole("listitem").filter({ hasText: "Browser cup" });
    await card.first().getByText("You are 1st of 1").waitFor();
  }

  async #trade() {
    const { page, ticket } = this.#trader;
    await this.#trader.goto(`/trade/${this.#market.symbol}`);
    await ticket.getByText("▲ Long").click();
    await this.#trader.amount.fill("1,500");
    const label = `Open long ${this.#market.symbol}`;
    await this.#trader.sendOrder(this.#trader.order(label), label);
    await this.#trader.goto(`/contests/${CONTEST}`);
    const row = page.getByRole("region", { name: "Leaderboard" }).locator("tbody tr").first();
    await until(
      "the own row with the position",
      async () => {
        const cells = await row.locator("td").allInnerTexts();
        return cells[1].includes("You") && cells[4] === "1" && cells[5].includes("$");
      },
      { within_ms: ROW_MAX_MS },
    );
    const place = await this.#trader.express(
      `/contest/${CONTEST}/leaderboard/${this.#trader.address}`,
    );
    assertEqual(place.rank, 1, "rank");
    assert(BigInt(place.tokenChange) < 0n, `fee and impact are a loss, not ${place.tokenChange}`);
    return (await row.innerText()).replaceAll(/\s+/g, " ");
  }

  async #search() {
    const { page, address } = this.#trader;
    const field = page.getByLabel("Search by address or username");
    const status = page.getByRole("status").filter({ hasText: /\S/ });
    const ask = async (text, answer) => {
      await field.fill(text);
      await page.getByRole("button", { name: "Find" }).click();
      await status.filter({ hasText: answer }).first().waitFor();
    };
    await ask("no", /Enter an address/);
    this.#kit.watch.expect(/status of 404 .*ppps3\/leaderboard/);
    await ask("no_such_user", "No user has this name.");
    this.#kit.watch.expect(new RegExp(`status of 404 .*contest/${CONTEST}/leaderboard`));
    await ask("11111111111111111111111111111112", /is not in this ranking/);
    await ask(address, /^Rank 1: /);
    await page.getByRole("button", { name: "My row" }).click();
    await status.filter({ hasText: "Rank 1: Your wallet." }).waitFor();
    await page.locator('tr[aria-current="true"]').waitFor();
  }

  async #save() {
    const { page, address } = this.#trader;
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as CSV" }).click(),
    ]);
    assertEqual(download.suggestedFilename(), `acre-contest-${CONTEST}.csv`, "file name");
    const text = await readFile(await download.path(), "utf8");
    const [heads, ...rows] = text
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
    assertEqual(heads.slice(0, 4).join(), "Rank,Wallet,Return,Gain", "heads");
    assertEqual(rows.length, 1, "rows");
    assertEqual(rows[0].slice(0, 2).join(), `1,${address}`, "own row");
    assert(/^-0\.0\d+$/.test(rows[0][2]), `the return is ${rows[0][2]}`);
  }

  #look(name) {
    return this.#trader.look(`/contests/${CONTEST}`, name, async (page) => {
      await page.getByRole("region", { name: "Leaderboard" }).locator("tbody tr").waitFor();
      await page.getByLabel("Your result").waitFor();
    });
  }

  async #end() {
    const { page, address } = this.#trader;
    const contest = await until(
      "the contest to be final",
      async () => {
        const now = await this.#contest();
        return now.winners === null ? null : now;
      },
      { within_ms: END_MAX_MS, every_ms: 1_000 },
    );
    assertEqual(contest.winners.length, 1, "winners");
    assertEqual(contest.winners[0].user, address, "winner");
    const winners = page.getByRole("region", { name: "Winners", exact: true });
    await until("the page to name the winner", async () =>
      /You[\s\S]*\$50\.00/.test(await winners.innerText({ timeout: 1_000 })),
    );
    await page.getByText(/^Final. This list no longer changes/).waitFor();
    assertEqual(await page.getByRole("button", { name: "Join this contest" }).count(), 0, "joins");
  }

  async #unknown() {
    this.#kit.watch.expectAny(/status of 404 .*contest\/no-such-contest/);
    await this.#trader.goto("/contests/no-such-contest");
    await this.#trader.page.getByText("Contest not found").waitFor();
  }
}

function seesCup(page) {
  return page.getByRole("link", { name: "Browser cup" }).waitFor();
}

export const flow = {
  name: "contests",
  platform: "calm",
  isLong: true,
  idle: ["the end freezes the list and names the winner"],
  create(kit) {
    const contests = new Contests(kit);
    return { steps: contests.steps(), end: () => contests.end() };
  },
};

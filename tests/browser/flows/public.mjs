import { checkAccessibility } from "../look.mjs";
import { assert, until } from "../steps.mjs";
import { User } from "../user.mjs";

/** Pages that need nothing but a visitor; those of one thing get its name from the server. */
async function paths(user) {
  const [{ markets }, { contestIds }, questions] = await Promise.all([
    user.express("/market/search?limit=1"),
    user.express("/contest/ids"),
    user.express("/predictions/markets"),
  ]);
  const [{ symbol }] = markets;
  const [question] = questions.markets;
  return [
    "/",
    "/trade",
    `/trade/${symbol}`,
    `/market/${symbol}`,
    "/predictions",
    ...(question ? [`/predictions/${question.marketId}`] : []),
    "/portfolio",
    "/accounts",
    "/alerts",
    "/liquidity",
    "/staking",
    "/contests",
    ...contestIds.slice(0, 1).map((id) => `/contests/${id}`),
    "/points",
    "/refer/NOSUCHCODE",
    "/compare",
    "/deal-analysis",
    "/backtest",
    "/learn",
    "/profile",
    "/onboarding",
    "/status",
    "/wallets",
    "/developers",
  ];
}

/** The server's answer to an unknown referral code; Chromium logs it. */
const isUnknownCode = (message) => message.location().url.endsWith("/referral-codes/NOSUCHCODE");

/** Opens a page afresh and waits until its heading stands and nothing says that it loads. */
async function visit(user, path) {
  const { page } = user;
  const problems = [];
  const onConsole = (message) => {
    if (message.type() === "error" && !isUnknownCode(message)) problems.push(message.text());
  };
  const onError = (error) => problems.push(error.message);
  page.on("console", onConsole);
  page.on("pageerror", onError);
  await user.goto(path);
  const heading = page.locator("main h1").first();
  await heading.waitFor({ state: "attached" });
  await until(`${path} to have loaded`, async () => {
    const loading = page.getByRole("main").getByText(/^Loading /);
    if ((await loading.count()) === 0) return true;
    // What lies further down is read when it comes near.
    await loading.first().scrollIntoViewIfNeeded({ timeout: 1_000 });
    return false;
  });
  assert((await heading.innerText()) !== "", `${path} has an empty heading`);
  assert(/Acre$/.test(await page.title()), `${path} has the title “${await page.title()}”`);
  const isBroken = await page.getByText("This page stopped working").count();
  assert(isBroken === 0, `${path} stopped working`);
  page.off("console", onConsole);
  page.off("pageerror", onError);
  assert(problems.length === 0, `${path}: ${problems.join("\n")}`);
}

/** From the footer to a page of the documentation, by its search. */
async function readDocs(user) {
  const { page } = user;
  await page.evaluate(() => localStorage.setItem("theme", "light"));
  await user.goto("/developers");
  await page.getByRole("link", { name: "Docs", exact: true }).first().click();
  await page.waitForURL(/\/docs\/$/);
  await page.getByRole("heading", { name: "Documentation" }).waitFor();
  assert(await page.evaluate(() => document.body.dataset.theme === "light"), "another theme");
  await checkAccessibility(page);
  await page.getByRole("textbox", { name: "Search" }).first().fill("dead-man's switch");
  await page.keyboard.press("Enter");
  const found = page.locator("#search-results a").first();
  await found.waitFor();
  const name = await found.innerText();
  await found.click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(() => localStorage.removeItem("theme"));
  return name;
}

/** Visitors without a wallet read everything that is public. */
export const flow = {
  name: "public",
  platform: "calm",
  create(kit) {
    const user = new User(kit);
    return {
      steps: {
        "every page opens without a wallet": async () => {
          await user.open("/status");
          const all = await paths(user);
          kit.watch.expectAny(/status of 404 .*referral-codes\/NOSUCHCODE/);
          for (const path of all) await visit(user, path);
          return `${all.length} pages`;
        },
        "what is one's own asks for a wallet": async () => {
          for (const path of ["/portfolio", "/profile", "/alerts"]) {
            await user.goto(path);
            const main = user.page.getByRole("main");
            await main.getByRole("button", { name: "Connect a wallet" }).first().waitFor();
          }
        },
        "the documentation follows the app's theme and is searched": () => readDocs(user),
      },
      end: () => user.end(),
    };
  },
};

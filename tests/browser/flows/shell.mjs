import { checkInView } from "../in-view.mjs";
import { assert, assertEqual, until } from "../steps.mjs";
import { COMMAND_MAX_MS, User } from "../user.mjs";
import { Line } from "./shell/line.mjs";
import { dialogMovesNothing } from "./shell/scrollbars.mjs";

const dialog = (page, name) => page.getByRole("dialog", { name });
/** The platform of the test posts a root every half minute. */
const ROOT_MAX_MS = 180_000;
const TWO_PRINTS_MAX_MS = 150_000;
const PALETTE = "Search and commands";
const banner = (page) => page.getByRole("complementary", { name: "Status" });

async function openPalette(page) {
  await page.keyboard.press("/");
  const field = dialog(page, PALETTE).getByRole("combobox");
  await until("the field to have the focus", () =>
    field.evaluate((element) => element === document.activeElement),
  );
  return field;
}

async function closeDialogs(page) {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The heading has the focus and the title was said. */
async function arrives(page, heading) {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await until(`the focus on ${heading}`, () =>
    page.evaluate(
      (name) =>
        document.activeElement?.matches("h1") && document.activeElement.textContent === name,
      heading,
    ),
  );
  const said = page.getByRole("status", { name: "Page" });
  await until("the title to be said", async () => (await said.innerText()).includes(heading));
}

async function seesMarkets(page) {
  await page.getByRole("region", { name: "Market list" }).getByRole("link").first().waitFor();
}

/** Header, search, keys, activity, and what the page says when something is wrong. */
export const flow = {
  name: "shell",
  platform: "calm",
  isLong: true,
  create(kit) {
    const user = new User(kit);
    const line = new Line(kit);
    const steps = {
      "a dialog moves nothing, where scrollbars take room": () => dialogMovesNothing(kit),
      "search finds a page by a few letters, by keyboard alone": async () => {
        const page = await user.open("/");
        await seesMarkets(page);
        const field = await openPalette(page);
        await field.pressSequentially("ptf");
        const option = dialog(page, PALETTE).getByRole("option", { selected: true });
        await until("the portfolio to be chosen", async () =>
          /^Portfolio/.test(await option.innerText()),
        );
        const active = await field.getAttribute("aria-activedescendant");
        assertEqual(active, await option.getAttribute("id"), "the active option");
        await page.keyboard.press("Enter");
        await arrives(page, "Portfolio");
      },
      "search finds markets, and says when there is nothing": async () => {
        const { page } = user;
        await page.keyboard.press("Control+k");
        const field = dialog(page, PALETTE).getByRole("combobox");
        await field.fill("zzzz");
        await dialog(page, PALETTE).getByText("No results for “zzzz”").waitFor();
        await field.fill("aust");
        const options = dialog(page, PALETTE).getByRole("option");
        await until("Austin first", async () => /Austin/.test(await options.first().innerText()));
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("Enter");
        await page.waitForURL(/\/(trade|market)\//);
      },
      "search changes the theme, and the choice is kept": async () => {
        const { page } = user;
        const field = await openPalette(page);
        await field.fill("theme: light");
        await page.keyboard.press("Enter");
        await page.locator('html[data-theme="light"]').waitFor();
        await page.reload();
        await page.locator('html[data-theme="light"]').waitFor();
        await page.getByRole("button", { name: /^Theme: light/ }).click();
        await page.locator('html[data-theme="dark"]').waitFor(); // "system" of this browser
      },
      "search says which source gave no answer": async () => {
        const page = await line.open("/liquidity");
        await page.route("**/express/v1/contest", (route) => route.abort());
        await page.getByRole("button", { name: PALETTE }).click();
        const found = dialog(page, PALETTE);
        await found.getByText("Contests could not be read.").waitFor({ timeout: COMMAND_MAX_MS });
        await page.unroute("**/express/v1/contest");
        await found.getByRole("button", { name: "Try again" }).click();
        await found.getByText("Contests could not be read.").waitFor({ state: "detached" });
      },
      "keys act, but not while typing": async () => {
        const { page } = user;
        await user.goto("/");
        await seesMarkets(page);
        const search = page.getByRole("searchbox").first();
        await search.focus();
        await page.keyboard.type("/?gp");
        assertEqual(await search.inputValue(), "/?gp", "what was typed");
        assertEqual(await page.getByRole("dialog").count(), 0, "dialogs");
        await search.evaluate((element) => element.blur());
        await page.keyboard.press("?");
        await dialog(page, "Keyboard shortcuts").getByText("Search and commands").waitFor();
        await closeDialogs(page);
        await page.keyboard.press("g");
        await page.keyboard.press("l");
        await arrives(page, "Liquidity");
        const current = page.getByRole("navigation", { name: "Main" }).getByRole("button", {
          name: "Earn",
        });
        assertEqual(await current.getAttribute("data-here"), "true", "the marked group");
      },
      "groups of the header open, close and lead on": async () => {
        const { page } = user;
        const more = page.getByRole("navigation", { name: "Main" }).getByRole("button", {
          name: "More",
        });
        await more.click();
        await page.keyboard.press("Escape");
        assertEqual(await more.getAttribute("aria-expanded"), "false", "after Escape");
        await more.click();
        await page
          .getByRole("link", { name: /^Status/ })
          .first()
          .click();
        await arrives(page, "Status");
        assertEqual(await more.getAttribute("aria-expanded"), "false", "after a choice");
      },
      "on a phone the menu has every page within a thumb's reach": async () => {
        const page = await line.open("/", {
          viewport: { width: 390, height: 844 },
          hasTouch: true,
        });
        await seesMarkets(page);
        const bar = page.getByRole("navigation", { name: "Main, phone" });
        await bar.getByRole("link", { name: "Portfolio" }).click();
        await arrives(page, "Portfolio");
        await bar.getByRole("link", { name: "Markets" }).click();
        await seesMarkets(page);
        await bar.getByRole("button", { name: "More" }).click();
        const menu = page.getByRole("navigation", { name: "All pages" });
        await menu.getByRole("link", { name: "Docs" }).waitFor();
        const links = await menu.getByRole("link").all();
        assertEqual(links.length, 20, "pages in the menu");
        for (const link of links) {
          const { height } = await link.boundingBox();
          assert(height >= 44, `${await link.innerText()} is ${height} px high`);
        }
        const markets = menu.getByRole("link", { name: "Markets", exact: true });
        assertEqual(await markets.getAttribute("aria-current"), "page", "the page that is open");
        await menu.getByRole("link", { name: "Staking" }).click();
        await arrives(page, "Staking");
      },
      "a command's steps and transaction stay in the activity": async () => {
        const { page } = user;
        await user.goto("/");
        await user.connect();
        await user.takeTestMoney();
        const field = await openPalette(page);
        await field.fill("deposit");
        const option = dialog(page, PALETTE).getByRole("option", { name: /^Deposit/ });
        await option.click();
        const form = dialog(page, "Deposit");
        await form.getByLabel("Amount").fill("100");
        await form.getByRole("button", { name: "Deposit", exact: true }).click();
        await user.applied("Deposit $100");
        await page.getByRole("link", { name: "Portfolio" }).first().click();
        await page.getByRole("button", { name: /^Activity/ }).click();
        const line = page.getByText("Deposited $100.00 to Account 1");
        const notice = dialog(page, "Activity").getByRole("group").filter({ has: line }).first();
        await notice.getByText("Deposited $100.00 to Account 1").first().click();
        const text = await notice.innerText();
        assert(/Confirmed. Settling…/.test(text), `the activity reads “${text}”`);
        await notice.getByRole("button", { name: /^Transaction / }).waitFor();
        await closeDialogs(page);
        await page.reload();
        await page.getByRole("button", { name: "Activity" }).click();
        await dialog(page, "Activity").getByText("Deposited $100.00").first().waitFor();
        await closeDialogs(page);
      },
      "the proof of one's own claims is made in the browser": async () => {
        const { page } = user;
        await user.goto("/status");
        const found = page.getByRole("list", { name: "What was checked" });
        const text = await until(
          "a root that counts the margin account",
          async () => {
            await page.getByRole("button", { name: "Check now" }).click();
            await found.getByText("The vault holds what is owed").waitFor();
            const said = await found.innerText();
            assert(!/✗/.test(said), `the check reads “${said}”`);
            return /Counted: marginAccount/.test(said) ? said : null;
          },
          { within_ms: ROOT_MAX_MS, every_ms: 2_000 },
        );
        assert(text.includes(`marginAccount ${user.address} `), `the leaf reads “${text}”`);
        assert(text.includes(" 100000000 collateral"), `the leaf reads “${text}”`);
        await found
          .getByText(/^\d+ steps?$/)
          .first()
          .click();
        await found
          .getByText(/SHA-256 of byte 0 and the leaf/)
          .first()
          .waitFor();
      },
      "look at the status page": () =>
        user.look("/status", "status", (page) =>
          page
            .getByRole("region", { name: "Prices" })
            .getByText(/prices are current/)
            .waitFor(),
        ),
      "look at the search": () =>
        user.look("/", "palette", async (page) => {
          await seesMarkets(page);
          await page.getByRole("button", { name: PALETTE }).click();
          await dialog(page, PALETTE).getByRole("option").first().waitFor();
        }),
      "look at the activity": () =>
        user.look("/", "activity", async (page) => {
          await page.getByRole("button", { name: "Activity" }).click();
          await dialog(page, "Activity").getByText("No activity yet").waitFor();
        }),
      "look at a page that is not there": async () => {
        user.watch.expectAny(/status of 404 .*\/nowhere/); // Chromium logs it
        await user.look("/nowhere", "not-found", (page) =>
          page.getByText("Page not found").waitFor(),
        );
      },
      "a cut stream shows a notice, and prices are polled every second": async () => {
        const page = await line.open("/trade");
        await page.getByRole("form", { name: "Order ticket" }).waitFor();
        await line.cut();
        await banner(page).getByText("Reconnecting…").waitFor();
        for (let asked = 0; asked < 2; asked += 1) {
          await page.waitForResponse(/\/api\/v1\/account\/markets/);
        }
        await checkInView(page, "reconnecting");
        await line.restore();
        await banner(page)
          .getByText("Reconnecting…")
          .waitFor({ state: "detached", timeout: COMMAND_MAX_MS });
        await page.getByRole("contentinfo").getByText("Live", { exact: true }).waitFor();
      },
      "a server that is away and a clock that is off leave the order button in view": async () => {
        const page = await line.open("/trade");
        await page.getByRole("form", { name: "Order ticket" }).waitFor();
        await line.answerFrom(-3_600_000);
        await banner(page)
          .getByText(/clock is 1h 00m ahead of the server's/)
          .waitFor();
        await page.route("**/express/v1/**", (route) => route.abort());
        await banner(page)
          .getByText(/Connection lost/)
          .waitFor({ timeout: COMMAND_MAX_MS });
        await checkInView(page, "with the server away and a clock that is off");
      },
      "a gap in the stream is closed by a new snapshot": async () => {
        const page = await line.open("/");
        await seesMarkets(page);
        const { lost, again } = await line.loseDelta("markets");
        // Without trades a message comes with each price update; the second one shows the gap.
        await until("the page to unsubscribe and subscribe again", () => again(), {
          within_ms: TWO_PRINTS_MAX_MS,
        });
        await until("a new snapshot", () => line.snapshots("markets") > lost.snapshots);
      },
      "a slow line shows a notice until it is fast again": async () => {
        const page = await line.open("/");
        await seesMarkets(page);
        await line.delay(4_000);
        await banner(page)
          .getByText(/connection is slow/)
          .waitFor({ timeout: COMMAND_MAX_MS });
        await line.delay(0);
        await banner(page)
          .getByText(/connection is slow/)
          .waitFor({ state: "detached", timeout: COMMAND_MAX_MS });
      },
      "being offline shows a notice immediately": async () => {
        const page = await line.open("/");
        await seesMarkets(page);
        await line.context.setOffline(true);
        await banner(page).getByText("You are offline.").waitFor();
        await line.context.setOffline(false);
        await banner(page).getByText("You are offline.").waitFor({ state: "detached" });
      },
      "a clock that is an hour off shows a warning": async () => {
        const page = await line.open("/status");
        await line.answerFrom(-3_600_000);
        await banner(page)
          .getByText(/clock is 1h 00m ahead of the server's/)
          .waitFor();
      },
      "a page that breaks offers to try again and details to copy": async () => {
        const page = await line.open("/");
        await seesMarkets(page);
        await line.breakPart("staking-page", 'export function StakingPage(){throw Error("gone")}');
        await line.goTo("/staking");
        await page.getByRole("heading", { name: "This page stopped working" }).waitFor();
        await page.getByText("Error details").click();
        await page.getByText(/Page: \/staking/).waitFor();
        await line.mend("staking-page");
        await page.getByRole("button", { name: "Reload the page" }).click();
        await page.getByRole("heading", { level: 1, name: "Staking" }).waitFor();
      },
      "a part that a new version took away offers to reload": async () => {
        const page = await line.open("/");
        await seesMarkets(page);
        await line.breakPart("points-page", null);
        await line.goTo("/points");
        await page.getByRole("heading", { name: "Acre was updated" }).waitFor();
        await line.mend("points-page");
        await page.getByRole("button", { name: "Reload the page" }).click();
        await page.getByRole("heading", { level: 1, name: "Points" }).waitFor();
      },
    };
    return { steps, end: () => Promise.all([user.end(), line.end()]) };
  },
};

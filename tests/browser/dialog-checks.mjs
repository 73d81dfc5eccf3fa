import { screenshot } from "./look.mjs";
import { hardwareWallets } from "./pages.mjs";
import { assert, assertEqual, until } from "./steps.mjs";

const TITLE_CONNECT = "Connect a wallet on Solana to continue";
const TITLE_NEED = "You'll need a wallet on Solana to continue";
const CLOSE_DELAY_MS = 150;
const FOLD_MS = 250;
/** Longer than the page needs to settle; the page's clock is stopped then. */
const STOP_AFTER_MS = 60_000;

const dialogOf = (page) => page.getByRole("dialog");
const titleOf = (page) => dialogOf(page).getByRole("heading").innerText();
const rowOf = (page, name) => dialogOf(page).getByRole("button", { name, exact: true });
const isGone = (page) => dialogOf(page).waitFor({ state: "detached" });

/** Runs in the page: a wallet extension as the Wallet Standard knows it. */
function injectWallet() {
  const wallet = {
    version: "1.0.0",
    name: "Probe Wallet",
    icon: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=",
    chains: ["solana:localnet"],
    accounts: [],
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: () => Promise.reject(new Error("User rejected the request.")),
      },
      "standard:events": { version: "1.0.0", on: () => () => undefined },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: () => Promise.reject(new Error("User rejected the request.")),
      },
    },
  };
  const register = ({ detail }) => detail.register(wallet);
  globalThis.addEventListener("wallet-standard:app-ready", register);
}

/** Runs in the page: keeps the addresses that would open in a new tab. */
function keepOpened() {
  globalThis.opened = [];
  globalThis.open = (address) => {
    globalThis.opened.push(address);
    return null;
  };
}

/** A page of a server that says it is not a local one: no burner wallet there. */
async function openElsewhere(context, url) {
  const page = await context.newPage();
  await page.addInitScript(keepOpened);
  await page.route("**/express/v1/status", async (route) => {
    const response = await route.fetch().catch(() => null);
    if (response === null) return; // the page is gone
    await route.fulfill({ response, json: { ...(await response.json()), env: "staging" } });
  });
  await page.goto(url);
  return page;
}

async function openDialog(page) {
  await page.getByRole("button", { name: "Connect wallet", exact: true }).click();
  await dialogOf(page).waitFor();
}

/** Tabs through the dialog both ways and says where the focus left it. */
async function checkFocusTrap(page) {
  const isInside = () => page.evaluate(() => !!document.activeElement?.closest('[role="dialog"]'));
  assert(await isInside(), "the focus is not in the dialog after it opened");
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let press = 1; press <= 12; press += 1) {
      await page.keyboard.press(key);
      assert(await isInside(), `the focus left the dialog after ${press} × ${key}`);
    }
  }
}

/** "open", "closed" while it leaves, "gone". */
function stateOf(page) {
  return page.evaluate(
    () => document.querySelector('[role="dialog"]')?.getAttribute("data-state") ?? "gone",
  );
}

/**
 * Stops the running movement of the other wallets and looks at its length and at both its ends, in
 * parts of the full height; then lets it run out.
 */
async function checkMovement(page, expected) {
  const seen = await page.evaluate(async () => {
    const lists = document.querySelectorAll('[role="dialog"] [data-state] ul');
    const part = lists[lists.length - 1].closest("[data-state]");
    const [movement] = part.getAnimations();
    if (!movement) return "no movement";
    movement.pause();
    const { duration } = movement.effect.getTiming();
    const heightAt = (ms) => {
      movement.currentTime = ms;
      return Math.round(part.getBoundingClientRect().height / part.scrollHeight);
    };
    const heights = [heightAt(0), heightAt(duration - 0.001)];
    movement.play();
    return `${duration} ms, from ${heights[0]} to ${heights[1]}`;
  });
  assertEqual(seen, `${FOLD_MS} ms, from ${expected[0]} to ${expected[1]}`, "movement");
}

async function checkScrollLock(page) {
  const scroll = () => page.evaluate(() => document.scrollingElement?.scrollTop ?? 0);
  const setFiller = (height) =>
    page.evaluate((px) => {
      document.body.style.paddingBottom = px;
    }, height);
  await setFiller("2000px");
  const before = await scroll();
  await page.mouse.move(5, 300);
  await page.mouse.wheel(0, 600);
  await page.keyboard.press("Escape");
  await isGone(page);
  assertEqual(await scroll(), before, "scroll position under the open dialog");
  await until("the page to scroll again", async () => {
    await page.mouse.wheel(0, 600);
    return (await scroll()) > before;
  });
  await setFiller("0");
}

/** The step that slows a movement down, by a command of Chromium alone. */
export const MOVEMENT = "wallet dialog: More options and Less options move the others in 250 ms";

/** The wallet dialog in a real browser, each behaviour of the API 10. */
export function dialogSteps(browser, watch, platform) {
  let context;
  let page;
  return {
    "wallet dialog: without a wallet it says that one is needed": async () => {
      context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      watch.context(context);
      page = await openElsewhere(context, platform.url);
      await openDialog(page);
      assertEqual(await titleOf(page), TITLE_NEED, "title");
      await page.getByRole("button", { name: "Already have a wallet? View options" }).click();
      for (const name of ["Phantom", "Solflare", ...(await hardwareWallets(page))]) {
        await dialogOf(page).getByRole("button", { name, exact: true }).waitFor();
      }
      await screenshot(page, "wallet-dialog-none");
    },
    "wallet dialog: Tab and Shift+Tab stay inside": () => checkFocusTrap(page),
    "wallet dialog: Escape closes it and gives the focus back": async () => {
      await page.keyboard.press("Escape");
      await isGone(page);
      await until("the focus on the connect button", () =>
        page.evaluate(() => document.activeElement?.textContent?.includes("Connect wallet")),
      );
    },
    "wallet dialog: the close button closes it": async () => {
      await openDialog(page);
      await dialogOf(page).getByRole("button", { name: "Close" }).click();
      await isGone(page);
    },
    "wallet dialog: a click on the overlay closes it": async () => {
      await openDialog(page);
      // Radix listens for such clicks one tick after it has opened; a person is never that fast.
      await until("the dialog to close", async () => {
        await page.mouse.click(8, 450);
        return (await dialogOf(page).count()) === 0;
      });
    },
    "wallet dialog: the page does not scroll under it": async () => {
      await openDialog(page);
      await checkScrollLock(page);
    },
    "wallet dialog: a wallet that is not installed opens its site": async () => {
      await openDialog(page);
      await page.getByRole("button", { name: "Already have a wallet? View options" }).click();
      await dialogOf(page).getByRole("button", { name: "Phantom", exact: true }).click();
      await isGone(page);
      assertEqual(
        (await page.evaluate(() => globalThis.opened)).join(),
        "https://phantom.app",
        "opened",
      );
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.close();
    },
    "wallet dialog: with an injected wallet it asks to connect and marks it Detected": async () => {
      await context.addInitScript(injectWallet);
      await context.clock.install();
      page = await openElsewhere(context, platform.url);
      await page.evaluate(() => localStorage.removeItem("walletName"));
      await openDialog(page);
      await dialogOf(page)
        .getByRole("button", { name: /Probe Wallet.*Detected/ })
        .waitFor();
      assertEqual(await titleOf(page), TITLE_CONNECT, "title");
      await screenshot(page, "wallet-dialog-detected");
    },
    "wallet dialog: the installed wallets stand first, and only they are Detected": async () => {
      await page.getByRole("button", { name: "More options" }).click();
      await rowOf(page, "Phantom").waitFor();
      const rows = await dialogOf(page).getByRole("listitem").allInnerTexts();
      const [first, ...others] = rows.map((text) => text.replaceAll("\n", " "));
      assertEqual(first, "Probe Wallet Detected", "first row");
      const expected = ["Phantom", "Solflare", ...(await hardwareWallets(page))];
      assertEqual(others.join(), expected.join(), "other rows");
      await page.getByRole("button", { name: "Less options" }).click();
      await rowOf(page, "Phantom").waitFor({ state: "detached" });
    },
    [MOVEMENT]: async () => {
      // Slowed down, so that a busy machine finds it running.
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Animation.enable");
      await devtools.send("Animation.setPlaybackRate", { playbackRate: 0.05 });
      await page.getByRole("button", { name: "More options" }).click();
      await checkMovement(page, [0, 1]);
      await rowOf(page, "Phantom").waitFor();
      await page.getByRole("button", { name: "Less options" }).click();
      await checkMovement(page, [1, 0]);
      await devtools.send("Animation.setPlaybackRate", { playbackRate: 1 });
      await rowOf(page, "Phantom").waitFor({ state: "detached" });
      await devtools.detach();
    },
    "wallet dialog: choosing a wallet closes it 150 ms later": async () => {
      await page.clock.pauseAt(Date.now() + STOP_AFTER_MS);
      await dialogOf(page)
        .getByRole("button", { name: /Probe Wallet/ })
        .click();
      const chosen = dialogOf(page).locator('[data-chosen="true"]');
      assertEqual(await chosen.count(), 1, "rows that are marked as chosen");
      await page.clock.runFor(CLOSE_DELAY_MS - 1);
      assertEqual(await stateOf(page), "open", `after ${CLOSE_DELAY_MS - 1} ms it`);
      await page.clock.runFor(1);
      await until("the dialog to be closed", async () => (await stateOf(page)) !== "open");
      await page.clock.resume();
      await isGone(page);
      // The probe says no, so the name must be forgotten again and the button be back.
      await page.getByRole("button", { name: "Connect wallet", exact: true }).waitFor();
      await until("the refused wallet to be forgotten", () =>
        page.evaluate(() => localStorage.getItem("walletName") === null),
      );
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

import { launchBrowser } from "../../browser.mjs";
import { assert } from "../../steps.mjs";

/** Where the page scrolls inside, where the window scrolls, and where a bar is fixed to its lower edge. */
const SIZES = [
  [1280, 633],
  [900, 700],
  [600, 700],
];

/** Runs in the page: the width of its scrollbar, and where the parts of header, page and footer are. */
function placesOf() {
  const { clientWidth } = document.documentElement;
  const content = document.querySelector("#content");
  const bar = Math.max(innerWidth - clientWidth, content.offsetWidth - content.clientWidth);
  const parts = document.querySelectorAll("header *, nav a, nav button, main h2, footer a");
  const places = [...parts].map((part) => {
    const { left, right } = part.getBoundingClientRect();
    return [part.textContent.slice(0, 40), left, right];
  });
  return { bar, places };
}

async function check(page, url) {
  await page.goto(url);
  const content = page.getByRole("main").getByText("Exposure of the pool");
  await content.waitFor({ state: "attached" });
  const connect = page.getByRole("banner").getByRole("button", { name: "Connect wallet" });
  await connect.waitFor();
  const before = await page.evaluate(placesOf);
  assert(before.bar > 0, "the browser hides its scrollbars");
  await connect.click();
  await page.getByRole("dialog").waitFor();
  const { places } = await page.evaluate(placesOf);
  const isMoved = ([, left, right], at) => left !== places[at]?.[1] || right !== places[at]?.[2];
  return before.places.filter(isMoved).map(([text]) => text);
}

/** Browsers on phones and in tests have no room for scrollbars; most others do. */
export async function dialogMovesNothing({ platform, watch }) {
  const browser = await launchBrowser([], { ignoreDefaultArgs: ["--hide-scrollbars"] });
  try {
    for (const [width, height] of SIZES) {
      const context = await browser.newContext({ viewport: { width, height } });
      watch.context(context);
      const page = await context.newPage();
      const moved = await check(page, `${platform.pageUrl}/liquidity`);
      assert(moved.length === 0, `at ${width} px the dialog moves ${moved.join(", ")}`);
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

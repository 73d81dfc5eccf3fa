/** What a reader does with the chart of the trade page, and what must hold of its labels. */
import { DESKTOPS, PHONE_WIDTH_MAX, PHONES, settled } from "./in-view.mjs";
import { assert, assertEqual, until } from "./steps.mjs";

const panelOf = (page) => page.getByRole("region", { name: "Price chart" });
const valuesOf = (page) => panelOf(page).getByRole("list", { name: "Values" });
const canvasOf = (page) => panelOf(page).getByRole("img");

async function readValues(page) {
  return (await valuesOf(page).innerText()).replaceAll(/\s+/g, " ");
}

/** A point of the chart's pane, in parts of its width and height. */
async function pointOf(page, across, down) {
  const { x, y, width, height } = await canvasOf(page).boundingBox();
  return [x + width * across, y + height * down];
}

export async function followCrosshair(page) {
  await until("the last value", async () => /Index \$[\d,.]+/.test(await readValues(page)));
  const last = await readValues(page);
  await page.mouse.move(...(await pointOf(page, 0.3, 0.4)));
  await until("another date in the legend", async () => (await readValues(page)) !== last);
  const before = await canvasOf(page).boundingBox();
  await page.mouse.move(...(await pointOf(page, 0.6, 0.4)));
  await settled(page);
  const after = await canvasOf(page).boundingBox();
  assertEqual(JSON.stringify(after), JSON.stringify(before), "the chart's place");
  const hovered = await readValues(page);
  await page.mouse.move(2, 2);
  await until("the last value again", async () => (await readValues(page)) === last);
  await canvasOf(page).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
  const said = panelOf(page).locator("output");
  await until("the key's value", async () => /: Index \$/.test(await said.textContent()));
  return `${hovered} | ${await said.textContent()}`;
}

/** Adds a market to the chart by its menu, and removes it by its legend. */
export async function compareWith(page, { symbol, name }) {
  await page.getByRole("button", { name: "Compare with other markets" }).click();
  await page.getByRole("searchbox", { name: "Search markets to compare" }).fill(symbol);
  await page.getByRole("button", { name: `${name} ${symbol}`, exact: true }).click();
  await until("both in the legend", async () => (await readValues(page)).includes(name));
  const labels = panelOf(page).locator(`span[data-line="compare:${symbol}"]`);
  await until("its label on the axis", async () =>
    /^[\d.]+%$/.test((await labels.textContent()) ?? ""),
  );
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await labels.waitFor({ state: "detached" });
  assert(!(await readValues(page)).includes(name), "it is still in the legend");
}

/** Draws a horizontal line; it is there after a reload, and goes by the key Delete. */
export async function drawLine(page) {
  const stored = () =>
    page.evaluate(() => Object.values(JSON.parse(localStorage["chart-drawings"] ?? "{}")).flat());
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.getByRole("button", { name: "Horizontal line" }).click();
  await page.mouse.click(...(await pointOf(page, 0.5, 0.3)));
  await until("a stored line", async () => (await stored()).length === 1);
  await page.reload();
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await page.getByRole("button", { name: /^Remove Line at \$/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Remove Line at \$/ }).waitFor({ state: "detached" });
  await until("the line under the pointer to be deleted", async () => {
    await page.mouse.click(...(await pointOf(page, 0.5, 0.3)));
    await page.keyboard.press("Delete");
    return (await stored()).length === 0;
  });
}

/** By the key f, and back. */
export async function fullScreen(page) {
  const isFull = () =>
    page.evaluate(() => document.fullscreenElement?.getAttribute("aria-label") === "Price chart");
  await page.locator("body").press("f");
  await until("the chart in full screen", isFull);
  await panelOf(page).getByRole("button", { name: "Exit full screen" }).click();
  await until("the page again", async () => !(await isFull()));
}

/** Runs in the page: labels of the chart that touch each other, leave the axis or hide their text. */
function labelFindings() {
  const panel = document.querySelector('section[aria-label="Price chart"]');
  const boxes = [...panel.querySelectorAll("span[data-line]")].map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { name: element.dataset.line, element, left, right, top, bottom };
  });
  const found = boxes.length === 0 ? ["no label"] : [];
  for (const [place, one] of boxes.entries()) {
    if (one.element.scrollWidth > one.element.clientWidth) found.push(`${one.name} is cut off`);
    for (const other of boxes.slice(place + 1)) {
      const isApart =
        one.bottom <= other.top + 0.5 ||
        other.bottom <= one.top + 0.5 ||
        one.right <= other.left ||
        other.right <= one.left;
      if (!isApart) found.push(`${one.name} covers ${other.name}`);
    }
  }
  const chart = panel.querySelector('[role="img"]').getBoundingClientRect();
  for (const { name, left, right, top, bottom } of boxes) {
    const isInside =
      left >= chart.left &&
      right <= chart.right &&
      top >= chart.top &&
      bottom <= chart.bottom + 0.5;
    if (!isInside) found.push(`${name} leaves the chart`);
  }
  return found;
}

/** Checks the labels at every size of the page's kind; the page is left at its first size. */
export async function checkLabels(page) {
  const first = page.viewportSize();
  const isPhone = first.width <= PHONE_WIDTH_MAX;
  const found = [];
  for (const size of isPhone ? PHONES : DESKTOPS) {
    const [width, height] = size.split("x").map(Number);
    await page.setViewportSize({ width, height });
    await panelOf(page).locator("span[data-line]").first().waitFor();
    await settled(page);
    await settled(page);
    for (const finding of await page.evaluate(labelFindings)) found.push(`${size}: ${finding}`);
  }
  await page.setViewportSize(first);
  assert(found.length === 0, `the chart's labels:\n${found.join("\n")}`);
}

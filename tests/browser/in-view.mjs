/** What a trader must always see whole, and what must never move under the pointer. */
import { valueBeside } from "./pages.mjs";
import { assert } from "./steps.mjs";

/** Small laptops with a browser's bars, common ones, a large screen; phones with and without bars. */
export const DESKTOPS = ["1280x633", "1280x720", "1366x657", "1440x789", "1536x730", "1920x1080"];
export const PHONES = ["390x664", "390x844"];
export const PHONE_WIDTH_MAX = 759;

const ticketOf = (page) => page.getByRole("form", { name: "Order ticket" });
/** Whichever it is: connect, deposit or send the order. */
const orderButton = (page) => ticketOf(page).locator("button").last();

/** Runs in the page: which sides of the element can not be seen; nothing when it is seen whole. */
function hiddenSides(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const points = { left: [left + 1, y], right: [right - 1, y], top: [x, top + 1], middle: [x, y] };
  points.bottom = [x, bottom - 1];
  const sides = Object.entries(points).filter(([, at]) => {
    return !element.contains(document.elementFromPoint(...at));
  });
  const hidden = sides.map(([side]) => side);
  if (element.scrollWidth > element.clientWidth && element.clientWidth > 0) hidden.push("text");
  return hidden;
}

/** Runs in the page: the cells of tables in view of which a part is cut off or covered. */
function cutCells() {
  const isSeen = (table, y) => {
    for (let box = table.parentElement; box; box = box.parentElement) {
      const { top, bottom } = box.getBoundingClientRect();
      const cuts = getComputedStyle(box).overflowY !== "visible" && box !== document.body;
      if (cuts && (y < top || y > bottom)) return false;
    }
    return y > 0 && y < innerHeight;
  };
  const cut = [];
  for (const table of document.querySelectorAll("main table")) {
    for (const cell of table.querySelectorAll("thead th, tbody tr:first-child td")) {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      const y = (top + bottom) / 2;
      const hidden = width < 2 || cell.querySelector(".visually-hidden") !== null;
      if (hidden || !isSeen(table, top) || !isSeen(table, bottom)) continue;
      const isWhole = [left + 1, right - 1].every((x) =>
        cell.contains(document.elementFromPoint(x, y)),
      );
      if (!isWhole) cut.push(cell.textContent);
    }
  }
  return cut;
}

async function findings(page, isPhone) {
  const found = [];
  const wanted = { "the market's name": page.locator("main h1") };
  wanted["the price"] = valueBeside(page.getByRole("main"), "Index").first();
  if (!isPhone) wanted["the order button"] = orderButton(page);
  for (const [what, locator] of Object.entries(wanted)) {
    const sides = await locator.evaluate(hiddenSides);
    if (sides.length > 0) found.push(`${what} is cut off: ${sides.join(", ")}`);
  }
  const cells = await page.evaluate(cutCells);
  if (cells.length > 0) found.push(`table cells are cut off: ${cells.join(", ")}`);
  if (isPhone) found.push(...(await inSheet(page)));
  return found;
}

/** The ticket of a phone opens from the bar at its lower edge. */
async function inSheet(page) {
  const bar = page.getByRole("main").getByRole("button", { name: "▲ Long" });
  const sides = await bar.evaluate(hiddenSides);
  if (sides.length > 0) return [`the bar's button is cut off: ${sides.join(", ")}`];
  await bar.click();
  const dialog = page.getByRole("dialog", { name: /^Order, / });
  await ticketOf(page).waitFor();
  const cut = await orderButton(page).evaluate(hiddenSides);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  return cut.length > 0 ? [`the order button in the sheet is cut off: ${cut.join(", ")}`] : [];
}

/** Two frames: a new size is laid out and painted. */
export function settled(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/**
 * Checks a trade page at every size of its kind: order button, name and price are seen whole and no
 * column is cut. `state` names the banners that are shown. The page is left at its first size.
 */
export async function checkInView(page, state) {
  const first = page.viewportSize();
  const isPhone = first.width <= PHONE_WIDTH_MAX;
  const found = [];
  for (const size of isPhone ? PHONES : DESKTOPS) {
    const [width, height] = size.split("x").map(Number);
    await page.setViewportSize({ width, height });
    await settled(page);
    for (const finding of await findings(page, isPhone)) found.push(`${size}: ${finding}`);
  }
  await page.setViewportSize(first);
  assert(found.length === 0, `${state}:\n${found.join("\n")}`);
}

/** Runs in the page: notes from now on, frame by frame, where the ticket's controls are. */
function recordPlaces(form) {
  const places = new Map();
  const wanted = {
    long: "label[data-side=long]",
    short: "label[data-side=short]",
    amount: "#amount",
    slider: "input[type=range]",
    chips: "input[type=range] + div",
    limit: '[aria-label="Limit the order by"]',
    button: 'button[type="submit"]',
  };
  const note = () => {
    for (const [name, selector] of Object.entries(wanted)) {
      const element = form.querySelector(selector);
      if (element === null) continue;
      const { x, y, width, height } = element.getBoundingClientRect();
      const seen = places.get(name) ?? new Set();
      places.set(name, seen.add([x, y, width, height].map(Math.round).join(" ")));
    }
    globalThis.ticketFrame = requestAnimationFrame(note);
  };
  globalThis.ticketPlaces = places;
  note();
}

/** Records where the ticket's controls are until `check`, which fails when one of them moved. */
export async function watchTicket(page) {
  await ticketOf(page).evaluate(recordPlaces);
  return {
    async check(during) {
      const moved = await page.evaluate(() => {
        cancelAnimationFrame(globalThis.ticketFrame);
        return [...globalThis.ticketPlaces]
          .filter(([, seen]) => seen.size > 1)
          .map(([name, seen]) => `${name}: ${[...seen].join(" → ")}`);
      });
      assert(moved.length === 0, `${during} the ticket's controls moved\n${moved.join("\n")}`);
    },
  };
}

/**
 * Lets the page believe that the market is around a print, when no position may be opened; `act`
 * runs meanwhile. Real prints pass in half a second at the test's speed, between two polls.
 */
export async function simulatePrints(page, count, act = () => undefined) {
  const update = page
    .getByRole("main")
    .getByText(/Price update in progress|scheduled price update/);
  let isPrinting = false;
  const market = /\/express\/v1\/market\/[^/?]+$/;
  const limits = /\/quote\/position-modification-limits$/;
  await page.route(market, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const increaseBlockedUntil = isPrinting ? body.nextPrintAt + 600 : null;
    await route.fulfill({ response, json: { ...body, increaseBlockedUntil } });
  });
  await page.route(limits, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const none = { maxPositionModification: null };
    const info = isPrinting ? body.info.map((row) => ({ ...row, ...none })) : body.info;
    await route.fulfill({ response, json: { ...body, info } });
  });
  for (let print = 0; print < count; print += 1) {
    isPrinting = true;
    await update.first().waitFor();
    await act();
    isPrinting = false;
    await update.first().waitFor({ state: "detached" });
  }
  await page.unroute(market);
  await page.unroute(limits);
}

/**
 * Checks a question's page at every size: title and order button are seen whole; on phones the
 * button of each side, and the order button in the sheet that it opens.
 */
export async function checkQuestionInView(page) {
  const first = page.viewportSize();
  const found = [];
  const ticket = page.getByRole("form", { name: "Order" });
  const look = async (size, what, locator) => {
    const sides = await locator.evaluate(hiddenSides);
    if (sides.length > 0) found.push(`${size}: ${what} is cut off: ${sides.join(", ")}`);
  };
  for (const size of [...DESKTOPS, ...PHONES]) {
    const [width, height] = size.split("x").map(Number);
    await page.setViewportSize({ width, height });
    await settled(page);
    await look(size, "the title", page.locator("main h1"));
    if (width <= PHONE_WIDTH_MAX) {
      for (const name of [/^YES/, /^NO/]) {
        const bar = page.getByRole("main").getByRole("button", { name });
        await look(size, `the button ${name}`, bar);
      }
      await page.getByRole("main").getByRole("button", { name: /^NO/ }).click();
      await ticket.waitFor();
    }
    await look(size, "the order button", ticket.locator("button").last());
    if (width <= PHONE_WIDTH_MAX) {
      await page.keyboard.press("Escape");
      await ticket.waitFor({ state: "detached" });
    }
  }
  await page.setViewportSize(first);
  assert(found.length === 0, found.join("\n"));
}

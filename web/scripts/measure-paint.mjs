/**
 * How soon a market message is on the screen, and how long a quote takes, measured in a real browser
 * on a running platform. Prints one line of JSON.
 *
 *   node scripts/measure-paint.mjs [--url http://127.0.0.1:8080] [--symbol AUS] [--seconds 60]
 *                                  [--quotes 40]
 *
 * tickToPaint: from the receipt of a websocket delta to the first frame after the one that painted
 *   its prices (the second animation frame at the earliest).
 *   Only deltas that change a price shown in the market list count; `deltas` is how many came.
 * quote: from the start of the ticket's fetch to its parsed answer, for amounts typed one by one.
 * frame, health: a bare animation frame interval and a bare round trip to /health of the same run,
 *   which the ratios relate to, since the machine's own speed is in every figure.
 *
 * A demo prints once in a minute. For many deltas start the platform with a higher speed, for
 * example ACRE_TIME_RATE=86400 for a print a second. The quotes need a margin account: the script
 * makes a burner wallet, takes test money and deposits it, so use a home that may be thrown away.
 */
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

const require = createRequire(import.meta.url);
const { chromium } = require("playwright-core");

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:8080" },
    symbol: { type: "string" },
    seconds: { type: "string", default: "60" },
    quotes: { type: "string", default: "40" },
  },
});
const SECONDS = Number(options.seconds);
const QUOTES = Number(options.quotes);
const FRAMES = 300;
const WAIT_MS = 60_000;
const FIRST_AMOUNT = 500;

async function launch() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return await chromium.launch({ executablePath: named, args: ["--no-sandbox"] });
  const { default: carried } = await import("@sparticuz/chromium");
  const executablePath = await carried.executablePath();
  return await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Runs in the page before its own code: watches the socket, the ticket's fetches and long tasks. */
function instrument(symbols) {
  const FRAMES_MAX = 120;
  const seen = { deltas: 0, paints: [], unseen: 0, quotes: {}, longTasks: [] };
  globalThis.measured = seen;

  const inList = (symbol) =>
    document.querySelector(`nav[aria-label="Markets"] a[href="/trade/${symbol}"]`)?.textContent;
  const asText = (raw) => {
    const cents = ((BigInt(raw) + 500_000n) / 1_000_000n).toString().padStart(3, "0");
    const whole = cents.slice(0, -2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
    return `$${whole}.${cents.slice(-2)}`;
  };

  function awaitPaint(receivedAt, wanted) {
    let frames = 0;
    const look = () => {
      frames += 1;
      const isShown = wanted.every(({ symbol, text }) => inList(symbol)?.includes(text));
      if (frames >= 2 && isShown) seen.paints.push(performance.now() - receivedAt);
      else if (frames < FRAMES_MAX) requestAnimationFrame(look);
      else seen.unseen += 1;
    };
    requestAnimationFrame(look);
  }

  function receive({ data }) {
    const receivedAt = performance.now();
    if (typeof data !== "string" || !data.includes('"delta"')) return;
    const message = JSON.parse(data);
    if (message.type !== "delta" || message.channel !== "markets") return;
    seen.deltas += 1;
    const wanted = (message.data.markets ?? []).flatMap(({ marketId, indexPrice }) => {
      const symbol = symbols[marketId];
      if (!symbol || typeof indexPrice !== "string") return [];
      const [shown, text] = [inList(symbol), asText(indexPrice)];
      return shown === undefined || shown.includes(text) ? [] : [{ symbol, text }];
    });
    if (wanted.length > 0) awaitPaint(receivedAt, wanted);
  }

  const NativeSocket = globalThis.WebSocket;
  globalThis.WebSocket = class extends NativeSocket {
    constructor(...parameters) {
      super(...parameters);
      this.addEventListener("message", receive);
    }
  };

  const nativeFetch = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (path, init) => {
    if (!String(path).endsWith("/quote/modify-position")) return await nativeFetch(path, init);
    const { input } = JSON.parse(init.body);
    const startedAt = performance.now();
    const response = await nativeFetch(path, init);
    const readText = response.text.bind(response);
    response.text = async () => {
      const text = await readText();
      JSON.parse(text);
      seen.quotes[input] ??= performance.now() - startedAt;
      return text;
    };
    return response;
  };

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
  }).observe({ type: "longtask" });
}

/** A newcomer with an account: burner wallet, test money, first deposit. */
async function openAccount(page) {
  await page.getByRole("button", { name: "Connect wallet", exact: true }).click();
  const wallets = page.getByRole("dialog");
  await wallets.getByRole("button", { name: "Burner wallet (local only)" }).click();
  await page.getByRole("button", { name: /^Wallet / }).waitFor();
  await page.getByRole("button", { name: "Get test money" }).first().click();
  const balance = page.locator("dt", { hasText: /^In the wallet$/ }).locator("xpath=..");
  await balance.filter({ hasText: "10,000.00" }).waitFor({ timeout: WAIT_MS });
  await page.getByRole("button", { name: "Deposit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Create a margin account" });
  await dialog.getByLabel("First deposit (optional)").fill("5000");
  await dialog.getByRole("button", { name: "Create account and deposit" }).click();
  await dialog.waitFor({ state: "detached", timeout: WAIT_MS });
  await page.getByRole("combobox", { name: "Margin account" }).waitFor({ timeout: WAIT_MS });
}

/** Types one amount after another, each once the one before is answered. */
async function measureQuotes(page) {
  const amount = page.getByRole("form", { name: "Order ticket" }).getByLabel("Amount");
  const inputs = Array.from({ length: QUOTES }, (_, index) => `${FIRST_AMOUNT + index}`);
  for (const typed of inputs) {
    await amount.fill(typed);
    const key = `${typed}000000`;
    await page.waitForFunction((name) => globalThis.measured.quotes[name] !== undefined, key);
  }
  await amount.fill("");
  const quotes = await page.evaluate(() => globalThis.measured.quotes);
  return inputs.map((typed) => quotes[`${typed}000000`]);
}

const measureFrames = (page) =>
  page.evaluate(
    (count) =>
      new Promise((resolve) => {
        const intervals = [];
        let lastAt = null;
        const step = (atMs) => {
          if (lastAt !== null) intervals.push(atMs - lastAt);
          lastAt = atMs;
          if (intervals.length < count) requestAnimationFrame(step);
          else resolve(intervals);
        };
        requestAnimationFrame(step);
      }),
    FRAMES,
  );

const measureHealth = (page) =>
  page.evaluate(async (count) => {
    const times = [];
    for (let index = 0; index < count; index += 1) {
      const startedAt = performance.now();
      const response = await fetch("/api/v1/health");
      JSON.parse(await response.text());
      times.push(performance.now() - startedAt);
    }
    return times;
  }, QUOTES);

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const round = (value) => (value === undefined ? null : Math.round(value * 100) / 100);
  return { count: sorted.length, p50: round(at(0.5)), p95: round(at(0.95)) };
}

function ratio(measured, bare) {
  const of = (name) =>
    measured[name] === null || !bare[name]
      ? null
      : Math.round((measured[name] / bare[name]) * 100) / 100;
  return { p50: of("p50"), p95: of("p95") };
}

async function loadSymbols() {
  const response = await fetch(`${options.url}/api/v1/account/markets`);
  if (!response.ok) throw new Error(`${options.url} answered ${response.status} for its markets`);
  const { info } = await response.json();
  return Object.fromEntries(info.map(({ metadata }) => [metadata.marketId, metadata.symbol]));
}

async function measure(browser) {
  const symbols = await loadSymbols();
  const symbol = options.symbol ?? Object.values(symbols)[0];
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(instrument, symbols);
  await page.goto(`${options.url}/trade/${symbol}`);
  await page.getByRole("region", { name: "Price chart" }).locator("canvas").first().waitFor();
  await openAccount(page);
  const health = summary(await measureHealth(page));
  const quote = summary(await measureQuotes(page));
  // Only the steady page counts, without what opening the account and typing have caused.
  await page.evaluate(() => {
    Object.assign(globalThis.measured, { deltas: 0, paints: [], unseen: 0, longTasks: [] });
  });
  const frame = summary(await measureFrames(page));
  await page.waitForTimeout(SECONDS * 1000);
  const { deltas, paints, unseen, longTasks } = await page.evaluate(() => globalThis.measured);
  const tickToPaint = summary(paints);
  return {
    unit: "ms",
    symbol,
    seconds: SECONDS,
    deltas,
    tickToPaint: { ...tickToPaint, unseen },
    frame,
    quote,
    health,
    tickToPaintPerFrame: ratio(tickToPaint, frame),
    quotePerHealth: ratio(quote, health),
    longTasks: { count: longTasks.length, longest: Math.round(Math.max(0, ...longTasks)) },
  };
}

const browser = await launch();
try {
  console.log(JSON.stringify(await measure(browser)));
} finally {
  await browser.close();
}

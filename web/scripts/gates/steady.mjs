import { summary } from "./browser.mjs";

/**
 * Runs in the page before its own code. Stands between the app and its socket: once the first
 * snapshot of `markets` has come, real deltas of that channel are held back and a worker sends as
 * many as are asked for, numbered on, each as a task of its own as a socket's messages are.
 */
function instrument(symbols) {
  const seen = { rate: 0, sent: 0, paints: [], longTasks: [], frames: [] };
  const state = { deliver: null, sequence: 0, sentAt: new Map(), worker: null };
  const asText = (raw) => {
    const cents = ((BigInt(raw) + 500_000n) / 1_000_000n).toString().padStart(3, "0");
    const whole = cents.slice(0, -2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
    return `$${whole}.${cents.slice(-2)}`;
  };
  /** The pinned list: the symbol's row, and the symbol of a row. */
  const LIST = 'nav[aria-label="Markets"] [role="listbox"]';
  const symbolOf = (option) => option.querySelector('[class*="symbol"]').textContent;
  const row = (symbol) =>
    [...document.querySelectorAll(`${LIST} [role="option"]`)].find(
      (option) => symbolOf(option) === symbol,
    );

  function fromServer(event) {
    const isMarkets = typeof event.data === "string" && event.data.includes('"channel":"markets"');
    if (!isMarkets) return state.deliver(event);
    const message = JSON.parse(event.data);
    if (message.type === "snapshot") {
      state.sequence = message.sequence;
      return state.deliver(event);
    }
    if (seen.rate > 0) return undefined;
    state.sequence += 1;
    return state.deliver({ data: JSON.stringify({ ...message, sequence: state.sequence }) });
  }

  /** After the frame: whatever a changed row shows now has been painted. */
  const painted = new MessageChannel();
  const changed = new Set();
  painted.port1.onmessage = () => {
    const now = performance.now();
    for (const symbol of changed) {
      const sent = state.sentAt.get(symbol) ?? [];
      const text = row(symbol)?.textContent ?? "";
      const shown = sent.find((one) => text.includes(one.text));
      if (!shown || shown.isCounted) continue;
      shown.isCounted = true;
      seen.paints.push(now - shown.at);
    }
    changed.clear();
  };
  const rows = new MutationObserver((mutations) => {
    if (seen.rate === 0) return;
    for (const { target } of mutations) {
      const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
      const option = element?.closest('[role="option"]');
      if (option) changed.add(symbolOf(option));
    }
    // The prices change in the frame's own callback; a message is a task of its own behind it.
    painted.port2.postMessage(null);
  });

  let lastFrame = null;
  function frame() {
    const now = performance.now();
    if (seen.rate > 0 && lastFrame !== null) seen.frames.push(now - lastFrame);
    lastFrame = now;
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);

  function takeTick({ data: { marketId, raw } }) {
    const symbol = symbols[marketId];
    const known = state.sentAt.get(symbol) ?? [];
    known.push({ at: performance.now(), text: asText(raw) });
    state.sentAt.set(symbol, known.slice(-200));
    state.sequence += 1;
    seen.sent += 1;
    state.deliver({
      data: `{"type":"delta","channel":"markets","sequence":${state.sequence},"timestamp":0,"data":{"markets":[{"marketId":${marketId},"indexPrice":"${raw}","indexPriceAt":2000000000}]}}`,
    });
  }

  /** Prices that are told apart by their cents, so that a row says which message it shows. */
  const work = `onmessage = ({data: {rate, ids}}) => {
    let sent = 0; const startedAt = performance.now();
    setInterval(() => {
      const due = Math.floor((performance.now() - startedAt) * rate / 1000);
      for (; sent < due; sent += 1)
        postMessage({ marketId: ids[sent % ids.length], raw: String(20000000000 + sent * 1000000) });
    }, 4);
  };`;

  globalThis.gates = {
    seen,
    start(rate) {
      Object.assign(seen, { rate, sent: 0, paints: [], longTasks: [], frames: [] });
      state.sentAt.clear();
      rows.disconnect();
      const list = document.querySelector(LIST);
      if (list === null) throw new Error(`the page has no ${LIST}`);
      rows.observe(list, { subtree: true, characterData: true, childList: true });
      state.worker = new Worker(URL.createObjectURL(new Blob([work])));
      state.worker.onmessage = takeTick;
      state.worker.postMessage({ rate, ids: Object.keys(symbols).map(Number) });
    },
    stop() {
      state.worker.terminate();
      seen.rate = 0;
    },
  };

  const NativeSocket = globalThis.WebSocket;
  globalThis.WebSocket = class extends NativeSocket {
    set onmessage(handler) {
      state.deliver = handler;
      super.onmessage = fromServer;
    }
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(Math.round(duration));
  }).observe({ type: "longtask" });
}

async function loadSymbols(url) {
  const response = await fetch(`${url}/api/v1/account/markets`);
  if (!response.ok) throw new Error(`${url} answered ${response.status} for its markets`);
  const { info } = await response.json();
  return Object.fromEntries(info.map(({ metadata }) => [metadata.marketId, metadata.symbol]));
}

/** The market list is pinned beside the chart. */
const WIDE = { width: 1920, height: 1080 };

/** The trade page under so many messages a second: tick to paint, frames, long tasks. */
export async function measureSteady(browser, url, rates, seconds) {
  const symbols = await loadSymbols(url);
  const [first] = Object.values(symbols);
  const context = await browser.newContext({ viewport: WIDE });
  try {
    const page = await context.newPage();
    await page.addInitScript(instrument, symbols);
    await page.goto(`${url}/trade/${first}`);
    await page.getByRole("region", { name: "Price chart" }).locator("canvas").first().waitFor();
    await page.waitForTimeout(3_000);
    const rows = [];
    for (const rate of rates) {
      const bare = await bareFrames(page);
      await page.evaluate((wanted) => globalThis.gates.start(wanted), rate);
      await page.waitForTimeout(seconds * 1000);
      const seen = await page.evaluate(() => {
        globalThis.gates.stop();
        return globalThis.gates.seen;
      });
      rows.push({
        rate,
        seconds,
        sent: seen.sent,
        tickToPaint: summary(seen.paints),
        frame: summary(seen.frames),
        bareFrame: summary(bare),
        longTasks: seen.longTasks,
      });
    }
    return rows;
  } finally {
    await context.close();
  }
}

const FRAMES = 120;

const bareFrames = (page) =>
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

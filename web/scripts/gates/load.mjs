import { foreignRequests, summary } from "./browser.mjs";

const ROUNDS = 3;
/** After the load event: late chunks, first data and what moves when they come. */
const SETTLE_MS = 4_000;

const NETWORKS = {
  desktop: { viewport: { width: 1440, height: 900 }, cpu: 1, network: null },
  // Slow 4G: 1.6 Mbit/s down, 150 ms round trip; the processor four times slower.
  slow: {
    viewport: { width: 390, height: 844 },
    cpu: 4,
    network: {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 93_750,
    },
  },
};

/** Runs before the page: notes the largest paint and every unexpected shift. */
function observe() {
  globalThis.load = { lcp: 0, element: "", cls: 0, longTasks: [] };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  watch("largest-contentful-paint", (entry) => {
    globalThis.load.lcp = entry.startTime;
    globalThis.load.element = `${entry.element?.tagName} ${entry.element?.textContent?.slice(0, 40)}`;
  });
  watch("layout-shift", (entry) => {
    if (!entry.hadRecentInput) globalThis.load.cls += entry.value;
  });
  watch("longtask", (entry) => globalThis.load.longTasks.push(Math.round(entry.duration)));
}

async function loadOnce(browser, url, path, { viewport, cpu, network }) {
  const context = await browser.newContext({ viewport });
  const foreign = foreignRequests(context, url);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    if (network) await devtools.send("Network.emulateNetworkConditions", network);
    if (cpu > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await page.addInitScript(observe);
    await page.goto(url + path, { waitUntil: "load", timeout: 120_000 });
    await page.waitForTimeout(SETTLE_MS);
    const { lcp, cls, element, longTasks } = await page.evaluate(() => globalThis.load);
    return { lcp, cls, element, longTasks, bytes, foreign: [...foreign] };
  } finally {
    await context.close();
  }
}

/** First visits of a page on a fast and on a slow machine: medians of some rounds. */
export async function measureLoads(browser, url, paths) {
  const rows = [];
  for (const path of paths) {
    for (const [kind, conditions] of Object.entries(NETWORKS)) {
      const runs = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        runs.push(await loadOnce(browser, url, path, conditions));
      }
      rows.push({
        path,
        kind,
        lcpMs: summary(runs.map(({ lcp }) => lcp)).p50,
        lcpElement: runs[0].element,
        cls: Math.max(...runs.map(({ cls }) => Math.round(cls * 1000) / 1000)),
        longTasks: runs[0].longTasks,
        kilobytes: Math.round(runs[0].bytes / 1024),
        foreign: runs.flatMap(({ foreign }) => foreign),
      });
    }
  }
  return rows;
}

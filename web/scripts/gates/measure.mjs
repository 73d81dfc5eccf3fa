/**
 * The speed of the built pages in a real browser, against the targets: first paints on a fast and on
 * a slow machine, tick to paint and frames at 50 and 1,000 messages a second, long tasks, answers to
 * input, requests to other hosts. Prints one line of JSON a measurement and at last the gates that
 * were not met; a machine that is busy with other things meets fewer, so it fails no test.
 *
 *   node scripts/gates/measure.mjs [--url http://127.0.0.1:8080] [--seconds 60]
 */
import { parseArgs } from "node:util";
import { launch } from "./browser.mjs";
import { measureInteractions } from "./interactions.mjs";
import { measureLoads } from "./load.mjs";
import { measureSteady } from "./steady.mjs";

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:8080" },
    seconds: { type: "string", default: "60" },
  },
});
const { url } = options;
const seconds = Number(options.seconds);
const TARGETS = {
  lcpMs: { desktop: 800, slow: 2_000 },
  cls: 0.05,
  paintMs: 33,
  inpMs: 150,
  taskMs: 50,
};

const missed = [];
function gate(name, value, most) {
  if (value === null || value > most) missed.push({ gate: name, value, most });
}
const say = (measurement) => console.log(JSON.stringify(measurement));

const browser = await launch();
try {
  const response = await fetch(`${url}/api/v1/account/markets`);
  const { info } = await response.json();
  const trade = `/trade/${info[0].metadata.symbol}`;
  for (const row of await measureLoads(browser, url, ["/", trade])) {
    say({ load: row });
    gate(`LCP ${row.kind} ${row.path}`, row.lcpMs, TARGETS.lcpMs[row.kind]);
    gate(`CLS ${row.kind} ${row.path}`, row.cls, TARGETS.cls);
    gate(`foreign requests ${row.path}`, row.foreign.length, 0);
  }
  const interactions = await measureInteractions(browser, url, trade);
  say({ interactions });
  gate("INP p75", interactions.inp.p75, TARGETS.inpMs);
  for (const row of await measureSteady(browser, url, [50, 1_000], seconds)) {
    say({ steady: row });
    if (row.rate === 50) {
      gate("tick to paint p95 at 50/s", row.tickToPaint.p95, TARGETS.paintMs);
      gate("longest task at 50/s", Math.max(0, ...row.longTasks), TARGETS.taskMs);
    }
  }
} finally {
  await browser.close();
}
say({ notMet: missed });

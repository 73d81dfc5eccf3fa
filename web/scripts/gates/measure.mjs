/**
 * The speed of the built pages in a real browser, against the targets: first paints on a fast and on
 * a slow machine, tick to paint and frames at 50 and 1,000 messages a second, long tasks, answers to
 * input, requests to other hosts. Prints one line of JSON a measurement, then one a target with
 * whether it is met, at last the names of those that are not; a machine that is busy with other things
 * meets fewer, so it fails no test.
 *
 *   node scripts/gates/measure.mjs [--url http://127.0.0.1:8080] [--seconds 60]
 */
import { parseArgs } from "node:util";
import { launch } from "./browser.mjs";
import { measureInteractions } from "./interactions.mjs";
import { measureLoads } from "./load.mjs";
import { measureSteady } from "./steady.mjs";
import { Gates, TARGETS } from "./targets.mjs";

const { values: options } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:8080" },
    seconds: { type: "string", default: "60" },
  },
});
const { url } = options;
const seconds = Number(options.seconds);
const gates = new Gates();
const say = (measurement) => console.log(JSON.stringify(measurement));

const browser = await launch();
try {
  const response = await fetch(`${url}/api/v1/account/markets`);
  const { info } = await response.json();
  const trade = `/trade/${info[0].metadata.symbol}`;
  for (const row of await measureLoads(browser, url, ["/", trade])) {
    say({ load: row });
    gates.check(`LCP ${row.kind} ${row.path}`, row.lcpMs, TARGETS.lcpMs[row.kind]);
    gates.check(`CLS ${row.kind} ${row.path}`, row.cls, TARGETS.cls);
    gates.check(`foreign requests ${row.path}`, row.foreign.length, 0);
  }
  const interactions = await measureInteractions(browser, url, trade);
  say({ interactions });
  gates.check("INP p75", interactions.inp.p75, TARGETS.inpMs);
  for (const row of await measureSteady(browser, url, [50, 1_000], seconds)) {
    say({ steady: row });
    if (row.rate === 50) {
      gates.check("tick to paint p95 at 50/s", row.tickToPaint.p95, TARGETS.paintMs);
      gates.check("longest task at 50/s", Math.max(0, ...row.longTasks), TARGETS.taskMs);
    }
  }
} finally {
  await browser.close();
}
gates.all.forEach(say);
say({ notMet: gates.notMet });

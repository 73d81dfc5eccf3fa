/**
 * The platform in a real browser: starts it, trades on it as a newcomer would, restarts it, and
 * looks at every page on the way. Needs nothing but what `make` has set up.
 * Usage: node tests/browser/run.mjs [FLOW ...] (named flows alone, without the newcomer's journey)
 */
import { launchBrowser, Watch } from "./browser.mjs";
import { dialogSteps } from "./dialog-checks.mjs";
import { loadFlows } from "./flows/index.mjs";
import { Journey } from "./journey.mjs";
import { screenshot } from "./look.mjs";
import { Platform, QUICK_RATE } from "./platform.mjs";
import { Steps } from "./steps.mjs";

/** More side by side than processors: most of the time a flow waits for slots, prints or frames. */
const SIDE_BY_SIDE = 4;
const ONLY = process.argv.slice(2);

async function runFlow(flow, kit, steps) {
  const { steps: own, end } = flow.create(kit);
  const named = Object.fromEntries(
    Object.entries(own).map(([name, act]) => [`${flow.name}: ${name}`, act]),
  );
  await steps.inOrder(named, () => {
    console.log(`    ${kit.platform.describe().replaceAll("\n", "\n    ")}`);
  });
  await end().catch(() => undefined);
}

/** The journey is the longest and restarts its platform: it begins first, on one of its own. */
async function runSideBySide(kits, steps) {
  const flows = await loadFlows(ONLY);
  const waiting = flows.map((flow) => () => runFlow(flow, kits[flow.platform], steps));
  if (kits.home) waiting.unshift(() => runJourney(kits.home, steps));
  const worker = async () => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) await run();
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

async function runJourney(kit, steps) {
  const { browser, watch, platform } = kit;
  await steps.inOrder(dialogSteps(browser, watch, platform), () => undefined);
  const journey = new Journey(browser, watch, platform);
  await steps.inOrder(journey.steps(), async () => {
    if (journey.page) await screenshot(journey.page, "failed-journey").catch(() => undefined);
    console.log(`    ${platform.describe().replaceAll("\n", "\n    ")}`);
  });
  await journey.end();
}

async function runAll(steps, platforms) {
  const names = Object.keys(platforms).join(", ");
  const areStarted = await steps.check(`start platforms on empty homes: ${names}`, () =>
    Promise.all(Object.values(platforms).map((platform) => platform.start())),
  );
  if (!areStarted) return;
  const browser = await launchBrowser();
  console.log(`  Chromium ${browser.version()}`);
  try {
    const kits = Object.fromEntries(
      Object.entries(platforms).map(([name, platform]) => [
        name,
        { browser, watch: new Watch(platform), platform },
      ]),
    );
    await runSideBySide(kits, steps);
    for (const [name, { watch }] of Object.entries(kits)) {
      await steps.check(`${name}: no console error, page error or foreign host`, () =>
        watch.settle(),
      );
    }
  } finally {
    await browser.close();
  }
  for (const [name, platform] of Object.entries(platforms)) {
    await steps.check(`stop the platform: ${name}`, () => platform.stop());
  }
}

const platforms = {
  calm: new Platform(),
  quick: new Platform(QUICK_RATE),
  ...(ONLY.length === 0 ? { home: new Platform() } : {}),
};
const endAll = () => Promise.all(Object.values(platforms).map((platform) => platform.end()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => void endAll().finally(() => process.exit(130)));
}
const steps = new Steps();
try {
  await runAll(steps, platforms);
} finally {
  await endAll();
}
process.exitCode = steps.finish();

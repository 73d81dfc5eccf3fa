/**
 * The platform in a real browser: starts it, trades on it as a newcomer would, restarts it, and
 * looks at every page on the way. Needs nothing but what `make` has set up.
 * Usage: node tests/browser/run.mjs [NAME ...] (these flows alone; the newcomer's is "journey", and
 * behind a reverse proxy "proxied")
 * With ACRE_TEST_BROWSER=firefox in a stock Firefox, where there is one.
 */
import { launchBrowser, Watch } from "./browser.mjs";
import { dialogSteps, MOVEMENT } from "./dialog-checks.mjs";
import { IN_FIREFOX, launchFirefox, RULES_LEFT_OUT, whyNoFirefox } from "./firefox.mjs";
import { loadFlows } from "./flows/index.mjs";
import { Journey, SETTLED } from "./journey.mjs";
import { screenshot } from "./look.mjs";
import { whyNoNginx } from "./nginx.mjs";
import { CALM_RATE, Platform, QUICK_RATE } from "./platform.mjs";
import { ProxiedPlatform, proxiedFlow } from "./proxied.mjs";
import { Slots } from "./slots.mjs";
import { Steps } from "./steps.mjs";

/** More side by side than processors: a flow often waits for slots of the chain or for frames. */
const slots = new Slots(4);
/** Flows of one run that may fail at their first attempt. */
const REPEATS = Number(process.env.ACRE_TEST_FLOW_REPEATS ?? 2);
const JOURNEY = "journey";
const ONLY = process.argv.slice(2);
const CLEAN = "no console error, page error or foreign host";

/** The steps, of which those named in `idle` leave the flow's place to others. */
function withIdle(steps, idle = []) {
  const kept = ([name, act]) => [name, idle.includes(name) ? () => slots.idle(act) : act];
  return Object.fromEntries(Object.entries(steps).map(kept));
}

/** Each flow has a watch of its own: page errors are reported with the flow's name. */
async function runOnce(flow, browser, platform) {
  const steps = new Steps();
  const watch = new Watch(platform);
  const { steps: own, end } = flow.create({ browser, platform, watch });
  const named = Object.fromEntries(
    Object.entries(withIdle(own, flow.idle)).map(([name, act]) => [`${flow.name}: ${name}`, act]),
  );
  await steps.inOrder(named, () => {
    console.log(`    ${platform.describe().replaceAll("\n", "\n    ")}`);
  });
  await end().catch(() => undefined);
  await steps.check(`${flow.name}: ${CLEAN}`, () => watch.settle());
  return steps;
}

/**
 * A flow that fails begins once more with new users: a busy machine must not decide the test. What
 * failed the first time is listed at the end, and more than `REPEATS` such flows fail the test.
 */
async function runFlow(name, attempt, steps) {
  const first = await attempt();
  if (first.failed === 0 || !(steps.repeated < REPEATS)) return steps.add(first);
  steps.repeated += 1;
  console.log(`  ${name} begins once more`);
  steps.add(await attempt());
  steps.forgive(first);
}

/** The journey is the longest and restarts its platform: it begins first, on one of its own. */
async function runSideBySide(flows, browser, platforms, steps) {
  const runs = flows.map((flow) => {
    return () => runFlow(flow.name, () => runOnce(flow, browser, platforms[flow.platform]), steps);
  });
  if (platforms.home) runs.unshift(() => runFlow(JOURNEY, journeyOn(browser, platforms), steps));
  await Promise.all(runs.map((run) => slots.run(run)));
}

/** Attempts of the journey; each after the first begins on an empty home again. */
function journeyOn(browser, platforms) {
  let isFirst = true;
  return async () => {
    if (!isFirst) {
      await platforms.home.end();
      platforms.home = emptyHome();
      await platforms.home.start();
    }
    isFirst = false;
    return runJourney(browser, platforms.home);
  };
}

async function runJourney(browser, platform) {
  const steps = new Steps();
  const watch = new Watch(platform);
  const dialog = dialogSteps(browser, watch, platform);
  if (IN_FIREFOX) delete dialog[MOVEMENT];
  await steps.inOrder(dialog, () => undefined);
  const journey = new Journey({ browser, watch, platform });
  await steps.inOrder(withIdle(journey.steps(), [SETTLED]), async () => {
    if (journey.page) await screenshot(journey.page, "failed-journey").catch(() => undefined);
    console.log(`    ${platform.describe().replaceAll("\n", "\n    ")}`);
  });
  await journey.end();
  await steps.check(`the journey: ${CLEAN}`, () => watch.settle());
  return steps;
}

async function runAll(flows, steps, platforms) {
  const names = Object.keys(platforms).join(", ");
  const areStarted = await steps.check(`start platforms on empty homes: ${names}`, () =>
    Promise.all(Object.values(platforms).map((platform) => platform.start())),
  );
  if (!areStarted) return;
  const browser = IN_FIREFOX
    ? await launchFirefox()
    : await launchBrowser(platforms.proxied?.nginx.browserArguments);
  console.log(`  ${IN_FIREFOX ? "Firefox" : "Chromium"} ${browser.version()}`);
  for (const rule of RULES_LEFT_OUT) steps.skip(`axe's rule ${rule}`, "Firefox crashes in it");
  if (IN_FIREFOX && platforms.home) steps.skip(MOVEMENT, "Firefox has no command to slow it down");
  try {
    await runSideBySide(flows, browser, platforms, steps);
  } finally {
    await browser.close();
  }
  for (const [name, platform] of Object.entries(platforms)) {
    await steps.check(`stop the platform: ${name}`, () => platform.stop());
  }
}

const noFirefox = IN_FIREFOX ? whyNoFirefox() : null;
if (noFirefox !== null) {
  console.log(`0 passed, 0 failed; Firefox is skipped: ${noFirefox}`);
  process.exit(0);
}
const emptyHome = () => new Platform(CALM_RATE, { ACRE_CATALOGUE: "" });
const isNamed = (name) => ONLY.length === 0 || ONLY.includes(name);
const noNginx = isNamed(proxiedFlow.name) ? whyNoNginx() : null;
const hasProxied = isNamed(proxiedFlow.name) && noNginx === null;
const flows = [...(hasProxied ? [proxiedFlow] : []), ...(await loadFlows(ONLY))];
const known = [JOURNEY, proxiedFlow.name, ...flows.map(({ name }) => name)];
const unknown = ONLY.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`no flow is called ${unknown.join(" or ")}`);
const isOn = (platform) => flows.some((flow) => flow.platform === platform);
const platforms = {
  ...(isOn("calm") ? { calm: new Platform() } : {}),
  ...(isOn("quick") ? { quick: new Platform(QUICK_RATE) } : {}),
  ...(isNamed(JOURNEY) ? { home: emptyHome() } : {}),
  ...(hasProxied ? { proxied: new ProxiedPlatform() } : {}),
};
const endAll = () => Promise.all(Object.values(platforms).map((platform) => platform.end()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => void endAll().finally(() => process.exit(130)));
}
const steps = new Steps();
if (noNginx !== null) steps.skip(proxiedFlow.name, noNginx);
try {
  await runAll(flows, steps, platforms);
} finally {
  await endAll();
}
process.exitCode = steps.finish();

/**
 * The platform in a real browser: starts it, trades on it as a newcomer would, restarts it, and
 * looks at every page on the way. Needs nothing but what `make` has set up.
 */
import { launchBrowser, Watch } from "./browser.mjs";
import { dialogSteps } from "./dialog-checks.mjs";
import { Journey } from "./journey.mjs";
import { screenshot } from "./look.mjs";
import { Platform } from "./platform.mjs";
import { Steps } from "./steps.mjs";

async function runAll(steps, platform) {
  const isStarted = await steps.check("start the platform on an empty home", () =>
    platform.start(),
  );
  if (!isStarted) return;
  const browser = await launchBrowser();
  console.log(`  Chromium ${browser.version()}, ${platform.url}`);
  try {
    const watch = new Watch(platform);
    await steps.inOrder(dialogSteps(browser, watch, platform), () => undefined);
    const journey = new Journey(browser, watch, platform);
    await steps.inOrder(journey.steps(), async () => {
      if (journey.page) await screenshot(journey.page, "failed-journey").catch(() => undefined);
      console.log(`    ${platform.describe().replaceAll("\n", "\n    ")}`);
    });
    await journey.end();
    await steps.check("no console error, page error or foreign host", () => watch.settle());
  } finally {
    await browser.close();
  }
  await steps.check("stop the platform", () => platform.stop());
}

const platform = new Platform();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => void platform.end().finally(() => process.exit(130)));
}
const steps = new Steps();
try {
  await runAll(steps, platform);
} finally {
  await platform.end();
}
process.exitCode = steps.finish();

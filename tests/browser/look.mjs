import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RULES_LEFT_OUT } from "./firefox.mjs";
import { output, requireFromWeb } from "./paths.mjs";
import { assert } from "./steps.mjs";

const axe = requireFromWeb("axe-core");

const desktop = (width, height) => ({ viewport: { width, height } });
const phone = (width, height) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });
/** Laptops with the bars of their browser, common screens, a large one; a phone with and without bars. */
const SIZES = {
  "1280x633": desktop(1280, 633),
  "1280x720": desktop(1280, 720),
  "1366x657": desktop(1366, 657),
  desktop: desktop(1440, 789),
  "1536x730": desktop(1536, 730),
  "1920x1080": desktop(1920, 1080),
  "390x664": phone(390, 664),
  phone: phone(390, 844),
};
/** A wide and a narrow size, each theme once; all of them with ACRE_TEST_ALL_LOOKS, as in `make nightly`. */
const COMBINATIONS = process.env.ACRE_TEST_ALL_LOOKS
  ? Object.keys(SIZES).flatMap((size) => ["dark", "light"].map((theme) => [size, theme]))
  : [
      ["desktop", "dark"],
      ["phone", "light"],
    ];

// What an earlier run has left must not pass for this one.
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });

export async function screenshot(page, name) {
  await page.screenshot({ path: join(output, `${name}.png`), animations: "disabled" });
}

/** Every rule of axe-core on what is shown; a violation names its first elements. */
export async function checkAccessibility(page) {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async (leftOut) => {
    // A color on its way to the next one is not what anyone reads.
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    const rules = Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }]));
    const result = await globalThis.axe.run(document, { resultTypes: ["violations"], rules });
    return result.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.slice(0, 3).map(({ target, any, all, none }) => {
        const { message = "" } = [...any, ...all, ...none][0] ?? {};
        return `${target.join(" ")} ${message}`;
      }),
    }));
  }, RULES_LEFT_OUT);
  const text = violations.map(
    ({ id, help, targets }) => `${id}: ${help}\n  ${targets.join("\n  ")}`,
  );
  assert(violations.length === 0, text.join("\n"));
}

async function checkWidth(page) {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert(excess <= 0, `the page is ${excess} px wider than the screen`);
}

/**
 * Opens a page in each size and theme with the wallet and session of `from`, takes a screenshot and
 * checks what can be checked by looking. All findings are reported together.
 */
export async function lookAt(browser, watch, from, url, name, isShown) {
  const storageState = await from.storageState();
  const findings = [];
  for (const [size, theme] of COMBINATIONS) {
    const options = SIZES[size];
    const context = await browser.newContext({
      ...options,
      colorScheme: theme,
      // A colour on its way to another is no finding.
      reducedMotion: "reduce",
      storageState,
    });
    watch.context(context);
    const page = await context.newPage();
    const found = (error) => findings.push(`${size}, ${theme}: ${error.message}`);
    try {
      await page.goto(url);
      await isShown(page);
      await screenshot(page, `${name}-${size}-${theme}`);
      await checkWidth(page).catch(found);
      await checkAccessibility(page).catch(found);
    } catch (error) {
      await screenshot(page, `failed-${name}-${size}-${theme}`).catch(() => undefined);
      found(error);
    } finally {
      await context.close();
    }
  }
  assert(findings.length === 0, findings.join("\n"));
}

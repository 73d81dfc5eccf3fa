import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { requireFromWeb } from "./paths.mjs";

const { firefox } = requireFromWeb("playwright-core");

/** With `ACRE_TEST_BROWSER=firefox` the named flows run in a stock Firefox. */
export const IN_FIREFOX = process.env.ACRE_TEST_BROWSER === "firefox";
/** The content process of Firefox 153 crashes in this rule of axe on the deposit dialog. */
export const RULES_LEFT_OUT = IN_FIREFOX ? ["aria-dialog-name"] : [];

const NAMES = ["firefox-esr", "firefox"];
/** Commands of WebDriver BiDi that the stock Firefox does not have yet, and the options that need them. */
const MEDIA_COMMAND = "emulation.setMediaFeaturesOverride";
const PHONE_OPTIONS = ["isMobile", "hasTouch"];
/** Values of the preference that stands in for the color scheme. */
const SCHEMES = { dark: 0, light: 1 };

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a stock Firefox: FIREFOX_PATH, or the first one on the PATH; null without one. */
export function firefoxPath() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

/** Why flows cannot run in Firefox here; null if they can. */
export function whyNoFirefox() {
  return firefoxPath() === null ? "no Firefox on the PATH (Debian: apt install firefox-esr)" : null;
}

/**
 * Stock Firefox, driven by WebDriver BiDi. One browser has one color scheme, set by a preference:
 * Firefox has no command for it yet. Contexts ignore the options of phones for the same reason.
 */
export async function launchFirefox(scheme = "dark") {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: firefoxPath(),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    firefoxUserPrefs: {
      "layout.css.prefers-color-scheme.content-override": SCHEMES[scheme],
      "ui.prefersReducedMotion": 1,
    },
  });
  // Playwright sends the command for each context, whether or not a color scheme is asked for.
  const session = Object.getPrototypeOf(browser._connection.toImpl(browser)._browserSession);
  const send = session.send;
  session.send = function (method, parameters) {
    return method === MEDIA_COMMAND ? Promise.resolve({}) : send.call(this, method, parameters);
  };
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options = {}) => {
    const kept = Object.entries(options).filter(([name]) => !PHONE_OPTIONS.includes(name));
    const context = await newContext(Object.fromEntries(kept));
    context.on("page", (page) => typeByKeys(browser._connection.toImpl(page)));
    return context;
  };
  return browser;
}

/**
 * Fields are filled by keys. Playwright assigns the value by script here, and React overlooks an
 * assigned value: it would set the field back to the old one.
 */
function typeByKeys(page) {
  const keyboard = page.keyboard._raw;
  keyboard.sendText = (progress, text) =>
    keyboard._performActions(
      progress,
      [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
}

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..");
/** Each browser has a folder of its own: their runs may go side by side. */
export const output = join(here, "output", process.env.ACRE_TEST_BROWSER ?? "chromium");

/** The packages of the web app, so that `npm ci` there is all the set-up. */
export const requireFromWeb = createRequire(join(root, "web", "package.json"));

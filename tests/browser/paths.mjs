import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..");
export const output = join(here, "output");

/** The packages of the web app, so that `npm ci` there is all the set-up. */
export const requireFromWeb = createRequire(join(root, "web", "package.json"));

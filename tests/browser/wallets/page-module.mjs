import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { requireFromWeb, root } from "../paths.mjs";

const ENTRY = "entry-of-a-test";

/**
 * Builds a module of the web app's own sources, for a page to import: `source` is its text, in which
 * "@/" means web/src. Gives the script.
 */
export async function pageModule(source) {
  const { build } = await import(pathToFileURL(requireFromWeb.resolve("vite")).href);
  const entry = {
    name: ENTRY,
    resolveId: (id) => (id.endsWith(ENTRY) ? `\0${ENTRY}` : null),
    load: (id) => (id === `\0${ENTRY}` ? source : null),
  };
  const built = await build({
    root: join(root, "web"),
    configFile: false,
    logLevel: "silent",
    resolve: { alias: { "@": join(root, "web", "src") } },
    plugins: [entry],
    build: { write: false, target: "es2022", lib: { entry: ENTRY, formats: ["es"] } },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return built.flat()[0].output[0].code;
}

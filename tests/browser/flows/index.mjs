import { readdirSync } from "node:fs";

/**
 * Flows of one part of the product each, one file of this folder each. They run side by side, so
 * each has users of its own and changes nothing that others read. A flow is `{ name, platform,
 * create(kit) }`: `create` gives `steps` by name and `end`, which closes what they opened;
 * `platform` is "calm" (a day in half a minute) or "quick" (a day in two seconds, for what takes
 * weeks). Those named in `only`, or all; first those that wait for minutes (`waits`), so that the
 * others fill the time.
 */
export async function loadFlows(only) {
  const files = readdirSync(new URL(".", import.meta.url)).filter(
    (file) => file.endsWith(".mjs") && file !== "index.mjs",
  );
  const modules = await Promise.all(files.sort().map((file) => import(`./${file}`)));
  const flows = modules
    .map(({ flow }) => flow)
    .sort((one, other) => Number(other.waits ?? false) - Number(one.waits ?? false));
  return only.length === 0 ? flows : flows.filter(({ name }) => only.includes(name));
}

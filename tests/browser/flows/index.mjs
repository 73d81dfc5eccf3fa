import { readdirSync } from "node:fs";

/**
 * Flows of one part of the product each, one file of this folder each. They run side by side, so
 * each has users of its own and changes nothing that others read. A flow is `{ name, platform,
 * create(kit) }`: `create` gives `steps` by name and `end`, which closes what they opened;
 * `platform` is "calm" (a day in half a minute) or "quick" (a day in two seconds, for what takes
 * weeks). `idle` names the steps that only wait for the clock: others run meanwhile. Those named in
 * `only`, or all; first the ones that take minutes (`isLong`), so that none of them ends alone.
 */
export async function loadFlows(only) {
  const files = readdirSync(new URL(".", import.meta.url)).filter(
    (file) => file.endsWith(".mjs") && file !== "index.mjs",
  );
  const modules = await Promise.all(files.sort().map((file) => import(`./${file}`)));
  const flows = modules
    .map(({ flow }) => flow)
    .sort((one, other) => Number(other.isLong ?? false) - Number(one.isLong ?? false));
  return only.length === 0 ? flows : flows.filter(({ name }) => only.includes(name));
}

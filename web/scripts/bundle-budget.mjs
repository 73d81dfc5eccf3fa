/** Prints the gzipped size of what each page loads and fails above the budgets. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const KB = 1024;
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

const size = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

/** A chunk and everything it imports statically. */
function closure(keys) {
  const seen = new Set();
  const queue = [...keys];
  while (queue.length > 0) {
    const key = queue.pop();
    if (key === undefined || seen.has(key)) continue;
    seen.add(key);
    queue.push(...(manifest[key]?.imports ?? []));
  }
  return seen;
}

const keyEnding = (end) => {
  const key = Object.keys(manifest).find((name) => name.endsWith(end));
  if (!key) throw new Error(`no chunk ${end} in the build`);
  return key;
};
const total = (keys) =>
  [...keys]
    .map((key) => manifest[key].file)
    .filter((file) => file.endsWith(".js"))
    .reduce((sum, file) => sum + size(file), 0);
const without = (keys, other) => new Set([...keys].filter((key) => !other.has(key)));

const first = closure(["index.html"]);
const trade = closure([
  "index.html",
  keyEnding("app/trade-route.tsx"),
  keyEnding("chart/price-chart.tsx"),
]);
const wallet = closure([
  keyEnding("app/wallet-bridge.tsx"),
  keyEnding("runtime/wallet-runtime.tsx"),
]);
/** Every page beside the trade page, with all that it imports statically. */
const isPage = (key) => /features\/.*-page\.tsx$|app\/trade-route\.tsx$/.test(key);
const pages = Object.keys(manifest)
  .filter((key) => isPage(key) && !key.endsWith("trade-route.tsx"))
  .map((key) => ({ key, chunks: closure(["index.html", key]) }));
const largest = pages.reduce((one, other) =>
  total(other.chunks) > total(one.chunks) ? other : one,
);
/** The styles of what a page shows at first and of what it may still load (other pages excepted). */
function stylesOf(page) {
  const seen = closure(["index.html", page]);
  const queue = [page];
  while (queue.length > 0) {
    const later = closure([queue.pop()]);
    for (const key of later) {
      for (const next of manifest[key]?.dynamicImports ?? []) {
        if (seen.has(next) || isPage(next)) continue;
        for (const found of closure([next])) seen.add(found);
        queue.push(next);
      }
    }
  }
  const files = new Set([...seen].flatMap((key) => manifest[key]?.css ?? []));
  return [...files].reduce((sum, file) => sum + size(file), 0);
}
const styled = [...pages.map(({ key }) => key), keyEnding("app/trade-route.tsx")]
  .map((key) => ({ key, bytes: stylesOf(key) }))
  .reduce((one, other) => (other.bytes > one.bytes ? other : one));

const rows = [
  ["first load", total(first), 150],
  ["trade route with chart", total(trade), 230],
  [`largest other page (${largest.key.split("/").at(-1)})`, total(largest.chunks), 220],
  ["wallet, beyond the trade page", total(without(wallet, trade)), 160],
  [`most CSS of a page (${styled.key.split("/").at(-1)})`, styled.bytes, 24],
];
let isOver = false;
for (const [name, bytes, budgetKb] of rows) {
  const over = bytes > budgetKb * KB;
  isOver ||= over;
  console.log(`${name}: ${(bytes / KB).toFixed(1)} KB of ${budgetKb} KB${over ? "  OVER" : ""}`);
}
process.exitCode = isOver ? 1 : 0;

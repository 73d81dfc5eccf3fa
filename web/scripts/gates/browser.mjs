import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { chromium } = require("playwright-core");

/** The Chromium that the packages carry, or a system one when CHROMIUM_PATH names it. */
export async function launch() {
  const named = process.env.CHROMIUM_PATH;
  const { default: carried } = await import("@sparticuz/chromium");
  const executablePath = named ?? (await carried.executablePath());
  return await chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

const round = (value) => Math.round(value * 100) / 100;

/** How many, and the values below which half and 95 of a hundred lie; null where there are none. */
export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const or = (value) => (value === undefined ? null : round(value));
  return { count: sorted.length, p50: or(at(0.5)), p75: or(at(0.75)), p95: or(at(0.95)) };
}

/** Addresses outside of the page's origin that a context asked for. */
export function foreignRequests(context, origin) {
  const found = new Set();
  const check = (address) => {
    const { protocol, host } = new URL(address);
    if (protocol === "data:" || protocol === "blob:" || address === "about:blank") return;
    if (host !== new URL(origin).host) found.add(address);
  };
  context.on("request", (request) => check(request.url()));
  context.on("page", (page) => page.on("websocket", (socket) => check(socket.url())));
  return found;
}

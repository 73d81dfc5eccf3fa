import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";

const BOOT = readFileSync("public/boot.js", "utf8");
const PAGES = {
  "/": ["/assets/markets.js"],
  "/trade/": ["/express/v1/market/*", "/assets/trade.js", "/assets/trade.css"],
};

/** Runs it as the page's first script; returns what it asks for. */
function boot(path: string, pages?: object): string[] {
  window.history.replaceState(null, "", path);
  const script = document.createElement("script");
  if (pages) script.dataset["pages"] = JSON.stringify(pages);
  script.textContent = BOOT;
  document.head.append(script);
  return [...document.head.querySelectorAll("link")].map(
    (link) => `${link.rel} ${link.as || "script"} ${link.getAttribute("href")}`,
  );
}

beforeEach(() => localStorage.setItem("theme", "light"));
afterEach(() => {
  document.head.replaceChildren();
  window.history.replaceState(null, "", "/");
});

test("the chosen theme is set before anything is painted", () => {
  document.documentElement.dataset["theme"] = "dark";
  expect(boot("/")).toEqual([]);
  expect(document.documentElement.dataset["theme"]).toBe("light");
});

test("the opened page's files and the answer for its market are asked for", () => {
  expect(boot("/", PAGES)).toEqual(["modulepreload script /assets/markets.js"]);
  document.head.replaceChildren();
  expect(boot("/trade/AUS", PAGES)).toEqual([
    "preload fetch /express/v1/market/AUS",
    "modulepreload script /assets/trade.js",
    "preload style /assets/trade.css",
  ]);
});

test("no other page asks for anything, and no path that is no market's name for an answer", () => {
  expect(boot("/status", PAGES)).toEqual([]);
  expect(boot("/trade/..%2F..%2Fapi", PAGES)).toEqual([
    "modulepreload script /assets/trade.js",
    "preload style /assets/trade.css",
  ]);
});

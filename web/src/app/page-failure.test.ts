import { expect, it } from "vitest";
import { failureDetails, isMissingPart } from "./page-failure";

it("knows a part that a new version has taken away, in every browser's words", () => {
  expect(
    isMissingPart(new TypeError("Failed to fetch dynamically imported module: /assets/a.js")),
  ).toBe(true);
  expect(isMissingPart(new TypeError("error loading dynamically imported module: /a.js"))).toBe(
    true,
  );
  expect(isMissingPart(new TypeError("Importing a module script failed."))).toBe(true);
  expect(isMissingPart(new Error("Unable to preload CSS for /assets/a.css"))).toBe(true);
  expect(isMissingPart(new TypeError("x is undefined"))).toBe(false);
  expect(isMissingPart("Importing a module script failed.")).toBe(false);
});

it("makes a report of what, where and when", () => {
  const error = new Error("broken");
  error.stack = "Error: broken\n    at there";
  const at = new Date("2030-01-02T03:04:05Z");
  expect(failureDetails(error, "/points", at, "Agent")).toBe(
    "Page: /points\nTime: 2030-01-02T03:04:05.000Z\nBrowser: Agent\nError: broken\n    at there",
  );
  error.stack = "at there";
  expect(failureDetails(error, "/", at, "A")).toContain("Error: broken\nat there");
  expect(failureDetails("plain", "/", at, "A")).toContain("plain");
});

import { expect, it } from "vitest";
import { checkTerms } from "./check-terms";

const TERMS = {
  delegate: "key",
  expiresAt: Date.UTC(2026, 11, 1) / 1000,
  notionalPerDay: 10_000_000_000n,
  markets: [],
};
const LINES = ["until 2026-12-01T00:00:00Z", "notional-per-day 10000.000000"];

const built = (lines: readonly string[], delegate = "key") => {
  const head = ["Acre v1 localnet", "set-delegate", `delegate ${delegate}`];
  return btoa(`\u0001\u0080${[...head, ...lines, "nonce 20", "expires 9"].join("\n")}`);
};

it("accepts a delegation with the limits that were asked for", () => {
  expect(() => checkTerms(built(LINES), TERMS)).not.toThrow();
  const inMarkets = built([...LINES, "markets AUS,HOU"]);
  expect(() => checkTerms(inMarkets, { ...TERMS, markets: ["HOU", "AUS"] })).not.toThrow();
});

it.each([
  ["without limits", built([]), TERMS],
  ["with a later end", built(LINES), { ...TERMS, expiresAt: TERMS.expiresAt - 1 }],
  ["without an end", built(LINES.slice(1)), TERMS],
  ["without a limit of the day", built(LINES.slice(0, 1)), TERMS],
  ["with a larger limit", built([LINES[0] ?? "", "notional-per-day 100000.000000"]), TERMS],
  ["without the markets", built(LINES), { ...TERMS, markets: ["AUS"] }],
  ["for another key", built(LINES, "other"), TERMS],
])("refuses one %s", (_what, tx, terms) => {
  expect(() => checkTerms(tx, terms)).toThrow("Nothing was signed.");
});

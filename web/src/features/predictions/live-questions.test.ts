import { expect, it } from "vitest";
import { foldQuestions } from "./live-questions";

function row(marketId: number, change: object = {}) {
  return {
    marketId,
    status: "open",
    lastYesPrice: null,
    bestYesBid: 40,
    bestYesAsk: 44,
    volumeContracts: 0,
    openInterestContracts: 0,
    ...change,
  };
}

const SNAPSHOT = { markets: [row(1), row(2)] };

it("takes the questions that a message names and leaves the others alone", () => {
  const before = foldQuestions(new Map(), SNAPSHOT);
  const traded = row(2, { lastYesPrice: 44, volumeContracts: 3, status: "closed" });
  const after = foldQuestions(before, { markets: [traded] });
  expect(after.get(1)).toBe(before.get(1));
  expect(after.get(2)).toEqual(traded);
});

it("skips a question in a state that it does not know", () => {
  const folded = foldQuestions(new Map(), { markets: [row(1), row(3, { status: "new" })] });
  expect([...folded.keys()]).toEqual([1]);
});

it("refuses a message that is none", () => {
  expect(() => foldQuestions(new Map(), { markets: "all" })).toThrow("not a list");
});

import { expect, it } from "vitest";
import { depthSteps, foldBook, ladder, readBook } from "./book";

const SNAPSHOT = {
  orderBook: {
    marketId: 7,
    sequence: 41,
    yes: [
      { price: 48, contracts: 10 },
      { price: 45, contracts: 5 },
    ],
    no: [
      { price: 49, contracts: 3 },
      { price: 40, contracts: 20 },
    ],
    bestYesBid: 48,
    bestYesAsk: 51,
    bestNoBid: 49,
    bestNoAsk: 52,
  },
};

it("shows both sides as one ladder in YES prices, best first, with running totals", () => {
  expect(ladder(readBook(SNAPSHOT))).toEqual({
    asks: [
      { yesPrice: 51, contracts: 3, total: 3 },
      { yesPrice: 60, contracts: 20, total: 23 },
    ],
    bids: [
      { yesPrice: 48, contracts: 10, total: 10 },
      { yesPrice: 45, contracts: 5, total: 15 },
    ],
  });
});

it("takes the new total of each level that a delta names, and drops a level at 0", () => {
  const before = readBook(SNAPSHOT);
  const after = foldBook(before, {
    sequence: 44,
    yes: [
      { price: 48, contracts: 0 },
      { price: 47, contracts: 2 },
    ],
    no: [{ price: 40, contracts: 25 }],
  });
  expect(after.sequence).toBe(44);
  expect(ladder(after)).toEqual({
    asks: [
      { yesPrice: 51, contracts: 3, total: 3 },
      { yesPrice: 60, contracts: 25, total: 28 },
    ],
    bids: [
      { yesPrice: 47, contracts: 2, total: 2 },
      { yesPrice: 45, contracts: 5, total: 7 },
    ],
  });
  expect(before.yes.get(48)).toBe(10);
});

it("keeps a side that a delta leaves alone", () => {
  const before = readBook(SNAPSHOT);
  const after = foldBook(before, { sequence: 42, yes: [], no: [{ price: 49, contracts: 1 }] });
  expect(after.yes).toBe(before.yes);
});

it("equals the book of a fresh snapshot after many deltas", () => {
  let book = readBook({ orderBook: { sequence: 0, yes: [], no: [] } });
  const yes = new Map<number, number>();
  let seed = 7;
  for (let sequence = 1; sequence <= 500; sequence += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const price = 1 + (seed % 99);
    const contracts = Math.floor(seed / 99) % 4;
    if (contracts === 0) yes.delete(price);
    else yes.set(price, contracts);
    book = foldBook(book, { sequence, yes: [{ price, contracts }], no: [] });
  }
  const levels = [...yes].map(([price, contracts]) => ({ price, contracts }));
  const fresh = readBook({ orderBook: { sequence: 500, yes: levels, no: [] } });
  expect(yes.size).toBeGreaterThan(40);
  expect(ladder(book)).toEqual(ladder(fresh));
});

it.each([
  { price: 0, contracts: 1 },
  { price: 100, contracts: 1 },
  { price: 1.5, contracts: 1 },
  { price: 50, contracts: -1 },
])("refuses a level that cannot be: %o", (level) => {
  expect(() => foldBook(readBook(SNAPSHOT), { sequence: 42, yes: [level], no: [] })).toThrow(
    "no level",
  );
});

it("draws depth as a staircase to the end of the scale", () => {
  const { bids } = ladder(readBook(SNAPSHOT));
  expect(depthSteps(bids, 0)).toEqual([
    [48, 0],
    [48, 10],
    [45, 10],
    [45, 15],
    [0, 15],
  ]);
  expect(depthSteps([], 0)).toEqual([]);
});

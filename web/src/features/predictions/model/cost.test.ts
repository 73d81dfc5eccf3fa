import { describe, expect, it } from "vitest";
import { parsePoints, parseRate } from "@/domain/parse";
import type { Book } from "./book";
import {
  feeOf,
  filledCost,
  highestFeeOf,
  oddsE2,
  offersOf,
  POINT_E6,
  payoutOf,
  take,
} from "./cost";

const BOOK: Book = {
  sequence: 1,
  yes: new Map([
    [58, 20],
    [55, 100],
  ]),
  no: new Map([
    [39, 10],
    [37, 5],
    [30, 1_000],
  ]),
};
const FREE = { contractsMax: 100_000, budget: null, available: null, covered: 0 };
const points = (whole: number) => BigInt(whole) * POINT_E6;

describe("fees", () => {
  it("is the rule's figure, a whole number of raw points", () => {
    // 0.02 × 4 × 60 × 40 / 100 points for four contracts
    expect(feeOf(60) * 4n).toBe(1_920_000n);
    expect(feeOf(50)).toBe(500_000n);
    expect(feeOf(1)).toBe(19_800n);
  });

  it("is highest at 50 among all lower prices", () => {
    expect(highestFeeOf(40)).toBe(feeOf(40));
    expect(highestFeeOf(50)).toBe(500_000n);
    expect(highestFeeOf(99)).toBe(500_000n);
  });
});

describe("taking offers", () => {
  it("offers each side by the orders for the other, best first", () => {
    expect(offersOf(BOOK, "yes").map(([price]) => price)).toEqual([61, 63, 70]);
    expect(offersOf(BOOK, "no").map(([price]) => price)).toEqual([42, 45]);
  });

  it("walks the levels and adds exact costs and fees", () => {
    expect(take(BOOK, "yes", { ...FREE, contractsMax: 12 })).toEqual({
      contracts: 12,
      cost: points(10 * 61 + 2 * 63),
      fee: 10n * feeOf(61) + 2n * feeOf(63),
      worst: 63,
    });
  });

  it("takes everything there is when more is wanted", () => {
    expect(take(BOOK, "no", FREE)).toMatchObject({ contracts: 120, worst: 45 });
    expect(take({ ...BOOK, no: new Map() }, "yes", FREE)).toBeNull();
  });

  it("stays within the budget, fees included, to the last raw point", () => {
    const exact = 10n * (points(61) + feeOf(61));
    expect(take(BOOK, "yes", { ...FREE, budget: exact })?.contracts).toBe(10);
    expect(take(BOOK, "yes", { ...FREE, budget: exact - 1n })?.contracts).toBe(9);
    expect(take(BOOK, "yes", { ...FREE, budget: points(61) })).toBeNull();
  });

  it("never needs more than is available at its worst price and highest fee", () => {
    for (let available = 0n; available < points(2_000); available += 7_777_777n) {
      const taken = take(BOOK, "yes", { ...FREE, budget: available, available });
      if (taken === null) continue;
      const needed = BigInt(taken.contracts) * (points(taken.worst) + highestFeeOf(taken.worst));
      expect(needed <= available).toBe(true);
      expect(taken.cost + taken.fee <= available).toBe(true);
    }
  });

  it("needs no points for covered contracts", () => {
    const held = { ...FREE, contractsMax: 4, available: 0n, covered: 4 };
    expect(take(BOOK, "no", held)?.contracts).toBe(4);
    expect(take(BOOK, "no", { ...held, covered: 3 })?.contracts).toBe(3);
  });
});

it("shows odds rounded down", () => {
  expect(oddsE2(payoutOf(10), points(610))).toBe(163n);
  expect(oddsE2(payoutOf(1), points(50))).toBe(200n);
  expect(oddsE2(payoutOf(1), 0n)).toBeNull();
});

it("reads whole points out of a rounded average price", () => {
  const averagePrice = parseRate("61.333333333333");
  expect(filledCost({ averagePrice, filledContracts: 3 })).toBe(parsePoints("184000000"));
  expect(filledCost({ averagePrice: null, filledContracts: 0 })).toBe(0n);
});

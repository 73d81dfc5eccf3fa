import { describe, expect, it } from "vitest";
import type { RateE12 } from "../amounts";
import { parseCollateral, parseRate } from "../parse";
import {
  breakEvenMove,
  type Example,
  fundingOver,
  healthAt,
  liquidationMove,
  profitAt,
  requiredAt,
  returnAt,
  roundTripFee,
} from "./position-example";

const RULES = {
  initialRatio: parseRate("0.1"),
  maintenanceShare: parseRate("0.5"),
  minPositionMargin: parseCollateral("1000000"),
  liquidationFeeRate: parseRate("0.005"),
  minLiquidationFee: parseCollateral("5000000"),
  maxLiquidationFee: parseCollateral("2500000000"),
};
const rate = parseRate;
const usd = (text: string) => parseCollateral(`${text}000000`);
const example = (side: "long" | "short", leverage: number): Example => ({
  side,
  margin: usd("1000"),
  leverage,
});

describe("profit", () => {
  it("is the move times the notional, for a short the reverse", () => {
    expect(profitAt(example("long", 3), rate("0.05"))).toBe(usd("150"));
    expect(profitAt(example("short", 3), rate("0.05"))).toBe(usd("-150"));
    expect(profitAt(example("long", 3), rate("0"))).toBe(0n);
  });

  it("is the move times the leverage as a part of the margin", () => {
    expect(returnAt(example("long", 10), rate("-0.02"))).toBe(rate("-0.2"));
  });
});

it("charges a long a positive funding rate per day and pays it to a short", () => {
  expect(fundingOver(example("long", 3), rate("0.0001"), 30)).toBe(usd("-9"));
  expect(fundingOver(example("short", 3), rate("0.0001"), 30)).toBe(usd("9"));
  expect(fundingOver(example("long", 3), rate("-0.0001"), 30)).toBe(usd("9"));
});

it("counts the fee of opening and of closing, and the move that covers it", () => {
  const fee = roundTripFee(example("long", 3), rate("0.0015"));
  expect(fee).toBe(usd("9"));
  expect(breakEvenMove(example("long", 3), fee)).toBe(rate("0.003"));
  expect(breakEvenMove(example("short", 3), fee)).toBe(rate("-0.003"));
});

describe("required margin", () => {
  it("is maintenance margin, the amount per position and the liquidation fee", () => {
    // 3,000 × 5% + 1 + 3,000 × 0.5%
    expect(requiredAt(example("long", 3), RULES, rate("0"))).toBe(usd("166"));
  });

  it("has the smallest fee for a small position", () => {
    const small = { ...example("long", 1), margin: usd("100") };
    expect(requiredAt(small, RULES, rate("0"))).toBe(usd("11")); // 5 + 1 + 5, not 0.50
  });
});

describe("liquidation", () => {
  it.each([
    ["long", 2],
    ["long", 5],
    ["long", 10],
    ["short", 1],
    ["short", 3],
    ["short", 10],
  ] as const)(
    "of a %s at %i× begins at the first hundredth of a percent below health 1",
    (side, leverage) => {
      const of = example(side, leverage);
      const move = liquidationMove(of, RULES) ?? (0n as RateE12);
      const step = rate("0.0001");
      const safer = (side === "long" ? move + step : move - step) as RateE12;
      expect(healthAt(of, RULES, move)).toBeLessThan(rate("1"));
      expect(healthAt(of, RULES, safer)).toBeGreaterThanOrEqual(rate("1"));
    },
  );

  it("is nearer with more leverage", () => {
    const moves = [2, 3, 5, 10].map((leverage) =>
      liquidationMove(example("long", leverage), RULES),
    );
    expect(moves).toEqual(moves.toSorted((a, b) => Number((a ?? 0n) - (b ?? 0n))));
    expect(moves).not.toContain(null);
  });

  it("of a long without leverage needs a fall of nearly all", () => {
    expect(liquidationMove(example("long", 1), RULES)).toBeLessThan(rate("-0.98"));
  });

  it("is at once where the margin does not cover the requirement", () => {
    expect(liquidationMove(example("long", 20), RULES)).toBe(0n);
  });
});

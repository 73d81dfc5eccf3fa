import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkAmount } from "../amount-field";
import type { PriceE8, SizeE6 } from "../amounts";
import {
  formatAmount,
  formatExact,
  formatField,
  formatUsd,
  toDrawing,
  toHundredths,
} from "../format";
import { parseInput, parsePrice, parseSize, readInput } from "../parse";
import { areaUnit, areaWord, noteMetrics, setAreaUnit } from "./area";

const RAW_MAX = 2n ** 63n - 1n;
/** 2,000 amounts of every length, by a linear congruential generator. */
const AMOUNTS: readonly bigint[] = (() => {
  let state = 20_261_126n;
  const next = () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return state >> 1n;
  };
  return [
    1n,
    RAW_MAX,
    ...Array.from({ length: 2_000 }, (_, at) => next() % 10n ** BigInt(1 + (at % 19))),
  ];
})();

beforeEach(() => setAreaUnit("sqm"));
afterEach(() => {
  setAreaUnit("sqft");
  noteMetrics([]);
});

/** The slow way: a fraction, rounded half away from zero once. */
function slowly(top: bigint, bottom: bigint, digits: number): string {
  const scaled = top * 10n ** BigInt(digits);
  const whole = (2n * scaled + bottom) / (2n * bottom);
  const text = whole.toString().padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

describe("square meters", () => {
  it("shows a size and a price in them, and leaves dollars and pool shares", () => {
    expect(formatAmount(parseSize("1800000000"), "SizeE6")).toBe("167.23");
    expect(formatUsd(parsePrice("10323000000"), "PriceE8")).toBe("$1,111.16");
    expect(formatAmount(10323000000n, "SharePriceE8")).toBe("103.23");
    expect(formatAmount(1_000_000n, "CollateralE6")).toBe("1.00");
    expect([areaUnit("sqft"), areaUnit("sqm"), areaWord("sqft")]).toEqual([
      "m²",
      "m²",
      "square meter",
    ]);
    expect(toDrawing(9_290_304n, "PriceE8")).toBe(1);
    expect(toHundredths(parsePrice("-10323000000"), "PriceE8")).toBe(-111_116n);
  });

  it("keeps files in the server's unit", () => {
    expect(formatExact(parseSize("1800000000"), "SizeE6")).toBe("1800");
  });

  it("rounds once, as a fraction does", () => {
    const plain = (text: string) => text.replaceAll(",", "");
    for (const [at, raw] of AMOUNTS.entries()) {
      const digits = 1 + (at % 8);
      const size = formatAmount(raw, "SizeE6", { digits });
      expect(plain(size)).toBe(slowly(raw * 9_290_304n, 10n ** 14n, digits));
      const price = formatAmount(raw, "PriceE8", { digits });
      expect(plain(price)).toBe(slowly(raw, 9_290_304n, digits));
    }
  });

  it("comes back from a field as the same amount", () => {
    for (const raw of AMOUNTS) {
      expect(parseInput(formatField(raw, "SizeE6"), "SizeE6")).toBe(raw);
      expect(parseInput(formatField(raw, "PriceE8"), "PriceE8")).toBe(raw);
    }
  });

  it("never rounds a field's text up", () => {
    for (const raw of AMOUNTS) {
      expect(parseInput(formatField(raw, "SizeE6", 2), "SizeE6")).toBeLessThanOrEqual(raw);
    }
  });

  it("takes 8 decimals and refuses more, and amounts wider than the server's", () => {
    expect(readInput("1", "SizeE6").value).toBe(10_763_910n);
    expect(readInput("1.00000001", "PriceE8").value).toBe(9_290_304n);
    expect(readInput("1.000000001", "SizeE6").error).toBe("At most 8 decimals.");
    const most = formatField(RAW_MAX, "SizeE6");
    expect(readInput(most, "SizeE6").value).toBe(RAW_MAX);
    expect(readInput("856879801000", "SizeE6").error).toBe("Amount too large.");
  });

  it("says limits in them, the largest rounded down and the smallest up", () => {
    const rules = { kind: "SizeE6", unit: "m²" } as const;
    const size = (raw: bigint) => raw as SizeE6;
    expect(checkAmount("200", { ...rules, max: size(1_800_000_000n) }).error).toBe(
      "At most 167.22 m².",
    );
    expect(checkAmount("100", { ...rules, min: size(1_800_000_000n) }).error).toBe(
      "At least 167.23 m².",
    );
    expect(
      checkAmount("1", { kind: "PriceE8", unit: "USD", min: 10_323_000_000n as PriceE8 }).error,
    ).toBe("At least $1,111.16.");
  });

  it("does not count on an exchange with a market per square meter", () => {
    noteMetrics(["sqft", "sqm"]);
    expect(formatAmount(parseSize("1800000000"), "SizeE6")).toBe("1,800.00");
    expect(areaUnit("sqft")).toBe("sq ft");
    expect(areaUnit("sqm")).toBe("m²");
    expect(parseInput("1", "SizeE6")).toBe(1_000_000n);
  });
});

import { describe, expect, it } from "vitest";
import {
  type Amount,
  decimalOf,
  rawOf,
  sizeText,
  textOf,
  timeText,
  toRaw,
} from "../src/amounts.js";
import { AcreError } from "../src/errors.js";

describe("an amount in its smallest unit", () => {
  it.each<[Amount, number, bigint]>([
    ["500", 6, 500_000_000n],
    [500, 6, 500_000_000n],
    [500n, 6, 500_000_000n],
    ["0.25", 6, 250_000n],
    ["0.000001", 6, 1n],
    ["1.50000000000000000000", 6, 1_500_000n],
    ["9223372036854.775807", 6, 2n ** 63n - 1n],
    ["301.12345678", 8, 30_112_345_678n],
    ["0.1", 12, 100_000_000_000n],
  ])("%s with %i digits is %s", (value, digits, units) => {
    expect(toRaw("amount", value, digits)).toBe(units);
    expect(toRaw("amount", decimalOf(units, digits), digits)).toBe(units);
  });

  it.each<unknown>([0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY, true, null, undefined, {}])(
    "%s is no exact amount",
    (value) => {
      expect(() => toRaw("amount", value as Amount, 6)).toThrow(TypeError);
    },
  );

  it.each<Amount>([
    "0.0000001",
    "1e6",
    "-1",
    "+1",
    " 1",
    "1 ",
    "1,000",
    "1.",
    ".5",
    "",
    "0x10",
    "٣",
  ])("%s is refused", (value) => {
    expect(() => toRaw("amount", value, 6)).toThrow(RangeError);
  });

  it.each<Amount>([-1, -1n, 0, "0.000", "9223372036854.775808", 10n ** 20n])(
    "%s is out of range",
    (value) => {
      expect(() => toRaw("amount", value, 6)).toThrow(RangeError);
    },
  );

  it("may be zero where that has a meaning", () => {
    expect(toRaw("tip", "0.0", 6, true)).toBe(0n);
  });
});

it("has one spelling in answers and one in memos", () => {
  expect(decimalOf(2_500_000n, 6)).toBe("2.5");
  expect(decimalOf(-2_500_000n, 6)).toBe("-2.5");
  expect(decimalOf(100_000_000n, 6)).toBe("100");
  expect(decimalOf(0n, 6)).toBe("0");
  expect(textOf(1n, 8)).toBe("0.00000001");
  expect(textOf(30_125_000_000n, 8)).toBe("301.25000000");
  expect(sizeText(2_500_000n)).toBe("+2.500000");
  expect(sizeText(-1n)).toBe("-0.000001");
  expect(timeText(1_796_083_200)).toBe("2026-12-01T00:00:00Z");
  expect(() => timeText(0.5)).toThrow(RangeError);
});

it("is read from answers as it is", () => {
  expect(rawOf("size", "-15")).toBe(-15n);
  for (const wrong of ["", "-0", "01", "1.0", " 1", 1, null]) {
    expect(() => rawOf("size", wrong)).toThrow(AcreError);
  }
});

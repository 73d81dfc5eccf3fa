import { describe, expect, it } from "vitest";
import {
  nullable,
  ParseError,
  parseCollateral,
  parseInput,
  parsePercentInput,
  parsePrice,
  parseRate,
  rateToWire,
} from "./parse";

describe("raw integers of the wire", () => {
  it("keeps every digit of values beyond 2^53", () => {
    expect(parseCollateral("9223372036854775807")).toBe(9223372036854775807n);
    expect(parsePrice("-1")).toBe(-1n);
  });

  it.each(["", "1.5", "1e3", "+1", " 1", "1,000", "0x1", null, undefined, 5, "9".repeat(60)])(
    "refuses %s",
    (value) => {
      expect(() => parseCollateral(value)).toThrow(ParseError);
    },
  );

  it("keeps unknown values unknown", () => {
    expect(nullable(parsePrice)(null)).toBeNull();
    expect(nullable(parsePrice)("7")).toBe(7n);
  });
});

describe("rates", () => {
  it("reads up to twelve fraction digits exactly", () => {
    expect(parseRate("0.000000000001")).toBe(1n);
    expect(parseRate("-12.5")).toBe(-12_500_000_000_000n);
    expect(parseRate("10")).toBe(10_000_000_000_000n);
  });

  it("refuses more digits than the kind has", () => {
    expect(() => parseRate("0.0000000000001")).toThrow(ParseError);
    expect(() => parseRate(0.5)).toThrow(ParseError);
  });

  it("writes the shortest exact text", () => {
    expect(rateToWire(parseRate("0.01"))).toBe("0.01");
    expect(rateToWire(parseRate("3"))).toBe("3");
    expect(rateToWire(parseRate("-0.000000000001"))).toBe("-0.000000000001");
    expect(rateToWire(parseRate("0"))).toBe("0");
  });
});

describe("typed amounts", () => {
  it("accepts separators and leading or trailing points", () => {
    expect(parseInput("1,234.5", "CollateralE6")).toBe(1_234_500_000n);
    expect(parseInput(".5", "CollateralE6")).toBe(500_000n);
    expect(parseInput("7.", "CollateralE6")).toBe(7_000_000n);
  });

  it.each(["", ".", "-5", "1e5", "0.0000001", "abc", "1.2.3", "9".repeat(49)])(
    "refuses %s",
    (text) => {
      expect(parseInput(text, "CollateralE6")).toBeNull();
    },
  );

  it("reads a percentage as a rate", () => {
    expect(parsePercentInput("1")).toBe(10_000_000_000n);
    expect(parsePercentInput("0.5 %")).toBe(5_000_000_000n);
    expect(parsePercentInput("x")).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import {
  DIGITS,
  formatAmount,
  formatDrawn,
  formatDrawnUsd,
  formatDuration,
  formatExact,
  formatPercent,
  formatUsd,
  shortAddress,
} from "./format";
import { parseCollateral, parseInput, parsePrice, parseRate } from "./parse";

const usd = (raw: string, options = {}) =>
  formatAmount(parseCollateral(raw), "CollateralE6", options);

describe("formatAmount", () => {
  it("groups thousands and rounds half away from zero", () => {
    expect(usd("1234567890")).toBe("1,234.57");
    expect(usd("1005000")).toBe("1.01");
    expect(usd("-1005000")).toBe("−1.01");
    expect(usd("1004999")).toBe("1.00");
  });

  it("stays exact for the largest amounts", () => {
    expect(usd("9223372036854775807", { digits: 6 })).toBe("9,223,372,036,854.775807");
    expect(usd("999999999999999999999999", { digits: 0 })).toBe("1,000,000,000,000,000,000");
  });

  it("shows no sign on an amount that rounds to zero", () => {
    expect(usd("-4000", { signed: true })).toBe("0.00");
    expect(usd("4000", { signed: true })).toBe("0.00");
    expect(usd("5000", { signed: true })).toBe("+0.01");
  });

  it("shortens only from a thousand on", () => {
    expect(usd("999990000", { compact: true })).toBe("999.99");
    expect(usd("1000000000", { compact: true })).toBe("1.00K");
    expect(usd("-2345678000000", { compact: true })).toBe("−2.35M");
    expect(usd("5000000000000000", { compact: true })).toBe("5.00B");
    expect(usd("999994999999", { compact: true })).toBe("999.99K");
    expect(usd("999995000000", { compact: true })).toBe("1.00M");
  });

  it("pads when more digits are asked than the kind has", () => {
    expect(usd("1500000", { digits: 8 })).toBe("1.50000000");
  });
});

describe("the rounding table", () => {
  it.each([
    ["CollateralE6", 994_733_494n, "994.73"],
    ["TokenE6", 1_500_000n, "1.50"],
    ["SizeE6", 28_604_999n, "28.60"],
    ["PriceE8", 10_323_499_999n, "103.23"],
    ["LamportsE9", 5_000_000n, "0.0050"],
    ["RateE12", 2_970_000_000_000n, "2.97"],
    ["PointsE6", 610_000_000n, "610.00"],
  ] as const)("rounds %s", (kind, raw, text) => {
    expect(formatAmount(raw, kind)).toBe(text);
    expect(text.split(".")[1]).toHaveLength(DIGITS[kind]);
  });

  it("puts the minus sign before the dollar sign", () => {
    expect(formatUsd(-50_000n, "CollateralE6")).toBe("−$0.05");
    expect(formatUsd(50_000n, "CollateralE6", { signed: true })).toBe("+$0.05");
    expect(formatUsd(-4_000n, "CollateralE6")).toBe("$0.00");
    expect(formatUsd(-12_340_000_000n, "CollateralE6", { compact: true })).toBe("−$12.34K");
  });

  it("never shows a negative zero", () => {
    expect(formatPercent(parseRate("-0.00004"))).toBe("0.00%");
    expect(formatPercent(parseRate("-0.00005"))).toBe("−0.01%");
    expect(formatDrawn(-0.004)).toBe("0.00");
    expect(formatDrawnUsd(-0.05)).toBe("−$0.05");
  });

  it("shows the floats of an axis", () => {
    expect(formatDrawnUsd(1234.5)).toBe("$1,235");
    expect(formatDrawnUsd(999.5)).toBe("$999.50");
    expect(formatDrawn(-1234.5, 1)).toBe("−1,234.5");
    expect(formatDrawn(Number.NaN)).toBe("NaN");
  });
});

describe("other texts", () => {
  it("shows a rate as a percentage", () => {
    expect(formatPercent(parseRate("0.0525"))).toBe("5.25%");
    expect(formatPercent(parseRate("-0.000152"), { digits: 4, signed: true })).toBe("−0.0152%");
  });

  it("gives an input field the exact amount back", () => {
    const amount = parseCollateral("1234500000");
    expect(formatExact(amount, "CollateralE6")).toBe("1234.5");
    expect(parseInput(formatExact(amount, "CollateralE6"), "CollateralE6")).toBe(amount);
    expect(formatExact(parsePrice("30125000000"), "PriceE8")).toBe("301.25");
    expect(formatExact(parseCollateral("10000000"), "CollateralE6")).toBe("10");
  });

  it("counts down in the two largest units", () => {
    expect(formatDuration(90_061)).toBe("1d 01h");
    expect(formatDuration(3_661)).toBe("1h 01m");
    expect(formatDuration(61)).toBe("1m 01s");
    expect(formatDuration(0.2)).toBe("1s");
    expect(formatDuration(-5)).toBe("0s");
  });

  it("shows addresses by their ends", () => {
    expect(shortAddress("8hAbcdefghijklmnop1234")).toBe("8hAb…1234");
  });
});

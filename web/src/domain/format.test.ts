import { describe, expect, it } from "vitest";
import {
  formatAmount,
  formatDateTime,
  formatDuration,
  formatExact,
  formatPercent,
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

  it("shows times in UTC and addresses by their ends", () => {
    expect(formatDateTime(1_420_070_400)).toBe("1 Jan 2015 00:00");
    expect(shortAddress("8hAbcdefghijklmnop1234")).toBe("8hAb…1234");
  });
});

import { describe, expect, it } from "vitest";
import { checkAmount } from "./amount-field";
import type { CollateralE6 } from "./amounts";

const rules = {
  kind: "CollateralE6",
  unit: "USD",
  min: 10_000n as CollateralE6,
  max: 5_000_250_000n as CollateralE6,
  maxIs: "Your wallet holds",
} as const;

describe("an amount field", () => {
  it.each([
    ["1", 1_000_000n],
    [" 1,000.50 ", 1_000_500_000n],
    ["1 000.5", 1_000_500_000n],
    [".5", 500_000n],
    ["0.010000", 10_000n],
    ["5,000.25", 5_000_250_000n],
    ["1'234.5", 1_234_500_000n],
    ["0,01,000.5", 1_000_500_000n],
  ])("reads %j exactly", (text, value) => {
    expect(checkAmount(text, rules)).toEqual({ value, error: null });
  });

  it.each([
    ["", "Enter an amount."],
    ["   ", "Enter an amount."],
    ["0", "Enter an amount greater than 0."],
    ["-5", "Enter an amount greater than 0."],
    ["−5", "Enter an amount greater than 0."],
    ["1e5", "Write the number out, without an exponent."],
    ["１００", "Use the digits 0 to 9."],
    ["١٢", "Use the digits 0 to 9."],
    ["1,5", "Enter a number, e.g. 1,500.50."],
    ["1.000,50", "Enter a number, e.g. 1,500.50."],
    ["10,00", "Enter a number, e.g. 1,500.50."],
    ["1 00", "Enter a number, e.g. 1,500.50."],
    ["0.0000001", "At most 6 decimals."],
    ["999999999999999999999999999999", "Amount too large."],
    ["9".repeat(60), "Amount too large."],
    ["abc", "Enter a number, e.g. 1,500.50."],
    ["12 USD", "Enter a number, e.g. 1,500.50."],
    ["0.009999", "At least $0.01."],
    ["5000.250001", "Your wallet holds $5,000.25."],
  ])("refuses %j in words", (text, error) => {
    expect(checkAmount(text, rules)).toEqual({ value: null, error });
  });

  it("states a limit to the cent that it accepts", () => {
    const fine = { ...rules, min: 1_000_001n as CollateralE6, max: 6_332_995_534n as CollateralE6 };
    expect(checkAmount("7000", fine).error).toBe("Your wallet holds $6,332.99.");
    expect(checkAmount("6332.99", fine).error).toBeNull();
    expect(checkAmount("1", fine).error).toBe("At least $1.01.");
    expect(checkAmount("1.01", fine).error).toBeNull();
    const tiny = { ...fine, min: null, max: 1_234n as CollateralE6 };
    expect(checkAmount("1", tiny).error).toBe("Your wallet holds $0.001234.");
  });

  it("takes zero where it means something", () => {
    const free = { kind: "CollateralE6", unit: "USD", allowsZero: true } as const;
    expect(checkAmount("0", free)).toEqual({ value: 0n, error: null });
  });
});

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
    ["1,5", "Use a point for decimals; commas only between thousands."],
    ["1.000,50", "Use a point for decimals; commas only between thousands."],
    ["10,00", "Use a point for decimals; commas only between thousands."],
    ["1 00", "Use a point for decimals; commas only between thousands."],
    ["0.0000001", "At most 6 decimals."],
    ["999999999999999999999999999999", "This amount is too large."],
    ["9".repeat(60), "This amount is too large."],
    ["abc", "Enter an amount in digits."],
    ["12 USD", "Enter an amount in digits."],
    ["0.009999", "At least 0.01 USD."],
    ["5000.250001", "Your wallet holds 5,000.25 USD."],
  ])("refuses %j in words", (text, error) => {
    expect(checkAmount(text, rules)).toEqual({ value: null, error });
  });

  it("takes zero where it means something", () => {
    const free = { kind: "CollateralE6", unit: "USD", allowsZero: true } as const;
    expect(checkAmount("0", free)).toEqual({ value: 0n, error: null });
  });
});

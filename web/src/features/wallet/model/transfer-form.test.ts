import { describe, expect, it } from "vitest";
import { parseCollateral } from "@/domain/parse";
import { checkDeposit, checkFirstDeposit, checkName, checkWithdrawal } from "./transfer-form";

const usd = (raw: number) => parseCollateral(String(raw));

describe("deposit", () => {
  it("takes an exact amount up to the balance", () => {
    expect(checkDeposit("1,000.000001", usd(1_000_000_001)).value).toBe(1_000_000_001n);
    expect(checkDeposit("1000.000001", usd(1_000_000_000)).error).toBe(
      "Your wallet has $1,000.00.",
    );
  });

  it.each([
    ["", "Enter an amount."],
    ["0.000000", "Enter an amount greater than 0."],
    ["-1", "Enter an amount greater than 0."],
    ["1.0000001", "At most 6 decimals."],
    ["1e6", "Write the number out, without an exponent."],
    ["１００", "Use the digits 0 to 9."],
    ["1,5", "Enter a number, e.g. 1,500.50."],
    ["9".repeat(30), "Amount too large."],
    ["∞", "Enter a number, e.g. 1,500.50."],
  ])("refuses %j in words", (text, error) => {
    expect(checkDeposit(text, null)).toEqual({ value: null, error });
  });

  it("may be left out when an account is created", () => {
    expect(checkFirstDeposit("", usd(5))).toEqual({ value: null, error: null });
    expect(checkFirstDeposit("0", usd(5)).error).not.toBeNull();
  });
});

describe("withdrawal", () => {
  it("lies between the smallest and what is free", () => {
    expect(checkWithdrawal("5", usd(5_000_000), usd(1_000_000)).value).toBe(5_000_000n);
    expect(checkWithdrawal("5.000001", usd(5_000_000), null).error).toBe("Available: $5.00.");
    expect(checkWithdrawal("0.5", usd(5_000_000), usd(1_000_000)).error).toBe("At least $1.00.");
  });
});

describe("form", () => {
  it("names are printable ASCII of at most 32 characters", () => {
    expect(checkName("Texas, long!")).toBeNull();
    expect(checkName("a".repeat(33))).toContain("32");
    expect(checkName("Zürich")).not.toBeNull();
  });
});

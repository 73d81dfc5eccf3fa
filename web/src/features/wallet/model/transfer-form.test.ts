import { describe, expect, it } from "vitest";
import { parseCollateral, parseRate } from "@/lib/parse";
import {
  checkDeposit,
  checkFirstDeposit,
  checkName,
  checkTip,
  checkWithdrawal,
  EMPTY_FORM,
  reduceTransferForm,
} from "./transfer-form";

const usd = (raw: number) => parseCollateral(String(raw));

describe("deposit", () => {
  it("takes an exact amount up to the balance", () => {
    expect(checkDeposit("1,000.000001", usd(1_000_000_001)).raw).toBe(1_000_000_001n);
    expect(checkDeposit("1000.000001", usd(1_000_000_000)).error).toBe(
      "Your wallet holds 1,000.00 USD.",
    );
  });

  it.each(["", " ", "0", "0.000000"])("wants more than nothing (%j)", (text) => {
    expect(checkDeposit(text, usd(1)).error).toBe("Enter an amount greater than 0.");
  });

  it.each(["abc", "-1", "1.0000001", "1e6", "1.2.3", "∞"])("refuses %j", (text) => {
    expect(checkDeposit(text, null)).toEqual({
      raw: null,
      error: "Enter an amount with at most 6 decimals.",
    });
  });

  it("may be left out when an account is created", () => {
    expect(checkFirstDeposit("", usd(5))).toEqual({ raw: null, error: null });
    expect(checkFirstDeposit("0", usd(5)).error).not.toBeNull();
  });
});

describe("withdrawal", () => {
  it("lies between the smallest and what is free", () => {
    expect(checkWithdrawal("5", usd(5_000_000), usd(1_000_000)).raw).toBe(5_000_000n);
    expect(checkWithdrawal("5.000001", usd(5_000_000), null).error).toContain("At most 5.00 USD");
    expect(checkWithdrawal("0.5", usd(5_000_000), usd(1_000_000)).error).toContain("smallest");
  });

  it("allows a tip up to its share of the amount, exactly", () => {
    const rate = parseRate("0.01");
    expect(checkTip("", usd(100), rate)).toEqual({ raw: null, error: null });
    expect(checkTip("1", usd(100_000_000), rate).raw).toBe(1_000_000n);
    expect(checkTip("1.000001", usd(100_000_000), rate).error).toContain("above the share");
    expect(checkTip("x", null, null).error).not.toBeNull();
  });
});

describe("form", () => {
  it("names are printable ASCII of at most 32 characters", () => {
    expect(checkName("Texas, long!")).toBeNull();
    expect(checkName("a".repeat(33))).toContain("32");
    expect(checkName("Zürich")).not.toBeNull();
  });

  it("forgets the last problem as soon as something is typed", () => {
    const refused = reduceTransferForm(EMPTY_FORM, { kind: "refused", problem: "no" });
    const typed = reduceTransferForm(refused, { kind: "typed", field: "amount", text: "1" });
    expect(typed).toMatchObject({ amount: "1", problem: null });
    expect(reduceTransferForm(typed, { kind: "checked" }).isChecked).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { checkTip, maxTip } from "./keeper-tip";
import { parseCollateral, parseRate } from "./parse";

describe("the keeper's tip", () => {
  const amount = parseCollateral("100000099");
  const rate = parseRate("0.01");

  it("is at most the exchange's share of the amount, rounded down", () => {
    expect(maxTip(amount, rate)).toBe(1_000_000n);
    expect(checkTip("1", amount, rate)).toEqual({ value: 1_000_000n, error: null });
    expect(checkTip("1.000001", amount, rate).error).toBe(
      "Of this amount the tip is at most $1.00.",
    );
  });

  it("may be left out or be 0, and is read like every amount", () => {
    expect(checkTip(" ", amount, rate)).toEqual({ value: 0n, error: null });
    expect(checkTip("0", amount, rate)).toEqual({ value: 0n, error: null });
    expect(checkTip("1e5", amount, rate).error).toBe("Write the number out, without an exponent.");
    expect(checkTip("5", null, rate)).toEqual({ value: 5_000_000n, error: null });
  });
});

/** Bounds of the tip for the keeper that processes a payout (API 7.2). */
import { type CheckedAmount, checkAmount } from "./amount-field";
import type { CollateralE6, RateE12 } from "./amounts";
import { parseCollateral, toWire } from "./parse";

const E12 = 10n ** 12n;

/** The largest tip of an amount: the exchange's share of it, rounded down. */
export function maxTip(amount: CollateralE6, maxRate: RateE12): CollateralE6 {
  return parseCollateral(toWire((amount * maxRate) / E12));
}

/** Reads an optional tip: nothing typed is 0. While the amount is unknown any tip passes. */
export function checkTip(
  text: string,
  amount: CollateralE6 | null,
  maxRate: RateE12 | null,
): CheckedAmount<"CollateralE6"> {
  if (text.trim() === "") return { value: parseCollateral("0"), error: null };
  const max = amount === null || maxRate === null ? null : maxTip(amount, maxRate);
  return checkAmount(text, {
    kind: "CollateralE6",
    unit: "USD",
    max,
    maxIs: "Of this amount the tip is at most",
    allowsZero: true,
  });
}

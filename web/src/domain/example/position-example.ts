/**
 * A position worked out for explanations (/learn and the cards before connecting), never for an order: those are
 * quoted by the server. One position alone in its account, opened at the index price, by the formulas of
 * rules/margin.md and rules/funding.md; left out are the trading fee, price impact, and the part of the margin ratio that
 * grows with size (below 0.1% at a thousandth of a side). Divisions cut toward zero.
 */
import type { CollateralE6, RateE12 } from "../amounts";
import type { Side } from "../model";

const ONE_E12 = 1_000_000_000_000n;
/** Bounds of the search for the liquidation price: a fall to zero, a rise to four times the price. */
const FALL_MAX = -ONE_E12;
const RISE_MAX = 3n * ONE_E12;
/** The liquidation move is found to a hundredth of a percent. */
const STEP = ONE_E12 / 10_000n;

export interface ExampleRules {
  readonly initialRatio: RateE12;
  readonly maintenanceShare: RateE12;
  readonly minPositionMargin: CollateralE6;
  readonly liquidationFeeRate: RateE12;
  readonly minLiquidationFee: CollateralE6;
  readonly maxLiquidationFee: CollateralE6;
}

export interface Example {
  readonly side: Side;
  readonly margin: CollateralE6;
  /** Whole multiples of the margin. */
  readonly leverage: number;
}

const times = (amount: bigint, rate: bigint) => ((amount * rate) / ONE_E12) as CollateralE6;
const percent = (amount: bigint, of: bigint) => ((amount * ONE_E12) / of) as RateE12;

export function notionalOf({ margin, leverage }: Example): CollateralE6 {
  return (margin * BigInt(leverage)) as CollateralE6;
}

/** Profit or loss when the index has moved by `move` (0.05 is 5% up). */
export function profitAt(example: Example, move: RateE12): CollateralE6 {
  const gain = times(notionalOf(example), move);
  return (example.side === "long" ? gain : -gain) as CollateralE6;
}

/** That profit as a part of the margin. */
export function returnAt(example: Example, move: RateE12): RateE12 {
  return percent(profitAt(example, move), example.margin);
}

/** What funding pays (+) or costs (−) in `days` at a rate per day that stays as it is. */
export function fundingOver(example: Example, ratePerDay: RateE12, days: number): CollateralE6 {
  const toShorts = times(notionalOf(example), ratePerDay * BigInt(days));
  return (example.side === "long" ? -toShorts : toShorts) as CollateralE6;
}

/** Trading fees to open and to close at the index price. */
export function roundTripFee(example: Example, feeRate: RateE12): CollateralE6 {
  return (2n * times(notionalOf(example), feeRate)) as CollateralE6;
}

/** The move in favor of the position that covers `cost`; negative if funding has earned more than the fees. */
export function breakEvenMove(example: Example, cost: CollateralE6): RateE12 {
  const move = percent(cost, notionalOf(example));
  return (example.side === "long" ? move : -move) as RateE12;
}

/** Margin that is needed to keep the position, with the liquidation fee, after `move`. */
export function requiredAt(example: Example, rules: ExampleRules, move: RateE12): CollateralE6 {
  const notional = times(notionalOf(example), ONE_E12 + move);
  const ratio = times(rules.initialRatio, rules.maintenanceShare);
  const fee = times(notional, rules.liquidationFeeRate);
  const { minLiquidationFee: low, maxLiquidationFee: high } = rules;
  const held = fee < low ? low : fee > high ? high : fee;
  return (times(notional, ratio) + rules.minPositionMargin + held) as CollateralE6;
}

/** Margin balance divided by required margin after `move`; the position can be liquidated below 1. */
export function healthAt(example: Example, rules: ExampleRules, move: RateE12): RateE12 {
  const balance = example.margin + profitAt(example, move);
  return percent(balance, requiredAt(example, rules, move));
}

/**
 * The smallest move against the position, in hundredths of a percent, after which it can be liquidated: 0 if it
 * can be at once, null if no move within the bounds leads there. Health falls with every step of that way.
 */
export function liquidationMove(example: Example, rules: ExampleRules): RateE12 | null {
  const isSafe = (steps: bigint) => healthAt(example, rules, moveOf(steps)) >= ONE_E12;
  const way = example.side === "long" ? -1n : 1n;
  const moveOf = (steps: bigint) => (way * steps * STEP) as RateE12;
  let safe = 0n;
  let unsafe = (example.side === "long" ? -FALL_MAX : RISE_MAX) / STEP;
  if (!isSafe(safe)) return 0n as RateE12;
  if (isSafe(unsafe)) return null;
  while (unsafe - safe > 1n) {
    const middle = (safe + unsafe) / 2n;
    if (isSafe(middle)) safe = middle;
    else unsafe = middle;
  }
  return moveOf(unsafe);
}

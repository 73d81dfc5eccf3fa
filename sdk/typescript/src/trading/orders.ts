/** Words that orders share: sizes, prices, their limits. */
import { type Amount, COLLATERAL, PRICE, RATE, rawOf, SIZE, toRaw } from "../amounts.js";
import { AcreError, BAD_ANSWER, wordsOf } from "../errors.js";
import type { PositionQuote } from "../generated/api.js";

export type Side = "long" | "short";

/** How much: in collateral, or in units of the market. */
export type Sized =
  | { readonly notional: Amount; readonly size?: undefined }
  | { readonly size: Amount; readonly notional?: undefined };

/** The worst fill: as a price, or by a rate off the quoted one (`"0.01"` if missing). */
export interface Worst {
  readonly slippage?: Amount;
  readonly worstPrice?: Amount;
}

/** Prices at which the position is closed again. */
export interface Bracket {
  readonly stop?: Amount;
  readonly target?: Amount;
}

export interface Input {
  readonly kind: "notionalDelta" | "sizeDelta";
  readonly units: bigint;
}

const SLIPPAGE = "0.01";
export const E8 = 10n ** 8n;
const E12 = 10n ** 12n;
const PREMIUM_PERCENT_MAX = 10n; // of a fill price over the index, where a notional is asked for

export function inputOf({ notional, size }: Sized): Input {
  if ((notional === undefined) === (size === undefined)) {
    throw new TypeError("give either a notional or a size");
  }
  if (size !== undefined) return { kind: "sizeDelta", units: toRaw("size", size, SIZE) };
  return { kind: "notionalDelta", units: toRaw("notional", notional, COLLATERAL) };
}

/** Positive for long, negative for short. */
export function signedBy(side: Side, units: bigint): bigint {
  if (side !== "long" && side !== "short") {
    throw new TypeError(`side must be "long" or "short", not ${String(side)}`);
  }
  return side === "long" ? units : -units;
}

/** The size of an input; a notional is counted at the price, rounded down. */
export function sizeAt(input: Input, price: bigint): bigint {
  const units = input.kind === "sizeDelta" ? input.units : (input.units * E8) / price;
  if (units === 0n) throw new RangeError("the notional is below one unit of size");
  return units;
}

/** The size that a quoted input has; refuses a fill far from the index, and another size. */
export function quotedSize(input: Input, found: PositionQuote): bigint {
  executable(found);
  if (input.kind === "sizeDelta") return input.units;
  const [index, fill] = [
    rawOf("indexPrice", found.indexPrice),
    rawOf("fillPrice", found.fillPrice),
  ];
  const premium = fill > index ? fill - index : index - fill;
  if (index <= 0n || 100n * premium > PREMIUM_PERCENT_MAX * index) {
    throw new AcreError(BAD_ANSWER, "the quote's fill price is far from its index");
  }
  const size = sizeAt(input, index);
  const quoted = rawOf("size", found.openInterestDelta.size);
  if (quoted !== size && quoted !== -size) {
    throw new AcreError(BAD_ANSWER, "the quote is of another size");
  }
  return size;
}

/** The limit price: as given, or the quote's with the slippage, rounded toward the quote. */
export function limitOf(found: PositionQuote, isBuy: boolean, worst: Worst): bigint {
  if (worst.worstPrice !== undefined) return toRaw("worstPrice", worst.worstPrice, PRICE);
  const fill = rawOf("fillPrice", executable(found).fillPrice);
  return moved(fill, isBuy, worst.slippage);
}

/** Throws for a worst fill that is no limit, before anything moves. */
export function checkWorst({ worstPrice, slippage }: Worst): void {
  if (worstPrice !== undefined) toRaw("worstPrice", worstPrice, PRICE);
  rateOf(slippage);
}

/** A price moved against the trader by the slippage, rounded toward the price. */
export function moved(price: bigint, isBuy: boolean, slippage?: Amount): bigint {
  const rate = rateOf(slippage);
  if (isBuy) return (price * (E12 + rate)) / E12;
  const limit = (price * (E12 - rate) + E12 - 1n) / E12;
  return limit > 0n ? limit : 1n;
}

function rateOf(slippage: Amount = SLIPPAGE): bigint {
  const rate = toRaw("slippage", slippage, RATE, true);
  if (rate >= E12) throw new RangeError("slippage must be below 1");
  return rate;
}

export function executable(found: PositionQuote): PositionQuote {
  if (found.isExecutable) return found;
  const code = found.reasons[0] ?? BAD_ANSWER;
  const details = { reasons: found.reasons };
  throw new AcreError(code, wordsOf(code), { status: 409, details });
}

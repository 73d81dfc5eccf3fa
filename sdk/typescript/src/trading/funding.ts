/** The margin that an account needs for a leverage. */
import { type Amount, COLLATERAL, decimalOf, RATE, rawOf, toRaw } from "../amounts.js";
import { AcreError, BAD_ANSWER, BAD_LEVERAGE } from "../errors.js";
import type { MarginAccount, Market, PositionQuote } from "../generated/api.js";
import type { Input } from "./orders.js";

const E8 = 10n ** 8n;
const E12 = 10n ** 12n;
const CENT = 10_000n;
const MINIMUMS_MAX = 20_000_000n; // of minimum and liquidation fee margin that a deposit covers
const COSTS_RATE = 5n * 10n ** 9n; // of a notional beside the fee: impact, surcharge, rounding

/** A leverage in its smallest unit; refuses one beyond the market's maximum. */
export function multipleOf(market: Market, leverage: Amount): bigint {
  const multiple = toRaw("leverage", leverage, RATE);
  const { maxLeverageMultiple, metadata } = market;
  if (multiple > toRaw("maxLeverageMultiple", maxLeverageMultiple, RATE, true)) {
    const text = `The leverage of ${metadata.symbol} is at most ${maxLeverageMultiple}, not ${leverage}`;
    throw new AcreError(BAD_LEVERAGE, text, { status: 400, details: { maxLeverageMultiple } });
  }
  return multiple;
}

/** The first deposit of an account: notional by leverage, and the costs of the trade. */
export function newAccountMargin(market: Market, input: Input, multiple: bigint): bigint {
  const index = rawOf("indexPrice", market.indexPrice);
  const notional = input.kind === "sizeDelta" ? (input.units * index) / E8 : input.units;
  const rate = toRaw("takerFeeRate", market.takerFeeRate, RATE, true) + COSTS_RATE;
  return cents(divUp(notional * E12, multiple) + (notional * rate) / E12);
}

/** What an account lacks for the leverage, and for the margin that the trade requires. */
export function lackingMargin(
  account: MarginAccount,
  market: Market,
  found: PositionQuote,
  multiple: bigint,
): bigint {
  const old = account.positions.find((row) => row.marketId === market.id);
  const held = old ? rawOf("size", old.openInterest.size) : 0n;
  const oldNotional = old ? rawOf("notional", old.openInterest.notional) : 0n;
  const signed = old?.side === "short" ? -held : held;
  const size = signed + rawOf("size", found.openInterestDelta.size);
  const after = ((size < 0n ? -size : size) * rawOf("indexPrice", found.indexPrice)) / E8;
  const total = rawOf("openInterest", account.openInterest) - oldNotional + after;
  const need = divUp(total * E12, multiple);
  const required = rawOf("totalRequiredMarginAfter", found.totalRequiredMarginAfter);
  const available = rawOf("availableMarginAfter", found.availableMarginAfter);
  const counted = required + gainOf(found);
  const lacking = (counted > need ? counted : need) - available;
  if (lacking <= 0n) return 0n;
  const most = need + need / 10n;
  if (required > most + MINIMUMS_MAX) {
    const margin = decimalOf(required, COLLATERAL);
    const text = `The trade requires a margin of ${margin}, more than its leverage explains`;
    throw new AcreError("INSUFFICIENT_MARGIN", text, { status: 409 });
  }
  if (need - available > most) {
    throw new AcreError(BAD_ANSWER, "the account lacks more than its leverage explains");
  }
  return cents(lacking);
}

/** What a fill is better than the index, which does not count for the requirement. */
function gainOf({ fillPrice, indexPrice, openInterestDelta }: PositionQuote): bigint {
  const better = rawOf("indexPrice", indexPrice) - rawOf("fillPrice", fillPrice);
  const gain = rawOf("size", openInterestDelta.size) * better;
  return gain > 0n ? divUp(gain, E8) : 0n;
}

function divUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

/** Rounded up to whole cents. */
function cents(units: bigint): bigint {
  return divUp(units, CENT) * CENT;
}

/** The worst price of an order: a largest slippage, or a price. Nothing here is a cost or a margin. */

import type { WorstPrice } from "@/api/builders";
import { checkAmount } from "@/domain/amount-field";
import type { PriceE8, RateE12 } from "@/domain/amounts";
import { formatAmount } from "@/domain/format";
import type { PositionQuote, Side } from "@/domain/model";
import { parsePercentInput, parseRate, rateToWire, toWire } from "@/domain/parse";

export type LimitKind = "slippage" | "price";

export interface PriceLimit {
  readonly kind: LimitKind;
  readonly slippageText: string;
  readonly priceText: string;
}

export const FIRST_LIMIT: PriceLimit = { kind: "slippage", slippageText: "1", priceText: "" };

export interface CheckedLimit {
  readonly body: WorstPrice | null;
  /** The typed price, when it is one. */
  readonly price: PriceE8 | null;
  readonly error: string | null;
}

const SLIPPAGE_MAX_E12 = 500_000_000_000n;
const E12 = 1_000_000_000_000n;

/** The slippage as a wire rate; null when it is not above 0 and at most 50 %. */
export function slippageRate(text: string): string | null {
  const rate = parsePercentInput(text);
  return rate === null || rate <= 0n || rate > SLIPPAGE_MAX_E12 ? null : rateToWire(rate);
}

export function checkLimit(limit: PriceLimit): CheckedLimit {
  if (limit.kind === "slippage") {
    const rate = slippageRate(limit.slippageText);
    const error = rate === null ? "Enter a percentage above 0 and up to 50." : null;
    return { body: rate === null ? null : { slippageRate: rate }, price: null, error };
  }
  const { value, error } = checkAmount(limit.priceText, { kind: "PriceE8", unit: "USD" });
  const body = value === null ? null : { acceptablePrice: toWire(value) };
  return { body, price: value, error };
}

/** Buying above the limit, selling below it. */
function isBeyond(fill: PriceE8, side: Side, limit: PriceE8): boolean {
  return side === "long" ? fill > limit : fill < limit;
}

/** Why the quoted order would be refused for its price; null while it would not. */
export function limitRefusal(quote: PositionQuote | null, limit: PriceE8 | null): string | null {
  if (!quote || limit === null) return null;
  const side: Side = quote.delta.size < 0n ? "short" : "long";
  if (!isBeyond(quote.fillPrice, side, limit)) return null;
  const word = side === "long" ? "above" : "below";
  return `Fills at $${formatAmount(quote.fillPrice, "PriceE8")}, ${word} your limit. Orders fill at once or not at all.`;
}

/** What is wrong with the limit; an empty price field is not filled in yet, which is no error. */
export function limitProblem(
  limit: PriceLimit,
  checked: CheckedLimit,
  quote: PositionQuote | null,
): string | null {
  const isEmpty = limit.kind === "price" && limit.priceText === "";
  return (isEmpty ? null : checked.error) ?? limitRefusal(quote, checked.price);
}

/** Whether a fresh fill is worse than the one that was shown by more than the slippage. */
export function hasMovedAgainst(
  shown: PositionQuote,
  fresh: PositionQuote,
  slippage: RateE12,
): boolean {
  const room = (shown.fillPrice * slippage) / E12;
  return fresh.delta.size < 0n
    ? fresh.fillPrice < shown.fillPrice - room
    : fresh.fillPrice > shown.fillPrice + room;
}

/** Why an order is not sent on its refreshed quote; null when it is. */
export function renewalProblem(
  shown: PositionQuote,
  fresh: PositionQuote | null,
  worst: WorstPrice,
): string | null {
  if (fresh === null) return "No fresh quote arrived. Nothing was sent.";
  const hasMoved =
    "slippageRate" in worst && hasMovedAgainst(shown, fresh, parseRate(worst.slippageRate));
  return hasMoved ? "The price has moved. Check the new quote and send again." : null;
}

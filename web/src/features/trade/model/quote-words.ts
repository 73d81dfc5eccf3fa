/** What a quote and its market say, in words and derived shares. No cost or margin is computed. */

import { explainReason } from "@/copy/messages";
import type { RateE12 } from "@/domain/amounts";
import { formatDateTime } from "@/domain/format";
import type { FundingParts, Market, PositionQuote } from "@/domain/model";

const E12 = 1_000_000_000_000n;

/** The part by which the index must move until the thirty days' costs are earned back. */
export function breakEvenMove(quote: PositionQuote): RateE12 | null {
  const { breakEvenPrice, indexPrice } = quote;
  if (breakEvenPrice === null || indexPrice <= 0n) return null;
  return (((breakEvenPrice - indexPrice) * E12) / indexPrice) as RateE12;
}

/** The funding rate that the parts sum to (API 3.2). */
export function totalRate({ drift, crowding, spread }: FundingParts): RateE12 {
  return (drift + crowding + spread) as RateE12;
}

/** When a reason ends, in index time; null when no time ends it. */
function possibleAt(code: string, market: Market): number | null {
  switch (code) {
    case "ENTRY_WINDOW":
      return market.increaseBlockedUntil;
    case "STALE_PRICE":
    case "PRICE_BAND":
      return market.nextPrintAt;
    default:
      return null;
  }
}

/** The sentence for a reason, with the time when it becomes possible. */
export function reasonText(code: string, market: Market): string {
  const at = possibleAt(code, market);
  const sentence = explainReason(code);
  return at === null ? sentence : `${sentence} Possible from ${formatDateTime(at)} (index time).`;
}

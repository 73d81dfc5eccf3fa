/** What a quote and its market say, in words and derived shares. No cost or margin is computed. */

import { explainReason } from "@/copy/messages";
import type { RateE12 } from "@/domain/amounts";
import { formatAmount, formatDateTime, formatPercent } from "@/domain/format";
import type { FundingParts, Market, PositionQuote } from "@/domain/model";

const E12 = 1_000_000_000_000n;

/** The part by which the index must move until the thirty days' costs are earned back. */
export function breakEvenMove(quote: PositionQuote): RateE12 | null {
  const { breakEvenPrice, indexPrice } = quote;
  if (breakEvenPrice === null || indexPrice <= 0n) return null;
  return (((breakEvenPrice - indexPrice) * E12) / indexPrice) as RateE12;
}

/** The part by which the index must move until the account is liquidated. */
export function liquidationMove({ liquidationPrice, indexPrice }: PositionQuote): RateE12 | null {
  if (liquidationPrice === null || indexPrice <= 0n) return null;
  return (((liquidationPrice - indexPrice) * E12) / indexPrice) as RateE12;
}

/** The parts of an order's costs, as one sentence. */
export function orderCosts(quote: PositionQuote): string {
  const dollars = (value: bigint) => `$${formatAmount(value, "CollateralE6")}`;
  const rate = (value: RateE12, digits: number) => formatPercent(value, { digits, signed: true });
  const parts = [`Fee ${dollars(quote.tradeFee)}`];
  if (quote.surcharge) parts.push(`trend surcharge ${dollars(quote.surcharge)}`);
  parts.push(`price impact ${rate(quote.priceImpact, 3)}`);
  if (quote.fundingParts) {
    const funding = totalRate(quote.fundingParts);
    const payer = funding < 0n ? "shorts pay longs" : "longs pay shorts";
    const size = (funding < 0n ? -funding : funding) as RateE12;
    parts.push(`funding ${formatPercent(size, { digits: 4 })} per day (${payer})`);
  }
  return `${parts.join(" · ")}.`;
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
  return at === null ? sentence : `${sentence} Possible from ${formatDateTime(at)}.`;
}

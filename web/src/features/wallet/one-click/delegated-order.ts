/** The order that a delegated transaction must contain, from what the form showed. */
import type { QueryClient } from "@tanstack/react-query";
import type { Delegation, TradeDelegation, WorstPrice } from "@/api/builders";
import type { DelegatedOrder, DelegatedTrade } from "@/api/one-click";
import { closeQuoteQuery, modifyQuoteQuery, summariesQuery } from "@/api/queries";
import type { PositionQuote } from "@/domain/model";
import { nullable, parsePrice, parseRate, parseSize } from "@/domain/parse";

const RATE_ONE = 10n ** 12n;
const price = nullable(parsePrice);

/** null: the form has shown no quote of it, so there is nothing to check the order against. */
export function delegatedOrder(delegation: Delegation, client: QueryClient): DelegatedOrder | null {
  if (!("lines" in delegation)) return delegatedTrade(delegation, client);
  const { key, owner, command, marginAccountId, lines } = delegation;
  return { key, owner, command, marginAccountId, lines };
}

function delegatedTrade(delegation: TradeDelegation, client: QueryClient): DelegatedTrade | null {
  const { key, owner, command, input, worst, bracket } = delegation;
  const markets = client.getQueryData(summariesQuery.queryKey) ?? [];
  const market = markets.find(({ marketId }) => marketId === input.marketId);
  const quote = shownQuote(delegation, client);
  if (market === undefined || quote === undefined) return null;
  const isClose = command === "close-position";
  const isExact = input.inputKind === "sizeDelta";
  return {
    key,
    owner,
    command,
    marginAccountId: input.marginAccountId,
    symbol: market.symbol,
    size: isClose && input.input === undefined ? null : sizeOf(delegation, quote),
    isExact,
    ...limitOf(worst, quote),
    stop: price(bracket.stopPrice ?? null),
    target: price(bracket.targetPrice ?? null),
  };
}

function shownQuote({ command, owner, input }: TradeDelegation, client: QueryClient) {
  return command === "close-position"
    ? client.getQueryData(closeQuoteQuery(owner, input).queryKey)
    : client.getQueryData(modifyQuoteQuery(owner, input).queryKey);
}

/** Positive for a close: the amount to close. */
function sizeOf({ command, input }: TradeDelegation, quote: PositionQuote): bigint {
  const size =
    input.inputKind === "sizeDelta" && input.input !== undefined
      ? parseSize(input.input)
      : magnitude(quote.delta.size);
  return command === "modify-position" && input.side === "short" ? -size : size;
}

function limitOf(worst: WorstPrice, quote: PositionQuote) {
  if ("acceptablePrice" in worst) {
    return { limit: parsePrice(worst.acceptablePrice), isLimitExact: true };
  }
  const slippage = parseRate(worst.slippageRate);
  const factor = quote.delta.size > 0n ? RATE_ONE + slippage : RATE_ONE - slippage;
  return { limit: (quote.fillPrice * factor) / RATE_ONE, isLimitExact: false };
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

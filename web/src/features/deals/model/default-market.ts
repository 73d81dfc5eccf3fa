import type { MarginAccount, MarketSummary } from "@/domain/model";

/**
 * The market of the wallet's largest position, else of the largest open interest among those with a
 * year of history: a shorter one compares nothing. In capitals.
 */
export function defaultMarket(
  markets: readonly MarketSummary[],
  accounts: readonly MarginAccount[],
): string {
  const own = new Map<number, bigint>();
  for (const { marketId, notional } of accounts.flatMap(({ positions }) => positions)) {
    own.set(marketId, (own.get(marketId) ?? 0n) + notional);
  }
  const size = ({ marketId }: MarketSummary) => own.get(marketId) ?? 0n;
  const [largest] = markets.toSorted(
    (a, b) =>
      compare(size(b), size(a)) ||
      Number(a.change1y === null) - Number(b.change1y === null) ||
      compare(b.openInterest ?? 0n, a.openInterest ?? 0n),
  );
  return largest?.symbol.toUpperCase() ?? "";
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

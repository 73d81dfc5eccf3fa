import { useQuery } from "@tanstack/react-query";
import { useLiveMarkets } from "@/api/live";
import { summariesQuery } from "@/api/queries";
import type { PriceE8 } from "@/domain/amounts";

export interface IndexNow {
  readonly symbol: string;
  readonly name: string;
  readonly price: PriceE8 | null;
  readonly at: number | null;
}

/** The index that a question is about, with its last published value; null while unknown. */
export function useIndex(acreId: number | null): IndexNow | null {
  const { data } = useQuery(summariesQuery);
  const { byId } = useLiveMarkets();
  const summary = data?.find((row) => acreId !== null && row.acreId === acreId);
  if (summary === undefined) return null;
  const live = byId.get(summary.marketId);
  return {
    symbol: summary.symbol,
    name: summary.name,
    price: live?.indexPrice ?? summary.indexPrice,
    at: live?.indexPriceAt ?? null,
  };
}

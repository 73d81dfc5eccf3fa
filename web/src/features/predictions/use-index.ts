import { useQuery } from "@tanstack/react-query";
import { useLiveMarkets } from "@/api/live";
import { summariesQuery } from "@/api/queries";
import type { PriceE8 } from "@/domain/amounts";
import type { MarketSummary } from "@/domain/model";
import { shortPlace } from "@/domain/question-title";

export interface IndexNow
  extends Pick<MarketSummary, "symbol" | "name" | "state" | "longitude" | "latitude"> {
  /** The name without its state, where that is clear: "Austin". */
  readonly place: string;
  readonly price: PriceE8 | null;
}

/** The index that a question is about, with its last published value; null while unknown. */
export function useIndex(acreId: number | null): IndexNow | null {
  const { data } = useQuery(summariesQuery);
  const { byId } = useLiveMarkets();
  const summary = data?.find((row) => acreId !== null && row.acreId === acreId);
  if (data === undefined || summary === undefined) return null;
  const names = data.map(({ name }) => name);
  return {
    ...summary,
    place: shortPlace(summary.name, names),
    price: byId.get(summary.marketId)?.indexPrice ?? summary.indexPrice,
  };
}

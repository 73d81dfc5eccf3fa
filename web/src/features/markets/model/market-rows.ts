import type { CollateralE6, PriceE8, RateE12 } from "@/lib/amounts";
import type { LiveMarkets } from "@/lib/live";
import type { MarketSummary } from "@/lib/model";

/** What the list and the map show of a market: the summary with the stream's newer figures. */
export interface MarketRow {
  readonly marketId: number;
  readonly symbol: string;
  readonly name: string;
  readonly state: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly metric: string;
  readonly price: PriceE8 | null;
  readonly change1d: RateE12 | null;
  readonly change1y: RateE12 | null;
  readonly fundingRate: RateE12 | null;
  readonly openInterest: CollateralE6 | null;
  readonly isPaused: boolean;
}

export type SortKey = "name" | "price" | "change1y" | "fundingRate" | "openInterest";

export interface Sort {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

export function makeRows(
  summaries: readonly MarketSummary[],
  live: LiveMarkets,
): readonly MarketRow[] {
  return summaries.map((summary) => {
    const now = live.byId.get(summary.marketId);
    return {
      marketId: summary.marketId,
      symbol: summary.symbol,
      name: summary.name,
      state: summary.state,
      latitude: summary.latitude,
      longitude: summary.longitude,
      metric: summary.metric,
      price: now?.indexPrice ?? summary.indexPrice,
      change1d: summary.change1d,
      change1y: summary.change1y,
      fundingRate: now?.fundingRate ?? null,
      openInterest: now?.openInterest?.notional ?? summary.openInterest,
      isPaused: now?.isPaused ?? summary.isPaused,
    };
  });
}

export function filterRows(rows: readonly MarketRow[], text: string): readonly MarketRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return rows;
  return rows.filter((row) =>
    `${row.name} ${row.symbol} ${row.state ?? ""}`.toLowerCase().includes(wanted),
  );
}

/** Unknown figures go last in both directions; ties by name. */
export function sortRows(rows: readonly MarketRow[], sort: Sort): readonly MarketRow[] {
  const sign = sort.isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a[sort.key], b[sort.key]];
    if (left === right) return a.name.localeCompare(b.name);
    if (left === null) return 1;
    if (right === null) return -1;
    if (typeof left === "string" || typeof right === "string") {
      return sign * String(left).localeCompare(String(right));
    }
    return left < right ? -sign : sign;
  });
}

/** A first click on a name sorts A to Z, on a figure largest first; a second one turns round. */
export function nextSort(current: Sort, key: SortKey): Sort {
  if (current.key === key) return { key, isDescending: !current.isDescending };
  return { key, isDescending: key !== "name" };
}

/** The state to zoom to when every market lies in one; null for a map of the country. */
export function commonState(rows: readonly MarketRow[]): string | null {
  const first = rows[0]?.state ?? null;
  return first !== null && rows.every((row) => row.state === first) ? first : null;
}

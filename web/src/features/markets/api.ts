/** Reads of the market browser: the wire's rows as the page uses them, and their queries. */
import { queryOptions } from "@tanstack/react-query";
import { expressApi, mainApi } from "@/api/http";
import type { CollateralE6, PriceE8, RateE12 } from "@/domain/amounts";
import { nullable, parseCollateral, parsePrice, parseRate } from "@/domain/parse";
import type { SearchResult, Summary } from "@/generated/api";

const SECOND = 1000;
const PAGE = 200;
/** More than the exchange can have, so that a wrong cursor ends. */
const PAGES_MAX = 20;
/** The most ids that one request may name (API 4.7). */
const INFOS_MAX = 10;

const rate = nullable(parseRate);

/** A market of the list (API 5.1, Summary); `marketId` is null where nothing is traded. */
export interface ListedMarket {
  readonly acreId: number;
  readonly marketId: number | null;
  readonly symbol: string;
  readonly name: string;
  readonly state: string | null;
  readonly country: string;
  readonly category: string;
  readonly metric: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly tags: readonly string[];
  readonly isTradable: boolean;
  readonly isPaused: boolean;
  readonly price: PriceE8 | null;
  readonly change1d: RateE12 | null;
  readonly change1y: RateE12 | null;
  readonly volume24h: CollateralE6 | null;
  readonly openInterest: CollateralE6 | null;
}

export function decodeListed(wire: Summary): ListedMarket {
  return {
    acreId: wire.acreId,
    marketId: wire.marketId,
    symbol: wire.symbol,
    name: wire.name,
    state: wire.state,
    country: wire.country,
    category: wire.category,
    metric: wire.metric,
    latitude: wire.latitude,
    longitude: wire.longitude,
    tags: wire.tags,
    isTradable: wire.tradable,
    isPaused: wire.paused,
    price: nullable(parsePrice)(wire.indexPrice),
    change1d: rate(wire.change1d),
    change1y: rate(wire.change1y),
    volume24h: nullable(parseCollateral)(wire.volume24h),
    openInterest: nullable(parseCollateral)(wire.openInterest),
  };
}

async function readMarkets(signal: AbortSignal): Promise<readonly ListedMarket[]> {
  const markets: ListedMarket[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE, sort: "name", order: "asc", cursor } as const;
    const wire: SearchResult = await expressApi.get("/market/search", { query, signal });
    markets.push(...wire.markets.map(decodeListed));
    if (wire.nextCursor === null) break;
    cursor = wire.nextCursor;
  }
  return markets;
}

export const marketListQuery = queryOptions({
  queryKey: ["market-list"],
  queryFn: ({ signal }) => readMarkets(signal),
  refetchInterval: 20 * SECOND,
  staleTime: 5 * SECOND,
});

/** The change over 30 days by acre id; the list's own rows have those of a day and a year. */
export const monthChangesQuery = (acreIds: readonly number[]) =>
  queryOptions({
    queryKey: ["month-changes", acreIds],
    queryFn: async ({ signal }) => {
      const changes = new Map<number, RateE12 | null>();
      for (let start = 0; start < acreIds.length; start += INFOS_MAX) {
        const ids = acreIds.slice(start, start + INFOS_MAX);
        const body = { ids };
        for (const info of await mainApi.post("/real-estate-data/acre-infos", { body, signal })) {
          changes.set(info.id, rate(info.change.oneMonth));
        }
      }
      return changes;
    },
    refetchInterval: 60 * SECOND,
    staleTime: 30 * SECOND,
  });

/** The symbols of a collection in the order of its ranking (API 4.3). */
export const collectionQuery = (name: string) =>
  queryOptions({
    queryKey: ["collection", name],
    queryFn: async ({ signal }) => {
      const path = { collection: name };
      const wire = await mainApi.getBare("/collections/{collection}", { path, signal });
      return wire.marketMetadata.map(({ symbol }) => symbol);
    },
    refetchInterval: 60 * SECOND,
    staleTime: 20 * SECOND,
  });

export interface UnlistedAreas {
  readonly count: number;
  /** The first of them. */
  readonly shown: readonly { readonly name: string; readonly price: PriceE8 | null }[];
}

/** The areas of the catalogue without a market: their index does not hold the listing rule. */
export const unlistedQuery = (listed: readonly number[]) =>
  queryOptions({
    queryKey: ["unlisted-areas", listed],
    queryFn: async ({ signal }): Promise<UnlistedAreas> => {
      const known = new Set(listed);
      const ids = (await mainApi.get("/real-estate-data/acre-ids", { signal })).filter(
        (id) => !known.has(id),
      );
      if (ids.length === 0) return { count: 0, shown: [] };
      const body = { ids: ids.slice(0, INFOS_MAX) };
      const infos = await mainApi.post("/real-estate-data/acre-infos", { body, signal });
      const shown = infos.map(({ name, price }) => ({ name, price: nullable(parsePrice)(price) }));
      return { count: ids.length, shown };
    },
    refetchInterval: 60 * SECOND,
    staleTime: 30 * SECOND,
  });

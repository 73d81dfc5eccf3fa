import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { decodeCandles } from "@/api/decode-market";
import { expressApi } from "@/api/http";
import { watchIndexPrice } from "@/api/live";
import type { PricePoint } from "@/domain/model";
import { mergePoints } from "./model/derive";

type Source = "index" | "market";

const DAY_S = 86_400;
/** The most that one answer holds (docs/rules/api-express.md). */
const PAGE_DAYS = 2_000;
/** 44 years; histories are shorter. */
const PAGES_MAX = 8;
const MINUTE_MS = 60_000;

interface Range {
  readonly from?: number;
  readonly to?: number;
}

/** The last value of each day, up to 2,000 of them. */
async function readPage(symbol: string, source: Source, range: Range, signal: AbortSignal) {
  const when = range.to === undefined ? ({ window: "all" } as const) : range;
  const query = { interval: "1d", source, ...when } as const;
  const wire = await expressApi.get("/market/{symbol}/candles", {
    path: { symbol },
    query,
    signal,
  });
  return decodeCandles(wire).map(({ timestamp, close }) => ({ timestamp, value: close }));
}

const recentQuery = (symbol: string, source: Source) =>
  queryOptions({
    queryKey: ["daily-values", symbol, source],
    queryFn: ({ signal }) => readPage(symbol, source, {}, signal),
    staleTime: 5 * MINUTE_MS,
    refetchInterval: 10 * MINUTE_MS,
  });

/** All days before an instant, none for null. They do not change any more. */
const olderQuery = (symbol: string, before: number | null) =>
  queryOptions({
    queryKey: ["daily-values", symbol, "before", before],
    queryFn: async ({ signal }) => {
      let points: readonly PricePoint[] = [];
      let to = (before ?? 0) - DAY_S;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const from = to - (PAGE_DAYS - 1) * DAY_S;
        const found = await readPage(symbol, "index", { from, to }, signal);
        points = mergePoints(found, points);
        if (found.length < PAGE_DAYS) break;
        to = from - DAY_S;
      }
      return points;
    },
    enabled: before !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

const NONE: readonly PricePoint[] = [];

/**
 * Where older days end for a full page, which there may be more before. It moves once in 100 days, not
 * with each new day, so that older pages are read once.
 */
function olderEnd(points: readonly PricePoint[] | undefined): number | null {
  const first = points && points.length >= PAGE_DAYS ? points[0] : undefined;
  const step = 100 * DAY_S;
  return first ? Math.ceil(first.timestamp / step) * step : null;
}

/** Every published value of an index, daily; the stream's newest one included. */
export function useIndexHistory(symbol: string, marketId: number) {
  const recent = useQuery(recentQuery(symbol, "index"));
  const older = useQuery({
    ...olderQuery(symbol, olderEnd(recent.data)),
    placeholderData: keepPreviousData,
  });
  const live = useLivePrints(marketId);
  const points = useMemo(
    () => (recent.data ? mergePoints(older.data ?? NONE, recent.data, live) : null),
    [recent.data, older.data, live],
  );
  return { points, query: recent };
}

/** The market price of each day. */
export function useTradedHistory(symbol: string, isOn: boolean) {
  const query = useQuery({
    ...recentQuery(symbol, "market"),
    enabled: isOn,
    refetchInterval: MINUTE_MS,
    staleTime: MINUTE_MS,
  });
  return { points: query.data ?? null, query };
}

/** The histories of other indexes, in the order of their symbols; those that are not there are left out. */
export function useOtherHistories(symbols: readonly string[]) {
  const recent = useQueries({ queries: symbols.map((symbol) => recentQuery(symbol, "index")) });
  const older = useQueries({
    queries: symbols.map((symbol, place) => olderQuery(symbol, olderEnd(recent[place]?.data))),
  });
  return symbols.flatMap((symbol, place) => {
    const points = recent[place]?.data;
    return points ? [{ symbol, recent: points, older: older[place]?.data ?? NONE }] : [];
  });
}

/** Prints since the page was opened; at most one a day, so few. */
function useLivePrints(marketId: number): readonly PricePoint[] {
  const [prints, setPrints] = useState<readonly PricePoint[]>(NONE);
  useEffect(() => {
    setPrints(NONE);
    return watchIndexPrice(marketId, (value, atS) => {
      const timestamp = atS - (atS % DAY_S);
      setPrints((known) =>
        known.at(-1)?.value === value && known.at(-1)?.timestamp === timestamp
          ? known
          : mergePoints(known.slice(-PAGE_DAYS), [{ timestamp, value }]),
      );
    });
  }, [marketId]);
  return prints;
}

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { expressApi } from "@/api/http";
import type { DealQuery } from "./model/deal-fields";
import { toGrid, toResult } from "./model/deal-result";
import { toHorizons } from "./model/horizons";

const STALE_MS = 30_000;

export const dealQuery = (symbol: string, asked: DealQuery) =>
  queryOptions({
    queryKey: ["deal", symbol, asked],
    queryFn: async ({ signal }) =>
      toResult(
        await expressApi.get("/deal-analysis/{symbol}", { path: { symbol }, query: asked, signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });

export const sensitivityQuery = (symbol: string, asked: DealQuery) =>
  queryOptions({
    queryKey: ["deal-sensitivity", symbol, asked],
    queryFn: async ({ signal }) =>
      toGrid(
        await expressApi.get("/deal-analysis/{symbol}/sensitivity", {
          path: { symbol },
          query: asked,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });

/** By holding time, so it does not depend on the timeframe. */
export const horizonsQuery = (symbol: string, { timeframe: _, ...asked }: DealQuery) =>
  queryOptions({
    queryKey: ["deal-horizons", symbol, asked],
    queryFn: async ({ signal }) =>
      toHorizons(
        await expressApi.get("/deal-analysis/{symbol}/horizons", {
          path: { symbol },
          query: asked,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });

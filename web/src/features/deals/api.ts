import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { expressApi, query } from "@/api/http";
import type { DealAnalysis, DealSensitivity } from "@/generated/api";
import type { DealQuery } from "./model/deal-fields";
import { toGrid, toResult } from "./model/deal-result";

const STALE_MS = 30_000;

const path = (symbol: string) => `/deal-analysis/${encodeURIComponent(symbol)}`;

export const dealQuery = (symbol: string, asked: DealQuery) =>
  queryOptions({
    queryKey: ["deal", symbol, asked],
    queryFn: async ({ signal }) =>
      toResult((await expressApi.get(path(symbol) + query(asked), { signal })) as DealAnalysis),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });

export const sensitivityQuery = (symbol: string, asked: DealQuery) =>
  queryOptions({
    queryKey: ["deal-sensitivity", symbol, asked],
    queryFn: async ({ signal }) =>
      toGrid(
        (await expressApi.get(`${path(symbol)}/sensitivity${query(asked)}`, {
          signal,
        })) as DealSensitivity,
      ),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });

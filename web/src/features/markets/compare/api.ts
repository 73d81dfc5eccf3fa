/** Reads of the comparison of indexes. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { expressApi } from "@/api/http";
import { nullable, parseRate } from "@/domain/parse";
import type { Comparison, Correlations } from "@/generated/api";

const SECOND = 1000;
const rate = nullable(parseRate);

export const decodeComparison = (wire: Comparison) => ({
  start: wire.start,
  earliest: wire.earliest,
  times: wire.timestamp,
  markets: wire.markets.map((one) => ({ ...one, values: one.values.map(parseRate) })),
});
export type Compared = ReturnType<typeof decodeComparison>;

export const comparisonQuery = (symbols: readonly string[], start: number | null) =>
  queryOptions({
    queryKey: ["market-comparison", symbols, start],
    queryFn: async ({ signal }) => {
      const query = { symbols: [...symbols], ...(start === null ? {} : { start }) };
      return decodeComparison(await expressApi.get("/market/compare", { query, signal }));
    },
    enabled: symbols.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: 60 * SECOND,
    staleTime: 30 * SECOND,
  });

export const decodeCorrelations = (wire: Correlations) => ({
  ...wire,
  rows: wire.rows.map((row) => row.map(rate)),
});
export type CorrelationTable = ReturnType<typeof decodeCorrelations>;

export const correlationsQuery = queryOptions({
  queryKey: ["market-correlations"],
  queryFn: async ({ signal }) =>
    decodeCorrelations(await expressApi.get("/market/correlations", { signal })),
  refetchInterval: 300 * SECOND,
  staleTime: 60 * SECOND,
});

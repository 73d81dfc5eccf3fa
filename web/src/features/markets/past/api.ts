/** Reads of the past of the indexes. */
import { queryOptions } from "@tanstack/react-query";
import { expressApi } from "@/api/http";
import { nullable, parsePrice, parseRate } from "@/domain/parse";
import type { FallSchema, MarketPast, MoveSchema } from "@/generated/api";

const SECOND = 1000;
const rate = nullable(parseRate);

const decodeFall = (fall: FallSchema | null) =>
  fall && {
    ...fall,
    change: parseRate(fall.change),
    peak: parsePrice(fall.peak),
    trough: parsePrice(fall.trough),
  };
export type Fall = NonNullable<ReturnType<typeof decodeFall>>;

const decodeMove = (move: MoveSchema) => ({ ...move, change: parseRate(move.change) });
const decodeExtremes = (both: MarketPast["month"]) =>
  both && { worst: decodeMove(both.worst), best: decodeMove(both.best) };

export const decodePast = (wire: MarketPast) => ({
  from: wire.from,
  asOf: wire.asOf,
  months: wire.months,
  monthsNeeded: wire.monthsNeeded,
  maintenanceRate: parseRate(wire.maintenanceRate),
  largestFall: decodeFall(wire.largestFall),
  currentFall: decodeFall(wire.currentFall),
  drawdown: wire.drawdown.map(({ timestamp, value }) => ({ timestamp, value: parseRate(value) })),
  month: decodeExtremes(wire.month),
  year: decodeExtremes(wire.year),
  priceRank: wire.priceRank && {
    percentile: parseRate(wire.priceRank.percentile),
    months: wire.priceRank.months,
  },
  yearRank: wire.yearRank && {
    percentile: parseRate(wire.yearRank.percentile),
    change: parseRate(wire.yearRank.change),
  },
  liquidations: wire.liquidations.map((one) => ({ ...one, leverage: parseRate(one.leverage) })),
  trend: wire.trend && {
    months: wire.trend.months,
    perYear: parseRate(wire.trend.perYear),
    strength: rate(wire.trend.strength),
  },
  seasonality: wire.seasonality && {
    strength: rate(wire.seasonality.strength),
    seasons: wire.seasonality.seasons.map((one) => ({
      ...one,
      mean: parseRate(one.mean),
      rises: parseRate(one.rises),
    })),
  },
  persistence: wire.persistence && {
    count: wire.persistence.count,
    meanError: parseRate(wire.persistence.meanError),
    unchangedError: parseRate(wire.persistence.unchangedError),
    rightDirection: parseRate(wire.persistence.rightDirection),
  },
  together: wire.together.map((one) => ({
    ...one,
    correlation: parseRate(one.correlation),
    beta: parseRate(one.beta),
  })),
});
export type Past = ReturnType<typeof decodePast>;

export const pastQuery = (symbol: string) =>
  queryOptions({
    queryKey: ["market-past", symbol],
    queryFn: async ({ signal }) =>
      decodePast(await expressApi.get("/market/{symbol}/past", { path: { symbol }, signal })),
    refetchInterval: 60 * SECOND,
    staleTime: 30 * SECOND,
  });

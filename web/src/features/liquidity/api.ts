/** Reads of the pool, of a wallet's deposits in it, and quotes. */
import { queryOptions } from "@tanstack/react-query";
import { mainApi } from "@/api/http";
import { userKey } from "@/api/queries";
import {
  parseCollateral,
  parsePoints,
  parseRate,
  parseSharePrice,
  parseToken,
} from "@/domain/parse";
import type { LpPosition } from "@/generated/api";
import { decodePool } from "./model/pool";
import { decodeReturn } from "./model/return";
import { decodeScenarios } from "./model/scenarios";
import { POOL_SERIES, type PoolSeriesName, type PoolWindow } from "./model/series";

const SECOND = 1000;

export const poolQuery = queryOptions({
  queryKey: ["pool"],
  queryFn: async ({ signal }) => decodePool(await mainApi.get("/account/exchange", { signal })),
  refetchInterval: 2 * SECOND,
});

export const exposureQuery = queryOptions({
  queryKey: ["pool", "exposure"],
  queryFn: async ({ signal }) => {
    const wire = await mainApi.get("/account/markets", { signal });
    return wire.map((row) => ({
      marketId: row.id,
      symbol: row.metadata.symbol,
      name: row.metadata.name,
      long: parseCollateral(row.openInterestDistribution.long.notional),
      short: parseCollateral(row.openInterestDistribution.short.notional),
      net: parseCollateral(row.skew.notional),
      maxSide: parseCollateral(row.specification.maxSideNotional),
    }));
  },
  refetchInterval: 5 * SECOND,
});

export const poolSeriesQuery = (name: PoolSeriesName, window: PoolWindow) =>
  queryOptions({
    queryKey: ["pool", "series", name, window],
    queryFn: async ({ signal }) => {
      const wire = await mainApi.get(`/time-series/${name}`, { query: { window }, signal });
      const parse = POOL_SERIES[name].kind === "SharePriceE8" ? parseSharePrice : parseCollateral;
      return wire.map(({ timestamp, value }) => ({ timestamp, raw: parse(value) }));
    },
    refetchInterval: 15 * SECOND,
  });

export const poolReturnQuery = (window: PoolWindow) =>
  queryOptions({
    queryKey: ["pool", "return", window],
    queryFn: async ({ signal }) =>
      decodeReturn(await mainApi.get("/account/lp-return", { query: { window }, signal })),
    refetchInterval: 15 * SECOND,
  });

export const scenariosQuery = queryOptions({
  queryKey: ["pool", "scenarios"],
  queryFn: async ({ signal }) =>
    decodeScenarios(await mainApi.get("/account/lp-scenarios", { signal })),
  refetchInterval: 5 * SECOND,
});

export function decodeDeposit(row: LpPosition) {
  return {
    id: row.id,
    liquidity: parseCollateral(row.liquidity),
    shares: parseToken(row.shares),
    maturity: row.maturity,
    isMature: row.hasReachedMaturity,
    maxRemovable: parseToken(row.maxRemovableShares),
    value: parseCollateral(row.shareValue),
    entryPrice: parseSharePrice(row.sharePrice),
    pnl: parseCollateral(row.pnl.value),
    pnlRate: parseRate(row.pnl.percentChange),
    pointsPerDay: parsePoints(row.points.perDay),
    canClose: row.canClose,
  };
}

export const lpPositionsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "lp-positions"],
    queryFn: async ({ signal }) => {
      const path = { user: address };
      const wire = await mainApi.get("/user/{user}/lp-positions", { path, signal });
      return wire.map(decodeDeposit);
    },
    refetchInterval: 2 * SECOND,
  });

export type LpDeposit = ReturnType<typeof decodeDeposit>;

export const addQuoteQuery = (address: string, liquidity: string) =>
  queryOptions({
    queryKey: [...userKey(address), "quote", "add-liquidity", liquidity],
    queryFn: async ({ signal }) => {
      const wire = await mainApi.get("/user/{user}/quote/add-liquidity", {
        path: { user: address },
        query: { liquidity },
        signal,
      });
      return {
        shares: parseToken(wire.shares),
        maturity: wire.maturity,
        pointsPerDay: parsePoints(wire.pointsQuote.perDay),
      };
    },
    refetchInterval: 2 * SECOND,
    gcTime: 10 * SECOND,
    retry: false,
  });

export const removeQuoteQuery = (address: string, lpPositionId: number, shares: string) =>
  queryOptions({
    queryKey: [...userKey(address), "quote", "remove-liquidity", lpPositionId, shares],
    queryFn: async ({ signal }) => {
      const wire = await mainApi.get("/user/{user}/quote/remove-liquidity", {
        path: { user: address },
        query: { lpPositionId, shares },
        signal,
      });
      return {
        amount: parseCollateral(wire.liquidity),
        sharePrice: parseSharePrice(wire.sharePrice),
        pointsPerDay: parsePoints(wire.pointsQuote.perDay),
      };
    },
    refetchInterval: 2 * SECOND,
    gcTime: 10 * SECOND,
    retry: false,
  });

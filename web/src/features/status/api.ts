/** Reads of the status page. */
import { queryOptions } from "@tanstack/react-query";
import { expressApi, mainApi, rpcCall } from "@/api/http";
import { asObject } from "@/api/json";
import type { SettlementRequest } from "@/generated/api";

const FRESH_MS = 5_000;
const REQUESTS_MAX = 100;

export const clusterQuery = queryOptions({
  queryKey: ["status-page", "cluster"],
  queryFn: ({ signal }) => mainApi.get("/account/cluster-health", { signal }),
  refetchInterval: FRESH_MS,
});

export const feedsQuery = queryOptions({
  queryKey: ["status-page", "markets"],
  queryFn: ({ signal }) => mainApi.get("/account/markets", { signal }),
  refetchInterval: FRESH_MS,
});

export const solvencyQuery = (user: string | null) =>
  queryOptions({
    queryKey: ["status-page", "solvency", user],
    queryFn: ({ signal }) =>
      expressApi.get("/solvency", { query: { user: user ?? undefined }, signal }),
    refetchInterval: user === null ? FRESH_MS : false,
  });

export interface MatureRequests {
  readonly settlementRequests: readonly SettlementRequest[];
  readonly nextCursor: string | null;
}

export const matureQuery = queryOptions({
  queryKey: ["status-page", "mature"],
  queryFn: ({ signal }) =>
    expressApi.get("/settlement-requests", { query: { limit: REQUESTS_MAX }, signal }),
  refetchInterval: FRESH_MS,
});

export const candidatesQuery = queryOptions({
  queryKey: ["status-page", "candidates"],
  queryFn: ({ signal }) => expressApi.get("/liquidations/candidates", { signal }),
  refetchInterval: FRESH_MS,
});

/** What the chain node says that a token account holds, as raw text. */
export async function heldAt(account: string): Promise<string> {
  const answer = asObject(await rpcCall("getTokenAccountBalance", [account]), "balance");
  return String(asObject(answer["value"], "value")["amount"]);
}

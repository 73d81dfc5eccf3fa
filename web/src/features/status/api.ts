/** Reads of the status page. */
import { queryOptions } from "@tanstack/react-query";
import { expressApi, mainApi, query, rpcCall } from "@/api/http";
import { asObject } from "@/api/json";
import type {
  Candidates,
  ClusterHealth,
  Market,
  SettlementRequest,
  Solvency,
} from "@/generated/api";

const FRESH_MS = 5_000;
const REQUESTS_MAX = 100;

export const clusterQuery = queryOptions({
  queryKey: ["status-page", "cluster"],
  queryFn: async ({ signal }) =>
    (await mainApi.get("/account/cluster-health", { signal })) as ClusterHealth,
  refetchInterval: FRESH_MS,
});

export const feedsQuery = queryOptions({
  queryKey: ["status-page", "markets"],
  queryFn: async ({ signal }) =>
    (await mainApi.get("/account/markets", { signal })) as readonly Market[],
  refetchInterval: FRESH_MS,
});

export const solvencyQuery = (user: string | null) =>
  queryOptions({
    queryKey: ["status-page", "solvency", user],
    queryFn: async ({ signal }) =>
      (await expressApi.get(`/solvency${query({ user: user ?? undefined })}`, {
        signal,
      })) as Solvency,
    refetchInterval: user === null ? FRESH_MS : false,
  });

export interface MatureRequests {
  readonly settlementRequests: readonly SettlementRequest[];
  readonly nextCursor: string | null;
}

export const matureQuery = queryOptions({
  queryKey: ["status-page", "mature"],
  queryFn: async ({ signal }) =>
    (await expressApi.get(`/settlement-requests${query({ limit: REQUESTS_MAX })}`, {
      signal,
    })) as MatureRequests,
  refetchInterval: FRESH_MS,
});

export const candidatesQuery = queryOptions({
  queryKey: ["status-page", "candidates"],
  queryFn: async ({ signal }) =>
    (await expressApi.get("/liquidations/candidates", { signal })) as Candidates,
  refetchInterval: FRESH_MS,
});

/** What the chain node says that a token account holds, as raw text. */
export async function heldAt(account: string): Promise<string> {
  const answer = asObject(await rpcCall("getTokenAccountBalance", [account]), "balance");
  return String(asObject(answer["value"], "value")["amount"]);
}

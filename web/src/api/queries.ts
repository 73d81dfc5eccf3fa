/** Every read of the pages as a query: key, route and decoder in one place. */
import { queryOptions } from "@tanstack/react-query";
import type { Balances, Side } from "@/domain/model";
import { parseCollateral, parseLamports } from "@/domain/parse";
import { noteMetrics } from "@/domain/reader/area";
import {
  decodeLimit,
  decodeMarginAccounts,
  decodeQuote,
  decodeSettlementRequest,
} from "./decode-account";
import { decodeDetail, decodeExchange, decodePriceFeed, decodeSummaries } from "./decode-market";
import { expressApi, mainApi, rpcCall } from "./http";

const SECOND = 1000;
const SUMMARIES_MAX = 200;

export type ChartWindow = "1m" | "3m" | "6m" | "1y" | "3y" | "5y" | "all";

export const statusQuery = queryOptions({
  queryKey: ["status"],
  queryFn: ({ signal }) => expressApi.get("/status", { signal }),
  refetchInterval: 5 * SECOND,
});

export const exchangeQuery = queryOptions({
  queryKey: ["exchange"],
  queryFn: async ({ signal }) => decodeExchange(await mainApi.get("/account/exchange", { signal })),
  refetchInterval: 5 * SECOND,
});

/** The parameters that hold for the whole exchange. */
export const exchangeTermsQuery = queryOptions({
  queryKey: ["exchange-terms"],
  queryFn: async ({ signal }) => (await mainApi.get("/account/exchange", { signal })).specification,
  staleTime: 5 * 60 * SECOND,
});

export const summariesQuery = queryOptions({
  queryKey: ["summaries"],
  queryFn: async ({ signal }) => {
    const query = { limit: SUMMARIES_MAX, sort: "name", order: "asc" } as const;
    const markets = decodeSummaries(await expressApi.get("/market/search", { query, signal }));
    noteMetrics(markets.map(({ metric }) => metric));
    return markets;
  },
  refetchInterval: 20 * SECOND,
  staleTime: 5 * SECOND,
});

export const marketQuery = (symbol: string) =>
  queryOptions({
    queryKey: ["market", symbol.toUpperCase()],
    queryFn: async ({ signal }) =>
      decodeDetail(await expressApi.get("/market/{symbol}", { path: { symbol }, signal })),
    refetchInterval: 2 * SECOND,
  });

export const priceFeedQuery = (symbol: string, window: ChartWindow) =>
  queryOptions({
    queryKey: ["price-feed", symbol, window],
    queryFn: async ({ signal }) => {
      const given = { path: { symbol }, query: { window }, signal };
      return decodePriceFeed(await expressApi.get("/market/{symbol}/price-feed", given));
    },
    staleTime: 30 * SECOND,
  });

/** Everything of a wallet lies under this key, so that one invalidation refreshes it. */
export const userKey = (address: string) => ["user", address] as const;

export const marginAccountsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "margin-accounts"],
    queryFn: async ({ signal }) => {
      const path = { user: address };
      return decodeMarginAccounts(
        await mainApi.get("/user/{user}/margin-accounts", { path, signal }),
      );
    },
    refetchInterval: 2 * SECOND,
  });

export const settlementRequestsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "settlement-requests"],
    queryFn: async ({ signal }) => {
      const rows = await mainApi.get("/user/{user}/settlement-requests", {
        path: { user: address },
        query: { includeSettled: true, order: "desc" },
        signal,
      });
      return rows.map(decodeSettlementRequest).reverse();
    },
    refetchInterval: 2 * SECOND,
  });

export const balancesQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "balances"],
    queryFn: async ({ signal }): Promise<Balances> => {
      const path = { user: address };
      const [sol, collateral] = await Promise.all([
        mainApi.get("/user/{user}/sol-balance", { path, signal }),
        mainApi.get("/user/{user}/collateral-balance", { path, signal }),
      ]);
      return {
        sol: parseLamports(sol.balance),
        collateral: parseCollateral(collateral.balance),
      };
    },
    refetchInterval: 4 * SECOND,
  });

export const limitsQuery = (address: string, marginAccountId: number, marketId: number) =>
  queryOptions({
    queryKey: [...userKey(address), "limits", marginAccountId, marketId],
    queryFn: async ({ signal }) => {
      const rows = await mainApi.post("/user/{user}/quote/position-modification-limits", {
        path: { user: address },
        body: { marginAccountId, marketIds: [marketId] },
        signal,
      });
      return rows.map(decodeLimit);
    },
    refetchInterval: 5 * SECOND,
  });

export interface QuoteInput {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly input: string;
  readonly inputKind: "sizeDelta" | "notionalDelta";
}

export const modifyQuoteQuery = (address: string, input: QuoteInput) =>
  queryOptions({
    queryKey: [...userKey(address), "quote", "modify", input],
    queryFn: async ({ signal }) => {
      const given = { path: { user: address }, body: input, signal };
      return decodeQuote(await mainApi.post("/user/{user}/quote/modify-position", given));
    },
    refetchInterval: 2 * SECOND,
    gcTime: 10 * SECOND,
    retry: false,
  });

/** A quote of a fixed size for the table of price impacts: no order is sent on it. */
export const ladderQuoteQuery = (address: string, input: QuoteInput) =>
  queryOptions({
    ...modifyQuoteQuery(address, input),
    queryKey: [...userKey(address), "ladder", input],
    refetchInterval: 10 * SECOND,
  });

export interface CloseInput {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly input?: string;
  readonly inputKind?: "sizeDelta" | "notionalDelta";
}

export const closeQuoteQuery = (address: string, input: CloseInput) =>
  queryOptions({
    queryKey: [...userKey(address), "quote", "close", input],
    queryFn: async ({ signal }) => {
      const given = { path: { user: address }, body: input, signal };
      return decodeQuote(await mainApi.post("/user/{user}/quote/close-position", given));
    },
    refetchInterval: 2 * SECOND,
    gcTime: 10 * SECOND,
    retry: false,
  });

export const transactionQuery = (signature: string) =>
  queryOptions({
    queryKey: ["transaction", signature],
    queryFn: () =>
      rpcCall("getTransaction", [
        signature,
        { encoding: "jsonParsed", commitment: "confirmed", maxSupportedTransactionVersion: 0 },
      ]),
    staleTime: Number.POSITIVE_INFINITY,
  });

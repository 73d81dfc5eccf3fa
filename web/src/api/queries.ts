/** Every read of the pages as a query: key, route and decoder in one place. */
import { queryOptions } from "@tanstack/react-query";
import type { Balances, Side } from "@/domain/model";
import { parseCollateral, parseLamports } from "@/domain/parse";
import type * as Wire from "@/generated/api";
import {
  decodeLimit,
  decodeMarginAccounts,
  decodeQuote,
  decodeSettlementRequest,
} from "./decode-account";
import {
  decodeCandles,
  decodeExchange,
  decodeMarket,
  decodePriceFeed,
  decodeSummaries,
} from "./decode-market";
import { expressApi, mainApi, query, rpcCall } from "./http";

const SECOND = 1000;
const SUMMARIES_MAX = 200;

export type ChartInterval = "1h" | "4h" | "1d" | "1w";
export type ChartWindow = "1m" | "3m" | "6m" | "1y" | "3y" | "5y" | "all";

export const statusQuery = queryOptions({
  queryKey: ["status"],
  queryFn: async ({ signal }) => (await expressApi.get("/status", { signal })) as Wire.Status,
  refetchInterval: 5 * SECOND,
});

export const exchangeQuery = queryOptions({
  queryKey: ["exchange"],
  queryFn: async ({ signal }) =>
    decodeExchange((await mainApi.get("/account/exchange", { signal })) as Wire.Exchange),
  refetchInterval: 5 * SECOND,
});

export const summariesQuery = queryOptions({
  queryKey: ["summaries"],
  queryFn: async ({ signal }) => {
    const path = `/market/search${query({ limit: SUMMARIES_MAX, sort: "name", order: "asc" })}`;
    return decodeSummaries((await expressApi.get(path, { signal })) as Wire.SearchResult);
  },
  refetchInterval: 20 * SECOND,
  staleTime: 5 * SECOND,
});

const marketPath = (symbol: string) => `/market/${encodeURIComponent(symbol)}`;

export const marketQuery = (symbol: string) =>
  queryOptions({
    queryKey: ["market", symbol.toUpperCase()],
    queryFn: async ({ signal }) =>
      decodeMarket((await expressApi.get(marketPath(symbol), { signal })) as Wire.MarketDetail),
    refetchInterval: 2 * SECOND,
  });

export const priceFeedQuery = (symbol: string, window: ChartWindow) =>
  queryOptions({
    queryKey: ["price-feed", symbol, window],
    queryFn: async ({ signal }) => {
      const path = `${marketPath(symbol)}/price-feed${query({ window })}`;
      return decodePriceFeed((await expressApi.get(path, { signal })) as Wire.PriceFeed);
    },
    staleTime: 30 * SECOND,
  });

export const candlesQuery = (
  symbol: string,
  interval: ChartInterval,
  window: ChartWindow,
  source: "index" | "market",
) =>
  queryOptions({
    queryKey: ["candles", symbol, interval, window, source],
    queryFn: async ({ signal }) => {
      const path = `${marketPath(symbol)}/candles${query({ interval, window, source })}`;
      return decodeCandles((await expressApi.get(path, { signal })) as Wire.Candles);
    },
    staleTime: 30 * SECOND,
  });

/** Everything of a wallet lies under this key, so that one invalidation refreshes it. */
export const userKey = (address: string) => ["user", address] as const;

export const userPath = (address: string) => `/user/${encodeURIComponent(address)}`;

export const marginAccountsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "margin-accounts"],
    queryFn: async ({ signal }) => {
      const rows = await mainApi.get(`${userPath(address)}/margin-accounts`, { signal });
      return decodeMarginAccounts(rows as readonly Wire.MarginAccount[]);
    },
    refetchInterval: 2 * SECOND,
  });

export const settlementRequestsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "settlement-requests"],
    queryFn: async ({ signal }) => {
      const newest = query({ includeSettled: true, order: "desc" });
      const path = `${userPath(address)}/settlement-requests${newest}`;
      const rows = (await mainApi.get(path, { signal })) as readonly Wire.SettlementRequest[];
      return rows.map(decodeSettlementRequest).reverse();
    },
    refetchInterval: 2 * SECOND,
  });

export const balancesQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "balances"],
    queryFn: async ({ signal }): Promise<Balances> => {
      const [sol, collateral] = await Promise.all([
        mainApi.get(`${userPath(address)}/sol-balance`, { signal }),
        mainApi.get(`${userPath(address)}/collateral-balance`, { signal }),
      ]);
      return {
        sol: parseLamports((sol as Wire.Balance).balance),
        collateral: parseCollateral((collateral as Wire.Balance).balance),
      };
    },
    refetchInterval: 4 * SECOND,
  });

export const limitsQuery = (address: string, marginAccountId: number, marketId: number) =>
  queryOptions({
    queryKey: [...userKey(address), "limits", marginAccountId, marketId],
    queryFn: async ({ signal }) => {
      const path = `${userPath(address)}/quote/position-modification-limits`;
      const body = { marginAccountId, marketIds: [marketId] };
      const rows = (await mainApi.post(path, body, {
        signal,
      })) as readonly Wire.ModificationLimits[];
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
      const path = `${userPath(address)}/quote/modify-position`;
      return decodeQuote((await mainApi.post(path, input, { signal })) as Wire.PositionQuote);
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
      const path = `${userPath(address)}/quote/close-position`;
      return decodeQuote((await mainApi.post(path, input, { signal })) as Wire.PositionQuote);
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

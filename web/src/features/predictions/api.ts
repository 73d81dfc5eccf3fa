/** Reads and writes of the prediction markets (API 5.5, 5.7). */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { expressApi } from "@/api/http";
import { userKey } from "@/api/queries";
import type { PointsE6, RateE12 } from "@/domain/amounts";
import { engineClock } from "@/domain/clock";
import { nullable, parsePoints, parsePrice, parseRate } from "@/domain/parse";
import type {
  ExpressCalls,
  PlacedOrder,
  PredictionMarket,
  PredictionMarketTrade,
} from "@/generated/api";
import { readBook } from "./model/book";
import { intervalFor, type Span } from "./model/history";
import type { Question } from "./model/question";

const SECOND = 1000;
const PAGE = 50;
const TRADES_PAGE = 12;
/** More trades since the list was read are not kept beside it. */
const NEWEST_TRADES_MAX = 500;
const OPEN_PAGE = 200;
/** More unresolved questions than an exchange has at a time; the rest is not asked for. */
const OPEN_PAGES_MAX = 5;
const POSITION_QUESTIONS_STALE_MS = 60 * SECOND;

export const predictionsKey = (address: string) => [...userKey(address), "predictions"] as const;

export function readQuestion(wire: PredictionMarket): Question {
  const { resolution } = wire;
  return {
    ...wire,
    strike: nullable(parsePrice)(wire.strike),
    resolution:
      resolution === null ? null : { ...resolution, value: nullable(parsePrice)(resolution.value) },
  };
}

async function questionsPage(isOver: boolean, limit: number, cursor: string, signal: AbortSignal) {
  const query = { isResolvedFilter: isOver, limit, cursor: cursor === "" ? undefined : cursor };
  const wire = await expressApi.get("/predictions/markets", { query, signal });
  return { rows: wire.markets.map(readQuestion), nextCursor: wire.nextCursor };
}

/** Every question that is not paid yet. */
export const openQuestionsQuery = queryOptions({
  queryKey: ["predictions", "open"],
  queryFn: async ({ signal }) => {
    const rows: Question[] = [];
    let cursor: string | null = "";
    for (let page = 0; cursor !== null && page < OPEN_PAGES_MAX; page += 1) {
      const answer = await questionsPage(false, OPEN_PAGE, cursor, signal);
      rows.push(...answer.rows);
      cursor = answer.nextCursor;
    }
    return rows;
  },
  refetchInterval: 10 * SECOND,
});

/** Questions that are paid or void, newest first. */
export const overQuestionsQuery = infiniteQueryOptions({
  queryKey: ["predictions", "over"],
  queryFn: ({ signal, pageParam }) => questionsPage(true, PAGE, pageParam, signal),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export const questionQuery = (marketId: number) =>
  queryOptions({
    queryKey: ["predictions", "question", marketId],
    queryFn: async ({ signal }) => {
      const path = { marketId };
      const wire = await expressApi.get("/predictions/markets/{marketId}", { path, signal });
      return readQuestion(wire.market);
    },
    refetchInterval: 5 * SECOND,
  });

/** A market in which the user holds contracts; read once, its page has the details. */
export const heldQuestionQuery = (marketId: number) =>
  queryOptions({ ...questionQuery(marketId), staleTime: POSITION_QUESTIONS_STALE_MS });

export const bookQuery = (marketId: number) =>
  queryOptions({
    queryKey: ["predictions", "book", marketId],
    queryFn: async ({ signal }) =>
      readBook(
        await expressApi.get("/predictions/markets/{marketId}/order-book", {
          path: { marketId },
          signal,
        }),
      ),
  });

const tradedKey = (marketId: number) => ["predictions", "traded", marketId] as const;

/** Everything that a trade of a question changes in what everybody sees of it. */
export const tradedFilter = (marketId: number) => ({ queryKey: tradedKey(marketId) });

async function tradesPage(marketId: number, limit: number, cursor: string, signal: AbortSignal) {
  const wire = await expressApi.get("/predictions/markets/{marketId}/trades", {
    path: { marketId },
    query: { limit, cursor: cursor === "" ? undefined : cursor },
    signal,
  });
  return { rows: wire.trades, nextCursor: wire.nextCursor };
}

/**
 * Trades of everybody in a question as they were when it was first asked, newest first. A trade
 * never changes: what was read is not read again, later ones are in `newestTradesQuery`.
 */
export const marketTradesQuery = (marketId: number) =>
  infiniteQueryOptions({
    queryKey: ["predictions", "trades", marketId] as const,
    queryFn: ({ signal, pageParam }) => tradesPage(marketId, TRADES_PAGE, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: "static",
    refetchInterval: ({ state }) => (state.data === undefined ? 15 * SECOND : false),
  });

/**
 * Trades since the list of `marketTradesQuery` was read, newest first: asks until a trade that is
 * known. When they have become too many for that, the list begins anew with the newest.
 */
export const newestTradesQuery = (marketId: number) => {
  const queryKey = [...tradedKey(marketId), "newest"] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<readonly PredictionMarketTrade[]> => {
      const list = marketTradesQuery(marketId).queryKey;
      const before = client.getQueryData<readonly PredictionMarketTrade[]>(queryKey) ?? [];
      const listed = client.getQueryData(list)?.pages.flatMap(({ rows }) => rows) ?? [];
      const known = new Set([...before, ...listed].map(({ tradeId }) => tradeId));
      const first = await tradesPage(marketId, TRADES_PAGE, "", signal);
      const fresh: PredictionMarketTrade[] = [];
      let page = first;
      while (before.length + fresh.length <= NEWEST_TRADES_MAX) {
        const unknown = page.rows.filter(({ tradeId }) => !known.has(tradeId));
        fresh.push(...unknown);
        if (unknown.length < page.rows.length || page.nextCursor === null) {
          return [...fresh, ...before];
        }
        page = await tradesPage(marketId, PAGE, page.nextCursor, signal);
      }
      await client.cancelQueries({ queryKey: list });
      client.setQueryData(list, { pages: [first], pageParams: [""] });
      return [];
    },
    initialData: [],
    staleTime: 15 * SECOND,
    refetchInterval: 15 * SECOND,
  });
};

/** The last traded prices of a question over a span that ends with its trading. */
export const priceHistoryQuery = (question: Question, span: Span) => {
  const { marketId } = question;
  return queryOptions({
    queryKey: [...tradedKey(marketId), "history", span],
    queryFn: async ({ signal }) => {
      const interval = intervalFor(span, question, engineClock.now());
      return await expressApi.get("/predictions/markets/{marketId}/history", {
        path: { marketId },
        query: { window: span, interval },
        signal,
      });
    },
    // Another span of the same question stays until the asked one is there.
    placeholderData: keepPreviousData,
    refetchInterval: 15 * SECOND,
  });
};

export interface Points {
  readonly available: PointsE6;
  readonly open: PointsE6;
  readonly realizedPnl: PointsE6;
  readonly unrealizedPnl: PointsE6;
}

export const pointsQuery = (address: string) =>
  queryOptions({
    queryKey: [...predictionsKey(address), "points"],
    queryFn: async ({ signal }): Promise<Points> => {
      const wire = await withAccessToken(address, (token) =>
        expressApi.get("/predictions/portfolio", { token, signal }),
      );
      return {
        available: parsePoints(wire.portfolio.availablePoints),
        open: parsePoints(wire.portfolio.openInterestPoints),
        realizedPnl: parsePoints(wire.realizedPnl),
        unrealizedPnl: parsePoints(wire.unrealizedPnl),
      };
    },
    refetchInterval: 10 * SECOND,
  });

/** Whether a wallet takes part in the season that is open for everybody. */
export const participationQuery = (address: string) =>
  queryOptions({
    queryKey: [...predictionsKey(address), "participation"],
    queryFn: async ({ signal }) => {
      const path = { key: address };
      const wire = await expressApi.get("/ppps3/participants/{key}", { path, signal });
      return wire.isParticipating;
    },
  });

export interface Position {
  readonly marketId: number;
  readonly side: "yes" | "no";
  readonly contracts: number;
  readonly averagePrice: RateE12;
  readonly cost: PointsE6;
  readonly currentPrice: number;
  readonly unrealizedPnl: PointsE6;
  /** What a paid question brought; null while it is not paid. */
  readonly payout: PointsE6 | null;
}

export const positionsQuery = (address: string) =>
  queryOptions({
    queryKey: [...predictionsKey(address), "positions"],
    queryFn: async ({ signal }): Promise<readonly Position[]> => {
      const wire = await withAccessToken(address, (token) =>
        expressApi.get("/predictions/positions", { token, signal }),
      );
      return wire.positions.map((row) => ({
        marketId: row.marketId,
        side: row.side,
        contracts: row.contracts,
        averagePrice: parseRate(row.averagePrice),
        cost: parsePoints(row.costPoints),
        currentPrice: row.currentPrice,
        unrealizedPnl: parsePoints(row.unrealizedPnl),
        payout: nullable(parsePoints)(row.payoutPoints),
      }));
    },
    refetchInterval: 10 * SECOND,
  });

export interface Order {
  readonly orderId: number;
  readonly marketId: number;
  readonly type: PlacedOrder["type"];
  readonly timeInForce: PlacedOrder["timeInForce"];
  readonly expiresAt: number | null;
  readonly postOnly: boolean;
  readonly side: "yes" | "no";
  readonly price: number;
  readonly contracts: number;
  readonly filledContracts: number;
  readonly remainingContracts: number;
  readonly canceledContracts: number;
  readonly averagePrice: RateE12 | null;
  readonly fee: PointsE6;
  readonly reserved: PointsE6;
  /** Contracts that stand before it at its price; null when it does not rest. */
  readonly queueContracts: number | null;
  readonly status: PlacedOrder["status"];
  readonly createdAt: number;
}

export function readOrder(wire: PlacedOrder): Order {
  return {
    ...wire,
    averagePrice: nullable(parseRate)(wire.averagePrice),
    fee: parsePoints(wire.feePoints),
    reserved: parsePoints(wire.reservedPoints),
  };
}

async function ordersPage(
  address: string,
  query: ExpressCalls["GET /predictions/orders"]["query"],
  signal: AbortSignal,
) {
  const wire = await withAccessToken(address, (token) =>
    expressApi.get("/predictions/orders", { query, token, signal }),
  );
  return { rows: wire.orders.map(readOrder), nextCursor: wire.nextCursor };
}

/** All open orders of a wallet; it can not have more than a page of them. */
export const openOrdersQuery = (address: string) =>
  queryOptions({
    queryKey: [...predictionsKey(address), "open-orders"],
    queryFn: async ({ signal }) => (await ordersPage(address, { limit: 200 }, signal)).rows,
    refetchInterval: 10 * SECOND,
  });

export const orderHistoryQuery = (address: string, marketId: number) =>
  infiniteQueryOptions({
    queryKey: [...predictionsKey(address), "orders", marketId],
    queryFn: ({ signal, pageParam }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam };
      const query = { orderStatusFilter: "all", marketId, limit: PAGE, ...cursor } as const;
      return ordersPage(address, query, signal);
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export interface Fill {
  readonly tradeId: number;
  readonly side: "yes" | "no";
  readonly price: number;
  readonly contracts: number;
  readonly fee: PointsE6;
  readonly role: "maker" | "taker";
  readonly timestamp: number;
}

export const fillsQuery = (address: string, marketId: number) =>
  infiniteQueryOptions({
    queryKey: [...predictionsKey(address), "fills", marketId],
    queryFn: async ({ signal, pageParam }) => {
      const cursor = pageParam === "" ? undefined : pageParam;
      const query = { marketId, limit: PAGE, cursor };
      const wire = await withAccessToken(address, (token) =>
        expressApi.get("/predictions/trades", { query, token, signal }),
      );
      const rows = wire.trades.map((row): Fill => ({ ...row, fee: parsePoints(row.feePoints) }));
      return { rows, nextCursor: wire.nextCursor };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

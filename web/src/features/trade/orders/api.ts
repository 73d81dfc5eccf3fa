/** Reads of waiting orders and auctions. */
import { queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { decodeQuote } from "@/api/decode-account";
import { expressApi, mainApi } from "@/api/http";
import { userKey } from "@/api/queries";
import { nullable, parseCollateral, parsePrice, parseRate, parseSize } from "@/domain/parse";
import type * as Wire from "@/generated/api";
import type { ComingAuction, HeldAuction, OrderQuote, WaitingOrder } from "./model/waiting-order";

const SECOND = 1000;
const HISTORY_ROWS = 200;
const price = nullable(parsePrice);

export function decodeOrder(wire: Wire.PerpOrder): WaitingOrder {
  return {
    id: wire.orderId,
    marginAccountId: wire.marginAccountId,
    marketId: wire.marketId,
    type: wire.orderType,
    triggerBy: wire.triggerBy,
    side: wire.side,
    reduceOnly: wire.reduceOnly,
    isWhole: wire.wholePosition,
    size: parseSize(wire.size),
    trigger: price(wire.triggerPrice),
    trail: nullable(parseRate)(wire.trailRate),
    worst: price(wire.acceptablePrice),
    group: wire.group,
    expiresAt: wire.expiresAt,
    stop: price(wire.stopPrice),
    target: price(wire.targetPrice),
    isLocked: wire.isLocked,
    isDue: wire.isDue,
    deferredReason: wire.deferredReason,
  };
}

/** Open orders of a wallet, newest first; what only time changes (locked) comes by reading again. */
export const waitingOrdersQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "perp-orders"],
    queryFn: async ({ signal }) => {
      const path = { user: address };
      const rows = await withAccessToken(address, (token) =>
        mainApi.get("/user/{user}/perp-orders", { path, token, signal }),
      );
      return rows.map(decodeOrder);
    },
    refetchInterval: 5 * SECOND,
  });

/** What happened to a wallet's orders, newest first. */
export const orderEventsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "history", "perp-order"],
    queryFn: ({ signal }) =>
      withAccessToken(address, async (token) => {
        const given = { path: { user: address }, query: { limit: HISTORY_ROWS }, token, signal };
        return await mainApi.get("/user/{user}/history/perp-order", given);
      }),
    refetchInterval: 10 * SECOND,
  });

/** The trades of a wallet that waiting orders made. */
export const orderTradesQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "history", "order-trades"],
    queryFn: async ({ signal }) => {
      const given = { path: { user: address }, query: { limit: HISTORY_ROWS }, signal };
      const rows = await mainApi.get("/user/{user}/history/trade", given);
      return rows.filter(({ orderId }) => orderId !== null);
    },
    refetchInterval: 10 * SECOND,
  });

function decodeOrderQuote(wire: Wire.PerpOrderQuote): OrderQuote {
  const { auction, atTrigger } = wire;
  return {
    isPlaceable: wire.isPlaceable,
    placingReasons: wire.placingReasons,
    orderMargin: parseCollateral(wire.orderMargin),
    size: parseSize(wire.size),
    trigger: price(wire.triggerPrice),
    worst: price(wire.acceptablePrice),
    atTrigger: atTrigger && decodeQuote(atTrigger),
    auction: auction && {
      timestamp: auction.timestamp,
      locksAt: auction.locksAt,
      costNow: parseCollateral(auction.costNow),
      costMatched: parseCollateral(auction.costMatched),
      costWithPool: parseCollateral(auction.costWithPool),
      saving: parseCollateral(auction.saving),
      savingMatched: parseCollateral(auction.savingMatched),
    },
    lossToStop: nullable(parseCollateral)(wire.lossToStop),
  };
}

export const orderQuoteQuery = (address: string, body: Wire.PerpOrderBody) =>
  queryOptions({
    queryKey: [...userKey(address), "quote", "order", body],
    queryFn: async ({ signal }) => {
      const given = { path: { user: address }, body, signal };
      return decodeOrderQuote(await mainApi.post("/user/{user}/quote/place-perp-order", given));
    },
    refetchInterval: 2 * SECOND,
    gcTime: 10 * SECOND,
    retry: false,
  });

export const comingAuctionQuery = (symbol: string) =>
  queryOptions({
    queryKey: ["auction", symbol],
    queryFn: async ({ signal }): Promise<ComingAuction> => {
      const wire = await expressApi.get("/market/{symbol}/auction", { path: { symbol }, signal });
      const { timestamp, locksAt, orderCount, side } = wire;
      return { timestamp, locksAt, orderCount, side, size: parseSize(wire.size) };
    },
    refetchInterval: 5 * SECOND,
  });

export function decodeAuction(wire: Wire.Auction): HeldAuction {
  return {
    timestamp: wire.timestamp,
    indexPrice: parsePrice(wire.indexPrice),
    orderCount: wire.orderCount,
    bought: parseSize(wire.bought),
    sold: parseSize(wire.sold),
    matched: parseSize(wire.matched),
    pool: parseSize(wire.poolSize),
  };
}

/** The last auction that a market held; null before the first one. */
export const lastAuctionQuery = (symbol: string) =>
  queryOptions({
    queryKey: ["auctions", symbol],
    queryFn: async ({ signal }): Promise<HeldAuction | null> => {
      const given = { path: { symbol }, query: { limit: 1 }, signal };
      const [wire] = (await expressApi.get("/market/{symbol}/auctions", given)).auctions;
      return wire === undefined ? null : decodeAuction(wire);
    },
    refetchInterval: 15 * SECOND,
  });

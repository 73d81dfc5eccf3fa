/** The live data of the page: one stream client, its stores, and hooks to read them. */

import { StreamClient, type StreamState } from "@acre/sdk/stream/stream-client";
import { useEffect, useSyncExternalStore } from "react";
import type { PriceE8 } from "@/domain/amounts";
import { engineClock } from "@/domain/clock";
import type { LiveMarket, Trade } from "@/domain/model";
import type { StreamTrade } from "@/generated/api";
import { decodeTrade } from "./decode-account";
import { mergeLiveMarket } from "./decode-market";
import { FrameStore, useFrameStore, useFrameStorePart } from "./frame-store";
import { expressApi, mainApi } from "./http";
import { asList, asObject, objectOrNull, textOrNull } from "./json";
import { watchLine } from "./network";
import { Fallback } from "./stream/fallback";

export const TRADES_MAX = 50;

export interface LiveMarkets {
  readonly exchangeStatus: string | null;
  readonly byId: ReadonlyMap<number, LiveMarket>;
}

export interface Connection {
  readonly state: StreamState;
  /** True once it has been closed for longer than a hiccup: figures come by polling then. */
  readonly isDown: boolean;
  readonly roundTripMs: number | null;
  /** Wall time of the last market message. */
  readonly lastTickAtMs: number | null;
}

const marketsStore = new FrameStore<LiveMarkets>({ exchangeStatus: null, byId: new Map() });
const connectionStore = new FrameStore<Connection>({
  state: "connecting",
  isDown: false,
  roundTripMs: null,
  lastTickAtMs: null,
});

function streamUrl(): string {
  const protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return `${protocol}//${location.host}/express/v1/ws`;
}

const fallback = new Fallback({
  onChange: (isDown) => connectionStore.update((known) => ({ ...known, isDown })),
  isHidden: () => document.hidden,
});

/** The max-age of the reads that stand in for the stream (API 1.6). */
const POLL_MS = 1_000;

export const stream = new StreamClient({
  openSocket: () => new WebSocket(streamUrl()),
  onClock: (clock) => engineClock.set(clock),
  onState: (state) => {
    connectionStore.update((known) => ({ ...known, state }));
    fallback.setOpen(state === "open");
  },
  onRoundTrip: (roundTripMs) => connectionStore.update((known) => ({ ...known, roundTripMs })),
});

/** Folds a `markets` message into the store's value; rows not named keep their identity. */
export function foldMarkets(known: LiveMarkets, data: unknown, isSnapshot: boolean): LiveMarkets {
  const body = asObject(data, "markets");
  const exchange = objectOrNull(body, "exchange");
  const rows = "markets" in body ? asList(body["markets"], "markets") : [];
  const byId = new Map(isSnapshot ? [] : known.byId);
  for (const row of rows) {
    const id = asObject(row, "market")["marketId"];
    const market = mergeLiveMarket(typeof id === "number" ? known.byId.get(id) : undefined, row);
    byId.set(market.marketId, market);
  }
  return {
    exchangeStatus: exchange ? textOrNull(exchange, "status") : known.exchangeStatus,
    byId,
  };
}

function takeMarkets(data: unknown, isSnapshot: boolean): void {
  marketsStore.update((known) => foldMarkets(known, data, isSnapshot));
  connectionStore.update((known) => ({ ...known, lastTickAtMs: Date.now() }));
}

/** The stream's `markets` by the read of the same facts. */
async function readMarkets(): Promise<void> {
  const rows = await mainApi.get("/account/markets");
  takeMarkets({ markets: rows.map((row) => ({ ...row, marketId: row.id })) }, false);
}

/** Connects the stream and keeps it fresh; returns its end. Called once, by the app's root. */
export function startLiveData(): () => void {
  const leave = stream.subscribe("markets", {
    snapshot: (data) => takeMarkets(data, true),
    delta: (data) => takeMarkets(data, false),
  });
  const onVisibility = () => {
    if (document.visibilityState === "visible") stream.resnapshot();
  };
  document.addEventListener("visibilitychange", onVisibility);
  const endPolling = fallback.add(readMarkets, POLL_MS);
  const endWatch = watchLine(() => stream.resnapshot());
  stream.start();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    endPolling();
    endWatch();
    leave();
    stream.stop();
  };
}

export function useLiveMarkets(): LiveMarkets {
  return useFrameStore(marketsStore);
}

export function useLiveMarket(marketId: number | null): LiveMarket | null {
  return useFrameStorePart(marketsStore, (markets) =>
    marketId === null ? null : (markets.byId.get(marketId) ?? null),
  );
}

export function useConnection(): Connection {
  return useFrameStore(connectionStore);
}

/** Calls back with each new index price of one market, outside React, for the chart. */
export function watchIndexPrice(
  marketId: number,
  onPrice: (price: PriceE8, atS: number, marketPrice: PriceE8 | null) => void,
): () => void {
  let last: LiveMarket | undefined;
  const check = () => {
    const market = marketsStore.shown().byId.get(marketId);
    if (!market || market === last) return;
    last = market;
    if (market.indexPrice !== null && market.indexPriceAt !== null) {
      onPrice(market.indexPrice, market.indexPriceAt, market.marketPrice);
    }
  };
  check();
  return marketsStore.subscribe(check);
}

export interface LiveTrades {
  readonly status: "loading" | "ready" | "error";
  readonly trades: readonly Trade[];
}

const NO_TRADES: LiveTrades = { status: "loading", trades: [] };
const tradeStores = new Map<number, FrameStore<LiveTrades>>();

function tradeStore(marketId: number): FrameStore<LiveTrades> {
  const known = tradeStores.get(marketId);
  if (known) return known;
  const store = new FrameStore<LiveTrades>(NO_TRADES);
  tradeStores.set(marketId, store);
  return store;
}

/** Newest first, at most TRADES_MAX; a delta comes oldest first, a snapshot newest first. */
export function foldTrades(known: LiveTrades, data: unknown, isSnapshot: boolean): LiveTrades {
  const wire = asList(asObject(data, "trades")["trades"], "trades") as readonly StreamTrade[];
  const rows = wire.map(decodeTrade);
  const merged = isSnapshot
    ? [...rows].sort((a, b) => b.timestamp - a.timestamp || b.slot - a.slot)
    : [...[...rows].reverse(), ...known.trades];
  const seen = new Set<string>();
  const trades = merged.filter((trade) => !seen.has(trade.key) && seen.add(trade.key));
  return { status: "ready", trades: trades.slice(0, TRADES_MAX) };
}

/** The market's recent trades; subscribed only while a component shows them. */
export function useMarketTrades(marketId: number): LiveTrades {
  const store = tradeStore(marketId);
  useEffect(() => {
    const snapshot = (data: unknown) => store.update((known) => foldTrades(known, data, true));
    const read = () =>
      expressApi.get("/trade-stream/{marketId}", {
        path: { marketId },
        query: { limit: TRADES_MAX },
      });
    const leave = stream.subscribe(`trades:${marketId}`, {
      snapshot,
      delta: (data) => store.update((known) => foldTrades(known, data, false)),
      error: () => store.update((known) => ({ ...known, status: "error" })),
    });
    const endPolling = fallback.add(async () => snapshot(await read()), POLL_MS);
    return () => {
      leave();
      endPolling();
    };
  }, [marketId, store]);
  return useFrameStore(store);
}

/** Engine time, re-read twice a second; null before the first heartbeat. */
export function useEngineNow(): number | null {
  return useSyncExternalStore(subscribeSecond, shownEngineSecond);
}

const TICK_MS = 500;
const secondListeners = new Set<() => void>();
let secondTimer: ReturnType<typeof setInterval> | undefined;
/** As last read, for all readers: where engine time runs fast each look would be another second. */
let shownSecond: number | null = null;

function readEngineSecond(): void {
  const now = engineClock.now();
  shownSecond = now === null ? null : Math.floor(now);
}

function tickSecond(): void {
  readEngineSecond();
  for (const listener of secondListeners) listener();
}

function subscribeSecond(listener: () => void): () => void {
  if (secondListeners.size === 0) {
    readEngineSecond();
    secondTimer = setInterval(tickSecond, TICK_MS);
  }
  secondListeners.add(listener);
  return () => {
    secondListeners.delete(listener);
    if (secondListeners.size === 0) clearInterval(secondTimer);
  };
}

function shownEngineSecond(): number | null {
  return shownSecond;
}

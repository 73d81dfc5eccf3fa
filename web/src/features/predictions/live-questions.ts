/** The live data of the predictions pages: every question in short, and one order book. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FrameStore, useFrameStore, useFrameStorePart } from "@/api/frame-store";
import { asList, asObject, count, countOrNull, text } from "@/api/json";
import { stream, useConnection } from "@/api/live";
import { bookQuery, tradedFilter } from "./api";
import { type Book, foldBook, readBook } from "./model/book";
import type { LiveQuestion, Status } from "./model/question";

const STATUSES: ReadonlySet<string> = new Set(["upcoming", "open", "closed", "resolved", "voided"]);
const POLL_MS = 1_000;

/** At most so often the trades of a question are asked for again. */
const TRADED_MS = 1_000;

type LiveQuestions = ReadonlyMap<number, LiveQuestion>;

function readLive(value: unknown): LiveQuestion | null {
  const row = asObject(value, "question");
  const status = text(row, "status");
  if (!STATUSES.has(status)) return null;
  return {
    marketId: count(row, "marketId"),
    status: status as Status,
    lastYesPrice: countOrNull(row, "lastYesPrice"),
    bestYesBid: countOrNull(row, "bestYesBid"),
    bestYesAsk: countOrNull(row, "bestYesAsk"),
    volumeContracts: count(row, "volumeContracts"),
    openInterestContracts: count(row, "openInterestContracts"),
  };
}

/** Folds a message of the channel `predictions`; questions that it does not name stay as they are. */
export function foldQuestions(known: LiveQuestions, data: unknown): LiveQuestions {
  const next = new Map(known);
  for (const value of asList(asObject(data, "predictions")["markets"], "markets")) {
    const row = readLive(value);
    if (row !== null) next.set(row.marketId, row);
  }
  return next;
}

const liveStore = new FrameStore<LiveQuestions>(new Map());

function takeQuestions(data: unknown): void {
  liveStore.update((known) => foldQuestions(known, data));
}

/** Listens to the questions while a page shows them; what was heard is kept for the next page. */
export function useListening(): void {
  useEffect(
    () => stream.subscribe("predictions", { snapshot: takeQuestions, delta: takeQuestions }),
    [],
  );
}

/** Every question as last streamed, for pages that listen. */
export function useLiveQuestions(): LiveQuestions {
  return useFrameStore(liveStore);
}

export function useLiveQuestion(marketId: number): LiveQuestion | null {
  return useFrameStorePart(liveStore, (known) => known.get(marketId) ?? null);
}

/** Refetches questions when the stream reports a changed state. */
export function useFreshQuestions(live: LiveQuestions): void {
  const queries = useQueryClient();
  const states = [...live.values()].map(({ marketId, status }) => `${marketId} ${status}`).join();
  const known = useRef("");
  useEffect(() => {
    if (known.current !== "") void queries.invalidateQueries({ queryKey: ["predictions"] });
    known.current = states;
  }, [states, queries]);
}

/**
 * Asks for a question's new trades and its history when the stream says that contracts were traded:
 * never while the last such request is on its way, so that a slow answer comes to its end.
 */
export function useFreshTrades(marketId: number, tradedContracts: number | null): void {
  const queries = useQueryClient();
  const asked = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (tradedContracts === null) return undefined;
    let isLatest = true;
    void asked.current.then(() => {
      if (!isLatest) return;
      const pause = new Promise((resolve) => setTimeout(resolve, TRADED_MS));
      asked.current = Promise.all([queries.invalidateQueries(tradedFilter(marketId)), pause]);
    });
    return () => {
      isLatest = false;
    };
  }, [marketId, tradedContracts, queries]);
}

interface BookState {
  /** null until the first snapshot. */
  readonly book: Book | null;
  readonly error: unknown;
  retry(): void;
}

/** The order book: by the stream, by asking again and again while the stream is down. */
export function useBook(marketId: number): BookState {
  const { state } = useConnection();
  const [store] = useState(() => new FrameStore<Book | null>(null));
  const streamed = useFrameStore(store);
  useEffect(() => {
    const leave = stream.subscribe(`orderBook:${marketId}`, {
      snapshot: (data) => store.update(() => readBook(data)),
      delta: (data) => store.update((book) => (book === null ? null : foldBook(book, data))),
    });
    return () => {
      leave();
      store.update(() => null);
    };
  }, [marketId, store]);
  const isDown = state !== "open";
  const polled = useQuery({
    ...bookQuery(marketId),
    enabled: isDown,
    refetchInterval: isDown ? POLL_MS : false,
  });
  return {
    book: isDown ? (polled.data ?? streamed) : streamed,
    error: isDown && streamed === null ? polled.error : null,
    retry: () => void polled.refetch(),
  };
}

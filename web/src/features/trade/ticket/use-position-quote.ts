import { keepPreviousData, type QueryFunction, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PositionQuote } from "@/domain/model";
import { useDebounced } from "@/state/use-debounced";

const DEBOUNCE_MS = 180;
/** A quote is refreshed every two seconds; one of this age was not answered several times. */
const OLD_MS = 8_000;
/** An order is not sent on a quote of more than this age without asking again. */
const FRESH_MS = 4_000;

interface QuoteQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn?: unknown;
}

export interface LiveQuote<Quote = PositionQuote> {
  readonly data: Quote | null;
  /** Not the quote of what is typed, or too old to act on: shown greyed. */
  readonly isStale: boolean;
  /** The server has not answered for a while. */
  readonly isOld: boolean;
  readonly error: unknown;
  /** The quote to act on: the shown one while fresh, else a new one; null when none came. */
  renew(): Promise<Quote | null>;
}

/** Quotes the input: debounced, the latest wins, refreshed while shown. */
export function usePositionQuote<Input, Quote = PositionQuote>(
  input: Input | null,
  toQuery: (input: Input) => QuoteQuery,
): LiveQuote<Quote> {
  const settled = useDebounced(input, DEBOUNCE_MS);
  const options = settled === null ? NO_QUERY : toQuery(settled);
  const query = useQuery<Quote>({
    ...options,
    queryFn: options.queryFn as QueryFunction<Quote>,
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const isWanted = input !== null && settled !== null;
  const isSettled = JSON.stringify(input) === JSON.stringify(settled);
  const isOld = useIsOld(query.dataUpdatedAt, isWanted && query.data !== undefined);
  const renew = async () => {
    if (Date.now() - query.dataUpdatedAt < FRESH_MS) return query.data ?? null;
    const { data, isSuccess } = await query.refetch();
    return isSuccess ? data : null;
  };
  return {
    data: isWanted ? (query.data ?? null) : null,
    isStale: !isSettled || query.isPlaceholderData || query.isError || isOld,
    isOld,
    error: isWanted && isSettled ? query.error : null,
    renew,
  };
}

const NO_QUERY: QuoteQuery = { queryKey: ["user", "", "quote"], queryFn: () => null };

function useIsOld(updatedAtMs: number, isShown: boolean): boolean {
  const [oldAtMs, setOldAtMs] = useState(0);
  useEffect(() => {
    if (!isShown) return undefined;
    const left = Math.max(0, updatedAtMs + OLD_MS - Date.now());
    const timer = setTimeout(() => setOldAtMs(updatedAtMs), left);
    return () => clearTimeout(timer);
  }, [updatedAtMs, isShown]);
  return isShown && oldAtMs === updatedAtMs && updatedAtMs > 0;
}

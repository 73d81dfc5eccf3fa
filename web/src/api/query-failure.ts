import { useRef } from "react";

interface QueryState {
  readonly data: unknown;
  readonly error: unknown;
  readonly errorUpdateCount: number;
}

/**
 * Why there is nothing to show, or null while the first answer is awaited or data are there. A query
 * that asks again forgets its error; kept here, so that the page does not blink back to "loading".
 */
export function useQueryFailure({ data, error, errorUpdateCount }: QueryState): unknown {
  const last = useRef<unknown>(null);
  if (data !== undefined || errorUpdateCount === 0) last.current = null;
  else if (error !== null) last.current = error;
  return last.current;
}

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useDebounced } from "@/state/use-debounced";
import { type Filters, readFilters, writeFilters } from "./model/filters";

const TYPING_MS = 200;

/** The filters in the page's address, and a way to change some of them. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(search), [search]);
  const latest = useRef(filters);
  latest.current = filters;
  const change = useCallback(
    (part: Partial<Filters>) => {
      latest.current = { ...latest.current, ...part };
      const next: Record<string, string> = writeFilters(latest.current);
      void navigate({ to: "/", search: next as never, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return [filters, change];
}

/** A text that is typed here and kept in the address a moment later; the address may change it too. */
export function useTypedText(
  kept: string,
  keep: (text: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const sent = useRef(kept);
  const settled = useDebounced(text, TYPING_MS);
  useEffect(() => {
    if (settled.trim() === sent.current) return;
    sent.current = settled.trim();
    keep(sent.current);
  }, [settled, keep]);
  useEffect(() => {
    if (kept === sent.current) return;
    sent.current = kept;
    setText(kept);
  }, [kept]);
  return [text, setText];
}

import { useEffect, useId, useSyncExternalStore } from "react";
import css from "./attribution.module.css";

/** The charts in view, in the order in which they came. */
let charts: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  charts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The link that the license of lightweight-charts asks for on each page with a chart. Every chart
 * mounts one; only the first of a page shows it.
 */
export function Attribution() {
  const id = useId();
  const isShown = useSyncExternalStore(subscribe, () => charts[0] === id);
  useEffect(() => {
    change([...charts, id]);
    return () => change(charts.filter((other) => other !== id));
  }, [id]);
  if (!isShown) return null;
  return (
    <a
      className={css["attribution"]}
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noreferrer"
      title="TradingView Lightweight Charts™, Copyright (c) 2026 TradingView, Inc."
    >
      TradingView
    </a>
  );
}

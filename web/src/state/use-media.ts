import { useSyncExternalStore } from "react";

/** From 1680 px, from 1024, from 760, and below. */
export type Layout = "pinned" | "desk" | "tablet" | "phone";

const PINNED = "(min-width: 1680px)";
const DESK = "(min-width: 1024px)";
const TABLET = "(min-width: 760px)";

function subscribe(listener: () => void): () => void {
  const queries = [PINNED, DESK, TABLET].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

function read(): Layout {
  if (window.matchMedia(PINNED).matches) return "pinned";
  if (window.matchMedia(DESK).matches) return "desk";
  return window.matchMedia(TABLET).matches ? "tablet" : "phone";
}

/** Which of the page layouts fits; hidden panels are not rendered, so they do not subscribe. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, read);
}

/** Whether rows of many figures are better shown as cards: beside the ticket, below 1024 px. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => !window.matchMedia(DESK).matches);
}

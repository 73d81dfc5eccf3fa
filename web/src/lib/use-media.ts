import { useSyncExternalStore } from "react";

export type Layout = "wide" | "medium" | "phone";

const WIDE = "(min-width: 1280px)";
const PHONE = "(max-width: 759.98px)";

/** Beside the ticket a table has too little room up to here. */
const NARROW = "(max-width: 1023.98px)";

function subscribe(listener: () => void): () => void {
  const queries = [WIDE, NARROW, PHONE].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

function read(): Layout {
  if (window.matchMedia(PHONE).matches) return "phone";
  return window.matchMedia(WIDE).matches ? "wide" : "medium";
}

/** Which of the page layouts fits; hidden panels are not rendered, so they do not subscribe. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, read);
}

/** Whether rows of many figures are better shown as cards. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

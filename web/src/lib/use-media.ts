import { useSyncExternalStore } from "react";

export type Layout = "wide" | "medium" | "phone";

const WIDE = "(min-width: 1280px)";
const PHONE = "(max-width: 759.98px)";

function subscribe(listener: () => void): () => void {
  const queries = [window.matchMedia(WIDE), window.matchMedia(PHONE)];
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

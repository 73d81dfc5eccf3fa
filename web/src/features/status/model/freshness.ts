/** How fresh a market's price is, in engine time; pure. */
import type { Market } from "@/generated/api";

export type Freshness = "fresh" | "due" | "stale" | "held" | "paused";

export const FRESHNESS_WORDS: Readonly<Record<Freshness, string>> = {
  fresh: "Fresh",
  due: "Print awaited",
  stale: "Too old: no increases",
  held: "Large update held",
  paused: "Paused",
};

type Feed = Pick<Market, "paused" | "heldPrint" | "indexPriceAt" | "nextPrintAt" | "specification">;

export function freshness(feed: Feed, nowS: number): Freshness {
  if (feed.paused) return "paused";
  if (feed.heldPrint !== null) return "held";
  if (nowS - feed.indexPriceAt > feed.specification.oracleMaxAge) return "stale";
  return nowS > feed.nextPrintAt ? "due" : "fresh";
}

/** The worst first, then by name: what needs a look stands at the top. */
const ORDER: readonly Freshness[] = ["paused", "held", "stale", "due", "fresh"];

export function sortFeeds(feeds: readonly Market[], nowS: number): readonly Market[] {
  const rank = (feed: Market) => ORDER.indexOf(freshness(feed, nowS));
  return feeds.toSorted(
    (a, b) => rank(a) - rank(b) || a.metadata.name.localeCompare(b.metadata.name, "en"),
  );
}

/** How far one number is behind another, in words; unknown stays unknown. */
export function behind(newest: number | null, reached: number, unit: string): string {
  if (newest === null) return "unknown";
  const left = Math.max(0, newest - reached);
  return `${left} ${unit}${left === 1 ? "" : "s"}`;
}

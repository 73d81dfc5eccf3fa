/** How fresh a market's price is, in engine time; pure. */
import type { Market } from "@/generated/api";

export type Freshness = "fresh" | "late" | "stale" | "held" | "paused";

export const FRESHNESS_WORDS: Readonly<Record<Freshness, string>> = {
  fresh: "Current",
  late: "Update late",
  stale: "Too old, opening paused",
  held: "Large change being confirmed",
  paused: "Paused",
};

/** An update may take so long after its time before it counts as late. */
const LATE_S = 7_200;

type Feed = Pick<Market, "paused" | "heldPrint" | "indexPriceAt" | "nextPrintAt" | "specification">;

export function freshness(feed: Feed, nowS: number): Freshness {
  if (feed.paused) return "paused";
  if (feed.heldPrint !== null) return "held";
  if (nowS - feed.indexPriceAt > feed.specification.oracleMaxAge) return "stale";
  return nowS > feed.nextPrintAt + LATE_S ? "late" : "fresh";
}

const ORDER: readonly Freshness[] = ["paused", "held", "stale", "late", "fresh"];

/** The worst first, then by name. */
export function sortFeeds(feeds: readonly Market[], nowS: number): readonly Market[] {
  const rank = (feed: Market) => ORDER.indexOf(freshness(feed, nowS));
  return feeds.toSorted(
    (a, b) => rank(a) - rank(b) || a.metadata.name.localeCompare(b.metadata.name, "en"),
  );
}

/** The feeds that are not current, the worst first. */
export function exceptions(feeds: readonly Market[], nowS: number): readonly Market[] {
  return sortFeeds(feeds, nowS).filter((feed) => freshness(feed, nowS) !== "fresh");
}

/** How far one number is behind another, in words; unknown stays unknown. */
export function behind(newest: number | null, reached: number, unit: string): string {
  if (newest === null) return "unknown";
  const left = Math.max(0, newest - reached);
  return `${left} ${unit}${left === 1 ? "" : "s"}`;
}

/** Where housing figures are from, and since when they are published. */
import { queryOptions } from "@tanstack/react-query";
import { expressApi } from "@/api/http";
import type { Source } from "@/generated/api";

const SECOND = 1000;
const MONTHLY = ["sales-history", "listings-history", "absorption-rate-history"] as const;
const FACTS = ["current-inventory", "financials", "demographics"] as const;
export type Part = (typeof MONTHLY)[number] | (typeof FACTS)[number];
export type Sources = readonly Source[];

/** The sources of every answer about the homes of a market. */
export const sourcesQuery = (symbol: string) =>
  queryOptions({
    queryKey: ["housing-sources", symbol],
    queryFn: async ({ signal }): Promise<Readonly<Record<Part, Sources>>> => {
      const path = { symbol };
      const query = { window: "1y" } as const;
      const found = await Promise.all([
        ...MONTHLY.map(async (part) => {
          const answer = await expressApi.get(`/market/{symbol}/${part}`, { path, query, signal });
          return [part, answer.sources] as const;
        }),
        ...FACTS.map(async (part) => {
          const answer = await expressApi.get(`/market/{symbol}/${part}`, { path, signal });
          return [part, answer.sources] as const;
        }),
      ]);
      return Object.fromEntries(found) as Record<Part, Sources>;
    },
    refetchInterval: 60 * SECOND,
    staleTime: 30 * SECOND,
  });

/** The sources of some figures of an answer. */
export function sourcesOf(sources: Sources, figures: readonly string[]): Sources {
  return sources.filter(({ figure }) => figures.includes(figure));
}

/** The publisher of a series; a discontinued one says so. */
export function nameOf({ publisher, series }: Omit<Source, "figure">): string {
  const name = publisher ?? "Publisher not named";
  return series === "rentLegacy" ? `${name} (discontinued rent index)` : name;
}

/** The publishers of some figures, each once. */
export function publishersOf(sources: Sources): string {
  return [...new Set(sources.map(nameOf))].join(", ");
}

/** When the last of the sources begins, if that is still to come: each of a figure is needed. */
export function beginsAt(sources: Sources, nowS: number | null): number | null {
  const last = Math.max(0, ...sources.map(({ firstPublishedAt }) => firstPublishedAt ?? 0));
  return nowS !== null && last > nowS ? last : null;
}

/** When the first of several figures begins, if none has begun. */
export function firstOf(sources: Sources, nowS: number | null): number | null {
  const figures = [...new Set(sources.map(({ figure }) => figure))];
  const starts = figures.map((figure) => beginsAt(sourcesOf(sources, [figure]), nowS));
  const coming = starts.filter((start) => start !== null);
  return coming.length > 0 && coming.length === starts.length ? Math.min(...coming) : null;
}

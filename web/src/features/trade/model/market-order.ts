/** The order and selection of markets in the market switcher. Pure. */
import type { MarketSummary } from "@/domain/model";

export type MarketSort = "interest" | "change" | "name";

export const MARKET_SORTS: readonly { readonly value: MarketSort; readonly label: string }[] = [
  { value: "interest", label: "Open interest" },
  { value: "change", label: "1-year change" },
  { value: "name", label: "Name" },
];

interface Choice {
  readonly search: string;
  readonly sort: MarketSort;
  /** Symbols; they come first. */
  readonly favorites: readonly string[];
}

/** The markets whose name or symbol has the text, favorites first. */
export function orderMarkets(
  summaries: readonly MarketSummary[],
  { search, sort, favorites }: Choice,
): readonly MarketSummary[] {
  const wanted = search.trim().toLowerCase();
  const marked = new Set(favorites);
  const rank = ({ symbol }: MarketSummary) => (marked.has(symbol) ? 0 : 1);
  return summaries
    .filter(({ name, symbol }) => `${name} ${symbol}`.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || compare(a, b, sort));
}

function compare(a: MarketSummary, b: MarketSummary, sort: MarketSort): number {
  const byName = a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
  if (sort === "name") return byName;
  const key = sort === "interest" ? "openInterest" : "change1y";
  const [left, right] = [a[key], b[key]];
  if (left === right) return byName;
  if (left === null) return 1;
  return right === null || left > right ? -1 : 1;
}

/** What is looked for, as the page's address keeps it; a bad value counts as none. */
import {
  BY_ACTIVITY,
  CHANGE_WINDOWS,
  type ChangeWindow,
  changeOver,
  type MarketRow,
  SORT_KEYS,
  type Sort,
  sortRows,
} from "./market-rows";

/** The rankings of the server (API 4.3) that are not filters of their own here. */
export const RANKINGS = {
  trending: "Trending",
  "most-traded": "Most traded",
  "top-gainers": "Gainers",
  "top-losers": "Losers",
  new: "New",
  "united-states": "United States",
  international: "International",
} as const;
export const FAVOURITES = "favourites";
const STATUSES = ["tradable", "paused"] as const;
const DIRECTIONS = ["up", "down"] as const;
const TEXT_MAX = 64;

export interface Filters {
  readonly text: string;
  readonly collection: string | null;
  readonly state: string | null;
  readonly status: (typeof STATUSES)[number] | null;
  readonly tag: string | null;
  readonly direction: (typeof DIRECTIONS)[number] | null;
  /** Over which time the map's colours and `direction` look. */
  readonly window: ChangeWindow;
  /** null: by activity, or by a collection's ranking. */
  readonly sort: Sort | null;
}

export const NO_FILTERS: Filters = {
  text: "",
  collection: null,
  state: null,
  status: null,
  tag: null,
  direction: null,
  window: "1y",
  sort: null,
};

function oneOf<T extends string>(values: readonly T[], value: unknown): T | null {
  return values.find((known) => known === value) ?? null;
}

function word(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value.slice(0, TEXT_MAX) : null;
}

export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const key = oneOf(SORT_KEYS, search["sort"]);
  return {
    text: word(search["q"]) ?? "",
    collection: oneOf([FAVOURITES, ...Object.keys(RANKINGS)], search["collection"]),
    state: word(search["state"])?.toUpperCase() ?? null,
    status: oneOf(STATUSES, search["status"]),
    tag: word(search["tag"]),
    direction: oneOf(DIRECTIONS, search["change"]),
    window: oneOf(CHANGE_WINDOWS, search["window"]) ?? NO_FILTERS.window,
    sort: key === null ? null : { key, isDescending: search["order"] === "desc" },
  };
}

/** Only what differs from no filters, so that an untouched page has a plain address. */
export function writeFilters(filters: Filters): Record<string, string> {
  const { text, collection, state, status, tag, direction, window, sort } = filters;
  const all = {
    q: text.trim(),
    collection,
    state,
    status,
    tag,
    change: direction,
    window: window === NO_FILTERS.window ? null : window,
    sort: sort?.key ?? null,
    order: sort ? (sort.isDescending ? "desc" : "asc") : null,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** Whether something is left out; the window and the order leave nothing out. */
export function isFiltering(filters: Filters): boolean {
  return Object.keys(writeFilters({ ...filters, window: "1y", sort: null })).length > 0;
}

/** The rows that every filter leaves, in order. `members` are the collection's, ranked. */
export function findRows(
  rows: readonly MarketRow[],
  filters: Filters,
  members: readonly string[] | null,
): readonly MarketRow[] {
  const rank = members === null ? null : new Map(members.map((symbol, place) => [symbol, place]));
  const found = rows.filter(
    (row) => (rank === null || rank.has(row.symbol)) && matches(row, filters),
  );
  if (filters.sort !== null) return sortRows(found, filters.sort);
  if (rank === null) return sortRows(found, BY_ACTIVITY);
  return found.sort((a, b) => (rank.get(a.symbol) ?? 0) - (rank.get(b.symbol) ?? 0));
}

function matches(row: MarketRow, filters: Filters): boolean {
  const { state, status, tag, direction, window } = filters;
  return (
    hasText(row, filters.text) &&
    (state === null || row.state === state) &&
    (status === null || (status === "paused" ? row.isPaused : row.isTradable && !row.isPaused)) &&
    (tag === null || row.tags.includes(tag)) &&
    (direction === null || goes(changeOver(row, window), direction))
  );
}

function hasText(row: MarketRow, text: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/);
  const known = `${row.name} ${row.symbol} ${row.state ?? ""}`.toLowerCase();
  return words.every((wanted) => known.includes(wanted));
}

function goes(change: bigint | null, direction: "up" | "down"): boolean {
  if (change === null) return false;
  return direction === "up" ? change > 0n : change < 0n;
}

/** The values that a filter can take, sorted. */
export function choices(
  rows: readonly MarketRow[],
  pick: (row: MarketRow) => readonly string[],
): readonly string[] {
  return [...new Set(rows.flatMap((row) => [...pick(row)]))].sort();
}

import type { LiveMarkets } from "@/api/live";
import type { CollateralE6, RateE12 } from "@/domain/amounts";
import type { ListedMarket } from "../api";

/** What the list and the map show of a market: the summary with the stream's newer figures. */
export interface MarketRow extends ListedMarket {
  readonly change1m: RateE12 | null;
  readonly fundingRate: RateE12 | null;
  /** As the list was read: rows sorted by it do not move with every trade. */
  readonly listedInterest: CollateralE6 | null;
}

/** The spans of time over which the list and the map show a change. */
export const CHANGE_WINDOWS = ["1d", "1m", "1y"] as const;
export type ChangeWindow = (typeof CHANGE_WINDOWS)[number];

export const WINDOW_NAMES: Readonly<Record<ChangeWindow, string>> = {
  "1d": "1 day",
  "1m": "30 days",
  "1y": "1 year",
};

/** Before "change". */
export const CHANGE_NAMES: Readonly<Record<ChangeWindow, string>> = {
  "1d": "1-day",
  "1m": "30-day",
  "1y": "1-year",
};

export const SORT_KEYS = [
  "name",
  "price",
  "change1d",
  "change1m",
  "change1y",
  "fundingRate",
  "openInterest",
  "volume24h",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Sort {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

export function makeRows(
  markets: readonly ListedMarket[],
  live: LiveMarkets,
  monthChanges: ReadonlyMap<number, RateE12 | null> | undefined,
): readonly MarketRow[] {
  return markets.map((market) => {
    const now = market.marketId === null ? undefined : live.byId.get(market.marketId);
    return {
      ...market,
      price: now?.indexPrice ?? market.price,
      change1m: monthChanges?.get(market.acreId) ?? null,
      fundingRate: now?.fundingRate ?? null,
      openInterest: now?.openInterest?.notional ?? market.openInterest,
      listedInterest: market.openInterest,
      isPaused: now?.isPaused ?? market.isPaused,
    };
  });
}

type Field = keyof MarketRow;

/** What the map draws; funding, which moves all the time, is not among it. */
export const MAP_FIELDS: readonly Field[] = [
  "name",
  "state",
  "price",
  "change1d",
  "change1m",
  "change1y",
  "openInterest",
];
const TABLE_FIELDS: readonly Field[] = [
  ...MAP_FIELDS,
  "fundingRate",
  "listedInterest",
  "volume24h",
  "isPaused",
  "isTradable",
];

/**
 * The new rows, with each one whose `fields` are those of before kept as it was, and the list too
 * when all are: what is drawn of them then stays untouched. Both lists come from one read's order.
 */
export function keepRows(
  before: readonly MarketRow[],
  now: readonly MarketRow[],
  fields: readonly Field[] = TABLE_FIELDS,
): readonly MarketRow[] {
  const rows = now.map((row, index) => {
    const old = before[index];
    const isSame = old?.acreId === row.acreId && fields.every((field) => old[field] === row[field]);
    return isSame ? old : row;
  });
  const isSameList =
    rows.length === before.length && rows.every((row, index) => row === before[index]);
  return isSameList ? before : rows;
}

export function changeOver(row: MarketRow, window: ChangeWindow): RateE12 | null {
  return { "1d": row.change1d, "1m": row.change1m, "1y": row.change1y }[window];
}

/** The most active markets first. */
export const BY_ACTIVITY: Sort = { key: "openInterest", isDescending: true };

function tie(a: MarketRow, b: MarketRow, key: SortKey): number {
  const [left, right] = [a.volume24h ?? 0n, b.volume24h ?? 0n];
  if (key === "openInterest" && left !== right) return left > right ? -1 : 1;
  return a.name.localeCompare(b.name);
}

/** Unknown figures go last in both directions; ties by name, those of open interest by volume first. */
export function sortRows(rows: readonly MarketRow[], sort: Sort): readonly MarketRow[] {
  const sign = sort.isDescending ? -1 : 1;
  const key = sort.key === "openInterest" ? "listedInterest" : sort.key;
  return [...rows].sort((a, b) => {
    const [left, right] = [a[key], b[key]];
    if (left === right) return tie(a, b, sort.key);
    if (left === null) return 1;
    if (right === null) return -1;
    if (typeof left === "string" || typeof right === "string") {
      return sign * String(left).localeCompare(String(right));
    }
    return left < right ? -sign : sign;
  });
}

/** A first click on a name sorts A to Z, on a figure largest first; a second one turns round. */
export function nextSort(current: Sort | null, key: SortKey): Sort {
  if (current?.key === key) return { key, isDescending: !current.isDescending };
  return { key, isDescending: key !== "name" };
}

/** The state to zoom to when every market lies in one; null for a map of the country. */
export function commonState(rows: readonly MarketRow[]): string | null {
  const first = rows[0]?.state ?? null;
  return first !== null && rows.every((row) => row.state === first) ? first : null;
}

export interface StateChange {
  readonly change: RateE12 | null;
  /** How many markets the figure stands for; 0 when it is the state's own index. */
  readonly count: number;
}

/**
 * What a state is coloured by: its own index where there is one, else the middle change of its
 * markets (the lower of the two middle ones), so that every colour is a change that was measured.
 */
export function stateChanges(
  rows: readonly MarketRow[],
  window: ChangeWindow,
): ReadonlyMap<string, StateChange> {
  const byState = new Map<string, MarketRow[]>();
  for (const row of rows) {
    if (row.state === null) continue;
    byState.set(row.state, [...(byState.get(row.state) ?? []), row]);
  }
  return new Map([...byState].map(([state, inside]) => [state, changeOf(inside, window)]));
}

function changeOf(rows: readonly MarketRow[], window: ChangeWindow): StateChange {
  const own = rows.find(({ category }) => category === "state");
  if (own) return { change: changeOver(own, window), count: 0 };
  const known = rows.map((row) => changeOver(row, window)).filter((change) => change !== null);
  known.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { change: known[Math.floor((known.length - 1) / 2)] ?? null, count: rows.length };
}

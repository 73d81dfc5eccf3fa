/** What is derived from published index values. Exact: integers in, integers out. */
import type { PriceE8, RateE12 } from "@/domain/amounts";
import type { PricePoint } from "@/domain/model";

/** A derived rate at an instant (Unix seconds); null where it is unknown. */
export interface RatePoint {
  readonly timestamp: number;
  readonly value: RateE12 | null;
}

const ONE = 1_000_000_000_000n;
const DAY_S = 86_400;
/** How much older than a year the value of a year ago may be. */
const YEAR_SLACK_S = 7 * DAY_S;

/** Ascending and once per instant; where two lists have the same instant, the later list wins. */
export function mergePoints(...lists: readonly (readonly PricePoint[])[]): readonly PricePoint[] {
  const byTime = new Map<number, PricePoint>();
  for (const list of lists) for (const point of list) byTime.set(point.timestamp, point);
  return [...byTime.values()].sort((one, other) => one.timestamp - other.timestamp);
}

/** `to / from − 1`, rounded half away from zero; null for a base of zero. */
export function change(from: PriceE8, to: PriceE8): RateE12 | null {
  if (from === 0n) return null;
  const twice = (2n * (to - from) * ONE) / from;
  return ((twice + (twice < 0n ? -1n : 1n)) / 2n) as RateE12;
}

/** The change to the last value on or before the same date of the year before. */
export function yearOverYear(points: readonly PricePoint[]): readonly RatePoint[] {
  let base = -1;
  return points.map(({ timestamp, value }) => {
    const wanted = yearBefore(timestamp);
    while ((points[base + 1]?.timestamp ?? Number.POSITIVE_INFINITY) <= wanted) base += 1;
    const from = points[base];
    const isNear = from !== undefined && wanted - from.timestamp <= YEAR_SLACK_S;
    return { timestamp, value: isNear ? change(from.value, value) : null };
  });
}

/** February 29 has February 28 before it. */
function yearBefore(atS: number): number {
  const date = new Date(atS * 1000);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime() / 1000;
}

/** The change from the highest value so far, 0 or less. */
export function drawdown(points: readonly PricePoint[]): readonly RatePoint[] {
  let highest = 0n as PriceE8;
  return points.map(({ timestamp, value }) => {
    if (value > highest) highest = value;
    return { timestamp, value: change(highest, value) };
  });
}

/** The change of each month, at its first day; the month of the last value may be incomplete. */
export function monthlyChange(points: readonly PricePoint[]): readonly RatePoint[] {
  const ends: { readonly timestamp: number; readonly value: PriceE8 }[] = [];
  for (const { timestamp, value } of points) {
    const start = monthStart(timestamp);
    if (ends.at(-1)?.timestamp === start) ends.pop();
    ends.push({ timestamp: start, value });
  }
  return ends.map(({ timestamp, value }, index) => {
    const before = ends[index - 1];
    return { timestamp, value: before ? change(before.value, value) : null };
  });
}

function monthStart(atS: number): number {
  const date = new Date(atS * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}

/** The place of an instant or of the last one before it among ascending ones; −1 if there is none. */
export function placeIn<T>(items: readonly T[], atS: number, timeOf: (item: T) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) <= atS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function placeAt(points: readonly { readonly timestamp: number }[], atS: number): number {
  return placeIn(points, atS, ({ timestamp }) => timestamp);
}

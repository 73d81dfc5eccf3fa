/** The range of the value axis, and of time. For drawing only. */

export interface ChartLine {
  readonly id: "entry" | "liquidation" | "market";
  readonly label: string;
  readonly price: number;
  readonly text: string;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A far line may stretch the value axis by this part of its range, no more. */
const STRETCH_MAX = 0.25;
/** Own orders are there to be moved: they may stretch it by this part of the price. */
const ORDER_STRETCH_MAX = 0.03;

/**
 * Widens the range of the data so that near lines are seen, without flattening the data for a far
 * one: those are labeled at the edge of the axis.
 */
export function stretchRange(
  data: Range,
  lines: readonly ChartLine[],
  orders: readonly number[] = [],
): Range {
  const room = Math.max(data.high - data.low, data.high * 0.002) * STRETCH_MAX;
  const far = Math.max(room, data.high * ORDER_STRETCH_MAX);
  let { low, high } = data;
  const include = (price: number, most: number) => {
    if (price < low && price >= data.low - most) low = price;
    if (price > high && price <= data.high + most) high = price;
  };
  for (const { price } of lines) include(price, room);
  for (const price of orders) include(price, far);
  return { low, high };
}

export type Window = "1m" | "6m" | "1y" | "5y" | "all";

const MONTHS: Readonly<Record<Window, number | null>> = {
  "1m": 1,
  "6m": 6,
  "1y": 12,
  "5y": 60,
  all: null,
};

/** The instant at which a window that ends at `toS` begins, by the calendar; 0 for all. */
export function windowStart(window: Window, toS: number): number {
  const months = MONTHS[window];
  if (months === null) return 0;
  const date = new Date(toS * 1000);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // A month that is shorter ends earlier.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime() / 1000;
}

/** The series of the pool that its chart offers. */
import { DECIMALS, type Kind } from "@/domain/amounts";

export type PoolSeriesName = "lp-share-price" | "cumulative-lp-fee" | "aggregate-pnl";
export type PoolWindow = "1w" | "1m" | "3m" | "1y" | "all";

export const POOL_WINDOWS = [
  { value: "1w", label: "1W", title: "1 week" },
  { value: "1m", label: "1M", title: "1 month" },
  { value: "3m", label: "3M", title: "3 months" },
  { value: "1y", label: "1Y", title: "1 year" },
  { value: "all", label: "All", title: "Since the start" },
] as const satisfies readonly { value: PoolWindow; label: string; title: string }[];

interface PoolSeries {
  readonly label: string;
  readonly kind: Kind;
  readonly color: string;
  readonly says: string;
}

export const POOL_SERIES: Readonly<Record<PoolSeriesName, PoolSeries>> = {
  "cumulative-lp-fee": {
    label: "Fees earned",
    kind: "CollateralE6",
    color: "up",
    says: "Trading fees paid to the pool since it started.",
  },
  "aggregate-pnl": {
    label: "Traders’ P&L",
    kind: "CollateralE6",
    color: "no",
    says: "P&L of all traders, with funding. The pool has the opposite.",
  },
  "lp-share-price": {
    label: "Share price",
    kind: "SharePriceE8",
    color: "accent",
    says: "Value of one share. It started at 1 and can fall below.",
  },
};

const DIGITS_MAX = DECIMALS.SharePriceE8;

/** Fraction digits with which five or so ticks between these values all read differently. */
export function axisDigits(values: readonly number[]): number {
  const span = Math.max(...values) - Math.min(...values);
  if (!(span > 0)) return 2;
  return Math.min(DIGITS_MAX, Math.max(2, Math.ceil(1 - Math.log10(span))));
}

/** Points for drawing; the raw values never come back out of it. */
export function drawnPoints(
  points: readonly { readonly timestamp: number; readonly raw: bigint }[],
  kind: Kind,
): readonly { readonly time: number; readonly value: number }[] {
  const scale = 10 ** DECIMALS[kind];
  return points.map(({ timestamp, raw }) => ({ time: timestamp, value: Number(raw) / scale }));
}

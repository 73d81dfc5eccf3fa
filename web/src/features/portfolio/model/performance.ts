/** Account value, P&L and return of a wallet over a range, and the parts of its P&L (API 5.6). */

import type { CollateralE6, RateE12 } from "@/domain/amounts";
import { formatAmount, formatPercent, formatRaw, toDrawing } from "@/domain/format";
import { parseCollateral, parseRate, toWire } from "@/domain/parse";
import type { Performance as Wire } from "@/generated/api";
import type { ChartPoint } from "@/ui/charts/series-chart-canvas";

export const CURVES = ["value", "pnl", "return"] as const;
export type Curve = (typeof CURVES)[number];

export const RANGES = ["1d", "1w", "1m", "3m", "1y", "all"] as const;
export type Range = (typeof RANGES)[number];

export const RANGE_TEXT: Readonly<Record<Range, { label: string; title: string }>> = {
  "1d": { label: "1D", title: "1 day" },
  "1w": { label: "1W", title: "1 week" },
  "1m": { label: "1M", title: "1 month" },
  "3m": { label: "3M", title: "3 months" },
  "1y": { label: "1Y", title: "1 year" },
  all: { label: "All", title: "Since the first deposit" },
};

export interface PerformancePoint {
  readonly at: number;
  readonly pnl: CollateralE6;
  readonly returned: RateE12;
}

export type PnlParts = Readonly<Record<keyof Wire["parts"], CollateralE6>>;

export interface Performance {
  readonly points: readonly PerformancePoint[];
  readonly parts: PnlParts;
}

export function toPerformance({ points, parts }: Wire): Performance {
  return {
    points: points.map(({ timestamp, pnl, returnOnCapital }) => ({
      at: timestamp,
      pnl: parseCollateral(pnl),
      returned: parseRate(returnOnCapital),
    })),
    parts: Object.fromEntries(
      Object.entries(parts).map(([name, raw]) => [name, parseCollateral(raw)]),
    ) as PnlParts,
  };
}

export interface ValuePoint {
  readonly timestamp: number;
  readonly value: CollateralE6;
}

/** The points of a curve as the chart draws them. */
export function curvePoints(
  curve: Curve,
  values: readonly ValuePoint[],
  { points }: Pick<Performance, "points">,
): readonly ChartPoint[] {
  switch (curve) {
    case "value":
      return values.map(({ timestamp, value }) => ({
        time: timestamp,
        value: toDrawing(value, "CollateralE6"),
      }));
    case "pnl":
      return points.map(({ at, pnl }) => ({ time: at, value: toDrawing(pnl, "CollateralE6") }));
    case "return":
      return points.map(({ at, returned }) => ({
        time: at,
        value: 100 * toDrawing(returned, "RateE12"),
      }));
  }
}

/** Cents and hundredths of a percent are enough on an axis. */
const hundredths = (value: number) => formatRaw(BigInt(Math.round(value * 100)), 2);

const dollars = (text: string) => (/^[+−]/.test(text) ? `${text[0]}$${text.slice(1)}` : `$${text}`);

export const axisDollars = (value: number): string => dollars(hundredths(value));
export const axisPercent = (value: number): string => `${hundredths(value)}%`;

export interface PartLine {
  readonly label: string;
  readonly value: CollateralE6;
}

const negated = (value: CollateralE6) => parseCollateral(toWire(-value));

/** What makes up the P&L, gains above 0 and costs below; they sum to it exactly. */
export function partLines(parts: PnlParts): readonly PartLine[] {
  const lines: readonly PartLine[] = [
    { label: "Realized", value: parts.realized },
    { label: "Unrealized", value: parts.unrealized },
    { label: "Funding", value: parts.funding },
    { label: "Trading fees", value: negated(parts.tradingFees) },
    { label: "Liquidation fees", value: negated(parts.liquidationFees) },
    { label: "Liquidity pool", value: parts.liquidity },
    { label: "Other", value: parts.other },
  ];
  const isAlwaysShown = (at: number) => at < 4;
  return lines.filter(({ value }, at) => isAlwaysShown(at) || value !== 0n);
}

/** The change over the range, as text for the heading of the chart. */
export function headline(
  curve: Curve,
  values: readonly ValuePoint[],
  { points }: Pick<Performance, "points">,
): string | null {
  if (curve === "value") {
    const last = values.at(-1);
    return last ? dollars(formatAmount(last.value, "CollateralE6")) : null;
  }
  const last = points.at(-1);
  if (!last) return null;
  if (curve === "return") return formatPercent(last.returned, { signed: true });
  return dollars(formatAmount(last.pnl, "CollateralE6", { signed: true }));
}

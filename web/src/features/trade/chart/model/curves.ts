/** The curves of the chart's views: exact values for texts and files, floats for drawing. */
import type { PriceE8, RateE12 } from "@/domain/amounts";
import { formatAmount, formatPercent, toDrawing } from "@/domain/format";
import type { PricePoint } from "@/domain/model";
import type { ChartPoint } from "@/ui/charts/series-chart-canvas";
import { drawdown, monthlyChange, yearOverYear } from "./derive";

export type ViewId = "index" | "yoy" | "drawdown" | "market" | "monthly";

export interface Curve {
  readonly id: string;
  readonly name: string;
  /** A color token without its dashes. */
  readonly color: string;
  readonly style: "area" | "line" | "thin" | "bars";
  readonly points: readonly ChartPoint[];
  readonly values: readonly Value[];
}

/** An exact value at an instant (Unix seconds). */
export type Value = { readonly timestamp: number } & (
  | { readonly kind: "price"; readonly value: PriceE8 | null }
  | { readonly kind: "rate"; readonly value: RateE12 | null }
);

type Look = Pick<Curve, "id" | "name" | "color" | "style">;

interface Dated<T> {
  readonly timestamp: number;
  readonly value: T | null;
}

export function priceCurve(look: Look, points: readonly Dated<PriceE8>[]): Curve {
  return {
    ...look,
    points: points.map(({ timestamp, value }) => ({
      time: timestamp,
      value: value === null ? null : toDrawing(value, "PriceE8"),
    })),
    values: points.map((point) => ({ ...point, kind: "price" })),
  };
}

/** Drawn in percent. */
function rateCurve(look: Look, points: readonly Dated<RateE12>[]): Curve {
  return {
    ...look,
    points: points.map(({ timestamp, value }) => ({
      time: timestamp,
      value: value === null ? null : toDrawing(value, "RateE12") * 100,
    })),
    values: points.map((point) => ({ ...point, kind: "rate" })),
  };
}

const INDEX: Look = { id: "index", name: "Index", color: "accent", style: "area" };
const MARKET: Look = { id: "traded", name: "Market price", color: "yes", style: "line" };

/** The curves of a view; the first one sets the scale. Unknown data give none. */
export function curvesOf(
  view: ViewId,
  prints: readonly PricePoint[],
  traded: readonly PricePoint[],
): readonly Curve[] {
  if (prints.length === 0) return [];
  switch (view) {
    case "index":
      return [priceCurve(INDEX, prints)];
    case "market": {
      if (traded.length === 0) return [];
      const first = traded[0]?.timestamp ?? 0;
      const beside = prints.filter(({ timestamp }) => timestamp >= first);
      return [priceCurve({ ...INDEX, style: "line" }, beside), priceCurve(MARKET, traded)];
    }
    case "yoy":
      return [rateCurve({ ...INDEX, name: "1-year change" }, known(yearOverYear(prints)))];
    case "drawdown":
      return [rateCurve({ ...INDEX, name: "Drawdown from peak", color: "down" }, drawdown(prints))];
    case "monthly":
      return [
        rateCurve(
          { ...INDEX, name: "Monthly change", style: "bars" },
          known(monthlyChange(prints)),
        ),
      ];
  }
}

/** Without the unknown values at the beginning. */
function known<T>(points: readonly Dated<T>[]): readonly Dated<T>[] {
  const first = points.findIndex(({ value }) => value !== null);
  return first < 0 ? [] : points.slice(first);
}

export function valueText(value: Value): string {
  if (value.value === null) return "–";
  return value.kind === "price"
    ? `$${formatAmount(value.value, "PriceE8")}`
    : formatPercent(value.value, { signed: true });
}

/** What the legend says of the curves at an instant. Pure. */
import type { PriceE8 } from "@/domain/amounts";
import { direction, formatPercent } from "@/domain/format";
import { type Curve, valueText } from "./curves";
import { change, placeAt } from "./derive";

export interface LegendEntry {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly value: string;
  readonly changes: readonly LegendChange[];
}

export interface LegendChange {
  readonly label: string;
  readonly text: string;
  readonly way: "up" | "down" | "flat";
}

export interface Legend {
  /** Unix seconds of the first curve's value. */
  readonly atS: number;
  readonly entries: readonly LegendEntry[];
}

/**
 * The values at an instant, the last ones for null. Of a price also the change from the left edge of
 * the chart (`fromS`), of the index that of a day, of the market price the premium to the index.
 */
export function readLegend(
  curves: readonly Curve[],
  atS: number | null,
  fromS: number,
): Legend | null {
  const [main] = curves;
  if (!main) return null;
  const place = atS === null ? main.values.length - 1 : placeAt(main.values, atS);
  const at = main.values[place]?.timestamp;
  if (at === undefined) return null;
  const entries = curves.flatMap((curve, rank) => {
    const own = placeAt(curve.values, at);
    const value = curve.values[own];
    if (!value) return [];
    const { id, name, color, style } = curve;
    const changes =
      id === "traded"
        ? rated("premium", priceAt(main, place), priceAt(curve, own))
        : style === "thin"
          ? []
          : [...(rank === 0 ? overDay(curve, own) : []), ...inView(curve, own, fromS)];
    return [{ id, name, color, value: valueText(value), changes }];
  });
  return { atS: at, entries };
}

function priceAt({ values }: Curve, place: number): PriceE8 | null {
  const value = values[place];
  return value?.kind === "price" ? value.value : null;
}

function overDay(curve: Curve, place: number): readonly LegendChange[] {
  return rated("1 day", priceAt(curve, place - 1), priceAt(curve, place));
}

function inView(curve: Curve, place: number, fromS: number): readonly LegendChange[] {
  const first = placeAt(curve.values, fromS - 1) + 1;
  return first < place ? rated("in view", priceAt(curve, first), priceAt(curve, place)) : [];
}

function rated(label: string, from: PriceE8 | null, to: PriceE8 | null): readonly LegendChange[] {
  const rate = from === null || to === null ? null : change(from, to);
  if (rate === null) return [];
  const text = formatPercent(rate, { signed: true });
  return [{ label, text, way: /[1-9]/.test(text) ? direction(rate) : "flat" }];
}

/** A series as a chart, as its last values in words, and as a file. */
import type { Kind, Raw } from "@/domain/amounts";
import type { CsvCell } from "@/domain/csv";
import { formatAmount, formatExact, formatPercent, toDrawing } from "@/domain/format";
import type { ChartSeries } from "@/ui/charts/series-chart-canvas";

export interface SeriesView {
  readonly series: readonly ChartSeries[];
  /** The last known value of each line that has one. */
  readonly latest: readonly {
    readonly name: string;
    readonly color: string;
    readonly text: string;
    readonly at: number;
  }[];
  /** How many periods there are, and of how many the first line has a value. */
  readonly periods: number;
  readonly known: number;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

type Style = ChartSeries["style"];

/** One line of a series: how it looks, and how a row's value is drawn, said and saved. */
export interface Line<T> {
  readonly name: string;
  /** The head of its column in a file. */
  readonly head: string;
  readonly style: Style;
  readonly color: string;
  readonly draw: (row: T) => number | null;
  readonly say: (row: T) => string;
  readonly save: (row: T) => CsvCell;
}

interface Look {
  readonly name: string;
  readonly head: string;
  readonly style?: Style;
  readonly color?: string;
}

/** A line of amounts in dollars. */
export function dollarLine<T, K extends Kind>(
  look: Look,
  kind: K,
  pick: (row: T) => Raw<K> | null,
  digits = 2,
): Line<T> {
  return amountLine(look, kind, pick, (value) => `$${formatAmount(value, kind, { digits })}`);
}

/** A line of rates, said as percentages. */
export function rateLine<T>(
  look: Look,
  pick: (row: T) => Raw<"RateE12"> | null,
  digits = 2,
): Line<T> {
  const line = amountLine(look, "RateE12", pick, (value) => formatPercent(value, { digits }));
  const draw = line.draw;
  return {
    ...line,
    draw: (row) => {
      const value = draw(row);
      return value === null ? null : value * 100;
    },
  };
}

/** A line of ratios, said as plain numbers with a unit. */
export function ratioLine<T>(
  look: Look,
  pick: (row: T) => Raw<"RateE12"> | null,
  unit: string,
): Line<T> {
  return amountLine(look, "RateE12", pick, (value) => `${formatAmount(value, "RateE12")} ${unit}`);
}

function amountLine<T, K extends Kind>(
  { name, head, style = "line", color = "accent" }: Look,
  kind: K,
  pick: (row: T) => Raw<K> | null,
  say: (value: Raw<K>) => string,
): Line<T> {
  const known = <R>(row: T, use: (value: Raw<K>) => R): R | null => {
    const value = pick(row);
    return value === null ? null : use(value);
  };
  return {
    name,
    head,
    style,
    color,
    draw: (row) => known(row, (value) => toDrawing(value, kind)),
    say: (row) => known(row, say) ?? "",
    save: (row) => known(row, (value) => formatExact(value, kind)),
  };
}

const counts = new Intl.NumberFormat("en-US");

/** A line of whole numbers. */
export function countLine<T>(
  { name, head, style = "bars", color = "accent" }: Look,
  pick: (row: T) => number | null,
): Line<T> {
  const say = (row: T) => {
    const value = pick(row);
    return value === null ? "" : counts.format(value);
  };
  return { name, head, style, color, draw: pick, say, save: pick };
}

export function makeView<T extends { readonly timestamp: number }>(
  rows: readonly T[],
  lines: readonly Line<T>[],
): SeriesView {
  const hasValue = (line: Line<T>) => (row: T) => line.draw(row) !== null;
  const shown = lines.filter((line) => rows.some(hasValue(line)));
  const first = shown[0];
  return {
    series: shown.map(({ name, style, color, draw }) => ({
      name,
      style,
      color,
      points: rows.map((row) => ({ time: row.timestamp, value: draw(row) })),
    })),
    latest: shown.flatMap((line) => {
      const last = rows.findLast(hasValue(line));
      if (!last) return [];
      return [{ name: line.name, color: line.color, text: line.say(last), at: last.timestamp }];
    }),
    periods: rows.length,
    known: first ? rows.filter(hasValue(first)).length : 0,
    heads: ["time", ...lines.map(({ head }) => head)],
    rows: rows.map((row) => [
      new Date(row.timestamp * 1000).toISOString(),
      ...lines.map(({ save }) => save(row)),
    ]),
  };
}

const axis = (digits: number) =>
  new Intl.NumberFormat("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const [whole, cents, fine] = [axis(0), axis(2), axis(4)];

/** Axis texts; drawing only. */
export const axisDollars = (value: number) =>
  `$${(Math.abs(value) < 1000 ? cents : whole).format(value)}`;
export const axisCount = (value: number) => whole.format(value);
export const axisPercent = (value: number) => `${fine.format(value)}%`;
export const axisNumber = (value: number) => cents.format(value);

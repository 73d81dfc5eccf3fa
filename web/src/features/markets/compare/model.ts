/** The comparison that the address names, and what is drawn and said of the answer. */
import type { RateE12 } from "@/domain/amounts";
import { toDrawing } from "@/domain/format";
import type { ChartSeries } from "@/ui/charts/series-chart-canvas";
import type { Compared, CorrelationTable } from "./api";

export const COMPARED_MAX = 5;
const COLORS = ["accent", "no", "up", "liquidation", "down"] as const;
const SYMBOL = /^[A-Z0-9-]{2,12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_S = 86_400;
const YEAR_DAYS = 365.25;

export interface Asked {
  readonly symbols: readonly string[];
  /** The first day, as a date field has it; null: as far back as all go. */
  readonly start: string | null;
}

/** What the address asks for: at most five symbols, and a day that exists. */
export function readAsked(search: Readonly<Record<string, unknown>>): Asked {
  const { m, start } = search;
  const named = typeof m === "string" ? m.toUpperCase().split(",", 64) : [];
  const symbols = [...new Set(named.filter((symbol) => SYMBOL.test(symbol)))];
  const isDay = typeof start === "string" && DAY.test(start) && (daySeconds(start) ?? -1) >= 0;
  return { symbols: symbols.slice(0, COMPARED_MAX), start: isDay ? start : null };
}

export function writeAsked({ symbols, start }: Asked): Readonly<Record<string, string>> {
  return { m: symbols.join(","), ...(start === null ? {} : { start }) };
}

/** The first instant of a day; null for one that does not exist. */
export function daySeconds(day: string): number | null {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || dayOf(ms / 1000) !== day ? null : ms / 1000;
}

export function dayOf(atS: number): string {
  return new Date(atS * 1000).toISOString().slice(0, 10);
}

/** The day so many years before a time, not before the first one. */
export function yearsBefore(atS: number, years: number, earliestS: number): string {
  return dayOf(Math.max(earliestS, atS - Math.round(years * YEAR_DAYS) * DAY_S));
}

export const colorOf = (place: number) => COLORS[place % COLORS.length] ?? COLORS[0];

export function drawCompared({ times, markets }: Compared): readonly ChartSeries[] {
  return markets.map(({ symbol, values }, place) => ({
    name: symbol,
    style: "line",
    color: colorOf(place),
    points: values.map((value, at) => ({
      time: times[at] ?? 0,
      value: toDrawing(value, "RateE12"),
    })),
  }));
}

/** One market less another, in points of the rebased index. */
export function spreadOf(compared: Compared, one: string, other: string): readonly RateE12[] {
  const values = (symbol: string) =>
    compared.markets.find((market) => market.symbol === symbol)?.values ?? [];
  const others = values(other);
  return values(one).map((value, at) => (value - (others[at] ?? 0n)) as RateE12);
}

export function drawSpread(compared: Compared, spread: readonly RateE12[]): readonly ChartSeries[] {
  const points = spread.map((value, at) => ({
    time: compared.times[at] ?? 0,
    value: toDrawing(value, "RateE12"),
  }));
  return [{ name: "Spread", style: "line", color: "accent", points }];
}

export interface Pair {
  readonly symbol: string;
  readonly name: string;
  readonly correlation: RateE12 | null;
}

/** The other markets by their correlation with one, the highest first. */
export function closestTo(table: CorrelationTable, symbol: string): readonly Pair[] {
  const row = table.markets.findIndex((market) => market.symbol === symbol);
  const pairs = table.markets.map((market, at) => ({
    ...market,
    correlation: table.rows[row]?.[at] ?? null,
  }));
  return pairs
    .filter((_, at) => at !== row)
    .sort((a, b) => Number((b.correlation ?? -ONE) - (a.correlation ?? -ONE)));
}

const ONE = 1_000_000_000_000n;

/** How much of its color a cell has, in percent, and which one it is. */
export function shade(correlation: RateE12 | null): { readonly share: number; isBelow: boolean } {
  const value = correlation ?? 0n;
  const size = value < 0n ? -value : value;
  return { share: Number((size * 100n) / ONE), isBelow: value < 0n };
}

/** The cell that an arrow key leads to. */
export function stepTo(
  [row, column]: readonly [number, number],
  key: string,
  count: number,
): readonly [number, number] | null {
  const within = (value: number) => Math.min(count - 1, Math.max(0, value));
  switch (key) {
    case "ArrowUp":
      return [within(row - 1), column];
    case "ArrowDown":
      return [within(row + 1), column];
    case "ArrowLeft":
      return [row, within(column - 1)];
    case "ArrowRight":
      return [row, within(column + 1)];
    case "Home":
      return [row, 0];
    case "End":
      return [row, count - 1];
    default:
      return null;
  }
}

/** The file of `acre backtest --save` (docs/backtest.md): read here, sent nowhere. */

import { asList, asObject, count, countOrNull, type Json, text } from "@/api/json";
import { ParseError } from "@/domain/parse";
import type { ChartPoint } from "@/ui/charts/series-chart-canvas";

export const FILE_BYTES_MAX = 8 * 1024 * 1024;
const STRATEGIES_MAX = 20;
const MARKETS_MAX = 100;
const FOLDS_MAX = 100;
const CURVE_MAX = 400;
const NAMES_MAX = 16;
const TEXT_MAX = 300;
const DAY = /^\d{4}-\d\d-\d\d$/;

const PARTS = [
  "price",
  "impact",
  "funding",
  "fees",
  "surcharge",
  "liquidationFees",
  "badDebtCovered",
] as const;
export type Part = (typeof PARTS)[number];

export interface Fold {
  readonly first: string;
  readonly last: string;
  readonly params: string;
  /** null: nothing was fitted. */
  readonly fitReturn: number | null;
  readonly testReturn: number;
}

export interface MarketResult {
  readonly symbol: string;
  readonly totalReturn: number;
  readonly trades: number;
  readonly liquidations: number;
}

export interface Strategy {
  readonly name: string;
  readonly summary: string;
  readonly candidates: number;
  readonly warnings: readonly string[];
  readonly annualReturn: number;
  readonly fitReturn: number | null;
  readonly drawdown: number;
  readonly turnover: number;
  readonly trades: number;
  readonly liquidations: number;
  readonly refusals: number;
  /** Of the collateral of all tests. */
  readonly parts: Readonly<Record<Part, number>>;
  readonly profit: number;
  readonly curve: readonly ChartPoint[];
  readonly folds: readonly Fold[];
  readonly markets: readonly MarketResult[];
}

export interface SavedRun {
  readonly split: string;
  readonly markets: number;
  readonly strategies: readonly Strategy[];
}

/** Decodes the text of a saved run; throws a ParseError that names the first fault. */
export function readRun(content: string): SavedRun {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new ParseError("The file is not JSON.");
  }
  const run = asObject(value, "The file");
  if (run["format"] !== "acre-backtest" || run["version"] !== 1) {
    throw new ParseError("The file is not a backtest of version 1.");
  }
  return {
    split: short(run, "split"),
    markets: list(run, "markets", MARKETS_MAX).length,
    strategies: list(run, "strategies", STRATEGIES_MAX).map((each) => readStrategy(each)),
  };
}

function list(row: Json, key: string, most: number): readonly unknown[] {
  const found = asList(row[key], key);
  if (found.length > most) throw new ParseError(`${key}: more than ${most}`);
  return found;
}

function short(row: Json, key: string): string {
  const found = text(row, key);
  if (found.length > TEXT_MAX) throw new ParseError(`${key}: longer than ${TEXT_MAX} characters`);
  return found;
}

function readStrategy(value: unknown): Strategy {
  const row = asObject(value, "strategies");
  const counts = asObject(row["counts"], "counts");
  const amounts = asObject(row["partsE6"], "partsE6");
  const start = count(row, "startE6");
  if (start <= 0) throw new ParseError("startE6: not positive");
  const parts = Object.fromEntries(
    PARTS.map((part) => [part, count(amounts, part) / start]),
  ) as Record<Part, number>;
  return {
    name: short(row, "name"),
    summary: short(row, "summary"),
    candidates: count(row, "candidates"),
    warnings: list(row, "warnings", NAMES_MAX).map((each) => short({ each }, "each")),
    annualReturn: count(row, "annualReturn"),
    fitReturn: countOrNull(row, "fitReturn"),
    drawdown: count(row, "drawdown"),
    turnover: count(row, "turnover"),
    trades: count(counts, "trades"),
    liquidations: count(counts, "liquidations"),
    refusals: count(counts, "refusals"),
    parts,
    profit: PARTS.reduce((sum, part) => sum + parts[part], 0),
    curve: list(row, "curve", CURVE_MAX).map((each) => readPoint(each)),
    folds: list(row, "folds", FOLDS_MAX).map((each) => readFold(each)),
    markets: list(row, "markets", MARKETS_MAX).map((each) => readMarket(each)),
  };
}

function readPoint(value: unknown): ChartPoint {
  const [day, equity] = asList(value, "curve");
  return { time: secondsOf(String(day)), value: count({ equity }, "equity") };
}

function secondsOf(day: string): number {
  const time = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) / 1000 : Number.NaN;
  if (Number.isNaN(time)) throw new ParseError(`${day.slice(0, TEXT_MAX)}: not a day`);
  return time;
}

function readFold(value: unknown): Fold {
  const row = asObject(value, "folds");
  const test = asObject(row["test"], "test");
  const params = asObject(row["params"], "params");
  const names = Object.keys(params);
  if (names.length > NAMES_MAX) throw new ParseError(`params: more than ${NAMES_MAX}`);
  secondsOf(text(test, "first"));
  secondsOf(text(test, "last"));
  return {
    first: text(test, "first"),
    last: text(test, "last"),
    params: names.map((name) => `${name.slice(0, TEXT_MAX)} ${count(params, name)}`).join(", "),
    fitReturn: countOrNull(row, "fitReturn"),
    testReturn: count(row, "testReturn"),
  };
}

function readMarket(value: unknown): MarketResult {
  const row = asObject(value, "markets");
  return {
    symbol: short(row, "symbol"),
    totalReturn: count(row, "totalReturn"),
    trades: count(row, "trades"),
    liquidations: count(row, "liquidations"),
  };
}

/** A deal as the server returns it, and its lines on the page and in the file. */

import type { CollateralE6, PriceE8, RateE12, SizeE6 } from "@/domain/amounts";
import type { CsvCell } from "@/domain/csv";
import { formatExact, formatRaw } from "@/domain/format";
import { parseCollateral, parsePrice, parseRate, parseSize } from "@/domain/parse";
import type { DealAnalysis, DealSensitivity } from "@/generated/api";
import {
  isComparable,
  RATE_NAMES,
  RATE_TEXT,
  type RateName,
  TIMEFRAME_TEXT,
  type Timeframe,
} from "./deal-fields";

/** Of a ratio in percentage points. */
const POINT_DECIMALS = 10;

export type Verdict = DealAnalysis["recommendation"];

export interface DealResult {
  readonly size: SizeE6;
  readonly notional: CollateralE6;
  readonly acre: DealWay;
  readonly physical: DealWay;
  readonly entry: { readonly at: number; readonly price: PriceE8 };
  readonly exit: { readonly at: number; readonly price: PriceE8 };
  readonly liquidatedAt: number | null;
  readonly rates: Readonly<Record<RateName, RateE12>>;
  readonly isLong: boolean;
  readonly verdict: Verdict;
}

export interface DealWay {
  readonly percent: RateE12;
  readonly dollars: CollateralE6;
  readonly costs: CollateralE6;
  readonly cashFlow: CollateralE6;
  readonly lines: readonly DealLine[];
}

/** One part of a way's result; a cost is above 0 when it was paid. */
export interface DealLine {
  readonly label: string;
  readonly amount: CollateralE6;
  readonly kind: "cost" | "income";
  /** Whether it was paid or received while holding, not at one of the ends. */
  readonly isRunning: boolean;
}

function line(label: string, raw: string, isRunning: boolean, kind: DealLine["kind"] = "cost") {
  return { label, amount: parseCollateral(raw), kind, isRunning };
}

export function toResult(wire: DealAnalysis): DealResult {
  const { acre, physical } = wire.breakdown;
  const rates = RATE_NAMES.map((name) => [name, parseRate(wire.assumptions[name])] as const);
  return {
    size: parseSize(wire.dealsizeSqft),
    notional: parseCollateral(wire.dealsizeNotional),
    acre: {
      percent: parseRate(wire.netReturn.acrePercentage),
      dollars: parseCollateral(wire.netReturn.acreDollars),
      costs: parseCollateral(wire.acreTotalCosts),
      cashFlow: parseCollateral(wire.cashFlow.acre),
      lines: [
        line("Trading fees, both ways", acre.tradeFees, false),
        line("Price impact, both ways", acre.priceImpact, false),
        line("Funding paid", acre.funding, true),
      ],
    },
    physical: {
      percent: parseRate(wire.netReturn.physicalPercentage),
      dollars: parseCollateral(wire.netReturn.physicalDollars),
      costs: parseCollateral(wire.physicalTotalCosts),
      cashFlow: parseCollateral(wire.cashFlow.physical),
      lines: [
        line("Closing costs, both ways", physical.closing, false),
        line("Agent commission", physical.commission, false),
        line("Property tax", physical.propertyTax, true),
        line("Insurance", physical.insurance, true),
        line("Maintenance", physical.maintenance, true),
        line("Management", physical.management, true),
        line("Mortgage interest", physical.interest, true),
        line("Rent received", physical.rent, true, "income"),
      ],
    },
    entry: { at: wire.entry.timestamp, price: parsePrice(wire.entry.price) },
    exit: { at: wire.exit.timestamp, price: parsePrice(wire.exit.price) },
    liquidatedAt: acre.liquidatedAt,
    rates: Object.fromEntries(rates) as Record<RateName, RateE12>,
    isLong: wire.assumptions.side === "long",
    verdict: wire.recommendation,
  };
}

export interface SensitivityCell {
  readonly leverage: RateE12;
  readonly exitChange: RateE12;
  readonly acre: RateE12;
  readonly physical: RateE12;
  readonly verdict: Verdict;
}

export interface SensitivityGrid {
  readonly changes: readonly RateE12[];
  readonly rows: readonly {
    readonly leverage: RateE12;
    readonly cells: readonly SensitivityCell[];
  }[];
}

/** The cells by leverage, then by change of the exit price, as the server orders them. */
export function toGrid(wire: DealSensitivity): SensitivityGrid {
  const cells = wire.cells.map((cell) => ({
    leverage: parseRate(cell.leverage),
    exitChange: parseRate(cell.exitChange),
    acre: parseRate(cell.acrePercentage),
    physical: parseRate(cell.physicalPercentage),
    verdict: cell.recommendation,
  }));
  const leverages = [...new Set(cells.map(({ leverage }) => leverage))];
  const rows = leverages.map((leverage) => ({
    leverage,
    cells: cells.filter((cell) => cell.leverage === leverage),
  }));
  return { changes: rows[0]?.cells.map(({ exitChange }) => exitChange) ?? [], rows };
}

/** The better way of a deal, within five percentage points of owning: neither. */
export const VERDICT_LABEL: Readonly<Record<Verdict, string>> = {
  strong_acre: "Acre better",
  slight_acre: "Acre better",
  similar: "About the same",
  physical: "Owning better",
};

export type Tone = "loss2" | "loss1" | "flat" | "gain1" | "gain2";

const LARGE_E12 = 250_000_000_000n;
const SMALL_E12 = 10_000_000_000n;

/** The color of a return by itself: around 0 flat, from 25 percent strong. */
export function toneOf(percent: RateE12): Tone {
  if (percent <= -LARGE_E12) return "loss2";
  if (percent < -SMALL_E12) return "loss1";
  if (percent <= SMALL_E12) return "flat";
  return percent < LARGE_E12 ? "gain1" : "gain2";
}

export interface VerdictText {
  readonly title: string;
  readonly text: string;
}

/** The comparison in words: neutral, with the difference in percentage points. */
export function verdictText(result: DealResult, timeframe: Timeframe): VerdictText {
  const { acre, physical, isLong, verdict } = result;
  if (!isLong) {
    const title = acre.percent > 0n ? "The short gained" : "The short lost";
    return { title, text: "Compared with holding nothing." };
  }
  if (!isComparable(timeframe)) {
    return {
      title: `${TIMEFRAME_TEXT[timeframe]} is too short to compare`,
      text: "Buying and selling a home costs more than it usually gains in that time.",
    };
  }
  const gap = acre.percent - physical.percent;
  const points = formatRaw(gap < 0n ? -gap : gap, POINT_DECIMALS, { digits: 1 });
  return {
    title: VERDICT_LABEL[verdict],
    text: `Acre returned ${points} percentage points ${gap < 0n ? "less" : "more"} than owning.`,
  };
}

/** The deal as lines of a file: part, name, Acre, owning; amounts in USD, rates as ratios. */
export function resultRows(result: DealResult): readonly (readonly CsvCell[])[] {
  const usd = (value: bigint) => formatExact(value, "CollateralE6");
  const rate = (value: bigint) => formatExact(value, "RateE12");
  const { acre, physical } = result;
  return [
    ["return", "net return (ratio)", rate(acre.percent), rate(physical.percent)],
    ["return", "net return (USD)", usd(acre.dollars), usd(physical.dollars)],
    ["return", "cash flow (USD)", usd(acre.cashFlow), usd(physical.cashFlow)],
    ["return", "total costs (USD)", usd(acre.costs), usd(physical.costs)],
    ...acre.lines.map(({ label, amount }) => ["breakdown", label, usd(amount), null]),
    ...physical.lines.map(({ label, amount }) => ["breakdown", label, null, usd(amount)]),
    ...RATE_NAMES.map((name) => ["assumption", RATE_TEXT[name], null, rate(result.rates[name])]),
  ];
}

/** The grid as lines of the same file. */
export function gridRows(grid: SensitivityGrid): readonly (readonly CsvCell[])[] {
  const rate = (value: bigint) => formatExact(value, "RateE12");
  return grid.rows.flatMap(({ leverage, cells }) =>
    cells.map(({ exitChange, acre, physical }) => [
      "sensitivity",
      `leverage ${rate(leverage)}, exit price ${exitChange > 0n ? "+" : ""}${rate(exitChange)}`,
      rate(acre),
      rate(physical),
    ]),
  );
}

export interface FlowBar {
  readonly label: string;
  /** Above 0: received. */
  readonly amount: CollateralE6;
  readonly isTotal: boolean;
}

/** Cash flows while holding, of one way; the total is the server's. */
export function flowBars(way: DealWay): readonly FlowBar[] {
  const running = way.lines.filter(({ isRunning, amount }) => isRunning && amount !== 0n);
  return [
    ...running.map(({ label, amount, kind }) => ({
      label: label === "Funding paid" && amount < 0n ? "Funding received" : label,
      amount: (kind === "income" ? amount : -amount) as CollateralE6,
      isTotal: false,
    })),
    { label: "Cash flow", amount: way.cashFlow, isTotal: true },
  ];
}

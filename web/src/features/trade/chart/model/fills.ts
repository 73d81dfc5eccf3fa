/** A trader's own fills on the chart: one marker per day and direction. */
import { formatAmount } from "@/domain/format";
import type { Trade } from "@/domain/model";
import { placeIn } from "./derive";

export interface FillMarker {
  readonly id: string;
  /** The instant of the chart that it is drawn at. */
  readonly timestamp: number;
  readonly way: "buy" | "sell";
  /** One line per fill, the newest first. */
  readonly lines: readonly string[];
}

const LINES_MAX = 5;

/** `times` are the chart's instants, ascending; a fill is drawn at the last one before it. */
export function fillMarkers(
  trades: readonly Trade[],
  times: readonly number[],
  unit: string,
): readonly FillMarker[] {
  const groups = new Map<string, { timestamp: number; way: "buy" | "sell"; trades: Trade[] }>();
  for (const trade of trades) {
    const timestamp = times[placeIn(times, trade.timestamp, (time) => time)];
    if (timestamp === undefined) continue;
    const way = trade.delta.size < 0n ? "sell" : "buy";
    const id = `${way}:${timestamp}`;
    const group = groups.get(id) ?? { timestamp, way, trades: [] };
    group.trades.push(trade);
    groups.set(id, group);
  }
  return [...groups]
    .map(([id, group]) => ({
      id,
      timestamp: group.timestamp,
      way: group.way,
      lines: linesOf(group.trades, unit),
    }))
    .sort((one, other) => one.timestamp - other.timestamp);
}

function linesOf(trades: readonly Trade[], unit: string): readonly string[] {
  const newest = [...trades].sort((one, other) => other.timestamp - one.timestamp);
  const lines = newest.slice(0, LINES_MAX).map((trade) => fillText(trade, unit));
  const left = newest.length - lines.length;
  return left > 0 ? [...lines, `and ${left} more`] : lines;
}

function fillText({ delta, fillPrice, fee }: Trade, unit: string): string {
  const word = delta.size < 0n ? "Sold" : "Bought";
  const size = (delta.size < 0n ? -delta.size : delta.size) as typeof delta.size;
  const price = formatAmount(fillPrice, "PriceE8");
  return `${word} ${formatAmount(size, "SizeE6")} ${unit} at $${price}, fee $${formatAmount(fee, "CollateralE6")}`;
}

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

/** A far line may stretch the price scale by this part of its range, no more. */
const STRETCH_MAX = 0.25;

/**
 * Widens the range of the data so that near lines are seen, without flattening the data for a far
 * one; lines still outside are shown as chips at the chart's edge.
 */
export function stretchRange(data: Range, lines: readonly ChartLine[]): Range {
  const room = Math.max(data.high - data.low, data.high * 0.002) * STRETCH_MAX;
  let { low, high } = data;
  for (const { price } of lines) {
    if (price < low && price >= data.low - room) low = price;
    if (price > high && price <= data.high + room) high = price;
  }
  return { low, high };
}

/** On which edge a line is missing, or null when it lies inside the range. */
export function missingEdge(line: ChartLine, range: Range): "above" | "below" | null {
  if (line.price > range.high) return "above";
  return line.price < range.low ? "below" : null;
}

/** What was traded in a question over time: which part to ask for, and the line it makes. */
import type { PredictionHistory } from "@/generated/api";
import type { ChartPoint } from "@/ui/charts/series-chart-canvas";
import type { Question } from "./question";

const DAY_S = 86_400;

/** More bars than this say nothing more on a screen. */
const BARS_WANTED = 500;
const INTERVALS: readonly (readonly [PredictionHistory["interval"], number])[] = [
  ["5m", 300],
  ["1h", 3_600],
  ["4h", 14_400],
  ["1d", DAY_S],
];

export type Span = "1d" | "1w" | "1m" | "all";

const SPANS: readonly { readonly value: Span; readonly label: string; readonly lengthS: number }[] =
  [
    { value: "1d", label: "1D", lengthS: DAY_S },
    { value: "1w", label: "1W", lengthS: 7 * DAY_S },
    { value: "1m", label: "1M", lengthS: 30 * DAY_S },
    { value: "all", label: "All", lengthS: Number.POSITIVE_INFINITY },
  ];

type Life = Pick<Question, "opensAt" | "closesAt">;

/** How long a question has been traded, or will have been where the clock is not known. */
function lengthOf({ opensAt, closesAt }: Life, nowS: number | null): number {
  return Math.min(nowS ?? closesAt, closesAt) - opensAt;
}

/** The spans that show less than the whole of what was traded, and the whole. */
export function spansOf(life: Life, nowS: number | null) {
  const wholeS = lengthOf(life, nowS);
  return SPANS.filter(({ value, lengthS }) => value === "all" || lengthS < wholeS);
}

/** The finest interval that shows a span of a question in not too many bars. */
export function intervalFor(
  span: Span,
  life: Life,
  nowS: number | null,
): PredictionHistory["interval"] {
  const wanted = SPANS.find(({ value }) => value === span)?.lengthS ?? Number.POSITIVE_INFINITY;
  const lengthS = Math.min(wanted, lengthOf(life, nowS));
  return INTERVALS.find(([, stepS]) => lengthS / stepS <= BARS_WANTED)?.[0] ?? "1w";
}

/** The last prices as a line: the first bar's opening, then each close where its bar ends, or now. */
export function linePoints(
  history: Pick<PredictionHistory, "interval" | "timestamp" | "open" | "close">,
  nowS: number | null,
): readonly ChartPoint[] {
  const { timestamp, open, close } = history;
  const stepS = INTERVALS.find(([name]) => name === history.interval)?.[1] ?? 7 * DAY_S;
  const end = (startS: number) => Math.max(startS + 1, Math.min(startS + stepS, nowS ?? Infinity));
  const [firstS, opened] = [timestamp[0], open[0]];
  if (firstS === undefined || opened === undefined) return [];
  const closes = timestamp.map((startS, place) => ({
    time: end(startS),
    value: close[place] ?? null,
  }));
  return [{ time: firstS, value: opened }, ...closes];
}

import {
  AreaSeries,
  type AutoscaleInfo,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type SeriesType,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef } from "react";
import { formatDateTime, formatDay } from "@/domain/format";
import { withAlpha } from "@/state/chart-theme";
import { useTheme } from "@/state/theme";
import type { AxisLabel } from "./axis-labels";
import { allTimes, ChartFrame } from "./frame";
import css from "./series-chart.module.css";
import { splitRuns } from "./series-runs";

/** A value at an instant (Unix seconds), for drawing only. null breaks the line. */
export interface ChartPoint {
  readonly time: number;
  readonly value: number | null;
}

export interface ChartSeries {
  readonly name: string;
  /** Steps hold each value until the next one. */
  readonly style: "line" | "steps" | "area" | "bars";
  /** A colour token without its dashes, for example "up", "yes", "accent". */
  readonly color: string;
  readonly points: readonly ChartPoint[];
}

export interface SeriesChartProps {
  /** What the chart shows, in words, for screen readers. */
  readonly label: string;
  readonly series: readonly ChartSeries[];
  /** Horizontal lines, for example a strike; one with a label has it on the axis. */
  readonly marks?: readonly {
    readonly value: number;
    readonly label: string;
    readonly color: string;
  }[];
  /** Values that the scale always holds, for example 0 and 100 of a probability. */
  readonly holds?: readonly number[];
  /** Writes the axis and the crosshair's label. */
  readonly format: (value: number) => string;
  /** The least distance of two ticks of the axis; a hundredth unless said. */
  readonly step?: number;
}

/** A longer span says its days only; within a shorter one days alone would repeat. */
const HOURS_SHOWN_S = 7 * 86_400;

/** Draws what it is given and keeps its colours those of the theme. */
export function SeriesChartCanvas(props: SeriesChartProps) {
  const { series, marks, holds, format, step = 0.01 } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const theme = useTheme((state) => state.theme);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens change with the theme
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return undefined;
    const times = allTimes(series);
    const isShort = (times.at(-1) ?? 0) - (times[0] ?? 0) <= HOURS_SHOWN_S;
    const frame = new ChartFrame(box, {
      formatTime: isShort ? formatDateTime : formatDay,
      formatTick: format,
    });
    frame.chart.applyOptions({
      localization: { priceFormatter: format },
      crosshair: { mode: CrosshairMode.Normal },
      handleScroll: { mouseWheel: false, vertTouchDrag: false },
      handleScale: { mouseWheel: false },
    });
    const labels = draw(frame, series, { marks: marks ?? [], holds: holds ?? [], step, format });
    frame.setTimes(times);
    frame.setLabels(labels);
    frame.chart.timeScale().fitContent();
    return () => frame.remove();
  }, [series, marks, holds, format, step, theme]);
  return <div ref={boxRef} className={css["canvas"]} />;
}

type Details = Required<Pick<SeriesChartProps, "marks" | "holds" | "step" | "format">>;

/** Draws all series; returns the labels of their last values and of the marks. */
function draw(
  frame: ChartFrame,
  series: readonly ChartSeries[],
  { marks, holds, step, format }: Details,
): readonly AxisLabel[] {
  const labels: AxisLabel[] = [];
  for (const [index, one] of series.entries()) {
    const runs = one.style === "bars" ? [one.points] : splitRuns(one.points);
    const drawn = runs.map((run) => addRun(frame.chart, one, run, step)).at(-1);
    if (!drawn) continue;
    const last = one.points.findLast(({ value }) => value !== null)?.value ?? null;
    if (last !== null) {
      const id = `${index} ${one.name}`;
      labels.push({ id, series: drawn, value: last, text: format(last), color: one.color });
    }
    if (index > 0) continue;
    frame.hostOn(drawn);
    const held = [...marks.map(({ value }) => value), ...holds];
    drawn.applyOptions({
      autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => widened(own(), held),
    });
    labels.push(...marks.flatMap((mark) => addMark(drawn, mark, format)));
  }
  return labels;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function addRun(
  chart: IChartApi,
  { style, color: name }: ChartSeries,
  run: readonly ChartPoint[],
  minMove: number,
): ISeriesApi<SeriesType> {
  const color = token(name);
  const priceFormat = { type: "price" as const, minMove };
  const common = { priceLineVisible: false, lastValueVisible: false, priceFormat };
  const drawn =
    style === "bars"
      ? chart.addSeries(HistogramSeries, { color, ...common })
      : style === "area"
        ? chart.addSeries(AreaSeries, {
            lineColor: color,
            topColor: withAlpha(color, 0.22),
            bottomColor: withAlpha(color, 0.02),
            lineWidth: 2,
            ...common,
          })
        : chart.addSeries(LineSeries, {
            color,
            lineWidth: 2,
            lineType: style === "steps" ? LineType.WithSteps : LineType.Simple,
            ...common,
          });
  drawn.setData(
    run.map(({ time, value }) =>
      value === null ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, value },
    ),
  );
  return drawn;
}

function addMark(
  series: ISeriesApi<SeriesType>,
  { value, label, color }: Details["marks"][number],
  format: Details["format"],
): readonly AxisLabel[] {
  series.createPriceLine({
    price: value,
    color: token(color),
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    axisLabelVisible: false,
    title: "",
  });
  if (label === "") return [];
  const text = `${label} ${format(value)}`;
  return [{ id: `mark ${label}`, series, value, text, color, look: "dashed" }];
}

/** Marks widen the scale: a line that lies beyond it cannot be seen. */
function widened(info: AutoscaleInfo | null, values: readonly number[]): AutoscaleInfo | null {
  if (!info?.priceRange || values.length === 0) return info;
  const { minValue, maxValue } = info.priceRange;
  const priceRange = {
    minValue: Math.min(minValue, ...values),
    maxValue: Math.max(maxValue, ...values),
  };
  return { ...info, priceRange };
}

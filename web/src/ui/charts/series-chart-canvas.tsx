import {
  AreaSeries,
  type AutoscaleInfo,
  createChart,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef } from "react";
import { chartTheme, readChartTokens, withAlpha } from "@/state/chart-theme";
import { useTheme } from "@/state/theme";
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
  /** What the chart shows, in words, for those who do not see it. */
  readonly label: string;
  readonly series: readonly ChartSeries[];
  /** Horizontal lines, for example a strike. */
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
    const chart = createChart(box, {
      ...chartTheme(readChartTokens()).chart,
      autoSize: true,
      // Not the browser's own: a system's locale can be one that date formatting refuses.
      localization: { locale: "en-GB", priceFormatter: format },
      handleScroll: { mouseWheel: false, vertTouchDrag: false },
      handleScale: { mouseWheel: false },
    });
    draw(chart, series, marks ?? [], holds ?? [], step);
    const times = series.flatMap(({ points }) => points.map(({ time }) => time));
    const timeVisible = (times.at(-1) ?? 0) - (times[0] ?? 0) <= HOURS_SHOWN_S;
    chart.timeScale().applyOptions({ timeVisible, secondsVisible: false });
    chart.timeScale().fitContent();
    return () => chart.remove();
  }, [series, marks, holds, format, step, theme]);
  return <div ref={boxRef} className={css["canvas"]} />;
}

function draw(
  chart: IChartApi,
  series: readonly ChartSeries[],
  marks: NonNullable<SeriesChartProps["marks"]>,
  holds: readonly number[],
  minMove: number,
): void {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  for (const [index, { style: kind, color: name, points }] of series.entries()) {
    const color = token(name);
    const runs = kind === "bars" ? [points] : splitRuns(points);
    const all = runs.map((run, place) => {
      // Only the last run says its last value on the axis.
      const lastValueVisible = place === runs.length - 1;
      const priceFormat = { type: "price" as const, minMove };
      const common = { priceLineVisible: false, lastValueVisible, priceFormat };
      const drawn =
        kind === "bars"
          ? chart.addSeries(HistogramSeries, { color, ...common })
          : kind === "area"
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
                lineType: kind === "steps" ? LineType.WithSteps : LineType.Simple,
                ...common,
              });
      drawn.setData(
        run.map(({ time, value }) =>
          value === null ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, value },
        ),
      );
      return drawn;
    });
    const drawn = all.at(-1);
    if (index > 0 || !drawn) continue;
    const held = [...marks.map(({ value }) => value), ...holds];
    drawn.applyOptions({
      autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => widened(own(), held),
    });
    for (const { value, label, color: markColor } of marks) {
      drawn.createPriceLine({
        price: value,
        color: token(markColor),
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
        title: label,
      });
    }
  }
}

/** Marks widen the scale: a line that lies beyond it can not be seen. */
function widened(info: AutoscaleInfo | null, values: readonly number[]): AutoscaleInfo | null {
  if (!info?.priceRange || values.length === 0) return info;
  const { minValue, maxValue } = info.priceRange;
  const priceRange = {
    minValue: Math.min(minValue, ...values),
    maxValue: Math.max(maxValue, ...values),
  };
  return { ...info, priceRange };
}

import {
  AreaSeries,
  type AutoscaleInfo,
  createChart,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  LineStyle,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef } from "react";
import { chartTheme, readChartTokens, withAlpha } from "@/lib/chart-theme";
import { useTheme } from "@/lib/theme";
import css from "./series-chart.module.css";
import { splitRuns } from "./series-runs";

/** A value at an instant (Unix seconds), for drawing only. null breaks the line. */
export interface ChartPoint {
  readonly time: number;
  readonly value: number | null;
}

export interface ChartSeries {
  readonly name: string;
  readonly style: "line" | "area" | "bars";
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
  /** Writes the axis and the crosshair's label. */
  readonly format: (value: number) => string;
}

/** A longer span says its days only; within a shorter one days alone would repeat. */
const HOURS_SHOWN_S = 7 * 86_400;

/** Draws what it is given and keeps its colours those of the theme. */
export function SeriesChartCanvas({ series, marks, format }: SeriesChartProps) {
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
    draw(chart, series, marks ?? []);
    const times = series.flatMap(({ points }) => points.map(({ time }) => time));
    const timeVisible = (times.at(-1) ?? 0) - (times[0] ?? 0) <= HOURS_SHOWN_S;
    chart.timeScale().applyOptions({ timeVisible, secondsVisible: false });
    chart.timeScale().fitContent();
    return () => chart.remove();
  }, [series, marks, format, theme]);
  return <div ref={boxRef} className={css["canvas"]} />;
}

function draw(
  chart: IChartApi,
  series: readonly ChartSeries[],
  marks: NonNullable<SeriesChartProps["marks"]>,
): void {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  for (const [index, { style: kind, color: name, points }] of series.entries()) {
    const color = token(name);
    const runs = kind === "bars" ? [points] : splitRuns(points);
    const all = runs.map((run, place) => {
      // Only the last run says its last value on the axis.
      const lastValueVisible = place === runs.length - 1;
      const common = { priceLineVisible: false, lastValueVisible };
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
            : chart.addSeries(LineSeries, { color, lineWidth: 2, ...common });
      drawn.setData(
        run.map(({ time, value }) =>
          value === null ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, value },
        ),
      );
      return drawn;
    });
    const drawn = all.at(-1);
    if (index > 0 || !drawn) continue;
    drawn.applyOptions({
      autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => withMarks(own(), marks),
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
function withMarks(
  info: AutoscaleInfo | null,
  marks: NonNullable<SeriesChartProps["marks"]>,
): AutoscaleInfo | null {
  if (!info?.priceRange || marks.length === 0) return info;
  const values = marks.map(({ value }) => value);
  const { minValue, maxValue } = info.priceRange;
  const priceRange = {
    minValue: Math.min(minValue, ...values),
    maxValue: Math.max(maxValue, ...values),
  };
  return { ...info, priceRange };
}

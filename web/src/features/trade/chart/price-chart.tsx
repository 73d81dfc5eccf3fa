import {
  AreaSeries,
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  type LogicalRange,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef, useState } from "react";
import { watchIndexPrice } from "@/api/live";
import { toDrawing } from "@/domain/format";
import type { Candle, PricePoint } from "@/domain/model";
import { chartTheme, readChartTokens } from "@/state/chart-theme";
import { useTheme } from "@/state/theme";
import css from "./chart.module.css";
import { type ChartLine, missingEdge, type Range, stretchRange } from "./model/chart-range";

export type ChartData =
  | { readonly style: "line"; readonly points: readonly PricePoint[] }
  | { readonly style: "candles"; readonly candles: readonly Candle[]; readonly isIndex: boolean };

interface PriceChartProps {
  readonly marketId: number;
  readonly data: ChartData;
  readonly lines: readonly ChartLine[];
  readonly label: string;
  /** Changes when other data are wanted; newer points of the same keep the reader's zoom. */
  readonly viewKey: string;
}

type Series = ISeriesApi<"Area"> | ISeriesApi<"Candlestick">;

/** The chart engine's own world: React gives it data and lines, it paints on its canvas. */
export function PriceChart({ marketId, data, lines, label, viewKey }: PriceChartProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const chartRef = useRef<IChartApi | null>(null);
  const seriesRef = useRef<Series | null>(null);
  const linesRef = useRef(lines);
  const zoomRef = useRef<{ key: string; range: LogicalRange | null } | null>(null);
  const theme = useTheme((state) => state.theme);
  const [range, setRange] = useState<Range | null>(null);
  linesRef.current = lines;

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return undefined;
    const chart = createChart(box, FIXED_OPTIONS);
    chart.applyOptions(chartTheme(readChartTokens()).chart);
    chartRef.current = chart;
    return () => {
      chart.remove();
      chartRef.current = null;
      seriesRef.current = null;
    };
  }, []);

  useEffect(() => {
    const chart = chartRef.current;
    if (!chart) return undefined;
    const autoscale = (original: () => AutoscaleInfo | null) =>
      stretchedScale(original(), linesRef.current, setRange);
    const series = addSeries(chart, data, autoscale);
    seriesRef.current = series;
    const zoom = zoomRef.current;
    if (zoom?.key === viewKey && zoom.range) chart.timeScale().setVisibleLogicalRange(zoom.range);
    else showAll(chart, data);
    const isLive = data.style === "line" || data.isIndex;
    const leave = isLive ? followIndex(series, data, marketId) : () => undefined;
    return () => {
      leave();
      if (chartRef.current === chart) {
        zoomRef.current = { key: viewKey, range: chart.timeScale().getVisibleLogicalRange() };
        chart.removeSeries(series);
      }
      seriesRef.current = null;
    };
  }, [data, marketId, viewKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new data makes a new series to colour
  useEffect(() => {
    const tokens = chartTheme(readChartTokens());
    chartRef.current?.applyOptions(tokens.chart);
    const series = seriesRef.current;
    series?.applyOptions(data.style === "line" ? tokens.area : tokens.candles);
    const drawn = series ? drawLines(series, lines, tokens.lines) : [];
    return () => {
      if (series && seriesRef.current === series)
        for (const line of drawn) series.removePriceLine(line);
    };
  }, [theme, lines, data]);

  return (
    <div className={css["chart"]}>
      <p className="visually-hidden">{label}</p>
      <div ref={boxRef} className={css["canvas"]} />
      <EdgeChips lines={lines} range={range} />
    </div>
  );
}

const FIXED_OPTIONS = {
  autoSize: true,
  // Not the browser's own: a system's locale can be one that date formatting refuses.
  localization: { locale: "en-GB" },
  rightPriceScale: { scaleMargins: { top: 0.12, bottom: 0.1 }, entireTextOnly: true },
  timeScale: {
    timeVisible: true,
    secondsVisible: false,
    rightOffset: 3,
    tickMarkFormatter: (time: Time, kind: TickMarkType) =>
      typeof time === "number" ? formatTick(time, kind) : null,
  },
  handleScale: { axisPressedMouseMove: true },
} as const;

const TICK_PARTS: Readonly<Partial<Record<TickMarkType, Intl.DateTimeFormatOptions>>> = {
  [TickMarkType.Year]: { year: "numeric" },
  [TickMarkType.Month]: { month: "short" },
  [TickMarkType.DayOfMonth]: { day: "numeric", month: "short" },
};

/** A day among months says its month, so that no bare number stands on the axis. */
function formatTick(atS: number, kind: TickMarkType): string {
  const parts = TICK_PARTS[kind] ?? { hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" }).format(atS * 1000);
}

function addSeries(
  chart: IChartApi,
  data: ChartData,
  autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => AutoscaleInfo | null,
): Series {
  const shared = {
    autoscaleInfoProvider,
    priceFormat: { type: "price", precision: 2, minMove: 0.01 } as const,
  };
  if (data.style === "line") {
    const series = chart.addSeries(AreaSeries, { ...shared, lineWidth: 2 });
    series.setData(
      data.points.map(({ timestamp, value }) => ({
        time: timestamp as UTCTimestamp,
        value: toDrawing(value, "PriceE8"),
      })),
    );
    return series;
  }
  const series = chart.addSeries(CandlestickSeries, shared);
  series.setData(
    data.candles.map((candle) => ({
      time: candle.timestamp as UTCTimestamp,
      open: toDrawing(candle.open, "PriceE8"),
      high: toDrawing(candle.high, "PriceE8"),
      low: toDrawing(candle.low, "PriceE8"),
      close: toDrawing(candle.close, "PriceE8"),
    })),
  );
  return series;
}

/** All of the data, with room at the right for the next points and the last tick mark. */
function showAll(chart: IChartApi, data: ChartData): void {
  const count = data.style === "line" ? data.points.length : data.candles.length;
  chart.timeScale().setVisibleLogicalRange({ from: 0, to: count * 1.04 + 1 });
}

function stretchedScale(
  info: AutoscaleInfo | null,
  lines: readonly ChartLine[],
  onRange: (change: (known: Range | null) => Range | null) => void,
): AutoscaleInfo | null {
  const shown = info?.priceRange;
  if (!info || !shown) return info;
  const range = stretchRange({ low: shown.minValue, high: shown.maxValue }, lines);
  queueMicrotask(() =>
    onRange((known) => (known?.low === range.low && known.high === range.high ? known : range)),
  );
  return { ...info, priceRange: { minValue: range.low, maxValue: range.high } };
}

/** Adds each new print to the series; a print older than the last point is already in it. */
function followIndex(series: Series, data: ChartData, marketId: number): () => void {
  const last = data.style === "line" ? data.points.at(-1) : data.candles.at(-1);
  let lastAtS = last?.timestamp ?? 0;
  return watchIndexPrice(marketId, (price, atS) => {
    if (atS < lastAtS) return;
    lastAtS = atS;
    const value = toDrawing(price, "PriceE8");
    const time = atS as UTCTimestamp as Time;
    if (data.style === "line") (series as ISeriesApi<"Area">).update({ time, value });
    else {
      (series as ISeriesApi<"Candlestick">).update({
        time,
        open: value,
        high: value,
        low: value,
        close: value,
      });
    }
  });
}

function drawLines(
  series: Series,
  lines: readonly ChartLine[],
  colors: Readonly<Record<ChartLine["id"], string>>,
): readonly IPriceLine[] {
  return lines.map((line) =>
    series.createPriceLine({
      price: line.price,
      color: colors[line.id],
      lineWidth: 1,
      lineStyle: line.id === "liquidation" ? LineStyle.Solid : LineStyle.Dashed,
      axisLabelVisible: true,
      title: line.label,
    }),
  );
}

function EdgeChips({
  lines,
  range,
}: {
  readonly lines: readonly ChartLine[];
  readonly range: Range | null;
}) {
  if (!range) return null;
  return lines.map((line) => {
    const edge = missingEdge(line, range);
    if (edge === null) return null;
    return (
      <span key={line.id} className={`${css["edgeChip"]} ${css[edge]}`} data-line={line.id}>
        {edge === "above" ? "▲" : "▼"} {line.label} <span className="figures">{line.text}</span>
      </span>
    );
  });
}

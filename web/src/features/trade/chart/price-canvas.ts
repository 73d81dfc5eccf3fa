import {
  AreaSeries,
  type AutoscaleInfo,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineSeries,
  LineStyle,
  type Logical,
  PriceScaleMode,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { formatDay } from "@/domain/format";
import { chartTheme, readChartTokens, withAlpha } from "@/state/chart-theme";
import type { AxisLabel } from "@/ui/charts/axis-labels";
import { allTimes, ChartFrame } from "@/ui/charts/frame";
import type { ChartPoint } from "@/ui/charts/series-chart-canvas";
import { type ChartLine, type Range, stretchRange } from "./model/chart-range";
import { type Curve, valueText } from "./model/curves";
import { placeIn } from "./model/derive";
import type { Anchor, Spot } from "./model/drawings";
import { axisText, type Scale, scaleText } from "./model/scale";
import { onTaps } from "./taps";

interface Drawn {
  readonly curve: Curve;
  readonly series: ISeriesApi<SeriesType>;
}

const MODES: Readonly<Record<Scale["mode"], PriceScaleMode>> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
  rebased: PriceScaleMode.Percentage,
};
const LINE_LOOKS = { entry: "plain", liquidation: "full", market: "dashed" } as const;
const LINE_COLORS = {
  entry: "text-3",
  liquidation: "liquidation",
  market: "control-border",
} as const;
/** Bars kept free at the right, as a part of those in view: for the line's end and the labels. */
const RIGHT_PART = 0.04;

/** What is in view: of time (Unix seconds) and of the value axis. */
export interface View {
  readonly fromS: number;
  readonly toS: number;
  readonly low: number;
}

/** The library's chart with the curves and lines that React gives it. */
export class PriceCanvas {
  readonly #frame: ChartFrame;
  #drawn: readonly Drawn[] = [];
  #times: readonly number[] = [];
  #lines: readonly ChartLine[] = [];
  #priceLines: readonly IPriceLine[] = [];
  #axisLabels: readonly Omit<AxisLabel, "series">[] = [];
  #inView: readonly number[] = [];
  readonly #watchers = new Set<() => void>();
  #scale: Scale = { mode: "linear", unit: "price", fromZero: false };
  #cursor: number | null = null;
  readonly #layers = new Set<ISeriesPrimitive<Time>>();
  #host: ISeriesApi<SeriesType> | null = null;

  constructor(readonly box: HTMLElement) {
    const format = (value: number) => scaleText(value, this.#scale);
    this.#frame = new ChartFrame(box, {
      formatTime: formatDay,
      formatTick: (value) => axisText(value, this.#scale, this.#span()),
      baseOf: () => this.#base(this.#drawn[0]?.curve),
    });
    this.chart.applyOptions({
      localization: { priceFormatter: format, percentageFormatter: format },
      crosshair: { mode: CrosshairMode.Normal },
      handleScroll: { vertTouchDrag: false },
      handleScale: { axisPressedMouseMove: true },
    });
  }

  get chart(): IChartApi {
    return this.#frame.chart;
  }

  /** The series that sets the scale. */
  get main(): ISeriesApi<SeriesType> | null {
    return this.#drawn[0]?.series ?? null;
  }

  setCurves(curves: readonly Curve[], scale: Scale): void {
    this.#scale = scale;
    const left = this.#drawn.filter(
      ({ curve }) => !curves.some(({ id, style }) => id === curve.id && style === curve.style),
    );
    for (const { series } of left) {
      this.#dropLines(series);
      if (series === this.#host) this.#host = null;
      this.#frame.leave(series);
      this.chart.removeSeries(series);
    }
    this.#drawn = curves.map((curve) => this.#draw(curve));
    this.#times = allTimes(curves);
    this.#frame.setTimes(this.#times);
    const { main } = this;
    if (main && main !== this.#host) {
      for (const layer of this.#layers) this.#host?.detachPrimitive(layer);
      for (const layer of this.#layers) main.attachPrimitive(layer);
      this.#host = main;
      this.#frame.hostOn(main);
    }
    this.chart.priceScale("right").applyOptions({
      mode: MODES[scale.mode],
      scaleMargins: { top: 0.1, bottom: scale.fromZero ? 0.02 : 0.08 },
      autoScale: true,
    });
    this.setLines(this.#lines);
  }

  setLines(lines: readonly ChartLine[]): void {
    this.#lines = lines;
    this.#dropLines(this.main);
    const colors = chartTheme(readChartTokens()).lines;
    const { main } = this;
    if (main) {
      this.#priceLines = lines.map((line) =>
        main.createPriceLine({
          price: line.price,
          color: colors[line.id],
          lineWidth: 1,
          lineStyle: line.id === "liquidation" ? LineStyle.Solid : LineStyle.Dashed,
          axisLabelVisible: false,
          title: "",
        }),
      );
    }
    this.relabel();
  }

  /** Draws a layer over the first curve, also when that changes. */
  addLayer(layer: ISeriesPrimitive<Time>): void {
    this.#layers.add(layer);
    this.#host?.attachPrimitive(layer);
  }

  removeLayer(layer: ISeriesPrimitive<Time>): void {
    if (this.#layers.delete(layer)) this.#host?.detachPrimitive(layer);
  }

  /** Where an instant and a price are on the pane, in pixels; the last known instant before it. */
  spotOf({ time, price }: Anchor): Spot | null {
    const index = placeIn(this.#times, time, (at) => at);
    const x = this.chart.timeScale().logicalToCoordinate(Math.max(index, 0) as Logical);
    const y = this.yOf(price);
    return x === null || y === null ? null : { x, y };
  }

  yOf(price: number): number | null {
    return this.main?.priceToCoordinate(price) ?? null;
  }

  /** Clicks and taps on the curves, not on the axes; returns their end. */
  onTaps(take: (at: Spot) => void): () => void {
    return onTaps(this.box, (at) => {
      const { width, height } = this.chart.paneSize();
      if (at.x < width && at.y < height) take(at);
    });
  }

  /** The instant and price under a point of the pane; the nearest instant with a value. */
  anchorAt({ x, y }: Spot): Anchor | null {
    const index = this.chart.timeScale().coordinateToLogical(x);
    const price = this.main?.coordinateToPrice(y) ?? null;
    const last = this.#times.length - 1;
    if (index === null || price === null || last < 0) return null;
    const time = this.#times[Math.min(Math.max(Math.round(index), 0), last)] ?? 0;
    return { time, price };
  }

  /** The first curve's value at one of its instants. */
  valueAt(atS: number): number | null {
    const points = this.#drawn[0]?.curve.points ?? [];
    return points[placeIn(points, atS, ({ time }) => time)]?.value ?? null;
  }

  /** The first curve's values in view. */
  valuesInView(): readonly ChartPoint[] {
    const view = this.view();
    const points = this.#drawn[0]?.curve.points ?? [];
    if (!view) return [];
    return points.filter(({ time }) => time >= view.fromS && time <= view.toS);
  }

  /** Colors of the theme in force. */
  restyle(): void {
    this.#frame.restyle();
    for (const { curve, series } of this.#drawn) {
      series.applyOptions(seriesColors(curve));
      // Each bar has a color of its own.
      if (curve.style === "bars") series.setData(seriesData(curve));
    }
    this.setLines(this.#lines);
  }

  /** Shows the time from an instant to the last value. */
  showFrom(fromS: number): void {
    const count = this.#times.length;
    const first = this.#times.findIndex((time) => time >= fromS);
    const from = first < 0 ? 0 : first;
    const to = count - 1 + Math.max(2, (count - from) * RIGHT_PART);
    this.chart.timeScale().setVisibleLogicalRange({ from: from - 0.5, to });
  }

  /** The part of the chart in view, null before there is any. */
  view(): View | null {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    const height = this.chart.panes()[0]?.getHeight() ?? 0;
    const low = this.main?.coordinateToPrice(height) ?? null;
    if (!range || low === null || this.#times.length === 0) return null;
    const clamp = (index: number) => Math.min(Math.max(index, 0), this.#times.length - 1);
    return {
      fromS: this.#times[clamp(Math.ceil(range.from))] ?? 0,
      toS: this.#times[clamp(Math.floor(range.to))] ?? 0,
      low,
    };
  }

  /** Calls back with the instant under the crosshair, null without one. */
  onCrosshair(call: (atS: number | null) => void): () => void {
    const moved = ({ time, point }: { time?: Time; point?: unknown }) => {
      const atS = typeof time === "number" && point !== undefined ? time : null;
      this.#cursor = atS === null ? null : this.#times.indexOf(atS);
      call(atS);
    };
    this.chart.subscribeCrosshairMove(moved);
    return () => this.chart.unsubscribeCrosshairMove(moved);
  }

  /** Calls back whenever another part of the time, or of the value axis for orders, is in view. */
  onScroll(call: () => void): () => void {
    const scrolled = () => {
      this.relabel();
      call();
    };
    const scale = this.chart.timeScale();
    scale.subscribeVisibleLogicalRangeChange(scrolled);
    this.#watchers.add(call);
    return () => {
      scale.unsubscribeVisibleLogicalRangeChange(scrolled);
      this.#watchers.delete(call);
    };
  }

  /** Moves the crosshair by some values of the first curve; returns its instant. */
  step(by: number): number | null {
    const main = this.#drawn[0];
    const last = this.#times.length - 1;
    if (!main || last < 0) return null;
    const next = Math.min(Math.max((this.#cursor ?? last + (by < 0 ? 1 : 0)) + by, 0), last);
    const atS = this.#times[next] ?? null;
    this.#cursor = next;
    if (atS === null) return null;
    this.#reveal(next);
    this.chart.setCrosshairPosition(this.valueAt(atS) ?? 0, atS as UTCTimestamp, main.series);
    return atS;
  }

  clearCrosshair(): void {
    this.#cursor = null;
    this.chart.clearCrosshairPosition();
  }

  /** Writes the axis labels anew: what percentages are of changes with the time in view. */
  relabel(): void {
    const { main } = this;
    const own = main ? this.#axisLabels.map((label) => ({ ...label, series: main })) : [];
    this.#frame.setLabels([...this.#curveLabels(), ...this.#lineLabels(), ...own]);
  }

  /**
   * Further prices on the value axis, where room is short after the others; and those that it makes
   * room for while they are near.
   */
  setAxisLabels(labels: readonly Omit<AxisLabel, "series">[], inView: readonly number[]): void {
    this.#axisLabels = labels;
    this.#inView = inView;
    this.relabel();
    for (const call of this.#watchers) call();
  }

  remove(): void {
    this.#layers.clear();
    this.#host = null;
    this.#drawn = [];
    this.#frame.remove();
  }

  #draw(curve: Curve): Drawn {
    const known = this.#drawn.find(
      (one) => one.curve.id === curve.id && one.curve.style === curve.style,
    );
    const series = known?.series ?? this.#add(curve);
    if (known?.curve.points !== curve.points) series.setData(seriesData(curve));
    series.applyOptions(seriesColors(curve));
    return { curve, series };
  }

  #add(curve: Curve): ISeriesApi<SeriesType> {
    const shared = {
      lastValueVisible: false,
      priceLineVisible: false,
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => this.#autoscale(original()),
      priceFormat: { type: "price", precision: 2, minMove: 0.01 } as const,
    };
    if (curve.style === "bars") return this.chart.addSeries(HistogramSeries, shared);
    if (curve.style === "area") return this.chart.addSeries(AreaSeries, shared);
    return this.chart.addSeries(LineSeries, shared);
  }

  #autoscale(info: AutoscaleInfo | null): AutoscaleInfo | null {
    const shown = info?.priceRange;
    if (!info || !shown) return info;
    const data: Range = { low: shown.minValue, high: shown.maxValue };
    const { low, high } =
      this.#scale.unit === "price" ? stretchRange(data, this.#lines, this.#inView) : data;
    const minValue = this.#scale.fromZero ? Math.min(0, low) : low;
    return { ...info, priceRange: { minValue, maxValue: high } };
  }

  #dropLines(series: ISeriesApi<SeriesType> | null): void {
    if (series && series === this.main) {
      for (const line of this.#priceLines) series.removePriceLine(line);
      this.#priceLines = [];
    }
  }

  /** The value of a curve at the left edge, which percentages are of. */
  #base(curve: Curve | undefined): number {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    const fromS = this.#times[Math.max(0, Math.floor(range?.from ?? 0))] ?? 0;
    const first = curve?.points.find(({ time, value }) => time >= fromS && value !== null);
    return first?.value ?? 0;
  }

  #curveLabels(): readonly AxisLabel[] {
    return this.#drawn.flatMap(({ curve, series }): readonly AxisLabel[] => {
      const place = curve.points.findLastIndex(({ value }) => value !== null);
      const value = curve.points[place]?.value ?? null;
      const exact = curve.values[place];
      if (value === null || !exact || curve.style === "thin") return [];
      const isRelative = this.#scale.mode === "percent" || this.#scale.mode === "rebased";
      const base = this.#base(curve);
      const text = isRelative
        ? scaleText(base === 0 ? 0 : (value / base - 1) * 100, this.#scale)
        : valueText(exact).replace("$", "");
      return [{ id: curve.id, series, value, text, color: curve.color }];
    });
  }

  #lineLabels(): readonly AxisLabel[] {
    const main = this.#drawn[0];
    if (!main) return [];
    const base = this.#base(main.curve);
    return this.#lines
      .filter(
        ({ id }) => id !== "market" || !this.#drawn.some(({ curve }) => curve.id === "traded"),
      )
      .map(({ id, price, text }) => ({
        id,
        series: main.series,
        value: price,
        text:
          this.#scale.mode === "percent" && base !== 0
            ? scaleText((price / base - 1) * 100, this.#scale)
            : text.replace("$", ""),
        color: LINE_COLORS[id],
        look: LINE_LOOKS[id],
      }));
  }

  /** The height of the value axis in its own units, to choose the decimals of its ticks. */
  #span(): number {
    if (this.#scale.mode === "log" && this.main) {
      const height = this.chart.panes()[0]?.getHeight() ?? 0;
      const [high, low] = [this.main.coordinateToPrice(0), this.main.coordinateToPrice(height)];
      return high === null || low === null ? 0 : high - low;
    }
    const range = this.chart.priceScale("right").getVisibleRange();
    return range ? range.to - range.from : 0;
  }

  #reveal(index: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range || (index >= range.from && index <= range.to)) return;
    const move = index < range.from ? index - range.from - 1 : index - range.to + 1;
    const [from, to] = [range.from + move, range.to + move] as [Logical, Logical];
    scale.setVisibleLogicalRange({ from, to });
  }
}

function seriesData({ style, points }: Curve) {
  const { up, down } = readChartTokens();
  return points.map(({ time: atS, value }) => {
    const time = atS as UTCTimestamp;
    if (value === null) return { time };
    return style === "bars" ? { time, value, color: value < 0 ? down : up } : { time, value };
  });
}

function seriesColors({ style, color: name }: Curve) {
  const color = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  if (style === "area") {
    return {
      lineColor: color,
      topColor: withAlpha(color, 0.22),
      bottomColor: withAlpha(color, 0.02),
      lineWidth: 2,
    } as const;
  }
  return { color, lineWidth: style === "thin" ? 1 : 2 } as const;
}

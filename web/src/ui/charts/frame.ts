import {
  createChart,
  type DeepPartial,
  type IChartApi,
  type ISeriesApi,
  type SeriesType,
  type TimeChartOptions,
} from "lightweight-charts";
import { chartTheme, readChartTokens } from "@/state/chart-theme";
import { type AxisLabel, AxisLabels } from "./axis-labels";
import { TimeAxis } from "./time-axis";

interface FrameOptions {
  /** Writes an instant (Unix seconds) at the crosshair. */
  readonly formatTime: (atS: number) => string;
  /** Writes a tick of the value axis. */
  readonly formatTick: (value: number) => string;
  /** The value that percentages are of, on an axis in percent. */
  readonly baseOf?: () => number;
}

/** A chart with axes of our own: whole labels that never cover each other, on the page's colors. */
export class ChartFrame {
  readonly chart: IChartApi;
  readonly #axis: TimeAxis;
  readonly #labels: AxisLabels;
  #host: ISeriesApi<SeriesType> | null = null;
  readonly #options: FrameOptions;

  constructor(box: HTMLElement, options: FrameOptions) {
    this.chart = createChart(box, FIXED);
    this.#axis = new TimeAxis(this.chart);
    this.#labels = new AxisLabels(this.chart, box);
    this.#options = options;
    this.chart.applyOptions({
      localization: {
        locale: "en-US",
        timeFormatter: (at: unknown) => (typeof at === "number" ? options.formatTime(at) : ""),
        tickmarksPriceFormatter: (prices: number[]) => this.#ticks(prices, (price) => price),
        tickmarksPercentageFormatter: (percents: number[]) =>
          this.#ticks(percents, (percent) => (this.#options.baseOf?.() ?? 0) * (1 + percent / 100)),
      },
    });
    this.restyle();
  }

  /** The colors of the theme in force. */
  restyle(): void {
    this.chart.applyOptions(chartTheme(readChartTokens()).chart);
  }

  /** Attaches the axes to the series that sets the scale. */
  hostOn(series: ISeriesApi<SeriesType>): void {
    if (this.#host === series) return;
    this.#detach();
    this.#host = series;
    series.attachPrimitive(this.#axis);
    series.attachPrimitive(this.#labels);
  }

  /** Before a series is removed that may carry the axes. */
  leave(series: ISeriesApi<SeriesType>): void {
    if (this.#host === series) this.#detach();
  }

  /** All instants of all series, ascending. */
  setTimes(times: readonly number[]): void {
    this.#axis.setTimes(times);
  }

  setLabels(labels: readonly AxisLabel[]): void {
    this.#labels.set(labels);
  }

  remove(): void {
    this.#labels.remove();
    this.chart.remove();
  }

  #detach(): void {
    this.#host?.detachPrimitive(this.#axis);
    this.#host?.detachPrimitive(this.#labels);
    this.#host = null;
  }

  /** A tick under a label is left out. */
  #ticks(values: readonly number[], priceOf: (value: number) => number): string[] {
    return values.map((value) => {
      const y = this.#host?.priceToCoordinate(priceOf(value)) ?? null;
      return this.#labels.covers(y) ? "" : this.#options.formatTick(value);
    });
  }
}

const FIXED: DeepPartial<TimeChartOptions> = {
  autoSize: true,
  // The footer of every page has the link that the license asks for.
  layout: { attributionLogo: false },
  grid: { vertLines: { visible: false } },
  rightPriceScale: {
    scaleMargins: { top: 0.1, bottom: 0.08 },
    entireTextOnly: true,
  },
  timeScale: {
    minBarSpacing: 0.02,
    rightOffset: 3,
    tickMarkFormatter: () => "",
    minimumHeight: 26,
  },
};

/** All instants of some series, ascending and once each. */
export function allTimes(
  series: readonly { readonly points: readonly { readonly time: number }[] }[],
): readonly number[] {
  const [first] = series;
  if (series.length === 1 && first) return first.points.map(({ time }) => time);
  const times = new Set(series.flatMap(({ points }) => points.map(({ time }) => time)));
  return [...times].sort((one, other) => one - other);
}

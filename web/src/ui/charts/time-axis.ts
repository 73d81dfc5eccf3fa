import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  Time,
} from "lightweight-charts";
import { timeTicks } from "./time-ticks";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

/** Draws the labels of the time axis and their grid lines: the library's own are cut at the ends. */
export class TimeAxis implements ISeriesPrimitive<Time> {
  #times: readonly number[] = [];
  readonly #chart: IChartApi;
  readonly #labels: readonly IPrimitivePaneView[];
  readonly #grid: readonly IPrimitivePaneView[];

  constructor(chart: IChartApi) {
    this.#chart = chart;
    this.#labels = [view((target) => this.#drawLabels(target))];
    this.#grid = [view((target) => this.#drawGrid(target))];
  }

  setTimes(times: readonly number[]): void {
    this.#times = times;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#grid;
  }

  timeAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.#labels;
  }

  #ticks() {
    const scale = this.#chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range) return [];
    return timeTicks({
      times: this.#times,
      from: Math.ceil(range.from),
      to: Math.floor(range.to),
      xOf: (index) => scale.logicalToCoordinate(index as Logical) ?? -1_000,
      width: scale.width(),
    });
  }

  #drawLabels(target: Target): void {
    const { layout } = this.#chart.options();
    // biome-ignore lint/correctness/useHookAtTopLevel: not a hook, a canvas of the library
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.font = `${layout.fontSize}px ${layout.fontFamily}`;
      context.fillStyle = layout.textColor;
      context.textAlign = "center";
      context.textBaseline = "middle";
      for (const { x, text } of this.#ticks()) context.fillText(text, x, mediaSize.height / 2);
    });
  }

  #drawGrid(target: Target): void {
    const { grid } = this.#chart.options();
    // biome-ignore lint/correctness/useHookAtTopLevel: not a hook, a canvas of the library
    target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio }) => {
      context.fillStyle = grid.horzLines.color;
      const width = Math.max(1, Math.floor(horizontalPixelRatio));
      for (const { x } of this.#ticks()) {
        context.fillRect(Math.round(x * horizontalPixelRatio), 0, width, bitmapSize.height);
      }
    });
  }
}

function view(draw: (target: Target) => void): IPrimitivePaneView {
  return { zOrder: () => "bottom", renderer: () => ({ draw }) };
}

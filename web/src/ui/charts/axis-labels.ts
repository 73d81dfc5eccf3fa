import type { IChartApi, ISeriesApi, ISeriesPrimitive, SeriesType, Time } from "lightweight-charts";
import css from "./axis-labels.module.css";
import { type PlacedLabel, spreadLabels } from "./spread-labels";

/** A value written on the axis: of a series' end or of a line. */
export interface AxisLabel {
  readonly id: string;
  readonly series: ISeriesApi<SeriesType>;
  readonly value: number;
  readonly text: string;
  /** A color token without its dashes. */
  readonly color: string;
  readonly look?: "full" | "plain" | "dashed";
}

const HEIGHT = 18;
const WIDTH_MIN = 72;
/** Of the figures' font at 11 px. */
const CHARACTER = 6.7;
const PADDING = 10;
/** A tick nearer to a label than this would be cut by it. */
const TICK_GAP = HEIGHT / 2 + 7;
const EDGE = { above: "▲", below: "▼" } as const;

/** Writes labels over the value axis so that none covers another, and tells which ticks they cover. */
export class AxisLabels implements ISeriesPrimitive<Time> {
  #labels: readonly AxisLabel[] = [];
  readonly #chart: IChartApi;
  readonly #box: HTMLElement;
  readonly #elements = new Map<string, HTMLElement>();

  constructor(chart: IChartApi, parent: HTMLElement) {
    this.#chart = chart;
    this.#box = document.createElement("div");
    this.#box.className = css["axis"] ?? "";
    // The figures are in the legend and in the chart's description.
    this.#box.setAttribute("aria-hidden", "true");
    parent.append(this.#box);
    chart.subscribeCrosshairMove(({ point }) => this.#yieldTo(point?.y ?? null));
  }

  set(labels: readonly AxisLabel[]): void {
    this.#labels = labels;
    const longest = Math.max(0, ...labels.map(({ text }) => text.length + 1));
    const minimumWidth = Math.max(WIDTH_MIN, Math.ceil(longest * CHARACTER) + PADDING);
    // Takes new ticks, too: those under a label are left out.
    this.#chart.priceScale("right").applyOptions({ minimumWidth });
  }

  /** Called by the library before it paints. */
  updateAllViews(): void {
    const width = this.#chart.priceScale("right").width();
    const height = this.#paneHeight();
    this.#box.style.width = `${width}px`;
    this.#box.style.height = `${height}px`;
    const placed = this.#place();
    for (const [id, element] of this.#elements) {
      if (placed.some((label) => label.id === id)) continue;
      element.remove();
      this.#elements.delete(id);
    }
    for (const place of placed) this.#write(place);
  }

  /** Whether a tick at this place would be cut by a label. */
  covers(y: number | null): boolean {
    return y !== null && this.#place().some((label) => Math.abs(label.y - y) < TICK_GAP);
  }

  remove(): void {
    this.#box.remove();
  }

  /** The crosshair's own label is drawn below these: they make room for it. */
  #yieldTo(y: number | null): void {
    for (const element of this.#elements.values()) {
      const middle = Number.parseFloat(element.style.top) + HEIGHT / 2;
      const isCovering = y !== null && Math.abs(middle - y) < HEIGHT + 2;
      element.style.visibility = isCovering ? "hidden" : "visible";
    }
  }

  #paneHeight(): number {
    return this.#chart.panes()[0]?.getHeight() ?? 0;
  }

  #place(): readonly PlacedLabel[] {
    const wanted = this.#labels.flatMap(({ id, series, value }) => {
      const y = series.priceToCoordinate(value);
      return y === null || !Number.isFinite(y) ? [] : [{ id, y }];
    });
    return spreadLabels(wanted, HEIGHT, this.#paneHeight());
  }

  #write({ id, y, edge }: PlacedLabel): void {
    const label = this.#labels.find((one) => one.id === id);
    if (!label) return;
    const element = this.#elements.get(id) ?? document.createElement("span");
    if (!element.isConnected) {
      element.className = css["label"] ?? "";
      element.dataset["line"] = id;
      this.#box.append(element);
      this.#elements.set(id, element);
    }
    const text = edge === null ? label.text : `${EDGE[edge]}${label.text}`;
    if (element.textContent !== text) element.textContent = text;
    element.dataset["look"] = label.look ?? "full";
    if (edge === null) delete element.dataset["edge"];
    else element.dataset["edge"] = edge;
    element.style.setProperty("--label", `var(--${label.color})`);
    element.style.top = `${y - HEIGHT / 2}px`;
  }
}

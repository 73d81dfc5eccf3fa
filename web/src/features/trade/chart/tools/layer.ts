import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";

export type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

/** A drawing over the curves, in CSS pixels of the chart's pane. */
export class Layer implements ISeriesPrimitive<Time> {
  readonly #views: readonly IPrimitivePaneView[];
  #update: (() => void) | null = null;

  constructor(draw: Draw) {
    const renderer: IPrimitivePaneRenderer = {
      draw: (target) => {
        target.useMediaCoordinateSpace(({ context, mediaSize }) =>
          draw(context, mediaSize.width, mediaSize.height),
        );
      },
    };
    this.#views = [{ zOrder: () => "top", renderer: () => renderer }];
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#update = requestUpdate;
  }

  detached(): void {
    this.#update = null;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  repaint(): void {
    this.#update?.();
  }
}

export function tokenColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

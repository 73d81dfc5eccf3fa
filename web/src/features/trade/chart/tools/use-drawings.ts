import type { MouseEventParams } from "lightweight-charts";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Anchor,
  type Drawing,
  distance,
  type Spot,
  storeDrawings,
  storedDrawings,
  withDrawings,
} from "../model/drawings";
import type { PriceCanvas } from "../price-canvas";
import { Layer, tokenColor } from "./layer";

export type DrawMode = "trend" | "level" | "erase";

/** As near to a line as a pointer must be to mean it, in pixels. */
const REACH = 10;
const WIDE = 100_000;

interface State {
  readonly drawings: readonly Drawing[];
  readonly mode: DrawMode | null;
  /** The first end of a trend line that is being drawn. */
  readonly from: Anchor | null;
  readonly pointer: Anchor | null;
  readonly selected: number | null;
}

/** The reader's lines on a market's chart, drawn by pointer or touch and kept in this browser. */
export function useDrawings(canvas: PriceCanvas, symbol: string, isOn: boolean) {
  const [drawings, setDrawings] = useState(() => storedDrawings()[symbol] ?? []);
  const [mode, setMode] = useState<DrawMode | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const state = useRef<State>({ drawings, mode, from: null, pointer: null, selected });
  const layer = useRef<Layer | null>(null);
  const { from, pointer } = state.current;
  state.current = { drawings, mode, from: mode === "trend" ? from : null, pointer, selected };

  const change = useCallback(
    (next: readonly Drawing[]) => {
      const all = withDrawings(storedDrawings(), symbol, next);
      storeDrawings(all);
      setDrawings(all[symbol] ?? []);
      setSelected(null);
    },
    [symbol],
  );
  const remove = useCallback(
    (place: number) => change(state.current.drawings.filter((_, at) => at !== place)),
    [change],
  );

  useEffect(() => {
    if (!isOn) return undefined;
    const made = new Layer((context, width) => paint(context, width, canvas, state.current));
    layer.current = made;
    canvas.addLayer(made);
    const clicked = (point: Spot) => {
      const at = canvas.anchorAt(point);
      if (!at) return;
      const { mode: way, from: start, drawings: known } = state.current;
      if (way === "level") return finish({ kind: "level", price: at.price });
      if (way === "trend" && start) return finish({ kind: "trend", from: start, to: at });
      if (way === "trend") state.current = { ...state.current, from: at };
      else {
        const near = nearest(canvas, known, point);
        if (way === "erase" && near !== null) remove(near);
        else setSelected(near);
      }
      made.repaint();
    };
    const finish = (drawing: Drawing) => {
      state.current = { ...state.current, from: null };
      change([...state.current.drawings, drawing]);
      setMode(null);
    };
    const moved = ({ point }: MouseEventParams) => {
      if (!state.current.from) return;
      state.current = { ...state.current, pointer: point ? canvas.anchorAt(point) : null };
      made.repaint();
    };
    const endTaps = canvas.onTaps(clicked);
    canvas.chart.subscribeCrosshairMove(moved);
    return () => {
      endTaps();
      canvas.chart.unsubscribeCrosshairMove(moved);
      canvas.removeLayer(made);
    };
  }, [canvas, isOn, change, remove]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { selected: place } = state.current;
      if (event.key === "Escape") setMode(null);
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      if (place !== null && !isField(event.target)) remove(place);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [remove]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: these change what the layer draws
  useEffect(() => layer.current?.repaint(), [drawings, mode, selected]);

  return { drawings, mode, setMode, remove, clear: () => change([]) };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Both ends on the screen, null while one of them has no place. */
function ends(canvas: PriceCanvas, drawing: Drawing): readonly [Spot, Spot] | null {
  if (drawing.kind === "level") {
    const y = canvas.yOf(drawing.price);
    return y === null
      ? null
      : [
          { x: 0, y },
          { x: WIDE, y },
        ];
  }
  const [from, to] = [canvas.spotOf(drawing.from), canvas.spotOf(drawing.to)];
  return from && to ? [from, to] : null;
}

function nearest(canvas: PriceCanvas, drawings: readonly Drawing[], at: Spot): number | null {
  let best: { readonly place: number; readonly far: number } | null = null;
  for (const [place, drawing] of drawings.entries()) {
    const spots = ends(canvas, drawing);
    const far = spots ? distance(...spots, at) : REACH;
    if (far < (best?.far ?? REACH)) best = { place, far };
  }
  return best?.place ?? null;
}

function paint(
  context: CanvasRenderingContext2D,
  width: number,
  canvas: PriceCanvas,
  { drawings, from, pointer, selected }: State,
): void {
  const pending: Drawing[] =
    from && pointer ? [{ kind: "trend", from, to: pointer } satisfies Drawing] : [];
  for (const [place, drawing] of [...drawings, ...pending].entries()) {
    const spots = ends(canvas, drawing);
    if (!spots) continue;
    const [start, end] = spots;
    context.beginPath();
    context.strokeStyle = tokenColor(place === selected ? "focus" : "warn");
    context.lineWidth = place === selected ? 3 : 1.5;
    context.moveTo(start.x, start.y);
    context.lineTo(Math.min(end.x, width * 4), end.y);
    context.stroke();
  }
  const first = from ? canvas.spotOf(from) : null;
  if (first) {
    context.beginPath();
    context.fillStyle = tokenColor("warn");
    context.arc(first.x, first.y, 3, 0, 2 * Math.PI);
    context.fill();
  }
}

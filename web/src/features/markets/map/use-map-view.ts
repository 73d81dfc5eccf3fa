import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Box, Point } from "@/ui/map/projection";
import { panBy, type View, viewBox, viewOf, wholeView, zoomAt } from "@/ui/map/view";

const ZOOM_STEP = 1.6;
/** A pointer that moved less was a click. */
const DRAG_PX = 4;
const FOCUS_MARGIN = 0.25;

export interface MapView {
  readonly box: Box;
  readonly zoom: number;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly reset: () => void;
  readonly pan: (right: number, down: number) => void;
  readonly set: (change: (view: View) => View) => void;
  /** Whether the pointer that was just lifted had dragged the map. */
  readonly wasDragged: () => boolean;
}

/**
 * Which part of the frame is shown: moved by dragging, by two fingers, by the wheel with a modifier
 * (the wheel alone scrolls the page), by the buttons and the keys. `part` is shown large when it
 * changes; null shows the whole frame.
 */
export function useMapView(
  ref: RefObject<HTMLElement | null>,
  frame: Box,
  part: Box | null,
): MapView {
  const [view, setView] = useState<View | null>(null);
  const shown = view ?? (part ? viewOf(frame, part, FOCUS_MARGIN) : wholeView(frame));
  const latest = useRef({ frame, shown });
  latest.current = { frame, shown };
  const set = useCallback((change: (view: View) => View) => {
    const next = change(latest.current.shown);
    // Several moves may come before the next drawing.
    latest.current = { ...latest.current, shown: next };
    setView(next);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is shown whole again
  useEffect(() => setView(null), [part]);
  const dragged = useGestures(ref, latest, set);
  const zoomBy = (factor: number) =>
    set((now) => zoomAt(latest.current.frame, now, factor, now.middle));
  return {
    box: viewBox(frame, shown),
    zoom: shown.zoom,
    zoomIn: () => zoomBy(ZOOM_STEP),
    zoomOut: () => zoomBy(1 / ZOOM_STEP),
    reset: () => set(() => wholeView(latest.current.frame)),
    pan: (right, down) => set((now) => panBy(latest.current.frame, now, right, down)),
    set,
    wasDragged: () => dragged.current,
  };
}

type Latest = RefObject<{ readonly frame: Box; readonly shown: View }>;

function useGestures(
  ref: RefObject<HTMLElement | null>,
  latest: Latest,
  set: MapView["set"],
): RefObject<boolean> {
  const dragged = useRef(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const pointers = new Map<number, Point>();
    const place = (x: number, y: number): Point => {
      const { frame, shown } = latest.current;
      const [left, top, right, bottom] = viewBox(frame, shown);
      const bounds = element.getBoundingClientRect();
      return [
        left + ((x - bounds.left) / bounds.width) * (right - left),
        top + ((y - bounds.top) / bounds.height) * (bottom - top),
      ];
    };
    const down = (event: PointerEvent) => {
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (pointers.size === 1) dragged.current = false;
    };
    const move = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now: Point = [event.clientX, event.clientY];
      const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      if (!dragged.current && Math.hypot(dx, dy) < DRAG_PX) return;
      dragged.current = true;
      pointers.set(event.pointerId, now);
      const others = [...pointers].filter(([id]) => id !== event.pointerId);
      const other = others[0]?.[1];
      const { frame } = latest.current;
      if (other) {
        const grown =
          Math.hypot(now[0] - other[0], now[1] - other[1]) /
          Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1]));
        set((view) => zoomAt(frame, view, grown, place(...other)));
      } else {
        set((view) => panBy(frame, view, -dx / element.clientWidth, -dy / element.clientHeight));
      }
    };
    const up = (event: PointerEvent) => pointers.delete(event.pointerId);
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const at = place(event.clientX, event.clientY);
      set((view) => zoomAt(latest.current.frame, view, Math.exp(-event.deltaY / 300), at));
    };
    element.addEventListener("pointerdown", down);
    element.addEventListener("wheel", wheel, { passive: false });
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("wheel", wheel);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    };
  }, [ref, latest, set]);
  return dragged;
}

import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import type { PriceCanvas } from "../../chart/price-canvas";

/** A press that moves less is a click. */
const MOVE_MIN = 3;

export interface Draft {
  readonly id: number;
  /** Where the line is dragged to, on the chart's axis. */
  readonly price: number;
  readonly isDropped: boolean;
}

/**
 * The line that is being dragged. It is kept by the order's id, so that orders which change meanwhile
 * do not end it; Escape does, before and after it is dropped.
 */
export function useLineDrag(canvas: PriceCanvas) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const press = useRef<{
    readonly id: number;
    readonly pointer: number;
    readonly y: number;
  } | null>(null);
  const isOn = draft !== null;
  const cancel = useCallback(() => {
    press.current = null;
    setDraft(null);
  }, []);

  useEffect(() => {
    if (!isOn) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Of the drag alone: the ticket keeps its amount.
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    document.addEventListener("keydown", pressed, true);
    return () => document.removeEventListener("keydown", pressed, true);
  }, [isOn, cancel]);

  const start = (id: number, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { id, pointer: event.pointerId, y: event.clientY };
  };

  const move = (event: PointerEvent<HTMLElement>) => {
    const from = press.current;
    if (from === null || from.pointer !== event.pointerId) return;
    if (draft === null && Math.abs(event.clientY - from.y) < MOVE_MIN) return;
    const { top } = canvas.box.getBoundingClientRect();
    const { height } = canvas.chart.paneSize();
    const y = Math.min(Math.max(event.clientY - top, 1), height - 1);
    const price = canvas.anchorAt({ x: 0, y })?.price ?? null;
    if (price !== null && price > 0) setDraft({ id: from.id, price, isDropped: false });
  };

  const drop = (event: PointerEvent<HTMLElement>) => {
    if (press.current?.pointer !== event.pointerId) return;
    press.current = null;
    setDraft((known) => known && { ...known, isDropped: true });
  };

  return { draft, start, move, drop, cancel };
}

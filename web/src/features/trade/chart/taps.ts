/**
 * Clicks and taps on a chart. The library's own `subscribeClick` is silent on every second click
 * within half a second, also on one at another place: it takes it for a double click.
 */
import type { Spot } from "./model/drawings";

/** A pointer that moves further scrolls the chart. */
const MOVE_MAX = 5;

/** Calls `take` with the place in the box of each press without a movement; returns the end of it. */
export function onTaps(box: HTMLElement, take: (at: Spot) => void): () => void {
  let down: { readonly id: number; readonly x: number; readonly y: number } | null = null;
  const pressed = ({ pointerId, clientX, clientY, button }: PointerEvent) => {
    // A second finger zooms.
    down = button === 0 && down === null ? { id: pointerId, x: clientX, y: clientY } : null;
  };
  const released = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const start = down;
    if (start === null || pointerId !== start.id) return;
    down = null;
    if (Math.abs(clientX - start.x) + Math.abs(clientY - start.y) >= MOVE_MAX) return;
    const { left, top } = box.getBoundingClientRect();
    take({ x: clientX - left, y: clientY - top });
  };
  const cancelled = () => {
    down = null;
  };
  box.addEventListener("pointerdown", pressed, true);
  window.addEventListener("pointerup", released, true);
  window.addEventListener("pointercancel", cancelled, true);
  return () => {
    box.removeEventListener("pointerdown", pressed, true);
    window.removeEventListener("pointerup", released, true);
    window.removeEventListener("pointercancel", cancelled, true);
  };
}

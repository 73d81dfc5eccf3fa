/** Panning and zooming of a map: which part of its frame is shown. */
import type { Box, Point } from "./projection";

/** A magnification and the point of the map in the middle. */
export interface View {
  readonly zoom: number;
  readonly middle: Point;
}

export const ZOOM_MAX = 12;

function middleOf([left, top, right, bottom]: Box): Point {
  return [(left + right) / 2, (top + bottom) / 2];
}

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** The whole frame. */
export function wholeView(frame: Box): View {
  return { zoom: 1, middle: middleOf(frame) };
}

/** Keeps the magnification in its bounds and what is shown inside the frame. */
export function clampView(frame: Box, { zoom, middle: [x, y] }: View): View {
  const bounded = between(1, zoom, ZOOM_MAX);
  const halfWidth = (frame[2] - frame[0]) / bounded / 2;
  const halfHeight = (frame[3] - frame[1]) / bounded / 2;
  return {
    zoom: bounded,
    middle: [
      between(frame[0] + halfWidth, x, frame[2] - halfWidth),
      between(frame[1] + halfHeight, y, frame[3] - halfHeight),
    ],
  };
}

/** The part of the map that a view shows. */
export function viewBox(frame: Box, view: View): Box {
  const { zoom, middle } = clampView(frame, view);
  const halfWidth = (frame[2] - frame[0]) / zoom / 2;
  const halfHeight = (frame[3] - frame[1]) / zoom / 2;
  return [
    middle[0] - halfWidth,
    middle[1] - halfHeight,
    middle[0] + halfWidth,
    middle[1] + halfHeight,
  ];
}

/** Zooms so that the point `at` stays where it is on the screen. */
export function zoomAt(frame: Box, view: View, factor: number, at: Point): View {
  const zoom = between(1, view.zoom * factor, ZOOM_MAX);
  const ratio = view.zoom / zoom;
  const middle: Point = [
    at[0] + (view.middle[0] - at[0]) * ratio,
    at[1] + (view.middle[1] - at[1]) * ratio,
  ];
  return clampView(frame, { zoom, middle });
}

/** Moves by parts of what is shown: 0.5 is half a screen. */
export function panBy(frame: Box, view: View, right: number, down: number): View {
  const box = viewBox(frame, view);
  const [x, y] = middleOf(box);
  return clampView(frame, {
    zoom: view.zoom,
    middle: [x + right * (box[2] - box[0]), y + down * (box[3] - box[1])],
  });
}

/** Shows a part of the map as large as it fits, with a margin around it. */
export function viewOf(frame: Box, part: Box, margin: number): View {
  const width = (frame[2] - frame[0]) / ((part[2] - part[0]) * (1 + margin));
  const height = (frame[3] - frame[1]) / ((part[3] - part[1]) * (1 + margin));
  return clampView(frame, { zoom: Math.min(width, height), middle: middleOf(part) });
}

/** Moves only as far as needed for a point to be shown. */
export function bringIntoView(frame: Box, view: View, [x, y]: Point): View {
  const [left, top, right, bottom] = viewBox(frame, view);
  if (x >= left && x <= right && y >= top && y <= bottom) return view;
  return clampView(frame, { zoom: view.zoom, middle: [x, y] });
}

export type Direction = "left" | "right" | "up" | "down";

const HEADING: Readonly<Record<Direction, Point>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/**
 * The place next to `from` in a direction: the nearest one within 45° of it, where distance
 * across counts twice. null when there is none.
 */
export function nextPlace<T extends { readonly at: Point }>(
  places: readonly T[],
  from: Point,
  direction: Direction,
): T | null {
  const [headX, headY] = HEADING[direction];
  let best: T | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const [dx, dy] = [place.at[0] - from[0], place.at[1] - from[1]];
    const ahead = dx * headX + dy * headY;
    const across = Math.abs(dx * headY + dy * headX);
    if (ahead <= 0 || across > ahead) continue;
    const cost = ahead + 2 * across;
    if (cost < bestCost) {
      best = place;
      bestCost = cost;
    }
  }
  return best;
}

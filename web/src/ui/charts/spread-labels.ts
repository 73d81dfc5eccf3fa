/** Where the labels of a value axis go so that none covers another. Pure. */

export interface WantedLabel {
  readonly id: string;
  /** The value's place, in pixels from the top; outside the axis for a value out of view. */
  readonly y: number;
}

export interface PlacedLabel {
  readonly id: string;
  /** The label's middle. */
  readonly y: number;
  /** The edge beyond which the value lies, null where it is in view. */
  readonly edge: "above" | "below" | null;
}

/**
 * Labels of `height` pixels within an axis of `axis` pixels, each as near to its value as the others
 * allow and in the order of the values. The first ones given win where there is no room for all.
 */
export function spreadLabels(
  wanted: readonly WantedLabel[],
  height: number,
  axis: number,
): readonly PlacedLabel[] {
  const room = Math.max(0, Math.floor(axis / height));
  const sorted = wanted.slice(0, room).sort((one, other) => one.y - other.y);
  const half = height / 2;
  const ys: number[] = [];
  for (const { y } of sorted) {
    const inside = Math.min(Math.max(y, half), axis - half);
    ys.push(Math.max(inside, (ys.at(-1) ?? -half) + height));
  }
  // Those that were pushed beyond the lower end push back.
  let limit = axis - half;
  for (let index = ys.length - 1; index >= 0; index -= 1) {
    const y = Math.min(ys[index] ?? 0, limit);
    ys[index] = y;
    limit = y - height;
  }
  return sorted.map(({ id, y }, index) => ({
    id,
    y: ys[index] ?? 0,
    edge: y < 0 ? "above" : y > axis ? "below" : null,
  }));
}

import type { Box, Point } from "./projection";

export interface LabelWish {
  readonly id: number;
  readonly text: string;
  readonly at: Point;
  readonly radius: number;
  /** Its label may cover the dots of places that are not. */
  readonly isLarge?: boolean;
}

export interface PlacedLabel {
  readonly id: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end" | "middle";
}

const overlaps = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/**
 * Places the labels of the most important places (first in the list) right or left of their dots,
 * else above or below, leaving out each one that would cover another label or dot or leave the bounds.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  glyphWidth: number,
  lineHeight: number,
  bounds: Box,
): readonly PlacedLabel[] {
  const dots = wishes.map(
    ({ at: [x, y], radius }): Box => [x - radius, y - radius, x + radius, y + radius],
  );
  const taken: Box[] = [];
  const placed: PlacedLabel[] = [];
  for (const [index, { id, text, at, radius, isLarge = false }] of wishes.entries()) {
    const isBlocked = (box: Box) =>
      dots.some((dot, other) => {
        const counts = other !== index && (!isLarge || wishes[other]?.isLarge === true);
        return counts && overlaps(box, dot);
      });
    const width = text.length * glyphWidth;
    const gap = radius + glyphWidth * 0.6;
    const rise = radius + lineHeight / 2;
    const options = [
      { anchor: "start" as const, x: at[0] + gap, left: at[0] + gap, y: at[1] },
      { anchor: "end" as const, x: at[0] - gap, left: at[0] - gap - width, y: at[1] },
      { anchor: "middle" as const, x: at[0], left: at[0] - width / 2, y: at[1] - rise },
      { anchor: "middle" as const, x: at[0], left: at[0] - width / 2, y: at[1] + rise },
    ];
    for (const { anchor, x, left, y } of options) {
      const box: Box = [left, y - lineHeight / 2, left + width, y + lineHeight / 2];
      const isFree =
        box[0] >= bounds[0] &&
        box[2] <= bounds[2] &&
        box[1] >= bounds[1] &&
        box[3] <= bounds[3] &&
        !taken.some((other) => overlaps(box, other)) &&
        !isBlocked(box);
      if (!isFree) continue;
      taken.push(box);
      placed.push({ id, text, x, y, anchor });
      break;
    }
  }
  return placed;
}

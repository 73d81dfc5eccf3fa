import type { Box, Point } from "./projection";

export interface LabelWish {
  readonly id: number;
  readonly text: string;
  /** A second line, left out where it would cover anything. */
  readonly detail?: string;
  readonly at: Point;
  readonly radius: number;
  /** Its label may cover the dots of places that are not. */
  readonly isLarge?: boolean;
}

export interface PlacedLabel {
  readonly id: number;
  readonly text: string;
  /** Empty where there is no room for it. */
  readonly detail: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end" | "middle";
}

const overlaps = (a: Box, b: Box) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/**
 * Places the labels of the most important places (first in the list) right or left of their dots,
 * else above or below, leaving out each one that would cover another label or dot or leave the bounds.
 * Second lines take the room that all first lines leave.
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
  const placed: { readonly label: PlacedLabel; readonly index: number; readonly box: Box }[] = [];
  const isFree = (box: Box, index: number, isOwnDotFree: boolean) => {
    const isInside =
      box[0] >= bounds[0] && box[2] <= bounds[2] && box[1] >= bounds[1] && box[3] <= bounds[3];
    const coversDot = dots.some((dot, other) => {
      if (other === index) return !isOwnDotFree && overlaps(box, dot);
      const counts = wishes[index]?.isLarge !== true || wishes[other]?.isLarge === true;
      return counts && overlaps(box, dot);
    });
    return isInside && !coversDot && !taken.some((other) => overlaps(box, other));
  };
  for (const [index, { id, text, at, radius }] of wishes.entries()) {
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
      if (!isFree(box, index, true)) continue;
      taken.push(box);
      placed.push({ label: { id, text, detail: "", x, y, anchor }, index, box });
      break;
    }
  }
  return placed.map(({ label, index, box }) => {
    const detail = wishes[index]?.detail ?? "";
    const width = detail.length * glyphWidth;
    const left = { start: box[0], end: box[2] - width, middle: label.x - width / 2 }[label.anchor];
    const below: Box = [left, box[3], left + width, box[3] + lineHeight];
    if (detail === "" || !isFree(below, index, false)) return label;
    taken.push(below);
    return { ...label, detail };
  });
}

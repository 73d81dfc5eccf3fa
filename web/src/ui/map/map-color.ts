import type { RateE12 } from "@/domain/amounts";
import { toDrawing } from "@/domain/format";

export const STEPS = 9;
/** The width of a step for changes over a year. */
export const YEAR_STEP = 0.02;
const MIDDLE = 5;

/** Step 1 (fell most) to 9 (rose most), each `width` wide; 5 is "flat"; null without data. */
export function mapStep(change: RateE12 | null, width = YEAR_STEP): number | null {
  if (change === null) return null;
  const step = Math.round(toDrawing(change, "RateE12") / width) + MIDDLE;
  return Math.min(STEPS, Math.max(1, step));
}

export function mapColor(change: RateE12 | null, width = YEAR_STEP): string {
  const step = mapStep(change, width);
  return step === null ? "url(#no-data)" : `var(--map-${step})`;
}

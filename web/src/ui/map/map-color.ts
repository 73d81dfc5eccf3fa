import type { RateE12 } from "@/lib/amounts";
import { toDrawing } from "@/lib/format";

/** One colour step per two percent of change in a year; the middle step is "flat". */
export const STEP = 0.02;
export const STEPS = 9;

/** Step 1 (fell most) to 9 (rose most); null without data. */
export function mapStep(change: RateE12 | null): number | null {
  if (change === null) return null;
  const step = Math.round(toDrawing(change, "RateE12") / STEP) + 5;
  return Math.min(STEPS, Math.max(1, step));
}

export function mapColor(change: RateE12 | null): string {
  const step = mapStep(change);
  return step === null ? "url(#no-data)" : `var(--map-${step})`;
}

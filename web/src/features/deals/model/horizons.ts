/** Returns of a deal by holding time, and the year from which one way stays ahead. */

import type { RateE12 } from "@/domain/amounts";
import { toDrawing } from "@/domain/format";
import { parseRate } from "@/domain/parse";
import type { DealHorizons } from "@/generated/api";

export interface Horizon {
  readonly years: number;
  readonly acre: RateE12;
  readonly physical: RateE12;
  readonly isLiquidated: boolean;
}

export function toHorizons({ horizons }: DealHorizons): readonly Horizon[] {
  return horizons.map(({ years, acrePercentage, physicalPercentage, liquidatedAt }) => ({
    years,
    acre: parseRate(acrePercentage),
    physical: parseRate(physicalPercentage),
    isLiquidated: liquidatedAt !== null,
  }));
}

/** The first year from which owning stays ahead to the last one; null where it is never ahead. */
export function owningLeadsFrom(horizons: readonly Horizon[]): number | null {
  const last = horizons.findLastIndex(({ acre, physical }) => acre >= physical);
  return horizons[last + 1]?.years ?? null;
}

/** The first year from which owning stays above 0; null where the last one is a loss. */
export function owningPaysFrom(horizons: readonly Horizon[]): number | null {
  const last = horizons.findLastIndex(({ physical }) => physical < 0n);
  return horizons[last + 1]?.years ?? null;
}

export function horizonText(horizons: readonly Horizon[]): string {
  const longest = horizons.at(-1)?.years;
  if (longest === undefined) return "";
  const leads = owningLeadsFrom(horizons);
  const pays = owningPaysFrom(horizons);
  const first = horizons[0]?.years;
  const lead =
    leads === null
      ? `Acre led for holds of up to ${longest} ${longest === 1 ? "year" : "years"}.`
      : leads === first
        ? "Owning led at every holding time."
        : `Owning led for holds of ${leads} years and longer.`;
  const pay =
    pays === null
      ? "Owning lost money at the longest hold."
      : pays === first
        ? "Owning made money at every holding time."
        : `Owning broke even after ${pays} years.`;
  return `${lead} ${pay}`;
}

export interface Line {
  /** Places from 0 to 1, from the left and from the top. */
  readonly points: readonly (readonly [number, number])[];
}

export interface HorizonDrawing {
  readonly acre: Line;
  readonly physical: Line;
  /** Where the return is 0, from the top. */
  readonly zero: number;
  readonly ticks: readonly { readonly percent: number; readonly y: number }[];
}

const TICKS_MAX = 5;
const STEPS = [1, 2, 5];

/** The smallest round step that needs at most `TICKS_MAX` lines. */
function tickStep(span: number): number {
  for (let power = 0.1; ; power *= 10) {
    const step = STEPS.map((one) => one * power).find((one) => span / one <= TICKS_MAX);
    if (step !== undefined) return step;
  }
}

/** The two curves in a unit square, with 0 and round percentages. */
export function drawHorizons(horizons: readonly Horizon[]): HorizonDrawing {
  const percent = (value: RateE12) => 100 * toDrawing(value, "RateE12");
  const values = horizons.flatMap(({ acre, physical }) => [percent(acre), percent(physical)]);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = tickStep(Math.max(1, high - low));
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(high / step) * step);
  const y = (value: number) => (top - value) / (top - bottom);
  const x = (at: number) => (horizons.length < 2 ? 0.5 : at / (horizons.length - 1));
  const line = (value: (one: Horizon) => RateE12): Line => ({
    points: horizons.map((one, at) => [x(at), y(percent(value(one)))] as const),
  });
  const count = Math.round((top - bottom) / step);
  return {
    acre: line(({ acre }) => acre),
    physical: line(({ physical }) => physical),
    zero: y(0),
    ticks: Array.from({ length: count + 1 }, (_, at) => {
      const value = bottom + at * step;
      return { percent: value, y: y(value) };
    }),
  };
}

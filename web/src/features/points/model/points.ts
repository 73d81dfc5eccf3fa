/** Rows of points as the pages show them. The server works points out; here they are only read. */

import type { PointsE6, RateE12 } from "@/domain/amounts";
import { parsePoints, parseRate } from "@/domain/parse";
import type { DailyPoints, PointsBreakdown, RankedPointsRow, Username } from "@/generated/api";

export interface Boost {
  readonly name: string;
  readonly rate: RateE12;
}

export interface PointsRow {
  readonly user: string;
  /** null where it has none, or where the answer does not say. */
  readonly name: Username | null;
  readonly rank: number | null;
  readonly points: PointsE6;
  readonly trading: PointsE6;
  readonly lp: PointsE6;
  readonly referral: PointsE6;
  /** Those above 0, in the order of the formula. */
  readonly boosts: readonly Boost[];
}

export interface PointsDay {
  readonly date: number;
  readonly trading: PointsE6;
  readonly lp: PointsE6;
  readonly referral: PointsE6;
}

export function toPointsRow(
  wire: RankedPointsRow | PointsBreakdown,
  username: Username | null = null,
): PointsRow {
  const named: readonly (readonly [string, string])[] = [
    ["used a code", wire.referredBoost],
    ["first badge", wire.firstHoaBoost],
    ["further badges", wire.additionalHoaBoost],
    ...wire.snapshotBoosts.map(({ name, boost }) => [name, boost] as const),
  ];
  return {
    user: wire.user,
    name: username,
    rank: wire.rank,
    points: parsePoints(wire.points),
    trading: parsePoints(wire.tradingPoints),
    lp: parsePoints(wire.lpPoints),
    referral: parsePoints(wire.referralPoints),
    boosts: named
      .map(([name, rate]) => ({ name, rate: parseRate(rate) }))
      .filter(({ rate }) => rate !== 0n),
  };
}

export function toDay(wire: DailyPoints): PointsDay {
  return {
    date: wire.date,
    trading: parsePoints(wire.tradingPoints),
    lp: parsePoints(wire.lpPoints),
    referral: parsePoints(wire.referralPoints),
  };
}

export type ProgrammeId = "season3" | "season2" | "season1" | "perpetual" | "seasons";

export interface Programme {
  readonly id: ProgrammeId;
  readonly label: string;
  /** Points per 1.00 USD a day; null for the sum of the seasons. */
  readonly rates: { readonly trading: string; readonly lp: string } | null;
}

export const PROGRAMMES: readonly Programme[] = [
  { id: "season3", label: "Season 3", rates: { trading: "2.5", lp: "5" } },
  { id: "season2", label: "Season 2", rates: { trading: "2", lp: "4" } },
  { id: "season1", label: "Season 1", rates: { trading: "1", lp: "3" } },
  { id: "perpetual", label: "Perpetual", rates: { trading: "2.5", lp: "5" } },
  { id: "seasons", label: "All seasons", rates: null },
];

/** The chosen programme; an unknown value (an edited link) is the running season. */
export function programmeOf(text: string | undefined): Programme {
  const known = PROGRAMMES.find(({ id }) => id === text) ?? PROGRAMMES[0];
  if (known === undefined) throw new Error("there are programmes");
  return known;
}

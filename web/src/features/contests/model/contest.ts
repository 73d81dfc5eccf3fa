/** Contests as the pages show them: no arithmetic on results, the server works them out. */

import type { CollateralE6, RateE12 } from "@/domain/amounts";
import { nullable, parseCollateral, parseRate } from "@/domain/parse";
import type { ContestResult, ContestView, RankedContestResult, Username } from "@/generated/api";

export interface ContestRow {
  readonly user: string;
  /** null where it has none, or where the answer does not say. */
  readonly name: Username | null;
  /** null for a winner as such: the order of the winners is that of the places. */
  readonly rank: number | null;
  readonly gain: CollateralE6;
  readonly percent: RateE12;
  readonly positions: number;
  readonly collateral: CollateralE6;
  readonly openInterest: CollateralE6;
  readonly annualized: RateE12 | null;
}

export interface Prize {
  readonly place: string;
  readonly rankFrom: number;
  readonly rankTo: number;
  /** USD and ACRE have the same decimals. */
  readonly amount: CollateralE6;
  readonly token: string;
}

export interface Contest {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: ContestView["status"];
  readonly startsAt: number;
  readonly endsAt: number;
  readonly metric: ContestView["metric"];
  readonly minCollateral: CollateralE6;
  readonly prizes: readonly Prize[];
  readonly participants: number;
  readonly isJoined: boolean | null;
  readonly winners: readonly ContestRow[] | null;
}

export function toRow(
  wire: ContestResult | RankedContestResult,
  username: Username | null = null,
): ContestRow {
  return {
    user: wire.user,
    name: username,
    rank: "rank" in wire ? wire.rank : null,
    gain: parseCollateral(wire.tokenChange),
    percent: parseRate(wire.percentChange),
    positions: wire.positionCount,
    collateral: parseCollateral(wire.collateralAmount),
    openInterest: parseCollateral(wire.openInterest),
    annualized: nullable(parseRate)(wire.annualizedReturn),
  };
}

export function toContest(wire: ContestView): Contest {
  const { id, name, description, status, startsAt, endsAt, metric } = wire;
  return {
    ...{ id, name, description, status, startsAt, endsAt, metric },
    minCollateral: parseCollateral(wire.minCollateral),
    prizes: wire.prizes.map((prize) => ({
      place: prize.description,
      rankFrom: prize.rankFrom,
      rankTo: prize.rankTo,
      amount: parseCollateral(prize.amount),
      token: prize.token,
    })),
    participants: wire.participantsCount,
    isJoined: wire.isJoined,
    winners: wire.winners?.map((row) => toRow(row)) ?? null,
  };
}

export const METRICS: Readonly<Record<Contest["metric"], string>> = {
  percentChange: "Return, %",
  tokenChange: "Gain in USD",
};

/** What decides between equals. */
export const TIES: Readonly<Record<Contest["metric"], string>> = {
  percentChange: "ties: larger gain, then earlier join",
  tokenChange: "ties: earlier join",
};

/** A contest that ends later has no countdown: it would count tens of thousands of days. */
const FAR_S = 3 * 365 * 86_400;

export type Clock =
  | { readonly label: "Starts in" | "Ends in"; readonly untilS: number }
  | { readonly label: "Ended"; readonly atS: number }
  | { readonly label: "Ends"; readonly text: "never" };

/** What a contest's clock shows at an engine time. */
export function contestClock(contest: Contest, nowS: number | null): Clock {
  if (contest.status === "upcoming") return { label: "Starts in", untilS: contest.startsAt };
  if (contest.status === "finished") return { label: "Ended", atS: contest.endsAt };
  const isFar = nowS !== null && contest.endsAt - nowS > FAR_S;
  return isFar ? { label: "Ends", text: "never" } : { label: "Ends in", untilS: contest.endsAt };
}

/** Whether the list of a finished contest still waits for being frozen. */
export function awaitsFinal(contest: Contest): boolean {
  return contest.status === "finished" && contest.winners === null;
}

/** What a participant lacks for a prize by its last row; null for nothing. */
export function eligibilityGap(row: ContestRow, minCollateral: CollateralE6): string | null {
  if (row.collateral >= minCollateral) return null;
  return row.collateral === 0n
    ? "No margin collateral now; the contest's average counts"
    : "Below the minimum now; the contest's average counts";
}

const ORDINALS = new Intl.PluralRules("en-US", { type: "ordinal" });
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = {
  one: "st",
  two: "nd",
  few: "rd",
};

/** "4th". */
export function ordinal(place: number): string {
  return `${place}${SUFFIXES[ORDINALS.select(place)] ?? "th"}`;
}

/**
 * The rank of a wallet that joins now: it begins with a result of 0 and shares the rank of equal
 * results. Null when `rows`, the first of the ranking, do not reach down to 0.
 */
export function startingRank(
  rows: readonly ContestRow[],
  total: number,
  metric: Contest["metric"],
): number | null {
  const ahead = rows.filter((row) => (metric === "percentChange" ? row.percent : row.gain) > 0n);
  return ahead.length === rows.length && rows.length < total ? null : ahead.length + 1;
}

/** The prize of a winner's place (1-based), null when the place has none. */
export function prizeOfPlace(prizes: readonly Prize[], place: number): Prize | null {
  return prizes.find(({ rankFrom, rankTo }) => rankFrom <= place && place <= rankTo) ?? null;
}

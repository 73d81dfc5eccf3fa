import { describe, expect, it } from "vitest";
import { parseCollateral } from "@/domain/parse";
import type { ContestView } from "@/generated/api";
import {
  awaitsFinal,
  contestClock,
  eligibilityGap,
  ordinal,
  prizeOfPlace,
  startingRank,
  toContest,
  toRow,
} from "./contest";

const WIRE: ContestView = {
  id: "royale",
  name: "Acre Royale",
  slug: "royale",
  description: "Who gains most leads.",
  status: "live",
  startsAt: 1_000,
  endsAt: 2_000,
  metric: "percentChange",
  minCollateral: "100000000",
  prizes: [
    { rankFrom: 1, rankTo: 1, amount: "1000000000", token: "USD", description: "1st place" },
    {
      rankFrom: 2,
      rankTo: 4,
      amount: "50000000",
      token: "ACRE",
      description: "2nd to 4th place",
    },
  ],
  participantsCount: 7,
  isJoined: null,
  winners: null,
};
const RESULT = {
  user: "9LUw",
  tokenChange: "-940021",
  percentChange: "-0.00023500525",
  positionCount: 1,
  collateralAmount: "99999999",
  openInterest: "792285460",
  annualizedReturn: null,
  assetDash: false,
};

describe("toContest and toRow", () => {
  it("reads amounts exactly and keeps what is unknown unknown", () => {
    const contest = toContest({ ...WIRE, winners: [RESULT] });
    expect(contest.minCollateral).toBe(100_000_000n);
    expect(contest.isJoined).toBeNull();
    expect(contest.winners?.[0]?.rank).toBeNull();
    const row = toRow({ ...RESULT, rank: 5 });
    expect(row).toMatchObject({ rank: 5, gain: -940_021n, percent: -235_005_250n });
    expect(row.annualized).toBeNull();
  });
});

describe("contestClock", () => {
  const contest = toContest(WIRE);

  it("counts to the start, then to the end, then shows the end time", () => {
    expect(contestClock({ ...contest, status: "upcoming" }, 500)).toEqual({
      label: "Starts in",
      untilS: 1_000,
    });
    expect(contestClock(contest, 1_500)).toEqual({ label: "Ends in", untilS: 2_000 });
    expect(contestClock({ ...contest, status: "finished" }, 2_000)).toEqual({
      label: "Ended",
      atS: 2_000,
    });
  });

  it("has no countdown to an end that is years away", () => {
    expect(contestClock({ ...contest, endsAt: 4_102_444_800 }, 1_500)).toEqual({
      label: "Ends",
      text: "never",
    });
  });
});

describe("after the end", () => {
  it("waits until the list is frozen, also when it is empty", () => {
    const finished = toContest({ ...WIRE, status: "finished" });
    expect(awaitsFinal(finished)).toBe(true);
    expect(awaitsFinal({ ...finished, winners: [] })).toBe(false);
    expect(awaitsFinal(toContest(WIRE))).toBe(false);
  });

  it("gives each place its prize", () => {
    const { prizes } = toContest(WIRE);
    expect(prizeOfPlace(prizes, 1)?.amount).toBe(1_000_000_000n);
    expect(prizeOfPlace(prizes, 4)?.token).toBe("ACRE");
    expect(prizeOfPlace(prizes, 5)).toBeNull();
  });
});

describe("eligibilityGap", () => {
  it("shows what is missing below the minimum only", () => {
    const minimum = parseCollateral("100000000");
    expect(eligibilityGap(toRow(RESULT), minimum)).toMatch(/^Below the minimum/);
    expect(eligibilityGap(toRow({ ...RESULT, collateralAmount: "0" }), minimum)).toMatch(
      /^No margin collateral/,
    );
    expect(eligibilityGap(toRow({ ...RESULT, collateralAmount: "100000000" }), minimum)).toBeNull();
  });
});

describe("the rank to begin with", () => {
  const rows = ["0.02", "0.01", "0", "-0.01"].map((percentChange) =>
    toRow({ ...RESULT, percentChange }),
  );

  it("is behind every positive result and shared with those at 0", () => {
    expect(startingRank(rows, 4, "percentChange")).toBe(3);
    expect(startingRank([], 0, "percentChange")).toBe(1);
    expect(startingRank(rows, 4, "tokenChange")).toBe(1);
  });

  it("is unknown while the rows do not reach down to 0", () => {
    expect(startingRank(rows.slice(0, 2), 4, "percentChange")).toBeNull();
    expect(startingRank(rows.slice(0, 2), 2, "percentChange")).toBe(3);
  });

  it("is said as an ordinal", () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102].map(ordinal)).toEqual(
      "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd".split(" "),
    );
  });
});

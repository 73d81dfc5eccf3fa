import { describe, expect, it } from "vitest";
import { programmeOf, toDay, toPointsRow } from "./points";

const ROW = {
  user: "9LUw",
  points: "3074500867",
  tradingPoints: "0",
  lpPoints: "2928096064",
  referralPoints: "0",
  referredBoost: "0.05",
  firstHoaBoost: "0",
  additionalHoaBoost: "0.1",
  snapshotBoosts: [
    { id: "s1", name: "Spring snapshot, base", boost: "0.1" },
    { id: "s2", name: "Autumn snapshot, none", boost: "0" },
  ],
  rank: 1,
};

describe("toPointsRow", () => {
  it("keeps the server's points and names the boosts that count", () => {
    const row = toPointsRow(ROW);
    expect(row.points).toBe(3_074_500_867n);
    expect(row.boosts).toEqual([
      { name: "used a code", rate: 50_000_000_000n },
      { name: "further badges", rate: 100_000_000_000n },
      { name: "Spring snapshot, base", rate: 100_000_000_000n },
    ]);
  });

  it("leaves a wallet without a place without a rank", () => {
    expect(toPointsRow({ ...ROW, rank: null }).rank).toBeNull();
  });
});

describe("toDay", () => {
  it("reads the parts of a day", () => {
    const wire = { date: 86_400, tradingPoints: "1", lpPoints: "2", referralPoints: "3" };
    expect(toDay(wire)).toEqual({ date: 86_400, trading: 1n, lp: 2n, referral: 3n });
  });
});

describe("programmeOf", () => {
  it("knows its names and falls back to the newest season", () => {
    expect(programmeOf("perpetual").label).toBe("Perpetual");
    expect(programmeOf("season9").id).toBe("season3");
    expect(programmeOf(undefined).id).toBe("season3");
  });
});

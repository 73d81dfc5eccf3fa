import { describe, expect, it } from "vitest";
import { decodeStake, epochSteps, stakeBlock } from "./stake";

const wire = (change: object = {}) => ({
  locking: "5000000",
  locked: "7000000",
  unlocking: "6000000",
  unlocked: "1",
  unlockingSchedule: [
    { amount: "4000000", epoch: 11 },
    { amount: "2000000", epoch: 12 },
  ],
  unvested: {
    total: "0",
    locking: "0",
    locked: "0",
    preunlocking: "0",
    unlocking: "0",
    unlocked: "0",
  },
  isAccountFull: false,
  hasAccount: true,
  preunlocking: "2000000",
  ...change,
});
const period = {
  epoch: 10,
  start: 6_048_000,
  end: 6_652_800,
  duration: 604_800,
  secondsRemaining: 9,
};

describe("the epochs ahead", () => {
  it("say what happens to each part of the stake, and when", () => {
    const steps = epochSteps(period, decodeStake(wire()));
    expect(steps.map(({ epoch, startS }) => [epoch, startS])).toEqual([
      [10, 6_048_000],
      [11, 6_652_800],
      [12, 7_257_600],
      [13, 7_862_400],
    ]);
    expect(steps.map(({ changes }) => changes.map(({ amount, says }) => [amount, says]))).toEqual([
      [],
      [
        [5_000_000n, "become active and earn points"],
        [2_000_000n, "begin to unlock"],
        [4_000_000n, "unlock"],
      ],
      [[2_000_000n, "unlock"]],
      [],
    ]);
  });

  it("reach as far as the schedule and are shown without a stake too", () => {
    const far = decodeStake(wire({ unlockingSchedule: [{ amount: "1", epoch: 15 }] }));
    expect(epochSteps(period, far).at(-1)?.epoch).toBe(15);
    expect(epochSteps(period, null).every(({ changes }) => changes.length === 0)).toBe(true);
  });
});

it("says why a full account takes no stake", () => {
  expect(stakeBlock(decodeStake(wire()))).toBeNull();
  expect(stakeBlock(decodeStake(wire({ isAccountFull: true })))).toContain("100 stakes");
});

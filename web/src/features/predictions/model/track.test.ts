import { expect, it } from "vitest";
import type { LiveQuestion } from "./question";
import { follow, POINTS_MAX, PRINTS_MAX, type Track } from "./track";

function row(values: Partial<LiveQuestion>): LiveQuestion {
  return {
    marketId: 1,
    status: "open",
    lastYesPrice: null,
    bestYesBid: 40,
    bestYesAsk: 44,
    volumeContracts: 0,
    openInterestContracts: 0,
    ...values,
  };
}

it("begins with what the snapshot says and claims no trade of before", () => {
  expect(follow(undefined, row({ volumeContracts: 90, lastYesPrice: 41 }), 5, false)).toMatchObject(
    {
      points: [{ atS: 5, percent: 42 }],
      prints: [],
    },
  );
});

it("adds a point when the probability moves and a print when contracts were traded", () => {
  const first = follow(undefined, row({}), 5, false);
  const traded = row({ volumeContracts: 12, lastYesPrice: 44, bestYesAsk: 46 });
  const second = follow(first, traded, 9, true);
  expect(second.points).toEqual([
    { atS: 5, percent: 42 },
    { atS: 9, percent: 43 },
  ]);
  expect(second.prints).toEqual([{ volume: 12, atS: 9, yesPrice: 44, contracts: 12 }]);
  const again = follow(second, { ...traded, volumeContracts: 24 }, 9, true);
  expect(new Set(again.prints.map(({ volume }) => volume)).size).toBe(2);
  expect(follow(second, { ...traded, openInterestContracts: 3 }, 11, true).points).toBe(
    second.points,
  );
});

it("breaks the line and names no trades where messages were missed", () => {
  const first = follow(undefined, row({}), 5, false);
  const later = follow(
    first,
    row({ bestYesBid: 60, bestYesAsk: 62, volumeContracts: 9 }),
    50,
    false,
  );
  expect(later.points).toEqual([
    { atS: 5, percent: 42 },
    { atS: 49, percent: null },
    { atS: 50, percent: 61 },
  ]);
  expect(later.prints).toEqual([]);
});

it("keeps one point a second, the later one", () => {
  const first = follow(undefined, row({}), 5, false);
  const second = follow(first, row({ bestYesBid: 50, bestYesAsk: 50 }), 5, true);
  expect(second.points).toEqual([{ atS: 5, percent: 50 }]);
});

it("keeps a bounded past", () => {
  let track: Track | undefined;
  for (let at = 1; at <= 2 * POINTS_MAX; at += 1) {
    const bid = 40 + (at % 2);
    track = follow(track, row({ bestYesBid: bid, volumeContracts: at, lastYesPrice: 9 }), at, true);
  }
  expect(track?.points).toHaveLength(POINTS_MAX);
  expect(track?.points.at(-1)?.atS).toBe(2 * POINTS_MAX);
  expect(track?.prints).toHaveLength(PRINTS_MAX);
  expect(track?.prints[0]?.atS).toBe(2 * POINTS_MAX);
});

import { expect, it } from "vitest";
import { intervalFor, linePoints, spansOf } from "./history";

const DAY_S = 86_400;
const life = (days: number) => ({ opensAt: 1_000, closesAt: 1_000 + days * DAY_S });

it("offers the spans that are shorter than what was traded, and all of it", () => {
  const ids = (days: number, nowS: number | null = null) =>
    spansOf(life(days), nowS).map(({ value }) => value);
  expect(ids(1)).toEqual(["all"]);
  expect(ids(7)).toEqual(["1d", "all"]);
  expect(ids(8)).toEqual(["1d", "1w", "all"]);
  expect(ids(90)).toEqual(["1d", "1w", "1m", "all"]);
  expect(ids(90, 1_000 + 2 * DAY_S)).toEqual(["1d", "all"]);
  expect(ids(90, 1_000 - DAY_S)).toEqual(["all"]);
  expect(ids(2, 1_000 + 90 * DAY_S)).toEqual(["1d", "all"]);
});

it("asks for the finest bars of which there are not too many", () => {
  expect(intervalFor("1d", life(90), null)).toBe("5m");
  expect(intervalFor("1w", life(90), null)).toBe("1h");
  expect(intervalFor("1m", life(90), null)).toBe("4h");
  expect(intervalFor("all", life(90), null)).toBe("1d");
  expect(intervalFor("all", life(90), 1_000 + DAY_S)).toBe("5m");
  expect(intervalFor("all", life(90), 1_000 + 10 * DAY_S)).toBe("1h");
  expect(intervalFor("all", life(2_000), null)).toBe("1w");
  // a span that is longer than the question is the question
  expect(intervalFor("1m", life(1), null)).toBe("5m");
});

it("draws each close where its bar ends, the last one now", () => {
  const history = {
    interval: "5m" as const,
    timestamp: [300, 600, 900],
    open: [40, 55, 50],
    close: [55, 55, 45],
  };
  const points = [
    { time: 300, value: 40 },
    { time: 600, value: 55 },
    { time: 900, value: 55 },
  ];
  expect(linePoints(history, 1_000)).toEqual([...points, { time: 1_000, value: 45 }]);
  expect(linePoints(history, 5_000)).toEqual([...points, { time: 1_200, value: 45 }]);
  expect(linePoints(history, null)).toEqual([...points, { time: 1_200, value: 45 }]);
  // the clock of the page may be behind the server's: times stay in order
  expect(linePoints(history, 899).at(-1)).toEqual({ time: 901, value: 45 });
});

it("makes a line of a first bar and nothing of none", () => {
  const one = { interval: "1h" as const, timestamp: [3_600], open: [40], close: [60] };
  expect(linePoints(one, 3_600)).toEqual([
    { time: 3_600, value: 40 },
    { time: 3_601, value: 60 },
  ]);
  expect(linePoints({ ...one, timestamp: [], open: [], close: [] }, 3_600)).toEqual([]);
});

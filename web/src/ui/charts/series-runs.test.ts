import { expect, it } from "vitest";
import { splitRuns } from "./series-runs";

const points = (...values: (number | null)[]) => values.map((value, time) => ({ time, value }));
const values = (runs: ReturnType<typeof splitRuns>) =>
  runs.map((run) => run.map(({ value }) => value));

it("leaves a line without gaps as it is", () => {
  const whole = points(1, 2, 3);
  expect(splitRuns(whole)).toEqual([whole]);
});

it("makes a line of each run, with all the times", () => {
  expect(values(splitRuns(points(1, 2, null, null, 5, null)))).toEqual([
    [1, 2, null, null, null, null],
    [null, null, null, null, 5, null],
  ]);
  expect(values(splitRuns(points(null, 7)))).toEqual([[null, 7]]);
});

it("draws rare values as one line", () => {
  const rare = points(...Array.from({ length: 100 }, (_, index) => (index % 2 ? null : index)));
  expect(splitRuns(rare)).toEqual([rare]);
});

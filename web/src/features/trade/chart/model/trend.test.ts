import { expect, it } from "vitest";
import { leastSquares } from "./trend";

it("is the line itself for points on a line, gaps left out", () => {
  const line = leastSquares([1, 3, null, 7]);
  expect(line?.slope).toBeCloseTo(2);
  expect(line?.start).toBeCloseTo(1);
});

it("has the least squares of distances", () => {
  const line = leastSquares([1, 2, 2]);
  expect(line?.slope).toBeCloseTo(0.5);
  expect(line?.start).toBeCloseTo(7 / 6);
});

it("is unknown for fewer than two points", () => {
  expect(leastSquares([])).toBeNull();
  expect(leastSquares([null, 5])).toBeNull();
});

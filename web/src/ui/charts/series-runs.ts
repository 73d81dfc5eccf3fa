import type { ChartPoint } from "./series-chart-canvas";

/** So many gaps are no gaps any more, but rare values; they are drawn as one line. */
const RUNS_MAX = 40;

/**
 * The runs of values between gaps, each with all the times, so that a gap keeps its width. The chart
 * library joins a line across times without a value; one line a run does not.
 */
export function splitRuns(points: readonly ChartPoint[]): readonly (readonly ChartPoint[])[] {
  let run = 0;
  const numbers = points.map(({ value }, index) => {
    if (value !== null && index > 0 && points[index - 1]?.value === null) run += 1;
    return run;
  });
  const count = run + 1;
  if (count === 1 || count > RUNS_MAX) return [points];
  const runs = Array.from({ length: count }, (_, wanted) =>
    points.map((point, index) => (numbers[index] === wanted ? point : { ...point, value: null })),
  );
  return runs.filter((one) => one.some(({ value }) => value !== null));
}

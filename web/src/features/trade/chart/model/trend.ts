/** A straight line through points by least squares; for drawing only. */
export function leastSquares(values: readonly (number | null)[]): {
  readonly start: number;
  readonly slope: number;
} | null {
  let [count, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
  for (const [x, y] of values.entries()) {
    if (y === null) continue;
    count += 1;
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumXY += x * y;
  }
  const spread = count * sumXX - sumX * sumX;
  if (count < 2 || spread === 0) return null;
  const slope = (count * sumXY - sumX * sumY) / spread;
  return { start: (sumY - slope * sumX) / count, slope };
}

import type { PriceE8 } from "@/domain/amounts";
import type { PricePoint } from "@/domain/model";

export interface AveragePoint {
  readonly timestamp: number;
  readonly value: PriceE8 | null;
}

/** The mean of the last `count` values, rounded half up; null before there are that many. */
export function movingAverage(
  points: readonly PricePoint[],
  count: number,
): readonly AveragePoint[] {
  const size = BigInt(count);
  let sum = 0n;
  return points.map(({ timestamp, value }, index) => {
    sum += value;
    const gone = points[index - count];
    if (gone) sum -= gone.value;
    const mean = index + 1 < count ? null : (((2n * sum + size) / (2n * size)) as PriceE8);
    return { timestamp, value: mean };
  });
}

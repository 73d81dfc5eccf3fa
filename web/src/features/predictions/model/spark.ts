/** A small line of an index with its strike, as SVG path data; for drawing only. */

export interface Spark {
  readonly path: string;
  readonly strikeY: number | null;
}

const MARGIN = 2;

export function spark(
  values: readonly number[],
  strike: number | null,
  width: number,
  height: number,
): Spark {
  const all = strike === null ? values : [...values, strike];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const y = (value: number) => height - MARGIN - ((value - low) / span) * (height - 2 * MARGIN);
  const step = width / Math.max(1, values.length - 1);
  const path =
    values.length < 2
      ? ""
      : values
          .map(
            (value, at) =>
              `${at === 0 ? "M" : "L"}${(at * step).toFixed(1)} ${y(value).toFixed(1)}`,
          )
          .join("");
  return { path, strikeY: strike === null || path === "" ? null : y(strike) };
}

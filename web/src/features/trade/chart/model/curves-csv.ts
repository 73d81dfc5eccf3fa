import { formatExact } from "@/domain/format";
import type { Curve, Value } from "./curves";

/** Heads and rows of a file with what the curves show from an instant on; rows are days in UTC. */
export function csvOf(curves: readonly Curve[], fromS: number) {
  const rows = new Map<number, (string | null)[]>();
  for (const [column, { values }] of curves.entries()) {
    for (const value of values) {
      if (value.timestamp < fromS) continue;
      const row = rows.get(value.timestamp) ?? curves.map(() => null);
      row[column] = exactText(value);
      rows.set(value.timestamp, row);
    }
  }
  return {
    heads: ["date", ...curves.map(({ name }) => name)],
    rows: [...rows]
      .sort(([one], [other]) => one - other)
      .map(([timestamp, cells]) => [
        new Date(timestamp * 1000).toISOString().slice(0, 10),
        ...cells,
      ]),
  };
}

function exactText(value: Value): string | null {
  if (value.value === null) return null;
  return formatExact(value.value, value.kind === "price" ? "PriceE8" : "RateE12");
}

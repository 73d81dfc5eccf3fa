import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { summariesQuery } from "@/api/queries";
import type { PricePoint } from "@/domain/model";
import { movingAverage } from "../model/average";
import { type Curve, priceCurve } from "../model/curves";
import { mergePoints } from "../model/derive";
import { useOtherHistories } from "../use-history";

/** Days of the moving averages: those of the engine's two forecasts. */
export const AVERAGES = [30, 120] as const;
export const COMPARED_MAX = 3;
const COMPARE_COLORS = ["yes", "no", "up"] as const;
const AVERAGE_COLORS = { 30: "warn", 120: "yes" } as const;

export const comparedOf = (chosen: readonly string[]) =>
  chosen.filter((id) => id.startsWith("compare:")).map((id) => id.slice("compare:".length));

/** Gives the chart the curves of what was chosen: compared markets and averages. */
export function useAdded(
  chosen: readonly string[],
  prints: readonly PricePoint[],
  onAdded: (curves: readonly Curve[]) => void,
): void {
  const compared = comparedOf(chosen);
  const { data: summaries } = useQuery(summariesQuery);
  const others = useOtherHistories(compared);
  const averages = useMemo(
    () =>
      AVERAGES.filter((days) => chosen.includes(`average:${days}`)).map((days) =>
        priceCurve(
          {
            id: `average:${days}`,
            name: `${days}-day average`,
            color: AVERAGE_COLORS[days],
            style: "thin",
          },
          movingAverage(prints, days),
        ),
      ),
    [chosen, prints],
  );
  // Made anew only when data come: the queries give new arrays for each render.
  const key = others.map(
    ({ symbol, recent, older }) => `${symbol} ${recent.length} ${older.length}`,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const curves = useMemo(
    () =>
      others.map(({ symbol, recent, older }) =>
        priceCurve(
          {
            id: `compare:${symbol}`,
            name: summaries?.find((one) => one.symbol === symbol)?.name ?? symbol,
            color: COMPARE_COLORS[compared.indexOf(symbol)] ?? "text-3",
            style: "line",
          },
          mergePoints(older, recent),
        ),
      ),
    [key.join(), summaries === undefined],
  );
  useEffect(() => onAdded([...curves, ...averages]), [curves, averages, onAdded]);
}

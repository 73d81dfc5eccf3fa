import { states } from "virtual:us-states";
import { toDrawing } from "@/domain/format";
import { around, fitBox, placeOnMap } from "@/ui/map/projection";
import { type Lean, leanByState, leanOf, type PlaceExposure } from "./model/exposure";

/** Drawn as insets far from where they lie; left out where no position needs them. */
const INSETS: readonly string[] = ["AK", "HI"];
const ASPECT = 1.7;
const DOT_SMALLEST = 8;
const DOT_GROWTH = 22;
const COLORS: Readonly<Record<Lean, string>> = { long: "var(--up)", short: "var(--down)" };

/** States in the colour of the way a wallet leans there, a dot for each market. For the eye only. */
export function ExposureMap({ places }: { readonly places: readonly PlaceExposure[] }) {
  const leans = leanByState(places);
  const drawn = states.filter(({ code }) => leans.has(code) || !INSETS.includes(code));
  const [left, top, right, bottom] = fitBox(around(drawn.map(({ box }) => box)), ASPECT, 0.04);
  const notional = ({ long, short }: PlaceExposure) => toDrawing(long + short, "CollateralE6");
  const largest = Math.max(1, ...places.map(notional));
  return (
    <svg
      viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
      style={{ display: "block", width: "100%", maxHeight: 320, aspectRatio: ASPECT, padding: 8 }}
      aria-hidden="true"
    >
      {drawn.map(({ code, path }) => {
        const lean = leans.get(code);
        return (
          <path
            key={code}
            d={path}
            fill={
              lean
                ? `color-mix(in srgb, ${COLORS[lean]} 24%, var(--surface-2))`
                : "var(--surface-2)"
            }
            stroke="var(--line)"
          />
        );
      })}
      {places.map((place) => {
        const at = placeOnMap(place.longitude, place.latitude);
        if (!at) return null;
        return (
          <circle
            key={place.marketId}
            cx={at[0]}
            cy={at[1]}
            r={DOT_SMALLEST + DOT_GROWTH * Math.sqrt(notional(place) / largest)}
            fill={COLORS[leanOf(place)]}
            fillOpacity={0.75}
            stroke="var(--bg)"
            strokeWidth={2}
          />
        );
      })}
    </svg>
  );
}

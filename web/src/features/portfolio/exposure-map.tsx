import { states } from "virtual:us-states";
import { toDrawing } from "@/domain/format";
import { around, fitBox, placeOnMap } from "@/ui/map/projection";
import { type Lean, leanByState, leanOf, type PlaceExposure } from "./model/exposure";

/** Drawn as insets beside the other states: shown only with a position there. */
const INSETS: readonly string[] = ["AK", "HI"];
const ASPECT = 1.7;
/** Radii of dots as parts of the map's width. */
const DOT_SMALLEST = 0.012;
const DOT_GROWTH = 0.028;
const COLORS: Readonly<Record<Lean, string>> = { long: "var(--up)", short: "var(--down)" };

/** The states with positions, colored by net side, and a dot per market; decorative. */
export function ExposureMap({ places }: { readonly places: readonly PlaceExposure[] }) {
  const leans = leanByState(places);
  const held = states.filter(({ code }) => leans.has(code));
  if (held.length === 0) return null;
  const [left, top, right, bottom] = fitBox(around(held.map(({ box }) => box)), ASPECT, 0.08);
  const width = right - left;
  const drawn = states.filter(({ code }) => leans.has(code) || !INSETS.includes(code));
  const notional = ({ long, short }: PlaceExposure) => toDrawing(long + short, "CollateralE6");
  const largest = Math.max(1, ...places.map(notional));
  return (
    <svg
      viewBox={`${left} ${top} ${width} ${bottom - top}`}
      style={{ display: "block", width: "100%", maxHeight: 200, aspectRatio: ASPECT }}
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
            strokeWidth={width / 600}
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
            r={width * (DOT_SMALLEST + DOT_GROWTH * Math.sqrt(notional(place) / largest))}
            fill={COLORS[leanOf(place)]}
            fillOpacity={0.75}
            stroke="var(--bg)"
            strokeWidth={width / 400}
          />
        );
      })}
    </svg>
  );
}

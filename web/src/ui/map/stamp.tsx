import { type Outline, outlines } from "virtual:us-outlines";
import { useEffect, useState } from "react";
import { placeOnMap } from "./projection";

const COUNTRY = "US";

interface StampProps {
  readonly state: string | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly size?: number;
}

/** A market's identity: its state's outline with the city's dot, or the country's. Decorative. */
export function Stamp({ state, longitude, latitude, size = 40 }: StampProps) {
  const shape = useOutline(state ?? COUNTRY);
  if (!shape) return <svg width={size} height={size} aria-hidden="true" />;
  const [left, top, right, bottom] = shape.box;
  const span = Math.max(right - left, bottom - top) * 1.08;
  const originX = (left + right) / 2 - span / 2;
  const originY = (top + bottom) / 2 - span / 2;
  const dot = placeOnMap(longitude, latitude);
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${originX} ${originY} ${span} ${span}`}
      aria-hidden="true"
      style={{ display: "block", flex: "none" }}
    >
      <path
        d={shape.path}
        fill="var(--surface-3)"
        stroke="var(--control-border)"
        strokeWidth={span / 60}
      />
      {dot ? (
        <circle
          cx={dot[0]}
          cy={dot[1]}
          r={span / 11}
          fill="var(--accent)"
          stroke="var(--surface-1)"
          strokeWidth={span / 40}
        />
      ) : null}
    </svg>
  );
}

function useOutline(state: string): Outline | null {
  const [shape, setShape] = useState<Outline | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = outlines[state];
    load?.().then(
      ({ outline }) => isCurrent && setShape(outline),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [state]);
  return shape;
}

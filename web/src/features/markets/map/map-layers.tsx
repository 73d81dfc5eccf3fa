import type { states } from "virtual:us-states";
import { memo } from "react";
import { mapColor } from "@/ui/map/map-color";
import type { PlacedLabel } from "@/ui/map/place-labels";
import css from "../markets-page.module.css";
import { type MapDot, STEP_WIDTHS } from "../model/map-dots";
import type { ChangeWindow, StateChange } from "../model/market-rows";

type Shape = (typeof states)[number];
const LABEL_PX = 12;

interface StatesLayerProps {
  readonly shapes: readonly Shape[];
  readonly changes: ReadonlyMap<string, StateChange>;
  readonly window: ChangeWindow;
  readonly chosen: string | null;
  readonly onHover: (code: string | null) => void;
}

/** The states, coloured by their change; hatched where there is no market. */
export const StatesLayer = memo(function StatesLayer(props: StatesLayerProps) {
  const { shapes, changes, window, chosen, onHover } = props;
  return shapes.map(({ code, path }) => (
    <path
      key={code}
      d={path}
      data-state={code}
      data-own={chosen === code}
      className={css["state"]}
      fill={mapColor(changes.get(code)?.change ?? null, STEP_WIDTHS[window])}
      fillOpacity={chosen === null || chosen === code ? 0.62 : 0.22}
      onPointerEnter={() => onHover(code)}
      onPointerLeave={() => onHover(null)}
    />
  ));
});

interface DotsLayerProps {
  readonly dots: readonly MapDot[];
  readonly pixel: number;
  readonly pointedId: number | null;
  readonly onPoint: (id: number | null) => void;
}

/** A dot for each market; the small ones lie on top, so that each can be reached. */
export const DotsLayer = memo(function DotsLayer(props: DotsLayerProps) {
  const { dots, pixel, pointedId, onPoint } = props;
  return dots.map((dot) => {
    const isPointed = dot.id === pointedId;
    return (
      <circle
        key={dot.id}
        data-market={dot.symbol}
        className={css["dot"]}
        cx={dot.at[0]}
        cy={dot.at[1]}
        r={dot.radius + (isPointed ? 2 * pixel : 0)}
        fill={dot.color}
        opacity={dot.isShown || isPointed ? 1 : 0.35}
        stroke={isPointed ? "var(--focus)" : "var(--text-1)"}
        strokeWidth={(isPointed ? 3 : 1.25) * pixel}
        onPointerEnter={({ pointerType }) => pointerType !== "touch" && onPoint(dot.id)}
        onPointerLeave={({ pointerType }) => pointerType !== "touch" && onPoint(null)}
      />
    );
  });
});

interface LabelsLayerProps {
  readonly labels: readonly PlacedLabel[];
  readonly pixel: number;
}

export const LabelsLayer = memo(function LabelsLayer({ labels, pixel }: LabelsLayerProps) {
  return labels.map((label) => (
    <text
      key={label.id}
      className={css["label"]}
      x={label.x}
      y={label.y}
      dy="0.35em"
      textAnchor={label.anchor}
      fontSize={LABEL_PX * pixel}
      strokeWidth={3 * pixel}
    >
      {label.text}
    </text>
  ));
});

/** Hatching for what has no data, as wide on the screen at every zoom. */
export function NoDataPattern({ pixel }: { readonly pixel: number }) {
  return (
    <defs>
      <pattern
        id="no-data"
        width={6 * pixel}
        height={6 * pixel}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={6 * pixel} height={6 * pixel} fill="var(--surface-1)" />
        <rect width={1.5 * pixel} height={6 * pixel} fill="var(--line)" />
      </pattern>
    </defs>
  );
}

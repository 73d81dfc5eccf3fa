import type { states } from "virtual:us-states";
import { memo } from "react";
import { mapColor } from "@/ui/map/map-color";
import type { PlacedLabel } from "@/ui/map/place-labels";
import css from "../markets-page.module.css";
import { STEP_WIDTHS } from "../model/map-dots";
import type { MapGroup } from "../model/map-groups";
import type { ChangeWindow, StateChange } from "../model/market-rows";

type Shape = (typeof states)[number];
const LABEL_PX = 12;
const COUNT_PX = 11;

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
  readonly groups: readonly MapGroup[];
  readonly pixel: number;
  readonly pointed: MapGroup | undefined;
  readonly onPoint: (id: number | null) => void;
}

/** A dot for each market, a number where several pile up; the small ones lie on top. */
export const DotsLayer = memo(function DotsLayer(props: DotsLayerProps) {
  const { groups, pixel, pointed, onPoint } = props;
  const drawn = [...groups].sort((a, b) => b.radius - a.radius);
  return drawn.map((group) => {
    const { lead, members, radius } = group;
    const isPointed = group === pointed;
    const isGroup = members.length > 1;
    return (
      <g
        key={lead.id}
        onPointerEnter={({ pointerType }) => pointerType !== "touch" && onPoint(lead.id)}
        onPointerLeave={({ pointerType }) => pointerType !== "touch" && onPoint(null)}
      >
        <circle
          data-market={lead.symbol}
          data-group={isGroup || undefined}
          className={css["dot"]}
          cx={lead.at[0]}
          cy={lead.at[1]}
          r={radius + (isPointed ? 2 * pixel : 0)}
          fill={isGroup ? "var(--surface-2)" : lead.color}
          opacity={lead.isShown || isPointed ? 1 : 0.35}
          stroke={isPointed ? "var(--focus)" : "var(--text-1)"}
          strokeWidth={(isPointed ? 3 : 1.25) * pixel}
        />
        {isGroup ? (
          <text
            className={css["count"]}
            x={lead.at[0]}
            y={lead.at[1]}
            dy="0.35em"
            textAnchor="middle"
            fontSize={COUNT_PX * pixel}
          >
            {members.length}
          </text>
        ) : null}
      </g>
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
      {label.detail ? (
        <tspan x={label.x} dy="1.2em" className={css["price"]}>
          {label.detail}
        </tspan>
      ) : null}
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

import { type Outline, outlines } from "virtual:us-outlines";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { Market, MarketSummary } from "@/domain/model";
import { mapColor } from "@/ui/map/map-color";
import { fitBox, placeOnMap } from "@/ui/map/projection";
import css from "./market-list.module.css";

const COUNTRY = "US";
/** Of a colour, for changes of a year: as the markets page shows them. */
const YEAR_STEP = 0.02;
const ASPECT = 236 / 150;

interface MiniMapProps {
  readonly market: Market;
  readonly summaries: readonly MarketSummary[];
  readonly onChosen: (() => void) | undefined;
}

/** Where the markets lie, this one marked; the list below says the same, so it is hidden. */
export function MiniMap({ market, summaries, onChosen }: MiniMapProps) {
  const states = new Set(summaries.flatMap(({ state }) => (state === null ? [] : [state])));
  const shape = useOutline(states.size === 1 ? ([...states][0] ?? COUNTRY) : COUNTRY);
  const navigate = useNavigate();
  const dots = useMemo(
    () =>
      summaries.flatMap((summary) => {
        const at = placeOnMap(summary.longitude, summary.latitude);
        return at ? [{ ...summary, at }] : [];
      }),
    [summaries],
  );
  if (!shape) return <div className={css["map"]} />;
  const box = fitBox(shape.box, ASPECT, 0.06);
  const pixel = (box[2] - box[0]) / 236;
  const chosen = dots.find(({ marketId }) => marketId === market.marketId);
  const open = (symbol: string) => {
    onChosen?.();
    void navigate({ to: "/trade/$symbol", params: { symbol } });
  };
  return (
    <svg
      className={css["map"]}
      viewBox={`${box[0]} ${box[1]} ${box[2] - box[0]} ${box[3] - box[1]}`}
      aria-hidden="true"
    >
      <path
        d={shape.path}
        fill="var(--surface-2)"
        stroke="var(--control-border)"
        strokeWidth={pixel}
      />
      {dots.map(({ marketId, name, symbol, at, change1y }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the list below has the links
        <circle
          key={marketId}
          cx={at[0]}
          cy={at[1]}
          r={3.5 * pixel}
          fill={change1y === null ? "var(--surface-3)" : mapColor(change1y, YEAR_STEP)}
          stroke="var(--bg)"
          strokeWidth={pixel}
          onClick={() => open(symbol)}
        >
          <title>{name}</title>
        </circle>
      ))}
      {chosen ? (
        <circle
          cx={chosen.at[0]}
          cy={chosen.at[1]}
          r={6.5 * pixel}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2.5 * pixel}
          pointerEvents="none"
        />
      ) : null}
    </svg>
  );
}

function useOutline(state: string): Outline | null {
  const [shape, setShape] = useState<Outline | null>(null);
  useEffect(() => {
    let isCurrent = true;
    outlines[state]?.().then(
      ({ outline }) => isCurrent && setShape(outline),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [state]);
  return shape;
}

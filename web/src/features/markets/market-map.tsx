import { counties } from "virtual:us-counties";
import { states } from "virtual:us-states";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { toDrawing } from "@/lib/format";
import { Amount, Rate } from "@/ui/amount";
import { mapColor, STEPS } from "@/ui/map/map-color";
import { type LabelWish, placeLabels } from "@/ui/map/place-labels";
import { around, fitBox, type Point, placeOnMap } from "@/ui/map/projection";
import css from "./markets-page.module.css";
import { commonState, type MarketRow } from "./model/market-rows";

interface MarketMapProps {
  readonly rows: readonly MarketRow[];
  readonly pointedId: number | null;
  readonly onPoint: (marketId: number | null) => void;
}

/** Drawn as insets far from where they lie; left out where no market needs them. */
const INSETS: readonly string[] = ["AK", "HI"];
const LABEL_PX = 12;

/** The map; the table beside it is its accessible twin, so it is hidden from screen readers. */
export function MarketMap({ rows, pointedId, onPoint }: MarketMapProps) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const state = useMemo(() => commonState(rows), [rows]);
  const countyPath = useCountyLines(state);
  const drawn = useMemo(() => {
    const used = new Set(rows.map((row) => row.state));
    return states.filter(({ code }) => used.has(code) || !INSETS.includes(code));
  }, [rows]);
  const box = useMemo(() => {
    const zoomed = drawn.filter(({ code }) => state === null || code === state);
    return fitBox(around(zoomed.map((shape) => shape.box)), size.width / size.height, 0.08);
  }, [drawn, state, size]);
  const pixel = (box[2] - box[0]) / size.width;
  const growth = size.width < 500 ? 4 : 9;
  const dots = useMemo(() => makeDots(rows, pixel, growth), [rows, pixel, growth]);
  const labels = useMemo(() => placeLabels(dots, 6.6 * pixel, 14 * pixel, box), [dots, pixel, box]);
  const pointed = rows.find((row) => row.marketId === pointedId);

  return (
    <div ref={ref} className={css["mapBox"]}>
      <svg
        viewBox={`${box[0]} ${box[1]} ${box[2] - box[0]} ${box[3] - box[1]}`}
        preserveAspectRatio="xMidYMid meet"
        aria-hidden="true"
      >
        <NoDataPattern pixel={pixel} />
        {drawn.map(({ code, path }) => (
          <path
            key={code}
            d={path}
            fill={code === state ? "var(--surface-2)" : "var(--surface-1)"}
            stroke={code === state ? "var(--control-border)" : "var(--line)"}
            strokeWidth={(code === state ? 1.25 : 1) * pixel}
          />
        ))}
        {countyPath ? (
          <path d={countyPath} fill="none" stroke="var(--line)" strokeWidth={0.75 * pixel} />
        ) : null}
        {dots.map((dot) => (
          <Dot
            key={dot.id}
            dot={dot}
            pixel={pixel}
            isPointed={dot.id === pointedId}
            onPoint={onPoint}
          />
        ))}
        {labels.map((label) => (
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
        ))}
      </svg>
      <Legend />
      {pointed ? <PointedCard row={pointed} /> : null}
    </div>
  );
}

interface MapDot extends LabelWish {
  readonly symbol: string;
  readonly color: string;
}

/** Biggest open interest first, so that its label wins; the area shows the open interest. */
function makeDots(rows: readonly MarketRow[], pixel: number, growth: number): readonly MapDot[] {
  const interest = (row: MarketRow) =>
    row.openInterest === null ? 0 : toDrawing(row.openInterest, "CollateralE6");
  const largest = Math.max(1, ...rows.map(interest));
  return rows
    .flatMap((row) => {
      const at: Point | null = placeOnMap(row.longitude, row.latitude);
      if (!at) return [];
      const radius = (6 + growth * Math.sqrt(interest(row) / largest)) * pixel;
      const color = mapColor(row.change1y);
      return [
        { id: row.marketId, text: shortName(row.name), at, radius, symbol: row.symbol, color },
      ];
    })
    .sort((a, b) => b.radius - a.radius || a.text.length - b.text.length || a.id - b.id);
}

/** "Austin, TX" is "Austin" on a map. */
function shortName(name: string): string {
  return name.replace(/, [A-Z]{2}(-[A-Z]{2})*$/, "");
}

interface DotProps {
  readonly dot: MapDot;
  readonly pixel: number;
  readonly isPointed: boolean;
  readonly onPoint: (marketId: number | null) => void;
}

function Dot({ dot, pixel, isPointed, onPoint }: DotProps) {
  const navigate = useNavigate();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table beside the map has the links
    <circle
      className={css["dot"]}
      cx={dot.at[0]}
      cy={dot.at[1]}
      r={dot.radius}
      fill={dot.color}
      stroke={isPointed ? "var(--focus)" : "var(--bg)"}
      strokeWidth={(isPointed ? 3 : 1.5) * pixel}
      onPointerEnter={() => onPoint(dot.id)}
      onPointerLeave={() => onPoint(null)}
      onClick={() => void navigate({ to: "/trade/$symbol", params: { symbol: dot.symbol } })}
    />
  );
}

function NoDataPattern({ pixel }: { readonly pixel: number }) {
  return (
    <defs>
      <pattern
        id="no-data"
        width={5 * pixel}
        height={5 * pixel}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={5 * pixel} height={5 * pixel} fill="var(--surface-3)" />
        <rect width={2 * pixel} height={5 * pixel} fill="var(--control-border)" />
      </pattern>
    </defs>
  );
}

function Legend() {
  return (
    <div className={css["legend"]}>
      Change in a year; area: open interest
      <div className={css["ramp"]} aria-hidden="true">
        {Array.from({ length: STEPS }, (_, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are their index
          <span key={step} style={{ background: `var(--map-${step + 1})` }} />
        ))}
      </div>
      <div className={css["rampEnds"]}>
        <span>≤ −8%</span>
        <span>0%</span>
        <span>≥ +8%</span>
      </div>
    </div>
  );
}

function PointedCard({ row }: { readonly row: MarketRow }) {
  return (
    <div className={css["card"]}>
      <strong>{row.name}</strong>
      <div className={css["cardRow"]}>
        <span>Index</span>
        <Amount value={row.price} kind="PriceE8" unit="USD" />
      </div>
      <div className={css["cardRow"]}>
        <span>1 year</span>
        <Rate value={row.change1y} trend />
      </div>
      <div className={css["cardRow"]}>
        <span>Open interest</span>
        <Amount value={row.openInterest} kind="CollateralE6" unit="USD" compact />
      </div>
    </div>
  );
}

function useSize(ref: React.RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState({ width: 800, height: 560 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box && box.width > 0 && box.height > 0) {
        // On phones the map is shorter than its box: the legend stands below it.
        const drawn = element.querySelector("svg")?.clientHeight || box.height;
        setSize({ width: element.clientWidth, height: drawn });
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

function useCountyLines(state: string | null): string | null {
  const [path, setPath] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = state === null ? undefined : counties[state];
    setPath(null);
    load?.().then(
      (module) => isCurrent && setPath(module.path),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [state]);
  return path;
}

import { counties } from "virtual:us-counties";
import { states } from "virtual:us-states";
import { useNavigate } from "@tanstack/react-router";
import { Minus, Plus, RotateCcw } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { placeLabels } from "@/ui/map/place-labels";
import { around, type Box, fitBox } from "@/ui/map/projection";
import { bringIntoView, type Direction, nextPlace, viewOf, ZOOM_MAX } from "@/ui/map/view";
import css from "../markets-page.module.css";
import { makeDots } from "../model/map-dots";
import { boxOf, groupDots, type MapGroup } from "../model/map-groups";
import { type ChangeWindow, commonState, type MarketRow, stateChanges } from "../model/market-rows";
import { MapLegend, MarketCard, StateCard } from "./map-card";
import { DotsLayer, LabelsLayer, NoDataPattern, StatesLayer } from "./map-layers";
import { type MapView, useMapView } from "./use-map-view";

interface MarketMapProps {
  readonly rows: readonly MarketRow[];
  readonly shownIds: ReadonlySet<number>;
  readonly window: ChangeWindow;
  readonly state: string | null;
  readonly pointedId: number | null;
  readonly onPoint: (acreId: number | null) => void;
  readonly onState: (code: string | null) => void;
}

/** Drawn as insets far from where they lie; left out where no market needs them. */
const INSETS: readonly string[] = ["AK", "HI"];
const PAN_STEP = 0.25;
/** Around the members of a group that is opened. */
const GROUP_MARGIN = 1;
const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * The map. What it draws is in the table beside it, so the drawing is hidden from screen readers;
 * the keys go from market to market, and the card says where they are.
 */
export function MarketMap(props: MarketMapProps) {
  const { rows, shownIds, window, state, pointedId, onPoint, onState } = props;
  const navigate = useNavigate();
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const home = useMemo(() => commonState(rows), [rows]);
  const chosen = state ?? home;
  const shapes = useShapes(rows);
  const changes = useMemo(() => stateChanges(rows, window), [rows, window]);
  const frame = useMemo(() => {
    const inside = shapes.filter(({ code }) => home === null || code === home);
    return fitBox(around(inside.map((shape) => shape.box)), size.width / size.height, 0.08);
  }, [shapes, home, size]);
  const part = state === null ? null : (shapes.find(({ code }) => code === state)?.box ?? null);
  const view = useMapView(ref, frame, part);
  const pixel = (view.box[2] - view.box[0]) / size.width;
  const growth = size.width < 500 ? 4 : 9;
  const dots = useMemo(
    () => makeDots(rows, shownIds, window, pixel, growth),
    [rows, shownIds, window, pixel, growth],
  );
  const canZoom = view.zoom < ZOOM_MAX;
  const groups = useMemo(() => groupDots(dots, pixel, canZoom), [dots, pixel, canZoom]);
  const labels = useLabels(groups, pixel, view.box);
  const countyPath = useCountyLines(chosen);
  const [hoveredState, setHoveredState] = useState<string | null>(null);
  const [isFocused, setIsFocused] = useState(false);
  const pointed = rows.find((row) => row.acreId === pointedId);
  const pointedGroup = groups.find(({ members }) => members.some(({ id }) => id === pointedId));

  const open = ({ lead, members }: MapGroup) => {
    if (members.length === 1) void navigate(to(lead.symbol));
    else view.set(() => viewOf(frame, boxOf(members), GROUP_MARGIN));
  };
  const onClick = (event: MouseEvent<SVGSVGElement>) => {
    if (view.wasDragged() || !(event.target instanceof SVGElement)) return;
    const { market, state: code } = event.target.dataset;
    const group = groups.find(({ lead }) => lead.symbol === market);
    const isTouch = "pointerType" in event.nativeEvent && event.nativeEvent.pointerType === "touch";
    const isNew = isTouch && group?.members.length === 1 && pointedId !== group.lead.id;
    // A finger has no hover: its first tap shows the card.
    if (group) isNew ? onPoint(group.lead.id) : open(group);
    else if (code !== undefined && changes.has(code)) onState(code === state ? null : code);
    else onPoint(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isDone = handleKey(event, { view, groups, pointedGroup, onPoint, open, frame });
    if (isDone) event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label="Map of markets"
      aria-describedby="map-keys"
      className={css["mapBox"]}
      data-zoomed={view.zoom > 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move on the map
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <p id="map-keys" className="visually-hidden">
        The table holds the same markets. Arrow keys go from market to market, with Shift they move
        the map; plus and minus zoom, 0 shows all, Enter opens the market or zooms in on a group.
      </p>
      <div ref={ref} className={css["canvas"]}>
        <svg
          viewBox={`${view.box[0]} ${view.box[1]} ${view.box[2] - view.box[0]} ${view.box[3] - view.box[1]}`}
          preserveAspectRatio="xMidYMid meet"
          aria-hidden="true"
          onClick={onClick}
        >
          <NoDataPattern pixel={pixel} />
          <StatesLayer
            shapes={shapes}
            changes={changes}
            window={window}
            chosen={chosen}
            onHover={setHoveredState}
          />
          {countyPath ? <path d={countyPath} className={css["county"]} /> : null}
          <DotsLayer groups={groups} pixel={pixel} pointed={pointedGroup} onPoint={onPoint} />
          <LabelsLayer labels={labels} pixel={pixel} />
        </svg>
      </div>
      <MapButtons view={view} />
      <MapLegend window={window} />
      <div aria-live={isFocused ? "polite" : "off"}>
        {pointed ? (
          <MarketCard row={pointed} others={(pointedGroup?.members.length ?? 1) - 1} />
        ) : hoveredState !== null ? (
          <StateCard code={hoveredState} change={changes.get(hoveredState)} window={window} />
        ) : null}
      </div>
    </div>
  );
}

interface KeyContext {
  readonly view: MapView;
  readonly groups: readonly MapGroup[];
  readonly pointedGroup: MapGroup | undefined;
  readonly onPoint: (acreId: number | null) => void;
  readonly open: (group: MapGroup) => void;
  readonly frame: Box;
}

const to = (symbol: string) => ({ to: "/market/$symbol", params: { symbol } }) as const;

/** Does what a key of the map means; false when it means nothing. */
function handleKey(event: KeyboardEvent, context: KeyContext): boolean {
  const { view, groups, pointedGroup, onPoint, open, frame } = context;
  const direction = ARROWS[event.key];
  const pointed = pointedGroup?.lead;
  if (direction !== undefined && event.shiftKey) {
    const sign = direction === "left" || direction === "up" ? -PAN_STEP : PAN_STEP;
    const isAcross = direction === "left" || direction === "right";
    view.pan(isAcross ? sign : 0, isAcross ? 0 : sign);
  } else if (direction !== undefined) {
    const shown = groups.map(({ lead }) => lead).filter(({ isShown }) => isShown);
    const next = pointed ? nextPlace(shown, pointed.at, direction) : shown[0];
    if (next) {
      onPoint(next.id);
      view.set((now) => bringIntoView(frame, now, next.at));
    }
  } else if (event.key === "+" || event.key === "=") view.zoomIn();
  else if (event.key === "-") view.zoomOut();
  else if (event.key === "0") view.reset();
  else if (event.key === "Escape" && pointed) onPoint(null);
  else if (event.key === "Enter" && pointedGroup) open(pointedGroup);
  else return false;
  return true;
}

function MapButtons({ view }: { readonly view: MapView }) {
  return (
    <div className={css["zoom"]}>
      <Button size="small" aria-label="Zoom in" onClick={view.zoomIn}>
        <Plus size={14} aria-hidden="true" />
      </Button>
      <Button size="small" aria-label="Zoom out" disabled={view.zoom <= 1} onClick={view.zoomOut}>
        <Minus size={14} aria-hidden="true" />
      </Button>
      <Button size="small" aria-label="Show the whole map" onClick={view.reset}>
        <RotateCcw size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}

function useShapes(rows: readonly MarketRow[]) {
  const used = useMemo(() => [...new Set(rows.map((row) => row.state))].sort().join(), [rows]);
  return useMemo(
    () => states.filter(({ code }) => used.split(",").includes(code) || !INSETS.includes(code)),
    [used],
  );
}

function useLabels(groups: readonly MapGroup[], pixel: number, [left, top, right, bottom]: Box) {
  return useMemo(
    () =>
      placeLabels(
        groups
          .filter(({ lead }) => lead.isShown)
          .map(({ lead, members: { length }, radius }) =>
            length > 1
              ? { ...lead, radius, text: `${lead.text} +${length - 1}`, detail: "" }
              : lead,
          ),
        6.6 * pixel,
        14 * pixel,
        [left, top, right, bottom],
      ),
    [groups, pixel, left, top, right, bottom],
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
        setSize({ width: box.width, height: box.height });
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

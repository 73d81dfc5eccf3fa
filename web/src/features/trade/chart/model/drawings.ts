/** Lines that a reader draws on a chart, kept per market in this browser. */
import { drawnPriceFactor } from "@/domain/reader/area";

export interface Anchor {
  /** Unix seconds. */
  readonly time: number;
  /** Dollars as the chart shows them; kept as those of the server, for drawing only. */
  readonly price: number;
}

export type Drawing =
  | { readonly kind: "trend"; readonly from: Anchor; readonly to: Anchor }
  | { readonly kind: "level"; readonly price: number };

export type Drawings = Readonly<Record<string, readonly Drawing[]>>;

const PER_MARKET_MAX = 20;
const MARKETS_MAX = 30;
const KEY = "chart-drawings";

/** The drawings with those of one market replaced: its newest 20, and the 30 markets drawn on last. */
export function withDrawings(
  known: Drawings,
  symbol: string,
  drawings: readonly Drawing[],
): Drawings {
  const others = Object.entries(known).filter(([other]) => other !== symbol);
  const kept = drawings.slice(-PER_MARKET_MAX);
  const all = kept.length > 0 ? [...others, [symbol, kept] as const] : others;
  return Object.fromEntries(all.slice(-MARKETS_MAX));
}

/** What a text of the storage says; what is not a drawing is left out. */
export function readDrawings(text: string | null): Drawings {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    const markets = Object.entries(stored).slice(-MARKETS_MAX);
    return Object.fromEntries(
      markets.flatMap(([symbol, list]) => {
        const drawings = Array.isArray(list) ? list.filter(isDrawing).slice(-PER_MARKET_MAX) : [];
        return drawings.length > 0 ? [[symbol, drawings]] : [];
      }),
    );
  } catch {
    return {};
  }
}

function isDrawing(value: unknown): value is Drawing {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "level") return "price" in value && isNumber(value.price);
  if (value.kind !== "trend") return false;
  return "from" in value && "to" in value && isAnchor(value.from) && isAnchor(value.to);
}

function isAnchor(value: unknown): value is Anchor {
  if (typeof value !== "object" || value === null) return false;
  return "time" in value && isNumber(value.time) && "price" in value && isNumber(value.price);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Every price times a factor: from the server's unit of area to the reader's, or back. */
function scaled(drawings: Drawings, factor: number): Drawings {
  const anchor = ({ time, price }: Anchor) => ({ time, price: price * factor });
  const one = (drawing: Drawing): Drawing =>
    drawing.kind === "level"
      ? { ...drawing, price: drawing.price * factor }
      : { ...drawing, from: anchor(drawing.from), to: anchor(drawing.to) };
  return Object.fromEntries(
    Object.entries(drawings).map(([symbol, list]) => [symbol, list.map(one)]),
  );
}

export function storedDrawings(): Drawings {
  try {
    return scaled(readDrawings(localStorage.getItem(KEY)), drawnPriceFactor());
  } catch {
    return {};
  }
}

export function storeDrawings(drawings: Drawings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(scaled(drawings, 1 / drawnPriceFactor())));
  } catch {
    // Not stored; they hold until the page is closed.
  }
}

/** A point on the screen, in pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Distance of a point from a segment, in pixels. */
export function distance(from: Spot, to: Spot, at: Spot): number {
  const [width, height] = [to.x - from.x, to.y - from.y];
  const length = width * width + height * height;
  const along = length === 0 ? 0 : ((at.x - from.x) * width + (at.y - from.y) * height) / length;
  const part = Math.min(Math.max(along, 0), 1);
  return Math.hypot(at.x - from.x - part * width, at.y - from.y - part * height);
}

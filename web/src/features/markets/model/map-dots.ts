import { formatUsd, toDrawing } from "@/domain/format";
import { mapColor, YEAR_STEP } from "@/ui/map/map-color";
import type { LabelWish } from "@/ui/map/place-labels";
import { type Point, placeOnMap } from "@/ui/map/projection";
import { type ChangeWindow, changeOver, type MarketRow } from "./market-rows";

/** How wide a colour step is: a slow index moves little in a day. The ends are four steps away. */
export const STEP_WIDTHS: Readonly<Record<ChangeWindow, number>> = {
  "1d": 0.0001,
  "1m": 0.002,
  "1y": YEAR_STEP,
};

/** The catalogue's tag of the largest cities. */
const LARGE = "large";

export interface MapDot extends LabelWish {
  readonly symbol: string;
  readonly color: string;
  /** Left by the filters; the others are drawn faint. */
  readonly isShown: boolean;
  /** A large city: labeled before others. */
  readonly isLarge: boolean;
}

/** "Austin, TX" is "Austin" on a map. */
function shortName(name: string): string {
  return name.replace(/, [A-Z]{2}(-[A-Z]{2})*$/, "");
}

/**
 * Biggest open interest first, so that smaller dots lie on top; the area shows the open interest. `pixel` is
 * the length of a screen pixel on the map, `growth` how many of them the largest radius adds.
 */
export function makeDots(
  rows: readonly MarketRow[],
  shownIds: ReadonlySet<number>,
  window: ChangeWindow,
  pixel: number,
  growth: number,
): readonly MapDot[] {
  const interest = (row: MarketRow) =>
    row.openInterest === null ? 0 : toDrawing(row.openInterest, "CollateralE6");
  const largest = Math.max(1, ...rows.map(interest));
  return rows
    .flatMap((row) => {
      // A country's coordinates are its middle, where nothing is.
      const at: Point | null = row.state === null ? null : placeOnMap(row.longitude, row.latitude);
      if (!at) return [];
      const isShown = shownIds.has(row.acreId);
      const full = isShown ? 5 + growth * Math.sqrt(interest(row) / largest) : 3;
      return [
        {
          id: row.acreId,
          text: shortName(row.name),
          detail: row.price === null ? "" : formatUsd(row.price, "PriceE8", { digits: 0 }),
          at,
          radius: full * pixel,
          symbol: row.symbol,
          color: mapColor(changeOver(row, window), STEP_WIDTHS[window]),
          isShown,
          isLarge: row.tags.includes(LARGE),
        },
      ];
    })
    .sort((a, b) => b.radius - a.radius || a.id - b.id);
}

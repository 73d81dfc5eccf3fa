import type { Box } from "@/ui/map/projection";
import type { MapDot } from "./map-dots";

/** Dots that would cover one another, drawn as one; a dot with room is a group of itself. */
export interface MapGroup {
  /** The most important of them, where the group is drawn. */
  readonly lead: MapDot;
  readonly members: readonly MapDot[];
  readonly radius: number;
}

/** Two dots closer than this part of their radii pile up. */
const PILE = 0.75;
/** Room for a number of two digits. */
const COUNT_PX = 9;

/** Large cities first, then the biggest open interest, then the order of the catalogue. */
function byImportance(dots: readonly MapDot[]): readonly MapDot[] {
  return [...dots].sort(
    (a, b) => Number(b.isLarge) - Number(a.isLarge) || b.radius - a.radius || a.id - b.id,
  );
}

/**
 * Groups the dots that pile up around a more important one. `pixel` is the length of a screen pixel
 * on the map; what the filters leave out stays apart, and so does everything when `canZoom` is false.
 */
export function groupDots(
  dots: readonly MapDot[],
  pixel: number,
  canZoom: boolean,
): readonly MapGroup[] {
  const groups: { lead: MapDot; members: MapDot[] }[] = [];
  for (const dot of byImportance(dots)) {
    const near = groups.find(({ lead }) => {
      const away = Math.hypot(lead.at[0] - dot.at[0], lead.at[1] - dot.at[1]);
      return lead.isShown && away < PILE * (lead.radius + dot.radius);
    });
    if (canZoom && dot.isShown && near) near.members.push(dot);
    else groups.push({ lead: dot, members: [dot] });
  }
  return groups.map(({ lead, members }) => ({
    lead,
    members,
    radius: members.length > 1 ? Math.max(lead.radius, COUNT_PX * pixel) : lead.radius,
  }));
}

/** The part of the map with all of them. */
export function boxOf(members: readonly MapDot[]): Box {
  const [xs, ys] = [members.map(({ at }) => at[0]), members.map(({ at }) => at[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

import type { ListedMarket } from "../api";

const EARTH_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Great-circle distance in kilometres (haversine); null where a place is unknown. */
export function distanceKm(a: Place, b: Place): number | null {
  if (a.latitude === null || a.longitude === null) return null;
  if (b.latitude === null || b.longitude === null) return null;
  const [aLat, bLat] = [radians(a.latitude), radians(b.latitude)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const across = Math.cos(aLat) * Math.cos(bLat) * half(radians(b.longitude - a.longitude));
  return 2 * EARTH_KM * Math.asin(Math.sqrt(half(bLat - aLat) + across));
}

export interface NearbyMarket {
  readonly market: ListedMarket;
  readonly km: number;
}

/** The nearest other markets that lie somewhere; a country lies nowhere. */
export function nearest(
  markets: readonly ListedMarket[],
  from: Place & { readonly symbol: string },
  count: number,
): readonly NearbyMarket[] {
  return markets
    .flatMap((market) => {
      const km = market.state === null ? null : distanceKm(from, market);
      return km === null || market.symbol === from.symbol ? [] : [{ market, km }];
    })
    .sort((a, b) => a.km - b.km)
    .slice(0, count);
}

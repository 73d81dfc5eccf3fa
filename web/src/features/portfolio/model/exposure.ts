/** Positions of all accounts by market, long and short apart, and the share of each in the risk. */
import type { CollateralE6, RateE12 } from "@/domain/amounts";
import type { MarginAccount, MarketSummary } from "@/domain/model";
import { parseCollateral, parseRate, toWire } from "@/domain/parse";

export interface PlaceExposure {
  readonly marketId: number;
  readonly symbol: string | null;
  readonly name: string;
  readonly state: string | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly long: CollateralE6;
  readonly short: CollateralE6;
  /** Required initial margin of the positions. */
  readonly margin: CollateralE6;
}

const ONE_E12 = 10n ** 12n;

export type Lean = "long" | "short";

const sum = (a: CollateralE6, b: CollateralE6) => parseCollateral(toWire(a + b));
const gross = ({ long, short }: PlaceExposure) => long + short;

/** Positions by market, the largest first. */
export function exposureByPlace(
  accounts: readonly MarginAccount[],
  summaries: readonly MarketSummary[],
): readonly PlaceExposure[] {
  const markets = new Map(summaries.map((summary) => [summary.marketId, summary]));
  const places = new Map<number, PlaceExposure>();
  for (const { marketId, side, notional, margin } of accounts.flatMap((one) => one.positions)) {
    const known = places.get(marketId) ?? emptyPlace(marketId, markets.get(marketId));
    const total = margin === null ? known.margin : sum(known.margin, margin);
    places.set(marketId, { ...known, margin: total, [side]: sum(known[side], notional) });
  }
  return [...places.values()].sort(
    (a, b) => Number(gross(b) - gross(a)) || a.name.localeCompare(b.name),
  );
}

function emptyPlace(marketId: number, market: MarketSummary | undefined): PlaceExposure {
  const none = parseCollateral("0");
  return {
    marketId,
    symbol: market?.symbol ?? null,
    name: market?.name ?? `Market ${marketId}`,
    state: market?.state ?? null,
    longitude: market?.longitude ?? null,
    latitude: market?.latitude ?? null,
    long: none,
    short: none,
    margin: none,
  };
}

/** The part of all required margin that each place needs, in the order of the places. */
export function riskShares(places: readonly PlaceExposure[]): readonly RateE12[] {
  const total = places.reduce((all, { margin }) => all + margin, 0n);
  if (total === 0n) return places.map(() => parseRate("0"));
  return places.map(({ margin }) => ((margin * ONE_E12) / total) as RateE12);
}

export const leanOf = ({ long, short }: Pick<PlaceExposure, Lean>): Lean =>
  long >= short ? "long" : "short";

/** Which way a wallet leans in each state. */
export function leanByState(places: readonly PlaceExposure[]): ReadonlyMap<string, Lean> {
  const sums = new Map<string, { long: CollateralE6; short: CollateralE6 }>();
  for (const { state, long, short } of places) {
    if (state === null) continue;
    const known = sums.get(state);
    sums.set(
      state,
      known ? { long: sum(known.long, long), short: sum(known.short, short) } : { long, short },
    );
  }
  return new Map([...sums].map(([state, sides]) => [state, leanOf(sides)]));
}

import type { CollateralE6 } from "@/domain/amounts";

/** Open interest of one market; `net` is long less short, as the server says it. */
export interface MarketExposure {
  readonly marketId: number;
  readonly symbol: string;
  readonly name: string;
  readonly long: CollateralE6;
  readonly short: CollateralE6;
  readonly net: CollateralE6;
  readonly maxSide: CollateralE6;
}

const size = (value: bigint) => (value < 0n ? -value : value);

/** Markets with open positions, the most one-sided first, then by name. */
export function byNetExposure(rows: readonly MarketExposure[]): readonly MarketExposure[] {
  return rows
    .filter(({ long, short }) => long > 0n || short > 0n)
    .sort((a, b) => Number(size(b.net) - size(a.net)) || a.name.localeCompare(b.name));
}

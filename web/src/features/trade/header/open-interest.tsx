import type { LiveMarket, Market } from "@/domain/model";
import { Amount } from "@/ui/figures/amount";

export interface FiguresProps {
  readonly market: Market;
  readonly live: LiveMarket | null;
}

/** The notional of both sides of a market, as the stream has it. */
export function OpenInterest({ market, live }: FiguresProps) {
  return (
    <Amount
      value={live?.openInterest?.notional ?? market.openInterest.notional}
      kind="CollateralE6"
      unit="USD"
      compact
    />
  );
}

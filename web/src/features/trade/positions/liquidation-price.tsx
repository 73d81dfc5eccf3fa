import type { PriceE8 } from "@/domain/amounts";
import { Amount } from "@/ui/figures/amount";

/** Where a position is liquidated; "none" where no price of its market does that. */
export function LiquidationPrice({ value }: { readonly value: PriceE8 | null }) {
  if (value === null) return <span title="No price of this market liquidates it">none</span>;
  return <Amount value={value} kind="PriceE8" unit="USD" />;
}

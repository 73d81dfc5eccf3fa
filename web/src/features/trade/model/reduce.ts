/** What closes or reduces a position. No cost or margin is computed. */
import type { RateE12, SizeE6 } from "@/domain/amounts";
import { formatField } from "@/domain/format";
import type { PositionQuote } from "@/domain/model";

const E12 = 1_000_000_000_000n;

/** Realized P&L of the notional that is traded at the index. */
export function realizedShare({ realizedPnl, delta }: PositionQuote): RateE12 | null {
  const traded = delta.notional < 0n ? -delta.notional : delta.notional;
  if (realizedPnl === null || traded === 0n) return null;
  return ((realizedPnl * E12) / traded) as RateE12;
}

/** A share of a position in percent as the text of the close dialog; all of it exactly at 100. */
export function closeText(size: SizeE6, share: number): string {
  if (share >= 100) return formatField(size, "SizeE6");
  return formatField((size * BigInt(share)) / 100n, "SizeE6", 2);
}

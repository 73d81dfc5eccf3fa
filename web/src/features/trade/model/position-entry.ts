import type { CollateralE6 } from "@/domain/amounts";
import type { MarketSummary, Position } from "@/domain/model";

/** A position with its market, null until the markets are known. */
export interface PositionEntry {
  readonly position: Position;
  readonly market: MarketSummary | null;
  /** Since it was opened; null until known. */
  readonly realized: CollateralE6 | null;
}

import type { MarketSummary, Position } from "@/domain/model";

/** A position with its market, null until the markets are known. */
export interface PositionEntry {
  readonly position: Position;
  readonly market: MarketSummary | null;
}

import type { PositionEntry } from "../model/position-entry";

/** One position to close, protect, turn around or share, or all of them to close. */
export type PositionRequest =
  | { readonly kind: "close" | "protect" | "reverse" | "share"; readonly marketId: number }
  | { readonly kind: "closeAll" };

export interface PositionListProps {
  readonly entries: readonly PositionEntry[];
  readonly onRequest: (request: PositionRequest) => void;
}

import type { PositionEntry } from "../model/position-entry";

/** What was asked for: one position closed or turned around, or all of them closed. */
export type PositionRequest =
  | { readonly kind: "close" | "reverse"; readonly marketId: number }
  | { readonly kind: "closeAll" };

export interface PositionListProps {
  readonly entries: readonly PositionEntry[];
  readonly onRequest: (request: PositionRequest) => void;
}

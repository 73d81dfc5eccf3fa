/** Closing every position of an account, one command after the other. Pure but for `close`. */
import { outcomeText } from "@/copy/outcomes";
import type { Outcome } from "@/state/wallet-api.types";

export type CloseState = "waiting" | "closing" | "closed" | "skipped" | { readonly failed: string };

/**
 * Closes each market in turn and reports each state. A refused one is no reason to stop; a declined
 * signature is, and skips the rest.
 */
export async function closeInTurn(
  marketIds: readonly number[],
  close: (marketId: number) => Promise<Outcome>,
  report: (marketId: number, state: CloseState) => void,
): Promise<void> {
  let isStopped = false;
  for (const marketId of marketIds) {
    if (isStopped) {
      report(marketId, "skipped");
      continue;
    }
    report(marketId, "closing");
    const outcome = await close(marketId);
    isStopped = outcome.status === "cancelled";
    const isClosed = outcome.status === "applied";
    report(marketId, isClosed ? "closed" : { failed: outcomeText(outcome) });
  }
}

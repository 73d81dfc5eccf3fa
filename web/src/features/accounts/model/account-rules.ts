/** What may be done with a margin account, and why not (API 8.1). Pure. */
import { plainAmount } from "@/domain/amount-field";
import type { MarginAccount } from "@/domain/model";

/** Why an account can be neither closed nor hidden yet; empty when it can. */
export function whyNotEmpty(account: MarginAccount): readonly string[] {
  if (account.canClose) return [];
  const reasons: string[] = [];
  if (account.isInLiquidation) reasons.push("It is in liquidation.");
  const { length } = account.positions;
  if (length > 0) {
    reasons.push(`It holds ${length === 1 ? "a position" : `${length} positions`}: close first.`);
  }
  if (account.collateral > 0n) {
    const held = plainAmount(account.collateral, "CollateralE6", "USD");
    reasons.push(`It holds ${held}: withdraw it first.`);
  }
  return reasons.length > 0 ? reasons : ["The exchange does not allow it right now."];
}

/** Why nothing can be withdrawn; null when something can. */
export function whyNoWithdrawal(account: MarginAccount): string | null {
  if (account.isInLiquidation) return "Nothing can be withdrawn during a liquidation.";
  if (account.collateral === 0n) return "There is nothing in it.";
  if (account.maxWithdrawable === 0n) return "All of its collateral is needed by its positions.";
  return null;
}

export interface SplitAccounts {
  readonly shown: readonly MarginAccount[];
  readonly hidden: readonly MarginAccount[];
}

/** By id, hidden ones apart; without the list of shown ids all are shown. */
export function splitAccounts(
  accounts: readonly MarginAccount[],
  shownIds: readonly number[] | null,
): SplitAccounts {
  const sorted = [...accounts].sort((a, b) => a.id - b.id);
  const isShown = ({ id }: MarginAccount) => shownIds === null || shownIds.includes(id);
  return { shown: sorted.filter(isShown), hidden: sorted.filter((row) => !isShown(row)) };
}

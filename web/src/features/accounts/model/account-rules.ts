/** What may be done with a margin account, and why not (API 8.1). Pure. */
import { plainAmount } from "@/domain/amount-field";
import type { MarginAccount } from "@/domain/model";

/** Why an account can be neither closed nor hidden yet; empty when it can. */
export function whyNotEmpty(account: MarginAccount): readonly string[] {
  if (account.canClose) return [];
  const reasons: string[] = [];
  if (account.isInLiquidation) reasons.push("Wait for the liquidation to end.");
  const { length } = account.positions;
  if (length > 0) {
    reasons.push(length === 1 ? "Close its position." : `Close its ${length} positions.`);
  }
  if (account.collateral > 0n) {
    const held = plainAmount(account.collateral, "CollateralE6", "USD");
    reasons.push(`Withdraw ${held}.`);
  }
  return reasons.length > 0
    ? reasons
    : ["The exchange does not allow this right now. Try again later."];
}

/** Why nothing can be withdrawn; null when something can. */
export function whyNoWithdrawal(account: MarginAccount): string | null {
  if (account.isInLiquidation) return "No withdrawals during a liquidation.";
  if (account.collateral === 0n) return "This account is empty.";
  if (account.maxWithdrawable === 0n) return "Open positions need all of the collateral.";
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

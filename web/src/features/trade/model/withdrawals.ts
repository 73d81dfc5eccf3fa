/** The withdrawals that have not reached the wallet. Pure. */
import type { SettlementRequest } from "@/domain/model";

interface NextWithdrawal {
  readonly request: SettlementRequest;
  /** How many more are on their way. */
  readonly others: number;
}

/** Of the unpaid withdrawals of collateral the one that matures first; null without one. */
export function nextWithdrawal(
  requests: readonly SettlementRequest[],
  collateralMint: string | null,
): NextWithdrawal | null {
  const open = requests
    .filter(({ status, mint }) => status !== "settled" && mint === collateralMint)
    .sort((a, b) => a.maturity - b.maturity || a.id - b.id);
  const [request] = open;
  return request === undefined ? null : { request, others: open.length - 1 };
}

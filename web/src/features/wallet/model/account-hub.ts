/** Figures of the wallet menu and its next step. Pure. */
import type { CollateralE6 } from "@/domain/amounts";
import type { Balances, MarginAccount, SettlementRequest } from "@/domain/model";

export interface HubFigures {
  /** Collateral and unrealized P&L of all accounts. */
  readonly value: CollateralE6;
  readonly available: CollateralE6;
  readonly hasAccount: boolean;
  /** null: not read yet. */
  readonly inWallet: CollateralE6 | null;
}

export type HubStep = "faucet" | "deposit" | "trade";

const sum = (values: readonly bigint[]) =>
  values.reduce((total, value) => total + value, 0n) as CollateralE6;

export function hubFigures(
  accounts: readonly MarginAccount[],
  wallet: Balances | null,
): HubFigures {
  return {
    value: sum(accounts.map(({ collateral, pnl }) => collateral + pnl.total.value)),
    available: sum(accounts.map(({ availableMargin }) => availableMargin)),
    hasAccount: accounts.length > 0,
    inWallet: wallet?.collateral ?? null,
  };
}

/** Get test money → Deposit → Trade. */
export function nextStep(figures: HubFigures, hasFaucet: boolean): HubStep {
  if (figures.hasAccount && figures.value > 0n) return "trade";
  return figures.inWallet === 0n && hasFaucet ? "faucet" : "deposit";
}

export interface OnItsWay {
  readonly amount: CollateralE6;
  /** Engine time at which the next one matures; null: none is waiting for its time. */
  readonly nextS: number | null;
}

/** Unsettled withdrawals of collateral. */
export function onItsWay(requests: readonly SettlementRequest[], mint: string | null): OnItsWay {
  const open = requests.filter((row) => row.status !== "settled" && row.mint === mint);
  const waiting = open.filter(({ status }) => status === "pending");
  return {
    amount: sum(open.map(({ amount }) => amount)),
    nextS: waiting.length === 0 ? null : Math.min(...waiting.map(({ maturity }) => maturity)),
  };
}

import { healthLevel } from "@/domain/account-health";
import type { MarginAccount } from "@/domain/model";
import { Multiple } from "@/ui/amount";
import css from "./account.module.css";

/** How many times the required margin an account has, or its state where that matters more. */
export function Health({ account }: { readonly account: MarginAccount }) {
  if (account.isInLiquidation) return <strong className={css["bad"]}>in liquidation</strong>;
  if (account.canLiquidate) return <strong className={css["bad"]}>can be liquidated</strong>;
  if (account.health === null) return <span className="quiet">no positions</span>;
  return (
    <span className={css["health"]} data-level={healthLevel(account)}>
      <Multiple value={account.health} /> required
    </span>
  );
}

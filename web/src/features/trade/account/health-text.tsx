import { healthLevel, healthWarning } from "@/domain/account-health";
import type { MarginAccount } from "@/domain/model";
import { Multiple } from "@/ui/figures/amount";
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

/** What to do about an account near its liquidation; nothing while it is far. */
export function HealthWarning({ account }: { readonly account: MarginAccount }) {
  const text = healthWarning(account);
  if (text === null) return null;
  return (
    <p className={css["warning"]} data-level={healthLevel(account)} role="status">
      {text}
    </p>
  );
}

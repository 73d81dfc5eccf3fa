import { healthLevel } from "@/domain/account-health";
import { toDrawing } from "@/domain/format";
import type { MarginAccount } from "@/domain/model";
import css from "./health.module.css";

const FULL = 4;

/** The health of an account as a bar: 1× is the liquidation point, full at 4×. Decorative. */
export function HealthBar({ account }: { readonly account: MarginAccount }) {
  if (account.health === null) return null;
  const part = (toDrawing(account.health, "RateE12") / FULL) * 100;
  const width = `${Math.min(100, Math.max(2, part))}%`;
  return (
    <div className={css["bar"]} aria-hidden="true">
      <span data-level={healthLevel(account)} style={{ width }} />
    </div>
  );
}

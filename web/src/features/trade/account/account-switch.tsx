import { Link } from "@tanstack/react-router";
import { useAccountSelection } from "@/domain/account";
import type { MarginAccount } from "@/domain/model";
import { useShownAccountIds } from "@/state/shown-accounts";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import css from "./account.module.css";

interface AccountSwitchProps {
  readonly accounts: readonly MarginAccount[];
  readonly current: MarginAccount | null;
}

/** Selects the margin account to trade with, or opens another one. */
export function AccountSwitch({ accounts, current }: AccountSwitchProps) {
  const select = useAccountSelection((state) => state.select);
  const openDialog = useWallet((state) => state.openDialog);
  const shownIds = useShownAccountIds();
  if (!current) return null;
  const listed = accounts.filter(
    ({ id }) => shownIds === null || id === current.id || shownIds.includes(id),
  );
  return (
    <span className={css["switch"]}>
      <select
        aria-label="Margin account"
        value={current.id}
        onChange={(event) => select(Number(event.target.value))}
      >
        {listed.map((account) => (
          <option key={account.id} value={account.id}>
            {account.name}
          </option>
        ))}
      </select>
      <Button
        size="small"
        aria-label="New margin account"
        title="New margin account"
        onClick={() => openDialog({ kind: "deposit", marginAccountId: null })}
      >
        +
      </Button>
      <Link to="/accounts" className={css["allLink"]} aria-label="All margin accounts">
        All
      </Link>
    </span>
  );
}

import { useEffect, useRef } from "react";
import { accountAlert } from "@/domain/account-health";
import type { MarginAccount } from "@/domain/model";
import { toast } from "./toast";

/** Alerts about accounts near liquidation or liquidated while a page is open. */
export function useAccountAlerts(accounts: readonly MarginAccount[]): void {
  const known = useRef<readonly MarginAccount[]>([]);
  useEffect(() => {
    for (const now of accounts) {
      const before = known.current.find(({ address }) => address === now.address);
      const alert = before ? accountAlert(before, now) : null;
      if (alert === null) continue;
      const options = { id: alert.key, description: alert.text, duration: 30_000 };
      if (alert.isLoss) toast.error(alert.title, options);
      else toast.info(alert.title, options);
    }
    known.current = accounts;
  }, [accounts]);
}

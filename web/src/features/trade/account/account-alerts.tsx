import { useTradingAccount } from "@/domain/account";
import { useAccountAlerts } from "@/state/use-account-alerts";

/** Watches the wallet's accounts while the trade page is open; shows nothing itself. */
export function AccountAlerts() {
  useAccountAlerts(useTradingAccount().accounts);
  return null;
}

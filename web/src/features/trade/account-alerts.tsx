import { useTradingAccount } from "@/lib/account";
import { useAccountAlerts } from "@/lib/use-account-alerts";

/** Watches the wallet's accounts while the trade page is open; shows nothing itself. */
export function AccountAlerts() {
  useAccountAlerts(useTradingAccount().accounts);
  return null;
}

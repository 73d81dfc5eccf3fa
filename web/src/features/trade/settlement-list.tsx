import { useWallet } from "@/lib/wallet-store";
import { Empty } from "@/ui/panel";
import { SettlementTable } from "@/ui/settlement-table";

/** Withdrawals on their way to the wallet. */
export function SettlementList() {
  const address = useWallet((state) => state.session.address);
  if (address === null) {
    return <Empty title="No wallet connected">Withdrawals will be listed here.</Empty>;
  }
  return <SettlementTable address={address} />;
}

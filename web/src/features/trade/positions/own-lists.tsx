import { useWallet } from "@/state/wallet-store";
import { Empty } from "@/ui/panel";
import { LiquidationTable } from "@/ui/tables/liquidation-table";
import { SettlementTable } from "@/ui/tables/settlement-table";

/** Withdrawals on their way to the wallet. */
export function SettlementList() {
  const address = useWallet((state) => state.session.address);
  if (address === null) {
    return <Empty title="No wallet connected">Withdrawals will be listed here.</Empty>;
  }
  return <SettlementTable address={address} />;
}

/** What was closed because an account's margin fell too low. */
export function LiquidationList() {
  const address = useWallet((state) => state.session.address);
  if (address === null) {
    return <Empty title="No wallet connected">Liquidations will be listed here.</Empty>;
  }
  return <LiquidationTable address={address} />;
}

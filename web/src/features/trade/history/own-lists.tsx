import { useWallet } from "@/state/wallet-store";
import { Empty } from "@/ui/page/empty";
import { LiquidationTable } from "@/ui/tables/liquidation-table";
import { SettlementTable } from "@/ui/tables/settlement-table";
import { FillTable, FundingTable } from "./trade-tables";

/** The trades of the wallet's accounts. */
export function FillList() {
  const address = useWallet((state) => state.session.address);
  return address === null ? <NoWallet what="fills" /> : <FillTable address={address} />;
}

/** Funding that trades of the wallet's accounts settled. */
export function FundingList() {
  const address = useWallet((state) => state.session.address);
  return address === null ? <NoWallet what="funding" /> : <FundingTable address={address} />;
}

/** Withdrawals on their way to the wallet. */
export function SettlementList() {
  const address = useWallet((state) => state.session.address);
  return address === null ? <NoWallet what="withdrawals" /> : <SettlementTable address={address} />;
}

/** What was closed because an account's margin fell too low. */
export function LiquidationList() {
  const address = useWallet((state) => state.session.address);
  return address === null ? (
    <NoWallet what="liquidations" />
  ) : (
    <LiquidationTable address={address} />
  );
}

function NoWallet({ what }: { readonly what: string }) {
  return <Empty title={`No ${what} yet`} text="Connect a wallet to see yours." />;
}

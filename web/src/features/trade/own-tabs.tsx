import { useState } from "react";
import { type Tab, Tabs } from "@/ui/page/tabs";
import {
  AccountPanel,
  AccountValue,
  FillList,
  FundingList,
  LiquidationList,
  OrderCount,
  OrdersPanel,
  PositionsTable,
  SettlementList,
} from "./lazy-parts";

const POSITIONS: Tab = { id: "positions", label: "Positions", content: <PositionsTable /> };
const ORDERS: Tab = {
  id: "orders",
  label: (
    <>
      Orders
      <OrderCount />
    </>
  ),
  content: <OrdersPanel />,
};
const ACCOUNT: Tab = { id: "account", label: "Account", content: <AccountPanel /> };
const LISTS: readonly Tab[] = [
  { id: "fills", label: "Fills", content: <FillList /> },
  { id: "funding", label: "Funding paid", content: <FundingList /> },
  { id: "value", label: "Account value", content: <AccountValue /> },
  { id: "settlements", label: "Withdrawals", content: <SettlementList /> },
  { id: "liquidations", label: "Liquidations", content: <LiquidationList /> },
];

interface OwnTabsProps {
  readonly className: string | undefined;
  /** With the account as a tab, where it has no strip. */
  readonly hasAccount?: boolean;
}

/** The account's positions and history; only the shown list is read. */
export function OwnTabs({ className, hasAccount = false }: OwnTabsProps) {
  const [tab, setTab] = useState("positions");
  const tabs = hasAccount ? [POSITIONS, ORDERS, ACCOUNT, ...LISTS] : [POSITIONS, ORDERS, ...LISTS];
  return (
    <Tabs label="Your trading" className={className} value={tab} onChange={setTab} tabs={tabs} />
  );
}

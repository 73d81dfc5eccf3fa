import { useState } from "react";
import { Segmented } from "@/ui/form/segmented";
import { Empty } from "@/ui/page/empty";
import { Bar } from "@/ui/page/page";
import { AuctionNote } from "./auction-note";
import { OpenOrders } from "./open-orders";
import { PastOrders } from "./past-orders";
import { useOrders } from "./use-orders";

const VIEWS = [
  { value: "open", label: "Open" },
  { value: "past", label: "History" },
] as const;

/** The chosen account's waiting orders, and those that have ended. */
export function OrdersPanel() {
  const { address, account, isSignedIn } = useOrders();
  const [view, setView] = useState<"open" | "past">("open");
  if (address === null) {
    return <Empty title="No orders yet" text="Connect a wallet to place one." />;
  }
  if (!isSignedIn) return <Empty title="Orders are private" text="Sign in to see yours." />;
  if (account === null) {
    return <Empty title="No orders yet" text="Deposit to open an account." />;
  }
  return (
    <>
      <Bar>
        <Segmented size="small" label="Orders" options={VIEWS} value={view} onChange={setView} />
        <AuctionNote />
      </Bar>
      {view === "open" ? <OpenOrders /> : <PastOrders address={address} />}
    </>
  );
}

/** How many orders are open, behind the tab's name. */
export function OrderCount() {
  const { orders } = useOrders();
  return orders.length === 0 ? null : ` (${orders.length})`;
}

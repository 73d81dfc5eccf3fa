/** Parts of the trade page that need not be there at first: each loads when it is shown. */
import { untilIdle } from "@/state/idle";
import { Loading } from "@/ui/page/panel";
import { part } from "./lazy-panel";
import type { RequestedCloseProps } from "./positions/requested-close";
import type { MarketDrawerProps, OrderSheetProps } from "./sheets";

export const PositionsTable = part<object>(
  async () => (await import("./positions/positions-table")).PositionsTable,
  <Loading label="positions" />,
);
const ownList = (
  name: "SettlementList" | "LiquidationList" | "FillList" | "FundingList",
  label: string,
) =>
  part<object>(async () => (await import("./history/own-lists"))[name], <Loading label={label} />);
export const SettlementList = ownList("SettlementList", "withdrawals");
export const LiquidationList = ownList("LiquidationList", "liquidations");
export const FillList = ownList("FillList", "fills");
export const FundingList = ownList("FundingList", "funding payments");
export const AccountValue = part<object>(
  async () => (await import("./history/account-value")).AccountValue,
  <Loading label="the account value" />,
);
export const AccountPanel = part<object>(
  async () => (await import("./account/account-panel")).AccountPanel,
  <Loading label="the account" lines={6} />,
);
export const AccountAlerts = part<object>(
  async () => (await import("./account/account-alerts")).AccountAlerts,
  null,
);
export const MarketPanel = part<Pick<MarketDrawerProps, "market">>(
  async () => (await import("./markets/market-panel")).MarketPanel,
  <Loading label="markets" lines={10} />,
);
export const RequestedClose = part<RequestedCloseProps>(
  async () => (await import("./positions/requested-close")).RequestedClose,
  null,
);
export const OrderSheet = part<OrderSheetProps>(
  async () => (await import("./sheets")).OrderSheet,
  null,
);
export const MarketDrawer = part<MarketDrawerProps>(
  async () => (await import("./sheets")).MarketDrawer,
  null,
);

export const OrdersPanel = part<object>(
  async () => (await import("./orders/orders-panel")).OrdersPanel,
  <Loading label="orders" />,
);
export const OrderCount = part<object>(
  async () => untilIdle().then(async () => (await import("./orders/orders-panel")).OrderCount),
  null,
);

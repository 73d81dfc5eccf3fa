/** Parts of the trade page that need not be there at first: each loads when it is shown. */
import { Loading } from "@/ui/panel";
import { part } from "./lazy-panel";
import type { CloseDialogProps } from "./positions/close-dialog";
import type { PositionCardProps } from "./positions/position-card";
import type { MarketDrawerProps, OrderSheetProps } from "./sheets";

export const SettlementList = part<object>(
  async () => (await import("./positions/own-lists")).SettlementList,
  <Loading label="withdrawals" />,
);
export const LiquidationList = part<object>(
  async () => (await import("./positions/own-lists")).LiquidationList,
  <Loading label="liquidations" />,
);
export const CloseDialog = part<CloseDialogProps>(
  async () => (await import("./positions/close-dialog")).CloseDialog,
  null,
);
export const PositionCard = part<PositionCardProps>(
  async () => (await import("./positions/position-card")).PositionCard,
  <Loading label="the position" />,
);
export const AccountPanel = part<object>(
  async () => (await import("./positions/account-panel")).AccountPanel,
  <Loading label="the account" lines={6} />,
);
export const AccountAlerts = part<object>(
  async () => (await import("./positions/account-alerts")).AccountAlerts,
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

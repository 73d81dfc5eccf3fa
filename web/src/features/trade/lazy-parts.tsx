/** Parts of the trade page that need not be there at first: each loads when it is shown. */
import type { Market } from "@/lib/model";
import { Loading } from "@/ui/panel";
import type { CloseDialogProps } from "./close-dialog";
import { part } from "./lazy-part";
import type { PositionCardProps } from "./position-card";
import type { FactsSheetProps, MarketDrawerProps, OrderSheetProps } from "./sheets";

export const SettlementList = part<object>(
  async () => (await import("./own-lists")).SettlementList,
  <Loading label="withdrawals" />,
);
export const LiquidationList = part<object>(
  async () => (await import("./own-lists")).LiquidationList,
  <Loading label="liquidations" />,
);
export const CloseDialog = part<CloseDialogProps>(
  async () => (await import("./close-dialog")).CloseDialog,
  null,
);
export const ImpactLadder = part<{ readonly market: Market }>(
  async () => (await import("./impact-ladder")).ImpactLadder,
  null,
);
export const RecentTrades = part<{ readonly market: Market }>(
  async () => (await import("./recent-trades")).RecentTrades,
  null,
);
export const PositionCard = part<PositionCardProps>(
  async () => (await import("./position-card")).PositionCard,
  <Loading label="the position" />,
);
export const AccountPanel = part<object>(
  async () => (await import("./account-panel")).AccountPanel,
  <Loading label="the account" lines={6} />,
);
export const AccountAlerts = part<object>(
  async () => (await import("./account-alerts")).AccountAlerts,
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
export const FactsSheet = part<FactsSheetProps>(
  async () => (await import("./sheets")).FactsSheet,
  null,
);

/** Parts of the positions that load when they are shown. */
import { Loading } from "@/ui/page/panel";
import type { BasketDialogProps } from "../basket/basket-dialog";
import { part } from "../lazy-panel";
import type { CloseAllDialogProps } from "./close-all-dialog";
import type { CloseDialogProps } from "./close-dialog";
import type { PositionListProps } from "./position-list.types";
import type { SharePositionProps } from "./share-position";

export const CloseDialog = part<CloseDialogProps>(
  async () => (await import("./close-dialog")).CloseDialog,
  null,
);
export const ReverseDialog = part<CloseDialogProps>(
  async () => (await import("./reverse-dialog")).ReverseDialog,
  null,
);
export const ProtectDialog = part<CloseDialogProps>(
  async () => (await import("../orders/protect-dialog")).ProtectDialog,
  null,
);
export const CloseAllDialog = part<CloseAllDialogProps>(
  async () => (await import("./close-all-dialog")).CloseAllDialog,
  null,
);
export const BasketDialog = part<BasketDialogProps>(
  async () => (await import("../basket/basket-dialog")).BasketDialog,
  null,
);
export const SharePosition = part<SharePositionProps>(
  async () => (await import("./share-position")).SharePosition,
  null,
);
export const PositionCards = part<PositionListProps>(
  async () => (await import("./position-cards")).PositionCards,
  <Loading label="the positions" />,
);

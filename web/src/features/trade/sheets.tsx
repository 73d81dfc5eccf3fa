import type { Market, Side } from "@/domain/model";
import { Sheet } from "@/ui/sheet";
import { MarketList } from "./market-list";
import { OrderTicket } from "./ticket/order-ticket";

export interface OrderSheetProps {
  readonly market: Market;
  readonly side: Side;
  readonly onClose: () => void;
}

/** The ticket on a phone. */
export function OrderSheet({ market, side, onClose }: OrderSheetProps) {
  return (
    <Sheet title={`Order, ${market.name}`} fits open onOpenChange={(open) => !open && onClose()}>
      <OrderTicket market={market} firstSide={side} isFolded onDone={onClose} />
    </Sheet>
  );
}

export interface MarketDrawerProps {
  readonly market: Market;
  readonly onClose: () => void;
}

/** The market list where it has no column of its own. */
export function MarketDrawer({ market, onClose }: MarketDrawerProps) {
  return (
    <Sheet title="Markets" from="left" open onOpenChange={(open) => !open && onClose()}>
      <MarketList market={market} onChosen={onClose} />
    </Sheet>
  );
}

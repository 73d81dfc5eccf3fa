import type { Market, Side } from "@/domain/model";
import { Sheet } from "@/ui/page/sheet";
import { MarketPanel } from "./markets/market-panel";
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
      <OrderTicket market={market} firstSide={side} onDone={onClose} />
    </Sheet>
  );
}

export interface MarketDrawerProps {
  readonly market: Market;
  readonly onClose: () => void;
}

/** Map and list of the markets where they have no column of their own. */
export function MarketDrawer({ market, onClose }: MarketDrawerProps) {
  return (
    <Sheet title="Markets" from="left" fits open onOpenChange={(open) => !open && onClose()}>
      <MarketPanel market={market} takesFocus onChosen={onClose} />
    </Sheet>
  );
}

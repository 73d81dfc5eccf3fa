import { useState } from "react";
import type { Market, Position, Side } from "@/domain/model";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/page/panel";
import { AccountStrip } from "./account/account-strip";
import { ChartDesk } from "./chart/chart-desk";
import { MarketHeader } from "./header/market-header";
import { AccountPanel, MarketDrawer, MarketPanel, OrderSheet } from "./lazy-parts";
import { OwnTabs } from "./own-tabs";
import { OrderTicket } from "./ticket/order-ticket";
import css from "./trade-page.module.css";
import { useTradeKeys } from "./use-trade-keys";

export interface TradeLayoutProps {
  readonly market: Market;
  readonly position: Position | null;
}

/** 1680 px and more: the market list is pinned beside the chart. */
export function PinnedTrade({ market, position }: TradeLayoutProps) {
  return (
    <div className={css["pinned"]}>
      <div className={css["list"]}>
        <MarketPanel market={market} />
      </div>
      <div className={css["head"]}>
        <MarketHeader market={market} />
      </div>
      <Desk market={market} position={position} />
    </div>
  );
}

/** 1024 to 1679 px: chart and ticket; own positions and account below the chart. */
export function DeskTrade({ market, position }: TradeLayoutProps) {
  return (
    <div className={css["desk"]}>
      <HeaderWithDrawer market={market} />
      <Desk market={market} position={position} />
    </div>
  );
}

function Desk({ market, position }: TradeLayoutProps) {
  return (
    <>
      <div className={css["chart"]}>
        <ChartDesk market={market} position={position} />
      </div>
      <OrderPanel market={market} hasFaucet />
      <div className={css["strip"]}>
        <AccountStrip />
      </div>
      <OwnTabs className={css["below"]} />
    </>
  );
}

/** 760 to 1023 px: the page scrolls, positions below the chart. */
export function TabletTrade({ market, position }: TradeLayoutProps) {
  return (
    <div className={css["tablet"]}>
      <HeaderWithDrawer market={market} />
      <div className={css["chart"]}>
        <ChartDesk market={market} position={position} />
      </div>
      <div className={css["side"]}>
        <OrderPanel market={market} />
        <AccountPanel />
      </div>
      <OwnTabs className={css["below"]} />
    </div>
  );
}

/** Below 760 px: one column, the ticket in a sheet behind the Long and Short bar. */
export function PhoneTrade({ market, position }: TradeLayoutProps) {
  const [side, setSide] = useState<Side | null>(null);
  return (
    <div className={css["phone"]}>
      <HeaderWithDrawer market={market} />
      <ChartDesk market={market} position={position} />
      <OwnTabs className={css["phoneTabs"]} hasAccount />
      <div className={css["bar"]} data-bottom-bar="">
        <Button look="up" size="large" onClick={() => setSide("long")}>
          ▲ Long
        </Button>
        <Button look="down" size="large" onClick={() => setSide("short")}>
          ▼ Short
        </Button>
      </div>
      {side === null ? null : (
        <OrderSheet market={market} side={side} onClose={() => setSide(null)} />
      )}
    </div>
  );
}

interface OrderPanelProps {
  readonly market: Market;
  readonly hasFaucet?: boolean;
}

function OrderPanel({ market, hasFaucet = false }: OrderPanelProps) {
  return (
    <Panel title="Order" hideTitle className={css["ticket"]}>
      <OrderTicket market={market} hasFaucet={hasFaucet} />
    </Panel>
  );
}

/** The header with the drawer of map and list, opened by its button or the key M. */
function HeaderWithDrawer({ market }: { readonly market: Market }) {
  const [isOpen, setIsOpen] = useState(false);
  useTradeKeys({ markets: () => setIsOpen(true) });
  return (
    <div className={css["head"]}>
      <MarketHeader market={market} onMarkets={() => setIsOpen(true)} />
      {isOpen ? <MarketDrawer market={market} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

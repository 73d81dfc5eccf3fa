import { List } from "lucide-react";
import { useState } from "react";
import type { Market, Position, Side } from "@/domain/model";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { type Tab, Tabs } from "@/ui/tabs";
import { ChartDesk } from "./chart/chart-desk";
import {
  AccountPanel,
  LiquidationList,
  MarketDrawer,
  OrderSheet,
  SettlementList,
} from "./lazy-parts";
import { MarketHeader } from "./market-header";
import { MarketList } from "./market-list";
import { PositionsTable } from "./positions/positions-table";
import { OrderTicket } from "./ticket/order-ticket";
import css from "./trade-page.module.css";

export interface TradeLayoutProps {
  readonly market: Market;
  readonly position: Position | null;
}

/** 1280 px and more: markets, chart, ticket; positions and account below. */
export function WideTrade({ market, position }: TradeLayoutProps) {
  return (
    <div className={css["wide"]}>
      <div className={css["left"]}>
        <div className={css["list"]}>
          <MarketList market={market} />
        </div>
        <div className={css["account"]}>
          <AccountPanel />
        </div>
      </div>
      <div className={css["head"]}>
        <MarketHeader market={market} />
      </div>
      <ChartDesk market={market} position={position} />
      <OrderPanel market={market} />
      <Below />
    </div>
  );
}

/** 1024 to 1279 px: the same without the market list, which is behind a button. */
export function DeskTrade({ market, position }: TradeLayoutProps) {
  return (
    <div className={css["desk"]}>
      <div className={css["head"]}>
        <MarketsButton market={market} />
        <MarketHeader market={market} />
      </div>
      <ChartDesk market={market} position={position} />
      <div className={css["side"]}>
        <OrderPanel market={market} />
        <AccountPanel />
      </div>
      <Below />
    </div>
  );
}

/** 760 to 1023 px: chart and ticket, positions below the chart. */
export function TabletTrade({ market, position }: TradeLayoutProps) {
  return (
    <div className={css["tablet"]}>
      <div className={css["head"]}>
        <MarketsButton market={market} />
        <MarketHeader market={market} />
      </div>
      <ChartDesk market={market} position={position} />
      <div className={css["side"]}>
        <OrderPanel market={market} />
        <AccountPanel />
      </div>
      <Below />
    </div>
  );
}

/** Below 760 px: one column, the ticket in a sheet behind the Long and Short bar. */
export function PhoneTrade({ market, position }: TradeLayoutProps) {
  const [tab, setTab] = useState("positions");
  const [side, setSide] = useState<Side | null>(null);
  const tabs: readonly Tab[] = [
    POSITIONS,
    { id: "account", label: "Account", content: <AccountPanel /> },
    SETTLEMENTS,
    LIQUIDATIONS,
  ];
  return (
    <div className={css["phone"]}>
      <div className={css["head"]}>
        <MarketsButton market={market} />
        <MarketHeader market={market} isShort />
      </div>
      <ChartDesk market={market} position={position} />
      <Tabs label="More" value={tab} onChange={setTab} tabs={tabs} className={css["phoneTabs"]} />
      <div className={css["bar"]}>
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

const POSITIONS: Tab = { id: "positions", label: "Positions", content: <PositionsTable /> };
const SETTLEMENTS: Tab = { id: "settlements", label: "Withdrawals", content: <SettlementList /> };
const LIQUIDATIONS: Tab = {
  id: "liquidations",
  label: "Liquidations",
  content: <LiquidationList />,
};
const OWN_TABS: readonly Tab[] = [POSITIONS, SETTLEMENTS, LIQUIDATIONS];

function Below() {
  const [tab, setTab] = useState("positions");
  return (
    <Tabs
      label="Your trading"
      className={css["below"]}
      value={tab}
      onChange={setTab}
      tabs={OWN_TABS}
    />
  );
}

function OrderPanel({ market }: { readonly market: Market }) {
  return (
    <Panel title="Order" className={css["ticket"]}>
      <OrderTicket market={market} />
    </Panel>
  );
}

function MarketsButton({ market }: { readonly market: Market }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button aria-label="All markets" onClick={() => setIsOpen(true)}>
        <List size={16} aria-hidden="true" />
      </Button>
      {isOpen ? <MarketDrawer market={market} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

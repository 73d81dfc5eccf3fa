import { List } from "lucide-react";
import { useState } from "react";
import type { Market, Position, Side } from "@/domain/model";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { type Tab, Tabs } from "@/ui/tabs";
import { ChartPanel } from "./chart-panel";
import {
  AccountPanel,
  ImpactLadder,
  LiquidationList,
  MarketDrawer,
  OrderSheet,
  RecentTrades,
  SettlementList,
} from "./lazy-parts";
import { MarketFacts } from "./market-facts";
import { MarketHeader } from "./market-header";
import { MarketList } from "./market-list";
import { PositionsTable } from "./positions/positions-table";
import { OrderTicket } from "./ticket/order-ticket";
import css from "./trade-page.module.css";

export interface TradeLayoutProps {
  readonly market: Market;
  readonly position: Position | null;
}

/** 1280 px and more: markets, chart, market facts, ticket; positions and account below. */
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
      <ChartPanel market={market} position={position} />
      <FactsColumn market={market} />
      <OrderPanel market={market} />
      <Below tabs={OWN_TABS} />
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
      <ChartPanel market={market} position={position} />
      <FactsColumn market={market} />
      <div className={css["side"]}>
        <OrderPanel market={market} />
        <AccountPanel />
      </div>
      <Below tabs={OWN_TABS} />
    </div>
  );
}

/** 760 to 1023 px: chart and ticket, the rest in tabs. */
export function TabletTrade({ market, position }: TradeLayoutProps) {
  const tabs = [POSITIONS, marketTab(market), tradesTab(market), SETTLEMENTS, LIQUIDATIONS];
  return (
    <div className={css["tablet"]}>
      <div className={css["head"]}>
        <MarketsButton market={market} />
        <MarketHeader market={market} />
      </div>
      <ChartPanel market={market} position={position} />
      <div className={css["side"]}>
        <OrderPanel market={market} />
        <AccountPanel />
      </div>
      <Below tabs={tabs} />
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
    marketTab(market),
    tradesTab(market),
    SETTLEMENTS,
    LIQUIDATIONS,
  ];
  return (
    <div className={css["phone"]}>
      <div className={css["head"]}>
        <MarketsButton market={market} />
        <MarketHeader market={market} isShort />
      </div>
      <ChartPanel market={market} position={position} />
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

function Below({ tabs }: { readonly tabs: readonly Tab[] }) {
  const [tab, setTab] = useState("positions");
  return (
    <Tabs label="Your trading" className={css["below"]} value={tab} onChange={setTab} tabs={tabs} />
  );
}

function OrderPanel({ market }: { readonly market: Market }) {
  return (
    <Panel title="Order" className={css["ticket"]}>
      <OrderTicket market={market} />
    </Panel>
  );
}

function FactsColumn({ market }: { readonly market: Market }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={css["facts"]} aria-label="Market facts" tabIndex={0}>
      <MarketFacts market={market} />
      <ImpactLadder market={market} />
      <RecentTrades market={market} />
    </section>
  );
}

function marketTab(market: Market): Tab {
  const content = (
    <>
      <MarketFacts market={market} />
      <ImpactLadder market={market} />
    </>
  );
  return { id: "market", label: "Market", content };
}

function tradesTab(market: Market): Tab {
  return { id: "trades", label: "Trades", content: <RecentTrades market={market} /> };
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

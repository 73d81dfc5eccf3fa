import { List } from "lucide-react";
import { useState } from "react";
import type { Market, Position, Side } from "@/lib/model";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Sheet } from "@/ui/sheet";
import { type Tab, Tabs } from "@/ui/tabs";
import { AccountPanel } from "./account-panel";
import { ChartPanel } from "./chart-panel";
import { ImpactLadder } from "./impact-ladder";
import { MarketFacts } from "./market-facts";
import { MarketHeader } from "./market-header";
import { MarketList } from "./market-list";
import { OrderTicket } from "./order-ticket";
import { PositionsTable } from "./positions-table";
import { RecentTrades } from "./recent-trades";
import { SettlementList } from "./settlement-list";
import css from "./trade-page.module.css";

export interface TradeLayoutProps {
  readonly market: Market;
  readonly position: Position | null;
}

/** 1280 px and more: markets, chart, market facts, ticket; positions and account below. */
export function WideTrade({ market, position }: TradeLayoutProps) {
  const [below, setBelow] = useState("positions");
  return (
    <div className={css["wide"]}>
      <div className={css["list"]}>
        <MarketList market={market} />
      </div>
      <div className={css["head"]}>
        <MarketHeader market={market} />
      </div>
      <ChartPanel market={market} position={position} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard */}
      <section className={css["facts"]} aria-label="Market facts" tabIndex={0}>
        <MarketFacts market={market} />
        <ImpactLadder market={market} />
        <RecentTrades market={market} />
      </section>
      <Panel title="Order" className={css["ticket"]}>
        <OrderTicket market={market} />
      </Panel>
      <Tabs
        label="Your trading"
        className={css["below"]}
        value={below}
        onChange={setBelow}
        tabs={[POSITIONS, SETTLEMENTS]}
      />
      <div className={css["account"]}>
        <AccountPanel />
      </div>
    </div>
  );
}

/** 760 to 1279 px: chart and ticket, the rest in tabs; the market list behind a button. */
export function MediumTrade({ market, position }: TradeLayoutProps) {
  const [tab, setTab] = useState("positions");
  const tabs: readonly Tab[] = [POSITIONS, marketTab(market), tradesTab(market), SETTLEMENTS];
  return (
    <div className={css["medium"]}>
      <div className={css["head"]}>
        <MarketsButton market={market} />
        <MarketHeader market={market} />
      </div>
      <ChartPanel market={market} position={position} />
      <div className={css["side"]}>
        <Panel title="Order">
          <OrderTicket market={market} />
        </Panel>
        <AccountPanel />
      </div>
      <Tabs label="More" className={css["below"]} value={tab} onChange={setTab} tabs={tabs} />
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
      <Sheet
        title={`Order, ${market.name}`}
        open={side !== null}
        onOpenChange={(open) => setSide((known) => (open ? known : null))}
      >
        {side === null ? null : (
          <OrderTicket market={market} firstSide={side} onDone={() => setSide(null)} />
        )}
      </Sheet>
    </div>
  );
}

const POSITIONS: Tab = { id: "positions", label: "Positions", content: <PositionsTable /> };
const SETTLEMENTS: Tab = { id: "settlements", label: "Withdrawals", content: <SettlementList /> };

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
      <Sheet title="Markets" from="left" open={isOpen} onOpenChange={setIsOpen}>
        <MarketList market={market} onChosen={() => setIsOpen(false)} />
      </Sheet>
    </>
  );
}

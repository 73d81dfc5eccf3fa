import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { type MarketTabProps, MarketTabsSlot } from "@/features/trade/chart/market-tabs";
import { part } from "@/features/trade/lazy-panel";
import { TradePage } from "@/features/trade/trade-page";
import { Loading } from "@/ui/page/panel";
import { rememberMarket } from "./last-market";

const TABS = {
  Past: part<MarketTabProps>(
    async () => (await import("@/features/markets/past/past-panel")).PastPanels,
    <Loading label="the past" lines={8} />,
  ),
  Housing: part<MarketTabProps>(
    async () => (await import("@/features/markets/housing/housing-tab")).HousingTab,
    <Loading label="housing figures" lines={8} />,
  ),
};

/** A new market is a new page: ticket, chart and dialogs start afresh. */
export function TradeRoute() {
  const { symbol } = useParams({ from: "/trade/$symbol" });
  useEffect(() => rememberMarket(symbol), [symbol]);
  return (
    <MarketTabsSlot value={TABS}>
      <TradePage key={symbol} symbol={symbol} />
    </MarketTabsSlot>
  );
}

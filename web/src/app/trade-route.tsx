import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { type HousingProps, HousingSlot } from "@/features/trade/chart/housing-slot";
import { TradePage } from "@/features/trade/trade-page";
import { Loading } from "@/ui/page/panel";
import { rememberMarket } from "./last-market";

const HousingTab = lazy(async () => {
  const module = await import("@/features/markets/housing-tab");
  return { default: module.HousingTab };
});

function Housing(props: HousingProps) {
  return (
    <Suspense fallback={<Loading label="housing figures" lines={8} />}>
      <HousingTab {...props} />
    </Suspense>
  );
}

/** A new market is a new page: ticket, chart and dialogs start afresh. */
export function TradeRoute() {
  const { symbol } = useParams({ from: "/trade/$symbol" });
  useEffect(() => rememberMarket(symbol), [symbol]);
  return (
    <HousingSlot value={Housing}>
      <TradePage key={symbol} symbol={symbol} />
    </HousingSlot>
  );
}

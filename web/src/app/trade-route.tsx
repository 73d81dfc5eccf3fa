import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { TradePage } from "@/features/trade/trade-page";
import { rememberMarket } from "./last-market";

/** A new market is a new page: ticket, chart and dialogs start afresh. */
export function TradeRoute() {
  const { symbol } = useParams({ from: "/trade/$symbol" });
  useEffect(() => rememberMarket(symbol), [symbol]);
  return <TradePage key={symbol} symbol={symbol} />;
}

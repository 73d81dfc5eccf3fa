import { useParams } from "@tanstack/react-router";
import { TradePage } from "@/features/trade/trade-page";

/** A new market is a new page: ticket, chart and dialogs start afresh. */
export function TradeRoute() {
  const { symbol } = useParams({ from: "/trade/$symbol" });
  return <TradePage key={symbol} symbol={symbol} />;
}

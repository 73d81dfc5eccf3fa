import { useLiveMarket } from "@/api/live";
import { DASH, formatAmount, formatPercent, formatUsd } from "@/domain/format";
import { positionCard } from "@/ui/share/card";
import { ShareDialog } from "@/ui/share/share-dialog";
import { useCardNote } from "@/ui/share/use-card-note";
import type { PositionEntry } from "../model/position-entry";

export interface SharePositionProps {
  readonly entry: PositionEntry;
  readonly onClosed: () => void;
}

/** A picture of a position: its return on margin, and its P&L where the person asks for it. */
export function SharePosition({ entry: { position, market }, onClosed }: SharePositionProps) {
  const { marketId, side, leverage, entryPrice, returnOnMargin, pnl } = position;
  const live = useLiveMarket(marketId);
  const index = live?.indexPrice ?? market?.indexPrice ?? null;
  const note = useCardNote();
  const facts = {
    market: market?.name ?? `Market ${marketId}`,
    side,
    leverage: leverage === null ? "" : `${formatAmount(leverage, "RateE12")}×`,
    profit: returnOnMargin ?? 0n,
    roe: returnOnMargin === null ? DASH : formatPercent(returnOnMargin, { signed: true }),
    entryPrice: entryPrice === null ? DASH : formatUsd(entryPrice, "PriceE8"),
    indexPrice: index === null ? DASH : formatUsd(index, "PriceE8"),
    note,
  };
  const profitText = formatUsd(pnl.total.value, "CollateralE6", { signed: true });
  return (
    <ShareDialog
      card={positionCard({ ...facts, profitText: null })}
      withAmounts={positionCard({ ...facts, profitText })}
      onClose={onClosed}
    />
  );
}

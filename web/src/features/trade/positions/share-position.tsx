import { useQuery } from "@tanstack/react-query";
import { useLiveMarket } from "@/api/live";
import { statusQuery } from "@/api/queries";
import { engineClock } from "@/domain/clock";
import { DASH, formatAmount, formatDay, formatPercent, formatUsd } from "@/domain/format";
import { positionCard } from "@/ui/share/card";
import { ShareDialog } from "@/ui/share/share-dialog";
import type { PositionEntry } from "../model/position-entry";

export interface SharePositionProps {
  readonly entry: PositionEntry;
  readonly onClosed: () => void;
}

/** A picture of a position: its return on margin, without amounts of money. */
export function SharePosition({ entry: { position, market }, onClosed }: SharePositionProps) {
  const { marketId, side, leverage, entryPrice, returnOnMargin } = position;
  const live = useLiveMarket(marketId);
  const { data: status } = useQuery(statusQuery);
  const index = live?.indexPrice ?? market?.indexPrice ?? null;
  const nowS = engineClock.now() ?? status?.clock.now ?? null;
  const isDemo = status?.replay != null || engineClock.rate > 1;
  const card = positionCard({
    market: market?.name ?? `Market ${marketId}`,
    side,
    leverage: leverage === null ? "" : `${formatAmount(leverage, "RateE12")}×`,
    profit: returnOnMargin ?? 0n,
    roe: returnOnMargin === null ? DASH : formatPercent(returnOnMargin, { signed: true }),
    profitText: null,
    entryPrice: entryPrice === null ? DASH : formatUsd(entryPrice, "PriceE8"),
    indexPrice: index === null ? DASH : formatUsd(index, "PriceE8"),
    note: [isDemo ? "Demo" : null, nowS === null ? null : formatDay(nowS)]
      .filter((part) => part !== null)
      .join(" · "),
  });
  return <ShareDialog card={card} onClose={onClosed} />;
}

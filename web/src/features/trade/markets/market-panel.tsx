import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef } from "react";
import { summariesQuery } from "@/api/queries";
import type { Market, MarketSummary } from "@/domain/model";
import { useTradeKeys } from "../use-trade-keys";
import { MarketList } from "./market-list";
import css from "./market-list.module.css";

const MiniMap = lazy(async () => {
  const module = await import("./mini-map");
  return { default: module.MiniMap };
});
const NO_MARKETS: readonly MarketSummary[] = [];

interface MarketPanelProps {
  readonly market: Market;
  readonly takesFocus?: boolean;
  readonly onChosen?: () => void;
}

/** The map of the markets above their list: a pinned column on wide screens, else a drawer. */
export function MarketPanel({ market, takesFocus = false, onChosen }: MarketPanelProps) {
  const { data } = useQuery(summariesQuery);
  const panel = useRef<HTMLElement>(null);
  useTradeKeys({ markets: () => panel.current?.querySelector("input")?.focus() });
  return (
    <nav ref={panel} className={css["markets"]} aria-label="Markets">
      <div className={css["mapBox"]}>
        <Suspense fallback={<div className={css["map"]} />}>
          <MiniMap market={market} summaries={data ?? NO_MARKETS} onChosen={onChosen} />
        </Suspense>
      </div>
      <MarketList market={market} takesFocus={takesFocus} onChosen={onChosen} />
    </nav>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, memo, Suspense, useEffect, useRef, useState } from "react";
import { useLiveMarket } from "@/lib/live";
import type { Market, MarketSummary } from "@/lib/model";
import { summariesQuery } from "@/lib/queries";
import { useQueryFailure } from "@/lib/query-failure";
import { Amount, Rate } from "@/ui/amount";
import { Empty, Failure, Loading, StaleNote } from "@/ui/panel";
import css from "./market.module.css";

const MiniMap = lazy(async () => {
  const module = await import("./mini-map");
  return { default: module.MiniMap };
});
const NO_MARKETS: readonly MarketSummary[] = [];

interface MarketListProps {
  readonly market: Market;
  readonly onChosen?: () => void;
}

export function MarketList({ market, onChosen }: MarketListProps) {
  const summaries = useQuery(summariesQuery);
  const failure = useQueryFailure(summaries);
  const [search, setSearch] = useState("");
  const rows = useRef<HTMLDivElement>(null);
  const isLoaded = summaries.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another market is another current row
  useEffect(() => {
    const current = rows.current?.querySelector('[aria-current="page"]');
    if (isLoaded) current?.scrollIntoView?.({ block: "nearest" });
  }, [isLoaded, market.marketId]);
  const wanted = search.trim().toLowerCase();
  const shown = (summaries.data ?? []).filter(({ name, symbol }) =>
    `${name} ${symbol}`.toLowerCase().includes(wanted),
  );
  return (
    <nav className={css["markets"]} aria-label="Markets">
      <div className={css["search"]}>
        <input
          type="search"
          placeholder="Search markets"
          aria-label="Search markets"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className={css["miniMap"]}>
        <Suspense fallback={<div className={css["map"]} />}>
          <MiniMap market={market} summaries={summaries.data ?? NO_MARKETS} onChosen={onChosen} />
        </Suspense>
      </div>
      <div className={css["rows"]} ref={rows}>
        {summaries.isPending && !failure ? <Loading label="markets" lines={10} /> : null}
        {failure ? (
          <Failure what="Markets" error={failure} onRetry={() => void summaries.refetch()} />
        ) : null}
        <StaleNote isStale={summaries.isError && summaries.data !== undefined} />
        {summaries.data && shown.length === 0 ? <Empty title="No market found" /> : null}
        {shown.map((summary) => (
          <MarketEntry key={summary.marketId} summary={summary} onChosen={onChosen} />
        ))}
      </div>
    </nav>
  );
}

interface MarketEntryProps {
  readonly summary: MarketSummary;
  readonly onChosen: (() => void) | undefined;
}

const MarketEntry = memo(function MarketEntry({ summary, onChosen }: MarketEntryProps) {
  const live = useLiveMarket(summary.marketId);
  return (
    <Link
      to="/trade/$symbol"
      params={{ symbol: summary.symbol }}
      className={css["market"]}
      preload={false}
      {...(onChosen ? { onClick: onChosen } : {})}
    >
      <span className={css["marketName"]}>{summary.name}</span>
      <Amount value={live?.indexPrice ?? summary.indexPrice} kind="PriceE8" unit="USD" />
      <span className={css["marketSymbol"]}>{summary.symbol}</span>
      <Rate value={summary.change1y} trend className={css["small"]} />
    </Link>
  );
});

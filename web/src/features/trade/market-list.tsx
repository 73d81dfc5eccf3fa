import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, lazy, memo, Suspense, useEffect, useRef, useState } from "react";
import { useLiveMarket } from "@/api/live";
import { summariesQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import type { Market, MarketSummary } from "@/domain/model";
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
  const [focused, setFocused] = useState<number | null>(null);
  const rows = useRef<HTMLDivElement>(null);
  const isLoaded = summaries.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another market is another current row
  useEffect(() => {
    const current = rows.current?.querySelector('[aria-current="page"]');
    if (isLoaded && rows.current && current) scrollTo(rows.current, current);
  }, [isLoaded, market.marketId]);
  const wanted = search.trim().toLowerCase();
  const shown = (summaries.data ?? []).filter(({ name, symbol }) =>
    `${name} ${symbol}`.toLowerCase().includes(wanted),
  );
  const stops = [focused, market.marketId, shown[0]?.marketId];
  const tabStop = stops.find((id) => shown.some(({ marketId }) => marketId === id));
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is focused */}
      <div className={css["rows"]} ref={rows} onKeyDown={moveFocus}>
        {summaries.isPending && !failure ? <Loading label="markets" lines={10} /> : null}
        {failure ? (
          <Failure what="Markets" error={failure} onRetry={() => void summaries.refetch()} />
        ) : null}
        <StaleNote isStale={summaries.isError && summaries.data !== undefined} />
        {summaries.data && shown.length === 0 ? <Empty title="No market found" /> : null}
        {shown.map((summary) => (
          <MarketEntry
            key={summary.marketId}
            summary={summary}
            isTabStop={summary.marketId === tabStop}
            onFocused={setFocused}
            onChosen={onChosen}
          />
        ))}
      </div>
    </nav>
  );
}

/** Shows a row of the list. `scrollIntoView` would also make the row the place where Tab continues. */
function scrollTo(list: Element, row: Element): void {
  const seen = list.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  list.scrollTop += Math.min(0, top - seen.top) + Math.max(0, bottom - seen.bottom);
}

/** The whole list is one stop of Tab; the arrows go through it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}

interface MarketEntryProps {
  readonly summary: MarketSummary;
  readonly isTabStop: boolean;
  readonly onFocused: (marketId: number) => void;
  readonly onChosen: (() => void) | undefined;
}

const MarketEntry = memo(function MarketEntry({
  summary,
  isTabStop,
  onFocused,
  onChosen,
}: MarketEntryProps) {
  const live = useLiveMarket(summary.marketId);
  return (
    <Link
      to="/trade/$symbol"
      params={{ symbol: summary.symbol }}
      className={css["market"]}
      preload={false}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocused(summary.marketId)}
      {...(onChosen ? { onClick: onChosen } : {})}
    >
      <span className={css["marketName"]}>{summary.name}</span>
      <Amount value={live?.indexPrice ?? summary.indexPrice} kind="PriceE8" unit="USD" />
      <span className={css["marketSymbol"]}>{summary.symbol}</span>
      <Rate value={summary.change1y} trend className={css["small"]} />
    </Link>
  );
});

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import { useLiveMarkets } from "@/lib/live";
import { summariesQuery } from "@/lib/queries";
import { useQueryFailure } from "@/lib/query-failure";
import { Amount, Rate } from "@/ui/amount";
import { Failure, Loading, Panel } from "@/ui/panel";
import { ExchangeFigures } from "./exchange-figures";
import { MarketTable } from "./market-table";
import css from "./markets-page.module.css";
import { filterRows, type MarketRow, makeRows, type Sort, sortRows } from "./model/market-rows";

const MarketMap = lazy(async () => {
  const module = await import("./market-map");
  return { default: module.MarketMap };
});

const FIRST_SORT: Sort = { key: "name", isDescending: false };

export function MarketsPage() {
  const summaries = useQuery(summariesQuery);
  const failure = useQueryFailure(summaries);
  const isLoading = summaries.isPending && failure === null;
  const live = useLiveMarkets();
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState(FIRST_SORT);
  const [pointedId, setPointedId] = useState<number | null>(null);
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => makeRows(summaries.data ?? [], live), [summaries.data, live]);
  const shown = useMemo(() => sortRows(filterRows(rows, wanted), sort), [rows, wanted, sort]);

  return (
    <main className={css["page"]}>
      <h1 className="visually-hidden">Markets</h1>
      <ExchangeFigures marketCount={rows.length} />
      <div className={css["grid"]}>
        <Panel
          title="Home prices on the map"
          className={css["map"]}
          actions={<NationalMarkets rows={rows} />}
        >
          {isLoading ? (
            <Loading label="the map" lines={6} />
          ) : (
            <Suspense fallback={<Loading label="the map" lines={6} />}>
              <MarketMap rows={rows} pointedId={pointedId} onPoint={setPointedId} />
            </Suspense>
          )}
        </Panel>
        <Panel
          title="All markets"
          className={css["table"]}
          actions={
            <input
              type="search"
              className={css["search"]}
              placeholder="Search city or symbol"
              aria-label="Search markets"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          }
        >
          {isLoading ? <Loading label="markets" lines={12} /> : null}
          {failure ? (
            <Failure what="Markets" error={failure} onRetry={() => void summaries.refetch()} />
          ) : null}
          {summaries.data ? (
            <MarketTable
              rows={shown}
              sort={sort}
              onSort={setSort}
              isStale={summaries.isError}
              pointedId={pointedId}
              onPoint={setPointedId}
            />
          ) : null}
        </Panel>
      </div>
    </main>
  );
}

const NATIONAL_MAX = 2;

/** Markets of no one place have no dot; they stand above the map. */
function NationalMarkets({ rows }: { readonly rows: readonly MarketRow[] }) {
  const national = rows.filter(({ state }) => state === null).slice(0, NATIONAL_MAX);
  if (national.length === 0) return null;
  return (
    <div className={css["national"]}>
      {national.map((row) => (
        <Link key={row.marketId} to="/trade/$symbol" params={{ symbol: row.symbol }}>
          <span>{row.name}</span>
          <Amount value={row.price} kind="PriceE8" unit="USD" />
          <Rate value={row.change1y} trend />
        </Link>
      ))}
    </div>
  );
}

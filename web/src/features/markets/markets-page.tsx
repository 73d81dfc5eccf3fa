import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from "react";
import { useLiveMarkets } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import { useFavorites } from "@/state/favorites";
import { Amount, Rate } from "@/ui/figures/amount";
import { Segmented } from "@/ui/form/segmented";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { collectionQuery, marketListQuery, monthChangesQuery } from "./api";
import { ExchangeFigures } from "./exchange-figures";
import { ClearFilters, FilterBar } from "./filter-bar";
import { MarketTable } from "./market-table";
import css from "./markets-page.module.css";
import { FAVOURITES, type Filters, findRows } from "./model/filters";
import {
  BY_ACTIVITY,
  CHANGE_WINDOWS,
  keepRows,
  MAP_FIELDS,
  type MarketRow,
  makeRows,
  WINDOW_NAMES,
} from "./model/market-rows";
import { UnlistedNote } from "./unlisted-note";
import { useFilters, useTypedText } from "./use-filters";
import { useIdle } from "./use-seen";

const MarketMap = lazy(async () => {
  const module = await import("./map/market-map");
  return { default: module.MarketMap };
});

/** All markets: on the map, and in the table that says the same. */
export function MarketsPage() {
  const [filters, change] = useFilters();
  const [pointedId, setPointedId] = useState<number | null>(null);
  const list = useQuery(marketListQuery);
  const failure = useQueryFailure(list);
  const isLoading = list.isPending && failure === null;
  const isIdle = useIdle(list.data !== undefined);
  const listed = useMemo(() => (list.data ?? []).map(({ acreId }) => acreId), [list.data]);
  const rows = useRows(list.data, isIdle);
  const drawn = useKept(rows, MAP_FIELDS);
  const members = useMembers(filters.collection);
  const keepText = useCallback((text: string) => change({ text }), [change]);
  const [text, setText] = useTypedText(filters.text, keepText);
  const typed = useDeferredValue(text);
  const found = useMemo(
    () => findRows(rows, { ...filters, text: typed }, members.symbols),
    [rows, filters, typed, members.symbols],
  );
  const shownKey = found.map(({ acreId }) => acreId).join();
  const shownIds = useMemo(
    () => new Set(shownKey === "" ? [] : shownKey.split(",").map(Number)),
    [shownKey],
  );
  const chooseState = useCallback((state: string | null) => change({ state }), [change]);

  return (
    <main className={css["page"]}>
      <title>Markets · Acre</title>
      <h1 className="visually-hidden">Markets</h1>
      <ExchangeFigures marketCount={rows.length} />
      <div className={css["grid"]}>
        <Panel
          title="Home prices"
          className={css["map"]}
          actions={<WindowSwitch filters={filters} onChange={change} />}
        >
          <NationalMarkets rows={rows} />
          {isLoading ? (
            <Loading label="the map" lines={6} />
          ) : (
            <Suspense fallback={<Loading label="the map" lines={6} />}>
              <MarketMap
                rows={drawn}
                shownIds={shownIds}
                window={filters.window}
                state={filters.state}
                pointedId={pointedId}
                onPoint={setPointedId}
                onState={chooseState}
              />
            </Suspense>
          )}
        </Panel>
        <Panel
          title="All markets"
          className={css["table"]}
          actions={
            <span className={css["search"]}>
              <ClearFilters filters={filters} onChange={change} />
              <input
                type="search"
                className={css["control"]}
                placeholder="Search city or symbol"
                aria-label="Search markets"
                maxLength={64}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            </span>
          }
        >
          <FilterBar rows={rows} foundCount={found.length} filters={filters} onChange={change} />
          {isLoading || members.isPending ? <Loading label="markets" lines={12} /> : null}
          {failure ? (
            <Failure what="Markets" error={failure} onRetry={() => void list.refetch()} />
          ) : null}
          {members.failure ? (
            <Failure what="The collection" error={members.failure} onRetry={members.retry} />
          ) : null}
          {list.data && !members.isPending && !members.failure ? (
            found.length === 0 ? (
              <NothingFound filters={filters} />
            ) : (
              <MarketTable
                rows={found}
                sort={filters.sort ?? (filters.collection === null ? BY_ACTIVITY : null)}
                onSort={(sort) => change({ sort })}
                isStale={list.isError}
                isIdle={isIdle}
                pointedId={pointedId}
                onPoint={setPointedId}
              />
            )
          ) : null}
          {isIdle && list.data ? <UnlistedNote listed={listed} /> : null}
        </Panel>
      </div>
    </main>
  );
}

function useRows(
  markets: Parameters<typeof makeRows>[0] | undefined,
  isIdle: boolean,
): readonly MarketRow[] {
  const live = useLiveMarkets();
  const acreIds = useMemo(() => (markets ?? []).map(({ acreId }) => acreId), [markets]);
  const { data: monthChanges } = useQuery({
    ...monthChangesQuery(acreIds),
    enabled: isIdle && acreIds.length > 0,
  });
  const rows = useMemo(
    () => makeRows(markets ?? [], live, monthChanges),
    [markets, live, monthChanges],
  );
  return useKept(rows);
}

/** Rows that say the same as before are the same objects as before. */
function useKept(
  rows: readonly MarketRow[],
  fields?: Parameters<typeof keepRows>[2],
): readonly MarketRow[] {
  const [kept, setKept] = useState(rows);
  const next = keepRows(kept, rows, fields);
  if (next !== kept) setKept(next);
  return next;
}

/** The members of the chosen collection, ranked; null for all, and while they are not known. */
function useMembers(collection: string | null) {
  const favourites = useFavorites((state) => state.symbols);
  const isRanking = collection !== null && collection !== FAVOURITES;
  const ranking = useQuery({ ...collectionQuery(collection ?? ""), enabled: isRanking });
  const failure = useQueryFailure(ranking);
  const chosen = collection === FAVOURITES ? favourites : null;
  return {
    symbols: isRanking ? (ranking.data ?? null) : chosen,
    isPending: isRanking && ranking.data === undefined && failure === null,
    failure: isRanking ? failure : null,
    retry: () => void ranking.refetch(),
  };
}

function NothingFound({ filters }: { readonly filters: Filters }) {
  if (filters.collection === FAVOURITES && filters.text === "") {
    return <Empty title="No favorites" text="Star a market to list it here." />;
  }
  return (
    <Empty
      title={filters.text === "" ? "No market found" : `No market matches “${filters.text}”`}
      text="Search by city, state or symbol, or clear the filters."
    />
  );
}

interface WindowSwitchProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

/** The time span of the change that colors the map. */
function WindowSwitch({ filters, onChange }: WindowSwitchProps) {
  return (
    <Segmented
      label="Change over"
      size="small"
      options={CHANGE_WINDOWS.map((value) => ({ value, label: WINDOW_NAMES[value] }))}
      value={filters.window}
      onChange={(window) => onChange({ window })}
    />
  );
}

const NATIONAL_MAX = 2;

/** Indexes of a whole country have no dot; they are listed above the map. */
function NationalMarkets({ rows }: { readonly rows: readonly MarketRow[] }) {
  const national = rows.filter(({ state }) => state === null).slice(0, NATIONAL_MAX);
  return (
    <div className={css["national"]}>
      {national.map((row) => (
        <Link key={row.acreId} to="/market/$symbol" params={{ symbol: row.symbol }}>
          <span>{row.name}</span>
          <Amount value={row.price} kind="PriceE8" unit="USD" />
          <Rate value={row.change1y} trend />
        </Link>
      ))}
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from "react";
import { useLiveMarket } from "@/api/live";
import { summariesQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { useTradingAccount } from "@/domain/account";
import type { Market, MarketSummary, Side } from "@/domain/model";
import { useFavorites } from "@/state/favorites";
import { FavoriteButton } from "@/ui/favorite-button";
import { Rate } from "@/ui/figures/amount";
import { Segmented } from "@/ui/form/segmented";
import { Failure, Loading, StaleNote } from "@/ui/page/panel";
import { LivePrice } from "@/ui/price/live-price";
import { MARKET_SORTS, type MarketSort, orderMarkets } from "../model/market-order";
import css from "./market-list.module.css";

const TEXT_MAX = 64;

interface MarketListProps {
  readonly market: Market;
  /** The search field takes the focus when the list appears. */
  readonly takesFocus?: boolean;
  readonly onChosen?: (() => void) | undefined;
}

/** Every market with its price: search, sort and favorites; arrow keys and Enter in the field. */
export function MarketList({ market, takesFocus = false, onChosen }: MarketListProps) {
  const summaries = useQuery(summariesQuery);
  const failure = useQueryFailure(summaries);
  const favorites = useFavorites((state) => state.symbols);
  const sides = useOwnSides();
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<MarketSort>("interest");
  const [chosenId, setChosenId] = useState<number | null>(null);
  const navigate = useNavigate();
  const id = useId();
  const shown = useMemo(
    () => orderMarkets(summaries.data ?? [], { search, sort, favorites }),
    [summaries.data, search, sort, favorites],
  );
  const at = indexOfActive(shown, chosenId ?? (search === "" ? market.marketId : null));
  const active = shown[at];
  const optionId = (marketId: number) => `${id}-${marketId}`;
  const activeId = active && optionId(active.marketId);

  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    const row = activeId === undefined ? null : document.getElementById(activeId);
    if (row && list.current) scrollTo(list.current, row);
  }, [activeId]);

  const open = (summary: MarketSummary | undefined) => {
    if (!summary) return;
    onChosen?.();
    void navigate({ to: "/trade/$symbol", params: { symbol: summary.symbol } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setChosenId(shown[(at + step + shown.length) % shown.length]?.marketId ?? null);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(active);
    }
  };

  return (
    <div className={css["markets"]}>
      <div className={css["tools"]}>
        <input
          ref={field}
          type="search"
          role="combobox"
          placeholder="Search markets"
          aria-label="Search markets"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={TEXT_MAX}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
        {active ? (
          <FavoriteButton symbol={active.symbol} name={active.name} className={css["chosenStar"]} />
        ) : null}
        <Segmented
          label="Sort markets by"
          size="small"
          options={MARKET_SORTS}
          value={sort}
          onChange={setSort}
        />
      </div>
      {summaries.isPending && !failure ? <Loading label="markets" lines={10} /> : null}
      {failure ? (
        <Failure what="Markets" error={failure} onRetry={() => void summaries.refetch()} />
      ) : null}
      <StaleNote isStale={summaries.isError && summaries.data !== undefined} />
      {summaries.data && shown.length === 0 ? (
        <p className={css["none"]} role="status">
          No market matches “{search}”.
        </p>
      ) : null}
      <div id={id} className={css["rows"]} ref={list} role="listbox" aria-label="Markets">
        {shown.map((summary) => (
          <MarketRow
            key={summary.marketId}
            id={optionId(summary.marketId)}
            summary={summary}
            side={sides.get(summary.marketId) ?? null}
            isCurrent={summary.marketId === market.marketId}
            isActive={summary === active}
            isFavorite={favorites.includes(summary.symbol)}
            onOpen={open}
          />
        ))}
      </div>
    </div>
  );
}

/** The row that Enter takes: the wanted one, else the first. */
function indexOfActive(shown: readonly MarketSummary[], wanted: number | null): number {
  const found = shown.findIndex(({ marketId }) => marketId === wanted);
  return found < 0 ? 0 : found;
}

/** The side of the account's position in each market that has one. */
function useOwnSides(): ReadonlyMap<number, Side> {
  const { account } = useTradingAccount();
  return new Map((account?.positions ?? []).map(({ marketId, side }) => [marketId, side]));
}

/** Brings a row into view with its neighbors. `scrollIntoView` would also scroll the page. */
function scrollTo(list: Element, row: Element): void {
  const seen = list.getBoundingClientRect();
  const { top, bottom, height } = row.getBoundingClientRect();
  list.scrollTop +=
    Math.min(0, top - height - seen.top) + Math.max(0, bottom + height - seen.bottom);
}

interface MarketRowProps {
  readonly id: string;
  readonly summary: MarketSummary;
  /** The side of the own position; null without one. */
  readonly side: Side | null;
  readonly isCurrent: boolean;
  readonly isActive: boolean;
  readonly isFavorite: boolean;
  readonly onOpen: (summary: MarketSummary) => void;
}

const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { id, summary, side, isCurrent, isActive, isFavorite, onOpen } = props;
  const live = useLiveMarket(summary.marketId);
  const toggle = useFavorites((state) => state.toggle);
  return (
    <div className={css["row"]} data-active={isActive} data-current={isCurrent}>
      <button
        type="button"
        className={css["star"]}
        tabIndex={-1}
        aria-hidden="true"
        data-on={isFavorite}
        title={isFavorite ? "Remove from favorites" : "Add to favorites"}
        onClick={() => toggle(summary.symbol)}
      >
        <Star size={13} fill={isFavorite ? "currentColor" : "none"} aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here */}
      <div
        id={id}
        role="option"
        className={css["market"]}
        aria-selected={isCurrent}
        onClick={() => onOpen(summary)}
      >
        <span className={css["name"]}>
          {summary.name}
          {side === null ? null : (
            <span className={css["own"]} data-side={side}>
              {side === "long" ? "▲ Long" : "▼ Short"}
            </span>
          )}
        </span>
        <LivePrice value={live?.indexPrice ?? summary.indexPrice} />
        <span className={css["symbol"]}>{summary.symbol}</span>
        <Rate value={summary.change1y} trend className={css["small"]} />
      </div>
    </div>
  );
});

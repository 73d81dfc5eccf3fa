"""Reads and sums behind the past of the indexes; what they cost is remembered, bounded.

A market's figures are made once for each print, the table of all markets once a quarter: between
two of them nothing changes. Only what was published by now is read. Sums run in a thread.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chain.catalogue.statistics import month_of, month_start_s
from edge.api.markets.figures import YEAR_S
from edge.http.amounts import decimal
from edge.http.cache import RecentValues
from edge.http.limits import PAST_MARKETS_MAX, PAST_MONTHS_MAX
from edge.http.windows import DAY_S
from edge.store.pool import Store
from engine.core.views import MarketView
from engine.programmes.past.falls import (
    Fall,
    Rank,
    current_fall,
    drawdowns,
    extremes,
    largest_fall,
    rank,
)
from engine.programmes.past.liquidated import (
    Liquidations,
    liquidations,
    maintenance_rate_e12,
)
from engine.programmes.past.months import (
    SEASON_MONTHS,
    WHOLE_MONTHS_MIN,
    YEAR_MONTHS,
    Month,
    Move,
    Past,
    past_of,
    season_changes,
    season_closes,
    season_of,
)
from engine.programmes.past.patterns import (
    E12,
    Persistence,
    Seasonality,
    Together,
    Trend,
    persistence,
    seasonality,
    together,
    trend,
)
from engine.programmes.series import change_e12

LEVERAGES = (2, 5, 10)  # as far as the market goes
MARKETS_AT_ONCE = 4  # whose quarters are read at a time
COMPANIONS = 3  # markets that moved most alike


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything about the past of one index; of a short one the months alone."""

    past: Past | None = None  # None: no print yet
    drawdown: Sequence[tuple[int, int]] = ()
    largest: Fall | None = None
    current: Fall | None = None
    month: tuple[Move, Move] | None = None
    year: tuple[Move, Move] | None = None
    price_rank: Rank | None = None
    year_change_e12: int | None = None
    year_rank: Rank | None = None
    liquidations: Sequence[Liquidations] = ()
    trend: Trend | None = None
    seasonality: Seasonality | None = None
    persistence: Persistence | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The correlations of all markets, by their ids; a pair with too little in common is None."""

    season: int
    ids: tuple[int, ...]
    pairs: Mapping[tuple[int, int], Together | None]
    rows: tuple[tuple[str | None, ...], ...]  # the correlations as text
    quarters: int

    def of(self, one: int, two: int) -> Together | None:
        """Return how one market moves with another."""
        return self.pairs.get((one, two))

    def closest(self, market_id: int, country_id: int | None) -> list[int]:
        """Return the country, then the markets that moved most alike."""
        known = [
            (-found.correlation_e6, other)
            for other in self.ids
            if other not in (market_id, country_id)
            and (found := self.of(market_id, other)) is not None
        ]
        first = [] if country_id is None or self.of(market_id, country_id) is None else [country_id]
        return [*first, *(other for _, other in sorted(known)[:COMPANIONS])]


def maintenance_e12(view: MarketView) -> int:
    """Return the rate of the notional that a position must keep as margin."""
    terms = view.parameters
    return maintenance_rate_e12(
        terms["min_initial_margin_ratio_e12"],
        terms["maintenance_margin_proportion_e12"],
        terms["liquidation_fee_rate_e12"],
    )


class PastReads:
    """The past of the indexes out of PostgreSQL."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._figures: RecentValues[Figures] = RecentValues(PAST_MARKETS_MAX)
        self._tables: RecentValues[Table] = RecentValues(1)

    async def figures(self, view: MarketView) -> Figures:
        """Return the figures of a market by its newest print."""
        rate_e12 = maintenance_e12(view)
        leverages = tuple(one for one in LEVERAGES if one * E12 <= view.max_leverage_e12)
        key = (view.market_id, view.index_price_at_s, view.index_price_e8, rate_e12, leverages)
        return await self._figures.get(key, lambda: self._make(view, leverages, rate_e12))

    async def _make(self, view: MarketView, leverages: tuple[int, ...], rate_e12: int) -> Figures:
        to_s = view.index_price_at_s
        first_s = month_start_s(month_of(to_s) + 1 - PAST_MONTHS_MAX)
        rows = await self._store.rows("series.index_months", view.acre_id, first_s, to_s)
        before = await self._store.row("series.index_before", view.acre_id, to_s - YEAR_S + 1)
        year_ago_e8 = None if before is None else int(before["value"])
        months = [
            Month(row["month"], row["at_s"], row["low"], row["high"], row["close"]) for row in rows
        ]
        return await asyncio.to_thread(_figures, months, year_ago_e8, leverages, rate_e12)

    async def table(self, views: Sequence[MarketView]) -> Table:
        """Return the correlations of some markets, PAST_MARKETS_MAX at most."""
        # A quarter is over in a market once it has a print of a later one.
        seasons = {view.acre_id: season_of(month_of(view.index_price_at_s)) for view in views}
        key = tuple((view.market_id, view.acre_id, seasons[view.acre_id]) for view in views)
        return await self._tables.get(key, lambda: self._make_table(views, seasons))

    async def _make_table(self, views: Sequence[MarketView], seasons: Mapping[int, int]) -> Table:
        changes: dict[int, dict[int, int]] = {}
        acre_ids = list(seasons)
        firsts = await self.firsts(acre_ids)
        for start in range(0, len(acre_ids), MARKETS_AT_ONCE):
            part = acre_ids[start : start + MARKETS_AT_ONCE]
            wanted = [
                (acre_id, season)
                for acre_id in part
                if acre_id in firsts
                for season in _seasons(firsts[acre_id], seasons[acre_id])
            ]
            found = await self.prices_at([(acre_id, _season_end_s(s)) for acre_id, s in wanted])
            closes: dict[int, dict[int, int]] = {}
            for (acre_id, season), price_e8 in zip(wanted, found, strict=True):
                if price_e8 is not None:
                    closes.setdefault(acre_id, {})[season] = price_e8
            changes |= {acre_id: season_changes(known) for acre_id, known in closes.items()}
        by_market = {view.market_id: changes.get(view.acre_id, {}) for view in views}
        newest = max(seasons.values(), default=0)
        return await asyncio.to_thread(_table, newest, by_market)

    async def firsts(self, acre_ids: Sequence[int]) -> dict[int, int]:
        """Return the time of the first print of each area that has one."""
        rows = await self._store.rows("series.index_firsts", list(acre_ids))
        return {row["acre_id"]: row["at_s"] for row in rows if row["at_s"] is not None}

    async def prices_at(self, wanted: Sequence[tuple[int, int]]) -> list[int | None]:
        """Return the last price of an area by a time, for each pair."""
        areas, times = [acre_id for acre_id, _ in wanted], [at_s for _, at_s in wanted]
        rows = await self._store.rows("series.index_at", areas, times)
        found = {(row["acre_id"], row["at_s"]): row["price_e8"] for row in rows}
        return [found[pair] for pair in wanted]


def month_end_s(month: int) -> int:
    """Return the time of the last print of a month: midnight of its last day."""
    return month_start_s(month + 1) - DAY_S


def _season_end_s(season: int) -> int:
    return month_start_s((season + 1) * SEASON_MONTHS - 1) - 1


def _seasons(first_s: int, unfinished: int) -> range:
    first = max(season_of(month_of(first_s)), unfinished - PAST_MONTHS_MAX // SEASON_MONTHS)
    return range(first, unfinished)


def _figures(
    months: list[Month], year_ago_e8: int | None, leverages: tuple[int, ...], rate_e12: int
) -> Figures:
    past = past_of(months)
    if past is None or len(past.months) < WHOLE_MONTHS_MIN:
        return Figures(past)
    points = past.points()
    price_e8 = past.newest.close_e8
    year_change = change_e12(price_e8, year_ago_e8)
    years = [move.change_e12 for move in past.moves(YEAR_MONTHS)]
    falls = drawdowns(points)
    return Figures(
        past=past,
        drawdown=[(point.at_s, fall) for point, fall in zip(points, falls, strict=True)],
        largest=largest_fall(points),
        current=current_fall(points),
        month=extremes(past, 1),
        year=extremes(past, YEAR_MONTHS),
        price_rank=rank(price_e8, [month.close_e8 for month in past.months]),
        year_change_e12=year_change,
        year_rank=None if year_change is None else rank(year_change, years),
        liquidations=liquidations(past, leverages, rate_e12),
        trend=trend(past),
        seasonality=seasonality(season_changes(season_closes(past))),
        persistence=persistence(past),
    )


def _table(season: int, changes: Mapping[int, Mapping[int, int]]) -> Table:
    pairs: dict[tuple[int, int], Together | None] = {}
    for one in changes:
        for two in changes:
            pairs[one, two] = together(changes[one], changes[two])
    rows = tuple(tuple(_correlation(pairs[one, two]) for two in changes) for one in changes)
    quarters = max((len(known) for known in changes.values()), default=0)
    return Table(season, tuple(changes), pairs, rows, quarters)


def _correlation(both: Together | None) -> str | None:
    return None if both is None else decimal(both.correlation_e6, 6)

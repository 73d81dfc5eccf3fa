"""Express base, the past of the indexes (API 5.2, 7.11)."""

import asyncio

from chain.catalogue.statistics import month_of
from edge.api.context import Call, Context
from edge.api.markets.lookup import market_of_symbol
from edge.api.past.encode import Companion, market_past
from edge.api.past.reads import Table, month_end_s
from edge.api.past.requests import CompareQuery
from edge.api.past.schemas import (
    ComparedMarket,
    Comparison,
    CorrelatedMarket,
    Correlations,
    MarketPast,
)
from edge.http import costs
from edge.http.amounts import decimal
from edge.http.errors import ApiError, invalid
from edge.http.limits import COMPARED_MAX, PAST_MARKETS_MAX, PAST_MONTHS_MAX
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.slices import in_slices
from engine.core.views import MarketView
from engine.programmes.past.months import SEASON_MONTHS

COUNTRY = "country"  # the category of the market that stands for a whole country
REBASED = 100
REBASED_PLACES = 6


@route(Base.EXPRESS, "GET", "/market/{symbol}/past", returns=MarketPast, cost=costs.ANALYSIS)
async def get_past(call: Call[Nothing, Nothing]) -> MarketPast:
    """Return what the published prints of an index say about its past."""
    context = call.context
    view = market_of_symbol(context, call.path["symbol"])
    await context.wait_for_projection()
    views = await _tabled(context, call.now_s)
    table = await context.past.table(views)
    figures = await context.past.figures(view)
    return market_past(view, figures, _companions(view, views, table))


@route(
    Base.EXPRESS,
    "GET",
    "/market/compare",
    query=CompareQuery,
    returns=Comparison,
    codes=("INSUFFICIENT_HISTORY",),
    cost=costs.ANALYSIS,
)
async def get_comparison(call: Call[CompareQuery, Nothing]) -> Comparison:
    """Return up to five indexes from a time on, rebased to 100."""
    context, query = call.context, call.query
    symbols = list(dict.fromkeys(symbol.upper() for symbol in query.symbols))
    if not 1 <= len(symbols) <= COMPARED_MAX:
        raise invalid("symbols", f"expected 1 to {COMPARED_MAX} symbols")
    views = [market_of_symbol(context, symbol) for symbol in symbols]
    await context.wait_for_projection()
    acre_ids = [view.acre_id for view in views]
    firsts = await context.past.firsts(acre_ids)
    if len(firsts) < len(set(acre_ids)):
        raise ApiError("INSUFFICIENT_HISTORY")
    now_s = max(view.index_price_at_s for view in views)
    oldest_s = month_end_s(month_of(now_s) - PAST_MONTHS_MAX)
    earliest_s = max(oldest_s, *firsts.values())
    if query.start is not None and query.start >= now_s:
        raise invalid("start", "must lie before the newest price")
    start_s = max(query.start or 0, earliest_s)
    ends = (month_end_s(month) for month in range(month_of(start_s), month_of(now_s)))
    times = [start_s, *(at_s for at_s in ends if start_s < at_s < now_s), now_s]
    markets = []
    for view in views:  # one after the other: long columns are read and made in pieces
        prices = await context.past.prices_at([(view.acre_id, at_s) for at_s in times])
        values = await asyncio.to_thread(_rebased, prices)
        markets.append(ComparedMarket(symbol=view.symbol, name=view.name, values=values))
    return Comparison(start=start_s, earliest=earliest_s, timestamp=times, markets=markets)


@route(
    Base.EXPRESS,
    "GET",
    "/market/correlations",
    returns=Correlations,
    cost=costs.CORRELATIONS,
)
async def get_correlations(call: Call[Nothing, Nothing]) -> Correlations:
    """Return how the indexes of all markets move together."""
    context = call.context
    await context.wait_for_projection()
    views = await _tabled(context, call.now_s)
    table = await context.past.table(views)
    names = {view.market_id: view for view in views}
    return Correlations(
        as_of=month_end_s(SEASON_MONTHS * table.season - 2) if table.ids else None,
        quarters=table.quarters,
        markets=[CorrelatedMarket(symbol=names[i].symbol, name=names[i].name) for i in table.ids],
        rows=[list(row) for row in table.rows],
    )


async def _tabled(context: Context, now_s: int) -> list[MarketView]:
    """Return the markets of the table of correlations: the first ones by id."""
    exchange = context.exchange
    ids = sorted(exchange.market_ids())[:PAST_MARKETS_MAX]
    return await in_slices(ids, lambda i: exchange.market_view(i, now_s))


def _rebased(prices_e8: list[int | None]) -> list[str]:
    """Return the prices with the first one as 100, rounded down to six places."""
    known = [price for price in prices_e8 if price is not None]
    assert len(known) == len(prices_e8)  # none is asked for before the first print
    scale = REBASED * 10**REBASED_PLACES
    return [decimal(price * scale // known[0], REBASED_PLACES) for price in known]


def _companions(view: MarketView, views: list[MarketView], table: Table) -> list[Companion]:
    by_id = {one.market_id: one for one in views}
    countries = [
        one.market_id
        for one in views
        if one.category == COUNTRY
        and one.country == view.country
        and one.market_id != view.market_id
    ]
    country = countries[0] if countries else None
    found = []
    for market_id in table.closest(view.market_id, country):
        both = table.of(view.market_id, market_id)
        assert both is not None
        found.append(Companion(by_id[market_id], both, market_id == country))
    return found

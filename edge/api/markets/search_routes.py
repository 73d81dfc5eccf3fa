"""Express base, search of markets (API 5.1, 5.2)."""

from collections import Counter
from collections.abc import Iterable

from edge.api.context import Call, Context
from edge.api.housing.schemas import FilterDistribution, PriceRange, ValueCount
from edge.api.markets.encode import Figures, summary
from edge.api.markets.lookup import market_of_symbol, market_views
from edge.api.markets.requests import FilterQuery, SearchQuery, SymbolsQuery
from edge.api.markets.schemas import Summary
from edge.api.pages import page_limit
from edge.http import costs
from edge.http.amounts import Limit, parse_amount
from edge.http.cursors import make_cursor, read_cursor
from edge.http.errors import ApiError, invalid
from edge.http.limits import SYMBOLS_PER_QUERY_MAX
from edge.http.route import Base, route
from edge.http.schema.base import Entity, Nothing
from edge.http.slices import in_slices
from engine.core.views import MarketView

NO_FIGURES = Figures(None, None, 0)


class SearchResult(Entity):
    """A page of markets and how many match."""

    markets: list[Summary]
    next_cursor: str | None
    total: int


class SummaryList(Entity):
    """Markets in the order asked."""

    markets: list[Summary]


def _summary(context: Context, view: MarketView, figures: dict[int, Figures]) -> Summary:
    area = context.market_facts(view.acre_id)
    return summary(view, area, figures.get(view.market_id, NO_FIGURES))


async def _found(context: Context, query: FilterQuery, now_s: int) -> list[MarketView]:
    """Return the markets that every filter leaves, by id."""
    low = _price(query.min_price, "minPrice")
    high = _price(query.max_price, "maxPrice")
    wanted = frozenset(tag.lower() for tag in query.tags or ())
    return [
        view
        for view in await market_views(context, now_s)
        if _matches(context, view, query, wanted)
        and (low is None or view.index_price_e8 >= low)
        and (high is None or view.index_price_e8 <= high)
    ]


def _matches(
    context: Context, view: MarketView, query: FilterQuery, wanted: frozenset[str]
) -> bool:
    area = context.market_facts(view.acre_id)
    tags = {tag.lower() for tag in area.tags} if area is not None else set()
    text = query.q.strip().lower()
    known = (view.symbol.lower(), view.name.lower(), view.state.lower())
    return (
        (not text or any(text in word for word in known))
        and wanted <= tags
        and query.tradable is not False
        and _is_same(query.state, view.state)
        and _is_same(query.country, view.country)
        and _is_same(query.category, view.category)
    )


def _is_same(wanted: str | None, value: str) -> bool:
    return wanted is None or wanted.lower() == value.lower()


def _price(text: str | None, field: str) -> int | None:
    return None if text is None else parse_amount(text, field, Limit.PRICE)


def _sort_value(query: SearchQuery, view: MarketView, figures: Figures) -> int | str:
    match query.sort:
        case "price":
            return view.index_price_e8
        case "change1d":
            return figures.change1d_e12 or 0
        case "change1y":
            return figures.change1y_e12 or 0
        case "volume":
            return figures.volume24h_e6
        case "openInterest":
            return view.open_interest_notional_e6
        case _:
            return view.name.lower()


@route(
    Base.EXPRESS,
    "GET",
    "/market/search",
    query=SearchQuery,
    returns=SearchResult,
    cache="markets",
    cost=costs.of_markets(20),
)
async def search(call: Call[SearchQuery, Nothing]) -> SearchResult:
    """Find markets by text, tags, place and price."""
    query, context = call.query, call.context
    limit = page_limit(query)
    found = await _found(context, query, call.now_s)
    figures = await context.figures.markets()
    keyed: list[tuple[tuple[object, int], MarketView]] = [
        ((_sort_value(query, view, figures.get(view.market_id, NO_FIGURES)), view.market_id), view)
        for view in found
    ]
    keyed.sort(key=lambda item: item[0], reverse=query.order == "desc")
    total = len(keyed)
    scope = ("search", query.q, query.tags, query.state, query.country, query.category,
             query.tradable, query.min_price, query.max_price, query.sort, query.order)  # fmt: skip
    if query.cursor is not None:
        kind: object = tuple[str, int] if query.sort == "name" else tuple[int, int]
        last = read_cursor(query.cursor, kind, *scope)
        is_desc = query.order == "desc"
        keyed = [item for item in keyed if (item[0] < last if is_desc else item[0] > last)]
    cursor = make_cursor(keyed[limit - 1][0], *scope) if len(keyed) > limit else None
    chosen = [view for _, view in keyed[:limit]]
    rows = await in_slices(chosen, lambda view: _summary(context, view, figures))
    return SearchResult(markets=rows, next_cursor=cursor, total=total)


@route(
    Base.EXPRESS,
    "GET",
    "/market/market-filter-distribution",
    query=FilterQuery,
    returns=FilterDistribution,
    cost=costs.of_markets(20),
)
async def get_filter_distribution(call: Call[FilterQuery, Nothing]) -> FilterDistribution:
    """Return the number of filtered markets per value."""
    context = call.context
    views = await _found(context, call.query, call.now_s)
    areas = [context.market_facts(view.acre_id) for view in views]
    prices = [view.index_price_e8 for view in views]
    return FilterDistribution(
        states=_counted(view.state for view in views if view.state),
        countries=_counted(view.country for view in views),
        categories=_counted(view.category for view in views),
        tags=_counted(tag for area in areas if area is not None for tag in area.tags),
        price=PriceRange(
            min=str(min(prices)) if prices else None, max=str(max(prices)) if prices else None
        ),
    )


def _counted(values: Iterable[str]) -> list[ValueCount]:
    """Return each value once, the most frequent first, then in the order of the alphabet."""
    counts = sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))
    return [ValueCount(value=value, count=count) for value, count in counts]


@route(
    Base.EXPRESS,
    "GET",
    "/market/symbols",
    query=SymbolsQuery,
    returns=SummaryList,
    cache="markets",
    cost=costs.SYMBOLS,
)
async def get_symbols(call: Call[SymbolsQuery, Nothing]) -> SummaryList:
    """Return markets by symbol, in the order asked."""
    symbols = list(dict.fromkeys(symbol.upper() for symbol in call.query.symbols))
    if not 1 <= len(symbols) <= SYMBOLS_PER_QUERY_MAX:
        raise invalid("symbols", f"expected 1 to {SYMBOLS_PER_QUERY_MAX} symbols")
    views, unknown = [], []
    for symbol in symbols:
        try:
            views.append(market_of_symbol(call.context, symbol))
        except ApiError:
            unknown.append(symbol)
    if unknown:
        raise ApiError("MARKET_NOT_FOUND", details={"symbols": unknown})
    figures = await call.context.figures.markets()
    return SummaryList(markets=[_summary(call.context, view, figures) for view in views])

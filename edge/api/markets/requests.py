"""Queries of the market routes."""

from typing import Annotated, Literal

from msgspec import Meta

from edge.http.limits import PAGE_ROWS_DEFAULT, SEARCH_TEXT_MAX, SYMBOLS_PER_QUERY_MAX
from edge.http.schema.base import Request
from edge.http.schema.inputs import (
    CandleInterval,
    Cursor,
    HistoryQuery,
    IdList,
    LimitInput,
    OfExchange,
    RangeQuery,
    Word,
    WordList,
    up_to,
)
from edge.http.schema.units import PriceText


class PausedQuery(OfExchange):
    """Whether trading is paused."""

    refresh: bool = False


class MarketsQuery(OfExchange):
    """Markets by id; all of them without ids."""

    ids: IdList | None = None


class CandlesQuery(RangeQuery):
    """Candles of a market."""

    interval: CandleInterval = "1h"
    source: Literal["index", "market"] = "market"


class FundingQuery(RangeQuery):
    """Funding of a market."""

    interval: Literal["1h", "1d"] = "1h"


class TradeStreamQuery(HistoryQuery):
    """Trades of everybody."""

    direction: Literal["long", "short", "all"] = "all"


class FilterQuery(Request):
    """Filters of the market search."""

    q: Annotated[str, Meta(max_length=SEARCH_TEXT_MAX)] = ""
    tags: WordList | None = None
    state: Word | None = None
    country: Word | None = None
    category: Word | None = None
    tradable: bool | None = None
    min_price: PriceText | None = None
    max_price: PriceText | None = None


class SearchQuery(FilterQuery):
    """A page of the market search."""

    limit: LimitInput = PAGE_ROWS_DEFAULT
    cursor: Cursor | None = None
    sort: Literal["name", "price", "change1d", "change1y", "volume", "openInterest"] = "name"
    order: Literal["desc", "asc"] = "asc"


class SymbolsQuery(Request):
    """Markets by symbol."""

    symbols: Annotated[list[str], up_to(SYMBOLS_PER_QUERY_MAX)]

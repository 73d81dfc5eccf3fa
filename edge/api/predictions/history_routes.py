"""Express base, predictions: the public trades of a market, without wallets."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from edge.api.context import Call, Context
from edge.api.pages import page_limit
from edge.api.predictions import encode
from edge.api.predictions.order_input import market_id_of
from edge.api.predictions.routes import MARKET
from edge.api.predictions.schemas import (
    MarketTradesQuery,
    PredictionHistory,
    PredictionHistoryQuery,
    PredictionMarketTrade,
)
from edge.api.series.sampling import yes_bars
from edge.http import costs
from edge.http.cursors import make_cursor, read_cursor
from edge.http.route import Base, Page, route
from edge.http.schema.base import Nothing
from edge.http.windows import INTERVALS, Span, check_range, step_for, window_span
from edge.store.queries import in_order
from edge.store.tables import PredictionTradeRow
from engine.core.views import PredictionMarketView
from engine.schema.enums import PredictionStatus

Part = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Place = tuple[Part, Part]  # time and id of a trade
_NEWEST = (2**63 - 1, 2**63 - 1)
_OLDEST = (0, 0)


@route(
    Base.EXPRESS,
    "GET",
    f"{MARKET}/trades",
    query=MarketTradesQuery,
    returns=list[PredictionMarketTrade],
    rows="trades",
    cache="markets",
    cost=costs.PAGE,
)
async def get_market_trades(call: Call[MarketTradesQuery, Nothing]) -> Page:
    """Return all trades in a market, newest first."""
    query, limit, context = call.query, page_limit(call.query), call.context
    check_range(query.from_s, query.to_s)
    market_id = _market(context, call.path).market_id
    span = (query.from_s, query.to_s)
    scope = ("prediction-market-trades", market_id, *span, query.order)
    place = _NEWEST if query.order == "desc" else _OLDEST
    if query.cursor is not None:
        place = read_cursor(query.cursor, Place, *scope)
    await context.wait_for_projection()
    name = in_order("predictions.market_trades", query.order)
    values = (market_id, *place, *span, limit + 1)
    rows = await context.store.select(PredictionTradeRow, name, *values)
    cursor = None
    if len(rows) > limit:
        rows = rows[:limit]
        cursor = make_cursor((rows[-1].at_s, rows[-1].trade_id), *scope)
    return Page(rows=[encode.market_trade(row) for row in rows], next_cursor=cursor, limit=limit)


@route(
    Base.EXPRESS,
    "GET",
    f"{MARKET}/history",
    query=PredictionHistoryQuery,
    returns=PredictionHistory,
    cost=costs.SERIES,
)
async def get_market_history(
    call: Call[PredictionHistoryQuery, Nothing],
) -> PredictionHistory:
    """Return the probability of YES from a market's trades, as bars."""
    market = _market(call.context, call.path)
    await call.context.wait_for_projection()
    span = _span(call, market, await _end_of(call, market))
    bars = await yes_bars(call.context.store, market.market_id, span)
    return encode.history(market.market_id, span.step_s, bars)


def _market(context: Context, path: Mapping[str, str]) -> PredictionMarketView:
    return context.exchange.prediction_market(market_id_of(path["marketId"]))


async def _end_of(call: Call[PredictionHistoryQuery, Nothing], market: PredictionMarketView) -> int:
    """Return the last second of a market's trading, or now; of a void one that of its last trade.

    No row holds the time of a void, and nothing was traded after it.
    """
    end_s = min(call.now_s, market.closes_at_s - 1)
    if market.status != PredictionStatus.VOIDED:
        return end_s
    last_s = await call.context.store.value("predictions.last_traded", market.market_id)
    return end_s if last_s is None else int(last_s)


def _span(
    call: Call[PredictionHistoryQuery, Nothing], market: PredictionMarketView, end_s: int
) -> Span:
    """Return the part of a market's trading that was asked for, first a whole bar of `from`."""
    query = call.query
    check_range(query.from_s, query.to_s)
    asked = None if query.window is None else window_span(query.window, call.now_s)
    if query.to_s is not None:
        end_s = min(end_s, query.to_s - 1)
    start_s = market.opens_at_s
    if query.from_s is not None:
        start_s = max(start_s, query.from_s)
    elif asked is not None:
        start_s = max(start_s, end_s - (asked.to_s - asked.from_s))
    step_s = step_for(end_s - start_s) if query.interval is None else INTERVALS[query.interval]
    if query.from_s is not None:
        start_s = max(market.opens_at_s, -(-query.from_s // step_s) * step_s)
    return Span(start_s, end_s, step_s)

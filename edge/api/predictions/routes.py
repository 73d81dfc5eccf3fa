"""Express base, predictions: points, orders, positions, trades, markets (API 5.7)."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from edge.api.context import Call, Context
from edge.api.markets.lookup import exchange_status
from edge.api.pages import page_limit
from edge.api.predictions import encode
from edge.api.predictions.client_order_ids import is_client_id
from edge.api.predictions.order_input import market_id_of
from edge.api.predictions.schemas import (
    BookAnswer,
    BookQuery,
    MarketAnswer,
    OrderAnswer,
    OrdersQuery,
    PlacedOrder,
    PointsAnswer,
    PositionsQuery,
    PredictionMarket,
    PredictionMarketsQuery,
    PredictionPosition,
    PredictionPositions,
    PredictionTrade,
    PredictionTradesQuery,
)
from edge.http import costs
from edge.http.cursors import make_cursor, read_cursor
from edge.http.errors import ApiError
from edge.http.failures import from_engine
from edge.http.limits import PAYOUT_ROWS_MAX
from edge.http.route import Base, Page, route
from edge.http.schema.base import Nothing
from edge.http.windows import check_range
from edge.store.queries import in_order
from edge.store.tables import PredictionFillRow, PredictionOrderRow, PredictionPayoutRow
from engine.core.generated import messages as m
from engine.core.views import PredictionMarketView, PredictionOrderView, PredictionPortfolioView
from engine.schema.enums import OrderStatus
from engine.schema.errors import ErrorCode
from engine.sequencer import Applied

MARKET = "/predictions/markets/{marketId}"
READINGS_MAX = 3
_NEWEST = 2**63 - 1
_STORED_STATUS = {
    "filled": OrderStatus.FILLED,
    "canceled": OrderStatus.CANCELED,
    "expired": OrderStatus.EXPIRED,
}
Place = Annotated[int, Meta(ge=0, le=_NEWEST)]
Listed = OrdersQuery | PredictionTradesQuery | PredictionMarketsQuery


@route(
    Base.EXPRESS,
    "GET",
    "/predictions/portfolio",
    returns=PointsAnswer,
    needs_token=True,
    cache="private",
)
async def get_points(call: Call[Nothing, Nothing]) -> PointsAnswer:
    """Return the wallet's points; the first read of a participant grants them."""
    view = call.context.exchange.prediction_portfolio(call.wallet)
    if view.programmes and not view.is_granted and not _is_halted(call.context):
        view = await _granted(call.context, call.wallet)
    return encode.points(view)


def _is_halted(context: Context) -> bool:
    """A halt grants nothing: reads must not fill the journal with refusals then."""
    return exchange_status(context) == "halted"


async def _granted(context: Context, user: bytes) -> PredictionPortfolioView:
    """Grant the points, which the engine does once, and return the portfolio after it."""

    def read(applied: Applied) -> PredictionPortfolioView:
        rejection = applied.rejection
        # A halt grants nothing; the portfolio can still be read.
        if rejection is not None and rejection.code != ErrorCode.EXCHANGE_HALTED:
            raise from_engine(ErrorCode(rejection.code), rejection.detail)
        return context.exchange.prediction_portfolio(user)

    (view,) = await context.sequencer.submit_all([m.GrantPoints(user=user)], read)
    return view


@route(
    Base.EXPRESS,
    "GET",
    "/predictions/orders/by-client-id/{id}",
    returns=OrderAnswer,
    needs_token=True,
    cache="private",
    codes=("ORDER_NOT_FOUND",),
)
async def get_order_by_client_id(call: Call[Nothing, Nothing]) -> OrderAnswer:
    """Return the wallet's newest order of a client order id."""
    context, client_id = call.context, call.path["id"]
    if not is_client_id(client_id):
        raise ApiError("ORDER_NOT_FOUND")
    view = context.exchange.prediction_order_by_client_id(call.wallet, client_id)
    if view is None:
        await context.wait_for_projection()
        name, key = "predictions.order_by_client_id", (call.wallet, client_id)
        row = await context.store.first(PredictionOrderRow, name, *key)
        if row is None:
            raise ApiError("ORDER_NOT_FOUND")
        view = encode.stored_order(row)
    return OrderAnswer(order=encode.order(view))


@route(
    Base.EXPRESS,
    "GET",
    "/predictions/orders",
    query=OrdersQuery,
    returns=list[PlacedOrder],
    rows="orders",
    needs_token=True,
    cache="private",
    codes=("PREDICTION_MARKET_NOT_FOUND",),
    cost=costs.PAGE,
)
async def get_orders(call: Call[OrdersQuery, Nothing]) -> Page:
    """Return the wallet's orders, newest first; the open ones unless asked otherwise."""
    query, limit = call.query, page_limit(call.query)
    scope = ("prediction-orders", call.wallet, *_filters(query), query.order)
    place = _place(query, scope)
    if query.order_status_filter == "open":
        views = call.context.exchange.prediction_orders(call.wallet, query.market_id or 0)
        chosen = [view for view in views if _is_behind(view.order_id, query.order, place)]
        chosen.sort(key=lambda view: view.order_id, reverse=query.order == "desc")
        views = chosen[: limit + 1]
    else:
        views = await _stored_orders(call, place, limit + 1)
    cursor = _cursor(views[limit - 1].order_id, scope) if len(views) > limit else None
    return Page(
        rows=[encode.order(view) for view in views[:limit]], next_cursor=cursor, limit=limit
    )


def _filters(query: OrdersQuery) -> tuple[object, ...]:
    return query.order_status_filter, query.market_id


def _place(query: Listed, scope: tuple[object, ...]) -> int:
    """Return the id that a page begins behind."""
    if query.cursor is None:
        return _NEWEST if query.order == "desc" else 0
    (place,) = read_cursor(query.cursor, tuple[Place], *scope)
    return int(place)


def _is_behind(number: int, order: str, place: int) -> bool:
    return number < place if order == "desc" else number > place


def _cursor(number: int, scope: tuple[object, ...]) -> str:
    return make_cursor((number,), *scope)


async def _stored_orders(
    call: Call[OrdersQuery, Nothing], place: int, count: int
) -> list[PredictionOrderView]:
    """Return orders by id from the database, the open ones of them as the engine has them.

    An order that was filled since the database was read is read again with its page.
    """
    query, context = call.query, call.context
    status = _STORED_STATUS.get(query.order_status_filter)
    name = "predictions.orders" if status is None else "predictions.finished_orders"
    name = in_order(name, query.order)
    values = (call.wallet, place, query.market_id, count, *(() if status is None else (status,)))
    rows: Sequence[PredictionOrderRow] = ()
    for _ in range(READINGS_MAX):
        await context.wait_for_projection()
        rows = await context.store.select(PredictionOrderRow, name, *values)
        views = [_order_now(context, call.wallet, row) for row in rows]
        known = [view for view in views if view is not None]
        if len(known) == len(rows):
            return known
    return [encode.stored_order(row) for row in rows]


def _order_now(
    context: Context, user: bytes, row: PredictionOrderRow
) -> PredictionOrderView | None:
    if row.status >= OrderStatus.FILLED:
        return encode.stored_order(row)
    return context.exchange.prediction_order(user, row.order_id)


@route(
    Base.EXPRESS,
    "GET",
    "/predictions/positions",
    query=PositionsQuery,
    returns=PredictionPositions,
    needs_token=True,
    cache="private",
    cost=costs.LIST,
)
async def get_positions(call: Call[PositionsQuery, Nothing]) -> PredictionPositions:
    """Return the wallet's positions; those of paid markets with what they were paid."""
    context, wanted = call.context, call.query.is_resolved_filter
    positions: list[PredictionPosition] = []
    if wanted is not True:
        held = context.exchange.prediction_positions(call.wallet)
        positions = [encode.position(view) for view in held]
    if wanted is not False:
        await context.wait_for_projection()
        values = (call.wallet, PAYOUT_ROWS_MAX)
        rows = await context.store.select(PredictionPayoutRow, "predictions.payouts", *values)
        paid = {row.market_id: encode.paid_position(row) for row in rows}
        # what was paid since the engine was read is in both
        positions = [row for row in positions if row.market_id not in paid]
        positions += paid.values()
    return PredictionPositions(positions=positions)


@route(
    Base.EXPRESS,
    "GET",
    "/predictions/trades",
    query=PredictionTradesQuery,
    returns=list[PredictionTrade],
    rows="trades",
    needs_token=True,
    cache="private",
    codes=("PREDICTION_MARKET_NOT_FOUND",),
    cost=costs.PAGE,
)
async def get_trades(call: Call[PredictionTradesQuery, Nothing]) -> Page:
    """Return the wallet's fills, newest first."""
    query, limit, context = call.query, page_limit(call.query), call.context
    check_range(query.from_s, query.to_s)
    span = (query.market_id, query.from_s, query.to_s)
    scope = ("prediction-trades", call.wallet, *span, query.order)
    place = _place(query, scope)
    await context.wait_for_projection()
    name, values = (
        in_order("predictions.trades", query.order),
        (call.wallet, place, *span, limit + 1),
    )
    rows = await context.store.select(PredictionFillRow, name, *values)
    cursor = _cursor(rows[limit - 1].trade_id, scope) if len(rows) > limit else None
    return Page(
        rows=[encode.trade(row, is_taker=row.is_taker) for row in rows[:limit]],
        next_cursor=cursor,
        limit=limit,
    )


@route(
    Base.EXPRESS,
    "GET",
    "/predictions/markets",
    query=PredictionMarketsQuery,
    returns=list[PredictionMarket],
    rows="markets",
    cache="markets",
    cost=costs.PAGE,
)
async def get_markets(call: Call[PredictionMarketsQuery, Nothing]) -> Page:
    """Return the prediction markets, newest first."""
    query, limit, exchange = call.query, page_limit(call.query), call.context.exchange
    category = query.market_category_filter
    filters = (category and category.lower(), query.is_resolved_filter)
    scope = ("prediction-markets", *filters, query.order)
    place = _place(query, scope)
    found: list[PredictionMarketView] = []
    for market_id in sorted(exchange.prediction_market_ids(), reverse=query.order == "desc"):
        if not _is_behind(market_id, query.order, place):
            continue
        view = exchange.prediction_market(market_id)
        if _is_wanted(view, *filters):
            found.append(view)
            if len(found) > limit:
                break
    cursor = _cursor(found[limit - 1].market_id, scope) if len(found) > limit else None
    rows = [encode.market(view) for view in found[:limit]]
    return Page(rows=rows, next_cursor=cursor, limit=limit)


def _is_wanted(view: PredictionMarketView, category: str | None, is_resolved: bool | None) -> bool:
    if category is not None and view.category.lower() != category:
        return False
    return is_resolved is None or encode.is_over(view) == is_resolved


@route(Base.EXPRESS, "GET", MARKET, returns=MarketAnswer, cache="markets")
async def get_market(call: Call[Nothing, Nothing]) -> MarketAnswer:
    """Return one prediction market."""
    view = call.context.exchange.prediction_market(market_id_of(call.path["marketId"]))
    return MarketAnswer(market=encode.market(view))


@route(
    Base.EXPRESS,
    "GET",
    f"{MARKET}/order-book",
    query=BookQuery,
    returns=BookAnswer,
    cache="markets",
)
async def get_order_book(call: Call[BookQuery, Nothing]) -> BookAnswer:
    """Return the resting bids of both sides of a market, best first."""
    market_id = market_id_of(call.path["marketId"])
    view = call.context.exchange.prediction_book(market_id, call.query.depth)
    return BookAnswer(order_book=encode.order_book(view))

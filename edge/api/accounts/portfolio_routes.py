"""Express base, portfolio (API 5.6)."""

from edge.api.accounts.equity_history import value_of, value_series
from edge.api.accounts.performance import performance
from edge.api.accounts.reads import portfolio
from edge.api.accounts.realized import realized_positions
from edge.api.accounts.schemas import Performance, Portfolio, RealizedPositions, ValueHistory
from edge.api.context import Call
from edge.api.series.schemas import AmountPoint
from edge.http import costs
from edge.http.addresses import address_text
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import WindowQuery
from edge.http.windows import window_span


@route(
    Base.EXPRESS,
    "GET",
    "/portfolio/{user}",
    returns=Portfolio,
    cache="accounts",
    cost=costs.PORTFOLIO,
)
async def get_portfolio(call: Call[Nothing, Nothing]) -> Portfolio:
    """Return everything a wallet has."""
    return portfolio(call.context, call.user, call.now_s)


@route(
    Base.EXPRESS,
    "GET",
    "/portfolio/{user}/history/value",
    query=WindowQuery,
    returns=ValueHistory,
    cache="feed",
)
async def get_value_history(call: Call[WindowQuery, Nothing]) -> ValueHistory:
    """Return the wallet's equity history; the last point is the current value."""
    context, user, now_s = call.context, call.user, call.now_s
    span = window_span(call.query.window, now_s, is_trading=True)
    points = await value_series(context.store, user, span)
    value_e6 = value_of(context.exchange, context.facts, user, now_s)
    if points or value_e6:
        points = [*(point for point in points if point[0] < now_s), (now_s, value_e6)]
    return ValueHistory(
        user=address_text(user),
        points=[AmountPoint(timestamp=at_s, value=str(value)) for at_s, value in points],
    )


@route(
    Base.EXPRESS,
    "GET",
    "/portfolio/{user}/history/performance",
    query=WindowQuery,
    returns=Performance,
    cache="feed",
    cost=costs.SERIES,
)
async def get_performance(call: Call[WindowQuery, Nothing]) -> Performance:
    """Return the wallet's P&L and return over a window, and the parts of all its P&L."""
    span = window_span(call.query.window, call.now_s, is_trading=True)
    return await performance(call.context, call.user, span)


@route(
    Base.EXPRESS,
    "GET",
    "/portfolio/{user}/positions/realized",
    returns=RealizedPositions,
    cache="accounts",
    cost=costs.LIST,
)
async def get_realized(call: Call[Nothing, Nothing]) -> RealizedPositions:
    """Return what each open position of a wallet realized since it was opened from flat."""
    return await realized_positions(call.context, call.user)

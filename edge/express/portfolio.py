"""Express base, portfolio (contract 5.6)."""

from edge.reads import portfolio
from edge.routing.route import Base, Call, route
from edge.schemas.account import Portfolio
from edge.schemas.base import Nothing


@route(Base.EXPRESS, "GET", "/portfolio/{user}", returns=Portfolio, cache="accounts")
async def get_portfolio(call: Call[Nothing, Nothing]) -> Portfolio:
    """Return everything a wallet has."""
    return portfolio(call.context, call.user, call.now_s)

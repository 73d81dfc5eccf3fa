"""Main base, account: what moved the pool's value, and what other prices would do to it."""

from edge.api.context import Call
from edge.api.markets.lookup import check_exchange_id
from edge.api.pool.attribution import PoolFlows
from edge.api.pool.encode import pool_return
from edge.api.pool.requests import PoolReturnQuery
from edge.api.pool.schemas import PoolReturn, PoolScenarios
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import OfExchange
from edge.http.windows import span_of


@route(Base.MAIN, "GET", "/account/lp-return", query=PoolReturnQuery, returns=PoolReturn)
async def get_lp_return(call: Call[PoolReturnQuery, Nothing]) -> PoolReturn:
    """Return what changed the pool's value over a range of days."""
    query = call.query
    check_exchange_id(query.exchange_id)
    span = span_of(query.window, query.from_s, query.to_s, call.now_s, None)
    now = await call.context.pool.get()
    book, now_seq = call.context.pool_figures.attribution, now.standing.seq
    start = await book.first_of_day(span.from_s, now_seq)
    if start is None:  # no change since: the current pool
        return pool_return(now.standing, now.standing, PoolFlows())
    if span.to_s < call.now_s:
        last = await book.first_of_day(span.to_s + 1, now_seq)
        if last is not None:
            return pool_return(start, last, await book.between_days(start, last))
    before = await book.between_days(start, now.since)
    return pool_return(start, now.standing, before.plus(now.moved))


@route(
    Base.MAIN,
    "GET",
    "/account/lp-scenarios",
    query=OfExchange,
    returns=PoolScenarios,
    cache="accounts",
)
async def get_lp_scenarios(call: Call[OfExchange, Nothing]) -> PoolScenarios:
    """Return the pool's value if every index, or one, stood elsewhere: no forecast."""
    check_exchange_id(call.query.exchange_id)
    return await call.context.pool_figures.scenarios()

"""Main base, account: what moved the pool's value, and what other prices would do to it."""

from dataclasses import dataclass

from edge.context import Context
from edge.encode.pool import pool_return
from edge.pool_return import Moved, Shown, Standing
from edge.reads import check_exchange_id, market_views, until_projected
from edge.routing.route import Base, Call, route
from edge.schemas.base import Nothing
from edge.schemas.pool import PoolReturn, PoolScenarios
from edge.schemas.requests import OfExchange, PoolReturnQuery
from edge.windows import span_of


@dataclass(frozen=True, slots=True)
class _Now:
    """The pool as the exchange has it at one moment."""

    standing: Standing
    shown: Shown


async def _now(context: Context, now_s: int) -> _Now:
    """Return the pool now, once the database has all commands that made it."""
    view = context.exchange.exchange_view(now_s)
    shown = [(m.market_id, m.funding_per_unit_e18) for m in market_views(context, now_s)]
    seq = context.exchange.sequence
    await until_projected(context)
    standing = Standing(
        seq=seq,
        at_s=now_s,
        lp_balance_e6=view.lp_balance_e6,
        unrealized_pnl_e6=view.unrealized_pnl_e6,
        lp_shares_e6=view.lp_shares_e6,
        lp_fee_e6=view.cumulative_lp_fee_e6,
        realized_pnl_e6=await context.figures.returns.realized_e6(seq),
    )
    return _Now(standing, shown)


@route(Base.MAIN, "GET", "/account/lp-return", query=PoolReturnQuery, returns=PoolReturn)
async def get_lp_return(call: Call[PoolReturnQuery, Nothing]) -> PoolReturn:
    """Return what moved the pool's value over a range of days: fees, funding, traders, the rest."""
    query = call.query
    check_exchange_id(query.exchange_id)
    span = span_of(query.window, query.from_s, query.to_s, call.now_s, None)
    now = await _now(call.context, call.now_s)
    book = call.context.figures.returns
    start = await book.first_of_day(span.from_s)
    is_past = span.to_s < call.now_s
    last = await book.first_of_day(span.to_s + 1 if is_past else call.now_s)
    if start is None:  # nothing happened since: it is the pool of now
        return pool_return(now.standing, now.standing, Moved())
    if last is None or last.seq < start.seq:
        last = start
    if is_past:
        return pool_return(start, last, await book.between_days(start, last))
    moved = await book.until_now(start, last, now.standing.seq, now.shown)
    return pool_return(start, now.standing, moved)


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
    return await call.context.figures.scenarios()

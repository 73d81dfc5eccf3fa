"""Main base, account: pause, cluster health, exchange, markets (API 4.1)."""

import time
from collections.abc import Callable

from chain.client.errors import ChainError
from chain.client.rpc import Rpc
from edge.api.context import Call, Context
from edge.api.markets.encode import exchange_entity, market_entity
from edge.api.markets.lookup import check_exchange_id, market_id_of, market_views
from edge.api.markets.requests import MarketsQuery, PausedQuery
from edge.api.markets.schemas import Exchange, Market
from edge.api.series.schemas import ClusterHealth, MarketPaused, Paused
from edge.http import costs
from edge.http.errors import ApiError
from edge.http.limits import MARKETS_SLICE
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import OfExchange
from edge.http.slices import in_slices
from engine.core.views import MarketView
from engine.schema.enums import ExchangeStatus

SLOT_AGE_DEGRADED_S = 10
SLOT_AGE_DOWN_S = 60
LATENCY_DEGRADED_MS = 1_000
SLOT_MS = 400


@route(
    Base.MAIN,
    "GET",
    "/account/paused",
    query=PausedQuery,
    returns=Paused,
    cache="accounts",
    cost=costs.of_markets(10),
)
async def get_paused(call: Call[PausedQuery, Nothing]) -> Paused:
    """Return whether the exchange or a market is paused."""
    check_exchange_id(call.query.exchange_id)
    if call.query.refresh:
        call.headers |= call.context.gate.limiter.take("refresh", call.ip)
        call.headers["Cache-Control"] = "no-store"
    view = call.context.exchange.exchange_view(call.now_s)
    markets = [
        MarketPaused(market_id=market.market_id, paused=market.is_paused)
        for market in await market_views(call.context, call.now_s)
    ]
    is_paused = view.status != ExchangeStatus.ACTIVE
    return Paused(paused=is_paused, exchange=is_paused, markets=markets, as_of=call.now_s)


@route(Base.MAIN, "GET", "/account/cluster-health", returns=ClusterHealth, cache="accounts")
async def get_cluster_health(call: Call[Nothing, Nothing]) -> ClusterHealth:
    """Return the health of the chain node."""
    return await call.context.health.cluster.get()


async def cluster_health(rpc: Rpc, wall_s: Callable[[], float]) -> ClusterHealth:
    """Ask the node for its newest block and measure how long that takes."""
    now_s = int(wall_s())
    started_s = time.perf_counter()
    try:
        slot = await rpc.slot()
        latency_ms = round((time.perf_counter() - started_s) * 1000)
        first = max(0, slot - 10)
        produced = await rpc.blocks(first, slot)
        block = await rpc.block(produced[-1]) if produced else {}
    except ChainError:
        return ClusterHealth(status="down", slot=0, block_time=0, tps=0, latency_ms=0, as_of=now_s)
    block_time = _count(block.get("blockTime"))
    transactions = block.get("transactions")
    age_s = now_s - block_time
    status = "healthy"
    if age_s > SLOT_AGE_DEGRADED_S or latency_ms > LATENCY_DEGRADED_MS:
        status = "degraded"
    if age_s > SLOT_AGE_DOWN_S:
        status = "down"
    per_block = len(transactions) if isinstance(transactions, list) else 0
    return ClusterHealth(
        status=status,
        slot=slot,
        block_time=block_time,
        tps=per_block * 1000 // SLOT_MS,
        latency_ms=latency_ms,
        as_of=now_s,
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


@route(
    Base.MAIN,
    "GET",
    "/account/exchange",
    query=OfExchange,
    returns=Exchange,
    cache="markets",
    cost=costs.of_markets(2),
)
async def get_exchange(call: Call[OfExchange, Nothing]) -> Exchange:
    """Return the exchange."""
    check_exchange_id(call.query.exchange_id)
    context = call.context
    view = context.exchange.exchange_view(call.now_s)
    ids = sorted(context.exchange.market_ids())
    return exchange_entity(view, context.facts, ids, await context.pool_figures.lp_yield())


def _entity(context: Context, view: MarketView) -> Market:
    return market_entity(view, context.facts.exchange, context.market_facts(view.acre_id))


@route(
    Base.MAIN,
    "GET",
    "/account/market/{market}",
    returns=Market,
    cache="markets",
    cost=costs.of_markets(2),
)
async def get_market(call: Call[Nothing, Nothing]) -> Market:
    """Return one market by id, address or symbol."""
    market_id = market_id_of(call.context, call.path["market"])
    return _entity(call.context, call.context.exchange.market_view(market_id, call.now_s))


@route(
    Base.MAIN,
    "GET",
    "/account/markets",
    query=MarketsQuery,
    returns=list[Market],
    cache="markets",
    codes=("MARKET_NOT_FOUND",),
    cost=costs.SOME_MARKETS,
)
async def get_markets(call: Call[MarketsQuery, Nothing]) -> list[Market]:
    """Return markets by id."""
    check_exchange_id(call.query.exchange_id)
    context, known = call.context, set(call.context.exchange.market_ids())
    wanted = known if call.query.ids is None else set(call.query.ids)
    unknown = sorted(wanted - known)
    if unknown:
        raise ApiError("MARKET_NOT_FOUND", details={"ids": unknown})

    def entity(market_id: int) -> Market:
        return _entity(context, context.exchange.market_view(market_id, call.now_s))

    return await in_slices(sorted(wanted), entity, MARKETS_SLICE)

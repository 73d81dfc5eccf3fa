"""Health of both bases; express: status, faucet, everybody's settlement requests (5.9)."""

from time import monotonic
from typing import Annotated

from msgspec import Meta

from chain.catalogue.statistics import day_text
from chain.client.faucet import Gift
from chain.client.rpc import RpcError
from chain.client.wallet import TransactionFailed
from chain.node.errors import PREFLIGHT_FAILURE
from edge.api.accounts.encode import settlement_request
from edge.api.accounts.schemas import SettlementRequest
from edge.api.context import Call, Context
from edge.api.markets.lookup import exchange_status, market_views
from edge.api.pages import page_limit
from edge.api.programmes import record
from edge.api.series.schemas import Clock, FaucetDrop, Health, Ready, Replay, Status
from edge.api.status.node_health import DOWN
from edge.api.status.requests import MatureQuery, ReplaySpeedBody
from edge.http import costs
from edge.http.addresses import parse_user
from edge.http.cursors import make_cursor, read_cursor
from edge.http.errors import ApiError, invalid
from edge.http.route import Base, Page, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import WalletBody
from engine.core.generated import messages as m
from engine.core.views import SettlementRequestView

DAY_S = 86_400
NO_USER = bytes(32)
LAG_MAX = 1_000  # commands that the database may be behind
SILENT_MAX_S = 5.0  # for so long journal and database may write nothing while commands wait
RETRY_AFTER_S = "2"
_Part = Annotated[int, Meta(ge=0, le=2**63 - 1)]
# of a request: maturity, owner, id
Place = tuple[_Part, Annotated[str, Meta(pattern="^[0-9a-f]{64}$")], _Part]


@route(Base.MAIN, "GET", "/health", returns=Health, is_bare=True, rate="none", cache=None)
@route(Base.EXPRESS, "GET", "/health", returns=Health, rate="none", cache=None)
async def get_health(call: Call[Nothing, Nothing]) -> Health:
    """Return OK while the service answers."""
    return Health(status="ok", env=call.context.gate.env, version=call.context.gate.version)


def _replay(context: Context, now_s: int) -> Replay | None:
    """Say whose history the prices replay; `None` where prices are not a replay."""
    markets = context.catalogue.markets if context.health.is_replay else ()
    if not context.exchange.exchange_view(now_s).is_demo or not markets:
        return None
    return Replay(
        source="; ".join(dict.fromkeys(area.source for area in markets)),
        attribution="; ".join(dict.fromkeys(area.attribution for area in markets)),
        date=day_text(now_s),
        history_ends=day_text(context.catalogue.end_s),
    )


def _is_database_away(context: Context) -> bool:
    waiting_s = context.projector.waiting_s(context.sequencer.sequence)
    return waiting_s > SILENT_MAX_S


def _is_journal_away(context: Context) -> bool:
    sequencer = context.sequencer
    return sequencer.journal_full_s > 0 or sequencer.flushing_s > SILENT_MAX_S


def _waiting(context: Context) -> set[str]:
    """Return what waits for the machine: loops, and a replica for its core."""
    health = context.health
    return {*health.trouble.waiting, *(() if health.is_following() else ("core",))}


@route(Base.EXPRESS, "GET", "/ready", returns=Ready, cache=None)
async def get_ready(call: Call[Nothing, Nothing]) -> Ready:
    """Return readiness; a 503 names the failed required parts.

    Orders continue while the node is away, so that alone is no 503.
    """
    context = call.context
    journal_age_s = monotonic() - context.sequencer.applied_at_s
    parts = {
        "database": _is_database_away(context),
        "journal": _is_journal_away(context),
        "stopping": context.gate.drain.has_begun,
    }
    if failed := [name for name, is_failed in parts.items() if is_failed]:
        text = f"Not ready: {', '.join(failed)}"
        headers = {"Retry-After": RETRY_AFTER_S}
        raise ApiError("MAINTENANCE", text, {"failed": failed}, headers=headers)
    cluster = await context.health.cluster.get()
    return Ready(
        status="ready",
        database="ok",
        journal="ok",
        journal_age_ms=max(0, int(journal_age_s * 1_000)),
        node="down" if not cluster.slot or cluster.status == DOWN else "ok",
        follower="stuck" if context.health.is_follower_stuck() else "ok",
        waiting=sorted(_waiting(context)),
        as_of=call.now_s,
    )


@route(Base.EXPRESS, "GET", "/status", returns=Status, cache="markets")
async def get_status(call: Call[Nothing, Nothing]) -> Status:
    """Return the platform's health, the progress of each part, and the rate of engine time."""
    context, now_s = call.context, call.now_s
    cluster = await context.health.cluster.get()
    exchange = exchange_status(context)
    prints = [view.index_price_at_s for view in await market_views(context, now_s)]
    is_lagging = context.sequencer.sequence - context.projector.projected_seq > LAG_MAX
    is_cut_off = not cluster.slot or cluster.status == DOWN or context.health.is_follower_stuck()
    is_alarmed = context.health.custody.is_alarmed or not context.health.oracle_status().is_healthy
    is_waiting = _is_database_away(context) or _is_journal_away(context)
    is_sick = is_waiting or bool(_waiting(context))
    is_degraded = is_lagging or is_cut_off or is_alarmed or is_sick
    return Status(
        env=context.gate.env,
        version=context.gate.version,
        status="degraded" if is_degraded else "ok",
        exchange=exchange,
        sequence=context.sequencer.sequence,
        chain_slot=cluster.slot or None,
        followed_slot=context.health.followed_slot(),
        projected_sequence=context.projector.projected_seq,
        last_print_at=max(prints, default=None),
        clock=Clock(now=now_s, rate=context.clock.rate),
        as_of=now_s,
        replay=_replay(context, now_s),
    )


@route(
    Base.EXPRESS,
    "POST",
    "/faucet",
    body=WalletBody,
    returns=FaucetDrop,
    cache=None,
    is_idempotent=True,
    codes=("NOT_FOUND", "NODE_UNAVAILABLE"),
)
async def post_faucet(call: Call[Nothing, WalletBody]) -> FaucetDrop:
    """Send play money to a wallet; only where the environment is local."""
    faucet = call.context.faucet
    if call.context.gate.env != "local" or faucet is None:
        raise ApiError("NOT_FOUND")
    address = parse_user(call.body.address, "address")
    call.context.gate.limiter.take("faucet", call.ip)  # only now: a typing error costs nothing
    call.headers |= call.context.gate.limiter.take("faucet-address", address.hex())
    gift = Gift()
    try:
        signature = await faucet.drop(address, gift)
    except TransactionFailed as error:
        cause = error.__cause__
        if not isinstance(cause, RpcError) or cause.code != PREFLIGHT_FAILURE:
            raise
        raise invalid("address", "this address cannot receive payments") from None
    return FaucetDrop(
        signature=signature,
        sol=str(gift.sol_e9),
        collateral=str(gift.collateral_e6),
        token=str(gift.token_e6),
    )


@route(
    Base.EXPRESS,
    "POST",
    "/replay-speed",
    body=ReplaySpeedBody,
    returns=Clock,
    cache=None,
    codes=("NOT_FOUND",),
)
async def post_replay_speed(call: Call[Nothing, ReplaySpeedBody]) -> Clock:
    """Set how fast the demo replays history; only where the environment is local."""
    context, clock = call.context, call.context.clock
    if context.gate.env != "local" or not (context.health.is_replay and clock.is_replay):
        raise ApiError("NOT_FOUND")
    context.gate.limiter.take("replay-speed", call.ip)  # only now: a typing error costs nothing
    rate = DAY_S // call.body.seconds_per_day
    if rate != clock.rate:
        await record(context, m.SetReplaySpeed(user=NO_USER, rate=rate), lambda _applied: None)
    return Clock(now=context.now_s(), rate=clock.rate)


@route(
    Base.EXPRESS,
    "GET",
    "/settlement-requests",
    query=MatureQuery,
    returns=list[SettlementRequest],
    rows="settlementRequests",
    cache="accounts",
    cost=costs.PAGE,
)
async def get_requests(call: Call[MatureQuery, Nothing]) -> Page:
    """Return the unsettled requests of all wallets, oldest first.

    With `mature` only those that can be processed now: removals of liquidity are left out while a
    market in use waits for a price update.
    """
    query, now_s = call.query, call.now_s
    limit = page_limit(query)
    scope = ("settlement-requests", query.mature)
    after = None
    if query.cursor is not None:
        maturity_s, owner, number = read_cursor(query.cursor, Place, *scope)
        after = (maturity_s, bytes.fromhex(owner), number)
    views = call.context.exchange.open_request_page(
        limit=limit + 1, after=after, mature_at_s=now_s if query.mature else None
    )
    page = views[:limit]
    cursor = make_cursor(_place(page[-1]), *scope) if len(views) > limit else None
    rows = [settlement_request(view, call.context.facts, now_s) for view in page]
    return Page(rows=rows, next_cursor=cursor, limit=limit)


def _place(view: SettlementRequestView) -> Place:
    return (view.maturity_s, view.owner.hex(), view.request_id)

"""The aiohttp application: the table of routes, the stream, the proxy and the web application."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from aiohttp import web

from edge import documents
from edge.auth import routes as auth_routes
from edge.auth import session_routes
from edge.context import CONTEXT, Context
from edge.errors import ApiError
from edge.express import (
    badges,
    deals,
    liquidations,
    markets,
    operations,
    portfolio,
    prediction_history,
    prediction_orders,
    predictions,
    search,
    seasons,
    solvency,
    staking,
    statistics,
)
from edge.express import contests as express_contests
from edge.express.stream import PATH as STREAM_PATH
from edge.express.stream import open_stream
from edge.figures import Remembered
from edge.limits import BODY_BYTES_MAX, METRICS_AGE_S
from edge.main import (
    account,
    builders,
    collections,
    points,
    pool,
    profile,
    quotes,
    real_estate,
    referrals,
    series,
    user,
)
from edge.main import contests as main_contests
from edge.metrics import Metrics
from edge.middleware.connections import Connections
from edge.middleware.outer import CONNECTIONS, TABLE
from edge.network import client_of, is_direct_loopback
from edge.proxy import PATH as RPC_PATH
from edge.proxy import proxy_post, proxy_socket, rpc_session
from edge.routing.pipeline import serve
from edge.routing.route import ROUTES, Base
from edge.routing.table import Handler, Table
from edge.vitals.disk import free_bytes_by_folder

# Importing these modules fills the table.
MODULES = (
    account,
    auth_routes,
    session_routes,
    badges,
    builders,
    collections,
    deals,
    express_contests,
    documents,
    liquidations,
    main_contests,
    markets,
    operations,
    points,
    pool,
    portfolio,
    prediction_history,
    prediction_orders,
    predictions,
    profile,
    quotes,
    real_estate,
    referrals,
    seasons,
    search,
    series,
    solvency,
    staking,
    statistics,
    user,
)


def build_app(context: Context, connections: Connections | None = None) -> web.Application:
    """Return the application of one context; it owns nothing of what is in there but the stream.

    It is for the `Runner` of `edge.middleware.protocol`, which answers by its table.
    """
    app = web.Application(client_max_size=BODY_BYTES_MAX)
    app[CONTEXT] = context
    app[Metrics.KEY] = Metrics()
    app[CONNECTIONS] = connections or Connections(proxies=context.proxies)
    app[TABLE] = table = Table()
    for item in ROUTES:
        handler = serve(item, context)
        table.add(item.method, item.base + item.path, handler)
        if item.method == "GET":
            table.add("HEAD", item.base + item.path, handler)
    table.add("GET", STREAM_PATH, _of(app, open_stream))
    table.add("HEAD", STREAM_PATH, _of(app, open_stream))
    table.add("POST", RPC_PATH, _of(app, proxy_post))
    table.add("GET", RPC_PATH, _of(app, proxy_socket))
    table.add("HEAD", RPC_PATH, _of(app, proxy_socket))
    metrics = _of(app, _metrics(app))
    table.add("GET", "/metrics", metrics)
    table.add("HEAD", "/metrics", metrics)
    for base in Base:
        documents.described(base, context.version)  # now, and not in somebody's request
    app.on_startup.append(_load_revoked)
    app.cleanup_ctx.append(rpc_session)
    app.cleanup_ctx.append(_stream)
    app.on_shutdown.append(_end_stream)
    return app


def _of(
    app: web.Application,
    handler: Callable[[web.Application, web.Request], Awaitable[web.StreamResponse]],
) -> Handler:
    """Return the handler of a path without parameters."""

    def handle(request: web.Request, _path: Mapping[str, str]) -> Awaitable[web.StreamResponse]:
        return handler(app, request)

    return handle


def _metrics(
    app: web.Application,
) -> Callable[[web.Application, web.Request], Awaitable[web.StreamResponse]]:
    """Return the handler of the metrics, whose text is made at most once a second."""
    text = Remembered(lambda: _metrics_text(app), METRICS_AGE_S)

    async def handle(_app: web.Application, request: web.Request) -> web.StreamResponse:
        """Answer a monitor of this machine; to everybody else the path does not exist."""
        context = app[CONTEXT]
        if not is_direct_loopback(request):
            context.limiter.take("site", client_of(context.proxies, request))
            raise ApiError("NOT_FOUND")
        context.limiter.take("metrics", client_of(context.proxies, request))
        return web.Response(body=await text.get(), content_type="text/plain", charset="utf-8")

    return handle


async def _metrics_text(app: web.Application) -> bytes:
    context, metrics = app[CONTEXT], app[Metrics.KEY]
    metrics.connections.set(len(app[CONNECTIONS]))
    metrics.connections_closed.set(app[CONNECTIONS].closed_count)
    metrics.sockets.set(len(context.hub.clients))
    metrics.sequence.set(context.sequencer.sequence)
    if context.roots.posted is not None:
        metrics.root.set(context.roots.posted.memo.sequence)
    metrics.projected.set(context.projector.projected_seq)
    for name, value in context.custody.gauges().items():
        metrics.custody.labels(name).set(value)
    metrics.observe_oracle(context.oracle_status())
    metrics.observe_keepers(context.keepers)
    metrics.followed.set(context.followed_slot())
    metrics.follower_stuck.set(context.is_follower_stuck())
    metrics.observe_journal(context.sequencer)
    metrics.loop_blocked.set(context.loop_times.blocked_count)
    metrics.loop_longest.set(context.loop_times.longest_s)
    metrics.loops_waiting.set(len(context.trouble.waiting))
    if context.home is not None:  # a sick disk may take its time
        free = await asyncio.to_thread(free_bytes_by_folder, context.home)
        for folder, free_bytes in free.items():
            metrics.disk_free.labels(folder).set(free_bytes)
    return metrics.text()


async def _load_revoked(app: web.Application) -> None:
    await app[CONTEXT].sessions.load_revoked()


async def _stream(app: web.Application) -> AsyncIterator[None]:
    context = app[CONTEXT]
    stop = await context.hub.start(context)
    ticking = [
        asyncio.create_task(context.hub.run()),
        asyncio.create_task(app[CONNECTIONS].watch()),
    ]
    yield
    stop()
    for task in ticking:
        task.cancel()
    await asyncio.gather(*ticking, return_exceptions=True)


async def _end_stream(app: web.Application) -> None:
    await app[CONTEXT].hub.close()

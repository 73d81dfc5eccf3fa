"""The aiohttp application: the table of routes, the stream, the proxy and the web application."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from aiohttp import web

from edge.api.changelog.routes import published
from edge.api.context import Context
from edge.api.discovery import load_routes
from edge.core.measure import metrics_text
from edge.http.cache import CachedValue
from edge.http.errors import ApiError
from edge.http.gate import GATE
from edge.http.limits import BODY_BYTES_MAX, METRICS_AGE_S, USER_RATES
from edge.http.middleware.connections import Connections
from edge.http.middleware.metrics import Metrics
from edge.http.middleware.request_handler import CONNECTIONS, TABLE
from edge.http.network import client_of, is_direct_loopback
from edge.http.openapi.routes import described
from edge.http.pipeline import serve, short_of
from edge.http.route import ROUTES, Base
from edge.http.table import Handler, Table
from edge.rpc.proxy import NODE, NodeUrls, proxy_post, proxy_socket, rpc_session
from edge.rpc.proxy import PATH as RPC_PATH
from edge.streams.document import described_stream
from edge.streams.hub import Hub
from edge.streams.route import HUB, open_stream
from edge.streams.route import PATH as STREAM_PATH

# Of the express base, and the names under which load balancers and Kubernetes look for them.
PROBES = {"/health": "/livez", "/ready": "/readyz"}

load_routes()


def build_app(
    context: Context,
    hub: Hub,
    node: NodeUrls,
    connections: Connections | None = None,
) -> web.Application:
    """Return the application of one context; it owns nothing of what is in there.

    It is for the `Runner` of `edge.http.middleware.protocol`, which answers by its table.
    """
    app = web.Application(client_max_size=BODY_BYTES_MAX)
    app[GATE] = gate = context.gate
    app[HUB], app[NODE] = hub, node
    app[Metrics.KEY] = Metrics()
    app[CONNECTIONS] = connections or Connections(proxies=gate.proxies)
    app[TABLE] = table = Table()
    for item in ROUTES:
        handler = serve(item, gate, context)
        paths = [item.base + item.path]
        if item.base is Base.EXPRESS and item.path in PROBES:
            paths.append(PROBES[item.path])
        for path in paths:
            table.add(
                item.method,
                path,
                handler,
                is_write=item.rate in USER_RATES,
                is_direct=item.is_direct,
                short=short_of(item, context),
            )
            if item.method == "GET":
                table.add("HEAD", path, handler)
    table.add("GET", STREAM_PATH, _of(app, open_stream))
    table.add("HEAD", STREAM_PATH, _of(app, open_stream))
    table.add("POST", RPC_PATH, _of(app, proxy_post))
    table.add("GET", RPC_PATH, _of(app, proxy_socket))
    table.add("HEAD", RPC_PATH, _of(app, proxy_socket))
    metrics = _of(app, _metrics(app, context))
    table.add("GET", "/metrics", metrics)
    table.add("HEAD", "/metrics", metrics)
    for base in Base:
        described(base, gate.version)  # now, not during a request
    described_stream(gate.version, gate.public_url)
    published(gate.public_url)

    async def load_revoked(_app: web.Application) -> None:
        await context.sessions.load_revoked()

    async def stream(app: web.Application) -> AsyncIterator[None]:
        stop = await hub.start(context)
        ticking = [asyncio.create_task(hub.run()), asyncio.create_task(app[CONNECTIONS].watch())]
        yield
        stop()
        for task in ticking:
            task.cancel()
        await asyncio.gather(*ticking, return_exceptions=True)

    async def end_stream(_app: web.Application) -> None:
        await hub.close()

    app.on_startup.append(load_revoked)
    app.cleanup_ctx.append(rpc_session)
    app.cleanup_ctx.append(stream)
    app.on_shutdown.append(end_stream)
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
    app: web.Application, context: Context
) -> Callable[[web.Application, web.Request], Awaitable[web.StreamResponse]]:
    """Return the handler of the metrics, whose text is made at most once a second."""
    text = CachedValue(metrics_text(app, context), METRICS_AGE_S)

    async def handle(_app: web.Application, request: web.Request) -> web.StreamResponse:
        """Answer a monitor of this machine; for every other client the path does not exist."""
        gate = context.gate
        if not is_direct_loopback(request):
            gate.limiter.take("site", client_of(gate.proxies, request))
            raise ApiError("NOT_FOUND")
        gate.limiter.take("metrics", client_of(gate.proxies, request))
        return web.Response(body=await text.get(), content_type="text/plain", charset="utf-8")

    return handle

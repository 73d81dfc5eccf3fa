"""The aiohttp application: the table of routes, the stream, the proxy and the web application."""

import asyncio
from collections.abc import AsyncIterator

from aiohttp import web

from edge.auth import routes as auth_routes
from edge.context import CONTEXT, Context
from edge.express import (
    liquidations,
    markets,
    operations,
    participation,
    portfolio,
    prediction_orders,
    predictions,
    staking,
)
from edge.express.stream import PATH as STREAM_PATH
from edge.express.stream import open_stream
from edge.limits import BODY_BYTES_MAX
from edge.main import account, builders, collections, quotes, real_estate, series, user
from edge.metrics import Metrics
from edge.middleware.outer import outer
from edge.middleware.protocol import expect
from edge.proxy import PATH as RPC_PATH
from edge.proxy import proxy_post, proxy_socket, rpc_session
from edge.routing.openapi import document
from edge.routing.pipeline import serve
from edge.routing.route import ROUTES, Base, Call, Route
from edge.schemas.base import Nothing
from edge.web import serve_web

# Importing these modules fills the table.
MODULES = (
    account,
    auth_routes,
    builders,
    collections,
    liquidations,
    markets,
    operations,
    participation,
    portfolio,
    prediction_orders,
    predictions,
    quotes,
    real_estate,
    series,
    staking,
    user,
)


def build_app(context: Context) -> web.Application:
    """Return the application of one context; it owns nothing of what is in there but the stream."""
    app = web.Application(middlewares=[outer], client_max_size=BODY_BYTES_MAX)
    app[CONTEXT] = context
    app[Metrics.KEY] = Metrics()
    for item in sorted([*ROUTES, *_documents(context)], key=_literal_first):
        handler = serve(item, context)
        path = item.base + _pattern(item.path)
        app.router.add_route(item.method, path, handler, expect_handler=expect)
        if item.method == "GET":
            app.router.add_route("HEAD", path, handler, expect_handler=expect)
    app.router.add_get(STREAM_PATH, open_stream, expect_handler=expect)
    app.router.add_post(RPC_PATH, proxy_post, expect_handler=expect)
    app.router.add_get(RPC_PATH, proxy_socket, expect_handler=expect)
    app.router.add_get("/metrics", _metrics, expect_handler=expect)
    app.router.add_route("*", "/{path:.*}", serve_web, expect_handler=expect)
    app.on_startup.append(_load_revoked)
    app.cleanup_ctx.append(rpc_session)
    app.cleanup_ctx.append(_stream)
    app.on_shutdown.append(_end_stream)
    return app


def _literal_first(item: Route) -> tuple[str, bool, tuple[tuple[bool, str], ...]]:
    """Sort so that a literal part wins over a parameter in the same place (contract 5.2).

    Writes come first: the router tries one after the other, and orders are most of the load.
    """
    parts = tuple((part.startswith("{"), part) for part in item.path.split("/"))
    return item.base, item.method == "GET", parts


def _pattern(path: str) -> str:
    """Let a user be blank, which has an error of its own."""
    return path.replace("{user}", "{user:[^/]*}")


def _documents(context: Context) -> list[Route]:
    return [_document(base, context.version) for base in Base]


def _document(base: Base, version: str) -> Route:
    content = document(base, ROUTES, version)

    async def get_document(_call: Call[Nothing, Nothing]) -> dict[str, object]:
        """Return the OpenAPI document of this base."""
        return content

    return Route(
        base=base,
        method="GET",
        path="/openapi.json",
        summary="OpenAPI document",
        handler=get_document,
        query=Nothing,
        body=None,
        returns=None,
        is_bare=True,
        is_in_document=False,
        cache="metadata",
    )


async def _metrics(request: web.Request) -> web.StreamResponse:
    context, metrics = request.app[CONTEXT], request.app[Metrics.KEY]
    metrics.sockets.set(len(context.hub.clients))
    metrics.sequence.set(context.sequencer.sequence)
    metrics.projected.set(context.projector.projected_seq)
    return web.Response(body=metrics.text(), content_type="text/plain", charset="utf-8")


async def _load_revoked(app: web.Application) -> None:
    await app[CONTEXT].sessions.load_revoked()


async def _stream(app: web.Application) -> AsyncIterator[None]:
    context = app[CONTEXT]
    stop = await context.hub.start(context)
    ticking = asyncio.create_task(context.hub.run())
    yield
    stop()
    ticking.cancel()
    await asyncio.gather(ticking, return_exceptions=True)


async def _end_stream(app: web.Application) -> None:
    await app[CONTEXT].hub.close()

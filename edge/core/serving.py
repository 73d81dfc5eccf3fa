"""The HTTP server of the core on its sockets."""

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web

from edge.api.context import Context
from edge.core.app import build_app
from edge.core.settings import Settings
from edge.http.limits import (
    CONNECTIONS_MAX,
    CONNECTIONS_PER_ADDRESS_MAX,
)
from edge.http.middleware.connections import Connections
from edge.http.middleware.protocol import Runner
from edge.process.descriptors import DESCRIPTORS_RESERVED, raise_descriptors
from edge.process.stop_budget import REQUESTS_S
from edge.rpc.proxy import NodeUrls
from edge.streams.hub import Hub


@asynccontextmanager
async def serving(
    context: Context, settings: Settings, sockets: Sequence[socket.socket]
) -> AsyncIterator[None]:
    """Answer requests on sockets that listen already; end them at the exit."""
    connections = Connections(
        min(CONNECTIONS_MAX, raise_descriptors() - DESCRIPTORS_RESERVED),
        CONNECTIONS_PER_ADDRESS_MAX * settings.rate_scale,
        settings.network.proxies,
        context.gate.counts,
    )
    node = NodeUrls(settings.node_url, settings.node_ws_url)
    app = build_app(context, Hub(context.gate.counts), node, connections)
    runner = Runner(app, shutdown_timeout=REQUESTS_S)
    await runner.setup()
    try:
        for listening in sockets:
            await web.SockSite(runner, listening).start()
        yield
    finally:
        await runner.cleanup()

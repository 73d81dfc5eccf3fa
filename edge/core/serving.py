"""The HTTP server of the core or a web process on its sockets, and its drain.

The drain, when the process is asked to stop: `/readyz` is 503 and each answer ends its connection,
for `drain_s` seconds in which balancers and clients go elsewhere. Then nothing more is accepted,
what the kernel had queued is answered, and the connections end.
"""

import asyncio
import logging
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
from edge.process.stop_budget import QUEUED_S, REQUESTS_S
from edge.rpc.proxy import NodeUrls
from edge.streams.hub import Hub

log = logging.getLogger("acre.edge")


@asynccontextmanager
async def serving(
    context: Context, settings: Settings, sockets: Sequence[socket.socket], drain_s: float
) -> AsyncIterator[None]:
    """Answer requests on sockets that listen already; end them at the exit.

    The exit drains when the block was cancelled: by a signal, not by an error.
    """
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
    sites: list[web.SockSite] = []
    try:
        for listening in sockets:
            # the site closes its own descriptor: the socket listens on until its queue is empty
            sites.append(web.SockSite(runner, listening.dup()))
            await sites[-1].start()
        yield
    except asyncio.CancelledError:
        context.gate.drain.begin()
        log.info("drain_begins", extra={"seconds": drain_s, "connections": len(connections)})
        await asyncio.sleep(drain_s)
        await _stop_accepting(runner, sites, sockets)
        raise
    finally:
        await runner.cleanup()


async def _stop_accepting(
    runner: web.AppRunner, sites: Sequence[web.SockSite], sockets: Sequence[socket.socket]
) -> None:
    """Close the sockets after taking the connections that wait in their queues.

    Of a port shared with other processes the kernel gives each new connection to one of the
    queues, and resets those in the queue of a socket that is closed.
    """
    for site in sites:
        await site.stop()
    taken: list[socket.socket] = []
    for listening in sockets:
        listening.setblocking(False)
        try:
            while True:
                taken.append(listening.accept()[0])
        except OSError:  # none is left, or no descriptor
            listening.close()
    server = runner.server
    assert server is not None
    loop = asyncio.get_running_loop()
    for client in taken:
        client.setblocking(False)
        await loop.connect_accepted_socket(server, client)
    if taken:
        await asyncio.sleep(QUEUED_S)  # their requests arrive and begin to be answered

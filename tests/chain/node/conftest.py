from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from solana.rpc.async_api import AsyncClient

from chain.node.server.server import NodeServer
from edge.http.gate import GATE
from edge.http.limits import RATES, Rate
from edge.http.middleware.counts import Counts
from edge.http.middleware.rates import RateLimiter
from edge.http.network import TrustedProxies
from edge.rpc import proxy
from tests.chain.node.wallet import Wallet


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[NodeServer]:
    server = await NodeServer.start(tmp_path / "chain", slot_ms=20, faults=True)
    yield server
    await server.stop()


@pytest.fixture
async def proxied(node: NodeServer) -> AsyncIterator[str]:
    """The address of `/rpc` in front of the node."""
    app = web.Application()
    app[GATE] = SimpleNamespace(
        counts=Counts(),
        env="local",
        is_public=False,
        allowed_origins=(),
        proxies=TrustedProxies(),
        limiter=RateLimiter({name: Rate(100_000, 100_000) for name in RATES}),
    )
    app[proxy.NODE] = proxy.NodeUrls(node.url, node.ws_url)
    app.cleanup_ctx.append(proxy.rpc_session)
    app.router.add_get(proxy.PATH, partial(proxy.proxy_socket, app))
    app.router.add_post(proxy.PATH, partial(proxy.proxy_post, app))
    server = TestServer(app)
    await server.start_server()
    yield str(server.make_url(proxy.PATH))
    await server.close()


@pytest.fixture
async def client(node: NodeServer) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(node.url, "confirmed") as opened:
        yield opened


@pytest.fixture
async def wallet(node: NodeServer, client: AsyncClient) -> Wallet:
    return await Wallet.funded(node, client)

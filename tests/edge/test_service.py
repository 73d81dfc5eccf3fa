"""The composition root: the whole core process, started, stopped and started again."""

import asyncio
import contextlib
import socket

import aiohttp
import pytest

from chain.node.server import NodeServer
from edge.service import run_core
from edge.settings import Settings


def free_ports() -> tuple[int, int]:
    """Return a port for the service and one for the node, whose next one is free too."""
    with socket.socket() as first, socket.socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


@pytest.fixture
async def settings(tmp_path, database_url):
    port, node_port = free_ports()
    node = await NodeServer.start(tmp_path / "chain", port=node_port, slot_ms=10)
    yield Settings.from_environment(
        {
            "ACRE_HOME": str(tmp_path),
            "ACRE_PORT": str(port),
            "ACRE_NODE_PORT": str(node_port),
            "ACRE_PROFILE": "test",
            "DATABASE_URL": database_url,
        }
    )
    await node.stop()


@contextlib.asynccontextmanager
async def running(settings):
    """Run the core; yields a function that reads from it."""
    core = asyncio.create_task(run_core(settings))
    async with aiohttp.ClientSession() as session:

        async def get(path: str):
            while True:
                try:
                    async with session.get(settings.url + path) as answer:
                        return await answer.json()
                except aiohttp.ClientConnectionError:
                    assert not core.done(), core
                    await asyncio.sleep(0.02)

        yield get
    core.cancel()
    await asyncio.gather(core, return_exceptions=True)
    assert core.cancelled()


async def test_the_core_starts_stops_and_goes_on_where_it_was(settings):
    async with running(settings) as get:
        status = await get("/express/v1/status")
        assert status["exchange"] == "active"
        markets = (await get("/express/v1/market/search?limit=200"))["markets"]
        assert len(markets) > 40
        exchange = (await get("/api/v1/account/exchange"))["info"]
        assert exchange["lpBalance"] == "10000000000000"
        feed = await get("/express/v1/market/AUS/price-feed?window=1y")
        assert len(feed["points"]) > 360
    async with running(settings) as get:
        again = await get("/express/v1/status")
        assert again["sequence"] >= status["sequence"]
        assert again["projectedSequence"] >= status["projectedSequence"]
        assert again["clock"]["now"] >= status["clock"]["now"]
        same = (await get("/api/v1/account/exchange"))["info"]
        assert (same["address"], same["lpBalance"]) == (exchange["address"], exchange["lpBalance"])

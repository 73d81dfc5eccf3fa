"""A service that follows its chain by itself, and a keeper of it."""

import asyncio
from contextlib import asynccontextmanager, suppress

import pytest

from acre_sdk.trading import commands
from chain.client.errors import ChainError
from chain.client.rpc import RpcError
from edge.cli.roles.keeper import opened_keeper
from edge.keeper.keeper import KeeperOptions
from tests.chain.world import SLOT_MS


@asynccontextmanager
async def following(service):
    """Follow the chain while the block runs, as the core does."""

    async def follow() -> None:
        while True:
            with suppress(ChainError, RpcError):
                await service.world.follow()
            await asyncio.sleep(SLOT_MS / 1000)

    task = asyncio.create_task(follow())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()


def url_of(service) -> str:
    return str(service.client.make_url("/")).rstrip("/")


@asynccontextmanager
async def keeping(service, key, *, url=None, rpc=None, **options):
    """Open a keeper as the command does."""
    url = url if url is not None else url_of(service)
    rpc = rpc if rpc is not None else f"{url_of(service)}/rpc"
    made = KeeperOptions(**{"chain": "localnet", "interval_s": 1.0, **options})
    async with opened_keeper(url, rpc, key, made) as keeper:
        yield keeper


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch):
    """Look for outcomes as often as the test node makes slots."""
    monkeypatch.setattr(commands, "LOOK_FIRST_S", 0.02)
    monkeypatch.setattr(commands, "LOOK_MAX_S", 0.02)

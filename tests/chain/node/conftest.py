from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from solana.rpc.async_api import AsyncClient

from chain.node.server import NodeServer
from tests.chain.node.wallet import Wallet


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[NodeServer]:
    server = await NodeServer.start(tmp_path / "chain", slot_ms=20, faults=True)
    yield server
    await server.stop()


@pytest.fixture
async def client(node: NodeServer) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(node.url, "confirmed") as opened:
        yield opened


@pytest.fixture
async def wallet(node: NodeServer, client: AsyncClient) -> Wallet:
    return await Wallet.funded(node, client)

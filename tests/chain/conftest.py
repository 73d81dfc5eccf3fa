"""Fixtures of the chain tests: a real node, a real engine, everything else ours."""

import pytest

from chain.client.facts import ChainFacts
from tests.chain.world import World


@pytest.fixture
async def world(tmp_path):
    opened = await World.open(tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
def world_facts():
    return ChainFacts(
        chain_name="localnet",
        genesis=bytes(32),
        exchange=bytes([1]) * 32,
        vault_authority=bytes([2]) * 32,
        collateral_mint=bytes([3]) * 32,
        token_mint=bytes([4]) * 32,
    )

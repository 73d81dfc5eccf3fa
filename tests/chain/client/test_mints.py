"""The mints of a local chain, made once."""

import pytest
from solders.keypair import Keypair

from chain.client.faucet import airdrop_if_low
from chain.client.mints import ensure_mints
from chain.client.rpc import Rpc
from chain.client.wallet import TransactionFailed, address_of
from chain.node.server.server import NodeServer


class LateRpc(Rpc):
    """Does not see the first `unseen` accounts that it reads: they are not confirmed yet."""

    unseen = 0

    async def account(self, address, commitment="confirmed"):
        if self.unseen:
            self.unseen -= 1
            return None
        return await super().account(address, commitment)


@pytest.fixture
async def late(tmp_path):
    node = await NodeServer.start(tmp_path / "node", slot_ms=10)
    async with LateRpc(node.url) as rpc:
        yield rpc
    await node.stop()


async def test_a_mint_that_an_interrupted_start_made_is_used(late):
    authority = Keypair()
    await airdrop_if_low(late, address_of(authority))
    mints = await ensure_mints(late, authority)
    late.unseen = 1
    assert await ensure_mints(late, authority) == mints
    assert late.unseen == 0


async def test_a_mint_that_cannot_be_made_is_an_error(late):
    with pytest.raises(TransactionFailed):
        await ensure_mints(late, Keypair())  # which cannot pay for it

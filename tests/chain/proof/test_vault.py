"""What the vault holds: the reconciler's word before the node's, asked seldom, never invented."""

import asyncio

import pytest

from chain.client.errors import ChainError
from chain.client.rpc import Rpc
from chain.proof.vault import AGE_S, VaultBalances
from tests.chain.fault_proxy import Down, FaultProxy
from tests.chain.world import SEED_E6


async def test_the_node_is_asked_once_in_a_while_and_after_it_failed(world):
    asked = []

    def count(method, _params, answer):
        asked.append(method)
        return answer

    def down(_method, _params, _answer):
        raise Down

    now = [0.0]
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        vaults = VaultBalances(rpc, world.facts, lambda: now[0])
        proxy.rule = down
        for _ in range(2):
            with pytest.raises(ChainError):
                await vaults.balance_e6(1)
        proxy.rule = count
        both = [vaults.balance_e6(1) for _ in range(5)]
        assert await asyncio.gather(*both) == [SEED_E6] * 5
        now[0] = AGE_S
        assert await vaults.balance_e6(1) == SEED_E6
        assert asked == ["getAccountInfo"]
        now[0] = 2 * AGE_S + 1
        assert await vaults.balance_e6(1) == SEED_E6
        assert await vaults.balance_e6(2) == 0
        assert asked == ["getAccountInfo"] * 3
        vaults.known = {1: 5, 2: None}.get
        now[0] = 100.0
        assert [await vaults.balance_e6(mint) for mint in (1, 2)] == [5, 0]
        assert asked == ["getAccountInfo"] * 4

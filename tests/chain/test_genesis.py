"""The first start, and every start after it."""

import os
import stat

import pytest

from chain.balances import token_balance
from chain.genesis import GenesisError, ensure_genesis
from chain.node.server import NodeServer
from chain.operator_key import is_signed_by_operator
from chain.rpc import Rpc
from chain.wallet import address_of
from engine.core.generated.messages import AddLiquidity, CreateExchange, CreateMarket
from tests.chain.world import (
    HandClock,
    genesis_settings,
    open_sequencer,
    small_catalogue,
)

SEED_E6 = 1_000_000 * 10**6


async def test_genesis_makes_exchange_markets_and_real_liquidity(world):
    exchange = world.sequencer.exchange
    view = exchange.exchange_view(exchange.now_s)
    assert view.is_demo
    assert view.parameters["min_lp_duration_s"] == 2 * 86_400
    assert len(exchange.market_ids()) == 2
    market = exchange.market_view(exchange.market_ids()[0], exchange.now_s)
    assert market.symbol == "AUS"
    # 10 % of 10,000,000 at 300.00
    assert market.parameters["max_side_size_e6"] == 10**12 * 10**8 // (300 * 10**8)
    assert market.parameters["skew_scale_e6"] == 20 * market.parameters["max_side_size_e6"]
    authority, mint = world.facts.vault_authority, world.facts.collateral_mint
    assert await token_balance(world.rpc, authority, mint) == SEED_E6 == view.balance_e6
    assert any(isinstance(row.command, AddLiquidity) for row in world.applied)


async def test_operator_commands_are_signed(world):
    rows = [
        row.command
        for row in world.applied
        if isinstance(row.command, CreateExchange | CreateMarket)
    ]
    assert len(rows) == 3
    assert all(is_signed_by_operator(command) for command in rows)
    assert {command.operator for command in rows} == {address_of(world.keys.operator)}


async def test_keys_are_private_files(world):
    for path in (world.home / "keys").iterdir():
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


async def test_a_second_start_changes_nothing(world):
    before = world.sequencer.sequence
    facts, _keys = await ensure_genesis(
        world.sequencer, world.rpc, genesis_settings(world.home, SEED_E6), small_catalogue()
    )
    assert facts == world.facts
    assert world.sequencer.sequence == before


@pytest.mark.parametrize("calls", [3, 8, 15, 21, 25, 30, 40])
async def test_an_interrupted_start_is_finished_by_the_next(tmp_path, calls):
    class Interrupted(Exception):
        pass

    class ShortRpc(Rpc):
        left = calls

        async def call(self, method, params=()):
            self.left -= 1
            if self.left < 0:
                raise Interrupted
            return await super().call(method, params)

    node = await NodeServer.start(tmp_path / "node", slot_ms=10)
    clock = HandClock()
    sequencer = await open_sequencer(tmp_path, clock)
    settings = genesis_settings(tmp_path, SEED_E6)
    try:
        async with ShortRpc(node.url) as short:
            with pytest.raises(Interrupted):
                await ensure_genesis(sequencer, short, settings, small_catalogue())
        await sequencer.close()
        sequencer = await open_sequencer(tmp_path, clock)
        async with Rpc(node.url) as rpc:
            facts, keys = await ensure_genesis(sequencer, rpc, settings, small_catalogue())
            held = await token_balance(rpc, facts.vault_authority, facts.collateral_mint)
        exchange = sequencer.exchange
        assert held == SEED_E6 == exchange.exchange_view(exchange.now_s).balance_e6
        assert len(exchange.lp_positions(address_of(keys.demo_lp), exchange.now_s)) == 1
        assert len(exchange.market_ids()) == 2
    finally:
        await sequencer.close()
        await node.stop()


async def test_a_journal_of_another_chain_refuses_to_start(world, tmp_path):
    other = await NodeServer.start(tmp_path / "other", slot_ms=10)
    try:
        async with Rpc(other.url) as rpc:
            with pytest.raises(GenesisError, match="belongs to another chain"):
                await ensure_genesis(
                    world.sequencer, rpc, genesis_settings(world.home, SEED_E6), small_catalogue()
                )
    finally:
        await other.stop()


async def test_a_foreign_vault_key_refuses_to_start(world):
    (world.home / "keys" / "vault-authority.json").unlink()
    with pytest.raises(GenesisError, match=r"vault-authority\.json"):
        await ensure_genesis(
            world.sequencer, world.rpc, genesis_settings(world.home, SEED_E6), small_catalogue()
        )

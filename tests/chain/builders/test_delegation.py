"""Delegations as transactions: SOL for the delegate, and room for the wallet's own instructions."""

import pytest

from chain.builders.builders import TOP_UP_MAX, TOP_UP_MIN
from chain.client.instructions import TRANSACTION_BYTES_MAX, memo, transfer_lamports
from chain.client.wallet import address_of
from engine.schema.errors import ErrorCode
from tests.chain.builders.test_builders import aus, memo_of
from tests.chain.world import DAY_S, rejected_code

USD = 10**6
SYMBOL_CHARACTERS_MAX, SYMBOLS_MAX = 12, 8


async def test_one_transaction_names_the_delegate_and_pays_it(world):
    user, key = await world.user(), bytes(range(32))
    terms = {"delegate": key, "notional_per_day": 1_000 * USD, "markets": (aus(world),)}
    built = await world.builders.build_delegation(address_of(user), TOP_UP_MIN, **terms)
    assert memo_of(world, built).fields == {
        "delegate": key,
        "notional-per-day": 1_000 * USD,
        "markets": ("AUS",),
    }
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE
    assert await world.rpc.balance(key) == TOP_UP_MIN
    assert world.sequencer.exchange.user_view(address_of(user)).delegate == key


@pytest.mark.parametrize("lamports", [-1, TOP_UP_MIN - 1, TOP_UP_MAX + 1])
async def test_a_top_up_out_of_its_bounds_is_never_built(world, lamports):
    with pytest.raises(AssertionError):
        await world.builders.build_delegation(bytes(32), lamports, delegate=bytes(range(32)))


async def test_a_top_up_of_no_delegate_is_never_built(world):
    with pytest.raises(AssertionError):
        await world.builders.build_delegation(bytes(32), TOP_UP_MIN, delegate=None)


async def test_sol_beside_a_command_is_no_deposit(world):
    user = await world.user()
    owner, vault = address_of(user), world.facts.vault_authority
    text = world.memo("create-margin-account", {"account": 1, "amount": 5 * USD}, nonce=1_000)
    (refused,) = await world.send_raw(
        [user], [transfer_lamports(owner, vault, 5 * USD), memo(text, owner)]
    )
    assert rejected_code(refused) is ErrorCode.DEPOSIT_MISMATCH
    assert world.sequencer.exchange.quarantined_deposits(owner) == []
    text = world.memo("set-delegate", {"delegate": bytes(range(32))}, nonce=1_001)
    (applied,) = await world.send_raw(
        [user], [transfer_lamports(owner, vault, 5 * USD), memo(text, owner)]
    )
    assert rejected_code(applied) is ErrorCode.NONE


async def test_the_longest_delegation_leaves_bytes_for_a_wallet(world):
    user = await world.user()
    terms = {
        "delegate": b"\xff" * 32,
        "until": world.sequencer.clock.now_s() + 364 * DAY_S,
        "notional_per_day": 9 * 10**18,
        "markets": (aus(world),),
    }
    built = await world.builders.build_delegation(address_of(user), TOP_UP_MAX, **terms)
    symbols = SYMBOLS_MAX * (SYMBOL_CHARACTERS_MAX + 1) - len("AUS,")
    assert TRANSACTION_BYTES_MAX - len(built.tx) - symbols >= 500

"""A journal restored from a backup is older than its chain: no lock, no double payout."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest

from chain.client.addresses import token_account
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.client.instructions import transfer_tokens
from chain.client.rpc import RpcError
from chain.client.wallet import address_of
from chain.custody import reconciler as reconciler_module
from chain.custody.outflow_stop import OutflowStop
from engine.core.generated.messages import RecordPayout, SettlementRequestCreated, Tick
from engine.sequencer import Applied
from tests.chain.cold_world import USD, cold_world
from tests.chain.payouts import (
    AUTHORISED,
    PAYABLE,
    SETTLED,
    authorised,
    be_impatient,
    collateral,
    count,
    paid_e6,
    pay,
    payable,
    request_of,
    state_of,
)
from tests.chain.restoring import NONE, back_up, custody_of, recovered, restore
from tests.chain.world import DAY_S, World, until


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    be_impatient(monkeypatch)


async def stop_outflows(world: World) -> None:
    OutflowStop(world.home / "custody").set({**NONE, MINT_COLLATERAL: -40 * USD}, 1)


@pytest.mark.parametrize("is_stopped", [False, True])
async def test_a_payout_that_landed_after_the_backup_is_adopted(world, is_stopped):
    owner = address_of(await payable(world))
    await back_up(world)
    await pay(world, world.new_settler(), owner)
    await restore(world)
    if is_stopped:  # by a core of before, or by the operator's hand
        await stop_outflows(world)
    assert state_of(world, owner) == PAYABLE
    await recovered(world, [owner])
    assert count(world, RecordPayout) == 1
    assert await collateral(world, owner) == paid_e6()
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()


async def test_outflows_go_on_for_those_whom_the_lost_journal_never_knew(world):
    """Some were paid in the gap, some came into the gap, and others wait: each is paid once."""
    early = address_of(await payable(world))
    await back_up(world)
    await pay(world, world.new_settler(), early)
    late = address_of(await payable(world))  # wholly within the gap, and paid there
    await pay(world, world.new_settler(), late)
    waiting = address_of(await payable(world))  # within the gap, and not paid
    await restore(world)
    await stop_outflows(world)
    settler, reconciler = custody_of(world)

    async def is_resumed() -> bool:
        await world.follow()
        await reconciler.compare()
        assert reconciler.differences in (NONE, {})
        await settler.step()
        return reconciler.may_pay()

    await until(is_resumed)
    # requests of the gap are created again and mature again; one of them is paid already
    await world.advance(DAY_S + 60)
    keeper = world.new_keeper()

    async def is_processed() -> bool:
        await keeper.round()
        await world.follow()
        return state_of(world, late) != 0 and state_of(world, waiting) != 0

    await until(is_processed)
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    await recovered(world, [early, late, waiting])
    for owner in (early, late, waiting):
        assert await collateral(world, owner) == paid_e6()
    assert await collateral(world, world.facts.vault_authority) == world.vault_e6()


async def test_a_backup_with_bytes_that_were_replaced_later_is_adopted(world):
    """The backup knows bytes that expired since; others paid the request."""
    owner = address_of(await payable(world))
    await authorised(world, world.new_settler(), owner)
    first = request_of(world, owner)
    await back_up(world)
    for path in (world.home / "chain" / "payouts").iterdir():
        path.unlink()
    await world.wait_height(first.last_valid_block_height)
    await pay(world, world.new_settler(), owner)
    await restore(world)
    assert state_of(world, owner) == AUTHORISED
    await recovered(world, [owner])
    assert await collateral(world, owner) == paid_e6()


async def test_a_theft_is_still_a_difference_after_a_restore(world):
    owner = address_of(await payable(world))
    await back_up(world)
    await pay(world, world.new_settler(), owner)
    thief = await world.user()

    mint = world.facts.collateral_mint
    theft = transfer_tokens(
        world.facts.vault_authority, token_account(address_of(thief), mint), mint, 3 * USD
    )
    await world.send_raw([thief, world.keys.vault_authority], [theft])
    await world.wait_finalized(await world.rpc.slot())
    await restore(world)
    settler, reconciler = custody_of(world)

    async def is_settled() -> bool:
        await world.follow()
        if await reconciler.compare() is not None:
            assert reconciler.differences == {**NONE, MINT_COLLATERAL: -3 * USD}
        await settler.step()
        return state_of(world, owner) == SETTLED

    await until(is_settled)
    assert not reconciler.may_pay()
    assert await collateral(world, owner) == paid_e6()


async def test_a_delegate_adopts_after_a_restore(tmp_path):
    async with cold_world(tmp_path) as cold:
        await cold.approve(10_000 * USD)
        world = cold.world
        owner = address_of(await payable(world))
        await back_up(world)
        await pay(world, world.new_settler(), owner)
        await restore(world)
        await recovered(world, [owner])
        assert await collateral(world, owner) == paid_e6()


async def test_a_request_that_comes_again_while_the_settler_catches_up_is_doubted(world):
    """The cursor may pass the start slot between two looks, however long a look takes."""
    settler = world.new_settler()
    settler._refresh()
    settler._start_slot = world.sequencer.exchange.chain_cursor[0] + 5
    created = SettlementRequestCreated(owner=bytes(32), request_id=7)
    settler._on_applied(Applied(Tick(), (created,)))
    request = SimpleNamespace(owner=bytes(32), request_id=7)
    settler._doubt([request], settler._start_slot + 1)
    assert settler._doubted == {(bytes(32), 7)}
    settler._start_slot = 0
    settler._on_applied(Applied(Tick(), (replace(created, request_id=8),)))
    settler._doubt([request, SimpleNamespace(owner=bytes(32), request_id=8)], 1)
    assert settler._doubted == {(bytes(32), 7)}


@pytest.mark.parametrize("is_slow", [False, True])
async def test_a_difference_that_cannot_be_searched_stops_outflows(world, monkeypatch, is_slow):
    _, reconciler = custody_of(world)
    await world.follow()
    await until(lambda: compared(world, reconciler))
    assert reconciler.may_pay()
    seen = []

    async def sick(*_arguments):
        seen.append(reconciler.may_pay())
        if is_slow:
            await asyncio.sleep(3_600)
        raise RpcError(429, "Too many requests")

    monkeypatch.setattr(reconciler_module, "EXPLAIN_MAX_S", 0.2)
    monkeypatch.setattr(reconciler.earlier, "find", sick)
    claims = reconciler._claims
    monkeypatch.setattr(
        reconciler, "_claims", lambda: {**claims(), MINT_COLLATERAL: claims()[MINT_COLLATERAL] + 1}
    )
    for _ in range(reconciler_module.CONFIRMATIONS):
        await until(lambda: compared(world, reconciler))
        assert not reconciler.may_pay()
    assert reconciler.is_alarmed
    assert reconciler.differences == {MINT_COLLATERAL: -1, MINT_TOKEN: 0}
    assert not any(seen)


async def compared(world, reconciler) -> bool:
    await world.follow()
    return await reconciler.compare() is not None

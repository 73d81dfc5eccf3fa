"""The settlement job: whose turn it is. Payment itself: tests/chain/custody/test_custody.py."""

import logging
from types import SimpleNamespace

from chain.client.wallet import address_of
from chain.keepers.keeper import LAG_REAL_S_MAX, PAUSE_FIRST_ROUNDS
from chain.keepers.settlement import SettlementJob
from chain.operator_key import sign_operator_command
from engine.core.generated.messages import Halt, Resume, WithdrawMargin
from tests.chain.world import DAY_S, RATE, until
from tests.engine.core.perps.test_dead_market import waiting
from tests.engine.core.pool.test_removal import KEEPER, LP, TRADER

USD = 10**6


async def requester(world, count: int) -> bytes:
    """Return the address of a wallet that has asked for so many withdrawals."""
    wallet = await world.user()
    owner, builders = address_of(wallet), world.builders
    await world.send(
        wallet, await builders.build(owner, "create-margin-account", account=1, amount=100 * USD)
    )
    for _ in range(count):
        await world.send(
            wallet, await builders.build(owner, "withdraw-margin", account=1, amount=USD)
        )
    return owner


async def test_the_owner_of_the_oldest_mature_request_comes_first(world):
    job = SettlementJob(world.sequencer, world.builders, address_of(world.keys.keeper))
    clock = world.sequencer.clock
    first = await requester(world, 9)
    await world.advance(3_600)
    second = await requester(world, 1)
    assert list(job.due(clock.now_s())) == []
    await world.advance(DAY_S - 3_000)
    assert list(job.due(clock.now_s())) == [first]
    await world.advance(3_600)
    assert list(job.due(clock.now_s())) == [first, second]
    built = await job.build(first)
    assert b"requests 1,2,3,4,5,6,7,8\n" in built.tx
    assert b"requests 1\n" in (await job.build(second)).tx


async def test_a_halt_is_no_lag_and_its_end_ends_the_pauses(world, caplog):
    caplog.set_level(logging.INFO)
    keeper = world.new_keeper()
    unsubscribe = world.sequencer.subscribe(keeper._on_applied)
    await requester(world, 1)
    await world.sequencer.submit(sign_operator_command(Halt(), world.keys.operator))
    for _ in range(3):
        await world.advance(int(LAG_REAL_S_MAX * RATE) // 2)
        assert await keeper.round() == 0
        assert keeper.lag_s == 0
    received = {row.message: row.levelno for row in caplog.records}
    assert received["keeper_refused"] == logging.INFO
    assert "keeper_lags" not in received
    await world.sequencer.submit(sign_operator_command(Resume(), world.keys.operator))
    assert await keeper.round() == 1
    unsubscribe()


async def test_a_refusal_before_an_act_that_was_applied_is_forgotten(world):
    """Else the lag of an owner with more requests would not be counted after a halt."""
    keeper = world.new_keeper()
    unsubscribe = world.sequencer.subscribe(keeper._on_applied)
    owner = await requester(world, 9)
    await world.sequencer.submit(sign_operator_command(Halt(), world.keys.operator))
    await world.advance(DAY_S + 60)
    assert await keeper.round() == 0
    assert list(keeper._pauses) == [owner]
    await world.advance(PAUSE_FIRST_ROUNDS * RATE + 60)  # the pause is over, not forgotten
    unsubscribe()
    await world.sequencer.submit(sign_operator_command(Resume(), world.keys.operator))
    unsubscribe = world.sequencer.subscribe(keeper._on_applied)
    assert await keeper.round() == 1

    async def is_applied() -> bool:
        await world.follow()
        return keeper.acts["applied"] == 1

    await until(is_applied)
    assert keeper._pauses == {}
    unsubscribe()


def test_a_removal_is_left_out_while_it_would_wait_for_a_late_print():
    """Nothing is sent for what the engine would skip; a withdrawal of the same age is sent."""
    world = waiting()
    world.chain(WithdrawMargin, TRADER, account_id=1, amount_e6=USD)
    job = SettlementJob(SimpleNamespace(exchange=world.exchange), None, KEEPER)
    world.now_s += DAY_S + 1
    assert job.due(world.now_s) == [TRADER]
    world.post(102 * 10**8)
    assert job.due(world.now_s) == [TRADER, LP]

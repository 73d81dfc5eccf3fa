"""What comes from the chain while the journal's disk is full: it waits, and is applied once."""

import asyncio

import pytest

from chain.client.wallet import address_of, sign_and_send
from chain.demo.traders import NEW_TURN
from engine.core.generated.messages import Tick
from engine.schema.errors import ErrorCode
from engine.sequencer import SequencerFullError
from engine.sequencer import sequencer as sequencing
from tests.chain.demo.test_traders import cast
from tests.chain.world import DAY_S, rejected_code
from tests.engine.sequencer.factories import JournalDisk

USD = 10**6


@pytest.fixture
def disk(monkeypatch):
    monkeypatch.setattr(sequencing, "ROOM_PAUSE_FIRST_S", 0.001)
    monkeypatch.setattr(sequencing, "ROOM_PAUSE_MAX_S", 0.001)
    return JournalDisk(monkeypatch)


async def room(world, disk) -> None:
    disk.is_full = False
    async with asyncio.timeout(30):
        while world.sequencer.journal_full_s:  # noqa: ASYNC110 - a disk, no event
            await asyncio.sleep(0.001)


async def test_deposits_of_that_time_are_credited_once_when_there_is_room(world, disk):
    users = [await world.user() for _ in range(3)]
    disk.fill(world.sequencer)
    signatures = [
        await sign_and_send(
            world.rpc,
            await world.builders.build(
                address_of(user), "create-margin-account", account=1, amount=USD
            ),
            [user],
        )
        for user in users
    ]
    sequence = world.sequencer.sequence
    following = asyncio.create_task(world.follower.run())
    async with asyncio.timeout(30):
        while not world.follower.trouble:  # noqa: ASYNC110 - what the follower says
            await asyncio.sleep(0.001)
    assert world.sequencer.sequence == sequence
    assert not following.done()

    await room(world, disk)
    async with asyncio.timeout(30):
        while not all(map(world.outcomes, signatures)):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    assert [rejected_code(world.outcome(text)) for text in signatures] == [ErrorCode.NONE] * 3
    assert [world.collateral_e6(address_of(user)) for user in users] == [USD] * 3


async def test_a_keeper_sends_nothing_until_there_is_room(world, disk):
    wallet = await world.user()
    owner, builders = address_of(wallet), world.builders
    await world.send(
        wallet, await builders.build(owner, "create-margin-account", account=1, amount=100 * USD)
    )
    await world.send(wallet, await builders.build(owner, "withdraw-margin", account=1, amount=USD))
    await world.advance(DAY_S + 600)
    keeper = world.new_keeper()
    disk.fill(world.sequencer)
    with pytest.raises(SequencerFullError):
        await world.sequencer.submit(Tick())
    for _ in range(3):
        assert await keeper.round() == 0
    assert not keeper.acts
    await room(world, disk)
    assert await keeper.round() == 1


async def test_a_demo_trader_does_nothing_until_there_is_room(world, disk):
    stage, traders = cast(world)
    disk.fill(world.sequencer)
    with pytest.raises(SequencerFullError):
        await world.sequencer.submit(Tick())
    for _ in traders:
        await stage.round()
    assert [await world.rpc.balance(one.address) for one in traders] == [0] * len(traders)
    await room(world, disk)
    for _ in range(NEW_TURN * len(traders)):
        await stage.round()
    assert all([await world.rpc.balance(one.address) for one in traders])

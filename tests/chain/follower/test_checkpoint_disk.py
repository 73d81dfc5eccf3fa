"""A full disk under the checkpoint alone: commands continue when they are final, payouts wait."""

import errno

import pytest

from chain.client.wallet import address_of, sign_and_send
from chain.follower.blocks import BadBlock
from chain.follower.checkpoint import CheckpointFile
from tests.chain.follower.test_forks import NEVER, follow_stubbornly
from tests.chain.world import until

USD = 10**6


class Disk:
    """The disk of the checkpoint file, full or not."""

    def __init__(self, monkeypatch) -> None:
        self.is_full = False
        save = CheckpointFile.save

        def save_if_there_is_room(file, blocks):
            if self.is_full:
                raise OSError(errno.ENOSPC, "No space left on device")
            save(file, blocks)

        monkeypatch.setattr(CheckpointFile, "save", save_if_there_is_room)
        monkeypatch.setattr("chain.follower.checkpoint.RETRY_START_S", 0.0)
        monkeypatch.setattr("chain.follower.checkpoint.RETRY_MAX_S", 0.0)
        monkeypatch.setattr("chain.follower.follower.STUCK_S", 0.0)


@pytest.fixture
def disk(monkeypatch):
    return Disk(monkeypatch)


async def customer(world):
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "create-margin-account", account=1, amount=10 * USD
    )
    await world.send(user, built)
    return user


async def deposit(world, user, amount_e6):
    built = await world.builders.build(
        address_of(user), "deposit-margin", account=1, amount=amount_e6
    )
    return await sign_and_send(world.rpc, built, [user])


async def test_commands_are_applied_when_final_while_the_checkpoint_cannot_be_written(
    world, disk, caplog
):
    user = await customer(world)
    owner = address_of(user)
    disk.is_full = True
    slots = []
    for number in (1, 2, 3):
        await deposit(world, user, USD)
        await follow_stubbornly(world.follower)
        assert world.collateral_e6(owner) == (10 + number) * USD
        slots.append(world.sequencer.exchange.chain_cursor[0])
    assert world.follower.is_stuck  # the alarm
    assert "checkpoint_not_written" in caplog.text
    await world.wait_finalized(world.follower.followed_slot)
    await follow_stubbornly(world.follower)
    assert world.follower.finalized_slot < slots[0]  # payouts rest on what the file has
    disk.is_full = False

    async def is_written() -> bool:
        await follow_stubbornly(world.follower)
        return world.follower.finalized_slot >= slots[-1]

    await until(is_written)
    assert not world.follower.is_stuck
    assert "checkpoint_written_again" in caplog.text
    file = CheckpointFile(world.home / "chain" / "follower.json", world.facts)
    assert file.load()[-1].cursor == world.sequencer.exchange.chain_cursor


async def test_unfinalized_blocks_need_a_checkpoint(world, disk):
    """The file must know each block of which the engine has something that is not final."""
    user = await customer(world)
    owner = address_of(user)
    world.node.ledger.finality_delay_slots = NEVER
    disk.is_full = True
    await deposit(world, user, USD)
    for _ in range(5):
        with pytest.raises(BadBlock, match="wait until it is final"):
            await world.follower.catch_up()
    assert world.collateral_e6(owner) == 10 * USD
    disk.is_full = False
    await follow_stubbornly(world.follower)
    assert world.collateral_e6(owner) == 11 * USD


async def test_a_crash_while_the_checkpoint_is_old_repeats_nothing(world, disk):
    user = await customer(world)
    owner = address_of(user)
    disk.is_full = True
    for _ in range(2):
        await deposit(world, user, USD)
        await follow_stubbornly(world.follower)
    state_hash = world.sequencer.exchange.state_hash()
    await world.restart_engine()
    await follow_stubbornly(world.follower)
    assert world.sequencer.exchange.state_hash() == state_hash
    await deposit(world, user, USD)
    await follow_stubbornly(world.follower)
    assert world.collateral_e6(owner) == 13 * USD

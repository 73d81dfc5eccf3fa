"""A full journal disk: commands are refused, everything else continues, and later they do too."""

import asyncio
import errno
import logging
import os
from collections.abc import Callable

import pytest

from engine.core.generated.messages import DepositMargin, Tick
from engine.journal import FileJournal
from engine.sequencer import (
    ClockTicker,
    Sequencer,
    SequencerClosedError,
    SequencerFullError,
)
from engine.sequencer import sequencer as module
from tests.engine.sequencer.factories import (
    SMALL_SEGMENT,
    JournalDisk,
    create_exchange,
    create_market,
    make_clock,
    open_sequencer,
    post_print,
)


@pytest.fixture
def disk(monkeypatch):
    monkeypatch.setattr(module, "ROOM_PAUSE_FIRST_S", 0.001)
    monkeypatch.setattr(module, "ROOM_PAUSE_MAX_S", 0.004)
    return JournalDisk(monkeypatch)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 - what a disk and a thread do
            await asyncio.sleep(0.001)


async def room(sequencer: Sequencer) -> None:
    await until(lambda: sequencer.journal_full_s == 0)


def deposit(slot: int) -> DepositMargin:
    return DepositMargin(
        slot=slot, user=b"\x05" * 32, amount_e6=10**6, nonce=slot, signature=bytes(64)
    )


async def test_commands_are_refused_until_there_is_room_and_none_is_applied(tmp_path, disk, caplog):
    sequencer = await open_sequencer(tmp_path)
    heard = []
    sequencer.subscribe(lambda applied: heard.append(applied.command.seq))
    await sequencer.submit(create_exchange())
    disk.fill(sequencer)
    before = sequencer.exchange.state_hash()

    with caplog.at_level(logging.WARNING):
        outcomes = await asyncio.gather(
            *(sequencer.submit(Tick()) for _ in range(3)),
            sequencer.submit_all([create_market(), Tick()], lambda applied: applied),
            return_exceptions=True,
        )
        assert [type(one) for one in outcomes] == [SequencerFullError] * 4
        with pytest.raises(SequencerFullError, match="disk of the journal is full"):
            await sequencer.submit(create_market())
        assert sequencer.journal_full_s > 0
        assert sequencer.flushing_s == 0
        assert not sequencer.failed.done()
        assert (sequencer.sequence, heard) == (1, [1])
        assert sequencer.exchange.state_hash() == before
        assert [one.command.seq for one in await sequencer.read(0, 10)] == [1]

        disk.is_full = False
        await room(sequencer)
    assert (await sequencer.submit(create_market())).command.seq == 2
    assert heard == [1, 2]
    said = [one.message for one in caplog.records]
    assert "journal_full" in said
    assert said.count("journal_has_room") == 1
    assert "sequencer_failed" not in said
    state = sequencer.exchange.state_hash()
    await sequencer.close()

    again = await open_sequencer(tmp_path)  # the journal replays to the same state
    assert (again.sequence, again.exchange.state_hash()) == (2, state)
    await again.close()


async def test_room_is_looked_for_with_growing_pauses(tmp_path, disk, caplog):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    disk.fill(sequencer)
    with pytest.raises(SequencerFullError):
        await sequencer.submit(Tick())
    await until(lambda: disk.looks >= 8)
    disk.is_full = False
    await room(sequencer)
    pauses = [one.retry_s for one in caplog.records if one.message == "journal_full"]
    assert pauses[:4] == [0.001, 0.002, 0.004, 0.004]
    await sequencer.close()


async def test_a_command_of_the_chain_is_taken_when_it_comes_again(tmp_path, disk):
    """The follower submits what was refused once more: the chain's order has not passed it."""
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    disk.fill(sequencer)
    commands = [deposit(7), deposit(8)]
    refused = await asyncio.gather(*map(sequencer.submit, commands), return_exceptions=True)
    assert [type(one) for one in refused] == [SequencerFullError] * 2
    disk.is_full = False
    await room(sequencer)
    for seq, command in enumerate(commands, 2):
        assert (await sequencer.submit(command)).command.seq == seq
    assert sequencer.exchange.chain_cursor[0] == 8
    await sequencer.close()


async def test_the_clock_skips_ticks_and_says_so_once(tmp_path, disk, caplog):
    clock, time = make_clock(rate=1)
    sequencer = await open_sequencer(tmp_path, clock)
    await sequencer.submit(create_exchange())
    disk.fill(sequencer)
    ticking = asyncio.create_task(ClockTicker(sequencer, interval_s=0.001).run())
    await until(lambda: disk.looks >= 10)
    assert not ticking.done()
    time.advance(60)
    disk.is_full = False
    await until(lambda: sequencer.sequence >= 4)
    assert sequencer.exchange.now_s == clock.now_s()
    assert [one.message for one in caplog.records].count("tick_skipped") == 1
    ticking.cancel()
    await asyncio.gather(ticking, return_exceptions=True)
    await sequencer.close()


async def test_a_sequencer_closes_while_the_disk_is_full(tmp_path, disk):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    disk.fill(sequencer)
    with pytest.raises(SequencerFullError):
        await sequencer.submit(Tick())
    async with asyncio.timeout(30):
        await sequencer.close()
    with pytest.raises(SequencerClosedError):
        await sequencer.submit(Tick())
    assert await sequencer.failed is None
    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT)
    assert journal.last_seq == 1
    journal.close()


async def test_an_error_of_the_disk_while_room_is_looked_for_is_final(tmp_path, disk, monkeypatch):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    disk.fill(sequencer)
    with pytest.raises(SequencerFullError):
        await sequencer.submit(Tick())

    def broken(_path):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "statvfs", broken)
    with pytest.raises(Exception, match="Input/output error"):
        await asyncio.wait_for(asyncio.shield(sequencer.failed), 30)
    monkeypatch.undo()
    await sequencer.close()


async def test_prints_come_again_in_their_order(tmp_path, disk):
    sequencer = await open_sequencer(tmp_path)
    await sequencer.submit(create_exchange())
    await sequencer.submit(create_market())
    disk.fill(sequencer)
    with pytest.raises(SequencerFullError):
        await sequencer.submit(post_print(day=0))
    disk.is_full = False
    await room(sequencer)
    assert (await sequencer.submit(post_print(day=0))).command.seq == 3
    assert sequencer.exchange.market_ids() == [1]
    await sequencer.close()

"""A rewind voids the chain commands of abandoned blocks: their places stay, their effects go."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from chain.proof.leaves import Export, make_statement
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    IgnoreTransaction,
    PostPrint,
    RewindChain,
    Tick,
    decode,
    encode,
)
from engine.journal import FileJournal, JournalRecord
from engine.sequencer import (
    ChainRewoundError,
    Sequencer,
    SequencerFailedError,
    effective_records,
    has_become_void,
)
from engine.sequencer.rewinds import REWIND_HEAD, Rewinds
from tests.engine.core.test_against_reference import commands as any_commands
from tests.engine.core.test_against_reference import is_absurd
from tests.engine.sequencer.factories import (
    create_exchange,
    create_market,
    make_clock,
    open_sequencer,
    post_print,
)
from tests.reference.exchange import Reference

USER = b"\x07" * 32


def arrived(slot: int, index: int = 0, amount_e6: int = 10**6) -> IgnoreTransaction:
    """Tokens that came in a block and are quarantined for their sender."""
    return IgnoreTransaction(
        user=USER, slot=slot, transaction_index=index, attached_e6=amount_e6, attached_mint=1
    )


async def make_journal(directory, commands, **options) -> None:
    """Submit commands, opening again after every rewind, as the process does."""
    clock, time = make_clock()
    sequencer = await open_sequencer(directory, clock, **options)
    for command in commands:
        time.advance(1)
        if isinstance(command, RewindChain):
            with pytest.raises(ChainRewoundError):
                await sequencer.submit(command)
            await sequencer.close()
            sequencer = await open_sequencer(directory, clock, **options)
        else:
            await sequencer.submit(command)
    await sequencer.close()


def kinds(directory) -> list[tuple[str, int]]:
    """Name and slot (0: none) of the commands that count, checked to keep number and time."""
    journal = FileJournal(directory)
    plain = [decode(record.payload) for record in journal.read()]
    counted = [decode(record.payload) for record in effective_records(journal)]
    journal.close()
    assert [(row.seq, row.time_s) for row in plain] == [(row.seq, row.time_s) for row in counted]
    return [(type(row).__name__, getattr(row, "slot", 0)) for row in counted]


def deposits(exchange) -> list[int]:
    return [row.amount_e6 for row in exchange.quarantined_deposits(USER)]


START = [create_exchange(), create_market()]
HEAD = [("CreateExchange", 0), ("CreateMarket", 0)]


async def test_commands_of_later_slots_become_ticks_and_the_rest_stands(tmp_path):
    await make_journal(
        tmp_path,
        [*START, arrived(5), arrived(6), post_print(1), arrived(7), Tick(), RewindChain(slot=5)],
    )
    assert kinds(tmp_path) == [
        *HEAD, ("IgnoreTransaction", 5), ("Tick", 0), ("PostPrint", 0), ("Tick", 0), ("Tick", 0),
        ("RewindChain", 5),
    ]  # fmt: skip


async def test_a_later_rewind_reaches_further_back_and_spares_what_follows_it(tmp_path):
    await make_journal(
        tmp_path,
        [
            *START, arrived(5), arrived(8), RewindChain(slot=7), arrived(8, 1), arrived(9),
            RewindChain(slot=4), arrived(5, 3), arrived(8, 2), RewindChain(slot=6),
        ],
    )  # fmt: skip
    rewinds = {5: ("RewindChain", 7), 8: ("RewindChain", 4), 11: ("RewindChain", 6)}
    wanted = [rewinds.get(seq, ("Tick", 0)) for seq in range(3, 12)]
    wanted[9 - 3] = ("IgnoreTransaction", 5)
    assert kinds(tmp_path) == HEAD + wanted


async def test_the_state_is_that_of_the_commands_that_count(tmp_path):
    commands = [
        *START, arrived(5, amount_e6=1), arrived(6, amount_e6=2), post_print(1),
        RewindChain(slot=5), arrived(7, amount_e6=4),
    ]  # fmt: skip
    await make_journal(tmp_path, commands)
    reopened = await open_sequencer(tmp_path)
    assert deposits(reopened.exchange) == [1, 4]
    assert reopened.exchange.chain_cursor == (7, 0, 0)
    heard = await reopened.read(0, 100)
    assert [type(row.command) for row in heard[3:5]] == [Tick, PostPrint]
    by_hand = Exchange()
    for row in heard:
        by_hand.apply_record(encode(row.command))
    assert by_hand.state_hash() == reopened.exchange.state_hash()
    assert by_hand.snapshot() == reopened.exchange.snapshot()
    await reopened.close()


async def test_after_a_rewind_nothing_more_is_taken_and_the_rewind_is_durable(tmp_path):
    sequencer = await open_sequencer(tmp_path)
    heard: list = []
    sequencer.subscribe(heard.append)
    for command in (*START, arrived(5)):
        await sequencer.submit(command)
    results = await asyncio.gather(
        sequencer.submit(Tick()),
        sequencer.submit(RewindChain(slot=4)),
        sequencer.submit(post_print(1)),
        return_exceptions=True,
    )
    assert isinstance(results[0].command, Tick)
    assert [type(row) for row in results[1:]] == [ChainRewoundError, ChainRewoundError]
    assert "after slot 4" in str(results[1])
    with pytest.raises(ChainRewoundError):
        await sequencer.failed
    with pytest.raises(SequencerFailedError):
        await sequencer.submit(Tick())
    assert [type(row.command).__name__ for row in heard[3:]] == ["Tick"]
    await sequencer.close()
    assert kinds(tmp_path) == [*HEAD, ("Tick", 0), ("Tick", 0), ("RewindChain", 4)]
    assert not list((tmp_path / "snapshots").iterdir())


async def opened_from(directory, caplog) -> tuple[int, Sequencer]:
    """Open; returns from how many commands on it replayed."""
    caplog.clear()
    caplog.set_level("INFO")
    sequencer = await open_sequencer(directory)
    (opened,) = (row for row in caplog.records if row.message == "sequencer_opened")
    return opened.sequence - opened.replayed, sequencer


async def test_a_snapshot_with_void_commands_is_passed_over_for_the_one_before(tmp_path, caplog):
    for commands in ([*START, arrived(5)], [arrived(6), arrived(7)]):
        await make_journal(tmp_path, commands)
    assert sorted(int(path.stem) for path in (tmp_path / "snapshots").iterdir()) == [3, 5]
    sequencer = await open_sequencer(tmp_path)
    with pytest.raises(ChainRewoundError):
        await sequencer.submit(RewindChain(slot=5))
    await sequencer.close()
    start_seq, sequencer = await opened_from(tmp_path, caplog)
    assert start_seq == 3
    assert deposits(sequencer.exchange) == [10**6]
    (skipped,) = (row for row in caplog.records if row.message == "snapshot_skipped")
    assert skipped.reason == "the chain has abandoned blocks whose commands it holds"
    await sequencer.close()


async def test_a_snapshot_after_the_rewind_needs_nothing_from_before_it(tmp_path, caplog):
    commands = [*START, arrived(5), arrived(6), RewindChain(slot=5), arrived(9)]
    await make_journal(tmp_path, commands)
    start_seq, sequencer = await opened_from(tmp_path, caplog)
    assert start_seq == len(commands)
    assert deposits(sequencer.exchange) == [10**6, 10**6]
    await sequencer.close()


async def test_a_fold_is_stale_only_if_it_holds_a_void_command(tmp_path):
    await make_journal(
        tmp_path,
        [
            *START, arrived(5), arrived(6), Tick(), RewindChain(slot=5), arrived(6, 1),
            RewindChain(slot=5), Tick(),
        ],
    )  # fmt: skip
    journal = FileJournal(tmp_path)
    stale = [seq for seq in range(journal.last_seq + 1) if has_become_void(journal, seq)]
    journal.close()
    assert stale == [4, 5, 7]


async def test_rewinds_are_found_in_any_segment(tmp_path):
    small = 4 * 1024
    commands = [*START, arrived(1)]
    for slot in range(2, 40):
        commands += [arrived(slot), RewindChain(slot=slot - 1)] if slot % 13 == 0 else []
        commands.append(arrived(slot, 1))
    clock, _ = make_clock()
    sequencer = await Sequencer.open(tmp_path, clock, segment_bytes=small)
    for command in commands:
        if isinstance(command, RewindChain):
            with pytest.raises(ChainRewoundError):
                await sequencer.submit(command)
            await sequencer.close()
            sequencer = await Sequencer.open(tmp_path, clock, segment_bytes=small)
        else:
            await sequencer.submit(command)
    await sequencer.close()
    assert len(list(tmp_path.glob("*.journal"))) > 2
    counted = kinds(tmp_path)
    assert [slot for name, slot in counted if name == "RewindChain"] == [12, 25, 38]
    assert sum(1 for name, _ in counted if name == "IgnoreTransaction") == 39


@pytest.mark.parametrize("seed", range(6))
def test_effective_commands_of_any_run_apply_and_sum_exactly(seed):
    """Prints, payouts and the operator's commands stay, whatever they rested on."""
    random, reference = Random(seed), Reference()
    payloads: list[bytes] = []
    for command in any_commands(seed, reference):
        if not is_absurd(command):
            reference.apply(command)
            named = {"operator": b"o" * 32} if hasattr(command, "operator") else {}
            payloads.append(encode(replace(command, seq=len(payloads) + 1, **named)))
    for seq in sorted(random.sample(range(100, len(payloads)), 2)):
        slots = [getattr(decode(payload), "slot", 0) for payload in payloads[seq - 60 : seq]]
        slot = random.choice(sorted({slot for slot in slots if slot})[:-1])
        time_s = decode(payloads[seq - 1]).time_s
        payloads[seq - 1] = encode(RewindChain(seq=seq, time_s=time_s, slot=slot))
    records = [JournalRecord(seq, 1, payload) for seq, payload in enumerate(payloads, 1)]
    rewinds = Rewinds(row for row in records if row.payload.startswith(REWIND_HEAD))
    assert sum(map(rewinds.is_void, records)) > 0
    exchange = Exchange()
    exchange.apply_batch(b"".join(row.payload for row in rewinds.effective(records)))
    assert exchange.sequence == len(records)
    make_statement(Export.of(exchange))  # raises where the leaves are not what is owed

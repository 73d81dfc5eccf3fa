"""The programmes beside a journal: saved with the exchange, restored, and the same as before."""

import logging
import signal
import subprocess
import sys

import pytest

from edge.core.programme_keeper import CHECKPOINTS, ProgrammeKeeper
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.journal import FileJournal
from engine.programmes.programme_state import ProgrammeState
from engine.programmes.saved_state import VERSION, seal
from engine.programmes.seasons import Programme
from engine.sequencer import (
    Applied,
    ChainRewoundError,
    ReplayListener,
    Sequencer,
    effective_records,
)
from engine.sequencer.limits import SNAPSHOT_COMMANDS
from engine.sequencer.replay import apply_payload
from tests.engine.core.support.world import wallet
from tests.engine.programmes.random_world import RandomWorld
from tests.engine.sequencer.factories import make_clock, open_sequencer
from tests.tidy.tree import ROOT

STEPS = 160
SAVED_EVERY = 40


def journal_of(seed: int) -> list[m.Command]:
    world = RandomWorld(seed)
    for _ in range(STEPS):
        world.step()
    return world.journal


async def opened(directory, snapshot_commands: int = SAVED_EVERY, *listeners: ReplayListener):
    """A sequencer with the programmes beside it, as the core opens it."""
    keeper = ProgrammeKeeper(directory)
    sequencer = await open_sequencer(
        directory,
        make_clock()[0],
        listeners=[keeper.listener, *listeners],
        snapshot_commands=snapshot_commands,
    )
    keeper.follow(sequencer)
    return sequencer, keeper


async def send(sequencer: Sequencer, commands: list[m.Command]) -> None:
    """Journal the commands at their own times."""
    for command in commands:
        sequencer.clock._start_s = sequencer.clock._anchor_s = command.time_s
        sequencer.clock._last_s = command.time_s
        await sequencer.submit(command)


async def abandon(sequencer: Sequencer) -> None:
    """End as a kill would: without a last snapshot."""
    sequencer._saver.saved_seq = 2**62
    await sequencer.close()


def folded(directory) -> bytes:
    """The book of all records that count, from the first on."""
    journal, exchange, book = FileJournal(directory), Exchange(), ProgrammeState()
    for record in effective_records(journal):
        book.take(apply_payload(exchange, record), exchange)
    journal.close()
    return book.save(exchange)


def replayed_from(caplog) -> tuple[int, int]:
    """Where the last opening took up the programmes and the exchange."""
    book = [row.sequence for row in caplog.records if row.message == "programmes_restored"][-1]
    opened = [row for row in caplog.records if row.message == "sequencer_opened"][-1]
    return book, opened.sequence - opened.replayed


@pytest.mark.parametrize("seed", range(3))
async def test_every_start_finds_the_same_book(tmp_path, caplog, seed):
    caplog.set_level(logging.INFO)
    commands, done = journal_of(seed), 0
    while done < len(commands):
        sequencer, keeper = await opened(tmp_path)
        assert keeper.book.sequence == sequencer.sequence == done
        await send(sequencer, commands[done : done + 55])
        done = sequencer.sequence
        live = keeper.book.save(sequencer.exchange)
        await (abandon(sequencer) if seed else sequencer.close())
        assert live == folded(tmp_path)
    sequencer, keeper = await opened(tmp_path)
    assert keeper.book.save(sequencer.exchange) == live
    book_seq, exchange_seq = replayed_from(caplog)
    assert book_seq == exchange_seq > len(commands) // 2
    assert (book_seq == len(commands)) is (seed == 0)
    await sequencer.close()


async def test_a_replay_begins_at_the_older_of_two_who_listen(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    sequencer, _ = await opened(tmp_path)
    commands = journal_of(4)
    await send(sequencer, commands)
    await sequencer.close()
    heard: list[Applied] = []
    other = ReplayListener(100, lambda applied, _exchange: heard.append(applied))
    sequencer, keeper = await opened(tmp_path, SAVED_EVERY, other)
    assert [one.command for one in heard] == commands[100:]
    assert replayed_from(caplog) == (len(commands), 0)  # no snapshot of so long ago is kept
    book = keeper.book.save(sequencer.exchange)
    await sequencer.close()
    assert book == folded(tmp_path)


async def test_missing_old_or_hostile_checkpoints_are_skipped(tmp_path, caplog):
    caplog.set_level(logging.INFO)
    sequencer, keeper = await opened(tmp_path)
    commands = journal_of(5)
    await send(sequencer, commands)
    good = keeper.book.save(sequencer.exchange)
    await sequencer.close()
    newest, older = sorted((tmp_path / CHECKPOINTS).iterdir(), reverse=True)
    older_seq = int(older.stem)
    header = newest.read_bytes()[:-1][: newest.read_bytes().index(VERSION)]
    for payload in (
        b"".join(seal(b"{}")),
        b"".join(seal(good))[:-1] + b" ",
        b"ACREBOOK 0\n" + b"".join(seal(good))[len(VERSION) :],
    ):
        body = payload.ljust(len(good) + len(VERSION) + 32, b" ")
        newest.write_bytes(header + body)
        sequencer, keeper = await opened(tmp_path)
        assert replayed_from(caplog)[0] == older_seq
        assert keeper.book.save(sequencer.exchange) == good
        await abandon(sequencer)
    for path in (tmp_path / CHECKPOINTS).iterdir():
        path.unlink()
    sequencer, keeper = await opened(tmp_path)
    assert replayed_from(caplog) == (0, 0)
    assert keeper.book.save(sequencer.exchange) == good
    await sequencer.close()


@pytest.mark.parametrize("seed", range(6, 9))
async def test_blocks_that_the_chain_abandons_leave_the_programmes_too(tmp_path, caplog, seed):
    caplog.set_level(logging.INFO)
    sequencer, keeper = await opened(tmp_path)
    await send(sequencer, journal_of(seed))
    before = keeper.book.save(sequencer.exchange)
    slot = sequencer.exchange.chain_cursor[0]
    with pytest.raises(ChainRewoundError):
        await sequencer.submit(m.RewindChain(slot=slot - 12))
    await sequencer.close()
    sequencer, keeper = await opened(tmp_path)
    after = keeper.book.save(sequencer.exchange)
    await sequencer.close()
    assert after == folded(tmp_path) != before
    sequencer, keeper = await opened(tmp_path)
    assert keeper.book.save(sequencer.exchange) == after
    assert replayed_from(caplog)[0] == sequencer.sequence
    await sequencer.close()


async def test_without_commands_there_is_nothing_to_save(tmp_path):
    sequencer, keeper = await opened(tmp_path, SNAPSHOT_COMMANDS)
    await sequencer.close()
    assert keeper.book.sequence == 0
    assert list((tmp_path / CHECKPOINTS).iterdir()) == []


def run_and_kill(directory, lines_before_kill: int) -> list[tuple[str, int]]:
    """Run a child until it has acknowledged that many facts, kill it, return all it said."""
    command = [sys.executable, "-m", "tests.edge.programme_kill_child", str(directory)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as child:
        try:
            assert child.stdout.readline() == b"ready\n"
            said = [child.stdout.readline() for _ in range(lines_before_kill)]
        finally:
            child.send_signal(signal.SIGKILL)
        said += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    whole = [line.decode().split() for line in said if line.endswith(b"\n")]
    return [(kind, int(number)) for kind, number in whole]


@pytest.mark.parametrize("lines", [1, 40, 41, 333])
async def test_every_acknowledged_fact_survives_kill_9(tmp_path, lines):
    """A second child continues where the first was killed."""
    acknowledged = [*run_and_kill(tmp_path, lines), *run_and_kill(tmp_path, lines + 7)]
    keeper = ProgrammeKeeper(tmp_path)
    sequencer = await open_sequencer(tmp_path, listeners=[keeper.listener])
    ledger, contest = keeper.book.ledger, keeper.book.contest("royale")
    for kind, number in acknowledged:
        user = wallet(number)
        match kind:
            case "participate":
                assert ledger.participated_at_s(Programme.SEASON_3, user) is not None
            case "code":
                assert ledger.referrals.of(user).code == f"code-{number}"
            case "join":
                assert contest.joined_at_s(user) is not None
    book = keeper.book.save(sequencer.exchange)
    await sequencer.close()
    assert book == folded(tmp_path)

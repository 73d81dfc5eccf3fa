"""A start from a snapshot equals a replay of everything."""

import asyncio
import errno
import itertools
import threading

import pytest

from engine.core.exchange import Exchange, snapshot_checksum
from engine.core.generated.messages import Tick
from engine.journal import FileJournal, JournalCorruptError, SnapshotStore
from engine.journal import segment as segment_module
from engine.sequencer import Companion, ReplayListener, Sequencer
from engine.sequencer import replay as replay_module
from engine.sequencer import saving as saving_module
from engine.sequencer import sequencer as module
from engine.sequencer.limits import SNAPSHOT_COMMANDS_MAX
from tests.engine.sequencer.factories import (
    SMALL_SEGMENT,
    create_exchange,
    create_market,
    make_clock,
    open_sequencer,
    post_print,
)

COMMANDS = 163


async def run_some(sequencer: Sequencer, time) -> list:
    """Applied and refused commands; returns what subscribers heard."""
    heard: list = []
    sequencer.subscribe(heard.append)
    await sequencer.submit(create_exchange())
    for symbol, acre_id in (("AUS", 4804), ("DAL", 4812)):
        await sequencer.submit(create_market(symbol, acre_id))
    for day in range(40):
        time.advance(60)
        for market_id in (1, 2, 3):  # the third does not exist
            await sequencer.submit(post_print(day, 10**10 + day * 10**6, market_id))
        await sequencer.submit(Tick())
    return heard


async def make_run(directory, **options) -> list:
    clock, time = make_clock()
    sequencer = await open_sequencer(directory, clock, **options)
    heard = await run_some(sequencer, time)
    await sequencer.close()
    return heard


def kept(directory) -> list[int]:
    return [seq for seq, _ in SnapshotStore(directory / "snapshots").newest_first()]


def path_of(directory, seq):
    return directory / "snapshots" / f"{seq:020d}.snapshot"


def from_genesis(directory) -> Exchange:
    journal = FileJournal(directory, segment_bytes=SMALL_SEGMENT)
    exchange = Exchange()
    exchange.apply_batch(b"".join(record.payload for record in journal.read()))
    journal.close()
    return exchange


async def assert_goes_on(directory, caplog, replayed: int, **options) -> None:
    """It opens with so many commands replayed, and equals a replay from genesis then and later."""
    caplog.clear()
    caplog.set_level("INFO")
    clock, time = make_clock()
    reopened = await open_sequencer(directory, clock, **options)
    (opened,) = (record for record in caplog.records if record.message == "sequencer_opened")
    assert opened.replayed == replayed
    time.advance(60)
    await reopened.submit(post_print(41, 10**10))
    state, hash_ = reopened.exchange.snapshot(), reopened.exchange.state_hash()
    await reopened.close()
    whole = from_genesis(directory)
    assert (whole.snapshot(), whole.state_hash()) == (state, hash_)


async def test_a_clean_stop_leaves_a_snapshot_of_the_end(tmp_path, caplog):
    heard = await make_run(tmp_path)
    assert kept(tmp_path) == [len(heard)] == [COMMANDS]
    await assert_goes_on(tmp_path, caplog, 0)
    assert kept(tmp_path) == [COMMANDS + 1, COMMANDS]


async def test_a_stop_without_a_new_command_saves_nothing_again(tmp_path):
    await make_run(tmp_path)
    before = path_of(tmp_path, COMMANDS).stat().st_mtime_ns
    reopened = await open_sequencer(tmp_path)
    await reopened.close()
    assert kept(tmp_path) == [COMMANDS]
    assert path_of(tmp_path, COMMANDS).stat().st_mtime_ns == before


async def test_snapshots_are_taken_on_the_way_and_the_tail_is_replayed(tmp_path, caplog):
    await make_run(tmp_path, snapshot_commands=25)
    newest, older = kept(tmp_path)
    assert newest == COMMANDS
    assert 25 <= older < COMMANDS
    path_of(tmp_path, newest).unlink()
    await assert_goes_on(tmp_path, caplog, COMMANDS - older)


@pytest.mark.parametrize("place", [0, 20, 70, 200, -1])
async def test_a_damaged_snapshot_is_passed_over_for_the_one_before(tmp_path, caplog, place):
    await make_run(tmp_path, snapshot_commands=25)
    newest, older = kept(tmp_path)
    data = bytearray(path_of(tmp_path, newest).read_bytes())
    data[place] ^= 1
    path_of(tmp_path, newest).write_bytes(data)
    await assert_goes_on(tmp_path, caplog, COMMANDS - older)
    skipped = [record for record in caplog.records if record.message == "snapshot_skipped"]
    assert [record.file for record in skipped] == [str(path_of(tmp_path, newest))]
    assert skipped[0].reason


async def test_without_a_usable_snapshot_everything_is_replayed(tmp_path, caplog):
    await make_run(tmp_path)
    path_of(tmp_path, COMMANDS).write_bytes(b"")
    await assert_goes_on(tmp_path, caplog, COMMANDS)


async def test_a_snapshot_of_another_history_is_passed_over(tmp_path, caplog):
    await make_run(tmp_path / "one")
    clock, time = make_clock()
    other = await open_sequencer(tmp_path / "two", clock)
    time.advance(1)
    await run_some(other, time)
    await other.close()
    path_of(tmp_path / "two", COMMANDS).write_bytes(
        path_of(tmp_path / "one", COMMANDS).read_bytes()
    )
    await assert_goes_on(tmp_path / "two", caplog, COMMANDS)
    assert "record 163 is another one" in str([vars(record) for record in caplog.records])


async def test_a_snapshot_beyond_the_journal_is_passed_over(tmp_path, caplog):
    await make_run(tmp_path)
    path_of(tmp_path, COMMANDS).rename(path_of(tmp_path, COMMANDS + 1))
    await assert_goes_on(tmp_path, caplog, COMMANDS)
    assert "the journal ends at record 163" in str([vars(record) for record in caplog.records])


@pytest.mark.parametrize("heard_before", [0, 24, 100, 162, 163])
async def test_a_listener_hears_all_that_it_asked_for(tmp_path, heard_before):
    heard = await make_run(tmp_path, snapshot_commands=25)
    replayed: list = []
    hears = ReplayListener(heard_before, lambda applied, _exchange: replayed.append(applied))
    reopened = await open_sequencer(tmp_path, listeners=[hears])
    assert replayed == heard[heard_before:]
    assert await reopened.read(after_seq=0, limit=500) == heard
    assert await reopened.read(after_seq=162, limit=500) == heard[162:]
    await reopened.close()


@pytest.mark.parametrize("first", [0, 37])
async def test_a_replay_gives_the_loop_a_turn_wherever_it_begins(tmp_path, monkeypatch, first):
    await make_run(tmp_path, snapshot_commands=SNAPSHOT_COMMANDS_MAX)
    if not first:
        path_of(tmp_path, COMMANDS).unlink()
    else:
        await keep_snapshot_at(tmp_path, first)
    monkeypatch.setattr(segment_module, "RUN_BYTES", 1_000)
    turns = []
    clock, _ = make_clock()
    sequencer = await open_sequencer(
        tmp_path, clock, progress=lambda done, last: turns.append((done, last))
    )
    done = [first, *(seq for seq, _ in turns)]
    assert done[-1] == COMMANDS
    assert all(0 < after - before <= 50 for before, after in itertools.pairwise(done))
    assert {last for _, last in turns} == {COMMANDS}
    await sequencer.close()


async def keep_snapshot_at(directory, seq) -> None:
    """Leave the snapshot after a command as the only one."""
    journal = FileJournal(directory, segment_bytes=SMALL_SEGMENT)
    exchange = Exchange()
    for record in itertools.islice(journal.read(), seq):
        exchange.apply_record(record.payload)
    body = exchange.snapshot_body()
    parts = [body, snapshot_checksum(body)]
    SnapshotStore(directory / "snapshots").save(seq, journal.hash_at(seq), parts)
    journal.close()


async def test_a_replay_that_is_killed_goes_on_from_its_last_snapshot(
    tmp_path, monkeypatch, caplog
):
    """The fold beside the exchange is saved with it, from where it hears the commands."""
    await make_run(tmp_path, snapshot_commands=SNAPSHOT_COMMANDS_MAX)
    path_of(tmp_path, COMMANDS).unlink()
    monkeypatch.setattr(replay_module, "REPLAY_CHUNK", 10)
    monkeypatch.setattr(saving_module, "REPLAY_SNAPSHOT_S", 0.0)
    folds = SnapshotStore(tmp_path / "folds")
    heard = []
    fold = Companion(folds, lambda exchange: b"%d" % exchange.sequence, lambda body: [body])
    fails_at = 97

    async def hear(applied, exchange):
        await asyncio.sleep(0.002)  # as a database takes its time; a save continues meanwhile
        assert exchange.sequence == applied.command.seq
        if applied.command.seq == fails_at:
            raise asyncio.CancelledError  # the process is killed
        heard.append(applied.command.seq)

    async def start(_journal):
        newest = next(folds.newest_first(), None)
        return 45 if newest is None else newest[0]

    listener = ReplayListener(start, hear, lambda: fold)
    clock, _ = make_clock()
    with pytest.raises(asyncio.CancelledError):
        await open_sequencer(tmp_path, clock, listeners=(listener,), snapshot_commands=20)
    (newest, *_) = kept(tmp_path)
    assert 60 <= newest <= 90
    assert next(seq for seq, _ in folds.newest_first()) == newest
    assert not (tmp_path / "folds" / f"{40:020d}.snapshot").exists()  # it was ahead of that
    fails_at = 0
    heard.clear()
    await assert_goes_on(tmp_path, caplog, COMMANDS - newest, listeners=(listener,))
    assert heard == list(range(newest + 1, COMMANDS + 1))


async def test_a_replay_keeps_later_snapshots_for_those_who_can_use_them(tmp_path, monkeypatch):
    await make_run(tmp_path)
    monkeypatch.setattr(replay_module, "REPLAY_CHUNK", 10)
    monkeypatch.setattr(saving_module, "REPLAY_SNAPSHOT_S", 0.0)

    async def hear(_applied, _exchange):
        await asyncio.sleep(0.002)

    sequencer = await open_sequencer(
        tmp_path, listeners=(ReplayListener(0, hear),), snapshot_commands=20
    )
    assert kept(tmp_path)[0] == COMMANDS
    assert len(kept(tmp_path)) == 3
    await sequencer.close()


async def test_service_goes_on_while_a_snapshot_is_written(tmp_path, monkeypatch):
    started, go_on = threading.Event(), threading.Event()
    save = module.SnapshotStore.save

    def slow(*args, **options):
        started.set()
        assert go_on.wait(30)
        save(*args, **options)

    monkeypatch.setattr(module.SnapshotStore, "save", slow)
    sequencer = await open_sequencer(tmp_path, snapshot_commands=2)
    await sequencer.submit(create_exchange())
    await sequencer.submit(Tick())
    assert await asyncio.to_thread(started.wait, 30)
    for _ in range(10):
        await sequencer.submit(Tick())
    assert kept(tmp_path) == []
    go_on.set()
    await sequencer.close()
    assert kept(tmp_path) == [12, 2]


async def test_a_disk_that_is_full_stops_snapshots_and_nothing_else(tmp_path, monkeypatch, caplog):
    def full(*_args, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(module.SnapshotStore, "save", full)
        await make_run(tmp_path, snapshot_commands=25)
    assert "snapshot_failed" in caplog.text
    assert kept(tmp_path) == []
    await assert_goes_on(tmp_path, caplog, COMMANDS)


@pytest.mark.parametrize("commands", [0, SNAPSHOT_COMMANDS_MAX + 1])
async def test_the_number_of_commands_between_snapshots_is_bounded(tmp_path, commands):
    with pytest.raises(ValueError, match="a snapshot is taken every 1 to"):
        await open_sequencer(tmp_path, snapshot_commands=commands)
    await (await open_sequencer(tmp_path)).close()


async def test_damage_in_the_last_segment_stops_the_start_also_from_a_snapshot(tmp_path):
    await make_run(tmp_path)
    segment = tmp_path / f"{1:020d}.journal"
    spoil(segment, 2_000)
    with pytest.raises(JournalCorruptError, match=rf"{segment}, offset \d+: .*fails its checksum"):
        await open_sequencer(tmp_path)


async def test_damage_in_an_earlier_segment_is_named_when_its_records_are_read(tmp_path, caplog):
    """A start from a snapshot does not read them; a replay of them stops there."""
    clock, time = make_clock()
    sequencer = await open_sequencer(tmp_path, clock)
    await run_some(sequencer, time)
    refused = [sequencer.submit(create_market("AUS", 4804)) for _ in range(1_600)]
    await asyncio.gather(*refused)
    await sequencer.close()
    first, _last = sorted(tmp_path.glob("*.journal"))
    count = COMMANDS + 1_600
    assert kept(tmp_path)[0] == count
    spoil(first, 2_000)
    damage = rf"{first}, offset \d+: .*fails its checksum"
    caplog.set_level("INFO")
    reopened = await open_sequencer(tmp_path)
    (opened,) = (record for record in caplog.records if record.message == "sequencer_opened")
    assert (opened.sequence, opened.replayed) == (count, 0)
    with pytest.raises(JournalCorruptError, match=damage):
        await reopened.read(after_seq=0, limit=500)
    await reopened.close()
    for seq in kept(tmp_path):
        path_of(tmp_path, seq).unlink()
    with pytest.raises(JournalCorruptError, match=damage):
        await open_sequencer(tmp_path)


def spoil(segment, offset):
    with segment.open("r+b") as file:
        file.seek(offset)
        file.write(b"\xff" * 16)

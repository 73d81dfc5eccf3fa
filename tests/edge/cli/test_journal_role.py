"""`acre journal archive` and `repair` as an operator runs them, and the starts after them."""

import asyncio
import shutil
from types import SimpleNamespace

import pytest

from edge.cli.main import EXIT_TEMPORARY, _parser
from edge.cli.roles import core as core_role
from edge.cli.roles import doctor, journal
from edge.core.opening import _exchange_of, _first_records
from edge.core.programme_keeper import ProgrammeKeeper
from edge.core.settings import Settings
from edge.projector.projector import Projector
from edge.store import pool
from edge.store.pool import MIGRATIONS, Store
from engine.journal import FileJournal, JournalArchiveError, read_journal
from engine.journal.archiving import maintenance
from engine.sequencer import ReplayListener, Sequencer
from tests.edge.service_world import TABLES as TRUNCATED
from tests.engine.journal.factories import flip_bit, segment_files
from tests.engine.sequencer.factories import create_exchange, create_market, make_clock, post_print

SMALL_SEGMENT = 4096
PRINTS = 300


@pytest.fixture
async def settings(tmp_path, database_url):
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TRUNCATED} CASCADE")
    await store.pool.execute("TRUNCATE projection")
    await store.close()
    return Settings.from_environment(
        {"ACRE_HOME": str(tmp_path / "home"), "DATABASE_URL": database_url}
    )


async def opened(settings, store=None):
    """A sequencer as the core opens it, with its programmes and, given a store, its projector."""
    directory = settings.home / "journal"
    keeper = ProgrammeKeeper(directory)
    listeners = [keeper.listener]
    projector = None
    if store is not None:
        projector = Projector(store)
        await projector.load()
        listeners.append(ReplayListener(projector.replay_start, projector.take_replayed))
    sequencer = await Sequencer.open(
        directory,
        make_clock()[0],
        open_journal=lambda: FileJournal(directory, segment_bytes=SMALL_SEGMENT),
        listeners=listeners,
        snapshot_commands=40,
    )
    keeper.follow(sequencer)
    return SimpleNamespace(sequencer=sequencer, projector=projector, keeper=keeper)


async def project(core):
    core.sequencer.subscribe(core.projector.take)
    running = asyncio.create_task(core.projector.run(core.sequencer))
    await core.projector.wait_for(core.sequencer.sequence)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def rows(store):
    return await store.pool.fetch("SELECT * FROM index_value ORDER BY 1, 2")


@pytest.fixture
async def home(settings):
    """A home whose journal has many segments, all of it in the database."""
    store = await Store.open(settings.database_url)
    core = await opened(settings, store)
    for command in (create_exchange(), create_market()):
        await core.sequencer.submit(command)
    for day in range(PRINTS):
        await core.sequencer.submit(post_print(day))
        if day % 20 == 0:  # a snapshot at a time
            await core.sequencer._saver.wait()
    await project(core)
    await core.sequencer.close()
    await store.close()
    assert len(segment_files(settings.home / "journal")) > 6
    return settings.home


def run(settings, capsys, *words):
    status = journal.run(settings, _parser().parse_args(["journal", *words]))
    return status, capsys.readouterr()


async def run_aside(settings, capsys, *words):
    """The same in a thread: the command has an event loop of its own."""
    return await asyncio.to_thread(run, settings, capsys, *words)


async def test_archived_segments_are_removed_up_to_the_oldest_snapshot(settings, home, capsys):
    target = home.parent / "archive"
    status, said = await run_aside(settings, capsys, "archive", str(target))
    count = len(segment_files(target))
    assert (status, said.err) == (0, "")
    assert said.out.startswith(f"{count} segments copied; {target} ends at command ")
    assert len(segment_files(home / "journal")) == count + 1  # nothing is removed unasked
    whole = [record for record, _ in read_journal(home / "journal")]
    _, before = await run_aside(settings, capsys, "check")

    status, said = await run_aside(settings, capsys, "archive", str(target), "--remove")
    assert status == 0, said.err
    oldest = min(int(path.stem) for path in (home / "journal").glob("*/*.snapshot"))
    assert said.out.endswith(f"of those that end by command {oldest}\n")
    first = int(segment_files(home / "journal")[0].stem)
    assert 1 < first <= oldest + 1
    assert [record for record, _ in read_journal(home / "journal")] == whole
    _, after = await run_aside(settings, capsys, "check")
    assert after.out == before.out
    status, said = await run_aside(settings, capsys, "archive", str(target), "--remove")
    assert (status, said.out.splitlines()[1][:18]) == (0, "0 segments removed")

    assert "ok  archive" in doctor_says(settings)
    target.rename(home / "elsewhere")
    assert "BAD archive" in doctor_says(settings)
    for act in ("check", "dump", "export"):
        status, said = await run_aside(settings, capsys, act)
        assert status == 69
        assert "acre journal archive DIR" in said.err
    status, said = await run_aside(settings, capsys, "archive", str(home / "elsewhere"))
    assert (status, said.out[:17]) == (0, "0 segments copied")
    assert "ok  archive" in doctor_says(settings)


def doctor_says(settings):
    return "\n".join(str(finding) for finding in doctor._journal(settings))


async def test_a_start_needs_no_archive_while_a_snapshot_is_usable(settings, home, capsys):
    target = home.parent / "archive"
    await run_aside(settings, capsys, "archive", str(target), "--remove", "--keep", "0")
    store = await Store.open(settings.database_url)
    expected = await rows(store)
    core = await opened(settings, store)
    state, book = core.sequencer.exchange.state_hash(), core.keeper.book.sequence
    await core.sequencer.close()
    target.rename(home / "elsewhere")
    core = await opened(settings, store)
    assert core.sequencer.exchange.state_hash() == state
    assert core.keeper.book.sequence == book
    await core.sequencer.close()

    for path in (home / "journal").glob("*/*.snapshot"):
        flip_bit(path, 10, 1)
    with pytest.raises(JournalArchiveError, match=r"records 1 to \d+ are in the archive"):
        await opened(settings, store)
    assert len(segment_files(home / "journal")) >= 1
    (home / "elsewhere").rename(target)
    core = await opened(settings, store)  # from the first record, in the archive
    assert core.sequencer.exchange.state_hash() == state
    await core.sequencer.close()

    await store.pool.execute(f"TRUNCATE {TRUNCATED} CASCADE")
    await store.pool.execute("TRUNCATE projection")
    core = await opened(settings, store)
    await project(core)
    assert await rows(store) == expected != []
    await core.sequencer.close()
    await store.close()


async def test_an_empty_database_needs_the_archive(settings, home, capsys):
    target = home.parent / "archive"
    await run_aside(settings, capsys, "archive", str(target), "--remove", "--keep", "0")
    target.rename(home / "elsewhere")
    store = await Store.open(settings.database_url)
    await store.pool.execute(f"TRUNCATE {TRUNCATED} CASCADE")
    await store.pool.execute("TRUNCATE projection")
    with pytest.raises(JournalArchiveError, match="records 1 to"):
        await opened(settings, store)
    await store.close()


async def test_the_exchange_is_known_without_the_archive(settings, home, capsys):
    directory, target = home / "journal", home.parent / "archive"
    known = _exchange_of(directory, lambda: _first_records(directory))
    await run_aside(settings, capsys, "archive", str(target), "--remove", "--keep", "0")
    shutil.rmtree(target)
    assert _exchange_of(directory, lambda: _first_records(directory)) == known != b""


async def test_a_database_that_is_behind_keeps_its_segments(settings, home, capsys):
    store = await Store.open(settings.database_url)
    await store.pool.execute("UPDATE projection SET applied_seq = 3")
    await store.close()
    target = str(home.parent / "archive")
    status, said = await run_aside(settings, capsys, "archive", target, "--remove")
    assert status == 0, said.err
    assert "0 segments removed, of those that end by command 3" in said.out


async def test_a_removal_never_migrates_the_database(settings, home, capsys, tmp_path, monkeypatch):
    newer = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, newer)
    last = max(path.name for path in MIGRATIONS.glob("*.sql"))
    (newer / f"{int(last[:4]) + 1:04d}_next.sql").write_text("SELECT 1 / 0;")
    monkeypatch.setattr(pool, "MIGRATIONS", newer)
    target = home.parent / "archive"
    status, said = await run_aside(settings, capsys, "archive", str(target), "--remove")
    assert (status, "start the core of this version first" in said.err) == (78, True), said.err
    assert not target.exists()


@pytest.mark.parametrize("folder", ["snapshots", "programmes"])
async def test_without_a_usable_snapshot_nothing_is_removed(settings, home, capsys, folder):
    for path in (home / "journal" / folder).glob("*.snapshot"):
        flip_bit(path, path.stat().st_size - 1, 1)
    target = home.parent / "archive"
    status, said = await run_aside(settings, capsys, "archive", str(target), "--remove")
    assert status == 78
    assert "a start needs every segment" in said.err
    assert not target.exists()


async def test_what_cannot_be_done_is_a_sentence(settings, home, capsys, tmp_path):
    async def refused(status, words, *arguments):
        found, said = await run_aside(settings, capsys, *arguments)
        assert (found, words in said.err) == (status, True), said.err
        assert said.err.startswith("acre: ")

    target = str(tmp_path / "archive")
    await refused(78, "Name the directory", "archive")
    await refused(78, "outside of the journal", "archive", str(home))
    shutil.copytree(home / "journal", tmp_path / "copy")
    other = ("--journal", str(tmp_path / "copy"), "--remove")
    await refused(78, "the journal of ACRE_HOME only", "archive", target, *other)
    with maintenance(home / "journal"):
        await refused(75, "wait for it", "archive", target)
    flip_bit(segment_files(home / "journal")[1], 300, 1)
    await refused(65, "no archive is known", "repair")
    await refused(65, ", offset ", "archive", target)
    object.__setattr__(settings, "database_url", f"postgresql://u:p@/x?host={tmp_path}")
    (home / "journal" / "archive.json").unlink(missing_ok=True)
    await refused(69, "Run it while Acre runs", "archive", target, "--remove")


async def test_repair_says_what_it_did(settings, home, capsys):
    target = home.parent / "archive"
    await run_aside(settings, capsys, "archive", str(target))
    path = segment_files(home / "journal")[1]
    whole = path.read_bytes()
    flip_bit(path, 300, 1)
    assert (await run_aside(settings, capsys, "check"))[0] == 65
    status, said = await run_aside(settings, capsys, "repair")
    assert (status, path.read_bytes()) == (0, whole)
    lines = said.out.splitlines()
    assert lines[0].startswith(f"repaired {path} from {target}; the damaged file is {path.parent}/")
    assert lines[1].startswith("1 segments repaired")
    path.unlink()
    status, said = await run_aside(settings, capsys, "repair", "--source", str(target))
    assert (status, "it was missing" in said.out) == (0, True)
    assert (await run_aside(settings, capsys, "check"))[0] == 0


async def test_a_cluster_has_no_segments(settings, home, capsys):
    cluster = SimpleNamespace(is_cluster=True)
    object.__setattr__(settings, "cluster", cluster)
    status, said = await run_aside(settings, capsys, "archive", "x")
    assert (status, "acre journal copy" in said.err) == (78, True)


def test_an_archive_that_is_away_may_come_back():
    assert core_role.ending_of(JournalArchiveError("x")) == ("x", EXIT_TEMPORARY)

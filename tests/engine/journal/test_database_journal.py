"""The command log in PostgreSQL: one writer by its epoch, one batch once, whatever is cut."""

import asyncio
import threading

import asyncpg
import pytest

from edge.store.pool import Store
from engine.journal import (
    ExpectedEnd,
    FileJournal,
    JournalCorruptError,
    JournalError,
    JournalFailedError,
    JournalFencedError,
    JournalShortError,
    read_journal,
)
from engine.journal.limits import RECORD_PAYLOAD_MAX
from engine.journal.postgres import DatabaseJournal, DatabaseRecords, Lease, LeaseLostError
from engine.journal.postgres import journal as journal_module
from engine.journal.postgres import records as records_module
from engine.journal.postgres.session import Session
from engine.journal.postgres.transfer import copy_to_files, load_from_files
from engine.sequencer import Sequencer
from tests.engine.sequencer.factories import create_exchange, create_market, make_clock, post_print


class Log:
    """The database with an empty log."""

    def __init__(self, url):
        self.url = url
        self.open = []

    async def run(self, query, *values):
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetch(query, *values)
        finally:
            await connection.close()

    async def writer(self, holder="a", **options):
        """Take over as another writer, also from one whose lease runs."""
        await self.run("UPDATE writer_lease SET expires_at = '-infinity'")
        lease = Lease(self.url, holder)
        epoch = await lease.take()
        await lease.release()
        journal = await asyncio.to_thread(DatabaseJournal, self.url, epoch, **options)
        self.open.append(journal)
        return journal

    async def empty(self):
        await self.run("TRUNCATE command_log")
        await self.run(
            "UPDATE writer_lease SET epoch = 0, last_seq = 0, last_hash = $1,"
            " expires_at = '-infinity'",
            bytes(32),
        )

    async def append(self, journal, *payloads):
        return await asyncio.to_thread(journal.append_batch, payloads)

    async def read(self, after_seq=0):
        session = Session(self.url)
        try:
            records = await asyncio.to_thread(DatabaseRecords.head, session, 0)
            return await asyncio.to_thread(lambda: list(records.read(after_seq)))
        finally:
            await asyncio.to_thread(session.close)


@pytest.fixture
async def log(database_url):
    store = await Store.open(database_url)
    await store.close()
    log = Log(database_url)
    await log.empty()
    yield log
    for journal in log.open:
        journal.close()


async def test_records_come_back_in_order_with_the_hashes_of_the_segment_files(log, tmp_path):
    journal = await log.writer()
    files = FileJournal(tmp_path / "journal", segment_bytes=1024 * 1024)
    groups = [[b"one"], [b"two", b"three"], [b"x" * RECORD_PAYLOAD_MAX]]
    for group in groups:
        assert await log.append(journal, *group) == files.append_batch(group)
        assert journal.last_groups == files.last_groups
    assert (journal.last_seq, journal.last_hash) == (files.last_seq, files.last_hash)
    assert [one.payload for one in await log.read()] == [b"one", b"two", b"three", b"x" * 65536]
    assert [one.seq for one in await log.read(2)] == [3, 4]
    for seq in range(5):
        assert journal.hash_at(seq) == files.hash_at(seq)
    assert [one.seq for one in journal.find(b"t", 1)] == [2, 3]
    with pytest.raises(ValueError, match="records 1 to 4"):
        journal.hash_at(5)
    files.close()


async def test_pages_of_a_long_log_follow_one_another(log, monkeypatch):
    monkeypatch.setattr(records_module, "READ_ROWS", 3)
    journal = await log.writer()
    await log.append(journal, *(b"%d" % number for number in range(10)))
    assert [one.payload for one in journal.read(1)] == [b"%d" % number for number in range(1, 10)]
    assert [one.seq for one in journal.find(b"", 0)] == list(range(1, 11))


async def test_a_payload_that_is_too_long_is_refused_before_anything_is_written(log):
    journal = await log.writer()
    with pytest.raises(ValueError, match="65537 bytes"):
        await log.append(journal, b"one", b"x" * (RECORD_PAYLOAD_MAX + 1))
    assert await log.append(journal, b"one") == 1


async def test_a_writer_that_was_taken_over_from_cannot_append(log):
    old = await log.writer("old")
    await log.append(old, b"one")
    new = await log.writer("new")
    with pytest.raises(JournalFencedError):
        await log.append(old, b"lost")
    assert await log.append(new, b"two") == 2
    with pytest.raises(JournalFencedError):
        await log.append(old, b"lost")
    assert [(one.epoch, one.payload) for one in await log.read()] == [(1, b"one"), (2, b"two")]
    with pytest.raises(JournalFencedError):
        DatabaseJournal(log.url, 1)


async def test_an_append_that_waits_while_another_takes_over_is_fenced(log):
    """The old writer's statement is under way, and sees the new epoch when it gets the row."""
    old = await log.writer("old")
    connection = await asyncpg.connect(log.url)
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute("UPDATE writer_lease SET epoch = epoch + 1")
    appending = asyncio.create_task(log.append(old, b"lost"))
    await asyncio.sleep(0.2)
    assert not appending.done()
    await transaction.commit()
    with pytest.raises(JournalFencedError):
        await appending
    await connection.close()
    assert await log.read() == []


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_lost_answer_neither_loses_nor_doubles_a_batch(log, monkeypatch, when):
    journal = await log.writer()
    real, calls = asyncpg.Connection.execute, []

    async def execute(self, query, *values, **options):
        if "command_log" not in query or len(calls) >= 2:
            return await real(self, query, *values, **options)
        calls.append(query)
        if when == "after":
            await real(self, query, *values, **options)
        self.terminate()
        raise ConnectionResetError("cut")

    monkeypatch.setattr(asyncpg.Connection, "execute", execute)
    assert await log.append(journal, b"one", b"two") == 2
    assert await log.append(journal, b"three") == 3
    assert [one.payload for one in await log.read()] == [b"one", b"two", b"three"]
    assert len(calls) == 2


async def test_a_batch_whose_answer_was_lost_is_fenced_after_a_takeover(log, monkeypatch):
    """It is in the log or not; the old writer must not say that it is its own."""
    journal = await log.writer("old")
    real = asyncpg.Connection.execute

    async def execute(self, query, *values, **options):
        if "command_log" in query:
            await real(self, query, *values, **options)
            await log.run("UPDATE writer_lease SET epoch = epoch + 1")
            raise ConnectionResetError("cut")
        return await real(self, query, *values, **options)

    monkeypatch.setattr(asyncpg.Connection, "execute", execute)
    with pytest.raises(JournalFencedError):
        await log.append(journal, b"one")


async def test_a_wait_for_the_standby_that_was_canceled_is_no_commit(log, monkeypatch):
    journal = await log.writer()
    real, canceled = asyncpg.Connection.execute, []

    async def execute(self, query, *values, **options):
        status = await real(self, query, *values, **options)
        if "command_log" in query and not canceled:
            canceled.append(query)
            for listener in list(self._log_listeners):
                listener.cb(self, f"WARNING: {journal_module.UNREPLICATED} due to user request")
        return status

    asked = []
    fetchrow = asyncpg.Connection.fetchrow

    async def spy(self, query, *values, **options):
        asked.append(query)
        return await fetchrow(self, query, *values, **options)

    monkeypatch.setattr(asyncpg.Connection, "execute", execute)
    monkeypatch.setattr(asyncpg.Connection, "fetchrow", spy)
    assert await log.append(journal, b"one") == 1
    assert any("UPDATE writer_lease" in query for query in asked), "nothing confirmed the batch"


async def test_a_database_that_stays_away_ends_the_writer(log):
    journal = await log.writer(away_max_s=0.3)
    journal._appending._url = "postgresql://acre@/nothing?host=/nowhere"
    journal._appending._drop()
    with pytest.raises(JournalFailedError, match="away for"):
        await log.append(journal, b"one")


async def test_damage_in_the_log_is_found_by_the_chain(log):
    journal = await log.writer()
    await log.append(journal, b"one", b"two", b"three")
    await log.run("UPDATE command_log SET payload = 'tvo' WHERE seq = 2")
    with pytest.raises(JournalCorruptError, match="record 3"):
        list(journal.read())
    await log.run("UPDATE command_log SET payload = 'two' WHERE seq = 2")
    await log.run("UPDATE command_log SET payload = 'thr' WHERE seq = 3")
    with pytest.raises(JournalCorruptError, match="record 3"):
        list(journal.read())
    await log.run("DELETE FROM command_log WHERE seq = 2")
    with pytest.raises(JournalCorruptError, match="record 2"):
        list(journal.read())


async def test_a_log_that_lacks_what_is_known_is_refused(log, tmp_path):
    journal = await log.writer()
    await log.append(journal, b"one")
    with pytest.raises(JournalShortError, match="the database knows of command 2"):
        await log.writer(directory=tmp_path, expected=ExpectedEnd(known={"the database": 2}))


async def test_a_lease_is_one_writers_until_it_expires_or_is_released(log):
    first, second = Lease(log.url, "first", seconds=60), Lease(log.url, "second", seconds=60)
    assert await first.take() == 1
    waiting = asyncio.create_task(second.take())
    await asyncio.sleep(0.6)
    assert not waiting.done()
    await first.release()
    assert await waiting == 2
    await second.release()
    short = Lease(log.url, "short", seconds=0.2)
    assert await short.take() == 3
    assert await first.take() == 4
    keeping = asyncio.create_task(short.keep())
    with pytest.raises(LeaseLostError):
        await keeping
    await short.release()
    await first.release()


async def test_a_holder_that_is_gone_is_followed_before_its_lease_expires(log):
    gone, late = Lease(log.url, "gone", seconds=60), Lease(log.url, "late", seconds=60)
    assert await gone.take() == 1
    await log.run("UPDATE writer_lease SET expires_at = expires_at - INTERVAL '2 s'")
    waiting = asyncio.create_task(late.take())
    await asyncio.sleep(0.6)
    assert not waiting.done(), "its connection is there: it may only be late"
    gone._connection.terminate()  # as at the end of its process
    assert await waiting == 2
    await late.release()


async def test_a_batch_that_is_changed_on_its_way_is_not_there(log, monkeypatch):
    journal = await log.writer()
    real, changed = asyncpg.Connection.execute, []

    async def execute(self, query, *values, **options):
        if "command_log" in query and len(changed) < 2:
            changed.append(values)
            payloads = [b"changed", *values[7][1:]]
            values = (*values[:7], payloads, *values[8:])
        return await real(self, query, *values, **options)

    monkeypatch.setattr(asyncpg.Connection, "execute", execute)
    assert await log.append(journal, b"one", b"two") == 2
    assert [one.payload for one in await log.read()] == [b"one", b"two"]
    assert len(changed) == 2


async def test_a_lease_that_is_kept_does_not_expire(log):
    lease, other = Lease(log.url, "one", seconds=2.0), Lease(log.url, "other", seconds=2.0)
    await lease.take()
    keeping = asyncio.create_task(lease.keep())
    waiting = asyncio.create_task(other.take())
    await asyncio.sleep(3.0)
    assert not waiting.done()
    keeping.cancel()
    await asyncio.gather(keeping, return_exceptions=True)
    assert await waiting == 2
    await lease.release()
    await other.release()


async def test_a_journal_is_copied_into_files_and_back_with_the_same_hashes(log, tmp_path):
    journal = await log.writer()
    for group in ([b"one"], [b"two", b"three"], [b"x" * 2_000] * 5, [b"four"]):
        await log.append(journal, *group)
    again = await log.writer()
    await log.append(again, b"five")
    session = Session(log.url)
    target = tmp_path / "copy"
    end = await asyncio.to_thread(copy_to_files, session, target, segment_bytes=4_096)
    assert (end.last_seq, end.record_hash) == (10, again.last_hash)
    assert len(list(target.glob("*.journal"))) > 1
    copied = list(read_journal(target))
    assert [record.payload for record, _ in copied] == [one.payload for one in await log.read()]
    assert copied[-1][1] == again.last_hash
    with pytest.raises(FileExistsError):
        await asyncio.to_thread(copy_to_files, session, target)
    with pytest.raises(JournalError, match="holds 10 commands already"):
        await asyncio.to_thread(load_from_files, session, target)
    await log.empty()
    loaded = await asyncio.to_thread(load_from_files, session, target)
    assert loaded == end
    assert [one.payload for one in await log.read()] == [one.payload for one, _ in copied]
    successor = await log.writer()
    assert successor.epoch == again.epoch + 1
    assert await log.append(successor, b"six") == 11
    session.close()


async def test_a_damaged_journal_loads_nothing(log, tmp_path):
    files = FileJournal(tmp_path / "journal", segment_bytes=1024 * 1024)
    files.append_batch([b"one", b"two"])
    files.append_batch([b"three"])
    files.close()
    (path,) = (tmp_path / "journal").glob("*.journal")
    second = path.with_name(f"{5:020d}.journal")
    second.write_bytes(path.read_bytes())
    session = Session(log.url)
    with pytest.raises(JournalCorruptError):
        await asyncio.to_thread(load_from_files, session, tmp_path / "journal")
    session.close()
    assert await log.read() == []


async def test_a_sequencer_runs_on_the_log_and_its_successor_continues(log, tmp_path):
    hashes = []
    for number in range(3):
        clock = make_clock()[0]
        lease = Lease(log.url, f"writer {number}")
        epoch = await lease.take()
        sequencer = await Sequencer.open(
            tmp_path / f"{number % 2}",
            clock,
            open_journal=lambda epoch=epoch: DatabaseJournal(log.url, epoch),
        )
        if hashes:
            assert sequencer.exchange.state_hash() == hashes[-1]
        else:
            await sequencer.submit(create_exchange())
            await sequencer.submit(create_market())
        await asyncio.gather(*(sequencer.submit(post_print(10 * number + day)) for day in range(9)))
        assert sequencer.sequence == 2 + 9 * (number + 1)
        hashes.append(sequencer.exchange.state_hash())
        await sequencer.close()
        await lease.release()
    assert threading.active_count() < 20

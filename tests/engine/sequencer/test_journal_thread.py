import asyncio
import errno

import pytest

from engine.journal import FileJournal, JournalFailedError
from engine.sequencer.journal_thread import JournalThread
from tests.engine.sequencer.factories import SMALL_SEGMENT, GatedSync


def opened(directory, sync: GatedSync) -> FileJournal:
    return FileJournal(directory, segment_bytes=SMALL_SEGMENT, sync=sync)


async def test_batches_are_written_in_the_order_of_the_calls(tmp_path):
    sync = GatedSync()
    journal = opened(tmp_path, sync)
    thread = JournalThread(journal)
    first, second = thread.append([b"a", b"b"]), thread.append([b"c"])
    assert await asyncio.to_thread(sync.started.acquire, timeout=30)
    assert not first.done()
    sync.open()
    assert [await first, await second] == [2, 3]
    thread.close()
    assert [record.payload for record in journal.read()] == [b"a", b"b", b"c"]
    journal.close()


async def test_one_who_no_longer_waits_changes_nothing(tmp_path):
    sync = GatedSync()
    journal = opened(tmp_path, sync)
    thread = JournalThread(journal)
    first, second = thread.append([b"a"]), thread.append([b"b"])
    first.cancel()
    sync.open()
    assert await second == 2
    thread.close()
    journal.close()


async def test_what_follows_a_batch_happens_before_its_caller_continues(tmp_path):
    sync, order = GatedSync(), []
    sync.open()
    journal = opened(tmp_path, sync)
    thread = JournalThread(journal)

    async def write(payload):
        order.append(
            await thread.append([payload], lambda last_seq: order.append(f"then {last_seq}"))
        )

    await asyncio.gather(write(b"a"), write(b"b"))
    assert order in (["then 1", 1, "then 2", 2], ["then 1", "then 2", 1, 2])

    def fail(_last_seq):
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await thread.append([b"c"], fail)
    thread.close()
    journal.close()


async def test_nothing_follows_a_batch_that_no_longer_matters_or_failed(tmp_path):
    sync, followed = GatedSync(), []
    journal = opened(tmp_path, sync)
    thread = JournalThread(journal)
    left, waited = thread.append([b"a"], followed.append), thread.append([b"b"])
    left.cancel()
    sync.open()
    await waited
    sync.error = OSError(errno.EIO, "the disk is gone")
    with pytest.raises(JournalFailedError):
        await thread.append([b"c"], followed.append)
    assert followed == []
    thread.close()
    journal.close()


async def test_an_error_of_the_journal_is_the_callers(tmp_path):
    sync = GatedSync()
    sync.error = OSError(errno.EIO, "the disk is gone")
    sync.open()
    journal = opened(tmp_path, sync)
    thread = JournalThread(journal)
    for _ in range(2):
        with pytest.raises(JournalFailedError):
            await thread.append([b"a"])
    thread.close()
    thread.close()
    journal.close()


def test_a_loop_that_is_gone_is_told_nothing(tmp_path):
    sync = GatedSync()
    journal = opened(tmp_path, sync)

    async def leave() -> JournalThread:
        thread = JournalThread(journal)
        thread.append([b"a"])
        return thread

    thread = asyncio.run(leave())
    sync.open()
    thread.close()
    assert journal.last_seq == 1
    journal.close()

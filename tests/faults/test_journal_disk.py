"""A journal whose disk fails: nothing unacknowledged comes back as durable, no room is kept."""

import errno
import os
import shutil
from itertools import count

import pytest

from engine.journal import FileJournal, JournalFailedError, JournalFullError
from engine.journal.files import write_all
from engine.journal.reader import read_journal

SEGMENT_BYTES = 8_192


class FailingSync:
    """A flush that fails on request, as a device does with EIO."""

    def __init__(self):
        self.fails = False

    def __call__(self, file):
        if self.fails:
            raise OSError(errno.EIO, "Input/output error")
        os.fdatasync(file)


def test_bytes_of_a_failed_flush_are_removed(tmp_path):
    """The pages of a failed flush can be read back; a start must not count them as durable."""
    sync = FailingSync()
    journal = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES, sync=sync)
    journal.append_batch([b"first", b"second"])
    sync.fails = True
    with pytest.raises(JournalFailedError, match="Input/output error"):
        journal.append_batch([b"never acknowledged"])
    with pytest.raises(JournalFailedError):  # and it is not tried again
        journal.append_batch([b"third"])
    assert journal.last_seq == 2
    journal.close()

    again = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES)
    assert [record.payload for record in again.read()] == [b"first", b"second"]
    assert again.append_batch([b"third"]) == 3
    assert [record.payload for record in again.read()] == [b"first", b"second", b"third"]
    again.close()


def test_a_full_disk_at_a_new_segment_leaves_nothing_that_takes_room(tmp_path, monkeypatch):
    journal = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES)
    payload = bytes(2_000)
    journal.append_batch([payload] * 3)

    def full(file, data, offset):
        if offset == 0 and len(data) > 4_096:
            write_all(file, data[:4_096], offset)
            raise OSError(errno.ENOSPC, "No space left on device")
        write_all(file, data, offset)

    monkeypatch.setattr("engine.journal.file_journal.write_all", full)
    with pytest.raises(JournalFullError, match="No space left on device"):
        journal.append_batch([payload] * 3)
    journal.close()
    assert [path.suffix for path in sorted(tmp_path.iterdir())] == [".journal"]

    monkeypatch.undo()
    again = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES)
    assert again.last_seq == journal.last_seq == 3
    assert again.append_batch([payload] * 3) == 6
    again.close()


def failing_call(monkeypatch, name: str, number: int, code: int) -> list[int]:
    """Let a call of `os` fail, by its number from now on; returns the numbers so far."""
    real, calls = getattr(os, name), count(1)
    made: list[int] = []

    def call(*arguments, **options):
        made.append(next(calls))
        if made[-1] == number:
            if name == "pwrite":  # half of it is written, as a disk does that fills up
                file, data, offset = arguments
                real(file, bytes(data)[: len(data) // 2], offset)
            raise OSError(code, os.strerror(code))
        return real(*arguments, **options)

    monkeypatch.setattr(os, name, call)
    return made


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("name", ["statvfs", "open", "pwrite", "fsync", "fdatasync"])
def test_a_disk_that_is_full_at_any_call_keeps_what_was_acknowledged(
    tmp_path, monkeypatch, name, code
):
    """Every call of some appends over three segments fails once; a crash follows, or another try.

    A flush of a group is never tried again. All else is: nothing of the refused group is left.
    """
    group = [bytes([7]) * 1_500, bytes([8]) * 1_500]
    failed = refused = 0
    for number in count(1):
        directory = tmp_path / f"{name}-{number}"
        journal = FileJournal(directory, segment_bytes=SEGMENT_BYTES, sync=FailingSync())
        with monkeypatch.context() as patched:
            made = failing_call(patched, name, number, code)
            acknowledged: list[bytes] = []
            for round_number in range(5):
                mine = [bytes([round_number]) + one for one in group]
                try:
                    journal.append_batch(mine)
                    acknowledged += mine
                except JournalFullError:
                    refused += 1
                    copy = tmp_path / f"copy-{name}-{number}"
                    assert payloads_after_a_crash(directory, copy) == acknowledged
                except JournalFailedError:
                    failed += 1
                    break
        journal.close()
        again = FileJournal(directory, segment_bytes=SEGMENT_BYTES)
        assert [record.payload for record in again.read()] == acknowledged
        again.append_batch([b"after"])
        again.close()
        assert [one.payload for one, _ in read_journal(directory)] == [*acknowledged, b"after"]
        if number > len(made):
            break
    at_directory = 2 if name == "fsync" else 0  # of a new segment's name: it cannot be taken back
    expected_failed = number - 1 if name == "fdatasync" else at_directory
    assert (failed, refused) == (expected_failed, number - 1 - expected_failed)
    assert refused or name == "fdatasync"


def test_a_flush_of_the_withdrawal_that_fails_is_final(tmp_path, monkeypatch):
    sync = FailingSync()
    journal = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES, sync=sync)
    journal.append_batch([b"first"])
    sync.fails = True
    failing_call(monkeypatch, "pwrite", 1, errno.ENOSPC)
    with pytest.raises(JournalFailedError, match="Input/output error"):
        journal.append_batch([b"never acknowledged"])
    monkeypatch.undo()
    journal.close()
    again = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES)
    assert [record.payload for record in again.read()] == [b"first"]
    again.close()


def test_an_empty_batch_looks_for_room_after_a_full_disk(tmp_path, monkeypatch):
    journal = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES)
    assert journal.append_batch([bytes(5_000)]) == 1
    monkeypatch.setattr(os, "statvfs", full_disk)
    with pytest.raises(JournalFullError):
        journal.append_batch([bytes(5_000)])
    for _ in range(3):
        with pytest.raises(JournalFullError):
            journal.append_batch([])
    assert len(list(tmp_path.iterdir())) == 1
    monkeypatch.undo()
    assert journal.append_batch([]) == 1
    assert len(list(tmp_path.iterdir())) == 2
    assert journal.append_batch([]) == 1  # and takes no other segment
    assert len(list(tmp_path.iterdir())) == 2
    journal.close()


def test_a_batch_that_fits_into_a_segment_is_never_split(tmp_path):
    """So a full disk refuses all of a batch: no part of it is durable before room is known."""
    journal = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES)
    journal.append_batch([bytes(5_000)])
    journal.append_batch([bytes(2_000), bytes(2_000)])
    journal.close()
    second = tmp_path / f"{2:020d}.journal"
    assert [path.name for path in sorted(tmp_path.iterdir())][-1] == second.name
    assert [one.seq for one, _ in read_journal(tmp_path)] == [1, 2, 3]


def full_disk(_path):
    return os.statvfs_result((4096, 4096, 1_000, 1, 1, 100, 100, 100, 0, 255))


def payloads_after_a_crash(directory, copy):
    """What a start would find if the process were killed now."""
    shutil.copytree(directory, copy)
    journal = FileJournal(copy, segment_bytes=SEGMENT_BYTES)
    try:
        return [record.payload for record in journal.read()]
    finally:
        journal.close()

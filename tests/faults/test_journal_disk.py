"""A journal whose disk fails: nothing unacknowledged comes back as durable, no room is kept."""

import errno
import os

import pytest

from engine.journal import FileJournal, JournalFailedError
from engine.journal.files import write_all

SEGMENT_BYTES = 8_192


class FailingSync:
    """A flush that fails when told to, as a device does with EIO."""

    def __init__(self):
        self.fails = False

    def __call__(self, file):
        if self.fails:
            raise OSError(errno.EIO, "Input/output error")
        os.fdatasync(file)


def test_what_a_failed_flush_left_is_withdrawn(tmp_path):
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
    with pytest.raises(JournalFailedError, match="No space left on device"):
        journal.append_batch([payload] * 3)
    journal.close()
    assert [path.suffix for path in sorted(tmp_path.iterdir())] == [".journal"]

    monkeypatch.undo()
    again = FileJournal(tmp_path, segment_bytes=SEGMENT_BYTES)
    assert again.last_seq == journal.last_seq == 3
    assert again.append_batch([payload] * 3) == 6
    again.close()

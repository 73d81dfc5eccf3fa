import errno
import fcntl
import os
import subprocess
import sys

import pytest

from engine.journal import (
    FileJournal,
    JournalError,
    JournalFailedError,
    JournalFullError,
    JournalLockedError,
    file_journal,
)
from tests.engine.journal.factories import (
    HEADER_BYTES,
    RECORD_BYTES,
    SMALL_SEGMENT,
    open_journal,
    payloads,
    segment_files,
    write_groups,
)


def test_an_empty_journal_has_no_records_and_one_preallocated_segment(tmp_path):
    journal = open_journal(tmp_path / "journal")
    assert journal.last_seq == 0
    assert list(journal.read()) == []
    journal.close()
    (segment,) = segment_files(tmp_path / "journal")
    assert segment.stat().st_size == SMALL_SEGMENT
    assert segment.name == "00000000000000000001.journal"


def test_the_default_segment_has_64_mib(tmp_path):
    FileJournal(tmp_path).close()
    (segment,) = segment_files(tmp_path)
    assert segment.stat().st_size == 64 * 1024 * 1024
    assert segment.stat().st_blocks * 512 >= 64 * 1024 * 1024  # written, not a hole


def test_records_come_back_in_order_with_their_numbers(tmp_path):
    journal = open_journal(tmp_path)
    assert journal.append_batch([b"one"]) == 1
    assert journal.append_batch([b"two", b"three\0\0"]) == 3
    assert [(r.seq, r.payload) for r in journal.read()] == [
        (1, b"one"),
        (2, b"two"),
        (3, b"three\0\0"),
    ]
    assert [r.seq for r in journal.read(after_seq=2)] == [3]
    assert list(journal.read(after_seq=3)) == []
    journal.close()


def test_a_reopened_journal_goes_on_with_a_higher_epoch(tmp_path):
    write_groups(tmp_path, [[b"a", b"b"]])
    journal = open_journal(tmp_path)
    assert journal.last_seq == 2
    assert journal.append_batch([b"c"]) == 3
    assert [(r.epoch, r.payload) for r in journal.read()] == [(1, b"a"), (1, b"b"), (2, b"c")]
    journal.close()


def test_an_empty_batch_writes_nothing(tmp_path):
    flushes = []
    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT, sync=flushes.append)
    assert journal.append_batch([]) == 0
    assert flushes == []
    journal.close()


def test_a_batch_is_flushed_once(tmp_path):
    flushes = []
    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT, sync=flushes.append)
    journal.append_batch([b"x"] * 20)
    assert len(flushes) == 1
    journal.close()


def test_a_full_segment_rolls_and_everything_reads_back(tmp_path):
    journal = open_journal(tmp_path)
    sent = [bytes([n]) * (n + 1) for n in range(200)]
    for start in range(0, 200, 7):
        journal.append_batch(sent[start : start + 7])
    assert len(segment_files(tmp_path)) > 5
    assert [record.payload for record in journal.read()] == sent
    assert [record.payload for record in journal.read(after_seq=150)] == sent[150:]
    journal.close()
    assert payloads(tmp_path) == sent


def test_one_batch_may_span_segments(tmp_path):
    sent = [bytes([n]) * 500 for n in range(1, 40)]
    write_groups(tmp_path, [sent])
    assert len(segment_files(tmp_path)) > 4
    assert payloads(tmp_path) == sent


def test_a_record_may_fill_a_segment_exactly(tmp_path):
    largest = b"\xff" * (SMALL_SEGMENT - HEADER_BYTES - RECORD_BYTES)
    write_groups(tmp_path, [[largest], [largest], [b"end"]])
    assert payloads(tmp_path) == [largest, largest, b"end"]


@pytest.mark.parametrize("size", [0, SMALL_SEGMENT - HEADER_BYTES - RECORD_BYTES + 1])
def test_a_record_no_segment_holds_is_refused_before_anything_is_written(tmp_path, size):
    journal = open_journal(tmp_path)
    with pytest.raises(ValueError, match=f"a record of {size} bytes"):
        journal.append_batch([b"good", bytes(size)])
    assert journal.last_seq == 0
    journal.append_batch([b"next"])
    assert [record.payload for record in journal.read()] == [b"next"]
    journal.close()


def test_a_flush_error_is_final_and_never_retried(tmp_path):
    calls = []

    def sync(file):
        calls.append(file)
        if len(calls) == 2:
            raise OSError(errno.EIO, "Input/output error")

    journal = FileJournal(tmp_path, segment_bytes=SMALL_SEGMENT, sync=sync)
    journal.append_batch([b"durable"])
    for _ in range(2):
        with pytest.raises(JournalFailedError, match="Input/output error"):
            journal.append_batch([b"lost"])
    assert len(calls) == 2
    assert journal.last_seq == 1
    assert [record.payload for record in journal.read()] == [b"durable"]
    journal.close()


def test_a_full_disk_at_a_roll_refuses_until_there_is_room(tmp_path, monkeypatch):
    journal = open_journal(tmp_path)

    def no_space(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    journal.append_batch([b"x" * 3000])
    monkeypatch.setattr(os, "fsync", no_space)
    for _ in range(2):
        with pytest.raises(JournalFullError, match="No space left"):
            journal.append_batch([b"y" * 3000])
    monkeypatch.undo()
    assert journal.append_batch([b"z" * 3000]) == 2
    journal.close()
    assert payloads(tmp_path) == [b"x" * 3000, b"z" * 3000]


def test_an_error_of_the_disk_at_a_roll_is_final(tmp_path, monkeypatch):
    journal = open_journal(tmp_path)

    def broken(*_):
        raise OSError(errno.EIO, "Input/output error")

    journal.append_batch([b"x" * 3000])
    monkeypatch.setattr(os, "fsync", broken)
    for _ in range(2):
        with pytest.raises(JournalFailedError, match="Input/output error"):
            journal.append_batch([b"y" * 3000])
    monkeypatch.undo()
    journal.close()
    assert payloads(tmp_path) == [b"x" * 3000]


def test_a_closed_journal_takes_nothing(tmp_path):
    journal = open_journal(tmp_path)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="is closed"):
        journal.append_batch([b"late"])


def test_a_second_writer_in_this_process_is_refused(tmp_path):
    journal = open_journal(tmp_path)
    with pytest.raises(JournalLockedError, match="in use by another process"):
        open_journal(tmp_path)
    journal.close()
    open_journal(tmp_path).close()


def test_a_second_writer_in_another_process_is_refused(tmp_path):
    journal = open_journal(tmp_path)
    script = (
        "import sys, pathlib\n"
        "from engine.journal import FileJournal, JournalLockedError\n"
        "try:\n"
        "    FileJournal(pathlib.Path(sys.argv[1]))\n"
        "except JournalLockedError:\n"
        "    sys.exit(3)\n"
    )
    result = subprocess.run([sys.executable, "-c", script, str(tmp_path)], timeout=30, check=False)
    assert result.returncode == 3
    journal.close()


def test_a_writer_takes_the_epoch_after_that_of_the_last_one(tmp_path):
    for epoch in (1, 2, 3):
        journal = open_journal(tmp_path)
        assert journal.epoch == epoch
        journal.append_batch([b"x"])
        journal.close()


def test_a_segment_too_small_for_anything_is_refused(tmp_path):
    with pytest.raises(ValueError, match="a segment has at least"):
        open_journal(tmp_path, segment_bytes=100)


def test_the_number_of_segments_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(file_journal, "SEGMENTS_MAX", 2)
    journal = open_journal(tmp_path)
    journal.append_batch([b"x" * 3000] * 2)
    with pytest.raises(JournalError, match="has 2 segments"):
        journal.append_batch([b"x" * 3000])
    assert journal.last_seq == 2
    journal.close()


def test_a_failed_lock_leaves_nothing_open(tmp_path, monkeypatch):
    def broken(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", broken)
    with pytest.raises(OSError, match="No locks available"):
        open_journal(tmp_path)

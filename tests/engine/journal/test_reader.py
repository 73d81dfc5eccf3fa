"""`read_journal`: without the lock, beside the writer, over segments, torn tails and damage."""

import shutil

import pytest

from engine.journal import JournalCorruptError, read_journal
from tests.engine.journal.factories import (
    flip_bit,
    open_journal,
    overwrite,
    record_offsets,
    segment_files,
    write_groups,
)

GROUPS = [[bytes([n]) * 700] for n in range(1, 15)]


def read(directory) -> list[bytes]:
    return [record.payload for record, _ in read_journal(directory)]


def test_an_empty_directory_has_no_records(tmp_path):
    assert read(tmp_path) == []
    write_groups(tmp_path, [])
    assert read(tmp_path) == []


def test_the_reader_reads_all_segments_of_a_locked_journal(tmp_path):
    journal = open_journal(tmp_path)
    for group in GROUPS:
        journal.append_batch(group)
    assert len(segment_files(tmp_path)) > 2
    rows = list(read_journal(tmp_path))
    assert [row.payload for row, _ in rows] == [payload for group in GROUPS for payload in group]
    assert [row.seq for row, _ in rows] == list(range(1, 15))
    assert [digest for _, digest in rows] == [journal.hash_at(seq) for seq in range(1, 15)]
    before = {path: path.read_bytes() for path in segment_files(tmp_path)}
    journal.append_batch([b"later"])
    assert read(tmp_path)[-1] == b"later"
    journal.close()
    assert all((tmp_path / path.name).stat().st_size == len(data) for path, data in before.items())


def test_a_torn_tail_is_left_out_and_left_alone(tmp_path):
    write_groups(tmp_path, [[b"first"], [b"whole", b"torn"]])
    (path,) = segment_files(tmp_path)
    _start, end = record_offsets(path)[2]
    overwrite(path, end - 1, b"\0")
    before = path.read_bytes()
    assert read(tmp_path) == [b"first", b"whole"]
    assert path.read_bytes() == before


def test_damage_is_named_by_file_and_offset(tmp_path):
    write_groups(tmp_path / "whole", GROUPS)
    names = [path.name for path in segment_files(tmp_path / "whole")]
    for name in names:
        start, end = record_offsets(tmp_path / "whole" / name)[0]
        directory = tmp_path / name
        shutil.copytree(tmp_path / "whole", directory)
        flip_bit(directory / name, (start + end) // 2, 3)
        with pytest.raises(JournalCorruptError, match=f"{name}, offset {start}: "):
            read(directory)


def test_a_segment_that_is_missing_or_of_another_journal_is_named(tmp_path):
    write_groups(tmp_path / "whole", GROUPS)
    write_groups(tmp_path / "other", [[bytes([n + 1]) * 700] for n in range(1, 15)])
    names = [path.name for path in segment_files(tmp_path / "whole")]
    for number, words in ((0, "where 1 must be"), (1, " must be")):
        directory = tmp_path / f"missing{number}"
        shutil.copytree(tmp_path / "whole", directory)
        (directory / names[number]).unlink()
        with pytest.raises(JournalCorruptError, match=words):
            read(directory)
    shutil.copy(tmp_path / "other" / names[1], tmp_path / "whole" / names[1])
    with pytest.raises(JournalCorruptError, match="does not continue the hash chain"):
        read(tmp_path / "whole")


def test_a_writer_in_the_middle_is_waited_for(tmp_path, monkeypatch):
    """A read that saw the end of a later group before the beginning of an earlier one."""
    write_groups(tmp_path, [[b"first"], [b"second"], [b"third"]])
    (path,) = segment_files(tmp_path)
    whole = path.read_bytes()
    start, end = record_offsets(path)[1]
    torn = whole[:start] + bytes(end - start) + whole[end:]
    reads = [torn, torn, whole]
    monkeypatch.setattr(type(path), "read_bytes", lambda _path: reads.pop(0))
    assert read(tmp_path) == [b"first", b"second", b"third"]
    assert reads == []

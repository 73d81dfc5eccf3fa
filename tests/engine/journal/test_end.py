"""A damaged, shortened or lost end of the journal: kept, compared, and refused before a change."""

import json
import shutil

import pytest

from engine.journal import ExpectedEnd, FileJournal, JournalShortError, SnapshotStore
from engine.journal.end import ACCEPTED_FILE
from engine.journal.limits import TORN_FILES_MAX
from tests.engine.journal.factories import (
    SMALL_SEGMENT,
    flip_bit,
    overwrite,
    payloads,
    record_offsets,
    write_groups,
)

FIRST = "00000000000000000001.journal"
GROUPS = [[b"first"], [b"second"], [b"the last group", b"has two records"]]
FOLDERS = ("snapshots", "programmes")


def open_expecting(directory, known=None, accepted=None) -> FileJournal:
    expected = ExpectedEnd(known=known or {}, accepted=accepted)
    return FileJournal(directory, segment_bytes=SMALL_SEGMENT, expected=expected)


def flip_last(path):
    start, end = record_offsets(path)[-1]
    flip_bit(path, (start + end) // 2, 3)


def zero_last(path):
    start, end = record_offsets(path)[-1]
    overwrite(path, start, bytes(end - start))


def zero_last_group(path):
    start = record_offsets(path)[-2][0]
    overwrite(path, start, bytes(record_offsets(path)[-1][1] - start))


def cut_5(path):
    with path.open("r+b") as stream:
        stream.truncate(record_offsets(path)[-1][1] - 5)


DAMAGES = [flip_last, zero_last, zero_last_group, cut_5]


def save_snapshot(directory, folder, seq):
    journal = FileJournal(directory, segment_bytes=SMALL_SEGMENT)
    SnapshotStore(directory / folder).save(seq, journal.hash_at(seq), [b"state"])
    journal.close()


@pytest.mark.parametrize("damage", [flip_last, cut_5])
def test_the_bytes_of_a_cut_end_are_kept(tmp_path, damage):
    write_groups(tmp_path, GROUPS)
    start = record_offsets(tmp_path / FIRST)[-1][0]
    damage(tmp_path / FIRST)
    tail = (tmp_path / FIRST).read_bytes()[start:].rstrip(b"\0")
    assert payloads(tmp_path) == [b"first", b"second", b"the last group"]
    (torn,) = tmp_path.glob("*.torn")
    assert torn.name.startswith(f"{4:020d}-")
    assert torn.read_bytes() == tail != b""
    assert payloads(tmp_path)[-1] == b"the last group"  # and once more: nothing left to keep
    assert list(tmp_path.glob("*.torn")) == [torn]


def test_a_bounded_number_of_cut_ends_is_kept(tmp_path):
    write_groups(tmp_path, [[b"first"]])
    end = record_offsets(tmp_path / FIRST)[-1][1]
    for number in range(TORN_FILES_MAX + 3):
        overwrite(tmp_path / FIRST, end, f"garbage {number}".encode())
        assert payloads(tmp_path) == [b"first"]
    assert len(list(tmp_path.glob("*.torn"))) == TORN_FILES_MAX


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("damage", DAMAGES)
def test_an_end_before_a_whole_snapshot_is_refused_and_nothing_is_changed(tmp_path, damage, folder):
    write_groups(tmp_path, GROUPS)
    save_snapshot(tmp_path, folder, 4)
    damage(tmp_path / FIRST)
    before = (tmp_path / FIRST).read_bytes()
    for _ in range(2):
        with pytest.raises(JournalShortError, match=r"the snapshot .*4\.snapshot knows"):
            open_expecting(tmp_path)
        assert (tmp_path / FIRST).read_bytes() == before


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_end_before_the_projection_is_refused_and_nothing_is_changed(tmp_path, damage):
    write_groups(tmp_path, GROUPS)
    damage(tmp_path / FIRST)
    before = (tmp_path / FIRST).read_bytes()
    with pytest.raises(JournalShortError, match="the database knows of command 4"):
        open_expecting(tmp_path, {"the database": 4})
    assert (tmp_path / FIRST).read_bytes() == before


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_journal_that_is_gone_is_refused(tmp_path, folder):
    write_groups(tmp_path, GROUPS)
    save_snapshot(tmp_path, folder, 4)
    (tmp_path / FIRST).unlink()
    with pytest.raises(JournalShortError, match="ends at command 0"):
        open_expecting(tmp_path)
    assert not list(tmp_path.glob("*.journal"))


def test_a_journal_that_is_as_long_as_known_opens(tmp_path):
    write_groups(tmp_path, GROUPS)
    save_snapshot(tmp_path, "snapshots", 4)
    journal = open_expecting(tmp_path, {"the database": 4, "a root": 3})
    assert journal.last_seq == 4
    journal.close()
    assert not (tmp_path / ACCEPTED_FILE).exists()


def test_a_broken_snapshot_beyond_the_end_says_nothing(tmp_path):
    write_groups(tmp_path, GROUPS)
    save_snapshot(tmp_path, "snapshots", 4)
    flip_bit(tmp_path / "snapshots" / f"{4:020d}.snapshot", 20, 1)
    cut_5(tmp_path / FIRST)
    journal = open_expecting(tmp_path)
    assert journal.last_seq == 3
    journal.close()


def test_the_named_end_is_accepted_and_remembered(tmp_path):
    write_groups(tmp_path, GROUPS)
    cut_5(tmp_path / FIRST)
    known = {"the database": 9}
    for wrong in (None, 0, 2, 4, 9):
        with pytest.raises(JournalShortError, match="ACRE_ACCEPT_JOURNAL_END=3"):
            open_expecting(tmp_path, known, wrong)
    open_expecting(tmp_path, known, 3).close()
    journal = open_expecting(tmp_path, known)  # later starts need no option
    journal.append_batch([b"next"])
    journal.close()
    open_expecting(tmp_path, known).close()
    with pytest.raises(JournalShortError, match="knows of command 10"):
        open_expecting(tmp_path, {"the database": 10})


def test_an_accepted_end_covers_no_shorter_journal(tmp_path):
    write_groups(tmp_path, GROUPS)
    shutil.copytree(tmp_path, tmp_path.with_name("older"))
    open_expecting(tmp_path, {"a root": 9}, 4).close()
    older = tmp_path.with_name("older")
    shutil.copy(tmp_path / ACCEPTED_FILE, older)
    cut_5(older / FIRST)
    with pytest.raises(JournalShortError):
        open_expecting(older, {"a root": 9})


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"end": "x", "known": 9}', "\x00"])
def test_a_record_of_acceptance_that_cannot_be_read_accepts_nothing(tmp_path, text):
    write_groups(tmp_path, GROUPS)
    (tmp_path / ACCEPTED_FILE).write_text(text)
    with pytest.raises(JournalShortError):
        open_expecting(tmp_path, {"a root": 9})
    open_expecting(tmp_path, {"a root": 9}, 4).close()
    assert json.loads((tmp_path / ACCEPTED_FILE).read_text()) == {"end": 4, "known": 9}

"""Repair of sealed segments: the same bytes come back, or nothing changes."""

import errno
import itertools
import os
import shutil

import pytest

from engine.journal import JournalCorruptError, read_journal
from engine.journal.archiving import archive, maintenance, read_from_disk, remove
from engine.journal.repair import find_copies, repair
from engine.journal.segment import encode_header
from engine.journal.segments import read_start
from tests.engine.journal.factories import (
    flip_bit,
    open_journal,
    overwrite,
    segment_files,
    write_groups,
)
from tests.engine.journal.power import Crash, Power

PAYLOADS = [bytes([n]) * 700 for n in range(1, 40)]  # 8 segments of 5 records; 7 are sealed


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    write_groups(home / "journal", [[payload] for payload in PAYLOADS])
    archive(home / "journal", home / "archive")
    return home


def mend(home, source=None):
    with maintenance(home / "journal"):
        return list(repair(home / "journal", source or home / "archive"))


def read(journal):
    return [record.payload for record, _ in read_journal(journal)]


def contents(journal):
    return {path.name: path.read_bytes() for path in segment_files(journal)}


DAMAGES = {
    "a record": lambda path: flip_bit(path, 500, 1),
    "the header": lambda path: flip_bit(path, 20, 1),
    "the magic": lambda path: overwrite(path, 0, b"X"),
    "the last record": lambda path: flip_bit(
        path, path.read_bytes().rstrip(b"\0").__len__() - 1, 1
    ),
    "the zeros behind the end": lambda path: overwrite(path, path.stat().st_size - 4, b"X"),
    "the length": lambda path: path.write_bytes(path.read_bytes()[:1000]),
    "everything": lambda path: path.write_bytes(b""),
    "the file": lambda path: path.unlink(),
    "the name": lambda path: path.write_bytes(
        segment_files(path.parent)[(segment_files(path.parent).index(path) + 1) % 7].read_bytes()
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("places", [(0,), (3,), (6,), (2, 3), (0, 1, 2, 3, 4, 5, 6), (1, 4)])
def test_the_same_bytes_come_back(home, damage, places):
    journal = home / "journal"
    whole = contents(journal)
    paths = segment_files(journal)
    for place in places:
        DAMAGES[damage](paths[place])
    damaged = contents(journal)
    repaired = mend(home)
    assert [one.path for one in repaired] == [paths[place] for place in places]
    assert contents(journal) == whole
    for one in repaired:
        if damage == "the file":
            assert one.kept is None
        else:
            assert one.kept.read_bytes() == damaged[one.path.name]
    assert mend(home) == []
    assert read(journal) == PAYLOADS


def test_a_whole_journal_is_left_alone(home):
    before = contents(home / "journal")
    assert mend(home) == []
    assert contents(home / "journal") == before
    (home / "empty").mkdir()
    assert list(repair(home / "empty", None)) == []


def test_the_first_local_segments_of_a_pruned_journal_are_repaired(home):
    journal = home / "journal"
    remove(journal, home / "archive", up_to_seq=12, kept=2)
    whole = contents(journal)
    for index in (0, 1):
        flip_bit(segment_files(journal)[index], 20, 1)
    assert len(mend(home)) == 2
    segment_files(journal)[0].unlink()
    assert len(mend(home)) == 1
    assert contents(journal) == whole
    assert read(journal) == PAYLOADS


def test_after_an_interrupted_removal_the_archive_knows_the_beginning(home):
    journal, early = home / "journal", home / "early"
    shutil.copytree(journal, early)
    remove(journal, home / "archive", up_to_seq=20, kept=2)
    for path in segment_files(early)[2:4]:  # the pointer was written, two of four were removed
        shutil.copy(path, journal / path.name)
    flip_bit(segment_files(journal)[0], 20, 1)
    assert [one.path for one in mend(home)] == segment_files(journal)[:1]
    assert read(journal) == PAYLOADS


@pytest.mark.parametrize("source", ["journal copy", "backup"])
def test_copies_of_a_backup_serve_as_well(home, source):
    copy = home / "backup"
    shutil.copytree(home / "journal", copy / "journal" if source == "backup" else copy)
    flip_bit(segment_files(home / "journal")[3], 500, 1)
    assert len(mend(home, find_copies(copy))) == 1
    assert read(home / "journal") == PAYLOADS


def refused(home, match, source=None):
    before = contents(home / "journal")
    with pytest.raises(JournalCorruptError, match=match):
        mend(home, source)
    assert contents(home / "journal") == before
    assert not list((home / "journal").glob("*.damaged"))


def test_a_copy_that_does_not_join_is_refused(home, tmp_path):
    bad = segment_files(home / "journal")[3]
    flip_bit(bad, 500, 1)
    other = tmp_path / "other"
    write_groups(other, [[bytes([n + 1]) * 700] for n in range(1, 40)])
    refused(home, "does not continue the hash chain here", other)
    shutil.rmtree(other)
    # A fork within the segment: it joins what is before it, not what comes after.
    fork = [*PAYLOADS[:17], *(bytes([n + 1]) * 700 for n in range(18, 40))]
    write_groups(other, [[payload] for payload in fork])
    refused(home, "do not lead to record 21 with the hash", other)
    shutil.rmtree(other)
    write_groups(other, [[payload] for payload in PAYLOADS[:18]])  # an older backup
    refused(home, r"019.journal does not exist", other)
    flip_bit(home / "archive" / bad.name, 600, 1)
    refused(home, "its copy is damaged too")
    (home / "archive" / bad.name).unlink()
    refused(home, "does not exist")
    with pytest.raises(JournalCorruptError, match="no archive is known"):
        list(repair(home / "journal", None))


def test_a_source_that_changes_after_its_check_is_refused(home, monkeypatch):
    bad = segment_files(home / "journal")[3]
    flip_bit(bad, 500, 1)
    reads = []

    def read_twice(path, *args):
        data = read_from_disk(path, *args)
        reads.append(path)
        is_second = reads.count(home / "archive" / bad.name) == 2
        return data.replace(b"\x10" * 700, b"\x63" * 700) if is_second else data

    monkeypatch.setattr("engine.journal.repair.read_from_disk", read_twice)
    refused(home, bad.name)


def test_a_copy_with_another_epoch_in_its_header_is_refused(home):
    journal, bad = home / "journal", segment_files(home / "journal")[3]
    start = read_start(bad)
    assert start.epoch > 0
    forged = encode_header(start.epoch - 1, start.next_seq, start.previous_hash)
    overwrite(home / "archive" / bad.name, 0, forged)
    flip_bit(bad, 500, 1)
    refused(home, "does not continue the hash chain here")
    assert len(segment_files(journal)) == 8


def test_a_segment_that_the_disk_cannot_read_is_repaired(home, monkeypatch):
    bad = segment_files(home / "journal")[3]
    inode, fdopen = bad.stat().st_ino, os.fdopen

    def fdopen_or_fail(file, mode="r"):
        if os.fstat(file).st_ino == inode:
            os.close(file)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return fdopen(file, mode)

    monkeypatch.setattr(os, "fdopen", fdopen_or_fail)
    (repaired,) = mend(home)
    assert repaired.path == bad
    assert repaired.kept.name == f"{bad.stem}-unreadable.damaged"
    assert repaired.kept.stat().st_ino == inode
    assert read(home / "journal") == PAYLOADS


def test_of_two_neighbors_none_is_replaced_unless_both_can_be(home):
    for path in segment_files(home / "journal")[3:5]:
        flip_bit(path, 500, 1)
    (home / "archive" / segment_files(home / "journal")[4].name).unlink()
    refused(home, "does not exist")


def test_the_last_segment_is_never_touched(home):
    journal = home / "journal"
    last = segment_files(journal)[-1]
    flip_bit(last, 500, 1)  # looks like a torn group to a start
    before = last.read_bytes()
    assert mend(home) == []
    assert last.read_bytes() == before
    shutil.copy(segment_files(journal)[0], home / "archive" / last.name)
    flip_bit(last, 20, 1)
    refused(home, f"{last.name}, offset 12")


def test_a_segment_of_another_journal_in_between_is_refused(home, tmp_path):
    journal = home / "journal"
    write_groups(tmp_path / "other", [[bytes([n + 1]) * 700] for n in range(1, 40)])
    shutil.copy(segment_files(tmp_path / "other")[3], segment_files(journal)[3])
    refused(home, "continues another hash chain")
    stray = journal / f"{17:020d}.journal"
    shutil.copy(home / "archive" / segment_files(home / "archive")[3].name, home / "keep")
    shutil.copy(segment_files(home / "archive")[3], segment_files(journal)[3])
    stray.write_bytes(b"x" * 100)
    refused(home, "no segment belongs here")


def test_the_writer_runs_meanwhile(home):
    journal = open_journal(home / "journal")
    flip_bit(segment_files(home / "journal")[3], 500, 1)
    with pytest.raises(JournalCorruptError):
        list(journal.read())
    assert len(mend(home)) == 1
    journal.append_batch([b"more"])
    assert [record.payload for record in journal.read()] == [*PAYLOADS, b"more"]
    journal.close()


@pytest.mark.parametrize("is_power_lost", [False, True])
def test_a_crash_at_any_step_leaves_the_damage_or_the_repair(home, tmp_path, is_power_lost):
    whole = contents(home / "journal")
    paths = segment_files(home / "journal")
    flip_bit(paths[2], 500, 1)
    flip_bit(paths[3], 500, 1)
    paths[5].unlink()
    damaged = contents(home / "journal")
    for crash_at in itertools.count(1):
        again = tmp_path / f"{crash_at}"
        shutil.copytree(home, again)
        power = Power(again, crash_at)
        try:
            with power:
                mend(again)
        except Crash:
            if is_power_lost:
                power.lose()
        else:
            assert power.steps == crash_at - 1 > 10
            break
        for name, data in contents(again / "journal").items():
            assert data in (whole[name], damaged.get(name))
        mend(again)
        assert contents(again / "journal") == whole
        kept = {path.read_bytes() for path in (again / "journal").glob("*.damaged")}
        assert kept == {damaged[paths[2].name], damaged[paths[3].name]}
        shutil.rmtree(again)

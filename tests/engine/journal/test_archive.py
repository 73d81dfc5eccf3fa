"""Archive and removal of sealed segments: idempotent, whole after each crash, of one history."""

import itertools
import json
import os
import shutil

import pytest

from engine.journal import (
    ExpectedEnd,
    FileJournal,
    JournalArchiveError,
    JournalCorruptError,
    JournalFiles,
    JournalLockedError,
    JournalShortError,
    archiving,
    list_segments,
    read_journal,
)
from engine.journal.archiving import archive, maintenance, remove
from engine.journal.copying import copy_journal
from engine.journal.manifest import MANIFEST, POINTER, read_manifest, read_pointer
from tests.engine.journal.factories import (
    SMALL_SEGMENT,
    flip_bit,
    open_journal,
    payloads,
    segment_files,
    write_groups,
)
from tests.engine.journal.power import Crash, Power

PAYLOADS = [bytes([n]) * 700 for n in range(1, 40)]  # 8 segments of 5 records; 7 are sealed
ALL = 2**40


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    write_groups(home / "journal", [[payload] for payload in PAYLOADS])
    return home


def archive_and_remove(home, target=None, up_to_seq=ALL, kept=2):
    target = target or home / "archive"
    with maintenance(home / "journal"):
        done = archive(home / "journal", target)
        return done, remove(home / "journal", target, up_to_seq=up_to_seq, kept=kept)


def read(journal):
    return [record.payload for record, _ in read_journal(journal)]


def names(directory):
    return [path.name for path in segment_files(directory)]


def test_sealed_segments_are_copied_once(home):
    journal, target = home / "journal", home / "archive"
    whole = segment_files(journal)
    first = archive(journal, target)
    assert (first.copied, first.last_seq) == (7, 35)
    assert names(target) == [path.name for path in whole[:-1]]
    assert all((target / path.name).read_bytes() == path.read_bytes() for path in whole[:-1])
    rows = read_manifest(target).segments
    assert [(row.first_seq, row.last_seq) for row in rows] == [(n, n + 4) for n in range(1, 36, 5)]
    assert [row.last_hash for row in rows] == [
        JournalFiles.whole(journal).hash_at(row.last_seq).hex() for row in rows
    ]
    assert archive(journal, target).copied == 0
    assert read(target) == PAYLOADS[:35]  # an archive can be checked like a journal
    assert read(journal) == PAYLOADS


def test_the_running_writer_is_not_disturbed(home):
    journal = open_journal(home / "journal")
    archive_and_remove(home)
    journal.append_batch([b"x" * 700] * 6)
    assert archive(home / "journal", home / "archive").copied == 1
    assert [record.payload for record in journal.read()] == PAYLOADS + [b"x" * 700] * 6
    assert journal.hash_at(3) == JournalFiles.whole(home / "journal").hash_at(3)
    assert [record.seq for record in journal.find(bytes([4]) * 9)] == [4]
    journal.close()


@pytest.mark.parametrize(
    ("up_to_seq", "kept", "removed"),
    [(ALL, 2, 5), (ALL, 0, 7), (24, 2, 4), (25, 2, 5), (4, 0, 0), (5, 0, 1), (ALL, 9, 0)],
)
def test_only_segments_that_nothing_needs_are_removed(home, up_to_seq, kept, removed):
    before = names(home / "journal")
    _, gone = archive_and_remove(home, up_to_seq=up_to_seq, kept=kept)
    assert [path.name for path in gone] == before[:removed]
    assert names(home / "journal") == before[removed:]
    assert read(home / "journal") == PAYLOADS


def test_every_reader_reads_on_from_the_archive(home, tmp_path):
    journal = home / "journal"
    hashes = [digest for _, digest in read_journal(journal)]
    archive_and_remove(home)
    assert list_segments(journal)[0].start.next_seq == 26
    whole = JournalFiles.whole(journal)
    for files in (whole, JournalFiles(journal, 39), JournalFiles(journal, 7)):
        assert [record.payload for record in files.read()] == PAYLOADS[: files.last_seq]
        assert [files.hash_at(seq + 1) for seq in range(files.last_seq)] == hashes[: files.last_seq]
        assert files.hash_at(0) == bytes(32)
    assert [record.seq for record in whole.read(24)] == list(range(25, 40))
    assert [record.seq for record in whole.find(bytes([12]) * 700)] == [12]
    assert payloads(journal) == PAYLOADS  # by the next writer
    copied = copy_journal(journal, tmp_path / "copy", is_written=False)
    assert (copied.last_seq, copied.record_hash) == (39, hashes[-1])
    shutil.rmtree(home / "archive")
    assert read(tmp_path / "copy") == PAYLOADS  # a copy does not need the archive


def test_without_the_archive_only_what_is_local_is_read(home):
    journal = home / "journal"
    archive_and_remove(home)
    (home / "archive").rename(home / "elsewhere")
    whole = JournalFiles.whole(journal)
    assert [record.seq for record in whole.read(25)] == list(range(26, 40))
    assert whole.hash_at(25) == list_segments(journal)[0].start.previous_hash
    open_journal(journal).close()
    words = r"records 1 to 25 are in the archive \S+/archive, but .*acre journal archive DIR"
    for reading in (
        lambda: list(whole.read()),
        lambda: list(whole.find(b"x")),
        lambda: whole.hash_at(24),
        lambda: read(journal),
        lambda: JournalFiles(journal, 7),
        lambda: copy_journal(journal, home / "copy", is_written=False),
    ):
        with pytest.raises(JournalArchiveError, match=words):
            reading()
    assert archive(journal, home / "elsewhere").copied == 0  # its new place
    assert read(journal) == PAYLOADS


def test_a_second_archive_is_whole_and_takes_over(home):
    journal = home / "journal"
    archive_and_remove(home)
    done, _ = archive_and_remove(home, home / "second")
    assert done.copied == 7
    shutil.rmtree(home / "archive")
    assert read(journal) == PAYLOADS
    assert read_pointer(journal).directory == str(home / "second")


def test_a_second_archive_needs_the_first_one(home):
    archive_and_remove(home)
    shutil.rmtree(home / "archive")
    with pytest.raises(JournalArchiveError, match="records 1 to 25 are in the archive"):
        archive_and_remove(home, home / "second")
    assert read_manifest(home / "second").segments == ()


def test_an_archive_of_another_history_is_refused(home, tmp_path):
    journal, other, target = home / "journal", tmp_path / "other", home / "archive"
    for groups in (
        [[bytes([n + 1]) * 700] for n in range(1, 30)],  # other records
        [[payload] for payload in [*PAYLOADS[:20], *PAYLOADS[:10]]],  # a fork after record 20
        [PAYLOADS[:3], PAYLOADS[3:30]],  # the same bytes of commands in other groups
    ):
        write_groups(other, groups)
        archive(other, target)
        before = {path.name: path.read_bytes() for path in target.iterdir()}
        with pytest.raises(JournalArchiveError, match="archive of another journal"):
            archive_and_remove(home)
        assert {path.name: path.read_bytes() for path in target.iterdir()} == before
        assert read_pointer(journal) is None
        shutil.rmtree(other)
        shutil.rmtree(target)
    write_groups(other, [[payload] for payload in [*PAYLOADS, *PAYLOADS]])
    archive(other, target)
    with pytest.raises(JournalArchiveError, match="this one is an older copy"):
        archive_and_remove(home)
    assert len(segment_files(journal)) == 8


def test_a_directory_that_is_no_archive_is_refused(home):
    journal = home / "journal"
    (home / "full").mkdir()
    (home / "full" / "notes").write_text("x")
    with pytest.raises(JournalArchiveError, match="holds no archive"):
        archive(journal, home / "full")
    for target in (journal, journal / "archive", home):
        with pytest.raises(JournalArchiveError, match="outside of the journal"):
            archive(journal, target)


@pytest.mark.parametrize("change", ["flip", "cut", "lose", "flip ours", "flip both"])
def test_a_copy_that_differs_prevents_a_removal(home, change):
    journal, target = home / "journal", home / "archive"
    archive(journal, target)
    copy = segment_files(target)[2]
    if change.startswith("flip"):
        for path in {"flip": [copy], "flip ours": [journal / copy.name]}.get(
            change, [copy, journal / copy.name]
        ):
            flip_bit(path, 500, 1)
    elif change == "cut":
        copy.write_bytes(copy.read_bytes()[:-1])
    else:
        copy.unlink()
        assert archive(journal, target).copied == 1  # made again
        copy.unlink()
    with pytest.raises(JournalArchiveError, match=copy.name):
        remove(journal, target, up_to_seq=ALL, kept=2)
    assert len(segment_files(journal)) == 8


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_copy_that_is_a_link_to_the_segment_prevents_a_removal(home, link):
    journal, target = home / "journal", home / "archive"
    archive(journal, target)
    copy = segment_files(target)[2]
    copy.unlink()
    link(journal / copy.name, copy)
    with pytest.raises(JournalArchiveError, match="same file"):
        remove(journal, target, up_to_seq=ALL, kept=2)
    assert len(segment_files(journal)) == 8


def test_earlier_archived_segments_must_be_there_for_a_removal(home):
    journal, target = home / "journal", home / "archive"
    archive_and_remove(home, up_to_seq=10)
    segment_files(target)[0].unlink()
    with pytest.raises(JournalArchiveError, match="missing or has another length"):
        remove(journal, target, up_to_seq=ALL, kept=2)


def test_damage_in_the_archive_is_named_by_its_file(home):
    archive_and_remove(home)
    copy = segment_files(home / "archive")[2]
    flip_bit(copy, 500, 1)
    with pytest.raises(JournalCorruptError, match=f"{copy}, offset "):
        read(home / "journal")


def test_a_damaged_segment_is_not_archived(home):
    path = segment_files(home / "journal")[2]
    flip_bit(path, 500, 1)
    with pytest.raises(JournalCorruptError, match=f"{path.name}, offset "):
        archive(home / "journal", home / "archive")
    assert len(read_manifest(home / "archive").segments) == 2


def test_a_damaged_manifest_is_refused(home):
    journal, target = home / "journal", home / "archive"
    archive_and_remove(home)
    body = json.loads((target / MANIFEST).read_text())
    rows = body["segments"]

    def refused(match, **more):
        (target / MANIFEST).write_text(json.dumps(body | more))
        with pytest.raises(JournalArchiveError, match=match):
            archive(journal, target)
        with pytest.raises(JournalArchiveError, match="records 1 to 25"):
            read(journal)

    refused("format 2", format=2)
    refused("do not join", segments=rows[:2] + rows[3:])
    refused("impossible values", segments=[rows[0] | {"sha256": "x"}])
    refused("impossible values", segments=[rows[0] | {"lastSeq": 0}])
    refused("is damaged", segments=[{"firstSeq": 1}])
    (target / MANIFEST).write_text("{")
    with pytest.raises(JournalArchiveError, match="is damaged"):
        archive(journal, target)


def test_a_gap_between_archive_and_journal_is_refused(home):
    journal = home / "journal"
    archive_and_remove(home)
    segment_files(journal)[0].unlink()
    for reading in (lambda: list_segments(journal), lambda: open_journal(journal)):
        with pytest.raises(JournalCorruptError, match="before it are missing"):
            reading()
    for path in segment_files(journal):
        path.unlink()
    with pytest.raises(JournalCorruptError, match="every segment from record 26 is missing"):
        open_journal(journal)


def test_a_lost_or_damaged_pointer_is_written_again(home):
    journal = home / "journal"
    archive_and_remove(home)
    (journal / POINTER).write_text("{")
    with pytest.raises(JournalCorruptError, match="acre journal archive DIR"):
        list_segments(journal)
    (journal / POINTER).unlink()
    with pytest.raises(JournalCorruptError, match="before it are missing"):
        open_journal(journal)
    archive(journal, home / "archive")
    assert read(journal) == PAYLOADS


def test_segments_of_another_journal_do_not_join_the_archive(home, tmp_path):
    journal = home / "journal"
    archive_and_remove(home)
    write_groups(tmp_path / "other", [[bytes([n + 1]) * 700] for n in range(1, 40)])
    for path in segment_files(tmp_path / "other")[5:]:
        shutil.copy(path, journal / path.name)
    with pytest.raises(JournalCorruptError, match="hash chain of the archive"):
        list_segments(journal)


def test_the_archive_of_another_journal_in_its_place_is_refused(home, tmp_path):
    journal, target = home / "journal", home / "archive"
    archive_and_remove(home)
    write_groups(tmp_path / "other", [[bytes([n + 1]) * 700] for n in range(1, 40)])
    shutil.rmtree(target)
    archive(tmp_path / "other", target)
    for reading in (lambda: next(JournalFiles.whole(journal).read()), lambda: read(journal)):
        with pytest.raises(JournalArchiveError, match="is of another journal or ends before"):
            reading()


def test_a_known_end_is_still_required(home):
    archive_and_remove(home)
    expected = ExpectedEnd(known={"the database": 40})
    with pytest.raises(JournalShortError, match="ends at command 39"):
        FileJournal(home / "journal", segment_bytes=SMALL_SEGMENT, expected=expected)


def test_one_maintenance_at_a_time(home):
    with (
        maintenance(home / "journal"),
        pytest.raises(JournalLockedError, match="another `acre journal` command"),
        maintenance(home / "journal"),
    ):
        raise AssertionError
    with maintenance(home / "journal"):
        pass


def test_what_counts_as_sealed_is_still_sealed_after_a_loss_of_power(home, monkeypatch):
    def crash(*_):
        raise Crash

    last = segment_files(home / "journal")[-1]
    last.rename(home / "new")
    monkeypatch.setattr(archiving, "write_pointer", crash)  # it flushes the same directory
    with Power(home, ALL) as power:
        (home / "new").rename(last)  # the writer has not flushed the directory yet
        with pytest.raises(Crash):
            archive(home / "journal", home / "archive")
    power.lose()
    assert names(home / "archive") == names(home / "journal")[:7]
    assert read(home / "journal") == PAYLOADS


@pytest.mark.parametrize("is_power_lost", [False, True])
def test_a_crash_at_any_step_loses_nothing(home, tmp_path, is_power_lost):
    for crash_at in itertools.count(1):
        again = tmp_path / f"{crash_at}"
        shutil.copytree(home, again)
        power = Power(again, crash_at)
        try:
            with power:
                archive_and_remove(again)
        except Crash:
            if is_power_lost:
                power.lose()
        else:
            assert power.steps == crash_at - 1 > 60
            break
        assert read(again / "journal") == PAYLOADS
        assert payloads(again / "journal") == PAYLOADS
        archive_and_remove(again)
        assert read(again / "journal") == PAYLOADS
        assert names(again / "journal") == names(home / "journal")[5:]
        assert names(again / "archive") == names(home / "journal")[:7]
        shutil.rmtree(again)

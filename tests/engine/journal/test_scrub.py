"""A scrub finds any damage of a sealed segment, names it, and sees that it was repaired."""

import errno
import logging
import os
from pathlib import Path

import pytest

from engine.journal import scrub as scrub_module
from engine.journal.archiving import archive, remove
from engine.journal.limits import RECORD_PAYLOAD_MAX
from engine.journal.repair import repair
from engine.journal.scrub import WINDOW_BYTES, Scrub
from tests.engine.journal.factories import (
    flip_bit,
    open_journal,
    overwrite,
    record_offsets,
    segment_files,
    write_groups,
)

PAYLOADS = [bytes([n]) * 700 for n in range(1, 40)]  # 8 segments of 5 records; 7 are sealed


@pytest.fixture
def journal(tmp_path):
    write_groups(tmp_path / "journal", [[payload] for payload in PAYLOADS])
    return tmp_path / "journal"


def run(scrub):
    """Steps until everything was read."""
    scrub.step()
    steps = 1
    while not scrub.is_idle:
        scrub.step()
        steps += 1
        assert steps < 10_000
    return steps


def test_a_whole_journal_is_read_up_to_its_last_segment(journal):
    scrub = Scrub(journal)
    run(scrub)
    assert (scrub.scrubbed_seq, scrub.damaged) == (35, ())
    assert run(scrub) == 1  # nothing new
    writer = open_journal(journal)
    writer.append_batch([b"x" * 700] * 6)
    run(scrub)
    assert scrub.scrubbed_seq == 40
    writer.close()


def test_an_empty_journal_is_idle(tmp_path):
    scrub = Scrub(tmp_path)
    assert run(scrub) == 1
    assert scrub.scrubbed_seq == 0


@pytest.mark.parametrize("call", ["open", "fdopen"])
def test_a_segment_that_the_disk_cannot_read_is_damage_and_the_rest_is_read(
    journal, monkeypatch, call
):
    bad = segment_files(journal)[2]
    inode, opened = bad.stat().st_ino, {"open": Path.open, "fdopen": os.fdopen}[call]

    def open_or_fail(file, mode="r"):
        if (file.stat() if isinstance(file, Path) else os.fstat(file)).st_ino == inode:
            if isinstance(file, int):
                os.close(file)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return opened(file, mode)

    monkeypatch.setattr(Path if call == "open" else os, call, open_or_fail)
    scrub = Scrub(journal)
    run(scrub)
    assert scrub.damaged == (bad.name,)
    assert scrub.scrubbed_seq <= 10
    monkeypatch.undo()
    flip_bit(segment_files(journal)[5], 500, 1)
    later = Scrub(journal)
    monkeypatch.setattr(Path if call == "open" else os, call, open_or_fail)
    run(later)
    assert later.damaged == (bad.name, segment_files(journal)[5].name)


def test_every_flipped_bit_is_found(journal, caplog):
    path = segment_files(journal)[2]
    size = path.stat().st_size
    for offset in [*range(150), *range(150, size, 97), size - 1]:
        flip_bit(path, offset, offset % 8)
        scrub = Scrub(journal)
        run(scrub)
        assert scrub.damaged[0] in {path.name, segment_files(journal)[1].name}, offset
        assert scrub.scrubbed_seq <= 10
        flip_bit(path, offset, offset % 8)
    scrub = Scrub(journal)
    run(scrub)
    assert scrub.damaged == ()
    assert "journal_segment_damaged" in {record.message for record in caplog.records}


def test_the_alarm_names_file_and_offset_once(journal, caplog):
    path = segment_files(journal)[2]
    start, _ = record_offsets(path)[3]
    flip_bit(path, start + 200, 3)
    scrub = Scrub(journal)
    run(scrub)
    run(scrub)
    (alarm,) = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert alarm.message == "journal_segment_damaged"
    assert alarm.reason.startswith(f"{path}, offset {start}: the record fails its checksum")
    assert alarm.file == str(path)


def test_a_missing_segment_is_found(journal):
    paths = segment_files(journal)
    paths[3].unlink()
    scrub = Scrub(journal)
    run(scrub)
    assert scrub.damaged == (paths[2].name,)


def test_two_segments_of_another_order_are_found(journal):
    paths = segment_files(journal)
    overwrite(paths[2], 0, paths[3].read_bytes())
    scrub = Scrub(journal)
    run(scrub)
    assert scrub.damaged == (paths[2].name,)


@pytest.mark.parametrize("damage", ["record", "header", "file"])
def test_a_repair_is_seen_at_the_next_look(journal, tmp_path, caplog, damage):
    caplog.set_level(logging.INFO)
    archive(journal, tmp_path / "archive")
    path = segment_files(journal)[3]
    if damage == "file":
        path.unlink()
    else:
        flip_bit(path, 500 if damage == "record" else 20, 1)
    scrub = Scrub(journal)
    run(scrub)
    assert len(scrub.damaged) == 1
    assert len(list(repair(journal, tmp_path / "archive"))) == 1
    run(scrub)
    assert (scrub.damaged, scrub.scrubbed_seq) == ((), 35)
    assert "journal_segment_repaired" in {record.message for record in caplog.records}


def test_a_pass_begins_again_after_a_day(journal, monkeypatch):
    now_s = [0.0]
    monkeypatch.setattr(scrub_module, "monotonic", lambda: now_s[0])
    scrub = Scrub(journal)
    run(scrub)
    flip_bit(segment_files(journal)[1], 500, 1)
    run(scrub)
    assert scrub.damaged == ()
    now_s[0] = scrub_module.PASS_S
    run(scrub)
    assert scrub.damaged == (segment_files(journal)[1].name,)


def test_segments_may_be_removed_meanwhile(journal, tmp_path):
    archive(journal, tmp_path / "archive")
    scrub = Scrub(journal)
    scrub.step()  # it has opened the first one
    remove(journal, tmp_path / "archive", up_to_seq=2**40, kept=1)
    run(scrub)
    assert (scrub.scrubbed_seq, scrub.damaged) == (35, ())


def test_records_of_every_size_are_read_in_windows(tmp_path):
    journal = open_journal(tmp_path, 4 * WINDOW_BYTES)
    for size in (RECORD_PAYLOAD_MAX, 1, RECORD_PAYLOAD_MAX - 1, 30_000, WINDOW_BYTES // 2) * 8:
        journal.append_batch([bytes([7]) * min(size, RECORD_PAYLOAD_MAX)])
    journal.close()
    scrub = Scrub(tmp_path)
    steps = run(scrub)
    paths = segment_files(tmp_path)
    assert len(paths) > 3
    assert steps > 4 * (len(paths) - 1)
    assert scrub.scrubbed_seq == int(paths[-1].stem) - 1
    assert scrub.damaged == ()

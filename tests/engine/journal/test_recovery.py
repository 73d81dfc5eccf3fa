import random
import shutil
from dataclasses import replace

import pytest

from engine.journal import JournalCorruptError
from engine.journal.segment import HEADER, Walk, decode_header, encode_header, encode_record
from tests.engine.journal.factories import (
    flip_bit,
    open_journal,
    overwrite,
    payloads,
    record_offsets,
    segment_files,
    write_groups,
)

FIRST = "00000000000000000001.journal"


def test_a_tail_torn_at_any_byte_of_the_last_record_is_cut(tmp_path):
    write_groups(tmp_path / "whole", [[b"first"], [b"second"], [b"\x01torn\xff payload"]])
    start, end = record_offsets(tmp_path / "whole" / FIRST)[2]
    for cut in range(start, end):
        directory = tmp_path / f"cut{cut}"
        shutil.copytree(tmp_path / "whole", directory)
        overwrite(directory / FIRST, cut, bytes(end - cut))
        journal = open_journal(directory)
        assert [r.payload for r in journal.read()] == [b"first", b"second"], cut
        assert journal.append_batch([b"next"]) == 3
        journal.close()
        assert payloads(directory) == [b"first", b"second", b"next"]


def test_garbage_in_place_of_any_part_of_the_last_record_is_cut(tmp_path):
    seed = 20_100_101
    chance = random.Random(seed)
    write_groups(tmp_path / "whole", [[b"first"], [b"torn payload"]])
    start, end = record_offsets(tmp_path / "whole" / FIRST)[1]
    for cut in range(start, end):
        directory = tmp_path / f"cut{cut}"
        shutil.copytree(tmp_path / "whole", directory)
        original = (directory / FIRST).read_bytes()[cut:end]
        garbage = bytes(byte ^ chance.randrange(1, 256) for byte in original)
        overwrite(directory / FIRST, cut, garbage)
        assert payloads(directory) == [b"first"], f"cut {cut}, seed {seed}"


def test_a_file_cut_short_within_its_last_record_is_recovered(tmp_path):
    write_groups(tmp_path / "whole", [[b"first"], [b"second"]])
    start, end = record_offsets(tmp_path / "whole" / FIRST)[1]
    for cut in range(start, end):
        directory = tmp_path / f"cut{cut}"
        shutil.copytree(tmp_path / "whole", directory)
        with (directory / FIRST).open("r+b") as stream:
            stream.truncate(cut)
        journal = open_journal(directory)
        assert journal.append_batch([b"next"]) == 2
        journal.close()
        assert payloads(directory) == [b"first", b"next"]


def test_a_group_whose_beginning_was_never_written_is_cut_whole(tmp_path):
    """Pages of one flush reach the disk in any order."""
    write_groups(tmp_path, [[b"first"], [b"lost", b"reached", b"reached too"]])
    start, end = record_offsets(tmp_path / FIRST)[1]
    overwrite(tmp_path / FIRST, start, bytes(end - start))
    assert payloads(tmp_path) == [b"first"]
    assert not any((tmp_path / FIRST).read_bytes()[start:])


def test_the_whole_records_of_a_torn_group_stay(tmp_path):
    write_groups(tmp_path, [[b"first"], [b"whole", b"torn"]])
    _start, end = record_offsets(tmp_path / FIRST)[2]
    overwrite(tmp_path / FIRST, end - 1, b"\0")
    assert payloads(tmp_path) == [b"first", b"whole"]


def test_a_flipped_bit_before_a_later_commit_is_refused_with_file_and_offset(tmp_path):
    write_groups(tmp_path / "whole", [[b"first"], [b"second"], [b"third"]])
    start, end = record_offsets(tmp_path / "whole" / FIRST)[1]
    for offset in range(start, end):
        directory = tmp_path / f"flip{offset}"
        shutil.copytree(tmp_path / "whole", directory)
        before = (directory / FIRST).read_bytes()
        flip_bit(directory / FIRST, offset, offset % 8)
        damaged = (directory / FIRST).read_bytes()
        assert damaged != before
        with pytest.raises(JournalCorruptError, match=rf"{FIRST}, offset {start}: "):
            open_journal(directory)
        assert (directory / FIRST).read_bytes() == damaged  # nothing is "repaired"


def test_a_flipped_bit_in_an_earlier_segment_is_refused_with_file_and_offset(tmp_path):
    write_groups(tmp_path / "whole", [[bytes([n]) * 700] for n in range(1, 15)])
    second = segment_files(tmp_path / "whole")[1].name
    places = record_offsets(tmp_path / "whole" / second)
    for start, end in places:
        directory = tmp_path / f"flip{start}"
        shutil.copytree(tmp_path / "whole", directory)
        flip_bit(directory / second, (start + end) // 2, 3)
        with pytest.raises(JournalCorruptError, match=rf"{second}, offset {start}: "):
            payloads(directory)


def test_a_missing_last_record_of_an_earlier_segment_is_refused(tmp_path):
    write_groups(tmp_path, [[bytes([n]) * 700] for n in range(1, 15)])
    second = segment_files(tmp_path)[1]
    start, end = record_offsets(second)[-1]
    overwrite(second, start, bytes(end - start))
    with pytest.raises(JournalCorruptError, match=f"{second.name}, offset {start}: ends before"):
        payloads(tmp_path)


def test_a_missing_segment_is_refused(tmp_path):
    write_groups(tmp_path, [[bytes([n]) * 700] for n in range(1, 15)])
    segment_files(tmp_path)[1].unlink()
    with pytest.raises(JournalCorruptError, match="begins at record"):
        payloads(tmp_path)


def test_a_missing_first_segment_is_refused(tmp_path):
    write_groups(tmp_path, [[bytes([n]) * 700] for n in range(1, 15)])
    segment_files(tmp_path)[0].unlink()
    with pytest.raises(JournalCorruptError, match="the segments before it are missing"):
        payloads(tmp_path)


def test_a_segment_of_another_journal_is_refused(tmp_path):
    for name in ("one", "two"):
        write_groups(tmp_path / name, [[name.encode() * 233] for _ in range(1, 15)])
    foreign = segment_files(tmp_path / "two")[1]
    shutil.copyfile(foreign, tmp_path / "one" / foreign.name)
    with pytest.raises(JournalCorruptError, match="hash chain"):
        payloads(tmp_path / "one")


@pytest.mark.parametrize("offset", range(HEADER.size))
def test_a_damaged_header_is_refused(tmp_path, offset):
    write_groups(tmp_path, [[b"first"]])
    flip_bit(tmp_path / FIRST, offset, 0)
    with pytest.raises(JournalCorruptError, match=f"{FIRST}, offset"):
        open_journal(tmp_path)


def test_an_empty_segment_file_is_refused(tmp_path):
    (tmp_path / FIRST).touch()
    with pytest.raises(JournalCorruptError, match="shorter than its header"):
        open_journal(tmp_path)


def test_a_segment_whose_name_lies_is_refused(tmp_path):
    (tmp_path / FIRST).write_bytes(encode_header(1, 7, bytes(32)) + bytes(4000))
    with pytest.raises(JournalCorruptError, match="the name says"):
        open_journal(tmp_path)


def test_a_crash_while_a_segment_is_made_leaves_no_trace(tmp_path):
    write_groups(tmp_path, [[b"first"]])
    (tmp_path / "00000000000000000002.new").write_bytes(b"half")
    assert payloads(tmp_path) == [b"first"]
    assert not list(tmp_path.glob("*.new"))


def test_a_crash_right_after_a_roll_continues_in_the_empty_segment(tmp_path):
    groups = [[bytes([n]) * 700] for n in range(1, 7)]
    write_groups(tmp_path, groups)
    last = segment_files(tmp_path)[-1]
    (start, _end), *_ = record_offsets(last)
    overwrite(last, start, bytes(last.stat().st_size - start))
    journal = open_journal(tmp_path)
    kept = [record.payload for record in journal.read()]
    assert kept == [group[0] for group in groups[: len(kept)]]
    assert journal.append_batch([b"next"]) == len(kept) + 1
    journal.close()
    assert payloads(tmp_path)[-1] == b"next"


@pytest.mark.parametrize(
    ("seq", "epoch", "previous", "message"),
    [
        (7, 1, None, "record 7 where 2 must be"),
        (2, 1, b"\x07" * 32, "record 2 does not continue the hash chain"),
        (2, 0, None, "epoch goes back from 1 to 0"),
    ],
)
def test_a_whole_record_out_of_place_is_refused(tmp_path, seq, epoch, previous, message):
    """No crash of one writer leaves this; nothing may be cut."""
    write_groups(tmp_path, [[b"first"]])
    data = (tmp_path / FIRST).read_bytes()
    walk = Walk(FIRST, data, decode_header(FIRST, data))
    assert len(list(walk)) == 1
    place = walk.place
    foreign = replace(place, next_seq=seq, previous_hash=previous or place.previous_hash)
    record, _ = encode_record(foreign, seq, epoch, b"foreign")
    overwrite(tmp_path / FIRST, place.offset, record)
    with pytest.raises(JournalCorruptError, match=f"{FIRST}, offset {place.offset}: {message}"):
        open_journal(tmp_path)


def test_files_that_are_no_segments_are_left_alone(tmp_path):
    write_groups(tmp_path, [[b"first"]])
    (tmp_path / "notes.txt").write_text("mine", encoding="ascii")
    assert payloads(tmp_path) == [b"first"]
    assert (tmp_path / "notes.txt").exists()


def test_a_record_that_vanishes_under_a_running_writer_is_refused(tmp_path):
    write_groups(tmp_path, [[b"first"]])
    journal = open_journal(tmp_path)
    start, end = record_offsets(tmp_path / FIRST)[0]
    overwrite(tmp_path / FIRST, start, bytes(end - start))
    with pytest.raises(JournalCorruptError, match="record 1 is missing"):
        list(journal.read())
    journal.close()

"""How much of its segments a journal reads, and what a reader finds beside its writer."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from engine.journal import JournalCorruptError, JournalRecord, segment, segments
from engine.journal.segment import (
    GENESIS_HASH,
    FileWalk,
    Place,
    Walk,
    encode_header,
    encode_record,
)
from tests.engine.journal.factories import (
    HEADER_BYTES,
    RECORD_BYTES,
    open_journal,
    overwrite,
    write_groups,
)

WINDOW = 300  # more than a record of these tests


@pytest.fixture
def small_windows(monkeypatch):
    monkeypatch.setattr(segments, "WINDOW_BYTES", WINDOW)


@pytest.mark.parametrize("length", [1, 50, 99, 231, 232])
def test_a_search_goes_over_the_edges_of_its_window(length, tmp_path, small_windows):
    # 232 bytes and the head of the record fill the window
    assert RECORD_BYTES + 232 == WINDOW
    count = (4096 - HEADER_BYTES) // (RECORD_BYTES + length)
    write_groups(tmp_path, [[b"x" * (length - 1) + b"!" for _ in range(count)]])
    journal = open_journal(tmp_path)
    assert len(list(journal.read())) == count
    head = b"x" * (length - 1) + b"!"
    assert [one.seq for one in journal.find(head)] == list(range(1, count + 1))
    assert list(journal.find(b"y")) == []
    journal.close()


@pytest.mark.parametrize("place", range(12))
def test_a_search_finds_one_record_wherever_it_is(place, tmp_path, small_windows):
    group = [b"n" * (20 + 17 * number % 120) for number in range(12)]
    group[place] = b"wanted"
    write_groups(tmp_path, [group, [b"after"]])
    journal = open_journal(tmp_path)
    assert [one.seq for one in journal.find(b"want")] == [place + 1]
    assert list(journal.find(b"want", place + 1)) == []
    journal.close()


def test_what_follows_the_end_of_the_last_segment_is_not_read(tmp_path, monkeypatch):
    write_groups(tmp_path, [[b"a" * 1000], [b"b" * 1000], [b"c" * 1000], [b"d" * 10]])
    journal = open_journal(tmp_path)
    read = []
    read_into = segments.OpenSegment.read_into

    def noted(file: segments.OpenSegment, offset: int, room: memoryview) -> int:
        read.append((offset, len(room)))
        return read_into(file, offset, room)

    monkeypatch.setattr(segments.OpenSegment, "read_into", noted)
    assert [one.seq for one in journal.read()] == [1, 2, 3, 4]
    assert read == [(HEADER_BYTES, 3 * 1000 + 10 + 4 * RECORD_BYTES)]
    journal.append_batch([b"e" * 1000])  # begins a segment
    read.clear()
    assert [one.seq for one in journal.read(3)] == [4, 5]
    assert read[1:] == [(HEADER_BYTES, 1000 + RECORD_BYTES)]
    journal.close()


def walked(walk: Walk) -> tuple[list[JournalRecord], str]:
    """Return the records of a walk, and why it ended."""
    found = []
    try:
        found += walk
    except JournalCorruptError as error:
        return found, str(error)
    return found, ""


@pytest.mark.parametrize("run_bytes", [1, 150, 2_000, 256 * 1024])
def test_the_walk_of_a_file_finds_what_the_walk_of_its_bytes_finds(run_bytes, monkeypatch):
    monkeypatch.setattr(segment, "RUN_BYTES", run_bytes)
    monkeypatch.setattr(segment, "RECORD_PAYLOAD_MAX", 130)  # the windows are small
    random = Random(run_bytes)
    data, start = encode_header(1, 1, GENESIS_HASH), Place(HEADER_BYTES, 1, GENESIS_HASH, 1)
    place = start
    for _ in range(60):
        record, place = encode_record(place, place.next_seq, 1, b"p" * random.randint(1, 130))
        data += record
    data += bytes(500)
    ends, damages = [0, 1, place.offset - 1, place.offset, len(data)], [None]
    for _ in range(60):
        ends.append(random.randrange(len(data)))
        damages.append((random.randrange(HEADER_BYTES, place.offset), random.randint(1, 255)))
    for end, damage in product(ends[:12], damages):
        bad = bytearray(data)
        if damage is not None:
            bad[damage[0]] ^= damage[1]
        whole = bytes(bad)

        def read(offset: int, room: memoryview, whole: bytes = whole) -> int:
            part = whole[offset : offset + len(room)]
            room[: len(part)] = part
            return len(part)

        assert walked(FileWalk("it", read, end, start)) == walked(Walk("it", whole[:end], start))


def test_a_whole_record_that_does_not_continue_the_chain_is_named_alike(monkeypatch):
    monkeypatch.setattr(segment, "RUN_BYTES", 100)
    start = Place(HEADER_BYTES, 1, GENESIS_HASH, 1)
    data, place = encode_header(1, 1, GENESIS_HASH), start
    for payload in (b"one" * 40, b"two" * 40):
        record, place = encode_record(place, place.next_seq, 1, payload)
        data += record
    for other in (
        Place(0, 9, place.previous_hash, 1),
        Place(0, 3, bytes(31) + b"x", 1),
        Place(0, 3, place.previous_hash, 0),
    ):
        whole = data + encode_record(other, 1, other.epoch, b"other")[0]

        def read(offset: int, room: memoryview, whole: bytes = whole) -> int:
            part = whole[offset : offset + len(room)]
            room[: len(part)] = part
            return len(part)

        records, reason = walked(FileWalk("it", read, len(whole), start))
        assert (len(records), reason) == (2, walked(Walk("it", whole, start))[1])
        assert reason.startswith(f"it, offset {place.offset}: ")


def test_a_read_that_began_before_another_segment_ends_where_it_ended(tmp_path):
    journal = open_journal(tmp_path)
    journal.append_batch([b"a" * 1500, b"b" * 1500])
    begun = journal.read()
    assert next(begun).seq == 1
    waiting = journal.read(1)
    journal.append_batch([b"c" * 1500])
    assert len(journal._segments) == 2
    assert [one.seq for one in begun] == [2]
    assert [one.seq for one in waiting] == [2]
    assert [one.seq for one in journal.read(1)] == [2, 3]
    journal.close()


def test_a_reader_sees_the_segment_of_each_place_that_it_sees(tmp_path):
    """A place is only published with its segment: the reader takes the place first."""
    journal = open_journal(tmp_path)
    seen = []

    class Watched(list):
        def append(self, segment):
            seen.append((journal._place.offset, len(self)))
            super().append(segment)

    journal._segments = Watched(journal._segments)
    journal.append_batch([b"a" * 3000])
    journal.append_batch([b"b" * 3000])
    assert seen == [(HEADER_BYTES + RECORD_BYTES + 3000, 1)]
    assert journal._segments[-1].start.next_seq == 2
    journal.close()


def test_a_whole_journal_is_opened_through_a_window(tmp_path, monkeypatch, small_windows):
    write_groups(tmp_path, [[b"a" * 100], [b"b" * 100]])
    read_bytes = Path.read_bytes

    def read_small(path: Path) -> bytes:
        assert path.suffix != ".journal", f"{path} was read at once"
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", read_small)
    journal = open_journal(tmp_path)
    assert journal.last_seq == 2
    journal.close()


@pytest.mark.parametrize("gap", [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 3 * WINDOW])
def test_a_torn_tail_is_found_in_any_window_behind_the_records(gap, tmp_path, small_windows):
    write_groups(tmp_path, [[b"a" * 100]])
    (path,) = tmp_path.glob("*.journal")
    place = HEADER_BYTES + RECORD_BYTES + 100
    overwrite(path, place + gap, b"\1")
    journal = open_journal(tmp_path)
    assert [one.payload for one in journal.read()] == [b"a" * 100]
    journal.close()
    assert not any(path.read_bytes()[place:])
    (kept,) = tmp_path.glob("*.torn")
    assert kept.read_bytes() == bytes(gap) + b"\1"

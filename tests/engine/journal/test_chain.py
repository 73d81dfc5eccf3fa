"""The walk of records in C against the libraries and against a slow walk."""

import hashlib
import random

import google_crc32c
import pytest

from engine.journal.chain import (
    digests_of,
    encode_run,
    find_payload,
    find_run,
    written_end,
)
from engine.journal.journal import JournalRecord
from engine.journal.limits import RECORD_PAYLOAD_MAX
from engine.journal.segment import GENESIS_HASH, FoundRecord, Place, encode_record, find_record

BASE = 100
WHOLE = 1 << 20


def journal_of(lengths, *, seed=1, epochs=None):
    """Bytes with so long records from BASE on, and the place before each, and after the last."""
    source = random.Random(seed)
    places = [Place(BASE, 1, GENESIS_HASH, 1)]
    data = bytes(BASE)
    for number, length in enumerate(lengths):
        epoch = 1 if epochs is None else epochs[number]
        record, after = encode_record(places[-1], 1, epoch, source.randbytes(length))
        data += record
        places.append(after)
    return data, places


def run_at(data, place, bytes_max=WHOLE):
    return find_run(data, place.offset, place.next_seq, place.previous_hash, place.epoch, bytes_max)


def slow_run(data, place):
    """Records that continue the chain, one by one, and whether a whole one does not."""
    found = []
    while isinstance(one := find_record(data, place.offset), FoundRecord):
        is_next = one.record.seq == place.next_seq and one.record.epoch >= place.epoch
        if not is_next or one.previous_hash != place.previous_hash:
            return found, True
        place = Place(one.end, place.next_seq + 1, one.digest, one.record.epoch)
        found.append((one.record, place))
    return found, False


def shown(run):
    places = [
        Place(run.end(at), run.first_seq + at + 1, run.digest(at), run.epoch(at))
        for at in range(run.count)
    ]
    return [(run.record(at), place) for at, place in enumerate(places)]


@pytest.mark.parametrize("is_portable", [True, False])
def test_digests_are_those_of_the_libraries(is_portable):
    source = random.Random(7)
    for length in [*range(300), 4_095, 4_096, 65_536, 65_596]:
        message = source.randbytes(length)
        expected = google_crc32c.value(message), hashlib.sha256(message).digest()
        assert digests_of(message, is_portable) == expected, length


@pytest.mark.parametrize("lengths", [[1], [7, 8, 9], [RECORD_PAYLOAD_MAX, 1, 60], [200] * 50])
def test_a_run_has_what_the_slow_walk_finds(lengths):
    data, places = journal_of(lengths)
    run = run_at(data + bytes(500), places[0])
    found, _ = slow_run(data, places[0])
    assert shown(run) == found
    assert (run.first_seq, run.count, run.is_full) == (1, len(lengths), False)
    assert not run.is_discontinued
    assert run.payloads == b"".join(record.payload for record, _ in found)


def test_runs_are_as_long_as_asked_and_join():
    data, places = journal_of([100] * 30)
    place, records = places[0], []
    while (run := run_at(data, place, 250)).count:
        assert run.count == 3 or not run.is_full
        records += shown(run)
        place = records[-1][1]
    assert records == slow_run(data, places[0])[0]
    assert not run.is_full
    assert not run.is_discontinued
    assert run.payloads == b""


def test_parts_of_the_payloads():
    data, places = journal_of([1, 2, 3])
    run = run_at(data, places[0])
    parts = [run.record(at).payload for at in range(3)]
    for first in range(3):
        for end in range(first + 1, 4):
            assert run.part(first, end) == b"".join(parts[first:end])
    for first, end in ((-1, 2), (0, 4), (2, 2), (3, 3), (2, 1)):
        with pytest.raises(IndexError):
            run.part(first, end)
    for place in (-1, 3):
        for ask in (run.record, run.digest, run.epoch, run.end):
            with pytest.raises(IndexError):
                ask(place)


def test_every_flipped_bit_ends_the_run_before_its_record():
    data, places = journal_of([9, 9, 9])
    for offset in range(places[1].offset, places[2].offset):
        for bit in range(8):
            spoilt = bytearray(data)
            spoilt[offset] ^= 1 << bit
            run = run_at(bytes(spoilt), places[0])
            assert (run.count, run.is_discontinued, run.is_full) == (1, False, False)


def test_every_end_of_the_data_ends_the_run():
    data, places = journal_of([20, 20])
    for end in range(BASE, len(data) + 1):
        run = run_at(data[:end], places[0])
        assert run.count == sum(end >= place.offset for place in places[1:])
        assert not run.is_full


@pytest.mark.parametrize("wrong", ["seq", "hash", "epoch"])
def test_a_whole_record_that_does_not_continue_the_chain_is_named(wrong):
    data, places = journal_of([30, 30])
    place = places[2]
    if wrong == "seq":
        place = Place(place.offset, 4, place.previous_hash, 1)
    elif wrong == "hash":
        place = Place(place.offset, 3, hashlib.sha256(b"x").digest(), 1)
    record, _ = encode_record(place, 1, 0 if wrong == "epoch" else 1, b"payload")
    run = run_at(data + record, places[0])
    assert (run.count, run.is_discontinued) == (2, True)
    assert slow_run(data + record, places[0])[1]


def test_epochs_may_rise():
    data, places = journal_of([5, 5, 5], epochs=[1, 4, 9])
    run = run_at(data, places[0])
    assert [run.epoch(at) for at in range(3)] == [1, 4, 9]
    assert run.record(2) == JournalRecord(3, 9, run.payloads[10:])


def test_payloads_are_found_by_their_first_bytes():
    data, places = journal_of([])
    for payload in (b"one", b"another", b"on"):
        record, place = encode_record(places[-1], 1, 1, payload)
        data, places = data + record, [*places, place]
    data += bytes(300)
    for head, place in ((b"", 0), (b"o", 0), (b"on", 0), (b"one", 0), (b"an", 1)):
        assert find_payload(data, BASE, head) == (True, places[place].offset), head
    for head in (b"ones", b"n", b"x", b"another\0"):
        assert find_payload(data, BASE, head) == (False, places[3].offset), head
    assert find_payload(data, places[2].offset, b"an") == (False, places[3].offset)
    cut = memoryview(data)[: places[3].offset - 1]
    assert find_payload(cut, places[2].offset, b"on") == (False, places[2].offset)
    assert find_payload(b"", 0, b"one") == (False, 0)
    with pytest.raises(ValueError, match="no place"):
        find_payload(data, -1, b"one")


def test_the_end_of_what_is_written():
    for written in (b"", b"\1", b"\0\1", b"\1" * 9, b"\0" * 20 + b"\1", b"\1\0\0\0\1"):
        for zeros in (0, 1, 7, 8, 9, 31):
            data = written + bytes(zeros)
            for offset in range(len(data) + 3):
                expected = max(offset, len(data.rstrip(b"\0")))
                assert written_end(data, offset) == expected, (data, offset)
    with pytest.raises(ValueError, match="no place"):
        written_end(b"", -1)


def test_no_place_is_refused():
    data, places = journal_of([5])
    with pytest.raises(ValueError, match="no place"):
        find_run(data, -1, 1, GENESIS_HASH, 1, WHOLE)
    with pytest.raises(ValueError, match="no place"):
        find_run(data, BASE, 1, b"short", 1, WHOLE)
    for offset in (len(data), len(data) + 1, 1 << 62):
        assert find_run(data, offset, 1, GENESIS_HASH, 1, WHOLE).count == 0
    assert find_run(b"", 0, 1, GENESIS_HASH, 1, WHOLE).count == 0
    assert places[0].offset == BASE


@pytest.mark.parametrize("seed", range(20))
def test_a_run_is_encoded_as_its_records_are(seed):
    source = random.Random(seed)
    lengths = [source.choice((1, 2, 3, 50, 120, 400)) for _ in range(source.randint(1, 80))]
    if seed < 2:
        lengths[seed] = RECORD_PAYLOAD_MAX
    payloads = [source.randbytes(length) for length in lengths]
    first = Place(BASE, source.randint(5, 2**62), source.randbytes(32), source.randint(0, 2**40))
    commit, place, expected = first.next_seq - source.randint(0, 4), first, b""
    for payload in payloads:
        record, place = encode_record(place, commit, first.epoch, payload)
        expected += record
    data, digest = encode_run(payloads, first.next_seq, commit, first.epoch, first.previous_hash)
    assert data == expected
    assert digest == place.previous_hash


@pytest.mark.parametrize(
    ("payloads", "place", "error"),
    [
        ([b""], (5, 5, 1, GENESIS_HASH), ValueError),
        ([bytes(RECORD_PAYLOAD_MAX + 1)], (5, 5, 1, GENESIS_HASH), ValueError),
        ([b"a"], (5, 6, 1, GENESIS_HASH), ValueError),
        ([b"a"], (5, 0, 1, GENESIS_HASH), ValueError),
        ([b"a"], (5, 5, -1, GENESIS_HASH), ValueError),
        ([b"a"], (5, 5, 1, b"short"), ValueError),
        (["a"], (5, 5, 1, GENESIS_HASH), TypeError),
        ([None], (5, 5, 1, GENESIS_HASH), TypeError),
    ],
)
def test_what_is_no_record_is_not_encoded(payloads, place, error):
    with pytest.raises(error):
        encode_run(payloads, *place)

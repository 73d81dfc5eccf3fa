"""The form of a segment file: its header, its records, and how its end is found.

A segment is preallocated with zeros. After the header follow the records, back to back; the first
record place with only zeros behind it is the end. All numbers are little-endian.

header: magic, format version, CRC32C of the rest, epoch, first seq, hash of the record before it
record: marker, length of the payload, CRC32C of length and rest, seq, epoch, commit,
    previous hash, payload

`commit` is the seq of the first record of the group that was flushed together. A crash can leave
any part of the last group unwritten, or only its start written; `commit` distinguishes such a
torn group from damage to a group that had been flushed before a later one was written.
"""

import hashlib
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from struct import Struct
from typing import NoReturn

import google_crc32c

from engine.journal.chain import Run, find_run, written_end
from engine.journal.journal import JournalCorruptError, JournalRecord
from engine.journal.limits import RECORD_PAYLOAD_MAX

MAGIC = b"ACREJRNL"
FORMAT_VERSION = 1
HEADER = Struct("<8sIIQQ32s")
HEADER_CHECKED = Struct("<QQ32s")

MARKER = 0x52435241  # "ARCR" in the file
MARKER_BYTES = MARKER.to_bytes(4, "little")
RECORD = Struct("<IIIQQQ32s")
RECORD_CHECKED = Struct("<IQQQ32s")  # the length again, then what follows the CRC

GENESIS_HASH = bytes(32)
ReadInto = Callable[[int, memoryview], int]  # offset and room; returns the number of bytes
RUN_BYTES = 256 * 1024  # of payloads that are checked at once


@dataclass(frozen=True, slots=True)
class Place:
    """A position in the chain of records: what the next record must continue."""

    offset: int
    next_seq: int
    previous_hash: bytes
    epoch: int


def encode_header(epoch: int, first_seq: int, previous_hash: bytes) -> bytes:
    """Return the header of a segment."""
    checked = HEADER_CHECKED.pack(epoch, first_seq, previous_hash)
    crc = google_crc32c.value(checked)
    return HEADER.pack(MAGIC, FORMAT_VERSION, crc, epoch, first_seq, previous_hash)


def decode_header(name: str, data: bytes) -> Place:
    """Return the place of the first record; raise JournalCorruptError without a whole header."""
    if len(data) < HEADER.size:
        raise JournalCorruptError(f"{name}, offset 0: the file is shorter than its header")
    magic, version, crc, epoch, first_seq, previous_hash = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise JournalCorruptError(f"{name}, offset 0: no journal segment (wrong magic)")
    if version != FORMAT_VERSION:
        raise JournalCorruptError(
            f"{name}, offset 8: format version {version}, this program reads {FORMAT_VERSION}"
        )
    if crc != google_crc32c.value(HEADER_CHECKED.pack(epoch, first_seq, previous_hash)):
        raise JournalCorruptError(f"{name}, offset 12: the header fails its checksum")
    return Place(HEADER.size, first_seq, previous_hash, epoch)


def encode_record(place: Place, commit: int, epoch: int, payload: bytes) -> tuple[bytes, Place]:
    """Return the record and the place after it; the caller keeps payloads within the bound."""
    assert 0 < len(payload) <= RECORD_PAYLOAD_MAX
    assert commit <= place.next_seq
    checked = RECORD_CHECKED.pack(len(payload), place.next_seq, epoch, commit, place.previous_hash)
    body = checked + payload
    crc = google_crc32c.value(body)
    record = MARKER_BYTES + body[:4] + crc.to_bytes(4, "little") + body[4:]
    digest = hashlib.sha256(body).digest()
    after = Place(place.offset + len(record), place.next_seq + 1, digest, epoch)
    return record, after


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """A record whose checksum holds."""

    record: JournalRecord
    commit: int
    previous_hash: bytes
    digest: bytes
    end: int


def find_record(data: bytes, offset: int) -> FoundRecord | str:
    """Return the record at `offset`, or the reason why there is none."""
    if offset + RECORD.size > len(data):
        return "the record header is cut short"
    marker, length, crc, seq, epoch, commit, previous = RECORD.unpack_from(data, offset)
    if marker != MARKER:
        return "no record marker"
    if not 0 < length <= RECORD_PAYLOAD_MAX:
        return f"a length of {length} is impossible"
    start = offset + RECORD.size
    end = start + length
    if end > len(data):
        return "the payload is cut short"
    payload = data[start:end]
    body = RECORD_CHECKED.pack(length, seq, epoch, commit, previous) + payload
    if google_crc32c.value(body) != crc:
        return "the record fails its checksum"
    digest = hashlib.sha256(body).digest()
    return FoundRecord(JournalRecord(seq, epoch, payload), commit, previous, digest, end)


class Walk:
    """The whole records from a place on, up to the first gap; `place` is after the last given one.

    It stops where `find_record` gives a reason, and asks nothing else of a record.
    """

    __slots__ = ("_at", "_data", "_name", "_run", "_start")

    def __init__(self, name: str, data: bytes, start: Place) -> None:
        self._name = name
        self._data = data
        self._start = start
        self._run: Run | None = None
        self._at = 0

    @property
    def place(self) -> Place:
        """Position and predecessor of the next record."""
        run, at = self._run, self._at
        if run is None:
            return self._start
        return Place(run.end(at), run.first_seq + at + 1, run.digest(at), run.epoch(at))

    @property
    def digest(self) -> bytes:
        """Hash of the last given record."""
        return self._start.previous_hash if self._run is None else self._run.digest(self._at)

    def runs(self) -> Generator[Run, None, None]:
        """Yield the records in runs, the next one checked in a thread meanwhile.

        Raises JournalCorruptError where a whole record does not continue the chain.
        """
        run = self._found(self._start)
        if run.is_full:
            with ThreadPoolExecutor(1, "journal-walk") as thread:
                while run.is_full:
                    self._run, self._at = run, run.count - 1
                    coming = thread.submit(self._found, self.place)
                    yield run
                    run = coming.result()
        if run.count:
            self._run, self._at = run, run.count - 1
            yield run
        if run.is_discontinued:
            self._raise_discontinued()

    def __iter__(self) -> Iterator[JournalRecord]:
        """Yield each record; raise JournalCorruptError where one does not continue the chain."""
        for run in self.runs():
            for at in range(run.count):
                self._at = at
                yield run.record(at)

    def _found(self, place: Place) -> Run:
        data, base, is_cut = self._window(place.offset)
        return find_run(
            data,
            place.offset - base,
            place.next_seq,
            place.previous_hash,
            place.epoch,
            RUN_BYTES,
            base,
            is_cut,
        )

    def _window(self, _offset: int) -> tuple[bytes | memoryview, int, bool]:
        """Return bytes around an offset, the offset of the first, and whether more follow."""
        return self._data, 0, False

    def _raise_discontinued(self) -> NoReturn:
        place = self.place
        data, base, _ = self._window(place.offset)
        found = find_record(bytes(data), place.offset - base)
        assert isinstance(found, FoundRecord)
        record = found.record
        where = f"{self._name}, offset {place.offset}"
        if record.seq != place.next_seq:
            raise JournalCorruptError(
                f"{where}: record {record.seq} where {place.next_seq} must be"
            )
        if found.previous_hash != place.previous_hash:
            raise JournalCorruptError(
                f"{where}: record {record.seq} does not continue the hash chain"
            )
        raise JournalCorruptError(f"{where}: epoch goes back from {place.epoch} to {record.epoch}")


class FileWalk(Walk):
    """The walk of a file, which is read in windows, by the thread that checks them.

    What `read` gives beyond `size` bytes of the file is not looked at.
    """

    __slots__ = ("_read", "_room", "_size")

    def __init__(self, name: str, read: ReadInto, size: int, start: Place) -> None:
        super().__init__(name, b"", start)
        self._read = read
        self._size = size
        # A run and the heads of its records, most of which are longer, or one long record.
        self._room = memoryview(bytearray(RUN_BYTES * 5 // 4 + RECORD.size + RECORD_PAYLOAD_MAX))

    def _window(self, offset: int) -> tuple[memoryview, int, bool]:
        left = max(0, self._size - offset)
        count = self._read(offset, self._room[:left])
        return self._room[:count], offset, count < left and count == len(self._room)


def check_end(name: str, data: bytes, place: Place, base: int = 0) -> None:
    """Raise JournalCorruptError unless only zeros follow from `place` on.

    The data begin at offset `base` of the segment.
    """
    if written_end(data, place.offset - base) > place.offset - base:
        reason = find_record(data, place.offset - base)
        raise JournalCorruptError(
            f"{name}, offset {place.offset}: {reason} (record {place.next_seq}), and this is not"
            " the last segment"
        )


def check_torn(name: str, data: bytes, place: Place) -> None:
    """Accept the bytes at `place` as a torn last group, or raise JournalCorruptError.

    It is torn when nothing behind it was written by a later group.
    """
    reason = find_record(data, place.offset)
    tail = data[place.offset : written_end(data, place.offset)]
    at = tail.find(MARKER_BYTES, 1)
    while at >= 0:
        found = find_record(data, place.offset + at)
        if isinstance(found, FoundRecord) and found.commit > place.next_seq:
            raise JournalCorruptError(
                f"{name}, offset {place.offset}: {reason} (record {place.next_seq}), yet record"
                f" {found.record.seq} of a later commit follows at offset {place.offset + at}"
            )
        at = tail.find(MARKER_BYTES, at + 1)

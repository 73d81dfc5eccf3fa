"""Reading the segment files of a journal: by their writer, and by replicas beside it."""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.journal.journal import JournalCorruptError, JournalRecord, JournalShortError
from engine.journal.segment import GENESIS_HASH, HEADER, Place, Walk, check_end, decode_header

SEGMENT_NAME = re.compile(r"\d{20}\.journal")


@dataclass(frozen=True, slots=True)
class Segment:
    """A file of the journal."""

    path: Path
    start: Place  # of its first record


class SegmentFiles:
    """Records of segments up to a place. Calls block."""

    _segments: list[Segment]
    _place: Place  # after the last record that counts

    @property
    def last_seq(self) -> int:
        """Number of the last durable record, 0 when there is none."""
        return self._place.next_seq - 1

    @property
    def last_hash(self) -> bytes:
        """Hash of the last durable record, which covers all before it too."""
        return self._place.previous_hash

    def read(self, after_seq: int = 0) -> Iterator[JournalRecord]:
        """Yield the records after `after_seq` that were durable at the call, checked, in order.

        Raises JournalCorruptError at the first damaged record, naming file and offset.
        """
        return read_segments(self._from(after_seq), after_seq, self.last_seq)

    def find(self, head: bytes, after_seq: int = 0) -> Iterator[JournalRecord]:
        """Yield the records after `after_seq` whose payload begins with `head`, in order.

        Segments are searched for these bytes, and walked and checked from the first that has
        them: where nothing is found, this is far cheaper than `read`.
        """
        for segment in self._from(after_seq):
            if head in segment.path.read_bytes():
                records = self.read(max(after_seq, segment.start.next_seq - 1))
                yield from (record for record in records if record.payload.startswith(head))
                return

    def hash_at(self, seq: int) -> bytes:
        """Return the hash of a durable record, zeros for 0; reads one segment up to it.

        Raises JournalCorruptError when that segment is damaged before the record.
        """
        if not 0 <= seq <= self.last_seq:
            raise ValueError(f"the journal has records 1 to {self.last_seq}, not {seq}")
        if seq == self.last_seq:
            return self.last_hash
        starts = [segment.start.next_seq for segment in self._segments]
        segment = self._segments[bisect_right(starts, seq + 1) - 1]
        if segment.start.next_seq == seq + 1:
            return segment.start.previous_hash
        name = str(segment.path)
        walk = Walk(name, segment.path.read_bytes(), segment.start)
        for record in walk:
            if record.seq == seq:
                return walk.place.previous_hash
        raise JournalCorruptError(f"{name}: record {seq} is missing")

    def _from(self, after_seq: int) -> Sequence[Segment]:
        """Return the segments that hold records after `after_seq`."""
        segments = tuple(self._segments)
        starts = [segment.start.next_seq for segment in segments]
        return segments[max(0, bisect_right(starts, after_seq + 1) - 1) :]


class JournalFiles(SegmentFiles):
    """The journal of another process up to a record that its writer called durable."""

    def __init__(self, directory: Path, last_seq: int) -> None:
        """Find the record `last_seq`; what follows it in the files does not count.

        Raises JournalShortError when the files end before it, JournalCorruptError where the
        segment that should hold it is damaged.
        """
        segments = list_segments(directory) if directory.is_dir() else []
        self._segments = [one for one in segments if one.start.next_seq <= max(last_seq, 1)]
        self._place = Place(HEADER.size, 1, GENESIS_HASH, 0)
        if last_seq:
            self._place = self._find(directory, last_seq)

    @classmethod
    def whole(cls, directory: Path) -> "JournalFiles":
        """Return the journal up to the last whole record, also where a torn group follows."""
        files = cls(directory, 0)
        segments = list_segments(directory)
        if segments:
            last = segments[-1]
            walk = Walk(str(last.path), last.path.read_bytes(), last.start)
            deque(walk, maxlen=0)
            files._segments, files._place = segments, walk.place
        return files

    def _find(self, directory: Path, last_seq: int) -> Place:
        if self._segments:
            segment = self._segments[-1]
            walk = Walk(str(segment.path), segment.path.read_bytes(), segment.start)
            for record in walk:
                if record.seq == last_seq:
                    return walk.place
        raise JournalShortError(f"The journal {directory} ends before command {last_seq}.")


def list_segments(directory: Path) -> list[Segment]:
    """Return the segments in order; raise JournalCorruptError for a wrong name, gap or header."""
    segments: list[Segment] = []
    for path in sorted(directory.iterdir()):
        if not SEGMENT_NAME.fullmatch(path.name):
            continue
        with path.open("rb") as stream:
            start = decode_header(str(path), stream.read(HEADER.size))
        if start.next_seq != int(path.stem):
            raise JournalCorruptError(
                f"{path}, offset 24: first record {start.next_seq}, the name says {int(path.stem)}"
            )
        segments.append(Segment(path, start))
    if segments and segments[0].start.next_seq != 1:
        raise JournalCorruptError(
            f"{segments[0].path}: the journal begins here at record"
            f" {segments[0].start.next_seq}; the segments before it are missing"
        )
    return segments


def read_segments(
    segments: Sequence[Segment], after_seq: int, last_seq: int
) -> Iterator[JournalRecord]:
    for index, segment in enumerate(segments):
        name = str(segment.path)
        data = segment.path.read_bytes()
        if segment.start.next_seq > last_seq:
            return
        walk = Walk(name, data, segment.start)
        for record in walk:
            if record.seq > after_seq:
                yield record
            if record.seq == last_seq:
                return
        place = walk.place
        is_last = index + 1 == len(segments)
        if is_last:
            raise JournalCorruptError(
                f"{name}, offset {place.offset}: record {place.next_seq} is missing"
            )
        check_end(name, data, place)
        _check_joins(name, place, segments[index + 1])


def _check_joins(name: str, end: Place, following: Segment) -> None:
    start = following.start
    if start.next_seq != end.next_seq or start.epoch < end.epoch:
        raise JournalCorruptError(
            f"{name}, offset {end.offset}: ends before record {end.next_seq}, and"
            f" {following.path.name} begins at record {start.next_seq}"
        )
    if start.previous_hash != end.previous_hash:
        raise JournalCorruptError(
            f"{following.path}, offset 32: does not continue the hash chain of {name}"
        )

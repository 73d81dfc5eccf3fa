"""Reading the segment files of a journal: by their writer, and by replicas beside it."""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from engine.journal.chain import Run, find_payload, written_end
from engine.journal.journal import (
    JoinedRecords,
    JournalArchiveError,
    JournalCorruptError,
    JournalRecord,
    JournalShortError,
)
from engine.journal.manifest import read_manifest, read_pointer
from engine.journal.segment import (
    GENESIS_HASH,
    HEADER,
    FileWalk,
    Place,
    Walk,
    check_end,
    decode_header,
)

SEGMENT_MAX = 1 << 40  # no segment is as long
WINDOW_BYTES = 1 << 20  # of a segment that is searched; more than a record has
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
        place = self._place  # before the segments: the writer may begin another one meanwhile
        return read_segments(self._from(after_seq), after_seq, place)

    def read_joined(self, after_seq: int, last_seq: int) -> Iterator[JoinedRecords]:
        """Yield the records after `after_seq` up to `last_seq`, some at a time; else as `read`."""
        place = self._place
        for run, first, end in _runs(self._from(after_seq), after_seq, last_seq, place):
            yield JoinedRecords(run.first_seq + end - 1, run.part(first, end))

    def find(self, head: bytes, after_seq: int = 0) -> Iterator[JournalRecord]:
        """Yield the records after `after_seq` whose payload begins with `head`, in order.

        Segments are searched by the lengths of their records, and walked and checked from the first
        that has one: where nothing is found, this is far cheaper than `read`.
        """
        for segment in self._from(after_seq):
            if _has_payload(segment.path, head):
                records = self.read(max(after_seq, segment.start.next_seq - 1))
                yield from (record for record in records if record.payload.startswith(head))
                return

    def hash_at(self, seq: int) -> bytes:
        """Return the hash of a durable record, zeros for 0; reads one segment up to it.

        Raises JournalCorruptError when that segment is damaged before the record.
        """
        if not 0 <= seq <= self.last_seq:
            raise ValueError(f"the journal has records 1 to {self.last_seq}, not {seq}")
        if seq == 0:
            return GENESIS_HASH
        if seq == self.last_seq:
            return self.last_hash
        segment = self._from(seq)[0]
        if segment.start.next_seq == seq + 1:
            return segment.start.previous_hash
        name, data = read_segment(segment.path)
        walk = Walk(name, data, segment.start)
        for record in walk:
            if record.seq == seq:
                return walk.place.previous_hash
        raise JournalCorruptError(f"{name}: record {seq} is missing")

    def _from(self, after_seq: int) -> Sequence[Segment]:
        """Return the segments that hold records after `after_seq`, also those in the archive."""
        segments: Sequence[Segment] = tuple(self._segments)
        if segments and after_seq + 1 < segments[0].start.next_seq:
            segments = with_archived(segments)
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
        if segments and 0 < last_seq < segments[0].start.next_seq:
            segments = with_archived(segments)
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
            deque(walk.runs(), maxlen=0)
            files._segments, files._place = segments, walk.place
        return files

    def _find(self, directory: Path, last_seq: int) -> Place:
        if self._segments:
            segment = self._segments[-1]
            walk = Walk(*read_segment(segment.path), segment.start)
            for record in walk:
                if record.seq == last_seq:
                    return walk.place
        raise JournalShortError(f"The journal {directory} ends before command {last_seq}.")


def list_segments(directory: Path) -> list[Segment]:
    """Return the segments in the directory, in order; those before them must be in the archive.

    Raises JournalCorruptError for a wrong name, gap or header.
    """
    segments = local_segments(directory)
    pointer = read_pointer(directory)  # after the list: it is written before anything is removed
    latest = 1 if pointer is None else pointer.first_seq
    if not segments:
        if latest > 1:
            raise JournalCorruptError(f"{directory}: every segment from record {latest} is missing")
        return segments
    path, start = segments[0].path, segments[0].start
    if start.next_seq > latest:
        archived = "" if latest == 1 else f"; the archive ends before record {latest}"
        raise JournalCorruptError(
            f"{path}: the journal begins here at record {start.next_seq}; the segments before it"
            f" are missing{archived}"
        )
    is_joined = pointer is None or start.previous_hash == bytes.fromhex(pointer.previous_hash)
    if start.next_seq == latest and not is_joined:
        raise JournalCorruptError(
            f"{path}, offset 32: does not continue the hash chain of the archive"
        )
    return segments


def local_segments(directory: Path) -> list[Segment]:
    """Return the segments in the directory, in order, wherever they begin."""
    return [Segment(path, read_start(path)) for path in segment_paths(directory)]


def segment_paths(directory: Path) -> list[Path]:
    """Return the files of the segments in the directory, in order."""
    return sorted(path for path in directory.iterdir() if SEGMENT_NAME.fullmatch(path.name))


def read_start(path: Path) -> Place:
    """Read the header of a segment, which may have been moved to the archive meanwhile."""
    try:
        with path.open("rb") as stream:
            data = stream.read(HEADER.size)
    except FileNotFoundError:
        data = read_segment(path)[1]
    start = decode_header(str(path), data)
    if start.next_seq != int(path.stem):
        raise JournalCorruptError(
            f"{path}, offset 24: first record {start.next_seq}, the name says {int(path.stem)}"
        )
    return start


def with_archived(segments: Sequence[Segment]) -> list[Segment]:
    """Return the segments of a journal behind those that are in the archive only.

    The paths of the latter are those that they had in the journal. Raises JournalArchiveError.
    """
    first = segments[0]
    directory, first_seq = first.path.parent, first.start.next_seq
    if first_seq == 1:
        return list(segments)
    archive = archive_of(directory)
    before = f"The journal {directory} begins at record {first_seq}; records 1 to {first_seq - 1}"
    try:
        rows = [one for one in read_manifest(archive).segments if one.first_seq < first_seq]
    except JournalArchiveError as error:
        raise JournalArchiveError(
            f"{before} are in the archive {archive}, but {error}. Mount the archive, or name its"
            " new place with `acre journal archive DIR`"
        ) from error
    if not rows or rows[-1].end != (first_seq, first.start.previous_hash):
        raise JournalArchiveError(
            f"{before} must be in the archive {archive}, which is of another journal or ends"
            " before. Name the right one with `acre journal archive DIR`"
        )
    return [*(Segment(directory / one.name, one.start) for one in rows), *segments]


def whole_segments(directory: Path) -> list[Segment]:
    """Return all segments of a journal, those that are in the archive only first."""
    segments = list_segments(directory)
    return with_archived(segments) if segments else []


def archive_of(directory: Path) -> Path:
    """Return the archive that a journal names."""
    pointer = read_pointer(directory)
    if pointer is None:
        raise JournalArchiveError(
            f"The journal {directory} names no archive, and its first segments are missing. Name"
            " it with `acre journal archive DIR`"
        )
    return Path(pointer.directory)


def read_segment(path: Path) -> tuple[str, bytes]:
    """Return the bytes of a segment, and the file that they are from: the archive's, if removed."""
    try:
        return str(path), path.read_bytes()
    except FileNotFoundError:
        copy = archive_of(path.parent) / path.name
    with _archive_errors(path, str(copy)):
        return str(copy), copy.read_bytes()


class OpenSegment:
    """A segment that is open for reading; errors say what to do where it is in the archive."""

    def __init__(self, path: Path, name: str, stream: BufferedReader) -> None:
        self.name = name
        self._path = path
        self._stream = stream

    def read_into(self, offset: int, room: memoryview) -> int:
        """Fill the room with the bytes from an offset on; returns how many there were."""
        with _archive_errors(self._path, self.name):
            self._stream.seek(offset)
            return self._stream.readinto(room)

    def rest(self, offset: int) -> bytes:
        """Return all bytes from an offset on."""
        with _archive_errors(self._path, self.name):
            self._stream.seek(offset)
            return self._stream.read()

    def written_end(self, offset: int) -> int:
        """Return the offset behind the last byte after `offset` that is not zero, else `offset`."""
        window = memoryview(bytearray(WINDOW_BYTES))
        end = offset
        while count := self.read_into(offset, window):
            written = written_end(window[:count], 0)
            if written:
                end = offset + written
            offset += count
        return end


@contextmanager
def opened(path: Path) -> Iterator[OpenSegment]:
    """Open a segment, or its copy in the archive if it was removed."""
    try:
        name, stream = str(path), path.open("rb")
    except FileNotFoundError:
        copy = archive_of(path.parent) / path.name
        with _archive_errors(path, str(copy)):
            name, stream = str(copy), copy.open("rb")
    with stream:
        yield OpenSegment(path, name, stream)


@contextmanager
def _archive_errors(path: Path, name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if name == str(path):
            raise
        raise JournalArchiveError(
            f"The segment {path} is in the archive, but {name} cannot be read ({error.strerror})."
            " Mount the archive, or name its new place with `acre journal archive DIR`"
        ) from error


def _has_payload(path: Path, head: bytes) -> bool:
    """Return whether a record of a segment has a payload that begins so; nothing is checked.

    The segment goes through one window, so that a search touches little memory.
    """
    window = memoryview(bytearray(WINDOW_BYTES))
    with opened(path) as file:
        offset = HEADER.size
        while True:
            count = file.read_into(offset, window)
            is_found, end = find_payload(window[:count], 0, head)
            if is_found or end == 0:
                return is_found
            offset += end


def read_segments(
    segments: Sequence[Segment], after_seq: int, end_place: Place
) -> Iterator[JournalRecord]:
    for run, first, end in _runs(segments, after_seq, end_place.next_seq - 1, end_place):
        for place in range(first, end):
            yield run.record(place)


def _runs(
    segments: Sequence[Segment], after_seq: int, last_seq: int, end_place: Place
) -> Iterator[tuple[Run, int, int]]:
    """Yield runs, and which of their records are after `after_seq` and not after `last_seq`.

    The journal ends at `end_place`: what the last segment has behind it is not read.
    """
    if after_seq >= last_seq:
        return
    for index, segment in enumerate(segments):
        if segment.start.next_seq > last_seq:
            return
        is_last = index + 1 == len(segments)
        with opened(segment.path) as file:
            size = end_place.offset if is_last else SEGMENT_MAX
            walk = FileWalk(file.name, file.read_into, size, segment.start)
            with closing(walk.runs()) as runs:  # its thread ends before the file is closed
                for run in runs:
                    first = max(0, after_seq + 1 - run.first_seq)
                    end = min(run.count, last_seq + 1 - run.first_seq)
                    if first < end:
                        yield run, first, end
                    if run.first_seq + run.count > last_seq:
                        return
            place = walk.place
            if is_last:
                raise JournalCorruptError(
                    f"{file.name}, offset {place.offset}: record {place.next_seq} is missing"
                )
            check_end(file.name, file.rest(place.offset), place, place.offset)
            _check_joins(file.name, place, segments[index + 1])


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

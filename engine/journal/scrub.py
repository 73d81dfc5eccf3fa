"""Slow, continuous check of the sealed segments of a journal, beside its writer.

A start reads the last segment and what comes after the newest snapshot; damage before that would be
found only when it is needed. A scrub reads everything from the disk, a window at a time.
"""

import errno
import logging
from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import monotonic

from engine.journal.archiving import read_from_disk
from engine.journal.journal import JournalCorruptError
from engine.journal.limits import RECORD_PAYLOAD_MAX
from engine.journal.segment import HEADER, RECORD, Place, Walk, decode_header, find_record
from engine.journal.segments import Segment, read_start, segment_paths

log = logging.getLogger(__name__)

WINDOW_BYTES = 128 * 1024
assert RECORD.size + RECORD_PAYLOAD_MAX <= WINDOW_BYTES  # else a whole record may not fit
PASS_S = 86_400.0  # from the beginning of a pass to that of the next, at least


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A segment, and the one that must follow it."""

    segment: Segment
    following: Segment

    @property
    def name(self) -> str:
        return self.segment.path.name


@dataclass(frozen=True, slots=True)
class _Damage:
    """A damaged file, and what must change before it is read again."""

    text: str
    inode: int
    following: str


@dataclass(slots=True)
class _Reading:
    """The segment that is being read, and how far."""

    sealed: _Sealed
    place: Place
    is_at_end: bool = False  # the records have ended: only zeros may follow


class Scrub:
    """State of the check of one journal. `step` blocks; call it from one thread at a time."""

    def __init__(self, directory: Path) -> None:
        self.scrubbed_seq = 0  # this pass found everything local whole up to here
        self._directory = directory
        self._damaged: dict[str, _Damage] = {}  # by file name
        self._queue: deque[_Sealed] = deque()
        self._reading: _Reading | None = None
        self._began_s: float | None = None
        self._next_seq = 1  # segments from here on have not been read in this pass

    @property
    def damaged(self) -> tuple[str, ...]:
        """Names of the damaged segments."""
        return tuple(self._damaged)

    @property
    def is_idle(self) -> bool:
        """Whether everything that is sealed has been read in this pass."""
        return self._reading is None and not self._queue

    def step(self) -> None:
        """Check one window, or look for segments to check."""
        if self._reading is None:
            self._take_next()
        reading = self._reading
        if reading is None:
            return
        try:
            is_done = _check_window(reading)
        except FileNotFoundError:  # moved to the archive
            self._reading = None
        except JournalCorruptError as error:
            self._end(reading, str(error))
        else:
            if is_done:
                self._end(reading, None)

    def _take_next(self) -> None:
        if not self._queue:
            self._look()
        if self._queue:
            sealed = self._queue.popleft()
            self._reading = _Reading(sealed, sealed.segment.start)

    def _look(self) -> None:
        """List what was sealed or repaired since the last look; begin a pass when it is time."""
        now_s = monotonic()
        if self._began_s is None or now_s - self._began_s >= PASS_S:
            self._began_s, self._next_seq, self.scrubbed_seq = now_s, 1, 0
        paths = segment_paths(self._directory)
        present = {path.name for path in paths}
        self._damaged = {name: one for name, one in self._damaged.items() if name in present}
        starts = [self._start(path) for path in paths]
        for segment, following in pairwise(starts):
            if segment is not None and following is not None:
                sealed = _Sealed(segment, following)
                is_new = segment.start.next_seq >= self._next_seq
                if is_new or self._has_changed(sealed):
                    self._queue.append(sealed)

    def _start(self, path: Path) -> Segment | None:
        """Return a segment, None with an alarm where its header is damaged or cannot be read."""
        try:
            return Segment(path, read_start(path))
        except JournalCorruptError as error:
            reason = str(error)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            reason = f"{path}: the disk cannot read it ({error.strerror})"
        if path.name not in self._damaged:
            self._alarm(path, "", reason)
        return None

    def _has_changed(self, sealed: _Sealed) -> bool:
        known = self._damaged.get(sealed.name)
        if known is None:
            return False
        path, following = sealed.segment.path, sealed.following.path.name
        return (known.inode, known.following) != (_inode(path), following)

    def _end(self, reading: _Reading, damage: str | None) -> None:
        sealed, path = reading.sealed, reading.sealed.segment.path
        self._reading = None
        self._next_seq = max(self._next_seq, sealed.following.start.next_seq)
        if damage is not None:
            self._alarm(path, sealed.following.path.name, damage)
        elif self._damaged.pop(path.name, None) is not None:
            log.warning("journal_segment_repaired", extra={"file": str(path)})
        if not self._damaged:
            self.scrubbed_seq = self._next_seq - 1

    def _alarm(self, path: Path, following: str, damage: str) -> None:
        self._damaged[path.name] = _Damage(damage, _inode(path), following)
        log.error("journal_segment_damaged", extra={"file": str(path), "reason": damage})


def _check_window(reading: _Reading) -> bool:
    """Check the next window; return whether the segment is whole."""
    place, path = reading.place, reading.sealed.segment.path
    if place.offset == HEADER.size:
        decode_header(str(path), read_from_disk(path, 0, HEADER.size))
    data = read_from_disk(path, place.offset, WINDOW_BYTES)
    if reading.is_at_end:
        if data.strip(b"\0"):
            raise JournalCorruptError(f"{path}, offset {place.offset}: not zero after the end")
        reading.place = _moved(place, place.offset + len(data))
        return not data
    walk = Walk(str(path), data, _moved(place, 0))
    try:
        deque(walk, maxlen=0)
    except JournalCorruptError as error:
        offset = place.offset + walk.place.offset
        reason = str(error).partition(": ")[2]
        raise JournalCorruptError(f"{path}, offset {offset}: {reason}") from error
    reading.place = _moved(walk.place, place.offset + walk.place.offset)
    if not walk.place.offset:
        _check_join(reading, data)
        reading.is_at_end = True
    return False


def _check_join(reading: _Reading, data: bytes) -> None:
    """Require that the next segment continues where the records end."""
    place, following = reading.place, reading.sealed.following.start
    is_joined = place.previous_hash == following.previous_hash
    if place.next_seq != following.next_seq or not is_joined:
        found = find_record(data, 0)
        reason = found if isinstance(found, str) else "more records than the next segment expects"
        raise JournalCorruptError(
            f"{reading.sealed.segment.path}, offset {place.offset}: {reason} (record"
            f" {place.next_seq}), and the next segment begins at record {following.next_seq}"
        )


def _moved(place: Place, offset: int) -> Place:
    return Place(offset, place.next_seq, place.previous_hash, place.epoch)


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return 0

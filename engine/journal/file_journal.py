"""The journal as segment files in a directory of its own, with one writer."""

import errno
import fcntl
import hashlib
import logging
import os
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from engine.journal.chain import encode_run
from engine.journal.end import ExpectedEnd, snapshots_beyond, write_new
from engine.journal.files import sync_directory, write_all
from engine.journal.journal import (
    JournalError,
    JournalFailedError,
    JournalFullError,
    JournalLockedError,
)
from engine.journal.limits import (
    RECORD_PAYLOAD_MAX,
    SEGMENT_BYTES,
    SEGMENT_BYTES_MIN,
    SEGMENTS_MAX,
    TORN_FILES_MAX,
)
from engine.journal.segment import (
    GENESIS_HASH,
    HEADER,
    RECORD,
    FileWalk,
    Place,
    check_torn,
    encode_header,
)
from engine.journal.segments import Segment, SegmentFiles, list_segments, opened

log = logging.getLogger(__name__)

NEW_SUFFIX = ".new"
TORN_SUFFIX = ".torn"
ZEROS = bytes(1024 * 1024)
FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})
FLUSH: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)  # macOS has no fdatasync


class FileJournal(SegmentFiles):
    """File driver of `Journal`. Calls block; reads may run beside the writer's thread."""

    def __init__(
        self,
        directory: Path,
        *,
        segment_bytes: int = SEGMENT_BYTES,
        sync: Callable[[int], None] = FLUSH,
        expected: ExpectedEnd | None = None,
    ) -> None:
        """Open or create the journal: take the lock, check the segments, cut a torn tail.

        Raises JournalLockedError when another writer has it, JournalCorruptError where its
        last segment or a header is damaged, and JournalShortError, before anything is changed, when
        it ends before what is `expected`; `read` checks the segments before the last.
        """
        if segment_bytes < SEGMENT_BYTES_MIN:
            raise ValueError(f"a segment has at least {SEGMENT_BYTES_MIN} bytes")
        self._directory = directory
        self._segment_bytes = segment_bytes
        self._payload_max = min(RECORD_PAYLOAD_MAX, segment_bytes - HEADER.size - RECORD.size)
        self._sync = sync
        self._expected = expected
        self._failure: OSError | None = None
        self._groups: list[int] = []
        self._is_full = False  # the disk had no room: another segment comes before anything else
        self._tried_end = 0  # where the group that was written last would end
        self._file = -1
        self._directory_file = _lock_directory(directory)
        try:
            self._remove_leftovers()
            self._segments = list_segments(directory)
            if self._segments:
                self._place = self._recover_last()
            else:
                self._place = Place(HEADER.size, 1, GENESIS_HASH, 0)
                self._check_end(self._place)
            self._epoch = self._place.epoch + 1
            if self._file < 0:
                self._start_segment()
        except BaseException:
            self.close()
            raise

    @property
    def epoch(self) -> int:
        """Epoch of this writer: one more than that of the writer before it."""
        return self._epoch

    @property
    def last_groups(self) -> Sequence[int]:
        """First seq of each group of records that the last `append_batch` flushed together."""
        return self._groups

    def append_batch(self, payloads: Sequence[bytes]) -> int:
        """Append records numbered from last_seq + 1; return the new last_seq when durable.

        Raises ValueError for a payload that no segment can hold, before anything is written, and
        JournalFullError when the disk has no room: nothing of the batch is there then, and each
        later call, also one without payloads, first tries to start another segment. Any other
        write or flush error is final: this call and every later one raises JournalFailedError.
        """
        self._check_usable()
        size = len(payloads) * RECORD.size
        for payload in payloads:
            if not 0 < len(payload) <= self._payload_max:
                raise ValueError(
                    f"a record of {len(payload)} bytes; 1 to {self._payload_max} can be stored"
                )
            size += len(payload)
        done = 0
        self._groups = []
        try:
            if self._is_full or (
                # Room is made before the first byte of a batch is written, so that a full disk
                # refuses all of it. Only a batch larger than a segment is split.
                self._place.offset + size > self._file_bytes
                and HEADER.size + size <= self._segment_bytes
            ):
                self._start_segment()
            while done < len(payloads):
                done += self._commit(payloads, done)
        except (OSError, JournalFullError) as error:
            if isinstance(error, JournalFullError) and not done:
                self._is_full = True
                raise
            raise self._fail(error) from error
        return self.last_seq

    def close(self) -> None:
        """Release files and lock; idempotent."""
        for file in (self._file, self._directory_file):
            if file >= 0:
                os.close(file)
        self._file = self._directory_file = -1

    def _check_usable(self) -> None:
        if self._failure is not None:
            raise self._failed(self._failure)
        if self._directory_file < 0:
            raise JournalError(f"the journal {self._directory} is closed")

    def _fail(self, error: OSError | JournalFullError) -> JournalFailedError:
        """End the journal: what is on the disk is unknown."""
        cause = error if isinstance(error, OSError) else error.__cause__
        assert isinstance(cause, OSError)
        self._failure = cause
        log.critical("journal_failed", extra={"file": str(self._segments[-1].path)})
        with suppress(OSError):  # as far as the disk lets us
            self._withdraw()
        return self._failed(cause)

    def _failed(self, error: OSError) -> JournalFailedError:
        return JournalFailedError(
            f"the journal {self._directory} could not be written: {error}; restart to recover"
        )

    def _full(self, error: OSError) -> JournalFullError:
        return JournalFullError(f"the disk of the journal {self._directory} is full: {error}")

    def _withdraw(self) -> None:
        """Overwrite what a failed group has left with zeros.

        It was never acknowledged, and it may not be durable: after a failed flush the system
        counts its pages as written, and a start that reads them back would believe them.
        """
        size = self._tried_end - self._place.offset
        if size > 0:
            write_all(self._file, bytes(size), self._place.offset)

    def _commit(self, payloads: Sequence[bytes], start: int) -> int:
        """Write and flush as many payloads from `start` as the segment has room for."""
        place = self._place
        commit, end = place.next_seq, place.offset
        fitting: list[bytes] = []
        for index in range(start, len(payloads)):
            end += RECORD.size + len(payloads[index])
            if end > self._file_bytes:
                break
            fitting.append(payloads[index])
        if fitting:
            data, digest = encode_run(fitting, commit, commit, self._epoch, place.previous_hash)
            after = Place(place.offset + len(data), commit + len(fitting), digest, self._epoch)
            self._tried_end = self._place.offset + len(data)
            try:
                write_all(self._file, data, self._place.offset)
            except OSError as error:
                self._take_back(error)
            self._sync(self._file)
            self._place = after
            self._groups.append(commit)
        else:
            self._start_segment()
        return len(fitting)

    def _take_back(self, error: OSError) -> NoReturn:
        """Leave nothing of a group that could not be written: JournalFullError for want of room.

        Segments are preallocated, but a disk that copies what is overwritten can be full here too.
        A flush is never tried again: its error is final, whatever it says.
        """
        if error.errno not in FULL_ERRNOS:
            raise error
        self._withdraw()
        self._sync(self._file)  # what is refused must not come back after a crash
        self._tried_end = 0
        raise self._full(error) from error

    def _start_segment(self) -> None:
        """Create the next segment under another name, and rename it when it is whole.

        JournalFullError when the disk has no room for it: then nothing of it is left.
        """
        if len(self._segments) >= SEGMENTS_MAX:
            raise JournalError(f"the journal {self._directory} has {SEGMENTS_MAX} segments")
        first_seq, previous_hash = self._place.next_seq, self._place.previous_hash
        path = self._directory / f"{first_seq:020d}.journal"
        try:
            file = self._new_segment(path, encode_header(self._epoch, first_seq, previous_hash))
        except OSError as error:
            if error.errno in FULL_ERRNOS:
                raise self._full(error) from error
            raise
        try:
            os.fsync(self._directory_file)
        except BaseException:
            os.close(file)
            raise
        if self._file >= 0:
            os.close(self._file)
        self._file, self._file_bytes = file, self._segment_bytes
        self._tried_end = 0
        self._is_full = False
        segment = Segment(path, Place(HEADER.size, first_seq, previous_hash, self._epoch))
        if self._segments and self._segments[-1].path == path:  # it held no record
            self._segments[-1] = segment
        else:
            self._segments.append(segment)
        self._place = segment.start  # last: a reader takes the place before the segments

    def _new_segment(self, path: Path, header: bytes) -> int:
        """Write and flush a segment without records and give it its name; return its file."""
        facts = os.statvfs(self._directory)
        if facts.f_blocks and facts.f_bfree * facts.f_frsize < self._segment_bytes:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # before others lose the rest
        new_path = path.with_suffix(NEW_SUFFIX)
        new_path.unlink(missing_ok=True)
        file = os.open(new_path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            for offset in range(0, self._segment_bytes, len(ZEROS)):
                write_all(file, ZEROS[: self._segment_bytes - offset], offset)
            write_all(file, header, 0)
            os.fsync(file)
            new_path.rename(path)
        except BaseException:
            os.close(file)
            with suppress(OSError):
                new_path.unlink(missing_ok=True)  # a full disk needs the room
            raise
        return file

    def _remove_leftovers(self) -> None:
        """A crash came before their rename; nothing was written to them."""
        for leftover in self._directory.glob(f"*{NEW_SUFFIX}"):
            leftover.unlink()

    def _recover_last(self) -> Place:
        """Find the end of the last segment, cut a torn tail, and keep the file for writing."""
        segment = self._segments[-1]
        name = str(segment.path)
        self._file = os.open(segment.path, os.O_RDWR | os.O_CLOEXEC)
        size = os.fstat(self._file).st_size
        with opened(segment.path) as file:
            walk = FileWalk(name, file.read_into, size, segment.start)
            deque(walk.runs(), maxlen=0)
            place = walk.place
            end = file.written_end(place.offset)
        if end > place.offset:
            data = segment.path.read_bytes()
            check_torn(name, data, place)
            self._keep_torn(place, data[place.offset : end])
        self._check_end(place)
        if end > place.offset:
            log.warning(
                "journal_tail_cut",
                extra={"file": name, "offset": place.offset, "bytes": end - place.offset},
            )
            write_all(self._file, bytes(end - place.offset), place.offset)
        # What was just read may be in memory only; it counts as durable from here on.
        os.fsync(self._file)
        self._file_bytes = size
        return place

    def _check_end(self, place: Place) -> None:
        """Compare the end with what is known of, before anything is cut or written."""
        if self._expected is not None:
            last_seq = place.next_seq - 1
            beyond = snapshots_beyond(self._directory, last_seq)
            known = {**self._expected.known, **beyond}
            replace(self._expected, known=known).check(self._directory, last_seq)

    def _keep_torn(self, place: Place, tail: bytes) -> None:
        """Keep the bytes that are cut: damage to the last group looks like a write that tore."""
        name = f"{place.next_seq:020d}-{hashlib.sha256(tail).hexdigest()[:8]}{TORN_SUFFIX}"
        write_new(self._directory / name, tail)
        kept = sorted(
            self._directory.glob(f"*{TORN_SUFFIX}"), key=lambda path: path.stat().st_mtime
        )
        for path in kept[:-TORN_FILES_MAX]:
            path.unlink()


def _lock_directory(directory: Path) -> int:
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        sync_directory(directory.parent)
    except BlockingIOError:
        os.close(file)
        raise JournalLockedError(
            f"the journal {directory} is in use by another process; only one may write it"
        ) from None
    except BaseException:
        os.close(file)
        raise
    return file

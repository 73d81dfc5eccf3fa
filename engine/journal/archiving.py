"""Copying sealed segments into an archive, and removing them from the journal afterwards.

A segment is sealed once another one follows it: it never changes again, also while the writer runs.
`archive` only adds to the archive. `remove` takes away segments whose copy in the archive is equal
byte for byte; `archive.json` names the archive durably before the first one goes, and the oldest
goes first, each durably before the next. A crash leaves a whole journal at every step.
"""

import errno
import fcntl
import hashlib
import os
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.journal.end import write_new
from engine.journal.files import sync_directory
from engine.journal.journal import JournalArchiveError, JournalCorruptError, JournalLockedError
from engine.journal.manifest import (
    MANIFEST,
    ArchivedSegment,
    Manifest,
    read_manifest,
    write_manifest,
    write_pointer,
)
from engine.journal.segment import Place, Walk, check_end, decode_header
from engine.journal.segments import Segment, local_segments, read_segment, with_archived

LOCK = "maintenance.lock"
PART_SUFFIX = ".part"
DROP_CACHE = getattr(os, "POSIX_FADV_DONTNEED", None)  # macOS has none


@dataclass(frozen=True, slots=True)
class Archived:
    """Outcome of `archive`: segments copied now, and the last record in the archive."""

    copied: int
    last_seq: int


@contextmanager
def maintenance(directory: Path) -> Iterator[None]:
    """Hold the lock of those that change sealed segments; JournalLockedError while another does.

    The writer does not hold it: it changes the last segment only.
    """
    file = os.open(directory / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalLockedError(
                f"another `acre journal` command changes the segments in {directory}; wait for it"
            ) from None
        yield
    finally:
        os.close(file)


def archive(journal: Path, target: Path) -> Archived:
    """Copy every sealed segment that the archive `target` lacks; the journal then names it.

    Each is checked (CRC, hash chain, join) while it is copied, and read again from the disk. An
    interrupted run is continued by the next one. Hold `maintenance`. Raises JournalArchiveError
    where `target` is no archive of this journal, before it is changed; JournalCorruptError where
    a segment is damaged.
    """
    _check_target(journal, target)
    segments = local_segments(journal)
    # Without the name of the last segment, the one before it would be written again.
    sync_directory(journal)
    if not target.is_dir():
        target.mkdir(mode=0o700, parents=True)
        sync_directory(target.parent)
    with maintenance(target):
        manifest = _open_archive(target)
        if not segments:
            return Archived(0, 0)
        needed = segments
        if manifest.end[0] < segments[0].start.next_seq:  # the rest is in another archive
            needed = with_archived(segments)
        _check_history(manifest, needed, target)
        copied = _copy_missing(needed[:-1], target, manifest)
    write_pointer(journal, target, segments[0].start)
    return Archived(copied, segments[-1].start.next_seq - 1)


def remove(journal: Path, target: Path, *, up_to_seq: int, kept: int) -> list[Path]:
    """Remove sealed segments that end at `up_to_seq` or before; return their former paths.

    The newest `kept` sealed segments stay. Hold `maintenance`, and call `archive` before. Raises
    JournalArchiveError, before anything is removed, unless each one to be removed equals its copy
    in `target`, and the copies of all before them are there.
    """
    segments = local_segments(journal)
    candidates = _candidates(segments, up_to_seq, kept)
    if not candidates:
        return []
    rows = {one.name: one for one in read_manifest(target).segments}
    for segment in candidates:
        _check_copy(segment, target, rows.get(segment.path.name))
    for row in rows.values():
        if row.first_seq < candidates[0].start.next_seq and not _has_size(target, row):
            raise JournalArchiveError(f"{target / row.name} is missing or has another length")
    write_pointer(journal, target, segments[len(candidates)].start)
    for segment in candidates:
        segment.path.unlink()
        sync_directory(journal)
    return [segment.path for segment in candidates]


def sealed_end(name: str, data: bytes) -> tuple[Place, Place]:
    """Check a sealed segment; return the places of its first record and after its last one."""
    start = decode_header(name, data)
    walk = Walk(name, data, start)
    deque(walk, maxlen=0)
    check_end(name, data, walk.place)
    if walk.place.next_seq == start.next_seq:
        raise JournalCorruptError(
            f"{name}, offset {start.offset}: no record, yet a segment follows"
        )
    return start, walk.place


def read_from_disk(path: Path, offset: int = 0, size: int = -1) -> bytes:
    """Read a file or `size` bytes of it, from the disk where the system can drop its cache.

    Raises JournalCorruptError where the disk cannot read it (EIO), and OSError.
    """
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with os.fdopen(file, "rb") as stream:
            if DROP_CACHE is not None:
                os.posix_fadvise(file, offset, max(0, size), DROP_CACHE)
            stream.seek(offset)
            return stream.read(size)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        raise JournalCorruptError(f"{path}: the disk cannot read it ({error.strerror})") from error


def _check_target(journal: Path, target: Path) -> None:
    inside = target.resolve(), journal.resolve()
    if inside[0].is_relative_to(inside[1]) or inside[1].is_relative_to(inside[0]):
        raise JournalArchiveError(f"{target} must be outside of the journal {journal}")


def _open_archive(target: Path) -> Manifest:
    """Return the manifest, an empty one in an empty directory."""
    if (target / MANIFEST).exists():
        return read_manifest(target)
    if any(path.name != LOCK and path.suffix != PART_SUFFIX for path in target.iterdir()):
        raise JournalArchiveError(f"{target} is not empty, and holds no archive")
    write_manifest(target, Manifest())
    return Manifest()


def _check_history(manifest: Manifest, segments: Sequence[Segment], target: Path) -> None:
    """Require that archive and journal have the same segments where both have some."""
    end_seq, end_hash = manifest.end
    first_seq, sealed_seq = segments[0].start.next_seq, segments[-1].start.next_seq - 1
    if end_seq - 1 > sealed_seq:
        raise JournalArchiveError(
            f"{target} holds {end_seq - 1} records, but the sealed segments of this journal end at"
            f" record {sealed_seq}: it is of another journal, or this one is an older copy"
        )
    archived = {one.first_seq: one.start.previous_hash for one in manifest.segments}
    archived[end_seq] = end_hash
    own = {one.start.next_seq: one.start.previous_hash for one in segments}
    if {seq: digest for seq, digest in archived.items() if seq >= first_seq} != {
        seq: digest for seq, digest in own.items() if seq <= end_seq
    }:
        raise JournalArchiveError(f"{target} holds the archive of another journal")


def _copy_missing(segments: Sequence[Segment], target: Path, manifest: Manifest) -> int:
    rows = {one.name: one for one in manifest.segments}
    copied = 0
    for segment in segments:
        row = rows.get(segment.path.name)
        if row is not None and _has_size(target, row):
            continue
        found = _copy(segment, target)
        if row is None:
            if (found.first_seq, found.start.previous_hash) != manifest.end:
                raise JournalCorruptError(
                    f"{segment.path}: does not continue the hash chain of the segment before"
                )
            manifest = Manifest(segments=(*manifest.segments, found))
            write_manifest(target, manifest)
        elif row != found:
            raise JournalArchiveError(f"{segment.path} is not what {target} held before")
        copied += 1
    return copied


def _copy(segment: Segment, target: Path) -> ArchivedSegment:
    name, data = read_segment(segment.path)
    start, end = sealed_end(name, data)
    copy = target / segment.path.name
    if not copy.exists():
        write_new(copy, data)
    if read_from_disk(copy) != data:
        raise JournalArchiveError(
            f"{copy} differs from {name}: move it away, and run the command again"
        )
    return ArchivedSegment(
        first_seq=start.next_seq,
        last_seq=end.next_seq - 1,
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        previous_hash=start.previous_hash.hex(),
        last_hash=end.previous_hash.hex(),
        epoch=start.epoch,
        last_epoch=end.epoch,
    )


def _candidates(segments: Sequence[Segment], up_to_seq: int, kept: int) -> list[Segment]:
    sealed = segments[: max(0, len(segments) - 1 - kept)]
    return [
        segment
        for segment, following in zip(sealed, segments[1:], strict=False)
        if following.start.next_seq - 1 <= up_to_seq
    ]


def _check_copy(segment: Segment, target: Path, row: ArchivedSegment | None) -> None:
    copy = target / segment.path.name
    if row is None:
        raise JournalArchiveError(f"{target} lacks {segment.path.name}")
    try:
        data = read_from_disk(copy)
        is_same = copy.samefile(segment.path)
    except OSError as error:
        raise JournalArchiveError(f"{copy} cannot be read ({error.strerror})") from error
    if is_same:
        raise JournalArchiveError(
            f"{copy} and {segment.path} are the same file (a link): nothing is removed. Delete the"
            " link, and run the command again"
        )
    if hashlib.sha256(data).hexdigest() != row.sha256 or data != segment.path.read_bytes():
        raise JournalArchiveError(
            f"{copy} differs from {segment.path}: nothing is removed. Move it away, and run the"
            " command again"
        )


def _has_size(target: Path, row: ArchivedSegment) -> bool:
    try:
        return (target / row.name).stat().st_size == row.size
    except OSError:
        return False

"""Repair of damaged or missing sealed segments with copies from an archive or a backup.

Copies are taken for a run of neighboring segments at once, and only if the run joins the hash chain
on both sides: it starts with the hash of the record before it and ends with the hash that the next
whole segment continues. Only one content can do that. The last segment is never touched: its writer
may run.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.journal.archiving import read_from_disk, sealed_end
from engine.journal.end import write_new
from engine.journal.files import sync_directory
from engine.journal.journal import JournalArchiveError, JournalCorruptError
from engine.journal.manifest import read_manifest, read_pointer
from engine.journal.segment import GENESIS_HASH, HEADER, Place
from engine.journal.segments import read_start, segment_paths

DAMAGED_SUFFIX = ".damaged"


@dataclass(frozen=True, slots=True)
class Repaired:
    """A segment that was replaced; `kept` has the damaged bytes, None where there were none."""

    path: Path
    kept: Path | None


@dataclass(frozen=True, slots=True)
class _Copy:
    """A checked copy: it joins the records before `start` and those after `end`."""

    path: Path
    start: Place
    end: Place


def repair(journal: Path, source: Path | None) -> Iterator[Repaired]:
    """Replace each damaged or missing sealed segment by its copy in `source`; yield each.

    Hold `maintenance`. An interrupted run is continued by the next one. Raises JournalCorruptError
    for damage that cannot be repaired from `source`, naming it; runs before it are repaired.
    """
    paths = segment_paths(journal)
    if not paths:
        return
    place = _beginning(journal, paths[0])
    damage: dict[str, JournalCorruptError] = {}  # since the last whole segment, by file name
    for path in paths:
        is_last = path == paths[-1]
        try:
            start, end = (read_start(path), None) if is_last else _checked(path)
        except JournalCorruptError as error:
            if is_last:
                raise
            damage[path.name] = error
            continue
        for copy in _missing(journal, source, (place, start), damage):
            yield _replace(journal / copy.path.name, copy)
            damage.pop(copy.path.name, None)
        if damage:
            stray = next(iter(damage.values()))
            raise JournalCorruptError(f"{stray}; no segment belongs here: move the file away")
        place = start if end is None else end


def find_copies(directory: Path) -> Path:
    """Return the directory of the segments in an archive, a backup or a journal."""
    inner = directory / "journal"
    return inner if inner.is_dir() else directory


def _beginning(journal: Path, first: Path) -> Place:
    """Return what the first segment must continue."""
    seq = int(first.stem)
    pointer = read_pointer(journal)
    if pointer is None or pointer.first_seq == 1:  # nothing was removed: what lacks is missing
        return Place(HEADER.size, 1, GENESIS_HASH, 0)
    if seq >= pointer.first_seq:
        digest = bytes.fromhex(pointer.previous_hash)
        return Place(HEADER.size, pointer.first_seq, digest, 0)
    # A removal was interrupted: the archive knows what comes before.
    for row in read_manifest(Path(pointer.directory)).segments:
        if row.first_seq == seq:
            return row.start
    raise JournalArchiveError(f"The archive {pointer.directory} lacks {first.name}")


def _missing(
    journal: Path,
    source: Path | None,
    gap: tuple[Place, Place],
    damage: Mapping[str, JournalCorruptError],
) -> list[_Copy]:
    """Return the copies that fill a gap, none where there is none; they join on both sides."""
    place, following = gap
    if _joins(place, following):
        return []
    reason = str(next(iter(damage.values()), "")) or (
        f"{journal}: after record {place.next_seq - 1} the next whole segment begins at record"
        f" {following.next_seq} or continues another hash chain"
    )
    if source is None:
        raise JournalCorruptError(f"{reason}; no archive is known: name a copy with --source DIR")
    copies: list[_Copy] = []
    while place.next_seq < following.next_seq:
        copy = source / f"{place.next_seq:020d}.journal"
        try:
            start, end = _checked(copy)
        except FileNotFoundError:
            raise JournalCorruptError(f"{reason}; {copy} does not exist") from None
        except JournalCorruptError as error:
            raise JournalCorruptError(f"{reason}; its copy is damaged too: {error}") from error
        if not _joins(place, start):
            raise JournalCorruptError(f"{reason}; {copy} does not continue the hash chain here")
        copies.append(_Copy(copy, start, end))
        place = end
    if not _joins(place, following):
        raise JournalCorruptError(
            f"{reason}; the copies in {source} do not lead to record {following.next_seq} with the"
            " hash that the next segment continues"
        )
    return copies


def _joins(end: Place, start: Place) -> bool:
    is_next = (end.next_seq, end.previous_hash) == (start.next_seq, start.previous_hash)
    return is_next and end.epoch <= start.epoch


def _checked(path: Path) -> tuple[Place, Place]:
    return _places(path, read_from_disk(path))


def _places(path: Path, data: bytes) -> tuple[Place, Place]:
    start, end = sealed_end(str(path), data)
    if start.next_seq != int(path.stem):
        raise JournalCorruptError(f"{path}, offset 24: first record {start.next_seq}")
    return start, end


def _replace(path: Path, copy: _Copy) -> Repaired:
    """Put a copy in the place of a segment; the damaged file gets a name of its own first."""
    data, kept = read_from_disk(copy.path), None
    if _places(copy.path, data) != (copy.start, copy.end):
        raise JournalCorruptError(f"{copy.path}: changed while it was read")
    if path.exists():
        kept = path.with_name(f"{path.stem}-{_digest(path)}{DAMAGED_SUFFIX}")
        if not kept.exists():
            os.link(path, kept)
            sync_directory(path.parent)
    write_new(path, data)
    if read_from_disk(path) != data:
        raise JournalCorruptError(
            f"{path}: reads back differently from {copy.path}; replace the disk"
        )
    return Repaired(path, kept)


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(read_from_disk(path)).hexdigest()[:8]
    except JournalCorruptError:
        return "unreadable"

"""Copying a journal, also while its writer runs."""

import shutil
from pathlib import Path
from typing import NamedTuple

from engine.journal.end import ACCEPTED_FILE
from engine.journal.reader import read_journal
from engine.journal.segment import GENESIS_HASH, FoundRecord, find_record
from engine.journal.segments import Segment, read_segment, whole_segments
from engine.journal.snapshots import SnapshotError, read_snapshot


class CopiedJournal(NamedTuple):
    """The end of a copy: its last record and that record's hash."""

    last_seq: int
    record_hash: bytes


def copy_journal(source: Path, target: Path, *, is_written: bool) -> CopiedJournal:
    """Copy segments, and the snapshots that fit them, into a new directory; check what was copied.

    While the journal `is_written` its last group may not be durable yet: the copy ends before it.
    Segments in the archive are copied too: the copy is whole. Raises JournalCorruptError where the
    journal is damaged, naming the file of the copy, and JournalArchiveError.
    """
    target.mkdir(parents=True)
    segments = whole_segments(source)
    for segment in segments[:-1]:
        (target / segment.path.name).write_bytes(read_segment(segment.path)[1])
    if segments:
        _copy_last(segments[-1], target, is_written=is_written)
    last_seq, record_hash = 0, GENESIS_HASH
    for record, digest in read_journal(target):
        last_seq, record_hash = record.seq, digest
    for snapshot in sorted(source.glob("*/*.snapshot")):
        _copy_snapshot(snapshot, target / snapshot.parent.name, last_seq)
    if (source / ACCEPTED_FILE).exists():
        shutil.copyfile(source / ACCEPTED_FILE, target / ACCEPTED_FILE)
    return CopiedJournal(last_seq, record_hash)


def _copy_last(segment: Segment, target: Path, *, is_written: bool) -> None:
    data = segment.path.read_bytes()
    offset = group_offset = segment.start.offset
    while isinstance(found := find_record(data, offset), FoundRecord):
        if found.commit == found.record.seq:
            group_offset = offset
        offset = found.end
    end = group_offset if is_written else offset
    with (target / segment.path.name).open("xb") as stream:
        stream.write(data[:end])
        stream.truncate(len(data))


def _copy_snapshot(path: Path, target: Path, last_seq: int) -> None:
    if not path.stem.isdigit() or int(path.stem) > last_seq:
        return
    target.mkdir(exist_ok=True)
    try:
        shutil.copyfile(path, target / path.name)
        read_snapshot(target / path.name)
    except (OSError, SnapshotError):  # a newer one has taken its place: snapshots save time only
        (target / path.name).unlink(missing_ok=True)

"""Reading a journal of another process: without its lock, also while it is written."""

from collections.abc import Iterator
from pathlib import Path

from engine.journal.journal import JournalCorruptError, JournalRecord
from engine.journal.manifest import read_pointer
from engine.journal.segment import (
    GENESIS_HASH,
    HEADER,
    Place,
    Walk,
    check_end,
    check_torn,
    decode_header,
)
from engine.journal.segments import (
    Segment,
    read_segment,
    read_start,
    segment_paths,
    with_archived,
)

LAST_READS_MAX = 5  # of a last segment that looks damaged: its writer may have been in the middle


def read_journal(directory: Path) -> Iterator[tuple[JournalRecord, bytes]]:
    """Yield every record with its hash, checked, in order, one segment in memory at a time.

    It ends where the journal ended when its last segment was read; a group that was being written
    then is left out. Segments that were removed are read from the archive. Raises
    JournalCorruptError at the first damage, naming file and offset, and JournalArchiveError.
    """
    paths = segment_paths(directory)
    if paths and int(paths[0].stem) > 1 and read_pointer(directory) is not None:
        first = Segment(paths[0], read_start(paths[0]))
        paths = [*(one.path for one in with_archived([first])[:-1]), *paths]
    end = Place(HEADER.size, 1, GENESIS_HASH, 0)
    for path in paths:
        name, data = read_segment(path)
        start = decode_header(name, data)
        if start.next_seq != end.next_seq or start.epoch < end.epoch:
            raise JournalCorruptError(
                f"{name}: begins at record {start.next_seq}, where {end.next_seq} must be"
            )
        if start.previous_hash != end.previous_hash:
            raise JournalCorruptError(
                f"{name}, offset 32: does not continue the hash chain of the segment before"
            )
        if path == paths[-1]:
            yield from _read_last(path, data, start)
            return
        walk = Walk(name, data, start)
        for record in walk:
            yield record, walk.digest
        check_end(name, data, walk.place)
        end = walk.place


def _read_last(path: Path, data: bytes, place: Place) -> Iterator[tuple[JournalRecord, bytes]]:
    """Yield the records of the last segment; read on where the writer was in the middle."""
    name = str(path)
    for reads in range(1, LAST_READS_MAX + 1):
        walk = Walk(name, data, place)
        for record in walk:
            yield record, walk.digest
        place = walk.place
        try:
            check_torn(name, data, place)
        except JournalCorruptError:
            if reads == LAST_READS_MAX:
                raise
            data = path.read_bytes()
        else:
            return

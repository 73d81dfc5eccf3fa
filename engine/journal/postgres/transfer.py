"""A journal from the database into segment files and back, with the same hash chain."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from engine.journal.copying import CopiedJournal
from engine.journal.files import sync_directory
from engine.journal.journal import JournalCorruptError, JournalError
from engine.journal.limits import SEGMENT_BYTES
from engine.journal.postgres import statements
from engine.journal.postgres.limits import READ_ROWS
from engine.journal.postgres.records import DatabaseRecords, read_head
from engine.journal.postgres.session import Session
from engine.journal.segment import (
    GENESIS_HASH,
    HEADER,
    FoundRecord,
    Place,
    encode_header,
    encode_record,
    find_record,
)
from engine.journal.segments import read_segment, whole_segments

COLUMNS = ("shard", "seq", "epoch", "group_seq", "previous_hash", "payload")
Row = tuple[int, int, int, int, bytes, bytes]


def copy_to_files(
    session: Session, directory: Path, shard: int = 0, segment_bytes: int = SEGMENT_BYTES
) -> CopiedJournal:
    """Write the log up to its present end into a new directory; return its end.

    Raises FileExistsError where the directory is there, JournalCorruptError where the log is
    damaged.
    """
    directory.mkdir(mode=0o700, parents=True)
    records = DatabaseRecords.head(session, shard)
    place, data, start = Place(HEADER.size, 1, GENESIS_HASH, 0), b"", 1
    parts: list[bytes] = []
    size = 0
    for group_seq, record in records.read_grouped():
        if not parts:
            data = encode_header(record.epoch, record.seq, place.previous_hash)
            parts, size, start = [data], len(data), record.seq
        encoded, place = encode_record(place, group_seq, record.epoch, record.payload)
        parts.append(encoded)
        size += len(encoded)
        if size >= segment_bytes:
            _write(directory / f"{start:020d}.journal", parts)
            parts = []
    if parts:
        _write(directory / f"{start:020d}.journal", parts)
    if place.previous_hash != records.last_hash:
        raise JournalCorruptError("the copy does not end with the hash of the log")
    sync_directory(directory)
    return CopiedJournal(records.last_seq, records.last_hash)


def load_from_files(session: Session, directory: Path, shard: int = 0) -> CopiedJournal:
    """Put a journal of files into an empty log; return its end.

    The journal must be at rest. All of it is there afterwards, or nothing.
    Raises JournalError when the log has records already, JournalCorruptError for damaged files.
    """
    _, last_seq, _ = read_head(session, shard)
    if last_seq:
        raise JournalError(f"the command log holds {last_seq} commands already")

    async def load(connection: Any) -> CopiedJournal:  # noqa: ANN401 - the driver has no types
        rows = _rows(directory, shard)
        last_seq, last_hash, epoch = 0, GENESIS_HASH, 0
        async with connection.transaction():
            await connection.execute("DELETE FROM command_log WHERE shard = $1", shard)
            while page := list(islice(rows, READ_ROWS)):
                await connection.copy_records_to_table(
                    "command_log", records=[row for row, _ in page], columns=COLUMNS
                )
                (_, last_seq, epoch, *_), last_hash = page[-1]
            moved = await connection.execute(statements.LOADED, shard, epoch, last_seq, last_hash)
            if moved != "UPDATE 1":
                raise JournalError("a writer has the lease: stop it first")
        return CopiedJournal(last_seq, last_hash)

    return session.run(load)


def _rows(directory: Path, shard: int) -> Iterator[tuple[Row, bytes]]:
    """Yield the rows of the records with their hashes."""
    digest, seq, epoch = GENESIS_HASH, 0, 0
    for segment in whole_segments(directory):
        (name, data), offset = read_segment(segment.path), segment.start.offset
        while isinstance(found := find_record(data, offset), FoundRecord):
            record = found.record
            if (record.seq, found.previous_hash) != (seq + 1, digest) or record.epoch < epoch:
                raise JournalCorruptError(
                    f"{name}, offset {offset}: record {record.seq} does not continue the"
                    f" journal after record {seq}"
                )
            seq, epoch, digest, offset = record.seq, record.epoch, found.digest, found.end
            yield (
                (shard, seq, epoch, found.commit, found.previous_hash, record.payload),
                digest,
            )


def _write(path: Path, parts: list[bytes]) -> None:
    with path.open("xb") as stream:
        os.fchmod(stream.fileno(), 0o600)
        stream.writelines(parts)
        stream.flush()
        os.fsync(stream.fileno())

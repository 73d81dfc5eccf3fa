"""Journals and their files for the tests."""

from pathlib import Path

from engine.journal import FileJournal
from engine.journal.segment import HEADER, RECORD, FoundRecord, decode_header, find_record

SMALL_SEGMENT = 4096


def open_journal(directory: Path, segment_bytes: int = SMALL_SEGMENT) -> FileJournal:
    return FileJournal(directory, segment_bytes=segment_bytes)


def write_groups(directory: Path, groups: list[list[bytes]]) -> None:
    journal = open_journal(directory)
    for group in groups:
        journal.append_batch(group)
    journal.close()


def payloads(directory: Path) -> list[bytes]:
    journal = open_journal(directory)
    try:
        return [record.payload for record in journal.read()]
    finally:
        journal.close()


def segment_files(directory: Path) -> list[Path]:
    return sorted(directory.glob("*.journal"))


def record_offsets(path: Path) -> list[tuple[int, int]]:
    """(start, end) of each record of a segment."""
    data = path.read_bytes()
    place = decode_header(path.name, data).offset
    offsets = []
    while isinstance(found := find_record(data, place), FoundRecord):
        offsets.append((place, found.end))
        place = found.end
    return offsets


def overwrite(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as stream:
        stream.seek(offset)
        stream.write(data)


def flip_bit(path: Path, offset: int, bit: int) -> None:
    value = path.read_bytes()[offset]
    overwrite(path, offset, bytes([value ^ (1 << bit)]))


RECORD_BYTES = RECORD.size
HEADER_BYTES = HEADER.size

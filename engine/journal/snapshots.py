"""Snapshots of a state beside its journal: whole files, of which the newest two are kept.

A file is a header and an opaque payload that carries its own checksum. The name and the header say
after which record the snapshot was taken, the header also that record's hash: a snapshot belongs to
one history only. Snapshots save time and hold nothing that the journal does not: any of them may be
lost. All numbers are little-endian.

header: magic, format version, CRC32C of the rest, seq, hash of the record, length of the payload
"""

import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from struct import Struct

import google_crc32c

from engine.journal.files import make_directory, sync_directory, write_all

log = logging.getLogger(__name__)

MAGIC = b"ACRESAVE"
FORMAT_VERSION = 1
HEADER = Struct("<8sIIQ32sQ")
CHECKED = Struct("<Q32sQ")  # what follows the CRC
NAME = re.compile(r"(\d{20})\.snapshot")
NEW_SUFFIX = ".new"
KEPT = 2


class SnapshotError(Exception):
    """A file is no whole snapshot; the text says which and why."""


class NewerSnapshotError(SnapshotError):
    """A newer program wrote the file; the text says which version it has."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state after record `seq`, whose hash is `record_hash`."""

    path: Path
    seq: int
    record_hash: bytes
    payload: memoryview


class SnapshotStore:
    """The snapshots in a directory, which the holder of the journal's lock alone writes."""

    def __init__(self, directory: Path, *, is_reader: bool = False) -> None:
        """Create the directory and remove what a crash left half written; a reader does neither."""
        self._directory = directory
        if is_reader:
            return
        make_directory(directory, 0o700)
        for leftover in directory.glob(f"*{NEW_SUFFIX}"):
            leftover.unlink()

    def newest_first(self) -> Iterator[tuple[int, Path]]:
        """Yield seq and path of each file, by its name."""
        for path in sorted(self._directory.glob("*.snapshot"), reverse=True):
            if found := NAME.fullmatch(path.name):
                yield int(found[1]), path

    def save(
        self, seq: int, record_hash: bytes, parts: Sequence[bytes], *, keeps_later: bool = False
    ) -> None:
        """Write a snapshot durably under its final name, then remove all but the newest two.

        One with a higher seq is of no history of this journal and is removed as well, but during a
        replay, which begins at an older one where a listener needs the commands before it.
        """
        path = self._directory / f"{seq:020d}.snapshot"
        new_path = path.with_suffix(NEW_SUFFIX)
        checked = CHECKED.pack(seq, record_hash, sum(map(len, parts)))
        crc = google_crc32c.value(checked)
        header = MAGIC + FORMAT_VERSION.to_bytes(4, "little") + crc.to_bytes(4, "little") + checked
        file = os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            offset = 0
            for part in (header, *parts):
                write_all(file, part, offset)
                offset += len(part)
            os.fsync(file)
        except BaseException:
            new_path.unlink()
            raise
        finally:
            os.close(file)
        new_path.rename(path)
        sync_directory(self._directory)
        kept = [old for old_seq, old in self.newest_first() if old_seq <= seq][:KEPT]
        for old_seq, old in self.newest_first():
            if old not in kept and not (keeps_later and old_seq > seq):
                old.unlink()


def refuse_newer(path: Path) -> None:
    """Raise NewerSnapshotError for a file of a newer format; reads no more than its header."""
    with suppress(OSError), path.open("rb") as stream:
        data = stream.read(HEADER.size)
        if len(data) == HEADER.size:
            magic, version, crc, *checked = HEADER.unpack(data)
            if magic == MAGIC and _is_newer(version, crc, CHECKED.pack(*checked)):
                raise NewerSnapshotError(_other_version(path, version))


def _is_newer(version: int, crc: int, checked: bytes) -> bool:
    """Return whether a newer program wrote a header, and no damage made its version.

    From format 2 on the checksum of a header covers the version as well, in the four bytes before
    the rest. That of format 1 does not.
    """
    if version <= FORMAT_VERSION:
        return False
    covered = version.to_bytes(4, "little") + checked
    return bool(crc == google_crc32c.value(covered))


def _other_version(path: Path, version: int) -> str:
    return f"{path} has format version {version}, this program reads {FORMAT_VERSION}"


def read_snapshot(path: Path) -> Snapshot:
    """Read a file; SnapshotError when header, name and length do not agree."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SnapshotError(f"{path} cannot be read: {error}") from error
    if len(data) < HEADER.size:
        raise SnapshotError(f"{path} is shorter than its header")
    magic, version, crc, seq, record_hash, length = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise SnapshotError(f"{path} is no snapshot (wrong magic)")
    checked = CHECKED.pack(seq, record_hash, length)
    if version != FORMAT_VERSION:
        kind = NewerSnapshotError if _is_newer(version, crc, checked) else SnapshotError
        raise kind(_other_version(path, version))
    if crc != google_crc32c.value(checked):
        raise SnapshotError(f"{path}: the header fails its checksum")
    if path.name != f"{seq:020d}.snapshot":
        raise SnapshotError(f"{path} was taken after record {seq}")
    if len(data) != HEADER.size + length:
        raise SnapshotError(f"{path} has {len(data)} bytes, its header says {HEADER.size + length}")
    return Snapshot(path, seq, record_hash, memoryview(data)[HEADER.size :])

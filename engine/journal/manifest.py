"""The manifest of an archive, and the file by which a journal names its archive.

An archive is a directory with byte-for-byte copies of the first segments of one journal, from
record 1 on, and `manifest.json`. A journal names its archive in `archive.json`, also before any of
its own segments is removed.
"""

import re
from pathlib import Path

import msgspec

from engine.journal.end import write_new
from engine.journal.journal import JournalArchiveError, JournalCorruptError
from engine.journal.segment import GENESIS_HASH, HEADER, Place

MANIFEST = "manifest.json"
POINTER = "archive.json"
FORMAT = 1
HASH = re.compile(r"[0-9a-f]{64}")


class ArchivedSegment(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A segment in an archive. Hashes are hex: of the file, and of records as in the journal."""

    first_seq: int
    last_seq: int
    size: int
    sha256: str
    previous_hash: str  # of record first_seq - 1
    last_hash: str
    epoch: int  # of the header
    last_epoch: int

    @property
    def name(self) -> str:
        """File name, the same as in the journal."""
        return f"{self.first_seq:020d}.journal"

    @property
    def start(self) -> Place:
        """Place of the first record."""
        return Place(HEADER.size, self.first_seq, bytes.fromhex(self.previous_hash), self.epoch)

    @property
    def end(self) -> tuple[int, bytes]:
        """Number of the record that must follow, and the hash that it must continue."""
        return self.last_seq + 1, bytes.fromhex(self.last_hash)


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The segments of an archive, in order, without a gap."""

    format: int = FORMAT
    segments: tuple[ArchivedSegment, ...] = ()

    @property
    def end(self) -> tuple[int, bytes]:
        """Number of the record after the archive, and the hash that it must continue."""
        return self.segments[-1].end if self.segments else (1, GENESIS_HASH)


class Pointer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Archive of a journal, and the last record at which its own segments may begin."""

    directory: str
    first_seq: int
    previous_hash: str


def read_manifest(archive: Path) -> Manifest:
    """Read and check the manifest; raises JournalArchiveError with the reason."""
    path = archive / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise JournalArchiveError(f"{path} cannot be read ({error.strerror})") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise JournalArchiveError(f"{path} is damaged ({error})") from error
    if manifest.format != FORMAT:
        raise JournalArchiveError(
            f"{path} has format {manifest.format}, this program reads {FORMAT}"
        )
    if not all(map(_is_whole, manifest.segments)):
        raise JournalArchiveError(f"{path} is damaged (impossible values)")
    starts = [(one.start.next_seq, one.start.previous_hash) for one in manifest.segments]
    ends = [(1, GENESIS_HASH), *(one.end for one in manifest.segments)]
    if any(start != end for start, end in zip(starts, ends, strict=False)):
        raise JournalArchiveError(f"{path} is damaged (its segments do not join)")
    return manifest


def write_manifest(archive: Path, manifest: Manifest) -> None:
    """Write the manifest durably."""
    write_new(archive / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))


def read_pointer(journal: Path) -> Pointer | None:
    """Return what a journal says about its archive; JournalCorruptError where it is damaged."""
    path = journal / POINTER
    try:
        pointer = msgspec.json.decode(path.read_bytes(), type=Pointer)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged_pointer(path, str(error)) from error
    if pointer.first_seq < 1 or not HASH.fullmatch(pointer.previous_hash):
        raise _damaged_pointer(path, "impossible values")
    return pointer


def write_pointer(journal: Path, archive: Path, start: Place) -> None:
    """Name the archive durably; segments that begin before `start` may be removed afterwards."""
    pointer = Pointer(
        directory=str(archive),
        first_seq=start.next_seq,
        previous_hash=start.previous_hash.hex(),
    )
    write_new(journal / POINTER, msgspec.json.encode(pointer))


def _is_whole(one: ArchivedSegment) -> bool:
    hashes = (one.sha256, one.previous_hash, one.last_hash)
    is_counted = 1 <= one.first_seq <= one.last_seq and 0 < one.epoch <= one.last_epoch
    return is_counted and one.size > HEADER.size and all(map(HASH.fullmatch, hashes))


def _damaged_pointer(path: Path, reason: str) -> JournalCorruptError:
    return JournalCorruptError(
        f"{path} is damaged ({reason}): write it again with `acre journal archive DIR`"
    )

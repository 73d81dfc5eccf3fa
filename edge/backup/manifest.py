"""The manifest of a backup: what is in it, and the hash of each file."""

import hashlib
from pathlib import Path

import msgspec

from edge.store.migrate import known_migrations
from edge.store.pool import MIGRATIONS

NAME = "manifest.json"
FORMAT = 1
PART_BYTES = 1024 * 1024


class BackupError(Exception):
    """A backup cannot be made or restored; the message is a sentence."""


class _Head(msgspec.Struct, frozen=True):
    """What every format of a manifest begins with."""

    format: int
    version: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a backup holds; `files` gives SHA-256 by path, `rows` the columns of each table."""

    format: int
    version: str
    made_at: int
    env: str
    profile: str
    last_sequence: int
    record_hash: str
    has_keys: bool
    has_chain: bool
    files: dict[str, str]
    rows: dict[str, list[str]]
    migrations: int = 0  # of the database; 0: not noted


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while part := stream.read(PART_BYTES):
            digest.update(part)
    return digest.hexdigest()


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file below a folder, by its path there."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): digest_of(path) for path in found}


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a backup, last of all."""
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    (folder / NAME).write_bytes(data + b"\n")


def read_manifest(folder: Path) -> Manifest:
    """Read and compare every file; raises BackupError for what is missing, changed or unknown."""
    path = folder / NAME
    try:
        data = path.read_bytes()
        head = msgspec.json.decode(data, type=_Head)
        if head.format != FORMAT:
            raise BackupError(
                f"{path} has format {head.format}, this program reads {FORMAT}; use the version of "
                f"Acre that made it ({head.version})."
            )
        manifest = msgspec.json.decode(data, type=Manifest)
    except FileNotFoundError:
        raise BackupError(f"{folder} is no backup: it has no {NAME}.") from None
    except (OSError, msgspec.MsgspecError) as error:
        raise BackupError(f"{path} cannot be read: {error}.") from None
    known = known_migrations(MIGRATIONS)
    if manifest.migrations > known:
        raise BackupError(
            f"{path} is of a newer version of Acre ({manifest.version}): its database has "
            f"migration {manifest.migrations}, this version knows {known}; use that version."
        )
    found = digests(folder)
    found.pop(NAME)
    for name in sorted(manifest.files.keys() | found.keys()):
        if name not in found:
            raise BackupError(f"{folder / name} is missing; take another backup.")
        if name not in manifest.files:
            raise BackupError(f"{folder / name} is not of this backup; move it away.")
        if found[name] != manifest.files[name]:
            raise BackupError(f"{folder / name} was changed or damaged; take another backup.")
    return manifest

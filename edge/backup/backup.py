"""`acre backup` and `acre restore`: one consistent copy of an installation, and its return."""

import fcntl
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from edge.backup.files import copy_folder
from edge.backup.keys import open_keys, seal_keys
from edge.backup.manifest import (
    FORMAT,
    BackupError,
    Manifest,
    digests,
    read_manifest,
    write_manifest,
)
from edge.store.migrate import known_migrations
from edge.store.pool import MIGRATIONS
from engine.journal.copying import CopiedJournal, copy_journal

# Copied as they are, where they are there; the journal comes before the chain, which may be newer.
FOLDERS = ("custody", "data")
CHAIN = "chain"
PART = ".part"


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """What is copied: a state directory and its database."""

    home: Path
    env: str
    profile: str
    version: str
    has_chain: bool  # the embedded node's
    copy_cluster: Callable[[Path], CopiedJournal] | None = None  # journal and files, elsewhere


def make_backup(
    of: Installation,
    target: Path,
    save_rows: Callable[[Path], dict[str, list[str]]],
    passphrase: bytes | None,
) -> Manifest:
    """Copy an installation, running or not; raises BackupError, and then leaves nothing behind.

    The target must not exist, or be an empty directory; it appears when everything is in it.
    """
    part = target.with_name(target.name + PART)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BackupError(f"{target} is there already; name another directory.")
    if of.copy_cluster is None and not (of.home / "journal").is_dir():
        raise BackupError(f"{of.home} holds no journal; is ACRE_HOME right?")
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(mode=0o700, parents=True)
        end = _copy_home(of, part) if of.copy_cluster is None else of.copy_cluster(part)
        rows = save_rows(part)
        if passphrase is not None:
            seal_keys(of.home / "keys", part, passphrase)
        manifest = Manifest(
            format=FORMAT,
            version=of.version,
            made_at=int(time.time()),
            env=of.env,
            profile=of.profile,
            last_sequence=end.last_seq,
            record_hash=end.record_hash.hex(),
            has_keys=passphrase is not None,
            has_chain=of.has_chain,
            files=digests(part),
            rows=rows,
            migrations=known_migrations(MIGRATIONS),
        )
        write_manifest(part, manifest)
        _flush(part)
        if target.exists():
            target.rmdir()
        part.rename(target)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return manifest


def restore_files(source: Path, home: Path, passphrase: bytes | None) -> Manifest:
    """Put a backup into an empty state directory; raises BackupError before anything is written.

    Without a passphrase the keys are left out. The rows of the database come after it.
    """
    if home.exists() and any(home.iterdir()):
        raise BackupError(f"{home} is not empty; move it away, or name another ACRE_HOME.")
    manifest = read_manifest(source)
    if passphrase is not None and not manifest.has_keys:
        raise BackupError(f"{source} was made without keys; put them into {home / 'keys'}.")
    is_new = not home.exists()
    try:
        home.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)
        if passphrase is not None:
            open_keys(source, home / "keys", passphrase)
        for name in (*FOLDERS, CHAIN, "journal"):
            if (source / name).is_dir():
                shutil.copytree(source / name, home / name, copy_function=shutil.copyfile)
        _flush(home)
    except BaseException:
        for path in tuple(home.iterdir()):
            shutil.rmtree(path, ignore_errors=True)
        if is_new:
            home.rmdir()
        raise
    return manifest


def _copy_home(of: Installation, part: Path) -> CopiedJournal:
    journal = of.home / "journal"
    end = copy_journal(journal, part / "journal", is_written=_is_written(journal))
    for name in (*FOLDERS, CHAIN) if of.has_chain else FOLDERS:
        if (of.home / name).is_dir():
            copy_folder(of.home / name, part / name)
    return end


def _is_written(journal: Path) -> bool:
    """Return whether a writer has the journal."""
    directory = os.open(journal, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(directory, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(directory)
    return False


def _flush(folder: Path) -> None:
    """Make everything below a folder durable."""
    for path in (*folder.rglob("*"), folder):
        number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(number)
        finally:
            os.close(number)

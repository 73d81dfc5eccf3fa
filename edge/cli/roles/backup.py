"""The roles `backup` and `restore`."""

import argparse
import asyncio
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from edge.backup.backup import Installation, make_backup, restore_files
from edge.backup.keys import passphrase_of
from edge.backup.manifest import BackupError, Manifest
from edge.backup.rows import load_rows, require_empty, save_rows
from edge.cli.main import EXIT_CONFIGURATION, EXIT_TEMPORARY, EXIT_UNAVAILABLE
from edge.core.settings import Settings
from edge.database.embedded import EmbeddedPostgres, PostgresError
from edge.http.limits import DATABASE_DEADLINE_S
from edge.store.migrate import MigrationError, OldSchemaError
from edge.store.pool import DATABASE_ERRORS, Store
from edge.store.writer_files import WriterFiles
from engine.journal import JournalArchiveError, JournalCorruptError
from engine.journal.copying import CopiedJournal
from engine.journal.end import SETTING as JOURNAL_END
from engine.journal.postgres.session import Session
from engine.journal.postgres.transfer import copy_to_files

REFUSALS = (BackupError, JournalCorruptError, MigrationError, OldSchemaError, PostgresError)


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Make or restore a backup; returns the exit status."""
    work = _restore if parsed.role == "restore" else _backup
    try:
        passphrase = None if parsed.keys is None else passphrase_of(Path(parsed.keys))
        manifest = work(settings, Path(parsed.directory).expanduser().resolve(), passphrase)
    except REFUSALS as error:
        return _say(str(error), EXIT_CONFIGURATION)
    except JournalArchiveError as error:
        return _say(f"{error}.", EXIT_UNAVAILABLE)
    except DATABASE_ERRORS as error:
        text = f"The database does not answer: {error!r}. Start Acre, or name it in DATABASE_URL."
        return _say(text, EXIT_UNAVAILABLE)
    except OSError as error:
        return _say(f"{error.filename or settings.home}: {error.strerror}.", EXIT_TEMPORARY)
    verb = "restored" if parsed.role == "restore" else "saved"
    keys = "with keys" if manifest.has_keys else "without keys"
    made = datetime.fromtimestamp(manifest.made_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    counted = f"{manifest.last_sequence} commands, {len(manifest.files)} files, {keys}"
    print(f"{verb} {counted}, of {made}")
    if parsed.role == "restore":
        end = f"{JOURNAL_END}={manifest.last_sequence}"
        print(f"Where the core says that commands are missing, start once with {end}.")
    return 0


def _backup(settings: Settings, target: Path, passphrase: bytes | None) -> Manifest:
    of = Installation(
        home=settings.home,
        env=settings.env,
        profile=settings.profile,
        version=settings.version,
        has_chain=settings.node.is_embedded,
        copy_cluster=partial(_copy_cluster, settings) if settings.cluster.is_cluster else None,
    )
    return make_backup(of, target, lambda part: asyncio.run(_save(settings, part)), passphrase)


def _copy_cluster(settings: Settings, part: Path) -> CopiedJournal:
    """Copy the command log into files, and the files that the writer keeps in the database."""
    session = Session(settings.database_url, away_max_s=DATABASE_DEADLINE_S)
    try:
        end = copy_to_files(session, part / "journal")
    finally:
        session.close()
    asyncio.run(_copy_files(settings, part))
    return end


async def _copy_files(settings: Settings, part: Path) -> None:
    store = await Store.read(settings.database_url)
    try:
        await WriterFiles(store, part, epoch=0).restore()
    finally:
        await store.close()


async def _save(settings: Settings, part: Path) -> dict[str, list[str]]:
    store = await Store.read(settings.database_url)
    try:
        return await save_rows(store, part)
    finally:
        await store.close()


def _restore(settings: Settings, source: Path, passphrase: bytes | None) -> Manifest:
    if not settings.database_is_embedded:  # before anything is written
        asyncio.run(_look(settings))
    manifest = restore_files(source, settings.home, passphrase)
    if not settings.database_is_embedded:
        asyncio.run(_load(settings, source, manifest.rows))
        return manifest
    logs = settings.home / "logs"
    logs.mkdir(mode=0o700, exist_ok=True)
    postgres = EmbeddedPostgres(settings.home / "postgres")
    with (logs / "postgres.log").open("ab") as log:
        try:
            postgres.start(log)
            postgres.wait_ready()
            asyncio.run(_load(settings, source, manifest.rows))
        finally:
            postgres.stop()
    return manifest


async def _look(settings: Settings) -> None:
    store = await Store.connect(settings.database_url)
    try:
        await require_empty(store)
    finally:
        await store.close()


async def _load(settings: Settings, source: Path, columns: dict[str, list[str]]) -> None:
    store = await Store.open(settings.database_url)
    try:
        await load_rows(store, source, columns)
    finally:
        await store.close()


def _say(sentence: str, status: int) -> int:
    print(f"acre: {sentence}", file=sys.stderr)
    return status

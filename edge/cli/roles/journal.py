"""The role `journal`: checks a journal, archives and repairs it, writes its commands as JSON."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec

from edge.cli.main import EXIT_CONFIGURATION, EXIT_DAMAGED, EXIT_UNAVAILABLE
from edge.cli.roles import journal_archive
from edge.core.settings import Settings
from edge.http.limits import DATABASE_DEADLINE_S
from edge.store.migrate import MigrationError, OldSchemaError
from edge.store.pool import Store
from engine.core.exchange import Exchange
from engine.core.generated.messages import Command, Event, decode
from engine.journal import (
    FileJournal,
    JournalArchiveError,
    JournalCorruptError,
    JournalError,
    JournalRecord,
    read_journal,
)
from engine.journal.postgres.session import Session
from engine.journal.postgres.transfer import copy_to_files, load_from_files
from engine.sequencer import ReplayError
from engine.sequencer.replay import apply_payload
from engine.sequencer.rewinds import REWIND_HEAD, Rewinds

TRANSFERS = {"copy": copy_to_files, "load": load_from_files}
MAINTENANCE = ("archive", "repair")
Records = Iterator[tuple[JournalRecord, bytes]]


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Do what is asked; returns the exit status."""
    journal = Path(parsed.journal) if parsed.journal else settings.home / "journal"
    if parsed.act in TRANSFERS:
        return _transfer(settings, journal, parsed.act)
    if not journal.is_dir():
        print(f"acre: {journal} is no directory.", file=sys.stderr)
        return EXIT_CONFIGURATION
    if parsed.act in MAINTENANCE:
        return journal_archive.run(settings, journal.resolve(), parsed)
    act = {"check": _check, "dump": _dump, "export": _export}[parsed.act]
    try:
        act(journal, parsed)
    except (JournalCorruptError, ReplayError) as error:
        sys.stdout.flush()
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_DAMAGED
    except JournalArchiveError as error:
        sys.stdout.flush()
        print(f"acre: {error}.", file=sys.stderr)
        return EXIT_UNAVAILABLE
    except BrokenPipeError:  # a reader such as `head` has enough
        sys.stderr.close()
    return 0


def _transfer(settings: Settings, journal: Path, act: str) -> int:
    """Copy the log of a cluster into files, or load a journal at rest into its empty log."""
    if settings.database_is_embedded:
        print("acre: name the database of the cluster in DATABASE_URL.", file=sys.stderr)
        return EXIT_CONFIGURATION
    try:
        asyncio.run(_check_schema(settings, act))
    except (MigrationError, OldSchemaError) as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_CONFIGURATION
    session = Session(settings.database_url, away_max_s=DATABASE_DEADLINE_S)
    try:
        if act == "load":
            FileJournal(journal).close()  # nobody writes it, and its end is whole
        end = TRANSFERS[act](session, journal)
    except FileExistsError:
        print(f"acre: {journal} is there already; name another directory.", file=sys.stderr)
        return EXIT_CONFIGURATION
    except JournalCorruptError as error:
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_DAMAGED
    except JournalError as error:
        print(f"acre: {error}.", file=sys.stderr)
        return EXIT_CONFIGURATION
    finally:
        session.close()
    print(f"{end.last_seq} commands {'copied to' if act == 'copy' else 'loaded from'} {journal}")
    print(f"record hash {end.record_hash.hex()}")
    return 0


async def _check_schema(settings: Settings, act: str) -> None:
    """A copy changes nothing; a new database gets its tables before a journal is loaded."""
    opening = Store.open if act == "load" else Store.read
    await (await opening(settings.database_url)).close()


def _check(journal: Path, parsed: argparse.Namespace) -> None:
    exchange, count, digest = Exchange(), 0, bytes(32)
    for record, record_hash in _effective(journal):
        if parsed.last is not None and record.seq > parsed.last:
            break
        apply_payload(exchange, record)
        count, digest = record.seq, record_hash
    print(f"commands    {count}")
    print(f"record hash {digest.hex()}")
    print(f"state hash  {exchange.state_hash().hex()}")
    print("GOOD: the hash chain holds, and every command can be applied")


def _dump(journal: Path, parsed: argparse.Namespace) -> None:
    for record, digest in read_journal(journal):
        if parsed.last is not None and record.seq > parsed.last:
            return
        if record.seq >= parsed.first:
            command: Any = decode(record.payload)
            _print({**_named(command), "hash": digest.hex()})


def _export(journal: Path, parsed: argparse.Namespace) -> None:
    exchange = Exchange()
    for record, _ in _effective(journal):
        if parsed.last is not None and record.seq > parsed.last:
            return
        applied = apply_payload(exchange, record)
        if record.seq >= parsed.first:
            events = [_named(event) for event in applied.events]
            _print({**_named(applied.command), "events": events})


def _effective(journal: Path) -> Records:
    """Yield the records as they count, with the hashes of what is in the journal."""
    found = (record for record, _ in read_journal(journal))
    rewinds = Rewinds(record for record in found if record.payload.startswith(REWIND_HEAD))
    for record, digest in read_journal(journal):
        (effective,) = rewinds.effective((record,))
        yield effective, digest


def _named(message: Command | Event) -> dict[str, object]:
    values = {field.name: getattr(message, field.name) for field in fields(message)}
    return {
        "kind": type(message).__name__,
        **{name: v.hex() if isinstance(v, bytes) else v for name, v in values.items()},
    }


def _print(row: dict[str, object]) -> None:
    sys.stdout.write(msgspec.json.encode(row).decode() + "\n")

"""The role `journal`: checks a journal, or writes its commands as lines of JSON."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec

from edge.cli.main import EXIT_CONFIGURATION, EXIT_DAMAGED
from edge.core.settings import Settings
from engine.core.exchange import Exchange
from engine.core.generated.messages import Command, Event, decode
from engine.journal import JournalCorruptError, JournalRecord, read_journal
from engine.sequencer import ReplayError
from engine.sequencer.replay import apply_payload
from engine.sequencer.rewinds import REWIND_HEAD, Rewinds

Records = Iterator[tuple[JournalRecord, bytes]]


def run(settings: Settings, parsed: argparse.Namespace) -> int:
    """Do what is asked; returns the exit status."""
    journal = Path(parsed.journal) if parsed.journal else settings.home / "journal"
    if not journal.is_dir():
        print(f"acre: {journal} is no directory.", file=sys.stderr)
        return EXIT_CONFIGURATION
    act = {"check": _check, "dump": _dump, "export": _export}[parsed.act]
    try:
        act(journal, parsed)
    except (JournalCorruptError, ReplayError) as error:
        sys.stdout.flush()
        print(f"acre: {error}", file=sys.stderr)
        return EXIT_DAMAGED
    except BrokenPipeError:  # a reader such as `head` has enough
        sys.stderr.close()
    return 0


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

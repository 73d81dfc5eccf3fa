"""Minimum end of a journal: detects a lost or shortened one at start.

Snapshots, the projection, files of the core and the chain each know how many commands there were.
A journal that ends before is refused until the operator names its end. The accepted end is kept in
the journal's directory with the number known then, so later starts need no acceptance.
"""

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.journal.files import sync_directory, write_all
from engine.journal.journal import JournalShortError
from engine.journal.snapshots import SnapshotError, read_snapshot

log = logging.getLogger(__name__)

ACCEPTED_FILE = "accepted-end.json"
SETTING = "ACRE_ACCEPT_JOURNAL_END"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedEnd:
    """`known` says who knows of how many commands; `accepted` is the end that the operator named.

    The number protects: it names one end, and no other journal is accepted by it.
    """

    known: Mapping[str, int] = field(default_factory=dict)
    accepted: int | None = None

    def check(self, directory: Path, last_seq: int) -> None:
        """Raise JournalShortError when a known end lies after `last_seq`."""
        source, seq = max(self.known.items(), key=lambda row: row[1], default=("", 0))
        if seq <= last_seq or _is_accepted(directory, last_seq, seq):
            return
        if self.accepted == last_seq:
            log.error("journal_end_accepted", extra={"end": last_seq, "known": seq, "by": source})
            _accept(directory, last_seq, seq)
            return
        raise JournalShortError(
            f"The journal {directory} ends at command {last_seq}, but {source} knows of command"
            f" {seq}: commands that were acknowledged are missing. Mount the right volume, or put"
            " the newest copy of the journal back; the bytes of a damaged end are kept in *.torn"
            f" beside it. To give up the missing commands, start once with {SETTING}={last_seq}."
        )


def snapshots_beyond(directory: Path, last_seq: int) -> dict[str, int]:
    """Return the whole snapshots and checkpoints that were taken after a later command."""
    found = {}
    for path in directory.glob("*/*.snapshot"):
        if path.stem.isdigit() and int(path.stem) > last_seq:
            try:
                found[f"the snapshot {path}"] = read_snapshot(path).seq
            except SnapshotError as error:
                log.warning("snapshot_skipped", extra={"file": str(path), "reason": str(error)})
    return found


def _is_accepted(directory: Path, last_seq: int, seq: int) -> bool:
    try:
        body = json.loads((directory / ACCEPTED_FILE).read_text())
        return int(body["end"]) <= last_seq and seq <= int(body["known"])
    except FileNotFoundError:
        return False
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.error("accepted_end_unreadable", extra={"reason": str(error)})
        return False


def _accept(directory: Path, last_seq: int, seq: int) -> None:
    path = directory / ACCEPTED_FILE
    write_new(path, json.dumps({"end": last_seq, "known": seq}).encode())


def write_new(path: Path, data: bytes) -> None:
    """Write a small file durably, in place of one that has its name."""
    new_path = path.with_name(f"{path.name}.part")
    file = os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        write_all(file, data, 0)
        os.fsync(file)
    finally:
        os.close(file)
    new_path.rename(path)
    sync_directory(path.parent)

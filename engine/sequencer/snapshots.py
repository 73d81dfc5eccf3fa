"""Choice of the snapshot that an exchange or a fold starts from."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from engine.core.exchange import Exchange
from engine.journal.journal import JournalCorruptError, JournalReader
from engine.journal.snapshots import (
    NewerSnapshotError,
    SnapshotError,
    SnapshotStore,
    read_snapshot,
    refuse_newer,
)
from engine.sequencer.errors import ReplayError
from engine.sequencer.rewinds import rewinds_after

log = logging.getLogger(__name__)
T = TypeVar("T")


class _UnusableError(Exception):
    """Why a snapshot is passed over."""


def restore_newest(store: SnapshotStore | None, journal: JournalReader, most_seq: int) -> Exchange:
    """Return the exchange of the newest usable snapshot up to `most_seq`, or an empty one."""
    if store is None:
        return Exchange()
    return newest_usable(store, journal, most_seq, restore_exchange) or Exchange()


def newest_usable(
    store: SnapshotStore,
    journal: JournalReader,
    most_seq: int,
    restore: Callable[[memoryview], tuple[T, int, int]],
) -> T | None:
    """Return what the newest usable snapshot up to `most_seq` holds, or None.

    `restore` returns it with its sequence and the newest slot of the chain's commands in it, and
    raises ValueError for what cannot be restored. Usable is what is whole, has this engine's
    layout, was taken on this very journal, and holds no command that a later rewind made void: of
    the record after which it was taken the journal must hold the hash. What is passed over is
    logged.
    """
    for path, seq, value in _usable(store, journal, most_seq, restore):
        log.info("snapshot_restored", extra={"file": str(path), "sequence": seq})
        return value
    return None


def usable_seqs(
    store: SnapshotStore,
    journal: JournalReader,
    restore: Callable[[memoryview], tuple[T, int, int]],
) -> list[int]:
    """Return after which commands the usable snapshots were taken, the newest first."""
    return [seq for _, seq, _ in _usable(store, journal, journal.last_seq, restore)]


def _usable(
    store: SnapshotStore,
    journal: JournalReader,
    most_seq: int,
    restore: Callable[[memoryview], tuple[T, int, int]],
) -> Iterator[tuple[Path, int, T]]:
    for seq, path in store.newest_first():
        try:
            refuse_newer(path)
            if seq > most_seq:
                continue  # a listener has to see the commands before it
            if seq > journal.last_seq:
                raise _UnusableError(f"the journal ends at record {journal.last_seq}")
            snapshot = read_snapshot(path)
            if journal.hash_at(seq) != snapshot.record_hash:
                raise _UnusableError(f"the journal's record {seq} is another one")
            value, sequence, slot = restore(snapshot.payload)
            if sequence != seq:
                raise _UnusableError(f"it holds the state after command {sequence}")
            if slot > rewinds_after(journal, seq).last_slot(seq):
                raise _UnusableError("the chain has abandoned blocks whose commands it holds")
        except NewerSnapshotError as error:
            raise ReplayError(
                f"{path} was written by a newer version of Acre ({error}): run that version, or "
                "restore a backup of this one. A file that is only damaged may be moved away"
            ) from error
        except (_UnusableError, SnapshotError, JournalCorruptError, ValueError) as error:
            log.warning("snapshot_skipped", extra={"file": str(path), "reason": str(error)})
            continue
        yield path, seq, value


def restore_exchange(payload: memoryview) -> tuple[Exchange, int, int]:
    """Restore an exchange; return it with its sequence and the newest slot of its commands."""
    exchange = Exchange.restore(payload)
    return exchange, exchange.sequence, exchange.chain_cursor[0]

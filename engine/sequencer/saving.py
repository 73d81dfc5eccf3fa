"""Saving the exchange, and folds beside it, while it is served or replayed."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic, time

from engine.core.exchange import Exchange, snapshot_checksum
from engine.journal.journal import Journal, JournalCorruptError
from engine.journal.snapshots import SnapshotStore
from engine.sequencer.limits import REPLAY_SNAPSHOT_S

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Companion:
    """A fold that is saved whenever the exchange is, into a store of its own.

    `copy` returns its state beside the exchange and is all that holds the loop; `seal` makes the
    parts of a file of it in a thread.
    """

    store: SnapshotStore
    copy: Callable[[Exchange], bytes]
    seal: Callable[[bytes], Sequence[bytes]]


class SnapshotSaver:
    """Saves snapshots one at a time. What goes wrong is logged: the journal has it all."""

    def __init__(self, store: SnapshotStore | None, saved_seq: int) -> None:
        self.saved_seq = saved_seq  # of the newest one that was begun
        self._store = store
        self._saving: asyncio.Task[None] | None = None
        self.saved_at_s: float | None = None  # unix time of the last one that was written
        self.failures = 0

    def start(
        self,
        exchange: Exchange,
        companions: Sequence[Companion],
        record_hash: Callable[[], bytes],
        *,
        keeps_later: bool = False,
    ) -> None:
        """Copy the state, which is all that holds the loop; a thread seals and writes the copy.

        `record_hash` returns the hash of the newest applied record; it is called in the thread.
        Does nothing while another save is under way.
        """
        if self._store is None or (self._saving is not None and not self._saving.done()):
            return
        self.saved_seq = seq = exchange.sequence
        own = Companion(self._store, Exchange.snapshot_body, _sealed)
        try:
            copies = [(one, one.copy(exchange)) for one in (own, *companions)]
        except MemoryError:
            self.failures += 1
            log.exception("snapshot_failed", extra={"sequence": seq})
            return
        saving = self._save(copies, seq, record_hash, keeps_later)
        self._saving = asyncio.create_task(saving, name="snapshot")

    async def _save(
        self,
        copies: Sequence[tuple[Companion, bytes]],
        seq: int,
        record_hash: Callable[[], bytes],
        keeps_later: bool,
    ) -> None:
        try:
            await asyncio.to_thread(_seal_and_save, copies, seq, record_hash, keeps_later)
        except (OSError, MemoryError, JournalCorruptError):
            self.failures += 1
            log.exception("snapshot_failed", extra={"sequence": seq})
            return
        self.saved_at_s = time()
        log.info("snapshot_saved", extra={"sequence": seq})

    async def wait(self) -> None:
        """Wait until nothing is being saved."""
        if self._saving is not None:
            await asyncio.wait([self._saving])


class ReplaySaving:
    """Takes snapshots during a long replay, so that a start that is killed is not in vain.

    A companion is saved with the exchange once it hears the commands itself: before that its own
    newest file is ahead of the replay.
    """

    def __init__(
        self,
        saver: SnapshotSaver,
        journal: Journal,
        exchange: Exchange,
        companions: Sequence[tuple[int, Companion]],
        commands: int,
    ) -> None:
        self._saver = saver
        self._journal = journal
        self._exchange = exchange
        self._companions = companions
        self._commands = commands
        self._at_s = monotonic()

    def turn(self) -> None:
        """Save when enough commands and enough time have passed since the last time."""
        seq = self._exchange.sequence
        is_due = monotonic() - self._at_s >= REPLAY_SNAPSHOT_S
        if is_due and seq - self._saver.saved_seq >= self._commands:
            self._at_s = monotonic()
            companions = [one for after_seq, one in self._companions if seq >= after_seq]
            record_hash = partial(self._journal.hash_at, seq)
            self._saver.start(self._exchange, companions, record_hash, keeps_later=True)


def _seal_and_save(
    copies: Sequence[tuple[Companion, bytes]],
    seq: int,
    record_hash: Callable[[], bytes],
    keeps_later: bool,
) -> None:
    found = record_hash()
    for one, body in copies:
        one.store.save(seq, found, one.seal(body), keeps_later=keeps_later)


def _sealed(body: bytes) -> Sequence[bytes]:
    return [body, snapshot_checksum(body)]

"""A standby's copy of the exchange: it follows another writer's journal and saves snapshots.

The next start of this process then replays what came after the newest of them, and no more.
"""

import logging
from collections.abc import Sequence
from time import monotonic

from engine.journal.journal import JournalReader
from engine.journal.snapshots import SnapshotStore
from engine.sequencer.errors import ChainRewoundError
from engine.sequencer.replay import Hear, ReplayListener, replay
from engine.sequencer.rewinds import REWIND_HEAD
from engine.sequencer.saving import Companion, SnapshotSaver
from engine.sequencer.snapshots import restore_newest

log = logging.getLogger(__name__)

SAVE_S = 5.0  # between two snapshots, at least
NEVER = 2**63


class WarmCopy:
    """One copy; `follow` it as often as there may be more."""

    def __init__(self, snapshots: SnapshotStore, listeners: Sequence[ReplayListener]) -> None:
        """Begin at the newest snapshot that the first journal to be followed has."""
        self._snapshots = snapshots
        self._listeners = listeners
        self._heard: list[tuple[int, Hear]] = []
        self._companions: list[Companion] = []
        self._saver = SnapshotSaver(snapshots, 0)
        self._saved_at_s = monotonic()
        self._is_begun = False

    async def follow(self, journal: JournalReader) -> int:
        """Apply what the journal has more; return the last number.

        Raises ChainRewoundError where commands that were applied count no more: begin a new copy.
        """
        if not self._is_begun:
            await self._begin(journal)
        for rewind in journal.find(REWIND_HEAD, self._exchange.sequence):
            raise ChainRewoundError(rewind.seq)
        await replay(self._exchange, journal, self._heard)
        self._save_when_due(journal)
        return self._exchange.sequence

    async def close(self) -> None:
        """Wait for a snapshot that is being saved."""
        await self._saver.wait()

    async def _begin(self, journal: JournalReader) -> None:
        self._heard = [(await one.start_seq(journal), one.hear) for one in self._listeners]
        most_seq = min((after_seq for after_seq, _ in self._heard), default=NEVER)
        self._exchange = restore_newest(self._snapshots, journal, most_seq)
        self._companions = [one.companion() for one in self._listeners if one.companion is not None]
        self._saver.saved_seq = self._exchange.sequence
        self._is_begun = True
        await replay(self._exchange, journal, self._heard)
        log.info("standby_follows", extra={"sequence": self._exchange.sequence})

    def _save_when_due(self, journal: JournalReader) -> None:
        is_due = monotonic() - self._saved_at_s >= SAVE_S
        if is_due and self._exchange.sequence > self._saver.saved_seq:
            self._saved_at_s = monotonic()
            record_hash = journal.last_hash
            self._saver.start(self._exchange, self._companions, lambda: record_hash)

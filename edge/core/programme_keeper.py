"""The programmes of the running core: restored at its start, fed, saved beside the exchange."""

import asyncio
import logging
from pathlib import Path

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.journal.journal import JournalReader
from engine.journal.snapshots import SnapshotStore
from engine.programmes.programme_state import ProgrammeState
from engine.programmes.saved_state import decode_state, seal
from engine.sequencer import Applied, CommandLog, Companion, ReplayListener, Sequencer
from engine.sequencer.snapshots import newest_usable

log = logging.getLogger("acre.programmes")

CHECKPOINTS = "programmes"  # folder in that of the journal


class ProgrammeKeeper:
    """Holds the book; `listener` goes into the replay, then `follow` the sequencer."""

    def __init__(self, journal_dir: Path, *, is_reader: bool = False) -> None:
        """Read the checkpoints beside a journal; a reader never writes them."""
        self._is_reader = is_reader
        self.book = ProgrammeState()
        self._directory = journal_dir / CHECKPOINTS
        self.listener = ReplayListener(
            self._start, self._hear, None if is_reader else self.companion
        )

    def follow(self, sequencer: Sequencer) -> None:
        """Fold what is applied from now on, and save the book with each snapshot."""
        sequencer.subscribe(lambda applied: self.book.take(applied, sequencer.exchange))
        sequencer.save_too(self.companion())

    def set_pace(self, command_log: CommandLog) -> None:
        """Run the engine clock as fast as the journal says, now and after each change."""

        def take(applied: Applied) -> None:
            if isinstance(applied.command, m.SetReplaySpeed) and applied.rejection is None:
                command_log.clock.set_rate(applied.command.rate)

        if not command_log.clock.is_replay:
            return
        command_log.subscribe(take)
        if self.book.replay_rate:
            command_log.clock.set_rate(self.book.replay_rate)

    def companion(self) -> Companion:
        """Return what saves the book beside the exchange."""
        return Companion(SnapshotStore(self._directory), self._save, seal)

    def _save(self, exchange: Exchange) -> bytes:
        return self.book.save(exchange)

    async def _start(self, journal: JournalReader) -> int:
        """Take the newest usable checkpoint; return after which command to continue."""
        found = await asyncio.to_thread(
            _restored, self._directory, journal, is_reader=self._is_reader
        )
        if found is not None:
            self.book = found
        log.info("programmes_restored", extra={"sequence": self.book.sequence})
        return self.book.sequence

    def _hear(self, applied: Applied, exchange: Exchange) -> None:
        self.book.take(applied, exchange)


def _restored(directory: Path, journal: JournalReader, *, is_reader: bool) -> ProgrammeState | None:
    store = SnapshotStore(directory, is_reader=is_reader)
    return newest_usable(store, journal, journal.last_seq, restore_programmes)


def restore_programmes(payload: memoryview) -> tuple[ProgrammeState, int, int]:
    """Restore the book; return it with its sequence and the newest slot of its commands."""
    saved = decode_state(payload)
    return ProgrammeState.load(saved), saved.sequence, saved.slot

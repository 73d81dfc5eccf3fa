"""Checkpoint of processed blocks, with their hashes, for a restart.

Of the last blocks that may still be abandoned each hash is kept, written before their commands are
submitted: what the engine has, the file knows. The engine's chain cursor decides what was applied.
A file counts only for the same chain and the same exchange.
"""

import asyncio
import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from chain.client.backoff import longer
from chain.client.facts import ChainFacts
from chain.client.rpc import Json
from chain.follower.blocks import BlockMark
from chain.follower.marks import Worked
from engine.journal.files import make_directory, sync_directory

log = logging.getLogger(__name__)

RETRY_START_S: Final = 0.1
RETRY_MAX_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class CheckpointFile:
    """The file and the exchange it belongs to."""

    path: Path
    facts: ChainFacts

    def save(self, blocks: Sequence[Worked]) -> None:
        """Replace the file, durably: it may have to be there before what follows is."""
        make_directory(self.path.parent)
        temporary = self.path.with_name(f"{self.path.name}.new")
        rows = [[row.mark.slot, row.mark.blockhash, *row.cursor] for row in blocks]
        # After a failed flush, writing the same file again may leave zeros: start a new one.
        temporary.unlink(missing_ok=True)
        text = json.dumps({**self._identity(), "blocks": rows})
        with temporary.open("w") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(self.path)
        sync_directory(self.path.parent)

    def load(self) -> list[Worked]:
        """Return the blocks in order; none when the file is another exchange's or unreadable."""
        try:
            body = json.loads(self.path.read_text())
            blocks = [_worked(row) for row in body["blocks"]]
            is_ours = all(body[name] == value for name, value in self._identity().items())
        except FileNotFoundError:
            return []
        except (ValueError, KeyError, TypeError, OSError):
            log.warning("checkpoint_unreadable", extra={"path": str(self.path)})
            return []
        return blocks if is_ours else []

    def _identity(self) -> dict[str, str]:
        return {"genesis": self.facts.genesis.hex(), "exchange": self.facts.exchange.hex()}


class CheckpointWriter:
    """Saves the file; after a failure, which is an alarm, again with growing pauses."""

    def __init__(self, file: CheckpointFile) -> None:
        self._file = file
        self._pause_s = 0.0
        self._retry_at = float("-inf")
        self.failure = ""  # why the last write failed; empty after one that did not
        self.failing_since = float("inf")

    async def save(self, blocks: Sequence[Worked]) -> bool:
        """Return whether the file has these blocks; False at once during a pause."""
        if monotonic() < self._retry_at:
            return False
        try:
            await asyncio.to_thread(self._file.save, blocks)
        except OSError as error:  # no room, no descriptor, a disk's error
            self._pause_s = longer(self._pause_s, RETRY_START_S, RETRY_MAX_S)
            self._retry_at = monotonic() + self._pause_s
            self.failing_since = min(self.failing_since, monotonic())
            self.failure = str(error)
            log.error("checkpoint_not_written", extra={"reason": self.failure})
            return False
        if self.failure:
            log.warning("checkpoint_written_again")
        self._pause_s, self._retry_at = 0.0, float("-inf")
        self.failure, self.failing_since = "", float("inf")
        return True


def _worked(row: Json) -> Worked:
    slot, blockhash, *place = row
    slot_of_last, transaction_index, instruction_index = (int(number) for number in place)
    cursor = (slot_of_last, transaction_index, instruction_index)
    return Worked(BlockMark(int(slot), str(blockhash)), cursor)

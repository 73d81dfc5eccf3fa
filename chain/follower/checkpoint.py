"""Where the follower stands, so that a restart need not walk empty blocks again.

Only an optimisation: the engine's chain cursor decides what was applied. A checkpoint counts only
for the same chain and the same exchange, and only if the engine has all that it had then.
"""

import json
import logging
from dataclasses import dataclass
from pathlib import Path

from chain.facts import ChainFacts
from chain.follower.blocks import BlockMark

log = logging.getLogger(__name__)

Cursor = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class CheckpointFile:
    """The file and the exchange it belongs to."""

    path: Path
    facts: ChainFacts

    def save(self, mark: BlockMark, cursor: Cursor) -> None:
        """Replace the file; losing it costs time, never a command."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(f"{self.path.name}.new")
        body = {
            **self._identity(),
            "slot": mark.slot,
            "blockhash": mark.blockhash,
            "cursor": list(cursor),
        }
        temporary.write_text(json.dumps(body))
        temporary.replace(self.path)

    def load(self, cursor: Cursor) -> BlockMark | None:
        """Return the last block worked off, or None when the file does not fit the engine."""
        try:
            body = json.loads(self.path.read_text())
            known = tuple(int(number) for number in body["cursor"])
            mark = BlockMark(int(body["slot"]), str(body["blockhash"]))
            is_ours = all(body[name] == value for name, value in self._identity().items())
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError, OSError):
            log.warning("checkpoint_unreadable", extra={"path": str(self.path)})
            return None
        return mark if is_ours and cursor >= known and mark.slot >= known[0] else None

    def _identity(self) -> dict[str, str]:
        return {"genesis": self.facts.genesis.hex(), "exchange": self.facts.exchange.hex()}

"""The stop of outflows: durable, because a restart must not pay what was stopped for a reason."""

import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chain.client.wallet import write_durably
from chain.custody.vault import MINT_NAMES
from engine.journal.files import make_directory

log = logging.getLogger(__name__)

STOP_FILE: Final = "outflow-stop.json"
ACCEPTED_FILE: Final = "accepted-difference.json"

Differences = dict[int, int]  # raw units by mint: vault - claims


@dataclass(frozen=True, slots=True)
class OutflowStop:
    """Two small files: the core writes the stop, the operator what he accepts as it is."""

    directory: Path

    @property
    def is_set(self) -> bool:
        """True while outflows are stopped."""
        return (self.directory / STOP_FILE).exists()

    def set(self, differences: Differences, slot: int) -> None:
        """Stop outflows until `clear`."""
        make_directory(self.directory, 0o700)
        body = {"slot": slot, "differences": _by_name(differences)}
        write_durably(self.directory / STOP_FILE, json.dumps(body).encode())

    def clear(self) -> None:
        """Let outflows continue."""
        (self.directory / STOP_FILE).unlink(missing_ok=True)

    def accept(self, differences: Differences) -> None:
        """Take these differences for settled: any other stops outflows."""
        make_directory(self.directory, 0o700)
        body = json.dumps(_by_name(differences)).encode()
        write_durably(self.directory / ACCEPTED_FILE, body)

    def accepted(self) -> Differences:
        """Return the operator's accepted differences; none from an unreadable file."""
        none = dict.fromkeys(MINT_NAMES, 0)
        try:
            body = json.loads((self.directory / ACCEPTED_FILE).read_text())
            return {mint: int(body[name]) for mint, name in MINT_NAMES.items()}
        except FileNotFoundError:
            return none
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.error("accepted_difference_unreadable", extra={"reason": str(error)})
            return none


def _by_name(differences: Differences) -> dict[str, int]:
    return {name: differences.get(mint, 0) for mint, name in MINT_NAMES.items()}

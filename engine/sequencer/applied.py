"""A command that was applied, with what happened."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.generated.messages import Command, CommandRejected, Event


@dataclass(frozen=True, slots=True)
class DurableBatch:
    """Commands that have just become durable together and are about to be applied.

    `groups` are the first numbers of the groups that the journal flushed: one, but for a batch
    larger than a segment. `record_hash` is the journal's hash of the last record.
    """

    commands: Sequence[Command]
    payloads: Sequence[bytes]
    groups: Sequence[int]
    epoch: int
    record_hash: bytes

    @property
    def first_seq(self) -> int:
        """Number of the first command."""
        return self.commands[0].seq

    @property
    def last_seq(self) -> int:
        """Number of the last command."""
        return self.commands[-1].seq


@dataclass(frozen=True, slots=True)
class Applied:
    """A durable command, with its seq and time, and its events in order."""

    command: Command
    events: tuple[Event, ...]

    @property
    def rejection(self) -> CommandRejected | None:
        """The engine's refusal; None for an accepted command."""
        for event in self.events:
            if isinstance(event, CommandRejected):
                return event
        return None

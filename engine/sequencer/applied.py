"""A command that was applied, with what happened."""

from dataclasses import dataclass

from engine.core.generated.messages import Command, CommandRejected, Event


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

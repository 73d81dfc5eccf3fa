"""A command that was applied, with what happened."""

from dataclasses import dataclass

from engine.core.generated.messages import Command, Event


@dataclass(frozen=True, slots=True)
class Applied:
    """A durable command, with its seq and time, and its events in order."""

    command: Command
    events: tuple[Event, ...]

"""Commands that a replica has submitted to the writer, and those who wait for them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.sequencer.applied import Applied


@dataclass(slots=True, eq=False)
class Group:
    """Commands that were submitted together and have no outcome yet."""

    payloads: list[bytes]  # without number and time
    outcomes: "list[asyncio.Future[Any]]"
    read: Callable[[Applied], Any]
    request: int = 0
    origin: bytes = b""  # for the observer of the writer's process
    timer: asyncio.TimerHandle | None = None  # while the writer is away

    @property
    def is_open(self) -> bool:
        """Whether a caller waits."""
        return any(not one.done() for one in self.outcomes)

    def cancel_timer(self) -> None:
        """The writer is back."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def fail(self, error: Exception) -> None:
        """Give every caller that waits an error."""
        for one in self.outcomes:
            if not one.done():
                one.set_exception(error)
                one.exception()  # an earlier one of the group may be raised instead

    def resolve(self, index: int, applied: Applied) -> None:
        """Give the caller of a command what it makes of it."""
        outcome = self.outcomes[index]
        if outcome.done():
            return
        try:
            outcome.set_result(self.read(applied))
        except Exception as error:
            outcome.set_exception(error)

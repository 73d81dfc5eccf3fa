"""An observer of submissions, for measurements: it changes no command and no outcome."""

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Final, Protocol

from engine.core.generated.messages import Command
from engine.sequencer.times import BatchTimes

ORIGIN_BYTES_MAX: Final = 160
# Of a command from another process: what its observer there sent along, opaque here.
origin: ContextVar[bytes] = ContextVar("origin", default=b"")


class Watch(Protocol):
    """Hears of submissions in this process. Its methods must neither block nor raise."""

    def submitted(self, commands: Sequence[Command]) -> bytes:
        """Hear of a submission, in the context of its caller.

        Returns what the observer of the writer's process gets as `origin`: at most
        ORIGIN_BYTES_MAX bytes, none for a submission that it need not hear of.
        """

    def applied(self, commands: Sequence[Command], times: BatchTimes) -> None:
        """Hear of a batch that is durable and applied, in the writer's process."""

    def answered(self, commands: Sequence[Command]) -> None:
        """Hear that the caller has the outcome, in a process that follows the writer."""

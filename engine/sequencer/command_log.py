"""The command log as the web sees it: the sequencer itself, or a replica of it."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from engine.core.exchange import Exchange
from engine.core.generated.messages import Command
from engine.sequencer.applied import Applied
from engine.sequencer.clock import EngineClock
from engine.sequencer.outcome import Submitter

T = TypeVar("T")


class CommandLog(Protocol):
    """Commands go in, applied commands come out, and the exchange is what they made."""

    exchange: Exchange
    clock: EngineClock
    applied_at_s: float  # monotonic: when a command was last applied

    @property
    def sequence(self) -> int:
        """Number of the last applied command, 0 when there is none."""

    @property
    def flushing_s(self) -> float:
        """For how long the journal has been at the present batch, 0 between two."""

    @property
    def journal_full_s(self) -> float:
        """For how long the journal's disk has been full, 0 otherwise."""

    def now_s(self) -> int:
        """Return engine time in seconds, never before the last applied command."""

    async def submit_all(
        self, commands: Sequence[Command], read: Callable[[Applied], T]
    ) -> list[T]:
        """Return what `read` makes of each command, once all are durable and applied."""

    def submit_to(
        self, submitter: Submitter[T], command: Command, read: Callable[[Applied], T]
    ) -> None:
        """Submit a command of one who runs in no task, and who hears what `read` makes of it."""

    async def settle(self) -> None:
        """Return once all that any process had submitted before is applied here, or refused."""

    def subscribe(self, callback: Callable[[Applied], None]) -> Callable[[], None]:
        """Call back with every command applied from now on, in order; return the unsubscribe."""

    async def read(self, after_seq: int, limit: int) -> list[Applied]:
        """Return up to `limit` applied commands after `after_seq`, with their events."""

"""How far the projection is, in the process that projects and in those that only read."""

import asyncio
from time import monotonic
from typing import Protocol


class Projection(Protocol):
    """Progress of the rows in the database."""

    projected_seq: int

    def waiting_s(self, sequence: int) -> float:
        """Return for how long nothing was written although commands wait; 0 when none do."""

    async def wait_for(self, sequence: int) -> None:
        """Return when everything up to `sequence` is in the database."""


class RemoteProjection:
    """The projection of another process, as it says itself."""

    def __init__(self) -> None:
        self.projected_seq = 0
        self._advanced_at_s = monotonic()
        self._advanced = asyncio.Event()

    def advance(self, seq: int) -> None:
        """Note how far the projection is."""
        if seq > self.projected_seq:
            self.projected_seq = seq
            self._advanced_at_s = monotonic()
            self._advanced.set()
            self._advanced = asyncio.Event()

    def waiting_s(self, sequence: int) -> float:
        """Return for how long nothing was written although commands wait; 0 when none do."""
        return monotonic() - self._advanced_at_s if self.projected_seq < sequence else 0.0

    async def wait_for(self, sequence: int) -> None:
        """Return when everything up to `sequence` is in the database."""
        while self.projected_seq < sequence:
            await self._advanced.wait()

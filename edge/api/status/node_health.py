"""Health of the chain node, with its last answer during an outage."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from edge.api.series.schemas import ClusterHealth
from edge.http.limits import NODE_DEADLINE_S

DOWN = "down"
_UNKNOWN = ClusterHealth(status=DOWN, slot=0, block_time=0, tps=0, latency_ms=0, as_of=0)


class NodeHealth:
    """Asks the node, not for long; a node that hangs is down, at the slot it was known to be at."""

    def __init__(
        self, ask: Callable[[], Awaitable[ClusterHealth]], deadline_s: float = NODE_DEADLINE_S
    ) -> None:
        self._ask = ask
        self._deadline_s = deadline_s
        self._last = _UNKNOWN

    async def __call__(self) -> ClusterHealth:
        """Return the node's current health, or that it is down."""
        try:
            async with asyncio.timeout(self._deadline_s):
                now = await self._ask()
        except TimeoutError:
            return msgspec.structs.replace(self._last, status=DOWN)
        if not now.slot:
            return msgspec.structs.replace(self._last, status=DOWN, as_of=now.as_of)
        self._last = now
        return now

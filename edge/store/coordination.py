"""What the web processes of one installation agree on: revoked sessions, keys under way.

One connection of each process: it hears notifications, and holds advisory locks, which end with
it however the process ends.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

import asyncpg  # type: ignore[import-untyped]

from edge.http.errors import ApiError
from edge.http.limits import DATABASE_DEADLINE_S, KEY_WAIT_S
from edge.store.pool import DATABASE_ERRORS

log = logging.getLogger("acre.edge")

REVOKED = "session_revoked"
RETRY_FIRST_S = 0.1
RETRY_MAX_S = 2.0
KEY_POLL_S = 0.02
CHECK_S = 1.0
_LOCK = "SELECT pg_try_advisory_lock($1)"
_UNLOCK = "SELECT pg_advisory_unlock($1)"


class Coordination:
    """The connection, kept open by `run`."""

    def __init__(
        self,
        url: str,
        on_revoked: Callable[[str], None],
        on_connected: Callable[[], Awaitable[None]],
    ) -> None:
        """`on_connected` reads what notifications may have been missed for."""
        self._url = url
        self._on_revoked = on_revoked
        self._on_connected = on_connected
        self._connection: asyncpg.Connection | None = None
        self._one_at_a_time = asyncio.Lock()
        self._held: set[int] = set()

    async def run(self) -> None:
        """Keep the connection until cancelled."""
        pause_s = RETRY_FIRST_S
        while True:
            try:
                await self._hold()
                pause_s = RETRY_FIRST_S
            except (*DATABASE_ERRORS, OSError) as error:
                log.warning("coordination_lost", extra={"error": repr(error), "retry_s": pause_s})
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, RETRY_MAX_S)

    async def _hold(self) -> None:
        connection = await asyncpg.connect(self._url, command_timeout=DATABASE_DEADLINE_S)
        try:
            await connection.add_listener(REVOKED, self._heard)
            await self._on_connected()
            self._connection = connection
            while not connection.is_closed():  # noqa: ASYNC110 - it says no more
                await asyncio.sleep(CHECK_S)
        finally:
            self._connection = None
            self._held.clear()
            connection.terminate()

    def _heard(self, _connection: object, _pid: int, _channel: str, session_id: str) -> None:
        self._on_revoked(session_id)

    async def hold_key(self, key_hash: bytes) -> None:
        """Return once no other process works on a key; MAINTENANCE when that takes too long."""
        number = int.from_bytes(key_hash[:8], signed=True)
        end_s = monotonic() + KEY_WAIT_S
        # No timeout cancels a query here: a lock that was granted meanwhile would never be let go.
        while not await self._call(_LOCK, number):
            if monotonic() >= end_s:
                raise ApiError("MAINTENANCE", headers={"Retry-After": "1"})
            await asyncio.sleep(KEY_POLL_S)
        self._held.add(number)

    async def let_key_go(self, key_hash: bytes) -> None:
        """Let others work on a key; a lost connection has done that already."""
        number = int.from_bytes(key_hash[:8], signed=True)
        if number in self._held:
            self._held.discard(number)
            try:
                await self._call(_UNLOCK, number)
            except (*DATABASE_ERRORS, OSError) as error:
                log.warning("key_not_let_go", extra={"error": repr(error)})
                if self._connection is not None:
                    self._connection.terminate()

    async def _call(self, text: str, number: int) -> bool:
        async with self._one_at_a_time:
            if self._connection is None:
                raise ConnectionError("the connection for coordination is away")
            found: bool = await self._connection.fetchval(text, number)
            return found

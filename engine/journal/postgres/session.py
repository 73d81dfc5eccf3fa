"""A connection for callers that block: it lives in a thread with an event loop of its own."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from engine.journal.journal import JournalError, JournalFailedError
from engine.journal.postgres.limits import (
    AWAY_MAX_S,
    CLOSE_S,
    CONNECT_S,
    RETRY_FIRST_S,
    RETRY_MAX_S,
    STATEMENT_S,
)

T = TypeVar("T")
# What a database that is away, slow, starting, stopping or being replaced answers.
AWAY_ERRORS = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
)


async def connect(url: str) -> Any:  # noqa: ANN401 - the driver has no types
    """Connect to the server that takes writes; its commits wait for the standby, where one is."""
    return await asyncpg.connect(
        url,
        timeout=CONNECT_S,
        command_timeout=STATEMENT_S,
        target_session_attrs="read-write",
        server_settings={"application_name": "acre", "synchronous_commit": "on"},
    )


class Session:
    """One connection, made anew where it was lost. Any thread may call; one call at a time."""

    def __init__(self, url: str, *, away_max_s: float = AWAY_MAX_S) -> None:
        self._url = url
        self._away_max_s = away_max_s
        self._loop = asyncio.new_event_loop()
        self._connection: Any = None
        self._one_at_a_time: asyncio.Lock | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._loop.run_forever, name="log", daemon=True)
        self._thread.start()

    def run(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Return what `work` makes of the connection; it is tried again on a new one.

        So `work` must be such that twice is once. Raises JournalFailedError after `away_max_s`
        without the database.
        """
        if self._is_closed:
            raise JournalError("the connection to the command log is closed")
        running: Future[T] = asyncio.run_coroutine_threadsafe(self._run(work), self._loop)
        return running.result()

    def renew(self) -> None:
        """Take another connection for the next call."""
        self._loop.call_soon_threadsafe(self._drop)

    def close(self) -> None:
        """End connection and thread; idempotent."""
        if self._is_closed:
            return
        self._is_closed = True
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _run(self, work: Callable[[Any], Awaitable[T]]) -> T:
        if self._one_at_a_time is None:
            self._one_at_a_time = asyncio.Lock()
        async with self._one_at_a_time:
            end_s, pause_s = monotonic() + self._away_max_s, RETRY_FIRST_S
            while True:
                try:
                    if self._connection is None or self._connection.is_closed():
                        self._connection = await connect(self._url)
                    return await work(self._connection)
                except AWAY_ERRORS as error:
                    self._drop()
                    if monotonic() + pause_s > end_s:
                        raise JournalFailedError(
                            f"the database of the command log was away for {self._away_max_s:.0f}"
                            f" s: {error!r}"
                        ) from error
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, RETRY_MAX_S)

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _end(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*AWAY_ERRORS):
                await connection.close(timeout=CLOSE_S)
            await asyncio.sleep(0)  # its transport goes in the next turn

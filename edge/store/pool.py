"""The connection pools with the named queries of `edge/store/*.sql`.

Reads of histories have a pool of their own with a bounded queue: a flood of them takes no
connection from orders with a key, sign-in and the projector. One address has a share of them.
"""

# ruff: noqa: ANN401 - a value of the database has the type of its column

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from edge.http.errors import ApiError
from edge.http.limits import (
    DATABASE_CONNECTIONS_MAX,
    DATABASE_DEADLINE_S,
    HISTORY_CONNECTIONS_MAX,
    HISTORY_READS_PER_ADDRESS_MAX,
    HISTORY_READS_WAITING_MAX,
)
from edge.http.middleware.counts import Counts
from edge.http.middleware.rates import AtATime
from edge.http.network import reader
from edge.store.migrate import applied_migrations, migrate, require_current
from edge.store.queries import FOLDER, load_queries
from edge.store.tables import (
    PredictionOrderState,
    Row,
    arrays_of,
    insert_statement,
    update_statement,
)

log = logging.getLogger("acre.edge")

MIGRATIONS = FOLDER / "migrations"
READS_MAX = HISTORY_CONNECTIONS_MAX + HISTORY_READS_WAITING_MAX

QUERY_TIMEOUT_S = 15.0
SHED_RETRY_S = "1"
RETRIES_MAX = 5

T = TypeVar("T")
R = TypeVar("R", bound=Row)
# Errors of a database that is down or slow.
DATABASE_ERRORS = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
_RETRIED = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
_HISTORIES = frozenset({"history", "pool_return", "predictions", "series", "values"})
# Of the histories what writes, and what a write of an order asks for.
_NO_HISTORY = frozenset(
    {
        "predictions.order_by_id",
        "predictions.order_status",
        "series.add_history",
        "series.mark_history",
        "values.add",
        "values.thin",
    }
)


def is_history(name: str) -> bool:
    """Return whether a named query reads a history: those wait in a line of their own."""
    return name.partition(".")[0] in _HISTORIES and name not in _NO_HISTORY


async def with_deadline(work: Coroutine[object, object, T]) -> T:
    """Return the result of `work`; raise TimeoutError when it takes too long.

    Giving a connection back waits for the server as well, so that is left to the background.
    """
    task = asyncio.create_task(work)
    try:
        async with asyncio.timeout(DATABASE_DEADLINE_S):
            return await asyncio.shield(task)
    except BaseException:
        task.cancel()
        task.add_done_callback(_forget)
        raise


def _forget(task: asyncio.Task[T]) -> None:
    if not task.cancelled():
        task.exception()


async def _pool(url: str, most: int) -> "asyncpg.Pool[asyncpg.Record]":
    return await asyncpg.create_pool(
        url, min_size=1, max_size=most, command_timeout=QUERY_TIMEOUT_S
    )


class Store:
    """PostgreSQL for the edge: history, series, sessions."""

    def __init__(
        self,
        pool: "asyncpg.Pool[asyncpg.Record]",
        history: "asyncpg.Pool[asyncpg.Record] | None" = None,
    ) -> None:
        self.pool = pool
        self.history = history if history is not None else pool
        self.queries, self._row_types = load_queries()
        self.calls = 0  # of the main pool, those that wait among them
        self.timeouts = 0
        self.reading = 0  # histories, those that wait among them
        self.count_reads_in(Counts())

    def count_reads_in(self, counts: Counts) -> None:
        """Count the history reads of an address there, before the first of them."""
        self._of_reader = AtATime("history", HISTORY_READS_PER_ADDRESS_MAX, READS_MAX, counts)

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect and bring the schema up to date: for the core, which owns the database."""
        return await cls._connected(url, migrate)

    @classmethod
    async def read(cls, url: str) -> "Store":
        """Connect; raises OldSchemaError where the core of this version has never been."""
        return await cls._connected(url, require_current)

    @classmethod
    async def connect(cls, url: str) -> "Store":
        """Connect to a database that `migrate` brings up to date later; raises MigrationError."""
        return await cls._connected(url, applied_migrations)

    @classmethod
    async def _connected(cls, url: str, check: Callable[[Any, Path], Awaitable[object]]) -> "Store":
        pool = await _pool(url, DATABASE_CONNECTIONS_MAX)
        try:
            async with pool.acquire() as connection:
                await check(connection, MIGRATIONS)
            history = await _pool(url, HISTORY_CONNECTIONS_MAX)
        except BaseException:
            pool.terminate()
            raise
        return cls(pool, history)

    async def migrate(self) -> None:
        """Bring the schema up to date; raises MigrationError before any change."""
        async with self.pool.acquire() as connection:
            await migrate(connection, MIGRATIONS)

    async def has_table(self, name: str) -> bool:
        """Return whether a table is there, also before `migrate`."""
        return await self.pool.fetchval("SELECT to_regclass($1)", name) is not None

    async def close(self, max_s: float | None = None) -> None:
        """Close every connection; those that are not given back in time are cut."""
        pools = {self.history, self.pool}
        try:
            async with asyncio.timeout(max_s):
                await asyncio.gather(*(pool.close() for pool in pools))
        except TimeoutError:  # each pool was terminated as it was cancelled
            log.warning("database_not_closed", extra={"max_s": max_s})

    async def select(self, row: type[R], name: str, *values: object) -> list[R]:
        """Return the rows of a named query whose head names this row type."""
        assert self._row_types[name] is row, name
        return [row(*record) for record in await self.rows(name, *values)]

    async def first(self, row: type[R], name: str, *values: object) -> R | None:
        """Return the first row of a named query whose head names this row type."""
        assert self._row_types[name] is row, name
        record = await self.row(name, *values)
        return None if record is None else row(*record)

    async def rows(self, name: str, *values: object) -> list[asyncpg.Record]:
        """Return the records of a named query."""
        return list(await self._read(name, "fetch", *values))

    async def row(self, name: str, *values: object) -> asyncpg.Record | None:
        """Return the first record of a named query."""
        return await self._read(name, "fetchrow", *values)

    async def value(self, name: str, *values: object) -> Any:
        """Return the first column of the first record of a named query."""
        return await self._read(name, "fetchval", *values)

    async def _read(self, name: str, how: str, *values: object) -> Any:
        if not is_history(name):
            self.calls += 1
            try:
                return await self._in_time(getattr(self.pool, how)(self.queries[name], *values))
            finally:
                self.calls -= 1
        if self.reading >= READS_MAX:
            raise ApiError("MAINTENANCE", headers={"Retry-After": SHED_RETRY_S})
        client = reader.get()
        with nullcontext() if client is None else self._of_reader.one(client):
            self.reading += 1
            try:
                return await self._in_time(getattr(self.history, how)(self.queries[name], *values))
            finally:
                self.reading -= 1

    async def _in_time(self, call: Coroutine[object, object, T]) -> T:
        try:
            return await with_deadline(call)
        except TimeoutError:
            self.timeouts += 1
            raise

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["Transaction"]:
        """Yield one transaction."""
        self.calls += 1
        try:
            async with self.pool.acquire() as connection, connection.transaction():
                yield Transaction(connection, self.queries)
        finally:
            self.calls -= 1

    async def retried(self, work: Callable[["Transaction"], Awaitable[T]]) -> T:
        """Run `work` in a transaction, again when another one got in its way (40001, 40P01)."""
        for attempt in range(RETRIES_MAX):
            try:
                async with self.transaction() as transaction:
                    return await work(transaction)
            except _RETRIED:
                if attempt == RETRIES_MAX - 1:
                    raise
                await asyncio.sleep(0)
        raise AssertionError("the loop returns or raises")


class Transaction:
    """Named queries inside one transaction."""

    def __init__(self, connection: asyncpg.Connection, queries: dict[str, str]) -> None:
        self.connection = connection
        self._queries = queries

    async def rows(self, name: str, *values: object) -> list[asyncpg.Record]:
        """Return the records of a named query."""
        return list(await self.connection.fetch(self._queries[name], *values))

    async def row(self, name: str, *values: object) -> asyncpg.Record | None:
        """Return the first record of a named query."""
        record: asyncpg.Record | None = await self.connection.fetchrow(self._queries[name], *values)
        return record

    async def value(self, name: str, *values: object) -> object:
        """Return the first column of the first record of a named query."""
        return await self.connection.fetchval(self._queries[name], *values)

    async def run(self, name: str, *values: object) -> int:
        """Run a named statement and return how many rows it touched."""
        status: str = await self.connection.execute(self._queries[name], *values)
        return int(status.rpartition(" ")[2])

    async def insert(self, rows: Sequence[Row]) -> None:
        """Insert rows of one type."""
        if rows:
            await self.connection.execute(insert_statement(type(rows[0])), *arrays_of(rows))

    async def update(self, rows: Sequence[PredictionOrderState]) -> None:
        """Update rows of one type by their key."""
        if rows:
            await self.connection.execute(update_statement(type(rows[0])), *arrays_of(rows))

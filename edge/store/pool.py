"""The connection pool with the named queries of `edge/store/*.sql`."""

# ruff: noqa: ANN401 - values of any message or column pass through here

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]

from edge.limits import DATABASE_DEADLINE_S
from edge.store.migrate import migrate

QUERY_TIMEOUT_S = 15.0
POOL_SIZE_MAX = 8
RETRIES_MAX = 5
FOLDER = Path(__file__).parent

T = TypeVar("T")
# What a database that is down or slow raises.
TROUBLE = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
_RETRIED = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)


def load_queries(folder: Path = FOLDER) -> dict[str, str]:
    """Return the queries by `noun.name`; a name that stands twice is a programming error."""
    queries: dict[str, str] = {}
    for path in sorted(folder.glob("*.sql")):
        for block in path.read_text().split("-- name: ")[1:]:
            name, _, text = block.partition("\n")
            key = f"{path.stem}.{name.strip()}"
            assert key not in queries, key
            queries[key] = text.strip().rstrip(";")
    return queries


async def in_time(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work`; raise TimeoutError when it takes too long.

    Giving a connection back waits for the server as well, so that is left to the background.
    """
    task = asyncio.create_task(work)
    try:
        return await asyncio.wait_for(asyncio.shield(task), DATABASE_DEADLINE_S)
    except BaseException:
        task.cancel()
        task.add_done_callback(_forget)
        raise


def _forget(task: "asyncio.Task[Any]") -> None:
    if not task.cancelled():
        task.exception()


class Store:
    """PostgreSQL for the edge: history, series, sessions."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]") -> None:
        self.pool = pool
        self.queries = load_queries()

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect and bring the schema up to date."""
        pool = await asyncpg.create_pool(
            url, min_size=1, max_size=POOL_SIZE_MAX, command_timeout=QUERY_TIMEOUT_S
        )
        try:
            async with pool.acquire() as connection:
                await migrate(connection, FOLDER / "migrations")
        except BaseException:
            pool.terminate()
            raise
        return cls(pool)

    async def close(self) -> None:
        """Close every connection."""
        await self.pool.close()

    async def rows(self, name: str, *values: Any) -> list[asyncpg.Record]:
        """Return the rows of a named query."""
        return list(await in_time(self.pool.fetch(self.queries[name], *values)))

    async def row(self, name: str, *values: Any) -> asyncpg.Record | None:
        """Return the first row of a named query."""
        return await in_time(self.pool.fetchrow(self.queries[name], *values))

    async def value(self, name: str, *values: Any) -> Any:
        """Return the first column of the first row of a named query."""
        return await in_time(self.pool.fetchval(self.queries[name], *values))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["Transaction"]:
        """Yield one transaction."""
        async with self.pool.acquire() as connection, connection.transaction():
            yield Transaction(connection, self.queries)

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

    def __init__(self, connection: Any, queries: dict[str, str]) -> None:
        self.connection = connection
        self._queries = queries

    async def rows(self, name: str, *values: Any) -> list[asyncpg.Record]:
        """Return the rows of a named query."""
        return list(await self.connection.fetch(self._queries[name], *values))

    async def row(self, name: str, *values: Any) -> asyncpg.Record | None:
        """Return the first row of a named query."""
        record: asyncpg.Record | None = await self.connection.fetchrow(self._queries[name], *values)
        return record

    async def value(self, name: str, *values: Any) -> Any:
        """Return the first column of the first row of a named query."""
        return await self.connection.fetchval(self._queries[name], *values)

    async def run(self, name: str, *values: Any) -> int:
        """Run a named statement and return how many rows it touched."""
        status: str = await self.connection.execute(self._queries[name], *values)
        return int(status.rpartition(" ")[2])

"""PostgreSQL as the product sees it: the log and its lease, and the rows of the projector."""

import hashlib
import random
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from engine.journal.journal import JournalError, JournalFailedError
from engine.journal.postgres import statements
from engine.journal.postgres.session import AWAY_ERRORS

ATTEMPTS = 12


class Database:
    """One server that loses nothing it has committed."""

    def __init__(self, chance: random.Random, now_s: Callable[[], float]) -> None:
        self.chance = chance
        self.now_s = now_s
        self.is_faulty = False
        self.rows: dict[int, dict[str, Any]] = {}
        self.epoch, self.last_seq, self.last_hash = 0, 0, bytes(32)
        self.expires_at_s = float("-inf")
        self.locked_by: object = None
        self.applied_seq = 0
        self.exchange: bytes | None = None
        self.projected: list[tuple[str, tuple[object, ...]]] = []

    def fails(self, often: float = 0.01) -> bool:
        """Whether a connection breaks now."""
        return self.is_faulty and self.chance.random() < often

    def take(self, holder: object, seconds: float, early_s: float) -> int | None:
        """The statement TAKE."""
        is_gone = self.locked_by is None
        limit_s = self.now_s() + (early_s if is_gone else 0.0)
        if self.expires_at_s >= limit_s:
            return None
        self.epoch += 1
        self.expires_at_s = self.now_s() + seconds
        return self.epoch

    def append(self, values: tuple[Any, ...]) -> int:
        """The statement APPEND; its conditions are those of its text."""
        _, epoch, before, last_seq, last_hash, numbers, hashes, payloads, digest = values
        text = statements.APPEND
        found = hashlib.sha256()
        for seq, previous, payload in zip(numbers, hashes, payloads, strict=True):
            found.update(seq.to_bytes(8) + previous + payload)
        found.update(last_seq.to_bytes(8) + last_hash)
        is_ours = epoch == self.epoch or "epoch = $2" not in text
        is_next = before == self.last_seq or "last_seq = $3" not in text
        if not (is_ours and is_next and found.digest() == digest):
            return 0
        for seq, previous, payload in zip(numbers, hashes, payloads, strict=True):
            self.rows[seq] = {
                "seq": seq, "epoch": epoch, "group_seq": before + 1,
                "previous_hash": previous, "payload": payload,
            }  # fmt: skip
        self.last_seq, self.last_hash = last_seq, last_hash
        return len(numbers)


class Connection:
    """What a driver's connection does with our statements; it never waits."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._is_closed = False

    def is_closed(self) -> bool:
        return self._is_closed

    def terminate(self) -> None:
        self._is_closed = True
        if self._database.locked_by is self:
            self._database.locked_by = None

    async def close(self, timeout: float | None = None) -> None:  # noqa: ASYNC109 - as the driver
        self.terminate()

    def add_log_listener(self, _callback: Any) -> None: ...
    def remove_log_listener(self, _callback: Any) -> None: ...

    def _break(self) -> None:
        if self._is_closed or self._database.fails():
            self.terminate()
            raise ConnectionResetError("the connection broke")

    async def execute(self, query: str, *values: Any, timeout: float | None = None) -> str:  # noqa: ASYNC109
        self._break()
        answer = self._do(query, values)
        self._break()
        return answer

    def _do(self, query: str, values: tuple[Any, ...]) -> str:
        one = self._database
        if query is statements.APPEND:
            return f"INSERT 0 {one.append(values)}"
        if query is statements.RENEW:
            if one.epoch != values[1]:
                return "UPDATE 0"
            one.expires_at_s = one.now_s() + values[2]
            return "UPDATE 1"
        if query is statements.RELEASE:
            if one.epoch == values[1]:
                one.expires_at_s = float("-inf")
            return "UPDATE 1"
        assert query is statements.LOCK, query
        one.locked_by = self
        return "SELECT 1"

    async def fetchval(self, query: str, *values: Any, timeout: float | None = None) -> Any:  # noqa: ASYNC109
        self._break()
        assert query is statements.TAKE
        found = self._database.take(self, values[2], values[3])
        self._break()
        return found

    async def fetchrow(self, query: str, *values: Any) -> Any:
        self._break()
        one = self._database
        if query is statements.HEAD:
            return one.epoch, one.last_seq, one.last_hash
        if query is statements.OWN_HEAD:
            return (one.last_seq, one.last_hash) if one.epoch == values[1] else None
        if query is statements.RECORD:
            return one.rows.get(values[1])
        assert query is statements.PREVIOUS_HASH, query
        row = one.rows.get(values[1] + 1)
        return None if row is None else (row["previous_hash"],)

    async def fetch(self, query: str, *values: Any) -> list[Any]:
        self._break()
        one = self._database
        rows = [one.rows[seq] for seq in range(values[1] + 1, values[2] + 1) if seq in one.rows]
        if query is statements.FIND:
            rows = [row for row in rows if row["payload"].startswith(values[3])]
        return rows[: values[-1]]


class Session:
    """In the place of the session with a thread: calls are done at once."""

    def __init__(self, database: Database, tasks: Any, on_retry: Callable[[], None]) -> None:
        self._database = database
        self._tasks = tasks
        self._on_retry = on_retry
        self._connection: Connection | None = None

    def run(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        for _ in range(ATTEMPTS):
            if not self._tasks.is_alive:
                raise JournalError("the machine is off")
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = Connection(self._database)
                return drive(work(self._connection))
            except AWAY_ERRORS:
                self._connection = None
                self._on_retry()
        raise JournalFailedError("the database was away for too long")

    def renew(self) -> None: ...
    def close(self) -> None: ...


def drive(work: Awaitable[Any]) -> Any:
    """Run a coroutine that never waits."""
    step = work.__await__()
    try:
        next(step)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("it waits")


class Store:
    """The projector's store; a transaction is all or nothing, and its answer can be lost."""

    def __init__(self, database: Database, tasks: Any) -> None:
        self._database = database
        self._tasks = tasks

    async def rows(self, _name: str, *_values: object) -> list[Any]:
        return []

    async def row(self, _name: str, *_values: object) -> dict[str, Any]:
        self._break()
        return {"applied_seq": self._database.applied_seq, "exchange": self._database.exchange}

    async def value(self, _name: str, *_values: object) -> Any:
        return 0

    def _break(self) -> None:
        if not self._tasks.is_alive or self._database.fails(0.05):
            raise asyncpg.ConnectionDoesNotExistError("the connection broke")

    async def retried(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        self._break()
        transaction = Transaction(self._database)
        result = await work(transaction)
        self._break()  # before its commit
        transaction.commit()
        self._break()  # the answer is lost
        return result


class Transaction:
    """Changes that are made at the commit."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes: list[Callable[[], None]] = []

    async def run(self, name: str, *values: Any) -> int:
        one = self._database
        if name == "projection.advance":
            if one.applied_seq != values[0]:
                return 0
            self._changes.append(lambda: setattr(one, "applied_seq", values[1]))
        elif name == "projection.set_exchange":
            self._changes.append(lambda: setattr(one, "exchange", values[0]))
        elif name == "projection.restart":
            self._changes.append(lambda: setattr(one, "applied_seq", 0))
        return 1

    async def rows(self, name: str, *_values: object) -> list[Any]:
        if name == "projection.forget":
            self._changes.append(self._database.projected.clear)
        return []

    async def insert(self, rows: Any) -> None:
        found = [(type(row).__name__, row) for row in rows]
        self._changes.append(lambda: self._database.projected.extend(found))

    async def update(self, _rows: Any) -> None: ...

    def commit(self) -> None:
        for change in self._changes:
            change()

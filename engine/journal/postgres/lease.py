"""The lease of the one writer: a row with its epoch, which expires unless it is renewed.

Time is the database's alone. A writer that was paused past the end of its lease notices at the next
append, whatever its own clock says: the epoch of the row is another one.
"""

import asyncio
import logging
from contextlib import suppress
from time import monotonic
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from engine.journal.journal import JournalFencedError
from engine.journal.postgres import statements
from engine.journal.postgres.limits import (
    CLOSE_S,
    LEASE_LATE_S,
    LEASE_POLL_S,
    LEASE_RENEW_S,
    LEASE_S,
)
from engine.journal.postgres.session import AWAY_ERRORS, connect

log = logging.getLogger(__name__)


class LeaseLostError(JournalFencedError):
    """Another writer has the lease, or may have it by now."""


class Lease:
    """Taken by `take`, kept by `keep`, given back by `release`."""

    def __init__(self, url: str, holder: str, *, shard: int = 0, seconds: float = LEASE_S) -> None:
        """`holder` is the writer's name, for people who look at the row."""
        self._url = url
        self._holder = holder
        self._shard = shard
        self._seconds = seconds
        self._connection: Any = None
        self.epoch = 0  # 0: not held
        self.renewed_at_s = monotonic()

    async def take(self) -> int:
        """Wait until the lease is free and take it; return its epoch. Retries for ever."""
        away_s, early_s = 0.0, max(0.0, self._seconds - LEASE_LATE_S)
        while True:
            try:
                epoch = await self._run(
                    "fetchval", statements.TAKE, self._shard, self._holder, self._seconds, early_s
                )
                away_s = 0.0
                if epoch is not None:
                    self.epoch = epoch
                    await self._run("execute", statements.LOCK, self._shard)
                    log.info("lease_taken", extra={"epoch": epoch, "holder": self._holder})
                    return self.epoch
            except (*AWAY_ERRORS, asyncpg.UndefinedTableError) as error:
                if not away_s:
                    log.warning("lease_unreachable", extra={"error": repr(error)})
                away_s += LEASE_POLL_S
            await asyncio.sleep(LEASE_POLL_S)

    async def keep(self) -> None:
        """Renew until cancelled; raises LeaseLostError when another writer has the lease.

        While the database is away nobody can take it: the writer waits as its appends do.
        """
        self.renewed_at_s = monotonic()
        while True:
            await asyncio.sleep(LEASE_RENEW_S)
            try:
                status = await self._run(
                    "execute", statements.RENEW, self._shard, self.epoch, self._seconds
                )
            except AWAY_ERRORS as error:
                late_s = round(monotonic() - self.renewed_at_s, 1)
                extra = {"error": repr(error), "late_s": late_s}
                log.warning("lease_not_renewed", extra=extra)
                continue
            if status != "UPDATE 1":
                raise LeaseLostError(f"another writer has taken over from epoch {self.epoch}")
            self.renewed_at_s = monotonic()

    async def release(self) -> None:
        """Let the next writer take over at once, and end the connection; idempotent."""
        epoch, self.epoch = self.epoch, 0
        if epoch:
            with suppress(*AWAY_ERRORS):
                await self._run("execute", statements.RELEASE, self._shard, epoch)
                log.info("lease_released", extra={"epoch": epoch})
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*AWAY_ERRORS):
                await connection.close(timeout=CLOSE_S)

    async def _run(self, how: str, query: str, *values: object) -> Any:  # noqa: ANN401 - no types
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await connect(self._url)
                if self.epoch:
                    await self._connection.execute(statements.LOCK, self._shard)
            return await getattr(self._connection, how)(query, *values, timeout=self._seconds)
        except BaseException:
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            raise

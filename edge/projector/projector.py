"""Events into PostgreSQL, exactly once: one transaction per batch, which also moves `applied_seq`.

A failure of the database never reaches the sequencer: the queue is bounded, what does not fit is
read again from the sequencer, and a batch that failed is tried again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import Protocol

from msgspec.structs import astuple

from edge.http.limits import (
    PROJECTOR_BATCH_MAX,
    PROJECTOR_GATHER_S,
    PROJECTOR_QUEUE_MAX,
    PROJECTOR_READ_MAX,
    PROJECTOR_RETRY_S_MAX,
    PROJECTOR_SLICE,
)
from edge.projector.collect import collect
from edge.projector.rows.batch import Batch
from edge.store.pool import DATABASE_ERRORS, Store, Transaction
from engine.core.exchange import Exchange
from engine.journal import JournalReader
from engine.sequencer import Applied, has_become_void

log = logging.getLogger("acre.projector")

RETRY_S_MIN = 0.05
WHAT_BELONGS = (
    "Give the database and the journal that belong together, or an empty database: it is filled "
    "from the journal, but for sessions and profiles."
)


class Source(Protocol):
    """The source of missed commands."""

    async def read(self, after_seq: int, limit: int) -> list[Applied]:
        """Return the commands after `after_seq` with their events, in order."""
        ...


class WrongDatabaseError(Exception):
    """The database belongs to another journal; the message is a sentence."""


class ProjectionEndedError(ConnectionError):
    """Projection has ended: a waiter for rows would wait for ever."""


class Projector:
    """Projects what the sequencer applied; `take` is its subscriber and its replay listener."""

    def __init__(self, store: Store, queue_max: int = PROJECTOR_QUEUE_MAX) -> None:
        self._store = store
        self._queue: deque[Applied] = deque()
        self._queue_max = queue_max
        self._batch_max = min(PROJECTOR_BATCH_MAX, queue_max)
        self._taken_seq = 0
        self._realized_pnl_e6 = 0
        self._wake = asyncio.Event()
        self._hurry = asyncio.Event()  # a reader waits for the rows, or a batch is full
        self._advanced = asyncio.Condition()
        self._has_ended = False
        self._advanced_at_s = monotonic()
        self._exchange: bytes | None = None  # whose rows the database has
        self.projected_seq = 0
        self.on_advance: Callable[[], None] = lambda: None

    async def look(self) -> int:
        """Return the number of the last projected command of a database as it is found.

        Its schema may be of an earlier version: `load` follows once it is up to date.
        """
        if await self._store.has_table("projection"):
            row = await self._store.row("projection.load")
            if row is not None:
                self.projected_seq, self._exchange = row["applied_seq"], row["exchange"]
        return self.projected_seq

    async def load(self) -> int:
        """Return the number of the last projected command; call once, before what follows."""
        await self._store.rows("projection.create")
        row = await self._store.row("projection.load")
        assert row is not None
        self.projected_seq = self._taken_seq = row["applied_seq"]
        self._exchange = row["exchange"]
        self._realized_pnl_e6 = await self._store.value("projection.last_realized") or 0
        return self.projected_seq

    async def replay_start(self, journal: JournalReader) -> int:
        """Return after which command to continue; `Sequencer.open` asks before its replay.

        Where the chain has abandoned commands that are in the database, all rows from commands go,
        and everything is projected again. Index values stay: no chain command makes one.
        """
        if await asyncio.to_thread(has_become_void, journal, self.projected_seq):
            log.error("projection_restarted", extra={"projected": self.projected_seq})

            async def work(transaction: Transaction) -> None:
                await transaction.rows("projection.forget")
                await transaction.run("projection.restart")

            await self._store.retried(work)
            self.projected_seq = self._taken_seq = self._realized_pnl_e6 = 0
        return self.projected_seq

    def check_exchange(self, exchange: bytes | None) -> None:
        """Refuse a database of another exchange than the journal's, before anything is written."""
        if exchange is not None and self._exchange not in {None, exchange}:
            raise WrongDatabaseError(
                f"The database holds {self.projected_seq} commands of another exchange than this "
                f"journal's. {WHAT_BELONGS}"
            )

    async def verify(self, sequence: int, exchange: bytes | None) -> None:
        """Refuse a database that has projected another journal than this one."""
        row = await self._store.row("projection.load")
        known = row["exchange"] if row is not None else None
        is_other = known is not None and exchange is not None and known != exchange
        if is_other or self.projected_seq > sequence:
            raise WrongDatabaseError(
                f"The database holds {self.projected_seq} commands of a journal, but this journal "
                f"holds {sequence} or belongs to another exchange. {WHAT_BELONGS}"
            )

    async def name_markets(self, symbols: Mapping[int, str]) -> None:
        """Give symbols to the markets that an earlier version has projected without."""
        await self._store.rows("projection.name_markets", list(symbols), list(symbols.values()))

    def take(self, applied: Applied) -> None:
        """Accept the next applied command; never blocks, never fails."""
        seq = applied.command.seq
        if seq <= self._taken_seq:
            return
        is_next = seq == self._taken_seq + 1
        if is_next and len(self._queue) < self._queue_max:
            self._queue.append(applied)
            self._taken_seq = seq
            if len(self._queue) >= self._batch_max:
                self._hurry.set()
        # otherwise a gap: `run` reads it again once the queue is empty
        self._wake.set()

    async def take_replayed(self, applied: Applied, _exchange: Exchange | None = None) -> None:
        """Accept a command of the replay; writes when the queue is full, so it stays bounded."""
        if len(self._queue) >= self._queue_max:
            await self._write_some()
        self.take(applied)

    async def run(self, source: Source) -> None:
        """Project until cancelled.

        A transaction costs far more than a row, so commands are gathered for a moment.
        """
        self._has_ended = False
        try:
            await self._project(source)
        finally:
            self._has_ended = True
            async with self._advanced:
                self._advanced.notify_all()

    async def _project(self, source: Source) -> None:
        wait_s = RETRY_S_MIN
        task = asyncio.current_task()
        assert task is not None
        while True:
            if task.cancelling():  # and the driver of the database kept it to itself
                raise asyncio.CancelledError
            try:
                if not await self._step(source):
                    await self._wake.wait()
                wait_s = RETRY_S_MIN
            except Exception as error:
                is_expected = isinstance(error, DATABASE_ERRORS)
                fields = {"error": repr(error), "retry_s": wait_s}
                log.warning("projection_failed", exc_info=not is_expected, extra=fields)
                await asyncio.sleep(wait_s)
                wait_s = min(wait_s * 2, PROJECTOR_RETRY_S_MAX)

    def waiting_s(self, sequence: int) -> float:
        """Return for how long nothing was written although commands wait; 0 when none do."""
        return monotonic() - self._advanced_at_s if self.projected_seq < sequence else 0.0

    async def wait_for(self, sequence: int) -> None:
        """Return when everything up to `sequence` is in the database.

        Raises ProjectionEndedError when `run` has ended before.
        """
        await asyncio.sleep(0)  # a `run` that was made a task just now has begun then
        async with self._advanced:
            while self.projected_seq < sequence:
                if self._has_ended:
                    raise ProjectionEndedError("the projection has ended")
                self._hurry.set()
                await self._advanced.wait()

    async def _gather(self) -> None:
        """Wait briefly for a full batch, or until a reader waits for it."""
        if len(self._queue) < self._batch_max:
            with suppress(TimeoutError):
                async with asyncio.timeout(PROJECTOR_GATHER_S):
                    await self._hurry.wait()
        self._hurry.clear()

    async def _step(self, source: Source) -> bool:
        """Write one batch; False when there is nothing to write."""
        self._wake.clear()
        if not self._queue:
            for applied in await source.read(self._taken_seq, PROJECTOR_READ_MAX):
                self.take(applied)
        if not self._queue:
            return False
        await self._gather()
        await self._write_some()
        return True

    async def _write_some(self) -> None:
        await self._write(list(islice(self._queue, self._batch_max)))

    async def _write(self, chosen: Sequence[Applied]) -> None:
        batch = Batch(realized_pnl_e6=self._realized_pnl_e6)
        for first in range(0, len(chosen), PROJECTOR_SLICE):
            if first:
                await asyncio.sleep(0)  # orders that wait for the loop are answered between two
            for applied in chosen[first : first + PROJECTOR_SLICE]:
                collect(batch, applied)
        last_seq = chosen[-1].command.seq

        async def work(transaction: Transaction) -> bool:
            moved = await transaction.run("projection.advance", self.projected_seq, last_seq)
            if moved == 1:
                await self._insert(transaction, batch)
            return moved == 1

        if not await self._store.retried(work):
            await self._resynchronise()
            return
        self._realized_pnl_e6 = batch.realized_pnl_e6
        await self._advance(last_seq)

    async def _resynchronise(self) -> None:
        """Resume from the stored offset after a lost commit or a concurrent writer."""
        row = await self._store.row("projection.load")
        assert row is not None
        self._realized_pnl_e6 = await self._store.value("projection.last_realized") or 0
        await self._advance(row["applied_seq"])

    async def _advance(self, seq: int) -> None:
        while self._queue and self._queue[0].command.seq <= seq:
            self._queue.popleft()
        self._taken_seq = max(self._taken_seq, seq)
        async with self._advanced:
            self.projected_seq = seq
            self._advanced_at_s = monotonic()
            self._advanced.notify_all()
        self.on_advance()

    async def _insert(self, transaction: Transaction, batch: Batch) -> None:
        for rows in batch.rows.values():
            await transaction.insert(rows)
        await transaction.insert(list(batch.volumes.values()))
        await transaction.insert(list(batch.realized.values()))
        if batch.ledger:
            columns = map(list, zip(*map(astuple, batch.ledger.values()), strict=True))
            await transaction.run("projection.add_ledger", *columns)
        await transaction.insert(list(batch.orders.values()))
        await transaction.update(list(batch.order_states.values()))
        if batch.prints:
            prints = map(list, zip(*batch.prints, strict=True))
            await transaction.run("projection.add_prints", *prints)
        for name, values in batch.statements:
            await transaction.run(name, *values)
        if batch.exchange is not None:
            await transaction.run("projection.set_exchange", batch.exchange)

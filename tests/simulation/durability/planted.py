"""Wrongs that the simulation must find: each is put into the product while a seed runs."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from edge.projector.collect import collect
from edge.projector.projector import Projector
from edge.projector.rows.batch import Batch
from engine.feed import server as server_module
from engine.feed.bus import envelope, hub, link
from engine.feed.bus.hub import BusHub, BusPeer
from engine.feed.replica import Replica
from engine.journal import FileJournal, JournalFailedError
from engine.journal.postgres import journal as database_journal
from engine.journal.segment import Place, Walk
from engine.sequencer import Sequencer
from engine.sequencer import sequencer as sequencer_module

Plant = Callable[[], AbstractContextManager[Any]]


def method(owner: Any, name: str, wrong: Callable[..., Any]) -> Plant:
    """Replace a method; `wrong` gets the right one first."""

    @contextmanager
    def plant() -> Iterator[None]:
        right = getattr(owner, name)

        def method(self: Any, *args: Any, **options: Any) -> Any:
            return wrong(right, self, *args, **options)

        with patch.object(owner, name, method):
            yield

    return plant


class _EarlyThread:
    """Answers before the journal has the batch."""

    def __init__(self, thread: Any, journal: Any) -> None:
        self._thread, self._journal = thread, journal
        self._last_seq = journal.last_seq

    def append(self, payloads: Any, then: Any = None) -> "asyncio.Future[int]":
        self._thread.append(payloads)
        self._last_seq += len(payloads)
        if then is not None:
            then(self._last_seq)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        done.set_result(self._last_seq)
        return done

    def close(self) -> None:
        self._thread.close()


def _acknowledge_early(right: Any, self: Any, journal: Any, *args: Any, **options: Any) -> None:
    right(self, journal, *args, **options)
    self._thread = _EarlyThread(self._thread, journal)


def _never_flush(right: Any, self: Any, *args: Any, **options: Any) -> None:
    right(self, *args, **options)
    self._sync = lambda _file: None


def _retry_a_failed_flush(right: Any, self: Any, payloads: Any) -> int:
    try:
        return right(self, payloads)  # type: ignore[no-any-return]
    except JournalFailedError:
        self._failure = None
        return right(self, payloads)  # type: ignore[no-any-return]


def _lose_the_last_record(right: Any, self: Any) -> Place:
    """Recovery that takes the last whole record for torn."""
    place: Place = right(self)
    segment = self._segments[-1]
    before = segment.start
    walk = Walk(str(segment.path), segment.path.read_bytes(), segment.start)
    for _ in walk:
        if walk.place == place:
            return before
        before = walk.place
    return place


async def _believe_a_lost_answer(right: Any, self: Any, connection: Any) -> None:
    try:
        await right(self, connection)
    except ConnectionResetError:
        return


def _answer_at_once(right: Any, self: Any, group: Any) -> None:
    right(self, group)
    for outcome in group.outcomes:
        if not outcome.done():
            outcome.set_result(self.sequence + 1)


def _follow_too_early(right: Any, self: Any, body: bytes) -> None:
    right(self, body)
    self._is_following = True


def _settled_from_the_start(right: Any, self: Any) -> None:
    right(self)
    self.is_settled = True


def _take_twice(right: Any, self: Any, _number: int, data: bytes) -> None:
    right(self, self._received, data)


async def _offset_first(_right: Any, self: Any, chosen: Any) -> None:
    """The offset is moved in a transaction of its own."""
    batch, last_seq = _batch(self, chosen), chosen[-1].command.seq

    async def move(transaction: Any) -> bool:
        return bool(await transaction.run("projection.advance", self.projected_seq, last_seq) == 1)

    if not await self._store.retried(move):
        await self._resynchronise()
        return
    await self._store.retried(lambda transaction: self._insert(transaction, batch))
    await self._advance(last_seq)


async def _offset_unchecked(_right: Any, self: Any, chosen: Any) -> None:
    """Rows are inserted whatever the offset is."""
    batch, last_seq = _batch(self, chosen), chosen[-1].command.seq

    async def work(transaction: Any) -> None:
        await transaction.run("projection.advance", self.projected_seq, last_seq)
        await self._insert(transaction, batch)

    await self._store.retried(work)
    await self._advance(last_seq)


def _batch(self: Any, chosen: Any) -> Batch:
    batch = Batch(realized_pnl_e6=self._realized_pnl_e6)
    for applied in chosen:
        collect(batch, applied)
    return batch


def _own_nothing(_right: Any, _self: Any, *_args: Any) -> None:
    """The owners of a batch are forgotten."""


class _LateJournal:
    """A journal that is read from one command too late."""

    def __init__(self, right: Any) -> None:
        self._right = right

    def __getattr__(self, name: str) -> Any:
        return getattr(self._right, name)

    def read(self, after_seq: int = 0) -> Any:
        return self._right.read(after_seq + (after_seq > 0))

    def read_joined(self, after_seq: int, last_seq: int) -> Any:
        return self._right.read_joined(after_seq + (after_seq > 0), last_seq)


@contextmanager
def _late_replay() -> Iterator[None]:
    right = sequencer_module.replay

    async def replay(exchange: Any, journal: Any, *rest: Any) -> None:
        await right(exchange, _LateJournal(journal), *rest)

    with patch.object(sequencer_module, "replay", replay):
        yield


@contextmanager
def _old_head() -> Iterator[None]:
    right = database_journal.read_head
    seen: list[tuple[int, bytes]] = []

    def read_head(session: Any, shard: int) -> tuple[int, int, bytes]:
        epoch, *place = right(session, shard)
        seen.append((place[0], place[1]))
        return (epoch, *seen[0])

    with patch.object(database_journal, "read_head", read_head):
        yield


@contextmanager
def _unchecked_messages() -> Iterator[None]:
    def opened(data: bytes, _bytes_min: int) -> bytes:
        return data[envelope.CHECKSUM.size :]

    with (
        patch.object(hub, "opened", opened),
        patch.object(link, "opened", opened),
        patch.object(envelope, "opened", opened),
    ):
        yield


PLANTED: dict[str, Plant] = {
    "an early acknowledgement": method(Sequencer, "__init__", _acknowledge_early),
    "a group that is not flushed": method(FileJournal, "__init__", _never_flush),
    "a failed flush that is tried again": method(
        FileJournal, "append_batch", _retry_a_failed_flush
    ),
    "a recovery that cuts a whole record": method(
        FileJournal, "_recover_last", _lose_the_last_record
    ),
    "a replay that begins one command late": _late_replay,
    "a lost answer taken for a commit": method(
        database_journal._Append, "__call__", _believe_a_lost_answer
    ),
    "a takeover from an old head": _old_head,
    "a replica that answers before the batch": method(Replica, "_submit", _answer_at_once),
    "a replica that submits before it has caught up": method(
        Replica, "_take_welcome", _follow_too_early
    ),
    "a replica that does not search the journal": method(Replica, "_doubt", _own_nothing),
    "a writer that claims a request of the one before": method(
        server_module._Process, "__init__", _settled_from_the_start
    ),
    "a writer that forgets outcomes": method(server_module._Process, "remember", _own_nothing),
    "a doubled message that is taken twice": method(BusPeer, "take", _take_twice),
    "a message whose checksum is not compared": _unchecked_messages,
    "a batch without its owners": method(BusHub, "own", _own_nothing),
    "an offset outside its transaction": method(Projector, "_write", _offset_first),
    "an offset that is not compared": method(Projector, "_write", _offset_unchecked),
}

"""A replica's end of the feed over the bus."""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from engine.feed.bus.client import Bus
from engine.feed.bus.envelope import (
    EPOCH,
    FROM_REPLICA,
    FROM_WRITER,
    RESET,
    Owner,
    frames,
    lead_subject,
    opened,
    read_to_all,
    sealed,
    subjects,
)
from engine.feed.bus.limits import AHEAD_BYTES_MAX, ANSWER_S, PING_S
from engine.feed.errors import FeedProtocolError
from engine.feed.frames import (
    LENGTH,
    NUMBER,
    OWN,
    REFUSED,
    WELCOME,
    Kind,
    Refusal,
    read_batch,
    unpack,
)
from engine.feed.link import Link, Listener
from engine.journal.postgres.records import DatabaseRecords, read_head
from engine.journal.postgres.session import Session
from engine.journal.snapshots import SnapshotStore
from engine.sequencer.sequencer import SNAPSHOTS

log = logging.getLogger(__name__)


class BusFeed:
    """The writer of the lease's epoch over the bus, the log in the database, own snapshots."""

    def __init__(self, bus: Bus, session: Session, directory: Path, shard: int = 0) -> None:
        """`directory` is for the snapshots of this process."""
        self._bus = bus
        self._session = session
        self._shard = shard
        self._directory = directory

    async def connect(self, replica: Listener) -> Link:
        """Connect with the writer; OSError or TimeoutError where none answers."""
        await self._bus.connected()
        epoch, _, _ = await asyncio.to_thread(read_head, self._session, self._shard)
        link = BusLink(self._bus, replica, self._shard, epoch)
        await link.open()
        return link

    def records(self, last_seq: int) -> DatabaseRecords:
        """Return the log up to a record; raises JournalShortError."""
        return DatabaseRecords.up_to(self._session, self._shard, last_seq)

    def snapshots(self) -> SnapshotStore:
        """Return the snapshots of this process."""
        return SnapshotStore(self._directory / SNAPSHOTS, is_reader=True)


class BusLink:
    """One connection: numbered messages both ways, and the batches to all in their order."""

    def __init__(self, bus: Bus, replica: Listener, shard: int, epoch: int) -> None:
        self._bus = bus
        self._replica = replica
        self._epoch = epoch
        self._lead = lead_subject(shard)
        self._to_writer, self._to_all, root = subjects(shard, epoch)
        self._to_us = root + replica.identity.hex()
        self._connection = secrets.randbits(63)
        self._sent = 0
        self._received = 0
        self._welcome_seq: int | None = None  # last command at the answer to HELLO
        self._ahead: deque[tuple[list[Owner], Kind, bytes]] = deque()
        self._ahead_bytes = 0
        self._answered = asyncio.Event()
        self._stack = AsyncExitStack()
        self._pinging: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self.is_open = True

    async def open(self) -> None:
        """Subscribe and wait for the writer's first answer; TimeoutError without one."""
        try:
            for subject, hear in (
                (self._lead, self._take_lead),
                (self._to_all, self._take_to_all),
                (self._to_us, self._take_to_us),
            ):
                await self._stack.enter_async_context(
                    self._bus.hearing(subject, self._guarded(hear))
                )
            self._stack.callback(self._bus.on_cut(self.abort))
            async with asyncio.timeout(ANSWER_S):
                self.send(b"")
                await self._answered.wait()
        except BaseException:
            self.is_open = False
            await self._stack.aclose()
            raise
        self._pinging = asyncio.create_task(self._ping(), name="bus-link")

    def send(self, data: bytes) -> None:
        """Send frames in one message; nothing where the connection is gone."""
        if not self.is_open:
            return
        if len(data) > self._bus.frame_bytes_max:
            self._refuse(data)
            return
        head = FROM_REPLICA.pack(self._replica.identity, self._connection, self._sent)
        self._sent += 1
        self._bus.publish(self._to_writer, sealed(head + data))

    def abort(self) -> None:
        """End the connection; what is missed is asked for by the next one."""
        if not self.is_open:
            return
        self.is_open = False
        if self._pinging is not None:
            self._pinging.cancel()
        self._closing = asyncio.create_task(self._close())
        self._replica.lost()

    async def _close(self) -> None:
        with suppress(Exception):
            await self._stack.aclose()

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_S)
            self.send(b"")

    def _refuse(self, data: bytes) -> None:
        """Answer a submission that no message can carry."""
        kind, start = Kind(data[LENGTH.size - 1]), LENGTH.size
        if kind is not Kind.SUBMIT:
            raise FeedProtocolError(f"{kind.name} of {len(data)} bytes")
        (request,) = NUMBER.unpack_from(data, start)
        text = f"{len(data)} bytes of commands, {self._bus.frame_bytes_max} can be sent".encode()
        refused = REFUSED.pack(request, Refusal.INVALID) + text
        asyncio.get_running_loop().call_soon(self._replica.heard, Kind.REFUSED, refused)

    # what the writer sends

    def _guarded(self, take: Callable[[bytes], None]) -> Callable[[bytes], None]:
        def guarded(message: bytes) -> None:
            if not self.is_open:
                return
            try:
                take(message)
            except FeedProtocolError as error:
                log.warning("feed_connection_ended", extra={"reason": str(error)})
                self.abort()

        return guarded

    def _take_lead(self, message: bytes) -> None:
        if EPOCH.unpack_from(opened(message, EPOCH.size))[0] > self._epoch:
            self.abort()

    def _take_to_us(self, message: bytes) -> None:
        message = opened(message, FROM_WRITER.size)
        connection, number = FROM_WRITER.unpack_from(message)
        if connection != self._connection or number < self._received:
            return  # of an earlier connection, or for a second time
        if number == RESET:
            raise FeedProtocolError("the writer has ended the connection")
        if number != self._received:
            raise FeedProtocolError(f"message {number}, expected {self._received}")
        self._received += 1
        self._answered.set()
        for kind, body in frames(message[FROM_WRITER.size :]):
            if kind is Kind.BATCH:
                self._take_batch([], body)
            else:
                self._replica.heard(kind, body)
                if kind is Kind.WELCOME:
                    self._welcome_seq = unpack(WELCOME, body)[1]
        if self._is_caught_up:
            self._take_ahead()

    @property
    def _is_caught_up(self) -> bool:
        """Whether all that the answer to HELLO announced has come."""
        return self._welcome_seq is not None and self._replica.sequence >= self._welcome_seq

    def _take_ahead(self) -> None:
        """Take the batches that came before what the answer to HELLO announced."""
        while self._ahead and self.is_open:
            owners, kind, body = self._ahead.popleft()
            self._ahead_bytes -= len(body)
            self._take_one(owners, kind, body)

    def _take_to_all(self, message: bytes) -> None:
        owners, kind, body = read_to_all(message)
        if self._is_caught_up:
            self._take_ahead()
            self._take_one(owners, kind, body)
        elif kind is Kind.BATCH:
            self._ahead.append((owners, kind, body))
            self._ahead_bytes += len(body)
            if self._ahead_bytes > AHEAD_BYTES_MAX:
                raise FeedProtocolError("too many batches before the answer to HELLO")

    def _take_one(self, owners: list[Owner], kind: Kind, body: bytes) -> None:
        if kind is Kind.BATCH:
            self._take_batch(owners, body)
        else:
            self._replica.heard(kind, body)

    def _take_batch(self, owners: list[Owner], body: bytes) -> None:
        batch = read_batch(body)
        first_seq, next_seq = batch.groups[0], self._replica.sequence + 1
        if first_seq < next_seq:
            return  # it is applied already
        if first_seq > next_seq:
            raise FeedProtocolError(f"batch {first_seq}, expected {next_seq}")
        for owner in owners:
            if owner.identity == self._replica.identity:
                self._replica.heard(Kind.OWN, OWN.pack(owner.request, owner.first_seq))
        self._replica.heard(Kind.BATCH, body)

"""The writer's end of the feed over the bus: one message to all, and a connection with each."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import monotonic

from engine.feed.bus.client import Bus
from engine.feed.bus.envelope import (
    EPOCH,
    FROM_REPLICA,
    FROM_WRITER,
    OWNERS_MAX,
    RESET,
    Owner,
    frames,
    lead_subject,
    opened,
    sealed,
    subjects,
    to_all,
)
from engine.feed.bus.limits import PEER_SILENT_S, PEERS_MAX, PING_S
from engine.feed.errors import FeedProtocolError
from engine.feed.server import FeedServer, Peer

log = logging.getLogger(__name__)

RETRY_S = 0.2


class BusHub:
    """Serves the replicas that are connected with the bus."""

    def __init__(self, server: FeedServer, bus: Bus, epoch: int, shard: int = 0) -> None:
        self._server = server
        self._bus = bus
        self._epoch = epoch
        self._lead = lead_subject(shard)
        self._to_writer, self._to_all, self._to_one = subjects(shard, epoch)
        self._peers: dict[bytes, BusPeer] = {}  # by identity
        self._owners: list[Owner] = []  # of the batch that comes next

    async def run(self) -> None:
        """Serve until cancelled, whatever becomes of the bus."""
        try:
            while True:
                try:
                    async with self._serving():
                        while True:
                            await asyncio.sleep(PING_S)
                            self._forget_silent()
                except (OSError, TimeoutError) as error:
                    log.warning("bus_unreachable", extra={"error": repr(error)})
                await asyncio.sleep(RETRY_S)
        finally:
            self._server.on_broadcast = None
            for peer in tuple(self._peers.values()):
                peer.abort()

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator[None]:
        await self._bus.connected()
        async with self._bus.hearing(self._to_writer, self._take):
            self._server.on_broadcast = self._broadcast
            self._bus.publish(self._lead, sealed(EPOCH.pack(self._epoch)))
            log.info("bus_serves", extra={"epoch": self._epoch})
            yield

    def own(self, peer: "BusPeer", request: int, first_seq: int) -> None:
        """Note whose request begins in the next batch."""
        if len(self._owners) < OWNERS_MAX:
            self._owners.append(Owner(peer.identity, request, first_seq))

    def forget(self, peer: "BusPeer") -> None:
        """Forget a connection that has ended."""
        if self._peers.get(peer.identity) is peer:
            del self._peers[peer.identity]

    def send(self, identity: bytes, data: bytes) -> None:
        """Send a message to one replica."""
        self._bus.publish(self._to_one + identity.hex(), sealed(data))

    @property
    def frame_bytes_max(self) -> int:
        """How long the frames of a message can be."""
        return self._bus.frame_bytes_max

    def _broadcast(self, data: bytes) -> None:
        owners, self._owners = self._owners, []
        message = to_all(owners, data)
        if len(message) <= self._bus.frame_bytes_max:  # a longer batch is read from the log
            self._bus.publish(self._to_all, message)

    def _take(self, message: bytes) -> None:
        try:
            message = opened(message, FROM_REPLICA.size)
        except FeedProtocolError as error:  # the next one of its replica shows that it is missing
            log.warning("bus_message_refused", extra={"reason": str(error)})
            return
        identity, connection, number = FROM_REPLICA.unpack_from(message)
        peer = self._peers.get(identity)
        if peer is None or peer.connection != connection:
            if number or (peer is None and len(self._peers) >= PEERS_MAX):
                self.send(identity, FROM_WRITER.pack(connection, RESET))
                return
            if peer is not None:
                peer.abort()
            peer = self._peers[identity] = BusPeer(self, self._server, identity, connection)
        peer.take(number, message[FROM_REPLICA.size :])

    def _forget_silent(self) -> None:
        for peer in tuple(self._peers.values()):
            if monotonic() - peer.heard_at_s > PEER_SILENT_S:
                peer.abort()


class BusPeer(Peer):
    """One connection of a replica."""

    def __init__(self, hub: BusHub, server: FeedServer, identity: bytes, connection: int) -> None:
        super().__init__(server)
        self.identity = identity
        self.connection = connection
        self.heard_at_s = monotonic()
        self._hub = hub
        self._sent = 0
        self._received = 0
        self._is_open = True

    def take(self, number: int, data: bytes) -> None:
        """Take the frames of a message, unless it came before; a missing one ends the link."""
        if not self._is_open or number < self._received:
            return
        try:
            if number != self._received:
                raise FeedProtocolError(f"message {number}, expected {self._received}")
            self._received += 1
            self.heard_at_s = monotonic()
            for kind, body in frames(data):
                self.heard(kind, body)
            if not data:
                self.send(b"")
        except FeedProtocolError as error:
            self._end(str(error))

    def send(self, data: bytes) -> None:
        """Send frames in one message."""
        if self._is_open:
            if len(data) > self._hub.frame_bytes_max:
                self._end(f"a message of {len(data)} bytes")
                return
            head = FROM_WRITER.pack(self.connection, self._sent)
            self._sent += 1
            self._hub.send(self.identity, head + data)

    def deliver(self, data: bytes) -> None:
        """Send a frame."""
        self.send(data)

    def deliver_to_all(self, data: bytes) -> None:
        """Do nothing: it gets what all get."""

    def own(self, request: int, first_seq: int) -> None:
        """Put the owner into the message of the batch."""
        self._hub.own(self, request, first_seq)

    def welcome(self, frames: Sequence[bytes]) -> bool:
        """Send the answer to a HELLO, a message each; False where one is too long."""
        if any(len(one) > self._hub.frame_bytes_max for one in frames):
            return False
        for one in frames:
            self.send(one)
        return True

    def abort(self) -> None:
        """End the connection; the replica hears of it, or notices."""
        self._end(None)

    def _end(self, reason: str | None) -> None:
        if self._is_open:
            self._is_open = False
            self._hub.send(self.identity, FROM_WRITER.pack(self.connection, RESET))
            self._hub.forget(self)
            self.ended(reason)

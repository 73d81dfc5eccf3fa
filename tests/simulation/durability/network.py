"""The network between machines: a bus that loses and garbles messages, pipes that are cut."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from engine.feed.frames import FrameProtocol
from engine.feed.link import Link, Listener
from engine.feed.server import FeedServer, _Connection
from engine.journal.segments import JournalFiles
from engine.journal.snapshots import SnapshotStore


class Network:
    """All subjects of the bus, and who hears them."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(f"{seed} network")
        self.pipes = 0
        self.is_faulty = False
        self.arrived_s: dict[tuple[Any, ...], float] = {}
        self.heard: dict[str, list[tuple[SimBus, Callable[[bytes], None]]]] = {}

    def send(self, sender: "SimBus", subject: str, data: bytes) -> None:
        loop, roll = asyncio.get_running_loop(), self.chance.random
        for bus, hear in tuple(self.heard.get(subject, ())):
            if self.is_faulty and roll() < 0.02:
                continue
            copies = 2 if self.is_faulty and roll() < 0.03 else 1
            for _ in range(copies):
                path = (sender, bus, subject)  # on which the bus keeps the order
                at_s = max(self.arrived_s.get(path, 0.0) + 1e-6, loop.time() + 0.001 * roll())
                self.arrived_s[path] = at_s
                if self.is_faulty and roll() < 0.03:
                    at_s += 0.5 * roll()
                sent = data
                if self.is_faulty and data and roll() < 0.002:
                    at = self.chance.randrange(len(data))
                    sent = (
                        data[:at]
                        + bytes([data[at] ^ 1 << self.chance.randrange(8)])
                        + data[at + 1 :]
                    )
                arrival = (sender, bus, subject, hear, sent)
                loop.call_at(at_s, self._deliver, *arrival, context=bus.tasks.context)

    def _deliver(
        self,
        sender: "SimBus",
        bus: "SimBus",
        subject: str,
        hear: Callable[[bytes], None],
        data: bytes,
    ) -> None:
        is_there = (bus, hear) in self.heard.get(subject, ())
        if is_there and bus.is_connected and sender.tasks.is_alive and bus.tasks.is_alive:
            hear(data)


class SimBus:
    """One machine's connection with the bus."""

    frame_bytes_max = 1024 * 1024

    def __init__(self, network: Network, tasks: Any) -> None:
        self.network = network
        self.tasks = tasks
        self.is_cut = False
        self._on_cut: list[Callable[[], None]] = []

    @property
    def is_connected(self) -> bool:
        return not self.is_cut

    def publish(self, subject: str, data: bytes) -> None:
        if self.is_connected and self.tasks.is_alive:
            self.network.send(self, subject, data)

    @asynccontextmanager
    async def hearing(self, subject: str, hear: Callable[[bytes], None]) -> AsyncIterator[None]:
        await asyncio.sleep(0.001)
        if not self.is_connected:
            raise ConnectionError("the bus is away")
        entry = (self, hear)
        self.network.heard.setdefault(subject, []).append(entry)
        try:
            yield
        finally:
            self.network.heard[subject].remove(entry)

    def on_cut(self, callback: Callable[[], None]) -> Callable[[], None]:
        self._on_cut.append(callback)
        return lambda: self._on_cut.remove(callback) if callback in self._on_cut else None

    async def connected(self) -> None:
        async with asyncio.timeout(2):
            while not self.is_connected:  # noqa: ASYNC110 - as the bus
                await asyncio.sleep(0.05)

    def cut(self) -> None:
        self.is_cut = True
        for callback in tuple(self._on_cut):
            callback()


class Transport:
    """One direction of a pipe: ordered, late, and gone when it is cut."""

    def __init__(self, network: Network, tasks: Any) -> None:
        self._network = network
        self._tasks = tasks
        network.pipes += 1
        self._chance = random.Random(f"{network.seed} pipe {network.pipes}")
        self.other: Transport | None = None
        self.protocol: FrameProtocol | None = None
        self._arrives_at_s = 0.0
        self._is_closed = False

    def write(self, data: bytes) -> None:
        loop = asyncio.get_running_loop()
        if self._is_closed or not self._tasks.is_alive or self.other is None:
            return
        late_s = 0.3 if self._network.is_faulty and self._chance.random() < 0.02 else 0.002
        delay_s = late_s * self._chance.random()
        self._arrives_at_s = max(self._arrives_at_s + 1e-6, loop.time() + delay_s)
        there = self.other._tasks.context
        loop.call_at(self._arrives_at_s, self.other.take, bytes(data), context=there)

    def take(self, data: bytes) -> None:
        if not self._is_closed and self.protocol is not None and self._tasks.is_alive:
            self.protocol.data_received(data)

    def is_closing(self) -> bool:
        return self._is_closed

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        for one in (self, self.other):
            if one is not None and not one._is_closed:
                one._is_closed = True
                if one.protocol is not None and one._tasks.is_alive:
                    loop = asyncio.get_running_loop()
                    loop.call_soon(one.protocol.connection_lost, None, context=one._tasks.context)


class PipeFeed:
    """The feed on one machine: as `LocalFeed`, over a pipe of the simulation."""

    def __init__(
        self, network: Network, tasks: Any, directory: Any, writer: Callable[[], Any]
    ) -> None:
        self._network = network
        self._tasks = tasks
        self._directory = directory
        self._writer = writer
        self.transports: list[Transport] = []

    async def connect(self, replica: Listener) -> Link:
        await asyncio.sleep(0.001)
        found: tuple[FeedServer, Any] | None = self._writer()
        if found is None:
            raise ConnectionRefusedError("no writer")
        server, tasks = found
        ours, theirs = Transport(self._network, self._tasks), Transport(self._network, tasks)
        ours.other, theirs.other = theirs, ours
        protocol = FrameProtocol(replica.heard, replica.lost)
        ours.protocol, theirs.protocol = protocol, _Connection(server)
        for one in (ours, theirs):
            assert one.protocol is not None
            one._tasks.context.copy().run(one.protocol.connection_made, one)
        self.transports.append(ours)
        return protocol

    def cut(self) -> None:
        for one in self.transports:
            one.abort()
        self.transports.clear()

    def records(self, last_seq: int) -> JournalFiles:
        return JournalFiles(self._directory, last_seq)

    def snapshots(self) -> SnapshotStore:
        return SnapshotStore(self._directory / "snapshots", is_reader=True)

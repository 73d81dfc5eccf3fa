"""The writer's end of the feed: sends every durable batch to the replicas, takes their commands."""

import asyncio
import logging
import socket
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from engine.core.generated.messages import Command, decode
from engine.feed.address import socket_address
from engine.feed.errors import FeedProtocolError
from engine.feed.frames import (
    BEHIND,
    HELLO,
    NUMBER,
    OTHER_PROTOCOL,
    OWN,
    PROTOCOL,
    REFUSED,
    STATE,
    WELCOME,
    FrameProtocol,
    Kind,
    Refusal,
    batch_frame,
    frame,
    numbers,
    records,
    unpack,
)
from engine.feed.limits import (
    PENDING_GROUPS_MAX,
    PROCESSES_MAX,
    REPLICAS_MAX,
    RING_BYTES_MAX,
    STATE_PERIOD_S,
    STATUS_PERIOD_S,
    SYNC_S,
    UNSENT_BYTES_MAX,
)
from engine.schema.commands import COMMANDS
from engine.schema.records import Origin
from engine.sequencer import (
    Applied,
    DurableBatch,
    Sequencer,
    SequencerClosedError,
    SequencerError,
    SequencerFullError,
    SequencerOverloadedError,
)
from engine.sequencer.watch import ORIGIN_BYTES_MAX, origin

log = logging.getLogger(__name__)

# A replica serves the web: money moves by the chain, and the rest by the writer's own process.
SUBMITTED_TAGS = frozenset(message.tag for message in COMMANDS if message.origin is Origin.EDGE)
SOCKET_NAME = "feed.sock"
SYNC_TASK = "feed-sync"


class FeedServer:
    """Feeds the replicas of one sequencer."""

    def __init__(
        self,
        sequencer: Sequencer,
        status: Callable[[], bytes],
        *,
        ring_bytes_max: int = RING_BYTES_MAX,
        state_period_s: float = STATE_PERIOD_S,
    ) -> None:
        """`status` is what replicas get once a second, in a form of its caller's."""
        self._sequencer = sequencer
        self._status = status
        self._ring_bytes_max = ring_bytes_max
        self._state_period_s = state_period_s
        self._ring: deque[tuple[int, int, bytes]] = deque()  # first and last number, BATCH
        self._ring_bytes = 0
        self._replicas: set[Peer] = set()
        self._owners: dict[int, tuple[Peer, int]] = {}  # by the first command's identity
        self._processes: OrderedDict[bytes, _Process] = OrderedDict()
        self._state_at_s = monotonic()
        self.differing_count = 0
        self.compared: tuple[int, bytes] | None = None  # last command and state hash sent
        self.on_follow: Callable[[], None] = lambda: None  # a replica has everything now
        self.on_broadcast: Callable[[bytes], None] | None = None  # for replicas elsewhere
        sequencer.feed(self._take)

    @property
    def replica_count(self) -> int:
        """Replicas that follow now."""
        return len(self._replicas)

    @property
    def pending_count(self) -> int:
        """Submissions of replicas that have no outcome yet."""
        return sum(len(one.tasks) for one in self._processes.values())

    @asynccontextmanager
    async def listening(self, directory: Path) -> AsyncIterator[None]:
        """Listen on `feed.sock` in a private directory while the block runs."""
        path = directory / SOCKET_NAME
        path.unlink(missing_ok=True)  # of a run that was killed
        loop = asyncio.get_running_loop()
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with socket_address(directory, SOCKET_NAME) as address:
                listener.bind(address)
            path.chmod(0o600)  # it does not listen yet
            service = await loop.create_unix_server(lambda: _Connection(self), sock=listener)
        except BaseException:
            listener.close()
            raise
        beating = asyncio.create_task(self._beat(), name="feed")
        try:
            yield
        finally:
            beating.cancel()
            service.close()
            for replica in tuple(self._replicas):
                replica.abort()
            tasks = [task for one in self._processes.values() for task in one.tasks]
            for task in tasks:
                task.cancel()
            await asyncio.gather(beating, *tasks, return_exceptions=True)
            path.unlink(missing_ok=True)

    async def _beat(self) -> None:
        while True:
            self._deliver_to_all(frame(Kind.STATUS, self._status()))
            self._compare_state()
            await asyncio.sleep(STATUS_PERIOD_S)

    def send_status(self) -> None:
        """Send the status now: a figure has changed for which readers wait."""
        if self._replicas:
            self._deliver_to_all(frame(Kind.STATUS, self._status()))

    def _compare_state(self) -> None:
        if not self._replicas or monotonic() - self._state_at_s < self._state_period_s:
            return
        self._state_at_s = monotonic()
        exchange = self._sequencer.exchange
        self.compared = exchange.sequence, exchange.state_hash()
        state = STATE.pack(*self.compared)
        self._deliver_to_all(frame(Kind.STATE, state))

    # from the sequencer

    def _take(self, batch: DurableBatch) -> None:
        data = batch_frame(batch.epoch, batch.record_hash, batch.groups, batch.payloads)
        self._ring.append((batch.first_seq, batch.last_seq, data))
        self._ring_bytes += len(data)
        while self._ring_bytes > self._ring_bytes_max and len(self._ring) > 1:
            self._ring_bytes -= len(self._ring.popleft()[2])
        if self._owners:
            for command in batch.commands:
                owner = self._owners.pop(id(command), None)
                if owner is not None:
                    replica, request = owner
                    replica.process.remember(request, command.seq)
                    replica.own(request, command.seq)
        self._deliver_to_all(data)

    def _deliver_to_all(self, data: bytes) -> None:
        for replica in tuple(self._replicas):
            replica.deliver_to_all(data)
        if self.on_broadcast is not None:
            self.on_broadcast(data)

    # from the replicas

    def hello(self, replica: "Peer", body: bytes) -> None:
        """Begin to answer a HELLO; every other submission of the same process is resolved first."""
        found: Any = unpack(HELLO, body)
        protocol, identity, seq, record_hash = found
        open_requests = numbers(body, HELLO.size)
        if protocol != PROTOCOL:
            replica.deliver(frame(Kind.OTHER_PROTOCOL, OTHER_PROTOCOL.pack(PROTOCOL)))
            raise FeedProtocolError(f"protocol {protocol}, this writer speaks {PROTOCOL}")
        if len(self._replicas) >= REPLICAS_MAX:
            raise FeedProtocolError(f"{REPLICAS_MAX} replicas already")
        replica.process = self._process(identity)
        # An open request may be of the writer before, until the process says that none is.
        is_known = replica.process.is_settled
        replica.greet(self._greet(replica, (seq, record_hash), open_requests, is_known=is_known))

    def say_end(self, replica: "Peer") -> None:
        """Answer with the last durable command; the replica does not follow yet."""
        replica.deliver(frame(Kind.BEHIND, BEHIND.pack(False, self._sequencer.sequence)))

    def _process(self, identity: bytes) -> "_Process":
        process = self._processes.get(identity)
        if process is None:
            process = self._processes[identity] = _Process()
        self._processes.move_to_end(identity)
        for old in list(self._processes)[:-PROCESSES_MAX]:
            if not self._processes[old].tasks:
                del self._processes[old]
        return process

    async def _greet(
        self,
        replica: "Peer",
        place: tuple[int, bytes],
        open_requests: Sequence[int],
        *,
        is_known: bool,
    ) -> None:
        process, (seq, record_hash) = replica.process, place
        if process.tasks:
            await asyncio.wait(tuple(process.tasks))
        for request in open_requests:
            first = process.outcomes.get(request)
            if first is not None:
                replica.send(frame(Kind.OWN, OWN.pack(request, first)))
        sequencer = self._sequencer
        if seq > sequencer.sequence:
            replica.send(frame(Kind.FOREIGN))
            return
        first_seq = self._ring[0][0] if self._ring else sequencer.sequence + 1
        if seq + 1 < first_seq:
            replica.send(frame(Kind.BEHIND, BEHIND.pack(is_known, sequencer.sequence)))
            return
        if await asyncio.to_thread(sequencer.record_hash, seq) != record_hash:
            replica.send(frame(Kind.FOREIGN))
            return
        following = [data for first, _, data in self._ring if first > seq]
        starts = [first for first, _, _ in self._ring if first > seq]
        is_gapless = starts[0] == seq + 1 if starts else seq == sequencer.sequence
        if not is_gapless:  # the ring has moved on meanwhile, or the number is within a batch
            replica.send(frame(Kind.BEHIND, BEHIND.pack(is_known, sequencer.sequence)))
            return
        welcome = WELCOME.pack(is_known, sequencer.sequence, sequencer.now_s())
        status = frame(Kind.STATUS, self._status())
        if not replica.welcome((frame(Kind.WELCOME, welcome), *following, status)):
            replica.send(frame(Kind.BEHIND, BEHIND.pack(is_known, sequencer.sequence)))
            return
        self._replicas.add(replica)
        self.on_follow()
        log.info("replica_follows", extra={"sequence": seq, "replicas": len(self._replicas)})

    def submit(self, replica: "Peer", body: bytes) -> None:
        """Submit a group of commands; a refusal is answered, an outcome comes with its batch."""
        (request,) = unpack(NUMBER, body)
        own = replica.process.tasks
        if len(own) >= PENDING_GROUPS_MAX:
            replica.refuse(request, Refusal.OVERLOADED, "too many submissions wait")
            return
        try:
            commands = [_command(payload) for payload in records(body, NUMBER.size)]
        except ValueError as error:
            replica.refuse(request, Refusal.INVALID, str(error))
            return
        submission = self._submit(replica, request, commands, replica.take_origin(request))
        task = asyncio.create_task(submission)
        own.add(task)
        task.add_done_callback(own.discard)

    async def _submit(
        self, replica: "Peer", request: int, commands: list[Command], sent_along: bytes
    ) -> None:
        origin.set(sent_along)
        try:
            if commands:
                self._owners[id(commands[0])] = replica, request
            await self._sequencer.submit_all(commands, _nothing)
        except SequencerFullError as error:
            replica.refuse(request, Refusal.FULL, str(error))
        except SequencerOverloadedError as error:
            replica.refuse(request, Refusal.OVERLOADED, str(error))
        except SequencerClosedError as error:
            replica.refuse(request, Refusal.CLOSED, str(error))
        except SequencerError as error:
            replica.refuse(request, Refusal.FAILED, str(error))
        except ValueError as error:
            replica.refuse(request, Refusal.INVALID, str(error))
        finally:
            if commands:
                self._owners.pop(id(commands[0]), None)

    def sync(self, replica: "Peer", request: int) -> None:
        """Answer once everything that any process has submitted until now is durable or refused."""
        own = replica.process.tasks
        if len(own) >= PENDING_GROUPS_MAX:
            raise FeedProtocolError("too many submissions wait")
        task = asyncio.create_task(self._sync(replica, request), name=SYNC_TASK)
        own.add(task)
        task.add_done_callback(own.discard)

    async def _sync(self, replica: "Peer", request: int) -> None:
        await asyncio.sleep(SYNC_S)  # what a process sent before it ended is read by now
        tasks = [task for one in self._processes.values() for task in one.tasks]
        submissions = [task for task in tasks if task.get_name() != SYNC_TASK]
        if submissions:
            await asyncio.wait(submissions)
        seq = self._sequencer.sequence
        replica.deliver(frame(Kind.SYNCED, OWN.pack(request, seq)))

    def differs(self, seq: int) -> None:
        """Note that a replica found another state than ours."""
        self.differing_count += 1
        log.error("replica_differs", extra={"sequence": seq})

    def leave(self, replica: "Peer") -> None:
        """Forget a connection; what it submitted goes on."""
        self._replicas.discard(replica)


class _Process:
    """What the writer remembers of a replica's process, over its connections."""

    __slots__ = ("is_settled", "outcomes", "tasks")

    def __init__(self) -> None:
        self.is_settled = False  # its open requests were all submitted to this writer
        self.tasks: set[asyncio.Task[None]] = set()  # submissions under way
        self.outcomes: OrderedDict[int, int] = OrderedDict()  # first command by request

    def remember(self, request: int, first_seq: int) -> None:
        """Keep an outcome; more than the newest the replica cannot ask for."""
        self.outcomes[request] = first_seq
        if len(self.outcomes) > PENDING_GROUPS_MAX:
            self.outcomes.popitem(last=False)


class Peer(ABC):
    """One replica, over a connection of some kind."""

    def __init__(self, server: FeedServer) -> None:
        self._server = server
        self._greeting: asyncio.Task[None] | None = None
        self._process: _Process | None = None
        self._origin: tuple[int, bytes] = (0, b"")  # of the next submission

    def take_origin(self, request: int) -> bytes:
        """Return what was sent along for a submission, empty for none."""
        (number, sent_along), self._origin = self._origin, (0, b"")
        return sent_along if number == request else b""

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Send frames; nothing where the connection is gone."""

    @abstractmethod
    def deliver(self, data: bytes) -> None:
        """Send a frame, or cut a replica that does not take them."""

    @abstractmethod
    def deliver_to_all(self, data: bytes) -> None:
        """Send a frame that all replicas get."""

    @abstractmethod
    def own(self, request: int, first_seq: int) -> None:
        """Say before its batch that a request's commands begin there."""

    @abstractmethod
    def welcome(self, frames: Sequence[bytes]) -> bool:
        """Send the answer to a HELLO; False where it cannot be sent whole."""

    @abstractmethod
    def abort(self) -> None:
        """End the connection at once."""

    @property
    def process(self) -> "_Process":
        """The process at the other end; there is one after its HELLO."""
        if self._process is None:
            raise FeedProtocolError("HELLO comes first")
        return self._process

    @process.setter
    def process(self, process: "_Process") -> None:
        self._process = process

    def greet(self, greeting: Coroutine[Any, Any, None]) -> None:
        """Run the answer to a HELLO; one at a time."""
        if self._greeting is not None and not self._greeting.done():
            greeting.close()
            raise FeedProtocolError("a HELLO before the answer to the one before")
        self._greeting = asyncio.create_task(greeting)

    def refuse(self, request: int, why: Refusal, text: str) -> None:
        """Answer a submission that is not in the journal."""
        self.deliver(frame(Kind.REFUSED, REFUSED.pack(request, why), text.encode()))

    def heard(self, kind: Kind, body: bytes) -> None:
        """Take a frame; raises FeedProtocolError for one that no replica sends."""
        if kind is Kind.HELLO:
            self._server.hello(self, body)
        elif kind is Kind.ASK:
            self._server.say_end(self)
        elif kind is Kind.SETTLED:
            self.process.is_settled = True
        elif kind is Kind.SUBMIT:
            self._server.submit(self, body)
        elif kind is Kind.ORIGIN:
            self._take_origin(body)
        elif kind is Kind.SYNC:
            self._server.sync(self, unpack(NUMBER, body)[0])
        elif kind is Kind.DIFFERS:
            self._server.differs(unpack(NUMBER, body)[0])
        else:
            raise FeedProtocolError(f"{kind.name} from a replica")

    def _take_origin(self, body: bytes) -> None:
        (request,) = unpack(NUMBER, body)
        if len(body) > NUMBER.size + ORIGIN_BYTES_MAX:
            raise FeedProtocolError(f"an origin of {len(body)} bytes")
        self._origin = request, body[NUMBER.size :]

    def ended(self, reason: str | None) -> None:
        """Forget the connection."""
        if reason is not None:
            log.warning("feed_connection_ended", extra={"reason": reason})
        if self._greeting is not None:
            self._greeting.cancel()
        self._server.leave(self)


class _Connection(FrameProtocol, Peer):
    """One replica on this machine."""

    def __init__(self, server: FeedServer) -> None:
        FrameProtocol.__init__(self, self.heard, lambda: self.ended(self.error))
        Peer.__init__(self, server)

    def deliver(self, data: bytes) -> None:
        """Send a frame, or cut a replica that does not take them."""
        if self.unsent_bytes > UNSENT_BYTES_MAX:
            log.warning("replica_cut", extra={"unsent_bytes": self.unsent_bytes})
            self.abort()
            return
        self.send(data)

    def deliver_to_all(self, data: bytes) -> None:
        """Send a frame that all replicas get: each by its connection."""
        self.deliver(data)

    def own(self, request: int, first_seq: int) -> None:
        """Say before its batch that a request's commands begin there."""
        self.deliver(frame(Kind.OWN, OWN.pack(request, first_seq)))

    def welcome(self, frames: Sequence[bytes]) -> bool:
        """Send the answer to a HELLO."""
        self.send(b"".join(frames))
        return True


def _command(payload: bytes) -> Command:
    command: Any = decode(payload)
    if command.TAG not in SUBMITTED_TAGS:
        raise ValueError(f"{type(command).__name__} does not come from a replica")
    return command  # type: ignore[no-any-return]


def _nothing(_applied: Applied) -> None:
    """The replica reads the outcome at its own exchange."""

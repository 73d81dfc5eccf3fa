"""A load of prebuilt POST requests on keep-alive connections, and what came back."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

VERSION = b"HTTP/1.1 "
HEAD_END = b"\r\n\r\n"
LENGTH = b"Content-Length: "


class LoadError(Exception):
    """The server gave another answer than it should; the text has its beginning."""


@dataclass(slots=True)
class Outcome:
    """Answers in the order of their arrival."""

    bodies: list[bytes] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class Connection(asyncio.Protocol):
    """One connection with at most one request under way."""

    def __init__(
        self, status: int, outcome: Outcome, when_idle: "Callable[[Connection], None]"
    ) -> None:
        self.lost = False
        self._good = VERSION + b"%d " % status
        self._outcome = outcome
        self._when_idle = when_idle
        self._buffer = b""
        self._sent_s = 0.0
        self._transport: asyncio.Transport | None = None
        self.error: LoadError | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that no more answers will come."""
        self.lost = True
        self._when_idle(self)

    def send(self, request: bytes, since_s: float) -> None:
        """Send one request, whose time counts from `since_s`; the answer before has come."""
        assert self._transport is not None
        self._sent_s = since_s
        self._transport.write(request)

    def close(self) -> None:
        """End the connection."""
        assert self._transport is not None
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Collect one answer; it must have the status."""
        self._buffer = buffer = self._buffer + data if self._buffer else data
        head_end = buffer.find(HEAD_END)
        if head_end < 0:
            return
        at = buffer.find(LENGTH)
        length = int(buffer[at + len(LENGTH) : buffer.find(b"\r\n", at)])
        if len(buffer) < head_end + 4 + length:
            return
        self._outcome.seconds.append(time.perf_counter() - self._sent_s)
        if not buffer.startswith(self._good):
            self.error = LoadError(buffer.decode(errors="replace"))
        self._outcome.bodies.append(buffer[head_end + 4 :])
        self._buffer = b""
        self._when_idle(self)


@dataclass
class Load:
    """Connections to one server; `next_request` gives the bytes of each request."""

    port: int
    next_request: Callable[[], bytes]
    status: int = 201
    connections: list[Connection] = field(default_factory=list)
    outcome: Outcome = field(default_factory=Outcome)
    _idle: deque[Connection] = field(default_factory=deque)
    _overdue: deque[float] = field(default_factory=deque)
    _is_closed_loop: bool = False
    _asked: int = 0
    _done: asyncio.Event = field(default_factory=asyncio.Event)

    async def connect(self, count: int) -> None:
        """Open so many connections more."""
        loop = asyncio.get_running_loop()
        for _ in range(count):
            _, made = await loop.create_connection(
                lambda: Connection(self.status, self.outcome, self._on_idle),
                "127.0.0.1",
                self.port,
            )
            self.connections.append(made)
            self._idle.append(made)

    def close(self) -> None:
        """End all connections."""
        for connection in self.connections:
            connection.close()

    async def closed_loop(self, count: int) -> tuple[Outcome, float]:
        """Keep every connection busy until `count` answers have come, or the server is gone."""
        self._begin(count, is_closed_loop=True)
        begin = time.perf_counter()
        idle, self._idle = self._idle, deque()
        for connection in idle:
            connection.send(self.next_request(), begin)
        await self._finish()
        return self.outcome, time.perf_counter() - begin

    async def open_loop(self, count: int, per_s: int) -> tuple[Outcome, float]:
        """Send `count` requests at their times, whatever the answers; return also the lateness.

        The time of an answer counts from when its request could be sent first, though it may have
        to wait for a free connection. The lateness, the median, is how much after its time that
        was: a thread keeps the times, since a timer of the loop is right to a millisecond only, and
        a loop that spins would take half of a processor core from the server.
        """
        self._begin(count, is_closed_loop=False)
        loop = asyncio.get_running_loop()
        begin = time.perf_counter()
        late: list[float] = []

        def send_one(due: float) -> None:
            now = time.perf_counter()
            late.append(now - due)
            if self._idle:
                self._idle.popleft().send(self.next_request(), now)
            else:
                self._overdue.append(now)

        def keep_times() -> None:
            for number in range(count):
                due = begin + number / per_s
                time.sleep(max(0.0, due - time.perf_counter()))
                loop.call_soon_threadsafe(send_one, due)

        await asyncio.to_thread(keep_times)
        await self._finish()
        return self.outcome, sorted(late)[len(late) // 2]

    def _begin(self, count: int, *, is_closed_loop: bool) -> None:
        self.outcome.bodies, self.outcome.seconds = [], []
        self._is_closed_loop = is_closed_loop
        self._asked = count
        self._done.clear()

    async def _finish(self) -> None:
        await self._done.wait()
        for connection in self.connections:
            if connection.error is not None:
                raise connection.error

    def _on_idle(self, connection: Connection) -> None:
        if connection.error is not None or connection.lost:
            self._done.set()
        left = self._asked - len(self.outcome.bodies)
        if left <= 0:
            self._done.set()
        if connection.lost:
            return
        busy = len(self.connections) - len(self._idle) - 1
        if self._overdue:
            connection.send(self.next_request(), self._overdue.popleft())
        elif self._is_closed_loop and left > busy:
            connection.send(self.next_request(), time.perf_counter())
        else:
            self._idle.append(connection)

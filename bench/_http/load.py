"""A load of prebuilt requests on keep-alive connections, and what came back."""

import asyncio
import ctypes
import select
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

VERSION = b"HTTP/1.1 "
HEAD_END = b"\r\n\r\n"
LENGTH = b"Content-Length: "
HOST = "127.0.0.1"
READ_BYTES = 1 << 16
ANSWER_MAX_S = 30.0
PR_SET_TIMERSLACK = 29


class LoadError(Exception):
    """The server gave another answer than it should; the text has its beginning."""


def body_of(answer: bytes, status: int) -> bytes | None:
    """Return the body of an answer with this status; None while it is not whole."""
    head_end = answer.find(HEAD_END)
    if head_end < 0:
        return None
    at = answer.find(LENGTH)
    length = int(answer[at + len(LENGTH) : answer.find(b"\r\n", at)])
    if len(answer) < head_end + 4 + length:
        return None
    if not answer.startswith(VERSION + b"%d " % status):
        raise LoadError(answer.decode(errors="replace"))
    return answer[head_end + 4 :]


@dataclass(slots=True)
class Outcome:
    """Answers in the order of their arrival, and how long each took."""

    bodies: list[bytes] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class Connection(asyncio.Protocol):
    """One connection with at most one request under way."""

    def __init__(
        self, status: int, outcome: Outcome, when_idle: "Callable[[Connection], None]"
    ) -> None:
        self.lost = False
        self._status = status
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

    def send(self, request: bytes) -> None:
        """Send one request; the answer before has come."""
        assert self._transport is not None
        self._sent_s = time.perf_counter()
        self._transport.write(request)

    def close(self) -> None:
        """End the connection."""
        assert self._transport is not None
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Collect one answer; it must have the status."""
        self._buffer += data
        try:
            body = body_of(self._buffer, self._status)
        except LoadError as error:
            self.error = error
            body = b""
        if body is None:
            return
        self._outcome.seconds.append(time.perf_counter() - self._sent_s)
        self._outcome.bodies.append(body)
        self._buffer = b""
        self._when_idle(self)


@dataclass
class Load:
    """Connections to one server that are kept busy; `next_request` gives each request's bytes."""

    port: int
    next_request: Callable[[], bytes]
    status: int = 201
    connections: list[Connection] = field(default_factory=list)
    outcome: Outcome = field(default_factory=Outcome)
    _idle: list[Connection] = field(default_factory=list)
    _asked: int = 0
    _done: asyncio.Event = field(default_factory=asyncio.Event)

    async def connect(self, count: int) -> None:
        """Open so many connections more."""
        loop = asyncio.get_running_loop()
        for _ in range(count):
            _, made = await loop.create_connection(
                lambda: Connection(self.status, self.outcome, self._on_idle), HOST, self.port
            )
            self.connections.append(made)
            self._idle.append(made)

    def close(self) -> None:
        """End all connections."""
        for connection in self.connections:
            connection.close()

    async def closed_loop(self, count: int) -> tuple[Outcome, float]:
        """Keep every connection busy until `count` answers have come, or the server is gone."""
        if any(connection.lost for connection in self.connections):
            raise LoadError("a connection has ended since the last load")
        self.outcome.bodies, self.outcome.seconds = [], []
        self._asked = count
        self._done.clear()
        begin = time.perf_counter()
        idle, self._idle = self._idle, []
        for connection in idle:
            connection.send(self.next_request())
        await self._done.wait()
        for connection in self.connections:
            if connection.error is not None:
                raise connection.error
        return self.outcome, time.perf_counter() - begin

    def _on_idle(self, connection: Connection) -> None:
        left = self._asked - len(self.outcome.bodies)
        if connection.error is not None or connection.lost or left <= 0:
            self._done.set()
        if connection.lost:
            return
        busy = len(self.connections) - len(self._idle) - 1
        if left > busy:
            connection.send(self.next_request())
        else:
            self._idle.append(connection)


@dataclass
class OpenLoop:
    """Requests that are sent at their times, whatever the answers, by this thread alone.

    It blocks and neither spins nor wakes another thread: what it needs of a processor core is
    missing to the server. The time of an answer counts from when its request was due, though the
    timer may be late or no connection free.
    """

    port: int
    next_request: Callable[[], bytes]
    status: int
    connections: int

    def run(self, count: int, per_s: int) -> tuple[Outcome, float]:
        """Return the outcome of `count` requests, and the median lateness of their sending."""
        exact_timers()
        outcome, late, sent = Outcome(), list[float](), 0
        idle = deque(socket.create_connection((HOST, self.port)) for _ in range(self.connections))
        busy: dict[socket.socket, tuple[float, bytes]] = {}  # since when it is due, what has come
        begin = time.perf_counter()
        while len(outcome.bodies) < count:
            due = begin + sent / per_s
            wait_s = ANSWER_MAX_S
            if idle and sent < count:
                now = time.perf_counter()
                if due <= now:
                    connection = idle.popleft()
                    connection.sendall(self.next_request())
                    busy[connection] = due, b""
                    late.append(now - due)
                    sent += 1
                    continue
                wait_s = due - now
            ready, _, _ = select.select(busy, (), (), wait_s)
            if not ready and wait_s == ANSWER_MAX_S:
                raise LoadError(f"no answer in {ANSWER_MAX_S} s")
            for connection in ready:
                since_s, before = busy.pop(connection)
                answer = before + connection.recv(READ_BYTES)
                body = body_of(answer, self.status)
                if body is None:
                    busy[connection] = since_s, answer
                    continue
                outcome.seconds.append(time.perf_counter() - since_s)
                outcome.bodies.append(body)
                idle.append(connection)
        for connection in idle:
            connection.close()
        return outcome, sorted(late)[len(late) // 2]


def exact_timers() -> None:
    """Ask Linux to end this thread's waits at their time; it may be 50 µs late otherwise."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0)

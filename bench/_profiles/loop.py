"""An open loop over several kinds of requests and sockets that only listen, by one thread."""

import contextlib
import heapq
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bench._http.load import ANSWER_MAX_S, HOST, READ_BYTES, LoadError, body_of, exact_timers

PERCENTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "p999": 0.999}


@dataclass(frozen=True, slots=True)
class Kind:
    """Requests that are due so many times a second; each answer must have the status."""

    name: str
    per_s: float
    request: Callable[[], bytes]
    status: int = 200


@dataclass(slots=True)
class Outcome:
    """Seconds from when each request was due until its answer was whole; bytes of the streams."""

    seconds: dict[str, list[float]]
    late: list[float] = field(default_factory=list)
    stream_bytes: int = 0


@dataclass(slots=True)
class _Busy:
    """A request under way."""

    kind: Kind
    due_s: float
    answer: bytes = b""


class Loop:
    """Connections to one server, each with at most one request under way, and its streams.

    What is due is sent at its time whatever the answers; the time of an answer counts from then,
    though the timer may be late or no connection free. The loop blocks and never spins.
    """

    def __init__(self, port: int, connections: int, streams: Sequence[socket.socket] = ()) -> None:
        self._selector = selectors.DefaultSelector()
        self._sockets = [socket.create_connection((HOST, port)) for _ in range(connections)]
        self._idle = deque(self._sockets)
        self._busy: dict[socket.socket, _Busy] = {}
        self._streams = frozenset(streams)
        for each in (*self._sockets, *streams):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._selector.register(each, selectors.EVENT_READ)

    def run(self, kinds: Sequence[Kind], seconds: float) -> Outcome:
        """Send every kind at its rate for so long; return once every answer has come."""
        exact_timers()
        outcome = Outcome({kind.name: [] for kind in kinds})
        begin = time.perf_counter()
        firsts = [begin + at / len(kinds) / kind.per_s for at, kind in enumerate(kinds)]
        waiting = [(due_s, at, 0) for at, due_s in enumerate(firsts)]
        heapq.heapify(waiting)
        while waiting or self._busy:
            wait_s = ANSWER_MAX_S
            while waiting and self._idle:
                due_s, at, number = waiting[0]
                now = time.perf_counter()
                if due_s > now:
                    wait_s = due_s - now
                    break
                self._send(kinds[at], due_s)
                outcome.late.append(now - due_s)
                heapq.heappop(waiting)
                number += 1
                if number < round(seconds * kinds[at].per_s):
                    following = firsts[at] + number / kinds[at].per_s
                    heapq.heappush(waiting, (following, at, number))
            ready = self._selector.select(wait_s)
            if not ready and wait_s == ANSWER_MAX_S:
                raise LoadError(f"no answer in {ANSWER_MAX_S} s")
            for key, _ in ready:
                self._receive(key.fileobj, outcome)  # type: ignore[arg-type]
        return outcome

    def _send(self, kind: Kind, due_s: float) -> None:
        connection = self._idle.popleft()
        connection.sendall(kind.request())
        self._busy[connection] = _Busy(kind, due_s)

    def _receive(self, connection: socket.socket, outcome: Outcome) -> None:
        data = connection.recv(READ_BYTES)
        if not data:
            raise LoadError("the server closed a connection")
        if connection in self._streams:
            outcome.stream_bytes += len(data)
            return
        busy = self._busy[connection]
        busy.answer += data
        if body_of(busy.answer, busy.kind.status) is None:
            return
        outcome.seconds[busy.kind.name].append(time.perf_counter() - busy.due_s)
        del self._busy[connection]
        self._idle.append(connection)

    def close(self) -> None:
        """End all connections and streams."""
        self._selector.close()
        for each in (*self._sockets, *self._streams):
            with contextlib.suppress(OSError):
                each.close()


def percentiles_ms(seconds: Sequence[float]) -> dict[str, float]:
    """Return p50, p95, p99 and p99.9 in milliseconds."""
    ranked = sorted(seconds)
    last = len(ranked) - 1
    return {
        f"{name}_ms": round(ranked[min(last, int(len(ranked) * part))] * 1e3, 3)
        for name, part in PERCENTILES.items()
    }

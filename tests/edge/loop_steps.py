"""How long single steps of the event loop take, in processor time of its thread."""

import asyncio
import http.client
import json
import time
from asyncio.events import Handle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

ATTEMPTS = 4
UNIT_S, UNIT_ROUNDS = 0.001, 20_000  # on the machine that the limits were set on


def unit_s() -> float:
    """Return the processor time that a fixed piece of work takes now."""
    started_s = time.thread_time()
    total = 0
    for number in range(UNIT_ROUNDS):
        total += number & 7
    return time.thread_time() - started_s


@dataclass
class Steps:
    """The steps of a stretch of time; the longest is what holds everybody up."""

    longest_s: float = 0.0
    total_s: float = 0.0
    worst: str = field(default="", repr=False)

    def add(self, handle: Handle, took_s: float) -> None:
        self.total_s += took_s
        if took_s > self.longest_s:
            self.longest_s, self.worst = took_s, repr(handle)


@contextmanager
def measured() -> Iterator[Steps]:
    """Measure every callback and every step of a task while the block runs.

    Times are those of the machine that the limits were set on: a fixed piece of work before and
    after says how much slower this one is now.
    """
    steps, run, before_s = Steps(), Handle._run, unit_s()

    def timed(self):
        started_s = time.thread_time()
        try:
            return run(self)
        finally:
            steps.add(self, time.thread_time() - started_s)

    Handle._run = timed
    try:
        yield steps
    finally:
        Handle._run = run
        slower = max(1.0, before_s / UNIT_S, unit_s() / UNIT_S)
        steps.longest_s /= slower
        steps.total_s /= slower


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self):
        return json.loads(self.body)


def _ask(url: str, method: str, target: str, body: bytes | None, headers: dict) -> Answer:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
    try:
        connection.request(method, target, body, headers)
        got = connection.getresponse()
        return Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
    finally:
        connection.close()


async def ask(service, method: str, target: str, body=None, headers=None) -> Answer:
    """Send a request from another thread: only the service's own work is done by the loop."""
    raw = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {**({"Content-Type": "application/json"} if raw is not None else {}), **(headers or {})}
    url = str(service.client.make_url("/"))
    return await asyncio.to_thread(_ask, url, method, target, raw, sent)


async def hold_of(
    service, method: str, target: str, body=None, headers=None, enough_s: float = 0.0
) -> tuple:
    """Return the answer to a request and its steps, of the first attempt that is quiet enough."""
    found = None
    for _ in range(ATTEMPTS):
        if found is not None and found[1].longest_s <= enough_s:
            break
        with measured() as steps:
            answer = await ask(service, method, target, body, headers)
        if found is None or steps.longest_s < found[1].longest_s:
            found = answer, steps
    return found

"""What the benches of HTTP share: servers in processes of their own, and two of them compared."""

import asyncio
import contextlib
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop

from bench._http.histogram import histogram
from bench._http.load import HOST, Load, OpenLoop
from edge.database.embedded import EmbeddedPostgres

READY_MAX_S = 30.0
ROUNDS = 10
Process = subprocess.Popen[bytes]
Report = dict[str, object]


def request_of(method: str, path: str, body: bytes, token: str = "") -> bytes:
    """Return the bytes of one request, as a client library sends it."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: */*\r\nUser-Agent: bench\r\n"
        f"{bearer}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


@contextlib.asynccontextmanager
async def server(kind: str, *arguments: object) -> AsyncIterator[tuple[int, Process]]:
    """Run a server of `bench._http.server` and return its port once it listens."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bench._http.server", kind, str(port), *map(str, arguments)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: ASYNC220
    with process:
        try:
            await _listens(port, process)
            yield port, process
        finally:
            process.kill()


async def _listens(port: int, process: Process) -> None:
    deadline = time.monotonic() + READY_MAX_S
    while True:
        try:
            _, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return


def figures(process: Process) -> dict[str, float]:
    """Return what the server says of itself, once it has nothing left to do."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\n")
    process.stdin.flush()
    said: dict[str, float] = json.loads(process.stdout.readline())
    return said


def percentiles(seconds: list[float]) -> dict[str, float]:
    """Return p50, p95 and p99 in µs."""
    ranked = sorted(seconds)
    return {f"p{p}_us": round(ranked[len(ranked) * p // 100] * 1e6, 1) for p in (50, 95, 99)}


@dataclass
class Saturated:
    """A server that gets as many requests as it takes, in rounds; all of its rounds together."""

    load: Load
    process: Process
    bodies: list[bytes] = field(default_factory=list)
    per_s: list[float] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)
    loop_cpu_us: list[float] = field(default_factory=list)
    unprojected: float = 0

    async def round(self, count: int) -> None:
        """Send so many requests; the processor time counts all that they left to do."""
        before = figures(self.process)
        outcome, wall_s = await self.load.closed_loop(count)
        after = figures(self.process)
        self.bodies += outcome.bodies
        self.per_s.append(count / wall_s)
        self.cpu_us.append((after["cpu_s"] - before["cpu_s"]) / count * 1e6)
        self.loop_cpu_us.append((after["loop_s"] - before["loop_s"]) / count * 1e6)
        self.unprojected = max(self.unprojected, after.get("unprojected", 0))

    def report(self) -> Report:
        """Return the medians of the rounds."""
        return {
            "per_s": round(statistics.median(self.per_s)),
            "cpu_us": round(statistics.median(self.cpu_us), 2),
            "loop_cpu_us": round(statistics.median(self.loop_cpu_us), 2),
        }


async def alternate(one: Saturated, other: Saturated, count: int) -> dict[str, float]:
    """Load both in turn, `count` requests each in all; return the ratios of one to the other.

    They are medians over the rounds: the speed of a shared machine wanders within a run.
    """
    for _ in range(ROUNDS):
        await one.round(count // ROUNDS)
        await other.round(count // ROUNDS)
    pairs = zip(one.cpu_us, other.cpu_us, strict=True)
    rates = zip(one.per_s, other.per_s, strict=True)
    return {
        "cpu_to_echo": round(statistics.median(mine / its for mine, its in pairs), 2),
        "rate_to_echo": round(statistics.median(mine / its for mine, its in rates), 3),
    }


def paced(
    open_loop: OpenLoop, process: Process, count: int, per_s: int
) -> tuple[Report, dict[str, float], list[bytes]]:
    """Send requests at their times; return a report, the percentiles in µs, the bodies."""
    before = figures(process)
    outcome, late_s = open_loop.run(count, per_s)
    after = figures(process)
    times = percentiles(outcome.seconds)
    report: Report = {
        "per_s": per_s,
        "cpu_us": round((after["cpu_s"] - before["cpu_s"]) / count * 1e6, 2),
        "late_us": round(late_s * 1e6, 1),
        **times,
        "histogram": histogram(outcome.seconds),
    }
    return report, times, outcome.bodies


@contextmanager
def _postgres(home: Path) -> Iterator[str]:
    cluster = EmbeddedPostgres(home / "postgres")
    with (home / "postgres.log").open("wb") as log:
        cluster.start(log)
    try:
        cluster.wait_ready()
        yield cluster.url()
    finally:
        cluster.stop()


def run_over_database(measure: Callable[[Path, str], Coroutine[Any, Any, Report]]) -> Report:
    """Run a measurement over an empty folder and a database of its own; print its line."""
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as directory:
        home = Path(directory)
        home.chmod(0o755)
        with _postgres(home) as url:
            report = uvloop.run(measure(home, url))
    sys.stdout.write(json.dumps(report) + "\n")
    return report

"""What does a durable prediction order cost over HTTP?

`python -m bench.order_http [ORDERS] [CONNECTIONS]` starts the service in a process of its own, over
a real journal and a PostgreSQL of its own, signs in users who take part and have points, and sends
orders from this process; every answer must be a 201 with an order of its own. In one run:

- the disk: median time of write + fdatasync of one record, before and after
- 1,000 orders a second, each sent at its time: p50, p95, p99 of the answers, over the disk
- as many as the service takes on so many connections: orders a second, processor time an order
- an aiohttp POST echo of the same sizes under the same load
- the service is killed under load: every acknowledged order must be in the journal

It prints one JSON line. Only the ratios mean anything on another machine.
"""

import asyncio
import contextlib
import json
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import count
from pathlib import Path

import msgspec
import uvloop

from bench._arguments import Number, numbers
from bench._http_load import Load
from bench._order_server import ENV
from bench.journal import bare_commit
from edge.auth.keys import load_secret
from edge.auth.tokens import AccessTokens
from edge.database.embedded import EmbeddedPostgres
from engine.core.exchange import Exchange
from engine.core.generated.messages import OrderOpened
from engine.journal import FileJournal

ORDERS = 60_000
CONNECTIONS = 128
PACED_ORDERS = 10_000
PACED_PER_S = 1_000
PACED_CONNECTIONS = 64
USERS = 250
WARM_UP = 2_000
COMMITS = 300
KILL_AFTER_S = 0.5
READY_MAX_S = 30.0
PATH = "/express/v1/predictions/markets/1/orders"


class PlacedId(msgspec.Struct, rename="camel"):
    """The number of an order, of all that an answer says."""

    order_id: int


class Answer(msgspec.Struct):
    """An answer to an order."""

    order: PlacedId


ANSWERS = msgspec.json.Decoder(Answer)


def request_of(method: str, path: str, token: str, body: bytes) -> bytes:
    """Return the bytes of one request, as a client library sends it."""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\nUser-Agent: bench\r\n"
        f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Traders:
    """Users with tokens; their orders meet: each user buys YES and NO in turn at one price."""

    def __init__(self, home: Path) -> None:
        tokens = AccessTokens(load_secret(home / "edge-secret"), ENV, time.time)
        now_s = int(time.time())
        self.tokens = [
            tokens.issue(secrets.token_bytes(32), secrets.token_hex(16), f"{user}", now_s)
            for user in range(USERS)
        ]
        bodies = [
            msgspec.json.encode({"type": "limit", "side": side, "price": 50, "contracts": 1})
            for side in ("yes", "no")
        ]
        self._orders = [
            [request_of("POST", PATH, token, body) for body in bodies] for token in self.tokens
        ]
        self._numbers = count()

    def joins(self) -> Iterator[bytes]:
        """The requests by which each user takes part."""
        for token in self.tokens:
            yield request_of("POST", "/express/v1/ppps3/participants", token, b"{}")

    def claims(self) -> Iterator[bytes]:
        """The requests by which each user gets points."""
        for token in self.tokens:
            yield request_of("GET", "/express/v1/predictions/portfolio", token, b"")

    def order(self) -> bytes:
        """Return the next order: of the next user, on the side it was not on before."""
        number = next(self._numbers)
        user = number % USERS
        return self._orders[user][(number // USERS + user) % 2]


@contextlib.asynccontextmanager
async def server(kind: str, *arguments: str) -> AsyncIterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run a server of `bench._order_server` and return its port once it listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bench._order_server", kind, str(port), *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: ASYNC220
    with process:
        try:
            await _listens(port, process)
            yield port, process
        finally:
            process.kill()


async def _listens(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_MAX_S
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return


def figures(process: subprocess.Popen[bytes]) -> dict[str, float]:
    """Return what the server says of itself."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\n")
    process.stdin.flush()
    said: dict[str, float] = json.loads(process.stdout.readline())
    return said


def disk_s(directory: Path) -> list[float]:
    """Return the times of write + fdatasync of one record's bytes."""
    commit = bare_commit(directory / secrets.token_hex(4), COMMITS)
    times = []
    for _ in range(COMMITS):
        begin = time.perf_counter()
        commit()
        times.append(time.perf_counter() - begin)
    return times


def percentiles(seconds: list[float]) -> dict[str, float]:
    """Return p50, p95 and p99 in µs."""
    ranked = sorted(seconds)
    return {f"p{p}_us": round(ranked[len(ranked) * p // 100] * 1e6, 1) for p in (50, 95, 99)}


async def measured(load: Load, process: subprocess.Popen[bytes], orders: int) -> dict[str, float]:
    """Return rate, processor time and percentiles of as many requests as the server takes."""
    before = figures(process)
    outcome, wall_s = await load.closed_loop(orders)
    after = figures(process)
    return {
        "per_s": round(len(outcome.bodies) / wall_s),
        "cpu_us": round((after["cpu_s"] - before["cpu_s"]) / orders * 1e6, 2),
        "loop_cpu_us": round((after["loop_s"] - before["loop_s"]) / orders * 1e6, 2),
        **percentiles(outcome.seconds),
    }


def order_ids(bodies: list[bytes]) -> list[int]:
    """Return the numbers of the orders that answers tell."""
    return [ANSWERS.decode(body).order.order_id for body in bodies]


def journaled_ids(directory: Path) -> set[int]:
    """Return the orders that a journal makes of an empty exchange."""
    exchange, found = Exchange(), set()
    journal = FileJournal(directory)
    for record in journal.read():
        for event in exchange.apply_record(record.payload):
            if isinstance(event, OrderOpened):
                found.add(event.order_id)
    journal.close()
    return found


async def run(home: Path, database_url: str, orders: int, connections: int) -> dict[str, object]:
    """Return the figures of one run."""
    disk = disk_s(home)
    acknowledged: list[int] = []
    async with server("service", str(home), database_url) as (port, process):
        traders = Traders(home)
        for requests, status in ((traders.joins(), 201), (traders.claims(), 200)):
            joining = Load(port, requests.__next__, status)
            await joining.connect(1)
            await joining.closed_loop(USERS)
            joining.close()
        load = Load(port, traders.order)
        await load.connect(PACED_CONNECTIONS)
        acknowledged += order_ids((await load.closed_loop(WARM_UP))[0].bodies)
        before = figures(process)
        paced, late_s = await load.open_loop(PACED_ORDERS, PACED_PER_S)
        after = figures(process)
        acknowledged += order_ids(paced.bodies)
        size = len(paced.bodies[0])
        paced_us = percentiles(paced.seconds)
        disk += disk_s(home)
        await load.connect(connections - PACED_CONNECTIONS)
        saturated = await measured(load, process, orders)
        acknowledged += order_ids(load.outcome.bodies)
        at_end = figures(process)
        killing = asyncio.get_running_loop().call_later(KILL_AFTER_S, process.kill)
        with contextlib.suppress(ConnectionError):
            await load.closed_loop(10 * orders)
        killing.cancel()
        acknowledged += order_ids(load.outcome.bodies)
    async with server("echo", str(size)) as (port, process):
        echo_load = Load(port, traders.order)
        await echo_load.connect(connections)
        await echo_load.closed_loop(WARM_UP)
        echo = await measured(echo_load, process, orders)
        echo_load.close()
    assert len(set(acknowledged)) == len(acknowledged), "two orders have one number"
    lost = set(acknowledged) - journaled_ids(home / "journal")
    disk_us = statistics.median(disk) * 1e6
    return {
        "bench": "order_http",
        "disk_us": round(disk_us, 1),
        "paced": {
            "per_s": PACED_PER_S,
            "p50_to_disk": round(paced_us["p50_us"] / disk_us, 2),
            "cpu_us": round((after["cpu_s"] - before["cpu_s"]) / PACED_ORDERS * 1e6, 2),
            "late_us": round(late_s * 1e6, 1),
            **paced_us,
        },
        "saturated": {"connections": connections, **saturated},
        "unprojected_at_end": at_end["sequence"] - at_end["projected"],
        "echo": echo,
        "cpu_to_echo": round(saturated["cpu_us"] / echo["cpu_us"], 2),
        "rate_to_echo": round(saturated["per_s"] / echo["per_s"], 3),
        "answer_bytes": size,
        "acknowledged": len(acknowledged),
        "lost_after_kill": len(lost),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    orders, connections = numbers(
        "order_http",
        arguments,
        Number("ORDERS", ORDERS, WARM_UP, 1_000_000),
        Number("CONNECTIONS", CONNECTIONS, PACED_CONNECTIONS, 1_000),
    )
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as directory:
        home = Path(directory)
        home.chmod(0o755)
        cluster = EmbeddedPostgres(home / "postgres")
        with (home / "postgres.log").open("wb") as log:
            cluster.start(log)
        try:
            cluster.wait_ready()
            url = cluster.url()
            report = uvloop.run(run(home, url, orders, connections))
        finally:
            cluster.stop()
    sys.stdout.write(json.dumps(report) + "\n")
    if report["lost_after_kill"]:
        sys.exit("acknowledged orders are not in the journal")


if __name__ == "__main__":
    main()

"""What does a durable prediction order cost over HTTP?

`python -m bench.order_http [ORDERS] [CONNECTIONS]` starts the service in a process of its own, over
a real journal and a PostgreSQL of its own, signs in users who take part and have points, and sends
orders from this process; every answer must be a 201 with an order of its own. In one run:

- the disk: median time of write + fdatasync of one record, before and after
- 1,000 orders a second, each sent at its time: p50, p95, p99 of the answers, over the disk; and of
  an aiohttp POST echo of the same sizes
- the floor: a bare `asyncio.Protocol` that writes and flushes one record before each answer, under
  the same load
- as many as the service takes on so many connections, in turn with the echo: orders a second,
  processor time an order, and both to the echo's; `saturated_per_writer_core` is how many orders
  one processor core of the writer is enough for, with all its threads
- the service is killed under load: every acknowledged order must be in the journal

It prints one JSON line. Only the ratios mean anything on another machine.
"""

import asyncio
import contextlib
import secrets
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path

import msgspec

from bench._arguments import Number, numbers
from bench._http.load import HEAD_END, Load, OpenLoop
from bench._http.run import (
    Process,
    Report,
    Saturated,
    alternate,
    paced,
    request_of,
    run_over_database,
    server,
)
from bench._http.server import ENV
from bench.journal import bare_commit
from edge.api.auth.keys import load_secret
from edge.api.auth.tokens import AccessTokens
from engine.core.exchange import Exchange
from engine.core.generated.messages import OrderOpened
from engine.journal import FileJournal
from engine.sequencer import effective_records

ORDERS = 60_000
CONNECTIONS = 128
PACED_ORDERS = 10_000
PACED_PER_S = 1_000
PACED_CONNECTIONS = 64
USERS = 250
WARM_UP = 2_000
COMMITS = 300
KILL_AFTER_S = 0.5
PATH = "/express/v1/predictions/markets/1/orders"


class PlacedId(msgspec.Struct, rename="camel"):
    """The number of an order, of all that an answer says."""

    order_id: int


class Answer(msgspec.Struct):
    """An answer to an order."""

    order: PlacedId


ANSWERS = msgspec.json.Decoder(Answer)


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
            [request_of("POST", PATH, body, token) for body in bodies] for token in self.tokens
        ]
        self._numbers = count()

    def joins(self) -> Iterator[bytes]:
        """The requests by which each user takes part."""
        for token in self.tokens:
            yield request_of("POST", "/express/v1/ppps3/participants", b"{}", token)

    def claims(self) -> Iterator[bytes]:
        """The requests by which each user gets points."""
        for token in self.tokens:
            yield request_of("GET", "/express/v1/predictions/portfolio", b"", token)

    async def enter(self, port: int) -> None:
        """Take part and get points."""
        for requests, status in ((self.joins(), 201), (self.claims(), 200)):
            joining = Load(port, requests.__next__, status)
            await joining.connect(1)
            await joining.closed_loop(USERS)
            joining.close()

    def same_order(self) -> bytes:
        """Return the same order at each call."""
        return self._orders[0][0]

    def order(self) -> bytes:
        """Return the next order: of the next user, on the side it was not on before."""
        number = next(self._numbers)
        user = number % USERS
        return self._orders[user][(number // USERS + user) % 2]


def disk_s(directory: Path) -> list[float]:
    """Return the times of write + fdatasync of one record's bytes."""
    commit = bare_commit(directory / secrets.token_hex(4), COMMITS)
    times = []
    for _ in range(COMMITS):
        begin = time.perf_counter()
        commit()
        times.append(time.perf_counter() - begin)
    return times


def order_ids(bodies: list[bytes]) -> list[int]:
    """Return the numbers of the orders that answers tell."""
    return [ANSWERS.decode(body).order.order_id for body in bodies]


def journaled_ids(directory: Path) -> set[int]:
    """Return the orders that a journal makes of an empty exchange."""
    exchange, found = Exchange(), set()
    journal = FileJournal(directory)
    for record in effective_records(journal):
        for event in exchange.apply_record(record.payload):
            if isinstance(event, OrderOpened):
                found.add(event.order_id)
    journal.close()
    return found


async def floor(home: Path, order: bytes, size: int) -> tuple[Report, dict[str, float]]:
    """Return how long a server takes at the same pace that only writes, flushes and answers."""
    body_bytes = len(order.partition(HEAD_END)[2])
    answer = b"HTTP/1.1 201 Created\r\nContent-Length: %d%b%b" % (size, HEAD_END, b"x" * size)
    kept = home / "floor", PACED_ORDERS
    async with server("bare", body_bytes, answer.hex(), *kept) as (port, process):
        open_loop = OpenLoop(port, lambda: order, 201, PACED_CONNECTIONS)
        report, times, _ = paced(open_loop, process, PACED_ORDERS, PACED_PER_S)
    return report, times


async def killed(load: Load, process: Process, orders: int) -> list[bytes]:
    """Kill the service under load; return what it had answered."""
    killing = asyncio.get_running_loop().call_later(KILL_AFTER_S, process.kill)
    with contextlib.suppress(ConnectionError):
        await load.closed_loop(orders)
    killing.cancel()
    return load.outcome.bodies


async def run(orders: int, connections: int, home: Path, database_url: str) -> Report:
    """Return the figures of one run."""
    disk = disk_s(home)
    async with server("service", home, database_url) as (port, process):
        traders = Traders(home)
        await traders.enter(port)
        warming = Load(port, traders.order)
        await warming.connect(connections)
        acknowledged = order_ids((await warming.closed_loop(WARM_UP))[0].bodies)
        warming.close()
        open_loop = OpenLoop(port, traders.order, 201, PACED_CONNECTIONS)
        paced_report, times, bodies = paced(open_loop, process, PACED_ORDERS, PACED_PER_S)
        acknowledged += order_ids(bodies)
        size = len(bodies[0])
        disk += disk_s(home)
        floor_paced, floor_times = await floor(home, traders.same_order(), size)
        async with server("echo", 201, size, "{}") as (echo_port, echo_process):
            echo_loop = OpenLoop(echo_port, traders.order, 201, PACED_CONNECTIONS)
            echo_paced, _, _ = paced(echo_loop, echo_process, PACED_ORDERS, PACED_PER_S)
            load, echo_load = Load(port, traders.order), Load(echo_port, traders.order)
            for one in (load, echo_load):
                await one.connect(connections)
            await echo_load.closed_loop(WARM_UP)
            saturated, echo = Saturated(load, process), Saturated(echo_load, echo_process)
            ratios = await alternate(saturated, echo, orders)
            echo_load.close()
        acknowledged += order_ids(saturated.bodies)
        acknowledged += order_ids(await killed(load, process, 10 * orders))
    assert len(set(acknowledged)) == len(acknowledged), "two orders have one number"
    lost = set(acknowledged) - journaled_ids(home / "journal")
    disk_us = statistics.median(disk) * 1e6
    return {
        "bench": "order_http",
        "disk_us": round(disk_us, 1),
        "p50_to_disk": round(times["p50_us"] / disk_us, 2),
        "p99_to_disk": round(times["p99_us"] / disk_us, 2),
        "floor_p50_to_disk": round(floor_times["p50_us"] / disk_us, 2),
        "floor_p99_to_disk": round(floor_times["p99_us"] / disk_us, 2),
        "saturated_per_writer_core": round(1e6 / statistics.median(saturated.cpu_us)),
        **ratios,
        "paced": paced_report,
        "echo_paced": echo_paced,
        "floor_paced": floor_paced,
        "connections": connections,
        "saturated": saturated.report(),
        "echo": echo.report(),
        "unprojected": saturated.unprojected,
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
    report = run_over_database(partial(run, orders, connections))
    if report["lost_after_kill"]:
        sys.exit("acknowledged orders are not in the journal")


if __name__ == "__main__":
    main()

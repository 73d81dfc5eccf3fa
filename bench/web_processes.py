"""What do web processes take off the core, and what do they cost?

`python -m bench.web_processes [QUOTES] [ORDERS]` starts the whole platform with 0, 1 and 2 web
processes. For each it prints one JSON line: processor time of the core and of the web processes for
a quote (the idle core's subtracted), quotes a second, and how long a durable prediction order takes
alone and while quotes saturate the web. Client, load and platform share the machine: compare lines
of one run only.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiohttp
from solders.keypair import Keypair

from acre_sdk import AcreClient
from bench._arguments import Number, numbers
from bench._http.load import Load
from bench._http.run import request_of

QUOTES, ORDERS = 20_000, 300
CONNECTIONS = 32
IDLE_S = 5.0
READY_MAX_S = 120.0
PORT = 19_400
TICK_S = 1 / os.sysconf("SC_CLK_TCK")
VARIABLES = {
    "ACRE_PROFILE": "test",
    "ACRE_CATALOGUE": "texas",
    "ACRE_RATE_SCALE": "1000",
    "ACRE_PREDICTION_SCHEDULE": "0",
    "ACRE_PORT": str(PORT),
}


WORDS = ("--title", "--description", "--category", "--rules", "--opens", "--closes", "--resolves")
VALUES = ("Bench", "Bench", "other", "None", "+0d", "+300d", "+301d")
QUESTION = [
    "create-prediction",
    *(part for pair in zip(WORDS, VALUES, strict=True) for part in pair),
]


def quote_request() -> bytes:
    """Return the request for a quote that every wallet can ask for."""
    path = f"/api/v1/user/{Keypair().pubkey()}/quote/add-liquidity?liquidity=1000000000"
    return request_of("GET", path, b"")


def processor_s(role: str, pids: Sequence[int]) -> float:
    """Return the processor time of the processes of a role."""
    total = 0.0
    for pid in pids:
        with suppress(OSError):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
            if "edge.cli" in words and words[words.index("edge.cli") + 1] == role:
                stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                total += (int(stat[11]) + int(stat[12])) * TICK_S
    return total


def children(pid: int) -> list[int]:
    """Return the children of a process."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in text.split()]


@asynccontextmanager
async def platform(workers: int) -> AsyncIterator[int]:
    """Run the platform on an empty home; yields the pid of its supervisor."""
    home = tempfile.mkdtemp(prefix="acre-bench-")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACRE_")}
    kept.pop("DATABASE_URL", None)
    ours = {**VARIABLES, "ACRE_HOME": f"{home}/state", "ACRE_EDGE_WORKERS": str(workers)}
    words = [sys.executable, "-m", "edge.cli", "up"]
    process = await asyncio.create_subprocess_exec(
        *words, env={**kept, **ours}, stdout=subprocess.DEVNULL
    )
    try:
        await _ready()
        asked = [*words[:-1], "admin", *QUESTION]
        await (await asyncio.create_subprocess_exec(*asked, env={**kept, **ours})).wait()
        yield process.pid
    finally:
        process.terminate()
        await process.wait()
        shutil.rmtree(home, ignore_errors=True)


async def _ready() -> None:
    async with aiohttp.ClientSession() as session, asyncio.timeout(READY_MAX_S):
        while True:
            with suppress(aiohttp.ClientError):
                async with session.get(f"http://127.0.0.1:{PORT}/express/v1/ready") as answer:
                    if answer.status == 200:
                        return
            await asyncio.sleep(0.2)


async def orders(count: int) -> list[float]:
    """Place orders one after the other; returns the sorted seconds of each."""
    taken, url = [], f"http://127.0.0.1:{PORT}"
    async with AcreClient(url, Keypair()) as client, aiohttp.ClientSession(url) as session:
        await client.predictions.participate()
        await client.predictions.portfolio()
        market = (await client.predictions.markets_page()).rows[0].market_id
        headers = {"Authorization": f"Bearer {await client._login.token()}"}
        path = f"/express/v1/predictions/markets/{market}/orders"
        for number in range(count):
            body = {"type": "limit", "side": "yes", "contracts": 1, "price": 1 + number % 20}
            begin = time.perf_counter()
            async with session.post(path, json=body, headers=headers) as answer:
                placed = await answer.json()
            taken.append(time.perf_counter() - begin)
            cancel = f"/express/v1/predictions/orders/{placed['order']['orderId']}/cancel"
            async with session.post(cancel, json={}, headers=headers) as answer:
                await answer.read()
    return sorted(taken)


def _of(taken: list[float]) -> dict[str, float]:
    return {
        "p50_ms": round(taken[len(taken) // 2] * 1e3, 2),
        "p99_ms": round(taken[len(taken) * 99 // 100] * 1e3, 2),
    }


async def measure(workers: int, quotes: int, order_count: int) -> dict[str, object]:
    """Return the figures with so many web processes."""
    async with platform(workers) as pid:
        await asyncio.sleep(IDLE_S)
        pids = children(pid)
        before = processor_s("core", pids)
        await asyncio.sleep(IDLE_S)
        idle = (processor_s("core", pids) - before) / IDLE_S
        request = quote_request()
        load = Load(PORT, lambda: request, 200)
        await load.connect(CONNECTIONS)
        await load.closed_loop(1_000)
        core, edge = processor_s("core", pids), processor_s("edge", pids)
        _, took_s = await load.closed_loop(quotes)
        core = processor_s("core", pids) - core - idle * took_s
        edge = processor_s("edge", pids) - edge
        alone = await orders(order_count)
        flood = asyncio.create_subprocess_exec(sys.executable, "-m", "bench.web_processes", "flood")
        process = await flood
        await asyncio.sleep(2.0)
        loaded = await orders(order_count)
        process.kill()
        await process.wait()
        load.close()
    return {
        "bench": "web_processes",
        "web_processes": workers,
        "quotes_per_s": round(quotes / took_s),
        "core_us_per_quote": round(core / quotes * 1e6, 1),
        "web_us_per_quote": round(edge / quotes * 1e6, 1),
        "idle_core_percent": round(idle * 100, 1),
        "order_alone": _of(alone),
        "order_beside_quotes": _of(loaded),
    }


async def flood() -> None:
    """Keep every connection busy with quotes until killed."""
    request = quote_request()
    load = Load(PORT, lambda: request, 200)
    await load.connect(CONNECTIONS)
    while True:
        await load.closed_loop(10_000)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each number of web processes."""
    if (sys.argv[1:] if arguments is None else list(arguments)) == ["flood"]:
        asyncio.run(flood())
        return
    quotes, order_count = numbers(
        "web_processes",
        arguments,
        Number("QUOTES", QUOTES, 1_000, 1_000_000),
        Number("ORDERS", ORDERS, 10, 10_000),
    )
    for workers in (0, 1, 2):
        print(json.dumps(asyncio.run(measure(workers, quotes, order_count))), flush=True)


if __name__ == "__main__":
    main()

"""How long do the service's users wait?

`python -m bench.profiles [SECONDS]` starts the service as `bench.order_http` does, with 1,000
margin accounts, and loads it for so many seconds each, by one user at a time and then by all:

- keeper: the margin of 1,000 accounts in five seconds, and each second who may be liquidated
- trader: ten open streams of a book, 100 quotes and 20 durable orders a second
- maker: 200 resting quotes, each amended once a second; every amendment is durable
- visitor: 20 opened pages a second, seven reads each

Every request is sent at its time, whatever the answers, and its time counts from when it was due.
It prints one JSON line: p50, p95, p99 and p99.9 by user, the median lateness of sending, processor
time of the service a request, and the time of write + fdatasync of one record on the same disk.
"""

import statistics
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench._arguments import Number, numbers
from bench._http.histogram import histogram
from bench._http.run import Process, Report, figures, run_over_database, server
from bench._profiles import users
from bench._profiles.loop import Kind, Loop, percentiles_ms
from bench.order_http import Traders, disk_s

SECONDS = 20
CONNECTIONS = 32
WARM_UP_S = 1.0


def measure(port: int, process: Process, kinds: Sequence[Kind], seconds: float) -> Report:
    """Load the service by some kinds of requests; return their times."""
    streams = [users.stream(port) for _ in range(users.STREAMS)]
    loop = Loop(port, CONNECTIONS, streams)
    try:
        loop.run(kinds, WARM_UP_S)
        before = figures(process)
        outcome = loop.run(kinds, seconds)
        after = figures(process)
    finally:
        loop.close()
    times = [each for found in outcome.seconds.values() for each in found]
    return {
        "requests": len(times),
        "per_s": round(sum(kind.per_s for kind in kinds), 1),
        "late_us": round(statistics.median(outcome.late) * 1e6, 1),
        "cpu_us": round((after["cpu_s"] - before["cpu_s"]) / len(times) * 1e6, 1),
        "stream_bytes": outcome.stream_bytes,
        **percentiles_ms(times),
        "histogram": histogram(times),
        "kinds": {name: percentiles_ms(found) for name, found in outcome.seconds.items() if found},
    }


async def run(seconds: int, home: Path, database_url: str) -> Report:
    """Return the figures of one run."""
    disk = disk_s(home)
    async with server("service", home, database_url, users.ACCOUNTS) as (port, process):
        traders = Traders(home)
        await traders.enter(port)
        profiles = {
            "keeper": users.keeper(),
            "trader": users.trader(traders),
            "maker": await users.maker(port, traders),
            "visitor": users.visitor(),
        }
        profiles["together"] = [kind for kinds in list(profiles.values()) for kind in kinds]
        found = {name: measure(port, process, kinds, seconds) for name, kinds in profiles.items()}
        disk += disk_s(home)
    return {
        "bench": "profiles",
        "seconds": seconds,
        "accounts": users.ACCOUNTS,
        "streams": users.STREAMS,
        "disk_us": round(statistics.median(disk) * 1e6, 1),
        "profiles": found,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Run once and print the line."""
    (seconds,) = numbers("profiles", arguments, Number("SECONDS", SECONDS, 1, 600))
    run_over_database(partial(run, seconds))


if __name__ == "__main__":
    sys.exit(main())

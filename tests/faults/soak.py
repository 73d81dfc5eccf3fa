"""Runs a platform under steady load and shows that its memory comes to a plateau.

Usage: python -m tests.faults.soak [--minutes 20] [--edges 2]

Users place and cancel orders and deposit, as in `tests.faults.kill_loop`, and others ask for quotes
and histories. Twice a minute the memory of every process is read. At the end the median of the last
third may be a tenth above that of the middle third, no more; and everything acknowledged must be
there. Exit status 1 otherwise.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import aiohttp
from solders.keypair import Keypair

from tests.faults.kill_loop import (
    AWAY,
    USERS,
    Acknowledged,
    Platform,
    compare_margin,
    compare_orders,
    deposit,
    prepare,
    trade,
)
from tests.platform.running import family, free_port

SAMPLE_S = 30.0
GROWTH_MAX = 1.10
READS = (
    "/api/v1/markets",
    "/express/v1/status",
    "/express/v1/predictions/markets",
    "/api/v1/series/index?market=MIA&days=365",
)


def memory_of(pid: int) -> tuple[str, int] | None:
    """Return role and resident bytes of a process of ours."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return None
    if "edge.cli" not in words:
        return None
    role = words[words.index("edge.cli") + 1]
    number = words[words.index("--number") + 1] if "--number" in words else ""
    return f"{role} {number}".strip(), pages * 4096


async def read_pages(platform: Platform, counts: list[int]) -> None:
    """Ask for pages until cancelled."""
    timeout = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(platform.url, timeout=timeout) as session:
        while True:
            for path in READS:
                with suppress(*AWAY):
                    async with session.get(path) as answer:
                        await answer.read()
                        counts[0] += 1
            await asyncio.sleep(0.01)


async def soak(
    acknowledged: Acknowledged, platform: Platform, minutes: float
) -> tuple[dict[str, list[int]], int]:
    """Run the load; return the memory of each role over time, and the reads."""
    keys, trader = [Keypair() for _ in range(USERS)], Keypair()
    market = await prepare(platform, keys, trader)
    counts = [0]
    load = [
        asyncio.create_task(trade(acknowledged, platform, key, market, at))
        for at, key in enumerate(keys)
    ]
    load.append(asyncio.create_task(deposit(acknowledged, platform, trader)))
    load.append(asyncio.create_task(read_pages(platform, counts)))
    samples: dict[str, list[int]] = {}
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        await asyncio.sleep(SAMPLE_S)
        platform.drain()
        for found in map(memory_of, family(platform.run.process.pid)):
            if found is not None:
                samples.setdefault(found[0], []).append(found[1])
    for task in load:
        task.cancel()
    await asyncio.gather(*load, return_exceptions=True)
    for key in keys:
        await compare_orders(acknowledged, platform, key)
    await compare_margin(acknowledged, platform, trader)
    return samples, counts[0]


def main() -> int:
    """Run; returns 1 when memory grows or something acknowledged is not there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--edges", type=int, default=2)
    asked = parser.parse_args()
    acknowledged = Acknowledged()
    with tempfile.TemporaryDirectory(prefix="acre-soak-") as home, ExitStack() as stack:
        platform = Platform(Path(home) / "state", free_port(), stack, asked.edges)
        platform.start()
        platform.run.read_until("Acre is running")
        samples, reads = asyncio.run(soak(acknowledged, platform, asked.minutes))
    print(
        f"{asked.minutes:.0f} minutes: {len(acknowledged.orders)} orders, "
        f"{len(acknowledged.canceled)} cancels, {len(acknowledged.confirmed)} deposits, "
        f"{reads} reads"
    )
    for role, sizes in sorted(samples.items()):
        third = max(1, len(sizes) // 3)
        first, middle, last = sizes[:third], sizes[third : 2 * third], sizes[-third:]
        thirds = [statistics.median(part) / 1e6 for part in (first, middle, last)]
        print(f"  {role:<12} MB by thirds: {' '.join(f'{one:.1f}' for one in thirds)}")
        if thirds[2] > GROWTH_MAX * thirds[1]:
            acknowledged.faults.append(f"{role} grows: {thirds[1]:.1f} MB to {thirds[2]:.1f} MB")
    print("\n".join(acknowledged.faults) or "memory is flat; 0 lost, 0 doubled, 0 wrong")
    return 1 if acknowledged.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

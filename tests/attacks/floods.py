"""Floods a running platform, one attack after another, while honest clients measure.

Usage: python -m tests.attacks.floods [--seconds 5] [--rounds 3] [--only NAME ...]

Starts a platform of its own. The honest clients have addresses from 127.0.0.1 on, the attackers
from 127.0.1.1 on and a process of their own with a low priority: they share this machine, and a
real attacker would not. For each attack it prints the honest clients' latency without and under
the flood, in stretches that alternate, so that the noise of the machine meets both; their failures;
the memory of core and node before and up to a minute after; and whether a process restarted. It
fails on failures, restarts and memory that is kept; latency is a ratio of one run, is printed, and
decides nothing.
"""

import argparse
import asyncio
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from tests.attacks.attacks import ATTACKS
from tests.platform.running import Run, acre_up, family, free_port

CALM_S = 60.0  # within which memory has to be back
MEMORY_GROWTH_MAX = 1.25  # of the core, and
MEMORY_SLACK_MB = 48  # what an allocator keeps of ordinary work
RATIO_MAX = 3.0
HONEST = 8  # clients, each with an address of its own
PAUSE_S = 0.1  # of a client between two requests
READS = (
    "/express/v1/trade-stream?limit=10",
    "/express/v1/solvency",
    "/express/v1/predictions/markets?limit=5",
    "/express/v1/market/AUS",
)


@dataclass(frozen=True, slots=True)
class Seen:
    """Latencies and failures of the honest clients."""

    seconds: list[float]
    failures: list[str]

    def quantile_ms(self, share: float) -> float:
        """Return a quantile of the answers in milliseconds, 0 without answers."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1e3 if ordered else 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """One attack: what the honest clients and the processes went through."""

    name: str
    before: Seen
    during: Seen
    memory_mb: tuple[int, int, int]  # before, the most, after calming down
    restarted: bool

    @property
    def ratio(self) -> float:
        """Return p99 during the flood over p99 before it."""
        return self.during.quantile_ms(0.99) / max(1.0, self.before.quantile_ms(0.99))

    @property
    def faults(self) -> list[str]:
        """Return what must not have happened."""
        first, _, last = self.memory_mb
        kept = last > first * MEMORY_GROWTH_MAX and last > first + MEMORY_SLACK_MB
        found = [f"honest: {text}" for text in self.during.failures[:3]]
        return [
            *found,
            *(["a process was started again"] if self.restarted else []),
            *([f"memory kept: {first} -> {last} MB"] if kept else []),
        ]


async def honest(url: str, seconds: float, seen: Seen) -> None:
    """Add what polite pages meet, each of which asks ten times a second."""
    async with asyncio.TaskGroup() as group:
        for number in range(HONEST):
            group.create_task(_one_page(url, seconds, f"127.0.0.{1 + number}", seen))


async def _one_page(url: str, seconds: float, address: str, seen: Seen) -> None:
    connector = aiohttp.TCPConnector(local_addr=(address, 0))
    timeout = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        end = time.monotonic() + seconds
        turn = 0
        await asyncio.sleep(random.uniform(0, PAUSE_S))
        while time.monotonic() < end:
            path = READS[turn % len(READS)]
            turn += 1
            began = time.monotonic()
            try:
                async with session.get(url + path) as answer:
                    await answer.read()
                    if answer.status != 200:
                        seen.failures.append(f"{answer.status} {path}")
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                seen.failures.append(f"{type(error).__name__} {path}")
            took = time.monotonic() - began
            seen.seconds.append(took)
            await asyncio.sleep(max(0.0, PAUSE_S - took))


def processes(run: Run) -> dict[str, int]:
    """Return the children of the supervisor by role."""
    found = {}
    for pid in family(run.process.pid)[1:]:
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if "edge.cli" in words:
            found[words[words.index("edge.cli") + 1]] = pid
    return found


def memory_mb(pids: dict[str, int]) -> int:
    """Return the resident memory of core and chain node together, 0 when one is gone."""
    total = 0
    for role in ("core", "chain-node"):
        try:
            fields = Path(f"/proc/{pids[role]}/statm").read_text().split()
        except (OSError, KeyError):
            return 0
        total += int(fields[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20
    return total


@asynccontextmanager
async def attacking(name: str, run: Run, seconds: float) -> AsyncIterator[None]:
    """Run one attack in a process of low priority as long as the block lasts."""
    words = [sys.executable, "-m", "tests.attacks.attacks", name, str(run.port), str(seconds)]
    child = await asyncio.create_subprocess_exec(
        *words, stdin=subprocess.DEVNULL, preexec_fn=lambda: os.nice(10)
    )
    try:
        yield
    finally:
        if child.returncode is None:
            child.terminate()
        await child.wait()


async def flood(run: Run, name: str, seconds: float, rounds: int) -> Outcome:
    """Measure without and under the flood in turns, then wait until memory is back."""
    url = f"http://127.0.0.1:{run.port}"
    before_pids = processes(run)
    first = most = memory_mb(before_pids)
    before, during = Seen([], []), Seen([], [])
    for _ in range(rounds):
        await honest(url, seconds, before)
        async with attacking(name, run, seconds + 3.0):
            await asyncio.sleep(2.0)
            await honest(url, seconds, during)
            most = max(most, memory_mb(before_pids))
        await asyncio.sleep(1.0)
    last, calm_until = memory_mb(before_pids), time.monotonic() + CALM_S
    while last > first + MEMORY_SLACK_MB and time.monotonic() < calm_until:
        await asyncio.sleep(2.0)
        last = memory_mb(before_pids)
    return Outcome(name, before, during, (first, most, last), processes(run) != before_pids)


def line_of(outcome: Outcome) -> str:
    """Return the row of the table."""
    figures = [
        seen.quantile_ms(share)
        for seen in (outcome.before, outcome.during)
        for share in (0.5, 0.99)
    ]
    first, most, last = outcome.memory_mb
    words = "; ".join(outcome.faults) or ("held" if outcome.ratio <= RATIO_MAX else "held, slow")
    times = " ".join(f"{figure:8.1f}" for figure in figures)
    return (
        f"{outcome.name:<22} {times} {outcome.ratio:6.1f} {first:5d} {most:5d} {last:5d}  {words}"
    )


async def run_all(run: Run, names: list[str], seconds: float, rounds: int) -> int:
    """Run the attacks in order; returns 1 when one of them did harm."""
    say(f"{'attack':<22}      p50      p99  p50 now  p99 now  ratio    MB  most after")
    outcomes = []
    for name in names:
        outcomes.append(await flood(run, name, seconds, rounds))
        say(line_of(outcomes[-1]))
    ratio = statistics.median(outcome.ratio for outcome in outcomes)
    harmful = sum(bool(outcome.faults) for outcome in outcomes)
    say(f"median ratio of p99 {ratio:.2f}, {harmful} of {len(outcomes)} attacks did harm")
    return int(harmful > 0)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Start a platform, flood it, stop it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, choices=range(1, 21), default=3)
    parser.add_argument("--only", nargs="*", choices=sorted(ATTACKS), default=list(ATTACKS))
    parsed = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1_024, hard), min(8_192, hard)))  # a usual one
    with (
        tempfile.TemporaryDirectory(prefix="acre-floods-") as home,
        acre_up(Path(home) / "state", free_port(), ACRE_PROFILE="demo") as run,
    ):
        run.read_until("Acre is running")
        time.sleep(5.0)  # the demo's first minute: traders and questions come
        return asyncio.run(run_all(run, parsed.only, parsed.seconds, parsed.rounds))


if __name__ == "__main__":
    sys.exit(main())

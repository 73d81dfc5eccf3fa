"""Breaks every part of a cluster under load, and checks what was acknowledged.

Usage: python -m tests.cluster.fault_loop [--faults 14] [--seed 1] [--kinds writer-killed,…]

Users place and cancel prediction orders and a trader deposits, as in `tests.faults.kill_loop`,
through a balancer in front of three web machines. Meanwhile a process is killed or paused, or the
network of a machine is cut, delayed or garbled. The longest time without an acknowledged order is
taken. At the end every acknowledged order must be there once, as it was acknowledged, margin must
be the sum of what landed on the chain, every replica must follow with the writer's state, and
`acre verify` must say GOOD of a copy of the log. Exit status 1 otherwise.
"""

import argparse
import asyncio
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
from solders.keypair import Keypair

from tests.cluster.machines import Cluster, Machine
from tests.faults.kill_loop import (
    USERS,
    Acknowledged,
    compare_margin,
    compare_orders,
    deposit,
    prepare,
    trade,
)
from tests.platform.running import family

PAUSE_S = 6.0  # longer than the lease
CUT_S = 8.0
RECOVERY_MAX_S = 120.0
LOAD_S = (2.0, 4.0)
LAG_SAMPLES = 40


@dataclass
class Report:
    """What each fault cost."""

    rows: list[tuple[str, float, int]] = field(default_factory=list)  # kind, gap, epochs
    lags: list[float] = field(default_factory=list)


class Faults:
    """Each method breaks something and mends it, unless the cluster has to."""

    def __init__(self, cluster: Cluster, seed: int) -> None:
        self.cluster = cluster
        self.chance = random.Random(seed)

    @property
    def kinds(self) -> dict[str, Callable[[], None]]:
        """Return every fault by its name."""
        return {
            "writer killed": lambda: self._leader().signal(signal.SIGKILL),
            "writer paused": lambda: self._pause(self._leader()),
            "standby killed": lambda: self._standby().signal(signal.SIGKILL),
            "edge killed": lambda: self._edge().signal(signal.SIGKILL),
            "edge paused": lambda: self._pause(self._edge()),
            "NATS killed": self._kill_nats,
            "NATS paused": self._pause_nats,
            "all NATS killed": self._kill_all_nats,
            "node killed": self._kill_node,
            "database standby killed": self._kill_database_standby,
            "database paused": self._pause_database,
            "database killed": self._kill_database,
            "writer cut from database": lambda: self._cut(self._leader(), "database"),
            "writer cut from NATS": lambda: self._cut(self._leader(), "bus"),
            "writer's database garbled": lambda: self._garble(self._leader(), "database"),
            "writer's NATS garbled": lambda: self._garble(self._leader(), "bus"),
            "edge cut from database": lambda: self._cut(self._edge(), "database"),
            "edge cut from NATS": lambda: self._cut(self._edge(), "bus"),
            "edge's NATS garbled": lambda: self._garble(self._edge(), "bus"),
            "edge's NATS slow": self._slow,
        }

    def promote(self) -> None:
        """Lose the primary for good; its operator promotes the standby."""
        server = self.cluster.postgres.primary
        _signal(server.pids(), signal.SIGKILL)
        asyncio.run(self.cluster.postgres.promote())

    def _leader(self) -> Machine:
        end = time.monotonic() + RECOVERY_MAX_S
        while (leader := self.cluster.leader()) is None:
            assert time.monotonic() < end, "no writer leads"
            time.sleep(0.1)
        return leader

    def _standby(self) -> Machine:
        leader = self._leader()
        return next(one for one in self.cluster.writers if one is not leader)

    def _edge(self) -> Machine:
        return self.chance.choice(self.cluster.edges)

    def _pause(self, machine: Machine) -> None:
        machine.signal(signal.SIGSTOP)
        time.sleep(PAUSE_S)
        machine.signal(signal.SIGCONT)

    def _kill_nats(self) -> None:
        number = self.chance.randrange(3)
        self.cluster.nats.signal(number, signal.SIGKILL)
        time.sleep(2)
        self.cluster.nats.start(number)

    def _kill_all_nats(self) -> None:
        for number in range(3):
            self.cluster.nats.signal(number, signal.SIGKILL)
        time.sleep(2)
        for number in range(3):
            self.cluster.nats.start(number)

    def _pause_nats(self) -> None:
        number = self.chance.randrange(3)
        self.cluster.nats.signal(number, signal.SIGSTOP)
        time.sleep(PAUSE_S)
        self.cluster.nats.signal(number, signal.SIGCONT)

    def _kill_node(self) -> None:
        _signal(family(self.cluster.node.process.pid)[1:], signal.SIGKILL)

    def _kill_database_standby(self) -> None:
        postgres = self.cluster.postgres
        _signal(postgres.standby.pids(), signal.SIGKILL)
        time.sleep(3)  # commits wait
        postgres.restart(postgres.standby)

    def _kill_database(self) -> None:
        postgres = self.cluster.postgres
        _signal(postgres.primary.pids(), signal.SIGKILL)
        time.sleep(2)
        postgres.restart(postgres.primary)

    def _pause_database(self) -> None:
        pids = self.cluster.postgres.primary.pids()
        _signal(pids, signal.SIGSTOP)
        time.sleep(PAUSE_S)
        _signal(pids, signal.SIGCONT)

    def _proxies(self, machine: Machine, what: str) -> list[Any]:
        return machine.database if what == "database" else [machine.bus]

    def _cut(self, machine: Machine, what: str) -> None:
        for proxy in self._proxies(machine, what):
            self.cluster.loop.call(proxy.cut)
        time.sleep(CUT_S)
        for proxy in self._proxies(machine, what):
            self.cluster.loop.call(proxy.heal)

    def _garble(self, machine: Machine, what: str) -> None:
        for proxy in self._proxies(machine, what):
            proxy.fault_chance = 0.05
        time.sleep(CUT_S)
        for proxy in self._proxies(machine, what):
            proxy.fault_chance = 0.0
            self.cluster.loop.call(proxy.reset)

    def _slow(self) -> None:
        machine = self._edge()
        machine.bus.delay_s = 0.3
        time.sleep(CUT_S)
        machine.bus.delay_s = 0.0


def _signal(pids: list[int], what: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


class ClusterPlatform:
    """The cluster as `kill_loop` sees a platform."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.url = cluster.url

    def admin(self, words: list[str]) -> None:
        """Run `acre admin` where the writer leads."""
        self.cluster.admin(words)


async def longest_gap(acknowledged: Acknowledged, work: "asyncio.Future[None]") -> float:
    """Return the longest time without an acknowledged order while the work runs, and after it."""
    longest_s, last_s, count = 0.0, time.monotonic(), len(acknowledged.orders)
    ends_at = None
    while ends_at is None or len(acknowledged.orders) < ends_at + 3:
        if len(acknowledged.orders) != count:
            longest_s = max(longest_s, time.monotonic() - last_s)
            last_s, count = time.monotonic(), len(acknowledged.orders)
        if ends_at is None and work.done():
            work.result()
            ends_at = len(acknowledged.orders)
        if time.monotonic() - last_s > RECOVERY_MAX_S:
            raise AssertionError("no order is acknowledged any more")
        await asyncio.sleep(0.02)
    return max(longest_s, time.monotonic() - last_s)


async def run_faults(
    acknowledged: Acknowledged, cluster: Cluster, kinds: list[str], seed: int, report: Report
) -> None:
    """Run the load and the faults, then compare."""
    platform: Any = ClusterPlatform(cluster)
    keys, trader = [Keypair() for _ in range(USERS)], Keypair()
    market = await prepare(platform, keys, trader)
    load = [
        asyncio.create_task(trade(acknowledged, platform, key, market, seed + at))
        for at, key in enumerate(keys)
    ]
    load.append(asyncio.create_task(deposit(acknowledged, platform, trader)))
    faults, chance = Faults(cluster, seed), random.Random(seed)
    await asyncio.sleep(LOAD_S[0])
    report.lags += await sampled_lags(cluster)
    for at, kind in enumerate(kinds, 1):
        before = await epoch_of(cluster)
        do = faults.promote if kind == "database lost, standby promoted" else faults.kinds[kind]
        gap_s = await longest_gap(acknowledged, asyncio.ensure_future(asyncio.to_thread(do)))
        takeovers = await epoch_of(cluster) - before
        report.rows.append((kind, gap_s, takeovers))
        counted = f"{len(acknowledged.orders)} orders, {len(acknowledged.confirmed)} deposits"
        print(f"{at:3} {kind:<32} {gap_s:6.1f} s, {takeovers} takeovers; {counted}", flush=True)
        await asyncio.sleep(chance.uniform(*LOAD_S))
    for task in load:
        task.cancel()
    ended = await asyncio.gather(*load, return_exceptions=True)
    acknowledged.faults += [
        repr(one) for one in ended if not isinstance(one, asyncio.CancelledError)
    ]
    await asyncio.to_thread(cluster.wait_ready)
    for key in keys:
        await compare_orders(acknowledged, platform, key)
    await compare_margin(acknowledged, platform, trader)
    await compare_states(acknowledged, cluster)


async def sampled_lags(cluster: Cluster) -> list[float]:
    """Return by how many commands the edges are behind the writer, at many moments."""
    lags = []
    leader = cluster.leader()
    assert leader is not None
    for _ in range(LAG_SAMPLES):
        edges = [await asyncio.to_thread(one.metric, "acre_sequence") for one in cluster.edges]
        written = await asyncio.to_thread(leader.metric, "acre_sequence")
        lags += [max(0.0, (written or 0) - edge) for edge in edges if edge is not None]
        await asyncio.sleep(0.05)
    return lags


async def epoch_of(cluster: Cluster) -> int:
    """Return the epoch of the lease."""
    connection = await asyncpg.connect(cluster.postgres.primary.url())
    try:
        epoch: int = await connection.fetchval("SELECT epoch FROM writer_lease")
        return epoch
    finally:
        await connection.close()


async def compare_states(acknowledged: Acknowledged, cluster: Cluster) -> None:
    """Compare the number of replicas that differed, and of those that follow."""
    leader = await asyncio.to_thread(cluster.leader)
    assert leader is not None
    differing = await asyncio.to_thread(leader.metric, "acre_replicas_differing")
    if differing:
        acknowledged.faults.append(f"WRONG: {differing} replicas had another state")
    for _ in range(100):
        following = await asyncio.to_thread(leader.metric, "acre_replicas")
        if following == len(cluster.edges):
            return
        await asyncio.sleep(0.2)
    acknowledged.faults.append(f"WRONG: {following} replicas follow")


def main() -> int:
    """Run; returns 1 when anything acknowledged was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--faults", type=int, default=0, help="so many; 0: each kind once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="", help="only these, with commas between them")
    asked = parser.parse_args()
    acknowledged, report = Acknowledged(), Report()
    with tempfile.TemporaryDirectory(prefix="acre-cluster-") as home, ExitStack() as stack:
        cluster = Cluster(Path(home), stack)
        cluster.wait_ready()
        kinds = [one for one in asked.kinds.split(",") if one] or list(
            Faults(cluster, asked.seed).kinds
        )
        chosen = [kinds[at % len(kinds)] for at in range(asked.faults or len(kinds))]
        random.Random(asked.seed).shuffle(chosen)
        if not asked.kinds:
            chosen.append("database lost, standby promoted")  # there is none after it
        try:
            asyncio.run(run_faults(acknowledged, cluster, chosen, asked.seed, report))
        except BaseException:
            print(cluster.said())
            raise
        verified = cluster.verify()
    if verified != "GOOD":
        acknowledged.faults.append(f"acre verify: {verified}")
    lags = sorted(report.lags)
    print(
        f"{len(report.rows)} faults (seed {asked.seed}): {len(acknowledged.orders)} orders and "
        f"{len(acknowledged.canceled)} cancels acknowledged, "
        f"{acknowledged.repeats} of them after a repeat, "
        f"{len(acknowledged.confirmed)} deposits confirmed, "
        f"{len(acknowledged.unanswered)} never answered, "
        f"refusals {dict(acknowledged.refusals)}; lag of the replicas in commands: median "
        f"{lags[len(lags) // 2]:.0f}, most {lags[-1]:.0f}; acre verify: {verified.splitlines()[0]}"
    )
    print("\n".join(acknowledged.faults) or "0 lost, 0 doubled, 0 wrong")
    return 1 if acknowledged.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

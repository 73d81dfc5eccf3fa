"""A cluster of real processes on one machine: writers, edges, two PostgreSQL, three NATS, a node.

Every writer and edge reaches the servers through proxies of its own, which a test can cut.
"""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Coroutine
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

from tests.cluster.nats_servers import NatsServers
from tests.cluster.proxy import Proxy
from tests.cluster.two_postgres import TwoPostgres, database_url
from tests.platform.running import Run, acre_up, environment, family, free_port

T = TypeVar("T")
VARIABLES = {
    "ACRE_RATE_SCALE": "1000",
    "ACRE_PREDICTION_SCHEDULE": "0",
    "ACRE_SLOT_MS": "50",
}
READY_S = 120.0


class Loop:
    """An event loop in a thread, for the proxies."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def call(self, work: Any) -> None:
        """Call a function there."""
        self.loop.call_soon_threadsafe(work)


class Machine:
    """One `acre up` of a role, with its home and its proxies."""

    def __init__(self, cluster: "Cluster", name: str, role: str) -> None:
        self.name = name
        self.role = role
        self.cluster = cluster
        self.port = free_port()
        self.home = cluster.home / name
        self.home.mkdir(mode=0o711)
        (self.home / "keys").symlink_to(cluster.keys)
        self.database = [Proxy([one.socket]) for one in cluster.postgres_servers]
        self.bus = Proxy([("127.0.0.1", port) for port in cluster.nats.ports])
        self.run: Run | None = None
        ports = [cluster.loop.run(proxy.start()) for proxy in self.database]
        bus_port = cluster.loop.run(self.bus.start())
        self.variables = {
            **VARIABLES,
            "ACRE_ROLE": role,
            "ACRE_NODE_URL": f"http://127.0.0.1:{cluster.node_port + 10}",
            "DATABASE_URL": database_url(ports),
            "NATS_URL": f"nats://127.0.0.1:{bus_port}",
        }

    def start(self) -> None:
        """Start it; what it says is read by nobody, so it goes to a file."""
        self.run = self.cluster.stack.enter_context(acre_up(self.home, self.port, **self.variables))
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.run is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self.run.process.stdout:
                self.run.said.append(line)

    @property
    def own_port(self) -> int:
        """The port on which the process itself answers its machine."""
        return self.port + 12 + (self.role == "edge")

    def pids(self) -> list[int]:
        """Return the processes below the supervisor."""
        assert self.run is not None
        return family(self.run.process.pid)[1:]

    def signal(self, what: signal.Signals) -> None:
        """Send a signal to its processes, not to the supervisor."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)

    def is_ready(self) -> bool:
        """Whether it serves, or leads."""
        return self.page("/readyz") is not None

    def page(self, path: str) -> str | None:
        """Return a page of the process itself."""
        try:
            address = f"http://127.0.0.1:{self.own_port}{path}"
            with urllib.request.urlopen(address, timeout=2) as answer:
                return answer.read().decode()
        except OSError:
            return None

    def metric(self, name: str) -> float | None:
        """Return a metric without labels."""
        found = re.search(rf"^{name} (\S+)$", self.page("/metrics") or "", re.MULTILINE)
        return float(found[1]) if found else None


class Cluster:
    """Everything; `stack` ends it."""

    def __init__(self, home: Path, stack: ExitStack, writers: int = 2, edges: int = 3) -> None:
        self.home = home
        home.chmod(0o711)
        self.stack = stack
        self.keys = home / "shared-keys"
        self.keys.mkdir(mode=0o700)
        self.loop = Loop()
        (home / "postgres").mkdir(mode=0o711)
        self.postgres = TwoPostgres(home / "postgres")
        stack.callback(self.postgres.stop)
        self.postgres_servers = [self.postgres.primary, self.postgres.standby]
        self.nats = NatsServers(home, 3)
        stack.callback(self.nats.stop)
        for number in range(3):
            self.nats.start(number)
        self.node_port = free_port()
        self.node = stack.enter_context(
            acre_up(home / "node", self.node_port, ACRE_ROLE="node", **VARIABLES)
        )
        self.node.read_until("Acre is running")
        self.writers = [Machine(self, f"writer-{at}", "core") for at in range(writers)]
        self.edges = [Machine(self, f"edge-{at}", "edge") for at in range(edges)]
        for machine in (*self.writers, *self.edges):
            machine.start()
        self.balancer = Proxy([("127.0.0.1", edge.port) for edge in self.edges])
        self.balancer.turns = True
        self.port = self.loop.run(self.balancer.start())

    @property
    def url(self) -> str:
        """The address of the balancer."""
        return f"http://127.0.0.1:{self.port}"

    def leader(self) -> Machine | None:
        """Return the writer that leads."""
        return next((one for one in self.writers if one.is_ready()), None)

    def wait_ready(self) -> None:
        """Return when one writer leads and every edge serves."""
        end = time.monotonic() + READY_S
        while self.leader() is None or not all(edge.is_ready() for edge in self.edges):
            if time.monotonic() > end:
                raise AssertionError(self.said())
            time.sleep(0.1)

    def said(self) -> str:
        """Return what the machines have said, for a failure."""
        texts = []
        for machine in (*self.writers, *self.edges):
            said = "" if machine.run is None else "".join(machine.run.said[-20:])
            logs = [
                f"{path.name}: {path.read_text()[-3000:]}"
                for path in (machine.home / "logs").glob("*.log")
            ]
            texts.append(f"--- {machine.name}\n{said}\n{''.join(logs)}")
        return "\n".join(texts)

    def verify(self) -> str:
        """Return what `acre verify` says of a copy of the log."""
        machine = self.writers[0]
        ours = {**environment(machine.home, machine.port), **machine.variables}
        copy = self.home / "copied"
        for words in (
            ["journal", "copy", "--journal", str(copy)],
            ["journal", "check", "--journal", str(copy)],
            ["verify", "--quiet", "--journal", str(copy)],
        ):
            asked = [sys.executable, "-m", "edge.cli", *words]
            ended = subprocess.run(asked, env=ours, capture_output=True, text=True, check=False)
            if ended.returncode:
                return f"{words}: {ended.stdout}{ended.stderr}"
        return "GOOD"

    def admin(self, words: list[str]) -> None:
        """Run `acre admin` on the machine that leads."""
        leader = self.leader()
        assert leader is not None
        asked = [sys.executable, "-m", "edge.cli", "admin", *words]
        ours = {**environment(leader.home, leader.port), **leader.variables}
        subprocess.run(asked, env=ours, check=True, capture_output=True)

"""NATS servers of the tests, from the wheel: one, or a cluster of three."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.platform.running import free_port

READY_S = 20.0


class NatsServers:
    """Servers that know each other; each can be killed, paused and started again."""

    def __init__(self, directory: Path, count: int) -> None:
        self.ports = [free_port() for _ in range(count)]
        self._routes = [free_port() for _ in range(count)]
        self._directory = directory
        self.processes: list[subprocess.Popen[bytes] | None] = [None] * count

    @property
    def urls(self) -> list[str]:
        """The address of each."""
        return [f"nats://127.0.0.1:{port}" for port in self.ports]

    def start(self, number: int) -> None:
        """Start one and wait until it listens."""
        words = [
            *(program(), "-a", "127.0.0.1", "-p", str(self.ports[number])),
            *("-l", str(self._directory / f"nats-{number}.log")),
        ]
        if len(self.ports) > 1:
            others = [port for port in self._routes if port != self._routes[number]]
            routes = ",".join(f"nats://127.0.0.1:{port}" for port in others)
            here = f"nats://127.0.0.1:{self._routes[number]}"
            words += [
                "--no_advertise",
                "--cluster_name",
                "acre",
                "--cluster",
                here,
                "--routes",
                routes,
            ]
        self.processes[number] = subprocess.Popen(words)
        deadline = time.monotonic() + READY_S
        while not _listens(self.ports[number]):
            assert time.monotonic() < deadline, "the NATS server does not listen"
            time.sleep(0.02)

    def signal(self, number: int, what: signal.Signals) -> None:
        """Send a signal to one."""
        process = self.processes[number]
        assert process is not None
        process.send_signal(what)
        if what == signal.SIGKILL:
            process.wait()

    def stop(self) -> None:
        """End all."""
        for process in self.processes:
            if process is not None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()


@contextlib.contextmanager
def nats_servers(directory: Path, count: int = 1) -> Iterator[NatsServers]:
    """Run servers while the block runs."""
    servers = NatsServers(directory, count)
    try:
        for number in range(count):
            servers.start(number)
        yield servers
    finally:
        servers.stop()


def program() -> str:
    """Return the server's path: that of the environment, or one of the system."""
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("nats-server")
    assert found is not None, "nats-server is missing: make .make/dev"
    return found


def _listens(port: int) -> bool:
    with socket.socket() as client:
        client.settimeout(0.5)
        return client.connect_ex(("127.0.0.1", port)) == 0

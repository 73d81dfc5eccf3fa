"""Starts `acre up` as a person does and watches what it starts."""

import os
import random
import select
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ENDS_MAX_MS = 30_000
PORTS = range(15_000, 31_000, 20)


def free_port() -> int:
    """Return a port whose neighbours for the chain node are free, below those that clients get."""
    ports = random.sample(PORTS, len(PORTS))
    return next(port for port in ports if all(_is_free(port + offset) for offset in (0, 10, 11)))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@dataclass(frozen=True)
class Run:
    """One started platform: its process, its address, and what it has said so far."""

    process: subprocess.Popen
    port: int
    said: list[str]

    def read_until(self, words: str) -> None:
        """Collect lines until one contains the words; fails with all lines when none does."""
        for line in self.process.stdout:
            self.said.append(line)
            if words in line:
                return
        raise AssertionError(f"it ended without saying {words!r}:\n{''.join(self.said)}")

    def health(self) -> bytes:
        """Ask the running platform for its health."""
        address = f"http://127.0.0.1:{self.port}/api/v1/health"
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.read()

    def rest(self) -> str:
        """Wait for the end and return everything that was said."""
        self.said.extend(self.process.stdout.read().splitlines(keepends=True))
        self.process.wait(30)
        return "".join(self.said)


def environment(home: Path, port: int) -> dict[str, str]:
    """Return the environment of a small platform of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACRE_")}
    kept.pop("DATABASE_URL", None)
    ours = {
        "ACRE_HOME": str(home),
        "ACRE_PORT": str(port),
        "ACRE_PROFILE": "test",
        "ACRE_CATALOGUE": "texas",
    }
    return {**kept, **ours}


@contextmanager
def acre_up(home: Path, port: int, *options: str, **variables: str):
    """Start `acre up`; whatever the test does, nothing of it is left afterwards."""
    process = subprocess.Popen(
        [sys.executable, "-m", "edge.cli", "up", *options],
        env={**environment(home, port), **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield Run(process, port, [])
        finally:
            watched = watch(family(process.pid)) if process.poll() is None else []
            process.send_signal(signal.SIGTERM)
            process.stdout.read()
            wait_for_ends(watched)


def family(pid: int) -> list[int]:
    """Return the process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for member in found:
        found.extend(children.get(member, []))
    return found


def watch(pids: list[int]) -> list[int]:
    """Return a descriptor for each process that becomes ready when it ends."""
    return [os.pidfd_open(pid) for pid in pids]


def wait_for_ends(descriptors: list[int]) -> None:
    """Return when every watched process has ended; fails when one continues."""
    for descriptor in descriptors:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        assert poller.poll(ENDS_MAX_MS), "a process keeps running"
        os.close(descriptor)

"""How fast are the built pages in a real browser?

`python -m bench.web [SECONDS]` starts the platform as `make run` does, on a state directory of its
own, and lets `web/scripts/gates/measure.mjs` open it in Chromium: first paints of the markets and
the trade page on a fast and a slow machine, layout shifts, requests to other hosts, answers to
input, tick to paint and frames under 50 and 1,000 messages a second for so many seconds each. Each
measurement is one line of JSON, then each target with whether it is met; the last line names those
that are not.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from bench._arguments import Number, numbers

SECONDS = 60
READY_S = 240.0
STOP_S = 60.0
ROOT = Path(__file__).parents[1]
INDEX = ROOT / "web" / "dist" / "index.html"
SCRIPT = "scripts/gates/measure.mjs"
PORTS = 3  # web, node, the node's websocket


class BenchError(Exception):
    """The run does not measure what it should."""


def free_ports() -> int:
    """Return the first of three free ports in a row on loopback."""
    for port in range(21_000, 29_000, 7):
        try:
            for offset in range(PORTS):
                with socket.socket() as one:
                    one.bind(("127.0.0.1", port + offset))
        except OSError:
            continue
        return port
    raise BenchError("no three free ports in a row were found")


def await_ready(platform: subprocess.Popen[bytes], url: str) -> None:
    """Return once the platform answers; raise when it ends or takes too long."""
    deadline = time.monotonic() + READY_S
    while time.monotonic() < deadline:
        if platform.poll() is not None:
            raise BenchError("the platform ended while starting")
        try:
            with urllib.request.urlopen(f"{url}/api/v1/health", timeout=5) as answer:  # noqa: S310
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise BenchError(f"the platform did not answer within {READY_S:.0f} s")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure; see the module."""
    (seconds,) = numbers("web", arguments, Number("SECONDS", SECONDS, 1, 600))
    if not INDEX.exists():
        raise BenchError("the web application is not built: run `make web`")
    port = free_ports()
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as home:
        environment = os.environ | {
            "ACRE_HOME": home,
            "ACRE_PORT": str(port),
            "ACRE_NODE_PORT": str(port + 1),
            "ACRE_PROFILE": "demo",
            "ACRE_CATALOGUE": "texas",
            "DATABASE_URL": "",
        }
        platform = subprocess.Popen(
            [sys.executable, "-m", "edge.cli", "up", "--with-parent"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            await_ready(platform, url)
            measure = ["node", SCRIPT, "--url", url, "--seconds", str(seconds)]
            subprocess.run(measure, cwd=ROOT / "web", check=True)
        finally:
            platform.terminate()
            try:
                platform.wait(STOP_S)
            except subprocess.TimeoutExpired:
                platform.kill()


if __name__ == "__main__":
    main()

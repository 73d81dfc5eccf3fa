"""Python environments of their own for packages whose versions do not fit those of the project.

`make bench-peers` makes one for each of EXTRAS of pyproject.toml below `.benchmarks/peers`, which
git ignores. A benchmark runs a peer's module there, in the same run, and gets a line of JSON back.
"""

import json
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".benchmarks" / "peers"
EXTRAS = ("peers", "peers-margin")
CALL_MAX_S = 600.0


class PeerMissingError(Exception):
    """The peer is not installed or cannot be imported; the text says which and what to do."""


def python_of(extra: str) -> Path:
    """Return the interpreter of an environment, which need not exist."""
    return FOLDER / extra / "bin" / "python"


def call(extra: str, module: str, *arguments: str) -> dict[str, Any]:
    """Run a module of ours in an environment; return the line of JSON that it prints."""
    python = python_of(extra)
    if not python.exists():
        raise PeerMissingError(f"{extra} is not installed: make bench-peers")
    done = subprocess.run(
        [python, "-m", module, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=CALL_MAX_S,
    )
    if done.returncode:
        raise PeerMissingError(f"{module}: {(done.stderr.strip() or 'no words').splitlines()[-1]}")
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if "missing" in said:
        raise PeerMissingError(said["missing"])
    return said


def install(extra: str, packages: list[str]) -> int:
    """Make an environment and install packages into it; return the status of pip."""
    if not python_of(extra).exists():
        venv.create(FOLDER / extra)
    pip = [sys.executable, "-m", "pip", "--python", str(python_of(extra))]
    words = ["install", "--quiet", "--disable-pip-version-check", *packages]
    return subprocess.run([*pip, *words], check=False).returncode


def main() -> int:
    """Install every extra of EXTRAS; the worst status."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = project["optional-dependencies"]
    return max(install(extra, ["numpy", *declared[extra]]) for extra in EXTRAS)


if __name__ == "__main__":
    sys.exit(main())

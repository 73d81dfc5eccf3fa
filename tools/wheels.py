#!/usr/bin/env python3
"""Has each pinned package a wheel for every supported Python and platform? Prints a table.

Usage: tools/wheels.py. Nothing is built, and nothing but uv is installed, into a scratch
environment. Exit status 1: a wheel is missing that KNOWN_MISSING does not list, or one that it
lists is there again (README.md names them).
"""

import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
)
KNOWN_MISSING = {("requirements-dev.lock", "x86_64-apple-darwin"): {"lazy-object-proxy"}}
REQUIREMENT = re.compile(r"^[A-Za-z0-9].*(?:\n    --hash=\S+(?: \\)?)+", re.MULTILINE)


class Resolver:
    """uv in a scratch environment: finds wheels for other Pythons and platforms than ours."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        venv.create(scratch / "uv", with_pip=True)
        pip = [str(scratch / "uv" / "bin" / "python"), "-m", "pip", "install", "-qq", "uv"]
        subprocess.run(pip, check=True)

    def finds(self, requirements: Path, python: str, platform: str) -> bool:
        """Tell whether every requirement has a wheel whose hash is in the lock."""
        words = ["pip", "install", "--dry-run", "--no-deps", "--require-hashes"]
        words += ["--only-binary", ":all:", "--python-version", python]
        words += ["--python-platform", platform, "--target", str(self._scratch / "target")]
        program = str(self._scratch / "uv" / "bin" / "uv")
        run = subprocess.run(
            [program, *words, "-r", str(requirements)], capture_output=True, text=True, check=False
        )
        if run.returncode and "No solution found" not in run.stderr:
            sys.exit(f"not a missing wheel: {run.stderr}")
        return run.returncode == 0

    def missing(self, lock: str, python: str, platform: str) -> set[str]:
        """Name the packages of a lock that have no wheel."""
        if self.finds(ROOT / lock, python, platform):
            return set()
        lacking = set()
        for found in REQUIREMENT.finditer((ROOT / lock).read_text()):
            one = self._scratch / "one.lock"
            one.write_text(found[0].rstrip(" \\") + "\n")
            if not self.finds(one, python, platform):
                lacking.add(found[0].split("==")[0])
        return lacking


def main() -> int:
    """Print the table; tell whether it is the known one."""
    status = 0
    with tempfile.TemporaryDirectory() as scratch:
        resolver = Resolver(Path(scratch))
        for lock in LOCKS:
            count = len(REQUIREMENT.findall((ROOT / lock).read_text()))
            print(f"{lock}: {count} packages")
            for platform in PLATFORMS:
                for python in PYTHONS:
                    lacking = resolver.missing(lock, python, platform)
                    text = ", ".join(sorted(lacking)) or "all there"
                    is_known = lacking == KNOWN_MISSING.get((lock, platform), set())
                    status = status if is_known else 1
                    mark = "" if is_known else "  <- not as known"
                    print(f"  {platform:26} Python {python}: {text}{mark}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())

"""What a result was measured on: commit, machine, and how fast two fixed loops run there."""

import ctypes
import os
import platform
import subprocess
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
TIMES = 15
LOOP_TURNS = 1_000_000
COPY_BYTES = 1 << 26
CPU_FILE = Path("/proc/cpuinfo")


@cache
def machine() -> dict[str, object]:
    """Return CPU model, cores, kernel and Python."""
    return {
        "cpu": _cpu_line("model name") or platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "kernel": platform.release(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def has_avx2() -> bool:
    """Return whether the processor says that it has AVX2."""
    return "avx2" in (_cpu_line("flags") or "").split()


def _cpu_line(name: str) -> str | None:
    try:
        lines = CPU_FILE.read_text().splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), None)


def commit() -> dict[str, object]:
    """Return the commit of the sources and whether they differ from it; empty without git."""
    head = _git("rev-parse", "HEAD")
    if head is None:
        return {"commit": "", "dirty": False}
    return {"commit": head.strip(), "dirty": bool(_git("status", "--porcelain"))}


def _git(*words: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", *words],  # noqa: S607 - the reader's git
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def yardstick() -> dict[str, float]:
    """Return how fast this machine is: a turn of a loop in C, and copying memory."""
    numbers = range(LOOP_TURNS)
    loop_s = _least_s(lambda: sum(numbers))
    source = np.ones(COPY_BYTES, np.uint8)
    target = np.zeros(COPY_BYTES, np.uint8)
    copy_s = _least_s(lambda: ctypes.memmove(target.ctypes.data, source.ctypes.data, COPY_BYTES))
    return {
        "loop_ns": round(loop_s / LOOP_TURNS * 1e9, 2),
        "memcpy_gb_per_s": round(COPY_BYTES / copy_s / 1e9, 2),
    }


def _least_s(call: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(TIMES):
        begin = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begin)
    return best

"""Runs one benchmark in a process of its own and reads its lines; counts instructions."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bench._harness.budgets import Count
from bench._harness.machine import ROOT

Report = dict[str, Any]
STOP_S = 10.0
COUNT_SECONDS_MAX = 1_800.0
COLLECTED = re.compile(r"Collected : (\d+)")
ERROR_CHARACTERS_MAX = 160


class BenchFailedError(Exception):
    """A benchmark ended with an error or without a report; the text is the last that it said."""


class NotMeasuredError(Exception):
    """A figure cannot be measured on this machine; the text says why."""


Launch = Callable[[str, Sequence[str], float], Report]


def launch(bench: str, arguments: Sequence[str], seconds: float) -> Report:
    """Run `python -m bench.NAME` and return its report."""
    words = [sys.executable, "-m", f"bench.{bench}", *arguments]
    return merged(_output(words, seconds)[0])


def merged(output: str) -> Report:
    """Return the report of a program's output: one line of JSON, or the `lines` of several."""
    lines: list[Report] = []
    for line in output.splitlines():
        with contextlib.suppress(json.JSONDecodeError):
            said = json.loads(line)
            if isinstance(said, dict):
                lines.append(said)
    if not lines:
        raise BenchFailedError("it printed no line of JSON")
    if len(lines) == 1:
        return lines[0]
    return {**lines[-1], "lines": lines}


def instructions(bench: str, count: Count) -> float:
    """Return the instructions that callgrind collects, over the number that the bench prints."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise NotMeasuredError("valgrind is missing")
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as folder:
        words = [
            valgrind,
            "--tool=callgrind",
            f"--toggle-collect={count.toggle}",
            f"--callgrind-out-file={Path(folder) / 'out'}",
            *(sys.executable, "-m", f"bench.{bench}", *count.arguments),
        ]
        output, errors = _output(words, COUNT_SECONDS_MAX)
    collected = COLLECTED.search(errors)
    if collected is None or not int(collected[1]):
        raise BenchFailedError(f"callgrind collected nothing for {count.toggle}")
    return int(collected[1]) / float(merged(output)[count.per])


def _output(words: Sequence[str], seconds: float) -> tuple[str, str]:
    """Run a program in a group of processes that ends with it; return both of its outputs."""
    with (
        subprocess.Popen(
            words,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process,
        _ended(process),
    ):
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as error:
            raise BenchFailedError(f"it did not end within {seconds:.0f} s") from error
    if process.returncode:
        last = (errors.strip() or output.strip() or "it said nothing").splitlines()[-1]
        raise BenchFailedError(f"status {process.returncode}: {last[:ERROR_CHARACTERS_MAX]}")
    return output, errors


@contextlib.contextmanager
def _ended(process: subprocess.Popen[str]) -> Iterator[None]:
    """End the group of a process that has not ended by itself, as after Ctrl-C."""
    try:
        yield
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)

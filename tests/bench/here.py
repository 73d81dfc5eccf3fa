"""Runs a benchmark in the process of the test, which is sooner: its speed does not matter."""

import contextlib
import importlib
import io

from bench._harness.launch import BenchFailedError, merged


def launch_here(bench, arguments, _seconds=0.0):
    """Call `main` of a benchmark and return its report, as `launch` does."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = importlib.import_module(f"bench.{bench}").main(list(arguments))
    if status:
        raise BenchFailedError(f"bench {bench} returned {status}")
    return merged(said.getvalue())

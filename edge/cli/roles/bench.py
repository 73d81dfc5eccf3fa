"""The role `bench`: a benchmark of the sources, in the foreground.

`bench` is a folder of the sources that nothing imports; it is found and loaded by name when
a benchmark is requested, and an installation without it says so.
"""

import argparse
import importlib
import sys
from pathlib import Path

from edge.cli.main import EXIT_CONFIGURATION
from edge.core.settings import PROJECT_ROOT, Settings

FOLDER = "bench"


def run(_settings: Settings, parsed: argparse.Namespace) -> int:
    """Run the benchmark with its own options; returns its exit status."""
    names = _names(PROJECT_ROOT)
    if not names:
        return _say(f"the benchmarks are part of the sources, and {PROJECT_ROOT} has none.")
    if parsed.name not in names:
        return _say(f"there is no benchmark {parsed.name!r}; there are: {', '.join(names)}.")
    if str(PROJECT_ROOT) not in sys.path:
        sys.path.insert(0, str(PROJECT_ROOT))
    status: int | None = importlib.import_module(f"{FOLDER}.{parsed.name}").main(parsed.options)
    return status or 0


def _names(root: Path) -> list[str]:
    return sorted(path.stem for path in (root / FOLDER).glob("[a-z]*.py"))


def _say(sentence: str) -> int:
    print(f"acre: {sentence}", file=sys.stderr)
    return EXIT_CONFIGURATION

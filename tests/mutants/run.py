"""Build every mutant and see that a test fails: `python -m tests.mutants.run [names] [--list]`."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.mutant import Mutant
from tests.mutants.table import MUTANTS
from tests.mutants.workshop import KILLED, SURVIVED, Outcome, Workshop

EQUIVALENT = "equivalent"


def say(*columns: str) -> None:
    """Write a line of the table."""
    sys.stdout.write("\t".join(columns) + "\n")
    sys.stdout.flush()


def chosen(names: Sequence[str]) -> list[Mutant]:
    """Return the mutants of these names, or all; a part of a name or path is enough."""
    found = [
        mutant
        for mutant in MUTANTS
        if not names or any(name in mutant.name or name in mutant.path for name in names)
    ]
    if not found:
        raise SystemExit(f"no mutant is called {', '.join(names)}")
    return found


def open_workshops(folder: Path, count: int, is_sure: bool) -> SimpleQueue[Workshop]:
    """Make copies of the sources; tests that fail on them anyway would say nothing of a wrong."""
    shops: SimpleQueue[Workshop] = SimpleQueue()
    for place in range(count):
        shop = Workshop(folder / str(place))
        shop.fill()
        words = shop.build()
        if words:
            raise SystemExit(words)
        if place == 0 and not is_sure and (found := shop.test(())).state != SURVIVED:
            raise SystemExit(f"without a mutant, {found.state} by {found.by}")
        shop.keep()
        shops.put(shop)
    return shops


def judge_all(
    mutants: Sequence[Mutant], jobs: int, is_sure: bool
) -> Iterator[tuple[Mutant, Outcome, float]]:
    """Yield what became of each mutant, and its seconds, as they end."""
    with tempfile.TemporaryDirectory(prefix="acre-mutants-") as folder:
        shops = open_workshops(Path(folder), jobs, is_sure)

        def judge(mutant: Mutant) -> tuple[Outcome, float]:
            shop, began = shops.get(), time.monotonic()
            try:
                return shop.judge(mutant), time.monotonic() - began
            finally:
                shops.put(shop)

        with ThreadPoolExecutor(jobs) as pool:
            waiting = {pool.submit(judge, mutant): mutant for mutant in mutants}
            for done in as_completed(waiting):
                yield waiting[done], *done.result()


def main() -> int:
    """Exit code 1 when a mutant survived or did not build."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.run", description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names or paths; none: all mutants")
    parser.add_argument("--list", action="store_true", help="name them and what they break")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time (2)")
    parser.add_argument("--sure", action="store_true", help="the tests pass without a mutant")
    asked = parser.parse_args()
    mutants = chosen(asked.names)
    if asked.list:
        for mutant in mutants:
            say(mutant.name, mutant.path, mutant.reason or mutant.breaks)
        return 0
    counted: Counter[str] = Counter()
    ready = [mutant for mutant in mutants if not mutant.reason]
    for mutant, outcome, seconds in judge_all(ready, asked.jobs, asked.sure):
        counted[outcome.state] += 1
        words = outcome.by if outcome.state == KILLED else f"{mutant.breaks}: {outcome.by}"
        say(f"{outcome.state:9}", f"{seconds:4.0f} s", mutant.name, words)
    counted[EQUIVALENT] = len(mutants) - len(ready)
    say(", ".join(f"{count} {state}" for state, count in counted.items() if count))
    return 0 if counted[KILLED] == len(ready) else 1


if __name__ == "__main__":
    raise SystemExit(main())

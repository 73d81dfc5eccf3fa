"""Runs the benchmarks, prints their figures against the bars, and keeps every report.

`python -m bench._harness [NAME …]` runs all of `bench/budgets.toml`, or the named runs. It prints a
table and appends lines of JSON to `.benchmarks/runs.jsonl`: each report with commit, machine, date
and yardstick, and after each run its rows of the table. The status is 1 when a figure is under its
bar, is missing, or its bench failed. `--smoke` takes the smallest sizes, whose times mean nothing:
it holds no figure against its bar, and fails only when one is missing or a bench failed.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from bench._harness.budgets import BUDGETS, Bar, BudgetError, Budgets, Run, load
from bench._harness.judge import FAILING, Row, Verdict, changed_hashes, judge
from bench._harness.launch import (
    BenchFailedError,
    Launch,
    NotMeasuredError,
    Report,
    instructions,
    launch,
)
from bench._harness.machine import ROOT, commit, machine, yardstick
from bench._harness.table import EXPLANATION, summary, table, yardstick_text

FOLDER = ROOT / ".benchmarks"
FILE = "runs.jsonl"


@dataclass
class Tries:
    """The reports of one run, why it failed, and why counts failed or could not be made."""

    reports: list[Report] = field(default_factory=list)
    failure: str = ""
    failed_counts: dict[str, str] = field(default_factory=dict)
    unmeasured: dict[str, str] = field(default_factory=dict)


@dataclass
class Harness:
    """Runs benchmarks with `start` and writes what they report to `file`."""

    budgets: Budgets
    file: TextIO
    start: Launch = launch
    is_smoke: bool = False
    head: dict[str, object] = field(default_factory=dict)

    def rows_of(self, run: Run) -> list[Row]:
        """Run one benchmark until its figures reach their bars or its tries are used up."""
        tries = Tries()
        counted = self._counted(run, tries)
        rows: list[Row] = []
        for number in range(1, run.tries + 1):
            self._try(run, number, tries, counted)
            rows = self._judged(run, tries)
            if self.is_smoke or not any(map(can_improve, rows)):
                break
        return rows

    def _try(self, run: Run, number: int, tries: Tries, counted: dict[str, float]) -> None:
        arguments = run.smoke if self.is_smoke else run.arguments
        begin = time.monotonic()
        try:
            report = self.start(run.bench, arguments, run.seconds)
        except BenchFailedError as error:
            tries.failure = str(error)
            report = None
        seconds = round(time.monotonic() - begin, 1)
        line: dict[str, object] = {"run": run.name, "try": number, "seconds": seconds}
        if report is None:
            self.write({**line, "failure": tries.failure})
            return
        for key, value in counted.items():
            put(report, key, value)
        tries.reports.append(report)
        self.write({**line, "report": report})

    def _counted(self, run: Run, tries: Tries) -> dict[str, float]:
        """Return the instructions of a run, once: they do not depend on the machine's load."""
        counted: dict[str, float] = {}
        for count in run.counts:
            if self.is_smoke:
                tries.unmeasured[count.key] = "smoke sizes"
                continue
            try:
                counted[count.key] = round(instructions(run.bench, count), 1)
            except NotMeasuredError as error:
                tries.unmeasured[count.key] = str(error)
            except BenchFailedError as error:
                tries.failed_counts[count.key] = str(error)
        return counted

    def _judged(self, run: Run, tries: Tries) -> list[Row]:
        bars = self.budgets.bars_of(run.name)
        if self.is_smoke:
            bars = [replace(bar, at_least=None, at_most=None) for bar in bars]
        if not bars and not tries.reports:
            bars = [Bar(run.name, "report", "count", "It ends with a report.", "", None, None, "")]
        if changed := changed_hashes(tries.reports):
            reason = f"{', '.join(changed)} changed between tries"
            return [
                Row(bar, Verdict.FAILED, tries=len(tries.reports), reason=reason) for bar in bars
            ]
        failures = {bar.key: "" if tries.reports else tries.failure for bar in bars}
        failures |= tries.failed_counts
        return [
            judge(bar, tries.reports, failures[bar.key], tries.unmeasured.get(bar.key, ""))
            for bar in bars
        ]

    def write(self, line: dict[str, object]) -> None:
        """Append one line with what all lines of this run of the harness have."""
        self.file.write(json.dumps({**self.head, **line}) + "\n")
        self.file.flush()


def can_improve(row: Row) -> bool:
    """Return whether another try may give a better result; instructions are the same again."""
    is_under = row.verdict is Verdict.UNDER and row.bar.unit != "instructions"
    return is_under or row.verdict is Verdict.FAILED


def put(report: Report, key: str, value: float) -> None:
    """Write a value to a dotted key of a report."""
    *folders, last = key.split(".")
    for folder in folders:
        report = report.setdefault(folder, {})
    report[last] = value


def chosen(budgets: Budgets, names: Sequence[str]) -> list[Run]:
    """Return the named runs in the order of the file; without names all of them."""
    if unknown := set(names) - budgets.runs.keys():
        raise BudgetError(
            f"there is no run {', '.join(sorted(unknown))}; there are: {', '.join(budgets.runs)}"
        )
    return [run for name, run in budgets.runs.items() if not names or name in names]


def main(arguments: Sequence[str] | None = None, start: Launch = launch) -> int:
    """Run the benchmarks; the exit status."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.partition("\n")[0])
    parser.add_argument("names", metavar="NAME", nargs="*", help="a run of the file of bars")
    parser.add_argument("--smoke", action="store_true", help="smallest sizes, one try, no counts")
    parser.add_argument("--budgets", type=Path, default=BUDGETS, help="the file of bars")
    parser.add_argument("--results", type=Path, default=FOLDER, help="folder of the kept lines")
    parsed = parser.parse_args(arguments)
    try:
        budgets = load(parsed.budgets)
        runs = chosen(budgets, parsed.names)
    except (BudgetError, OSError) as error:
        parser.error(str(error))
    here = yardstick()
    head: dict[str, object] = {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "smoke": parsed.smoke,
        **commit(),
        "machine": machine(),
        "yardstick": here,
    }
    parsed.results.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    with (parsed.results / FILE).open("a") as file:
        harness = Harness(budgets, file, start, parsed.smoke, head)
        for run in runs:
            print(f"{run.name} …", file=sys.stderr, flush=True)
            found = harness.rows_of(run)
            harness.write({"rows": [row.as_json() for row in found]})
            rows += found
    print(table(rows))
    print()
    print(EXPLANATION)
    print(yardstick_text(here, budgets.yardstick))
    print(summary(rows))
    return int(any(row.verdict in FAILING for row in rows))

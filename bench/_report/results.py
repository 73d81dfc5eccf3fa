"""The newest kept results of each run: its reports, and the rows of its figures."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Results:
    """For each run its newest report with the line's head; for each figure its newest row."""

    reports: dict[str, Line] = field(default_factory=dict)
    rows: dict[str, Line] = field(default_factory=dict)
    head: Line = field(default_factory=dict)

    def number(self, run: str, key: str) -> float | None:
        """Return a number of a run's report by its dotted key, or None."""
        found: Any = self.reports.get(run, {}).get("report")
        for part in key.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        return float(found) if isinstance(found, int | float) else None


def read(path: Path) -> Results:
    """Return the results of a file of lines; lines of the smallest sizes are passed over."""
    with path.open() as file:
        return newest(json.loads(line) for line in file)


def newest(lines: Iterable[Line]) -> Results:
    """Return the last of everything: a run of some benches replaces only those."""
    results = Results()
    for line in lines:
        if line["smoke"]:
            continue
        if "report" in line:
            results.reports[line["run"]] = line
        for row in line.get("rows", ()):
            results.rows[row["name"]] = {**row, "started": line["started"], "of": version(line)}
        results.head.clear()
        results.head.update(line)
    return results


def version(line: Line) -> str:
    """Return the short commit of a line, marked when the sources differed from it."""
    return line["commit"][:10] + ("*" if line["dirty"] else "")


def histograms(report: Any, name: str = "") -> Iterable[tuple[str, Line]]:  # noqa: ANN401 - JSON
    """Yield every histogram of a report with the keys that lead to it."""
    if not isinstance(report, dict):
        return
    for key, value in report.items():
        if key == "histogram":
            yield name, value
        else:
            yield from histograms(value, f"{name}.{key}" if name else key)

"""Holds reports against bars."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from statistics import median
from typing import Any

from bench._harness.budgets import Bar
from bench._harness.launch import Report
from bench._harness.machine import has_avx2

HASHES = ("hash", "result_hash", "stream_hash")


class Verdict(StrEnum):
    """The result of a bar."""

    REACHED = "reached"
    REPORTED = "reported"
    UNDER = "UNDER ITS BAR"
    MISSING = "NOT IN THE REPORT"
    FAILED = "FAILED"
    NOT_MEASURED = "not measured"


FAILING = (Verdict.UNDER, Verdict.MISSING, Verdict.FAILED)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: a bar with the best value over the tries."""

    bar: Bar
    verdict: Verdict
    value: float | None = None
    tries: int = 1
    reason: str = ""

    @property
    def margin(self) -> float | None:
        """Return by how much the value is better than its bar, as a part of the bar."""
        bar, value = self.bar, self.value
        if value is None:
            return None
        if bar.at_least:
            return value / bar.at_least - 1
        if bar.at_most:
            return 1 - value / bar.at_most
        return None

    def as_json(self) -> dict[str, object]:
        """Return the row for a line of JSON."""
        said = {**asdict(self.bar), "name": self.bar.name, "verdict": str(self.verdict)}
        said |= {"value": self.value, "margin": self.margin, "tries": self.tries}
        return said | {"reason": self.reason}


def value_at(report: Report, key: str) -> float | None:
    """Return the number at a dotted key; the length of a list; None where there is none."""
    found: Any = report
    for part in key.split("."):
        if not isinstance(found, dict) or part not in found:
            return None
        found = found[part]
    if isinstance(found, list):
        return float(len(found))
    return float(found) if isinstance(found, int | float) else None


def counting(bar: Bar, values: Sequence[float]) -> float:
    """Return the best of some values, the median where no bar says what is better."""
    if bar.is_reported_only:
        return median(values)
    return min(values) if bar.at_most is not None else max(values)


def missing_need(bar: Bar) -> str:
    """Return why this machine cannot have the figure, or nothing."""
    if bar.needs == "avx2" and not has_avx2():
        return "the processor has no AVX2"
    return ""


def judge(bar: Bar, reports: Sequence[Report], failure: str = "", unmeasured: str = "") -> Row:
    """Return the row of a bar over all tries of its run that gave a report."""
    tries = len(reports)
    if reason := unmeasured or missing_need(bar):
        return Row(bar, Verdict.NOT_MEASURED, tries=tries, reason=reason)
    if not reports:
        return Row(bar, Verdict.FAILED, tries=tries, reason=failure)
    values = [value for each in reports if (value := value_at(each, bar.key)) is not None]
    if not values:
        said = reports[-1].get(bar.needs)  # the report names a missing package
        verdict = Verdict.NOT_MEASURED if isinstance(said, str) else Verdict.MISSING
        return Row(bar, verdict, tries=tries, reason=said if isinstance(said, str) else failure)
    value = counting(bar, values)
    if bar.is_reported_only:
        return Row(bar, Verdict.REPORTED, value, tries)
    is_met = (bar.at_least is None or value >= bar.at_least) and (
        bar.at_most is None or value <= bar.at_most
    )
    return Row(bar, Verdict.REACHED if is_met else Verdict.UNDER, value, tries)


def changed_hashes(reports: Sequence[Report]) -> list[str]:
    """Return the names of hashes that differ between tries: a result must never depend on time."""
    return [
        name for name in HASHES if len({str(each[name]) for each in reports if name in each}) > 1
    ]

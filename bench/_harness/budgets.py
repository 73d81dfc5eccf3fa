"""Reads `bench/budgets.toml`: how each benchmark is run, and the bars of its figures."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BUDGETS = Path(__file__).parents[1] / "budgets.toml"
TRIES_MAX = 5
SECONDS_MAX = 3_600.0
UNITS = ("ratio", "speed", "instructions", "milliseconds", "count")


class BudgetError(ValueError):
    """A mistake in the file of bars; the text names the place."""


@dataclass(frozen=True, slots=True)
class Count:
    """Instruction count: the functions that callgrind collects, and the key of the divisor."""

    key: str
    toggle: str
    arguments: tuple[str, ...]
    per: str


@dataclass(frozen=True, slots=True)
class Run:
    """One program of `bench/` with its arguments; `smoke` are those of its smallest size."""

    name: str
    bench: str
    arguments: tuple[str, ...]
    smoke: tuple[str, ...]
    tries: int
    seconds: float
    counts: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure of a report and what it must reach; without a limit it is only reported."""

    run: str
    key: str
    unit: str
    what: str
    against: str
    at_least: float | None
    at_most: float | None
    needs: str

    @property
    def name(self) -> str:
        """Return the name of the row: the run and the key."""
        return f"{self.run}.{self.key}"

    @property
    def is_reported_only(self) -> bool:
        """Return whether no value can miss this bar."""
        return self.at_least is None and self.at_most is None


@dataclass(frozen=True, slots=True)
class Budgets:
    """All runs, in the order of the file, all bars, and the yardstick of the bars' machine."""

    runs: dict[str, Run]
    bars: tuple[Bar, ...]
    yardstick: dict[str, float]

    def bars_of(self, run: str) -> list[Bar]:
        """Return the bars of a run's report."""
        return [bar for bar in self.bars if bar.run == run]


def load(path: Path = BUDGETS) -> Budgets:
    """Return what the file says; BudgetError names what is wrong."""
    said = tomllib.loads(path.read_text())
    runs = {name: _run(name, row) for name, row in said.get("run", {}).items()}
    bars = tuple(_bar(row) for row in said.get("bar", ()))
    names = [bar.name for bar in bars]
    if double := {name for name in names if names.count(name) > 1}:
        raise BudgetError(f"two bars have one name: {', '.join(sorted(double))}")
    if unknown := {bar.run for bar in bars} - runs.keys():
        raise BudgetError(f"bars of unknown runs: {', '.join(sorted(unknown))}")
    return Budgets(runs, bars, said.get("yardstick", {}))


def _run(name: str, row: dict[str, Any]) -> Run:
    counts = tuple(
        Count(each["key"], each["toggle"], tuple(each["arguments"]), each["per"])
        for each in row.get("counts", ())
    )
    run = Run(
        name,
        row.get("bench", name),
        tuple(row.get("arguments", ())),
        tuple(row.get("smoke", ())),
        row.get("tries", 1),
        row.get("seconds", 900.0),
        counts,
    )
    if not 1 <= run.tries <= TRIES_MAX or not 0 < run.seconds <= SECONDS_MAX:
        raise BudgetError(f"run {name}: 1 to {TRIES_MAX} tries, up to {SECONDS_MAX:.0f} seconds")
    return run


def _bar(row: dict[str, Any]) -> Bar:
    missing = {"run", "key", "unit", "what"} - row.keys()
    if missing:
        raise BudgetError(f"a bar lacks {', '.join(sorted(missing))}: {row}")
    if row["unit"] not in UNITS:
        raise BudgetError(f"bar {row['run']}.{row['key']}: the unit is one of {', '.join(UNITS)}")
    bar = Bar(
        row["run"],
        row["key"],
        row["unit"],
        row["what"],
        row.get("against", ""),
        row.get("at_least"),
        row.get("at_most"),
        row.get("needs", ""),
    )
    if bar.at_least is not None and bar.at_most is not None:
        raise BudgetError(f"bar {bar.name}: at_least or at_most, not both")
    if bar.unit == "milliseconds" and not bar.is_reported_only:
        raise BudgetError(f"bar {bar.name}: a time is held against a bar only as a ratio")
    return bar

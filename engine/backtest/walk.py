"""Walk-forward: parameters are fitted on days before those on which they are tested."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from engine.backtest.limits import CANDIDATES_MAX, MARKETS_MAX, PARAMS_MAX, STEPS_MAX
from engine.backtest.run import Run, Series, Strategy, Venue, run
from engine.programmes.index_series import Floats, Integers
from engine.simulation.run import BURN_IN_DAYS, YEAR_DAYS

FITTED_ON_TEST = (
    "the parameters were fitted on days of the test period: the result says nothing about others"
)


@dataclass(frozen=True, slots=True)
class Period:
    """Days from the first to before the end, since 1970-01-01."""

    first_day: int
    end_day: int

    @property
    def days(self) -> int:
        """How many there are."""
        return self.end_day - self.first_day


@dataclass(frozen=True, slots=True)
class Fold:
    """Where parameters are fitted, and where they are tested."""

    fit: Period
    test: Period

    @property
    def looks_ahead(self) -> bool:
        """Whether the fit knows days of the test or after it."""
        return self.fit.end_day > self.test.first_day


@dataclass(frozen=True, slots=True)
class Portfolio:
    """One strategy in every market over one period, each with its own pool and collateral."""

    period: Period
    params: Mapping[str, float]
    start_e6: int
    equity_e6: Integers  # a row a day, all markets together
    end_e6: int
    parts_e6: Mapping[str, int]  # of the profit, to the unit
    counts: Mapping[str, int]
    by_market: Mapping[str, tuple[int, int, int]]  # equity at the end, trades, liquidations

    @property
    def growth(self) -> float:
        """Equity at the end over that at the start."""
        return max(self.end_e6, 0) / self.start_e6


@dataclass(frozen=True, slots=True)
class Tested:
    """A fold with what was chosen; `fit` is None where there was nothing to choose."""

    fold: Fold
    fit: Portfolio | None
    test: Portfolio


@dataclass(frozen=True, slots=True)
class Outcome:
    """All folds of one strategy."""

    strategy: Strategy
    candidates: int
    tested: tuple[Tested, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader must know before the figures."""
        is_ahead = any(each.fit and each.fold.looks_ahead for each in self.tested)
        return (FITTED_ON_TEST,) if is_ahead else ()

    def curve(self) -> tuple[Integers, Floats]:
        """Return days and value: each test continues from what the one before left of 1."""
        days, values, value = [], [], 1.0
        for each in self.tested:
            period = each.test.period
            days.append(np.arange(period.first_day, period.end_day))
            values.append(value * each.test.equity_e6 / each.test.start_e6)
            value *= each.test.growth
        return np.concatenate(days), np.concatenate(values)


def rolling(whole: Period, fit_years: int, test_years: int) -> tuple[Fold, ...]:
    """Return the folds: tests follow each other without a gap, each after its own fit.

    The last test ends with the days that there are, if a year of it is there.
    """
    fit_days, test_days = fit_years * YEAR_DAYS, test_years * YEAR_DAYS
    folds = []
    first = whole.first_day + fit_days
    while whole.end_day - first >= YEAR_DAYS:
        end = min(first + test_days, whole.end_day)
        folds.append(Fold(Period(first - fit_days, first), Period(first, end)))
        first = end
    if not folds:
        raise ValueError(f"{whole.days} days are no {fit_years} years to fit and a year to test")
    return tuple(folds)


def candidates(strategy: Strategy) -> list[dict[str, float]]:
    """Return every set of parameters of a strategy's grid."""
    names = list(strategy.grid)
    if len(strategy.params) > PARAMS_MAX or not strategy.grid.keys() <= strategy.params.keys():
        raise ValueError(
            f"{strategy.name}: at most {PARAMS_MAX} parameters, and only those in the grid"
        )
    count = int(np.prod([len(strategy.grid[name]) for name in names], dtype=np.float64))
    if not 1 <= count <= CANDIDATES_MAX:
        raise ValueError(f"{strategy.name}: the grid must have 1 to {CANDIDATES_MAX} sets")
    chosen = product(*(strategy.grid[name] for name in names))
    return [{**strategy.params, **dict(zip(names, each, strict=True))} for each in chosen]


@dataclass(slots=True)
class Lab:
    """Runs strategies over the markets; counts prints, and processor time without compiling."""

    series: tuple[Series, ...]
    venue: Venue
    steps: int = 0
    seconds: float = 0.0
    _compiled: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Refuse too many markets."""
        if not 1 <= len(self.series) <= MARKETS_MAX:
            raise ValueError(f"a backtest has 1 to {MARKETS_MAX} markets")

    @property
    def whole(self) -> Period:
        """The days of the first market that begins, after its burn-in, up to the last print."""
        first = min(each.first_day for each in self.series) + BURN_IN_DAYS
        return Period(first, min(each.end_day for each in self.series))

    def test(self, strategy: Strategy, folds: tuple[Fold, ...]) -> Outcome:
        """Fit and test a strategy on each fold."""
        choices = candidates(strategy)
        fits = len(choices) if len(choices) > 1 else 0
        wanted = sum(fold.fit.days * fits + fold.test.days for fold in folds) * len(self.series)
        if wanted > STEPS_MAX:
            raise ValueError(
                f"{strategy.name}: {wanted:,} steps; a backtest has at most {STEPS_MAX:,}"
            )
        return Outcome(
            strategy, len(choices), tuple(self._tested(strategy, choices, fold) for fold in folds)
        )

    def _tested(self, strategy: Strategy, choices: list[dict[str, float]], fold: Fold) -> Tested:
        if len(choices) == 1:
            return Tested(fold, None, self.play(strategy, choices[0], fold.test))
        fits = [self.play(strategy, params, fold.fit) for params in choices]
        best = max(fits, key=lambda each: each.end_e6)  # of equal ones the first
        return Tested(fold, best, self.play(strategy, best.params, fold.test))

    def play(self, strategy: Strategy, params: Mapping[str, float], period: Period) -> Portfolio:
        """Run one set of parameters in every market that has prints for the period."""
        equity_e6 = np.zeros(period.days, np.int64)
        by_market: dict[str, tuple[int, int, int]] = {}
        parts: dict[str, int] = {}
        counts: dict[str, int] = {}
        for each in self._runs(strategy, params, period):
            equity_e6 += each.equity_e6
            flows = each.flows[0]
            trades, calls = int(flows["trades"]), int(flows["liquidations"])
            by_market[each.symbol] = (each.end_e6, trades, calls)
            _add(parts, each.parts_e6())
            names = ("trades", "turnover_e6", "liquidations", "liquidated_e6")
            _add(counts, {name: int(flows[name]) for name in (*names, "refusals", "held_prints")})
        if not by_market:
            raise ValueError("no market has prints for the whole of a period")
        return Portfolio(
            period,
            params,
            self.venue.collateral_e6 * len(by_market),
            equity_e6,
            sum(end for end, _, _ in by_market.values()),
            parts,
            counts,
            by_market,
        )

    def _runs(
        self, strategy: Strategy, params: Mapping[str, float], period: Period
    ) -> Iterator[Run]:
        for each in self.series:
            if not each.covers(period.first_day, period.end_day):
                continue
            if strategy.name not in self._compiled:
                first = period.first_day
                run(strategy, params, each, first, first + 2, self.venue)
                self._compiled.add(strategy.name)
            began = time.process_time()
            done = run(strategy, params, each, period.first_day, period.end_day, self.venue)
            self.seconds += time.process_time() - began
            self.steps += done.steps
            yield done


def _add(sums: dict[str, int], more: Mapping[str, int]) -> None:
    for name, value in more.items():
        sums[name] = sums.get(name, 0) + value

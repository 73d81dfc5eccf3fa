"""The figures of an outcome."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.backtest.walk import Outcome, Portfolio
from engine.programmes.index_series import Floats
from engine.simulation.run import YEAR_DAYS


@dataclass(frozen=True, slots=True)
class Summary:
    """Ratios of the tests of a strategy, one after the other; amounts are whole units."""

    annual_return: float
    fit_return: float | None  # a year, mean of the fits: in sample
    drawdown: float  # largest fall from a peak, as a share of it
    turnover: float  # a year, in multiples of the mean equity
    parts_e6: dict[str, int]
    counts: dict[str, int]
    start_e6: int  # collateral of all tests

    @classmethod
    def of(cls, outcome: Outcome) -> "Summary":
        """Sum up the folds."""
        tests = [each.test for each in outcome.tested]
        days, curve = outcome.curve()
        years = len(days) / YEAR_DAYS
        mean_e6 = float(np.concatenate([test.equity_e6 for test in tests]).mean())
        turned = sum(test.counts["turnover_e6"] + test.counts["liquidated_e6"] for test in tests)
        fits = [each.fit for each in outcome.tested if each.fit is not None]
        growth = float(np.prod([test.growth for test in tests]))
        return cls(
            growth ** (1 / years) - 1,
            float(np.mean([_annual(fit) for fit in fits])) if fits else None,
            drawdown(curve),
            turned / mean_e6 / years if mean_e6 > 0 else 0.0,
            _sum([test.parts_e6 for test in tests]),
            _sum([test.counts for test in tests]),
            sum(test.start_e6 for test in tests),
        )


def drawdown(curve: Floats) -> float:
    """Return the largest fall from an earlier peak, or from 1."""
    peaks = np.maximum.accumulate(np.concatenate(([1.0], curve)))[1:]
    return float((1 - curve / peaks).max())


def _annual(part: Portfolio) -> float:
    return float(part.growth ** (YEAR_DAYS / part.period.days) - 1)


def _sum(rows: list[Mapping[str, int]]) -> dict[str, int]:
    return {name: sum(row[name] for row in rows) for name in rows[0]}

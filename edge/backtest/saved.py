"""A saved run: one JSON document (docs/backtest.md describes it)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from edge.backtest.dates import date_text
from engine.backtest.run import Venue
from engine.backtest.summary import Summary
from engine.backtest.walk import Outcome, Period, Portfolio, Tested

FORMAT: Final = "acre-backtest"
VERSION: Final = 1
CURVE_POINTS_MAX: Final = 400
BYTES_MAX: Final = 8 << 20


class SavedPeriod(msgspec.Struct, frozen=True, rename="camel"):
    """Days from the first to the last."""

    first: str
    last: str


class SavedParts(msgspec.Struct, frozen=True, rename="camel"):
    """What the profit is made of, to the unit; a gain is positive."""

    price: int
    impact: int
    funding: int
    fees: int
    surcharge: int
    liquidation_fees: int
    bad_debt_covered: int


class SavedCounts(msgspec.Struct, frozen=True, rename="camel"):
    """What was done."""

    trades: int
    turnover_e6: int
    liquidations: int  # calls that closed something
    liquidated_e6: int
    refusals: int
    held_prints: int


class SavedFold(msgspec.Struct, frozen=True, rename="camel"):
    """Parameters that were chosen in `fit` and tested in `test`."""

    fit: SavedPeriod | None  # None: there was nothing to choose
    test: SavedPeriod
    params: dict[str, float]
    fit_return: float | None  # of the whole period
    test_return: float


class SavedMarket(msgspec.Struct, frozen=True, rename="camel"):
    """One market over all tests."""

    symbol: str
    tests: int
    total_return: float
    trades: int
    liquidations: int


class SavedStrategy(msgspec.Struct, frozen=True, rename="camel"):
    """One strategy; everything but `fitReturn` is out of sample."""

    name: str
    summary: str
    candidates: int
    warnings: list[str]
    annual_return: float
    fit_return: float | None
    drawdown: float
    turnover: float
    start_e6: int
    parts_e6: SavedParts  # they sum to the profit
    counts: SavedCounts
    curve: list[tuple[str, float]]
    folds: list[SavedFold]
    markets: list[SavedMarket]


class SavedRun(msgspec.Struct, frozen=True, rename="camel"):
    """The whole document."""

    format: str
    version: int
    markets: list[str]
    split: str
    pool_e6: int
    collateral_e6: int
    band: float
    changes: dict[str, int]
    strategies: list[SavedStrategy]


def saved_run(
    split: str, symbols: Sequence[str], venue: Venue, outcomes: Sequence[Outcome]
) -> SavedRun:
    """Return the document of a run."""
    return SavedRun(
        FORMAT,
        VERSION,
        list(symbols),
        split,
        venue.pool_e6,
        venue.collateral_e6,
        venue.band,
        dict(venue.changes),
        [_strategy(outcome) for outcome in outcomes],
    )


def write_run(document: SavedRun, path: Path) -> None:
    """Write it; ValueError when it is larger than a reader takes."""
    data = msgspec.json.encode(document)
    if len(data) > BYTES_MAX:
        raise ValueError(f"the run has {len(data):,} bytes, more than {BYTES_MAX:,}.")
    path.write_bytes(data + b"\n")


def _strategy(outcome: Outcome) -> SavedStrategy:
    summary = Summary.of(outcome)
    days, values = outcome.curve()
    rows = np.unique(np.linspace(0, len(days) - 1, min(len(days), CURVE_POINTS_MAX)).astype(int))
    return SavedStrategy(
        outcome.strategy.name,
        outcome.strategy.summary,
        outcome.candidates,
        list(outcome.warnings),
        summary.annual_return,
        summary.fit_return,
        summary.drawdown,
        summary.turnover,
        summary.start_e6,
        SavedParts(**summary.parts_e6),
        SavedCounts(**summary.counts),
        [(date_text(int(days[row])), round(float(values[row]), 6)) for row in rows],
        [_fold(each) for each in outcome.tested],
        _markets([each.test for each in outcome.tested]),
    )


def _fold(each: Tested) -> SavedFold:
    fit = each.fit
    return SavedFold(
        None if fit is None else _period(fit.period),
        _period(each.test.period),
        {name: float(value) for name, value in each.test.params.items()},
        None if fit is None else fit.growth - 1,
        each.test.growth - 1,
    )


def _period(period: Period) -> SavedPeriod:
    return SavedPeriod(date_text(period.first_day), date_text(period.end_day - 1))


def _markets(tests: Sequence[Portfolio]) -> list[SavedMarket]:
    rows: dict[str, list[tuple[float, int, int]]] = {}
    for test in tests:
        start_e6 = test.start_e6 // len(test.by_market)
        for symbol, (end_e6, trades, liquidations) in test.by_market.items():
            growth = max(end_e6, 0) / start_e6
            rows.setdefault(symbol, []).append((growth, trades, liquidations))
    return [_market(symbol, found) for symbol, found in rows.items()]


def _market(symbol: str, rows: Sequence[tuple[float, int, int]]) -> SavedMarket:
    growth = float(np.prod([row[0] for row in rows]))
    return SavedMarket(
        symbol, len(rows), growth - 1, sum(row[1] for row in rows), sum(row[2] for row in rows)
    )

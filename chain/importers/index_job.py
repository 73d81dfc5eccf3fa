"""Daily prints of imported monthly prices: one file a market, for the oracle's source `csv`.

A file only grows. The prints of a day are written when engine time has reached it, from what was
published by the start of its period, and never again. Of each period the first value that was
published counts: a revision is shown, and settles nothing.
Progress is read from the files, so that a restart neither repeats nor leaves out a day.
"""

import logging
import math
import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Final

import numpy as np

from chain.catalogue.facts import MarketFacts
from chain.catalogue.statistics import Metric, Statistics, month_of, month_start_s
from chain.importers.dates import EPOCH
from chain.importers.figures import DAY_S
from chain.oracle.prints_file import PrintRow, PrintsFileError, read_prints
from chain.oracle.source import PRICE_E8_MAX
from engine.programmes.index_series import smooth_trailing_year

log = logging.getLogger(__name__)

HEADER: Final = "market,published_at,price\n"
DAYS_PER_STEP_MAX: Final = 366  # of one market; the next step continues
# What a print may move by (log). A month's change is spread over its days and stays far below; a
# figure that came late, or a large revision, takes more days.
DAILY_MOVE_MAX: Final = 0.005
E8: Final = 10**8
QUARTER_MONTHS: Final = 3
FIRST_QUARTER_OUT: Final = 2  # March 1970, counted from 1970-01


class IndexJob:
    """Writes the prints of the markets that an import drives."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._last: dict[str, PrintRow] = {}

    def step(
        self,
        statistics: Statistics,
        markets: Mapping[MarketFacts, Metric],
        now_s: int,
    ) -> int:
        """Write what is due of each market by now; return how many prints.

        Raises OSError and PrintsFileError, the first of them after all other markets had theirs;
        what was written stays and counts.
        """
        self._directory.mkdir(parents=True, exist_ok=True)
        written = 0
        trouble: OSError | PrintsFileError | None = None
        for market, metric in markets.items():
            try:
                written += self._write(statistics, market, metric, now_s)
            except (OSError, PrintsFileError) as error:
                trouble = trouble or error
        if trouble is not None:
            raise trouble
        return written

    def _write(
        self, statistics: Statistics, market: MarketFacts, metric: Metric, now_s: int
    ) -> int:
        path = self._directory / f"{market.symbol}.csv"
        # Taken out until all is written: of a write that failed the file says how far it came.
        last = self._last.pop(market.symbol, None) or self._opened(path)
        today = now_s // DAY_S
        first = today if last is None else last.published_at_s // DAY_S + 1
        lines = []
        price_e8 = None if last is None else last.price_e8
        for day in range(first, min(today + 1, first + DAYS_PER_STEP_MAX)):
            price_e8 = next_price_e8(statistics, market, metric, day, price_e8)
            if price_e8 is None:
                return 0  # nothing is published yet
            date = EPOCH + timedelta(days=day)
            lines.append(f"{market.symbol},{date},{price_e8 // E8}.{price_e8 % E8:08}\n")
        if not lines or price_e8 is None:
            if last is not None:
                self._last[market.symbol] = last
            return 0
        _append(path, ("" if path.exists() else HEADER) + "".join(lines))
        at_s = (first + len(lines) - 1) * DAY_S
        self._last[market.symbol] = PrintRow(market.symbol, at_s, price_e8, 0, path.name)
        return len(lines)

    def _opened(self, path: Path) -> PrintRow | None:
        """Return the last print of a file; cut what a crash left of an unfinished line."""
        if not path.exists():
            return None
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            log.warning("prints_file_repaired", extra={"file": path.name})
            os.truncate(path, whole)
        if whole == 0:
            path.unlink()
            return None
        rows = read_prints(path).rows
        return rows[-1] if rows else None


def next_price_e8(
    statistics: Statistics, market: MarketFacts, metric: Metric, day: int, last_e8: int | None
) -> int | None:
    """Return the print of a day after that of the day before; None: no figure is out.

    The way that is left to the level of the period is spread evenly, in log space, over the days
    that are left of it. Without a print before, the way starts at the level of the period
    before. Rounded to the nearest, because a print is the price of both sides.
    """
    first, months = _period(month_of(day * DAY_S), metric)
    start_s, end_s = month_start_s(first), month_start_s(first + months)
    target = _level(statistics, market, metric, start_s)
    if target is None:
        return last_e8
    days_left = end_s // DAY_S - day
    if last_e8 is None:
        before = _level(statistics, market, metric, month_start_s(first - months)) or target
        days = (end_s - start_s) // DAY_S
        price = math.exp(
            math.log(before) + math.log(target / before) * (days - days_left + 1) / days
        )
    else:
        last = last_e8 / E8
        move = math.log(target / last) / days_left
        price = last * math.exp(max(-DAILY_MOVE_MAX, min(DAILY_MOVE_MAX, move)))
    return min(PRICE_E8_MAX, max(1, round(price * E8)))


def _period(month: int, metric: Metric) -> tuple[int, int]:
    """Return the first month in which a figure is the newest one, and for how many it is."""
    if metric is not Metric.PRICE_PER_UNIT:
        return month, 1
    # A quarter is out two months after its end: in March, June, September and December.
    return month - (month - FIRST_QUARTER_OUT) % QUARTER_MONTHS, QUARTER_MONTHS


def _level(statistics: Statistics, market: MarketFacts, metric: Metric, at_s: int) -> float | None:
    """Return the newest price per unit of area that was out at a time, smoothed where it is raw."""
    known = _first_values(statistics, market, metric, at_s)
    if not known:
        return None
    last = max(known)
    if metric is Metric.HOME_VALUE:  # of a whole home, smoothed by its publisher
        return known[last] / 10**6 / market.median_sqft
    if metric is Metric.PRICE_PER_UNIT:  # of an index of repeat sales
        return known[last] / E8
    months = range(last - 11, last + 1)
    sales = _first_values(statistics, market, Metric.SALES, at_s)
    prices = np.array([known.get(month, math.nan) for month in months], dtype=np.float64) / E8
    weights = np.array([sales.get(month, math.nan) for month in months], dtype=np.float64)
    smoothed = float(smooth_trailing_year(prices, weights)[-1])
    return None if math.isnan(smoothed) else smoothed


def _first_values(
    statistics: Statistics, market: MarketFacts, metric: Metric, at_s: int
) -> dict[int, int]:
    known = statistics.first_known(market.acre_id, metric, at_s)
    return {month_of(at): one.value for at, one in known.items() if one.value is not None}


def _append(path: Path, text: str) -> None:
    with path.open("ab") as file:
        file.write(text.encode("ascii"))
        file.flush()
        os.fsync(file.fileno())

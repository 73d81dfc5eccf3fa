"""What agents know of coming prints: the publisher's figure, the next print, or 90 days.

The publisher's file is the history without noise. Monthly figures are spread evenly over days, so
that a straight stretch of the history is one figure; who reads the file knows it to its end, since
the figure is out before its prints are. A daily history has no such stretches.
"""

import numpy as np

from engine.programmes.index_series import E8, Floats, Integers
from engine.simulation.options import Agent
from engine.simulation.prints import REVERSION_LEFT, History, Prints

HORIZON_DAYS = 90
STRETCH_MIN_DAYS = 5  # shorter ones are chance
STRETCH_MAX_DAYS = 100  # a quarter and some days: a flat index is not known for years
SAME_SLOPE = 1e-8  # rounding of a print moves a day's change by less
MONTH_DAYS = 30
MONTHS_AHEAD = 3
FEATURES = 6
RIDGE = 1e-6


def known_until(log: Floats) -> Integers:
    """Return for each day and market the last day whose value the file shows on that day."""
    days, markets = log.shape
    until = np.tile(np.arange(days)[:, None], (1, markets))
    change = np.diff(log, axis=0)
    for market in range(markets):
        breaks = np.flatnonzero(~(np.abs(np.diff(change[:, market])) < SAME_SLOPE)) + 1
        starts = np.concatenate([[0], breaks])
        ends = np.concatenate([breaks, [days - 1]])
        for start, end in zip(starts, ends, strict=True):
            if end - start >= STRETCH_MIN_DAYS and not np.isnan(change[start, market]):
                # The day before the first print of a figure does not know it yet.
                known = np.minimum(np.arange(start + 1, end + 1) + STRETCH_MAX_DAYS, end)
                until[start + 1 : end + 1, market] = known
    return until


class MonthForecast:
    """Regression of the next three months on the last ones, pooled, expanding, without look-ahead.

    Features: the last month, the mean of the last 3 and 12, the same month a year ago, the mean of
    all markets, and a constant.
    """

    def __init__(self) -> None:
        self._squares = np.stack([RIDGE * np.eye(FEATURES)] * MONTHS_AHEAD)
        self._products = np.zeros((MONTHS_AHEAD, FEATURES))
        self._weights = np.zeros((MONTHS_AHEAD, FEATURES))
        self._asked: list[tuple[Integers, Floats]] = []
        self._learnt = [0] * MONTHS_AHEAD

    def learn(self, log: Floats, until: Integers) -> None:
        """Take what the file shows now; called once a month."""
        self._asked.append((until, self.features(log, until)))
        column = np.arange(log.shape[1])
        for month in range(MONTHS_AHEAD):
            while self._learnt[month] < len(self._asked):
                then, features = self._asked[self._learnt[month]]
                last = then + (month + 1) * MONTH_DAYS
                if (last > until).any():
                    break
                outcome = log[last, column] - log[last - MONTH_DAYS, column]
                known = ~np.isnan(features).any(axis=1) & ~np.isnan(outcome)
                rows, outcome = features[known], outcome[known]
                self._squares[month] += rows.T @ rows
                self._products[month] += rows.T @ outcome
                self._learnt[month] += 1
            self._weights[month] = np.linalg.solve(self._squares[month], self._products[month])

    def features(self, log: Floats, until: Integers) -> Floats:
        """Return the features of each market; NaN where the past is too short."""
        column = np.arange(log.shape[1])

        def back(days: int) -> Floats:
            place = until - days
            return np.where(place >= 0, log[np.maximum(place, 0), column], np.nan)

        last = back(0)
        month = last - back(MONTH_DAYS)
        known = month[~np.isnan(month)]
        return np.stack(
            [
                month,
                (last - back(3 * MONTH_DAYS)) / 3,
                (last - back(12 * MONTH_DAYS)) / 12,
                back(11 * MONTH_DAYS) - back(12 * MONTH_DAYS),
                np.full(len(column), known.mean() if len(known) else np.nan),
                np.full(len(column), MONTH_DAYS / 365 / 100),
            ],
            axis=1,
        )

    def expected(self, log: Floats, until: Integers) -> Floats:
        """Return the expected change of the logarithm after 0 to 3 months, by market."""
        change = np.nan_to_num(self.features(log, until)) @ self._weights.T
        return np.concatenate([np.zeros((len(change), 1)), np.cumsum(change, axis=1)], axis=1)


class Knowledge:
    """Expected prints of the next 90 days for each kind of agent, from what it may know."""

    def __init__(self, history: History, prints: Prints, *, is_mean_reverting: bool) -> None:
        self._log = np.log(history.price)
        self._prints = prints.price_e8
        self._left = REVERSION_LEFT if is_mean_reverting else 1.0
        self._until = known_until(self._log)
        self._forecast = MonthForecast()

    def learn(self, day: int) -> None:
        """Read the file of a day."""
        if day % MONTH_DAYS == 0:
            self._forecast.learn(self._log, self._until[day])

    def expected(self, agent: Agent, day: int, *, knows_next: bool = True) -> Integers:
        """Return the prints of the next days, markets by days; 1 before a market begins."""
        if agent is Agent.AHEAD:
            rows = np.minimum(day + 1 + np.arange(HORIZON_DAYS), len(self._prints) - 1)
            return np.ascontiguousarray(np.maximum(self._prints[rows].T, 1))
        path = self._file_path(day)
        first = 0
        if agent is Agent.PEEK and knows_next and day + 1 < len(self._prints):
            first = 1
        with np.errstate(divide="ignore", invalid="ignore"):
            seen = np.log(self._prints[day + first] / E8)
            clean = self._log[day] + (path[:, 0] if first else 0.0)
        deviation = (seen - clean)[:, None] * self._left ** (np.arange(1, HORIZON_DAYS + 1) - first)
        price = np.exp(self._log[day][:, None] + path + deviation)
        raw = np.rint(np.nan_to_num(price, nan=0.0) * E8).astype(np.int64)
        return np.asarray(np.maximum(raw, 1))

    def _file_path(self, day: int) -> Floats:
        """Return the change of the logarithm from today on that a reader of the file expects."""
        until = self._until[day]
        ahead = day + np.arange(1, HORIZON_DAYS + 1)
        known = np.minimum(ahead[None, :], until[:, None])
        column = np.arange(len(until))[:, None]
        change = self._log[known, column] - self._log[day][:, None]
        beyond = (ahead[None, :] - known) / MONTH_DAYS
        knots = self._forecast.expected(self._log, until)
        month = np.minimum(beyond.astype(np.int64), MONTHS_AHEAD - 1)
        left, right = knots[column, month], knots[column, month + 1]
        return np.asarray(change + left + (right - left) * (beyond - month))

"""Forecasts from past prints: the engine's averages, and the agents' own regression."""

import numpy as np

from engine.programmes.index_series import Floats

AVERAGES = (10, 30, 120)  # prints
LEVEL_PRINTS = 5
HORIZONS = (5, 30, 90)  # days
WARM_UP_DAYS = 120  # of a market before it takes part
FORGET_DAYS = 1_000.0
SOLVE_EVERY_DAYS = 10
SIGMA_DAYS = 250
RIDGE = 1e-9
ANSWER_DAYS = (1, 10)
ANSWER_WEIGHT = 1e-3  # of what is believed to begin with, in squares of skew over skew scale


class EngineForecast:
    """The engine's fast and slow average in floats, so that agents know the drift they pay."""

    def __init__(self, markets: int, parameters: dict[str, int]) -> None:
        self._clip = parameters["return_clip_e12"] / 1e12
        self._limit = parameters["drift_max_e12"] / 1e12
        self._n = (parameters["n_fast"], parameters["n_slow"])
        self.fast = np.zeros(markets)
        self.slow = np.zeros(markets)

    def learn(self, move: Floats) -> None:
        """Take the relative change of a day's print."""
        seen = np.clip(move, -self._clip, self._clip)
        self.fast += (seen - self.fast) / self._n[0]
        self.slow += (seen - self.slow) / self._n[1]

    @property
    def mid(self) -> Floats:
        """The expected drift per day."""
        return np.clip((self.fast + self.slow) / 2, -self._limit, self._limit)

    @property
    def half(self) -> Floats:
        """Half the distance of the averages."""
        return np.minimum(np.abs(self.fast - self.slow) / 2, self._limit)


class Regression:
    """The best linear forecast of the next days from past prints, learnt as time continues.

    Per horizon one regression over all markets, old days forgotten; nothing looks ahead: a day's
    outcome is learnt when it has happened.
    """

    def __init__(self, markets: int) -> None:
        width = len(AVERAGES) + 1
        self._averages = np.zeros((len(AVERAGES), markets))
        self._level = np.full(markets, np.nan)
        self._age = np.zeros(markets)
        self._past = np.zeros((max(HORIZONS) + 1, markets, width))
        self._past_log = np.full((max(HORIZONS) + 1, markets), np.nan)
        self._squares = np.stack([RIDGE * np.eye(width)] * len(HORIZONS))
        self._products = np.zeros((len(HORIZONS), width))
        self._weights = np.zeros((len(HORIZONS), width))
        self._day = 0
        self._variance = np.zeros(markets)

    @property
    def sigma(self) -> Floats:
        """The standard deviation of a day's change around its slow average."""
        return np.sqrt(self._variance)

    def learn(self, price: Floats) -> None:
        """Take the prints of a day; 0: none."""
        with np.errstate(divide="ignore"):
            log = np.where(price > 0, np.log(price), np.nan)
        before = self._past_log[(self._day - 1) % len(self._past_log)]
        move = np.nan_to_num(log - before, nan=0.0)
        self._age += ~np.isnan(log)
        surprise = (move - self._averages[1]) ** 2
        self._variance += (surprise - self._variance) / np.minimum(SIGMA_DAYS, self._age + 1)
        for row, n in enumerate(AVERAGES):
            self._averages[row] += (move - self._averages[row]) / np.minimum(n, self._age + 1)
        self._level = np.where(np.isnan(self._level), log, self._level)
        self._level += (log - self._level) / LEVEL_PRINTS
        place = self._day % len(self._past_log)
        self._past_log[place] = log
        self._past[place, :, :-1] = self._averages.T
        self._past[place, :, -1] = np.nan_to_num(log - self._level, nan=0.0)
        for row, horizon in enumerate(HORIZONS):
            self._learn_outcome(row, horizon, log)
        self._day += 1
        if self._day % SOLVE_EVERY_DAYS == 0:
            for row in range(len(HORIZONS)):
                self._weights[row] = np.linalg.solve(self._squares[row], self._products[row])

    def _learn_outcome(self, row: int, horizon: int, log: Floats) -> None:
        then = (self._day - horizon) % len(self._past_log)
        outcome = log - self._past_log[then]
        known = ~np.isnan(outcome) & (self._age > WARM_UP_DAYS + horizon)
        features, outcome = self._past[then][known], outcome[known]
        keep = 1 - 1 / FORGET_DAYS
        self._squares[row] = keep * self._squares[row] + features.T @ features
        self._products[row] = keep * self._products[row] + features.T @ outcome

    def expected(self, days: Floats) -> Floats:
        """Return the expected relative change after each number of days, markets by days."""
        features = self._past[(self._day - 1) % len(self._past)]
        at_horizon = features @ self._weights.T
        knots = np.array([0.0, *HORIZONS])
        values = np.concatenate([np.zeros((len(at_horizon), 1)), at_horizon], axis=1)
        right = np.clip(np.searchsorted(knots, days), 1, len(knots) - 1)
        part = (days - knots[right - 1]) / (knots[right] - knots[right - 1])
        return np.asarray(values[:, right - 1] * (1 - part) + values[:, right] * part)


class SkewResponse:
    """Regression of the others' skew on one kind of trader.

    The others' skew some days later is taken as `rest_left` times theirs now plus `answer` times
    the own position now; one regression over all markets for each distance.
    """

    def __init__(self, markets: int) -> None:
        self._past = np.zeros((max(ANSWER_DAYS), markets, 2))
        # To begin with: theirs stays, and half of the own position is taken from the other side.
        self._squares = np.stack([ANSWER_WEIGHT * np.eye(2)] * len(ANSWER_DAYS))
        self._products = np.tile(ANSWER_WEIGHT * np.array([1.0, -0.5]), (len(ANSWER_DAYS), 1))
        self._day = 0

    def learn(self, rest: Floats) -> None:
        """Take the others' skew of a day, relative to the skew scale, before acting."""
        keep = 1 - 1 / FORGET_DAYS
        for row, days in enumerate(ANSWER_DAYS):
            if self._day >= days:
                then = self._past[(self._day - days) % len(self._past)]
                self._squares[row] = keep * self._squares[row] + then.T @ then
                self._products[row] = keep * self._products[row] + then.T @ rest

    def note(self, rest: Floats, own: Floats) -> None:
        """Take the others' skew and the own position after acting."""
        self._past[self._day % len(self._past)] = np.stack([rest, own], axis=1)
        self._day += 1

    def expected(self, days: Floats) -> tuple[Floats, Floats]:
        """Return `rest_left` and `answer` for each number of days."""
        weights = np.linalg.solve(self._squares, self._products[:, :, None])[:, :, 0]
        knots = [0.0, *ANSWER_DAYS]
        rest_left = np.interp(days, knots, [1.0, *np.clip(weights[:, 0], 0, 1)])
        answer = np.interp(days, knots, [0.0, *np.clip(weights[:, 1], -1, 0)])
        return rest_left, answer

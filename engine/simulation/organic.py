"""Uninformed (noise) traders: random traders, and retail that mostly buys."""

from dataclasses import dataclass

import numpy as np

from engine.programmes.index_series import Floats, Integers


@dataclass(frozen=True, slots=True)
class Habit:
    """Behavior of one kind of trader; holding and idle times are exponential."""

    count: int  # traders in each market
    notional_usd: float  # mean; sizes are lognormal
    long_share: float
    holding_days: float
    idle_days: float


UNINFORMED = Habit(6, 10_000.0, 0.5, 30.0, 10.0)
RETAIL = Habit(3, 12_000.0, 0.8, 60.0, 20.0)
SIZE_SIGMA = 0.6  # of the logarithm of a size


class Organic:
    """Opens and closes positions at random; whether it pays is never asked."""

    def __init__(self, markets: int, habits: tuple[Habit, ...], scale: float) -> None:
        def spread(values: list[float]) -> Floats:
            return np.repeat(values, [habit.count for habit in habits])

        self._notional = scale * spread([h.notional_usd for h in habits])
        self._long_share = spread([h.long_share for h in habits])
        self._open_chance = 1 - np.exp(-1 / spread([h.idle_days for h in habits]))
        self._close_chance = 1 - np.exp(-1 / spread([h.holding_days for h in habits]))
        self._shape = (markets, len(self._notional))

    def decide(
        self, position: Floats, price: Floats, is_open: Integers, random: np.random.Generator
    ) -> Floats:
        """Return what each trader of each market orders today, in units; 0: nothing."""
        draw = random.random(self._shape)
        side = np.where(random.random(self._shape) < self._long_share, 1.0, -1.0)
        factor = np.exp(SIZE_SIGMA * random.standard_normal(self._shape) - SIZE_SIGMA**2 / 2)
        size = side * factor * self._notional / np.where(price > 0, price, 1.0)[:, None]
        holds = position != 0
        order = np.where(holds, -position, size)
        acts = draw < np.where(holds, self._close_chance, self._open_chance)
        return np.where(acts & (is_open > 0)[:, None] & (self._notional > 0), order, 0.0)

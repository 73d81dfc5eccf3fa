"""Agents that know prints and choose by the engine's own outlook: size, holding time, or nothing.

Costs are modelled nowhere else for them: `engine.core.outlook` walks the expected prints through
the formulas of the rules with the parameters in force.
"""

from dataclasses import dataclass

import numpy as np

from engine.core.outlook import outlook
from engine.core.views import MarketView
from engine.programmes.index_series import DAY_S, E8, Floats, Integers
from engine.simulation.forecast import Regression, SkewResponse
from engine.simulation.informed import LOGISTIC_WIDTH, MINIMUM_USD, within_exposure
from engine.simulation.knowledge import HORIZON_DAYS
from engine.simulation.venue import E6, Venue

EXITS = np.array([1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90])  # prints
_HALF = (1 / 64, 1 / 32, 3 / 64, 1 / 16, 3 / 32, 1 / 8, 3 / 16, 1 / 4, 3 / 8, 1 / 2, 3 / 4, 1.0)
SIZES = np.array([0.0, *_HALF, *(-part for part in _HALF)])  # of a full side
LESS = np.array([0.75, 0.5, 0.25, 0.0])  # of the own position
ACT_S = 600  # past the entry window
GAIN_MINIMUM = 0.0001  # of the notional that changes hands


@dataclass(frozen=True, slots=True)
class Plan:
    """The orders of one agent in all markets, in units, and what each is expected to gain."""

    size_e6: Integers
    gain_e6: Floats


class Planner:
    """Plans of one agent; it learns how the others' skew answers to its positions."""

    def __init__(self, venue: Venue, slot: int, regression: Regression) -> None:
        self._venue = venue
        self._slot = slot
        self._regression = regression
        self._response = SkewResponse(len(venue.symbols))

    def act(self, rows: int, prints_e8: Integers, time_s: int, *, only_less: bool = False) -> None:
        """Trade in the markets that exist, the best first, within the cap on net exposure."""
        venue = self._venue
        scale = np.maximum(venue.skew_scale, 1e-6)
        own = venue.position[:, self._slot]
        if not only_less:
            self._response.learn((venue.shown.skew - own) / scale)
        plan = self.plan(rows, prints_e8, time_s, only_less=only_less)
        price, skew = venue.shown.price[:rows], venue.shown.skew[:rows]
        cap = venue.exposure_rate * max(venue.nav_e6, 0) / E6
        size = within_exposure(plan.size_e6 / E6, plan.gain_e6 / E6, skew, price, cap)
        chosen: Integers = np.flatnonzero(size)
        chosen = chosen[np.argsort(-plan.gain_e6[chosen], kind="stable")]
        venue.trade(chosen * venue.slots + self._slot, size[chosen], time_s)
        if not only_less:
            own = venue.position[:, self._slot] / scale
            self._response.note(venue.shown.skew / scale - own, own)

    def plan(self, rows: int, prints_e8: Integers, time_s: int, *, only_less: bool) -> Plan:
        """Return the best order of each market, 0 where keeping the position is best."""
        days = np.arange(HORIZON_DAYS + 1, dtype=np.float64)
        rest_left, answer = self._response.expected(days)
        answer_e6 = np.rint(answer * E6).astype(np.int64)
        size = np.zeros(rows, np.int64)
        gain = np.zeros(rows)
        own_e6 = np.rint(self._venue.position[:rows, self._slot] * E6).astype(np.int64)
        for row in range(rows):
            own = int(own_e6[row])
            if only_less and own == 0:
                continue
            view = self._venue.exchange.market_view(row + 1, time_s)
            targets = _targets(view, own, only_less=only_less)
            rest_e6 = np.rint((view.skew_size_e6 - own) * rest_left).astype(np.int64)
            others = (rest_e6, answer_e6)
            worth = self._worth(view, time_s, targets, prints_e8[row], others)
            size[row], gain[row] = _choose(targets, worth, own, view.index_price_e8)
        return Plan(size, gain)

    def _worth(
        self,
        view: MarketView,
        time_s: int,
        targets_e6: Integers,
        prints_e8: Integers,
        others: tuple[Integers, Integers],
    ) -> Floats:
        """Return the expected profit of each target, left at the best time."""
        shape = (len(targets_e6), len(EXITS))
        profit, excess = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        first_s = (time_s // DAY_S + 1) * DAY_S
        outlook(
            self._venue.exchange.state_address(),
            view.market_id,
            time_s,
            int(targets_e6[0]),
            targets_e6,
            prints_e8,
            first_s,
            *others,
            EXITS,
            ACT_S,
            profit,
            excess,
        )
        worth = profit.astype(np.float64)
        level_n = view.parameters["level_n"]
        if level_n > 1:
            # A surcharge is a maximum: noise that is not known yet makes its mean greater.
            left = 1 - 1 / level_n
            unknown = (left**2 - left ** (2 * EXITS)) / (1 - left**2)
            sigma = LOGISTIC_WIDTH * self._regression.sigma[view.market_id - 1] * np.sqrt(unknown)
            width = np.abs(targets_e6)[:, None] * (view.index_price_e8 / E8) * sigma + 1e-9
            expected = width * np.logaddexp(0.0, excess / width)
            worth -= expected - np.maximum(excess, 0)
        return np.asarray(worth.max(axis=1))


def _targets(view: MarketView, own_e6: int, *, only_less: bool) -> Integers:
    """Return the positions to choose from within the caps; the first is the present one."""
    if only_less or view.increase_blocked_until_s is not None:
        return np.array([own_e6, *(int(own_e6 * part) for part in LESS)], np.int64)
    side = min(
        view.parameters["max_side_size_e6"], view.max_side_notional_e6 * E8 // view.index_price_e8
    )
    high = max(own_e6, 0) + view.available_long_size_e6
    low = min(own_e6, 0) - view.available_short_size_e6
    steps = np.clip(np.rint(SIZES * side).astype(np.int64), low, high)
    return np.concatenate([[own_e6], steps]).astype(np.int64)


def _choose(targets: Integers, worth: Floats, own_e6: int, price_e8: int) -> tuple[int, float]:
    best = int(np.argmax(worth))
    size, gain = int(targets[best]) - own_e6, float(worth[best] - worth[0])
    notional_e6 = abs(size) * price_e8 / E8
    is_exit = targets[best] == 0 and own_e6 != 0
    if gain <= 0 or not (is_exit or gain > GAIN_MINIMUM * notional_e6):
        return 0, 0.0
    return (size, gain) if is_exit or notional_e6 > MINIMUM_USD * E6 else (0, 0.0)

"""Agents that estimate: forecasters from past prints, snipers who know half of the next noise."""

import numpy as np

from engine.programmes.index_series import DAY_S, Floats, Integers
from engine.simulation.forecast import EngineForecast, Regression, SkewResponse
from engine.simulation.informed import Optimiser, Rules, Situation, View, within_exposure
from engine.simulation.prints import KNOWN_PART
from engine.simulation.venue import E6, Venue

FORECAST_DAYS = np.array([2.0, 5.0, 10.0, 30.0, 60.0])
SNIPER_DAYS = np.array([0.0, 1.0, 3.0, 7.0, 15.0])  # 0: at once after the print


class Estimators:
    """One forecaster and one sniper in each market; they share what past prints say."""

    def __init__(
        self,
        venue: Venue,
        rules: Rules,
        averages: EngineForecast,
        regression: Regression,
        slots: tuple[int, ...],
    ) -> None:
        markets = len(venue.symbols)
        self._venue = venue
        self._rules = rules
        self._optimiser = Optimiser(rules)
        self._averages = averages
        self._regression = regression
        self._responses = {slot: SkewResponse(markets) for slot in slots}
        # What is left of a distance from the level after a print.
        self._decay = 1 - 1 / rules.level_n if rules.level_n else 0.0

    def leave(self, slot: int, seconds: int, time_s: int) -> None:
        """Let snipers leave or reduce right after the print."""
        if self._venue.position[:, slot].any():
            gap = self._gap(seconds)
            view = self._view(slot, SNIPER_DAYS[1:], np.zeros_like(gap), gap)
            self._act(slot, view, gap, time_s, only_less=True)

    def forecast(self, slot: int, seconds: int, time_s: int) -> None:
        """Let forecasters choose past the window."""
        gap = self._gap(seconds)
        view = self._view(slot, FORECAST_DAYS, np.zeros_like(gap), gap)
        self._act(slot, view, gap, time_s)

    def snipe(self, slot: int, move: Floats, seconds: int, time_s: int) -> None:
        """Let snipers choose an hour before the print that is expected to `move` the price."""
        gap = self._gap(seconds)
        unknown = self._decay * self._regression.sigma * KNOWN_PART
        gap_then = (gap + move - self._averages.mid / 24) * self._decay
        view = self._view(slot, SNIPER_DAYS, move, gap_then, unknown)
        self._act(slot, view, gap, time_s)

    def _view(
        self, slot: int, days: Floats, jump: Floats, gap: Floats, sigma: Floats | None = None
    ) -> View:
        """Return what an agent expects `days` after now, or after the next print with a `jump`.

        `gap` and `sigma`: the expected distance from the level, and its standard deviation.
        """
        rest_left, answer = self._responses[slot].expected(days)
        left = self._decay**days
        noise = self._regression.sigma * self._decay
        known = np.zeros_like(gap) if sigma is None else sigma
        later = (1 - left**2) / (1 - self._decay**2)
        return View(
            days=days,
            move=jump[:, None] + self._regression.expected(days),
            gap=gap[:, None] * left,
            gap_sigma=np.sqrt((known[:, None] * left) ** 2 + noise[:, None] ** 2 * later),
            rest_left=rest_left,
            answer=answer,
        )

    def _gap(self, seconds: int) -> Floats:
        """Return price less level, advanced to these seconds after the print, relative."""
        shown = self._venue.shown
        level = shown.level * (1 + self._averages.mid * seconds / DAY_S)
        return np.where(shown.price > 0, 1 - level / np.where(shown.price > 0, shown.price, 1), 0.0)

    def _act(
        self, slot: int, view: View, gap: Floats, time_s: int, *, only_less: bool = False
    ) -> None:
        """Let the agent of each market choose its position and send what changes."""
        venue = self._venue
        at = self._situation(slot, gap)
        if not only_less:
            self._responses[slot].learn((at.skew - at.position) / at.scale)
        size, gain = self._optimiser.order(at, view, only_less=only_less)
        cap = self._rules.exposure_rate * venue.nav_e6 / E6
        size = within_exposure(size, gain, at.skew, at.price, cap)
        rows: Integers = np.flatnonzero(size)
        rows = rows[np.argsort(-gain[rows], kind="stable")]
        venue.trade(rows * venue.slots + slot, size[rows], time_s)
        if not only_less:
            own = venue.position[:, slot] / at.scale
            self._responses[slot].note(venue.shown.skew / at.scale - own, own)

    def _situation(self, slot: int, gap: Floats) -> Situation:
        venue, rules = self._venue, self._rules
        shown = venue.shown
        price = np.where(shown.price > 0, shown.price, 1.0)
        nav = max(venue.nav_e6 / E6, 0.0)
        side = np.minimum(venue.side_size, rules.side_rate * nav / price) * 0.999
        s_ref = np.maximum(rules.s_ref_rate * rules.side_rate * nav / price, 1e-6)
        scale = np.maximum(venue.skew_scale, 1e-6)
        mid, half = self._averages.mid, self._averages.half
        tilt = np.clip(shown.skew / s_ref, -1, 1)
        spread = tilt * (rules.spread + rules.k_drift * half)
        return Situation(
            position=venue.position[:, slot],
            price=price,
            skew=shown.skew,
            long=shown.long,
            short=shown.short,
            scale=scale,
            side=side,
            s_ref=s_ref,
            crowding=shown.funding - rules.k_drift * mid - spread,
            mid=mid,
            half=half,
            gap_now=gap,
            is_open=(shown.price > 0).astype(np.int64),
        )

"""Informed traders: they choose the position with the highest expected profit under the rules.

The rules are mirrored in floats here, for these decisions only.
"""

from dataclasses import dataclass

import numpy as np

from engine.programmes.index_series import Floats, Integers

STEPS = (1 / 128, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)  # of a full side
MINIMUM_USD = 500.0  # no order below it
# Of the notional that changes hands. Smaller advantages are left alone, since estimates err: with a
# lower bar and with a higher one snipers were seen to earn less.
GAIN_MINIMUM = 0.0005
LOGISTIC_WIDTH = 0.5755  # of a normal's standard deviation: the same mean of max(0, x)


@dataclass(frozen=True, slots=True)
class Rules:
    """The parameters in force, per unit instead of 1e12."""

    maker: float
    taker: float
    velocity: float
    knee: float  # of the scale: below it a skew crowds by its square
    decay_days: float  # 0: none
    rate_max: float
    k_drift: float
    spread: float
    level_n: int
    side_rate: float
    s_ref_rate: float
    exposure_rate: float

    @classmethod
    def of(cls, market: dict[str, int], pool: dict[str, int]) -> "Rules":
        """Return the rules from raw parameters."""
        e12 = 1e12
        return cls(
            maker=market["maker_fee_rate_e12"] / e12,
            taker=market["taker_fee_rate_e12"] / e12,
            velocity=market["max_funding_velocity_e12"] / e12,
            knee=market["crowding_knee_e12"] / e12,
            decay_days=market["funding_decay_s"] / 86_400,
            rate_max=market["max_funding_rate_e12"] / e12,
            k_drift=market["k_drift_e12"] / e12,
            spread=market["spread_rate_e12"] / e12,
            level_n=market["level_n"],
            side_rate=market["max_side_notional_rate_e12"] / e12,
            s_ref_rate=market["s_ref_rate_e12"] / e12,
            exposure_rate=pool["net_exposure_cap_rate_e12"] / e12,
        )


@dataclass(frozen=True, slots=True)
class Situation:
    """Each market as an informed trader sees it; one number per market."""

    position: Floats  # the trader's own
    price: Floats
    skew: Floats
    long: Floats
    short: Floats
    scale: Floats  # skewScale
    side: Floats  # the cap of a side, in units
    s_ref: Floats
    crowding: Floats  # integrator, per day
    mid: Floats
    half: Floats
    gap_now: Floats  # price less level, relative
    is_open: Integers


@dataclass(frozen=True, slots=True)
class View:
    """Expected return for each holding period, markets by horizons."""

    days: Floats  # of the horizons
    move: Floats  # relative change of the price
    gap: Floats  # price less level then, relative
    gap_sigma: Floats  # standard deviation of what is not known about it
    rest_left: Floats  # per horizon: what is left of the others' skew,
    answer: Floats  # and how much of the own position they take the other side of (negative)


class Optimiser:
    """Finds the best target position of every market at once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def order(self, at: Situation, view: View, *, only_less: bool) -> tuple[Floats, Floats]:
        """Return the orders in units and the expected gain of each in USD."""
        targets = self._targets(at, only_less=only_less)
        worth = self._worth(at, view, targets)
        keep = worth[:, 0]
        best = np.argmax(worth, axis=1)
        row = np.arange(len(best))
        size = targets[row, best] - at.position
        gain = worth[row, best] - keep
        notional = np.abs(size) * at.price
        is_whole = (targets[row, best] == 0) & (at.position != 0)
        is_worth = ((notional > MINIMUM_USD) & (gain > GAIN_MINIMUM * notional)) | is_whole
        is_worth &= (gain > 0) & (at.is_open > 0)
        return np.where(is_worth, size, 0.0), gain

    def _targets(self, at: Situation, *, only_less: bool) -> Floats:
        """Return the positions to choose from; the first is the present one."""
        own = at.position[:, None]
        if only_less:
            return np.asarray(own * np.array([1.0, 0.5, 0.25, 0.0]))
        steps = at.side[:, None] * np.array([0.0, *STEPS, *(-step for step in STEPS)])
        most = np.maximum(at.side - at.long + np.maximum(at.position, 0), 0)[:, None]
        least = -np.maximum(at.side - at.short + np.maximum(-at.position, 0), 0)[:, None]
        low, high = np.minimum(least, own), np.maximum(most, own)
        return np.concatenate([own, np.clip(steps, low, high)], axis=1)

    def _worth(self, at: Situation, view: View, targets: Floats) -> Floats:
        """Return the expected profit in USD of each target, left at the best time."""
        price = at.price[:, None]
        own = at.position[:, None]
        before = at.skew[:, None]
        rest = before - own
        change = targets - own
        after = rest + targets
        enter = self._trade_cost(at, change, before, at.gap_now[:, None]) * price
        # markets by targets by horizons
        then = rest[:, :, None] * view.rest_left + targets[:, :, None] * (1 + view.answer)
        exit_cost = self._trade_cost(
            at, -targets[:, :, None], then, view.gap[:, None, :], view.gap_sigma[:, None, :]
        )
        held = targets[:, :, None] * view.move[:, None, :] - self._funding(at, view, targets, after)
        later = np.max(held - exit_cost, axis=2) * price
        return np.asarray(later - enter)

    def _trade_cost(
        self,
        at: Situation,
        size: Floats,
        skew: Floats,
        gap: Floats,
        sigma: Floats | None = None,
    ) -> Floats:
        """Return impact, fee and surcharge of a trade as a part of the price."""
        rules = self._rules
        amount = np.abs(size)
        maker = np.where(skew * size < 0, np.minimum(np.abs(skew), amount), 0.0)
        fee = maker * rules.maker + (amount - maker) * rules.taker
        if rules.level_n:
            against = -size * gap
            if sigma is None:
                fee = np.maximum(fee, against)
            else:
                # The mean of the greater one, as if what is unknown were logistic.
                width = np.maximum(LOGISTIC_WIDTH * sigma * amount, 1e-12)
                fee = fee + width * np.logaddexp(0.0, (against - fee) / width)
        scale = at.scale.reshape((-1,) + (1,) * (size.ndim - 1))
        impact: Floats = size * (2 * skew + size) / (2 * scale)
        return impact + fee

    def _funding(self, at: Situation, view: View, targets: Floats, after: Floats) -> Floats:
        """Return the funding of the horizon as a part of the price, skew held."""
        rules = self._rules
        days = view.days[None, None, :]
        skew = np.clip(after / at.scale[:, None], -1, 1)
        if rules.knee:
            skew = skew * np.minimum(np.abs(skew) / rules.knee, 1)
        push = rules.velocity * skew[:, :, None]
        now = at.crowding[:, None, None]
        if rules.decay_days:
            rest = push * rules.decay_days
            gone = rules.decay_days * (1 - np.exp(-days / rules.decay_days))
            crowding = rest * days + (now - rest) * gone
        else:
            crowding = now * days + push * days**2 / 2
        crowding = np.clip(crowding, -rules.rate_max * days, rules.rate_max * days)
        tilt = np.clip(after / at.s_ref[:, None], -1, 1)
        spread = tilt * (rules.spread + rules.k_drift * at.half)[:, None]
        flat = rules.k_drift * at.mid[:, None] + spread
        return targets[:, :, None] * (crowding + flat[:, :, None] * days)


def within_exposure(size: Floats, gain: Floats, skew: Floats, price: Floats, cap: float) -> Floats:
    """Cut orders so that the sum of all skews stays within the cap, the best ones first."""
    exposure = np.abs(skew) * price
    more = np.maximum(np.abs(skew + size) * price - exposure, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        rank = np.argsort(-np.where(more > 0, gain / more, np.inf), kind="stable")
    room = cap - exposure.sum() - (np.cumsum(more[rank]) - more[rank])
    allowed = np.empty_like(more)
    allowed[rank] = np.clip(room, 0.0, more[rank])
    part = np.where(more > 0, allowed / np.where(more > 0, more, 1.0), 1.0)
    return np.where(part < 1, size * part * 0.999, size)

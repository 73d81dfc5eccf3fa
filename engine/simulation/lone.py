"""Cost of a lone one-sided position, measured by trading on the engine.

Each figure has an exchange of its own with the pool of a run, and trades right past the window.
"""

from dataclasses import dataclass

import numpy as np

from engine.programmes.index_series import DAY_S, E8, Floats, Integers
from engine.simulation.knowing import ACT_S
from engine.simulation.ledger import Flows
from engine.simulation.locker import EVERY_DAYS, Locker, locked_part
from engine.simulation.options import Options
from engine.simulation.prints import History
from engine.simulation.venue import E6, POOL_E6, Venue

SHARES = (0.0001, 0.001, 0.005, 0.01, 0.02, 0.05)  # of the pool's equity
HOLDING_DAYS = (30, 90, 365)
SIDES = (1, -1)
YEAR_DAYS = 365
BEFORE_DAYS = 180  # prints before the position, so that averages have learnt
HEDGE_USD = 10_000
FALL = 0.1
LOCKED_MARKETS = 20
FLAT_E8 = 100 * E8
START_DAY = 10_000  # of flat histories; no date matters


@dataclass(frozen=True, slots=True)
class Lone:
    """Figures of lone positions; costs are of their notional."""

    cost: Floats  # sides by shares by days on a flat index; NaN: refused
    hedges: int  # years in which an index fell by more than a tenth, one after the other
    recovery: float | None  # what shorts got of these falls after all costs; None without one
    lock_cost: float  # a year of a locker on a flat index, of the pool's equity at its start
    locked: float  # part of the provider's shares that cannot leave then


def measure(history: History, options: Options) -> Lone:
    """Return the figures under the parameters of a run; prints have no noise."""
    cost = np.array(
        [[[_cost(options, s, share, d) for d in HOLDING_DAYS] for share in SHARES] for s in SIDES]
    )
    gains, falls = _hedges(history, options)
    recovery = sum(gains) / sum(falls) if falls else None
    return Lone(cost, len(falls), recovery, *_lock(options))


def _venue(options: Options, prices_e8: Integers, slots: int = 1) -> Venue:
    """Return an exchange whose markets begin at these prices, before START_DAY's second day."""
    markets = len(prices_e8)
    names = tuple(f"M{row + 1}" for row in range(markets))
    groups = np.zeros(slots, np.int64)
    venue = Venue(names, groups, options.market_parameters(), options.exchange_parameters())
    venue.open(START_DAY * DAY_S - 1)
    for row, price in enumerate(prices_e8):
        venue.create_market(row, int(price), START_DAY * DAY_S)
    venue.flows = Flows.none(markets, 1)
    return venue


def _post(venue: Venue, first_day: int, prints_e8: Integers) -> None:
    """Post prints, days by markets, the first on `first_day` after the start."""
    days, markets = prints_e8.shape
    times = (START_DAY + first_day + np.repeat(np.arange(days), markets)) * DAY_S
    venue.post(np.tile(np.arange(markets), days), prints_e8.ravel(), times)


def _trip(options: Options, prints_e8: Integers, start: int, usd: float) -> float | None:
    """Return the profit of a position from the print `start` to the last; None when refused."""
    venue = _venue(options, prints_e8[:1])
    _post(venue, 1, prints_e8[1 : start + 1, None])
    before = venue.collateral_e6(0, 0)
    size_e6 = round(usd * E6 * E8 / int(prints_e8[start]))
    venue.trade_one(0, 0, size_e6, (START_DAY + start) * DAY_S + ACT_S)
    _post(venue, start + 1, prints_e8[start + 1 :, None])
    venue.trade_one(0, 0, -size_e6, (START_DAY + len(prints_e8) - 1) * DAY_S + ACT_S)
    if venue.refusals:
        return None
    return (venue.collateral_e6(0, 0) - before) / E6


def _cost(options: Options, side: int, share: float, days: int) -> float:
    usd = share * POOL_E6 / E6
    profit = _trip(options, np.full(days + 2, FLAT_E8), 1, side * usd)
    return float("nan") if profit is None else -profit / usd


def _hedges(history: History, options: Options) -> tuple[list[float], list[float]]:
    """Return the profits of shorts over the years of a fall, and the falls, both in USD."""
    gains, falls = [], []
    for column in history.price.T:
        known = column[~np.isnan(column)]
        prints = np.rint(known * E8).astype(np.int64)
        start = BEFORE_DAYS
        while start + YEAR_DAYS < len(known):
            fall = 1 - known[start + YEAR_DAYS] / known[start]
            step = 1
            if fall > FALL:
                piece = prints[start - BEFORE_DAYS : start + YEAR_DAYS + 1]
                gain = _trip(options, piece, BEFORE_DAYS, -HEDGE_USD)
                if gain is not None:
                    gains.append(gain)
                    falls.append(HEDGE_USD * fall)
                    step = YEAR_DAYS
            start += step
    return gains, falls


def _lock(options: Options) -> tuple[float, float]:
    """Return what a year of a locker costs it, and what part of the shares it locks."""
    venue = _venue(options, np.full(LOCKED_MARKETS, FLAT_E8), 2)
    places = [(row, slot) for row in range(LOCKED_MARKETS) for slot in range(2)]
    before = sum(venue.collateral_e6(*place) for place in places)
    locker = Locker(venue, 0)
    for day in range(0, YEAR_DAYS, EVERY_DAYS):
        _post(venue, day + 1, np.full((1, LOCKED_MARKETS), FLAT_E8))
        locker.act(day, LOCKED_MARKETS, (START_DAY + day + 1) * DAY_S + ACT_S)
        left = min(EVERY_DAYS, YEAR_DAYS - day) - 1
        _post(venue, day + 2, np.full((left, LOCKED_MARKETS), FLAT_E8))
    held = venue.unrealised()
    after = sum(venue.collateral_e6(*place) for place in places)
    after += int(held.price_e6.sum() + held.funding_e6.sum())
    return (before - after) / POOL_E6, locked_part(venue)

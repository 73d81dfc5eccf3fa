"""Strategies of the demo's traders: what each wants to hold, from published prices alone.

All are pure functions of the prints out so far, the others' positions and a draw seeded by trader,
market and half day, so they give the same in every run. They are for liveliness, not for profit.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from chain.catalogue.facts import Catalogue
from engine.programmes.index_series import Integers

DAY_S: Final = 86_400
E6: Final = 10**6
E8: Final = 10**8
MARKETS_MAX: Final = 10  # of one trader: an account takes 12 positions
GROSS_USD: Final = 100_000  # of a trader's positions together
SIDE_SHARE: Final = 20  # a position is at most a 20th of what its side of the market takes
YEAR_PRINTS: Final = 365
HALF_DAY_S: Final = DAY_S // 2
CONVICTION: Final = ((92, 93), (95, 96), (98, 100))  # percent of a full position, by half day
NOISE_DAYS: Final = 7  # for which a noise trader keeps its mind
EXTREMES: Final = 3
NOISY_MAX: Final = 5  # markets of a trader whose markets change: the old ones are held a while too
HOME_SHARE: Final = 8  # a homeowner hedges as much as this many usual positions


@dataclass(frozen=True, slots=True)
class Seen:
    """What a trader can know: the markets in their order, prints by market, oldest first, the
    others' net size by market, and the half day, counted from 1970.
    """

    symbols: Sequence[str]
    prices: Mapping[str, Integers]
    crowd_e6: Mapping[str, int]
    half_day: int


Wish = Callable[[int, Seen], dict[str, float]]


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy: the share of a usual position by market, from -1 (short) to 1, and its name."""

    name: str
    wish: Wish
    is_patient: bool = False  # a hedge is left alone: it has no conviction


def published(catalogue: Catalogue, acre_id: int, until_s: int) -> Integers:
    """Return the prints of an area out by `until_s`, of at most a year."""
    published_at_s, price_e8 = catalogue.prints(acre_id)
    end = int(np.searchsorted(published_at_s, until_s, side="right"))
    return price_e8[max(0, end - YEAR_PRINTS) : end]


def change(prices: Integers, days: int) -> float:
    """Return the relative change of the last days; 0 of a market without prints so long ago."""
    if len(prices) <= days:
        return 0.0
    return float(prices[-1]) / float(prices[-1 - days]) - 1.0


def _share(value: float, full: float) -> float:
    """Return value / full between -1 and 1, and at least 0.2 away from zero."""
    size = min(1.0, max(0.2, abs(value) / full))
    return size if value >= 0 else -size


def _fifth(number: int) -> Callable[[Seen], list[str]]:
    """Return what chooses every fifth market from a place on; of fewer than five, another one."""

    def chosen(seen: Seen) -> list[str]:
        first = number % max(1, len(seen.symbols))
        return list(seen.symbols[first::5][:MARKETS_MAX])

    return chosen


def _momentum(days: int, full: float, fifth: int) -> Wish:
    chosen = _fifth(fifth)

    def wish(_number: int, seen: Seen) -> dict[str, float]:
        return {one: _share(change(seen.prices[one], days), full) for one in chosen(seen)}

    return wish


def _mean_reversion(fifth: int) -> Wish:
    chosen = _fifth(fifth)

    def wish(_number: int, seen: Seen) -> dict[str, float]:
        return {one: -_share(_distance(seen.prices[one]), 0.03) for one in chosen(seen)}

    return wish


def _distance(prices: Integers) -> float:
    """Return how far the price is from its mean of a year."""
    return float(prices[-1]) / float(prices.mean()) - 1.0 if len(prices) else 0.0


def _buy_and_hold(fifth: int) -> Wish:
    chosen = _fifth(fifth)
    return lambda _number, seen: dict.fromkeys(chosen(seen), 1.0)


def _relative_value(_number: int, seen: Seen) -> dict[str, float]:
    order = sorted(seen.symbols, key=lambda one: (change(seen.prices[one], 90), one))
    count = min(EXTREMES, len(order) // 2)
    weak, strong = order[:count], order[len(order) - count :]
    return dict.fromkeys(weak, -1.0) | dict.fromkeys(strong, 1.0)


def _against_the_crowd(_number: int, seen: Seen) -> dict[str, float]:
    """Take the other side where the others are furthest on one."""
    usd = {
        one: seen.crowd_e6.get(one, 0) * float(seen.prices[one][-1]) / (E6 * E8)
        for one in seen.symbols
        if len(seen.prices[one])
    }
    order = sorted(usd, key=lambda one: (-abs(usd[one]), one))[:NOISY_MAX]
    full = GROSS_USD / MARKETS_MAX
    return {one: max(-1.0, min(1.0, -usd[one] / (2 * full))) for one in order if usd[one]}


def _homeowner(place: int) -> Wish:
    """Short the index of the own home, all of the time."""

    def wish(_number: int, seen: Seen) -> dict[str, float]:
        homes = seen.symbols[place : place + 1] or seen.symbols[:1]
        return dict.fromkeys(homes, -float(HOME_SHARE))

    return wish


def _landlord(_number: int, seen: Seen) -> dict[str, float]:
    """Hedge homes to let in five markets."""
    return dict.fromkeys(seen.symbols[1:50:10], -1.0)


def _noise(number: int, seen: Seen) -> dict[str, float]:
    mind = Random(f"noise:{number}:{seen.half_day // 2 // NOISE_DAYS}")  # noqa: S311 - no secret
    chosen = mind.sample(list(seen.symbols), min(NOISY_MAX, len(seen.symbols)))
    return {one: mind.choice((-1.0, -0.5, 0.5, 1.0)) for one in chosen}


# The first five hold something in every market, the first fifty of them.
STRATEGIES: Final = (
    Strategy("demo_momentum", _momentum(30, 0.01, 0)),
    Strategy("demo_mean_reversion", _mean_reversion(1)),
    Strategy("demo_index_fund", _buy_and_hold(2)),
    Strategy("demo_trend_year", _momentum(250, 0.05, 3)),
    Strategy("demo_dip_buyer", _mean_reversion(4)),
    Strategy("demo_homeowner", _homeowner(8), is_patient=True),
    Strategy("demo_landlord", _landlord, is_patient=True),
    Strategy("demo_relative_value", _relative_value),
    Strategy("demo_noise", _noise),
    Strategy("demo_arbitrage", _against_the_crowd),
    Strategy("demo_homeowner_2", _homeowner(2), is_patient=True),
    Strategy("demo_noise_2", _noise),
)
NOISE: Final = STRATEGIES[8]


def strategy_of(number: int) -> Strategy:
    """Return the strategy of a trader, counted from 1; those beyond the table trade at random."""
    return STRATEGIES[number - 1] if number <= len(STRATEGIES) else NOISE


def targets_e6(number: int, seen: Seen, side_e6: Mapping[str, int]) -> dict[str, int]:
    """Return the sizes that a trader wants to hold; `side_e6`: what a side of each market takes."""
    strategy = strategy_of(number)
    found = {}
    for symbol, share in strategy.wish(number, seen).items():
        prices = seen.prices[symbol]
        if not len(prices):
            continue
        percent = 100 if strategy.is_patient else _conviction(number, symbol, seen.half_day)
        usd = share * GROSS_USD / MARKETS_MAX * percent / 100
        size_e6 = int(usd * E6) * E8 // int(prices[-1])
        most_e6 = side_e6[symbol] // SIDE_SHARE * (2 if strategy.is_patient else 1)
        found[symbol] = max(-most_e6, min(most_e6, size_e6))
    return found


def _conviction(number: int, symbol: str, half_day: int) -> int:
    draw = Random(f"{number}:{symbol}:{half_day}")  # noqa: S311 - no secret
    return draw.randint(*CONVICTION[half_day % len(CONVICTION)])


def crowd_of(sizes: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the net size by market of several traders."""
    crowd: dict[str, int] = {}
    for held in sizes:
        for symbol, size_e6 in held.items():
            crowd[symbol] = crowd.get(symbol, 0) + size_e6
    return crowd

"""The prints of a run: the history of the indexes, with synthetic noise a day."""

from dataclasses import dataclass

import numpy as np

from engine.programmes.index_series import E8, Floats, Integers

# The noise of the next print is the sum of two independent halves; snipers know one of them.
KNOWN_PART = 0.5**0.5
NOISE_CLIP_SIGMAS = 3.5  # keeps a print inside printBand
REVERSION_LEFT = 0.8  # of the mean-reverting noise, what is left of it a day later


@dataclass(frozen=True, slots=True)
class History:
    """Daily index values of several markets, days by markets; NaN before a market begins.

    Markets are in the order in which they begin, and none ends before the last day.
    """

    symbols: tuple[str, ...]
    first_day: int  # since 1970-01-01
    price: Floats


@dataclass(frozen=True, slots=True)
class Prints:
    """Published prints, and the snipers' expected relative change of the next one."""

    price_e8: Integers  # days by markets, 0 before a market begins
    known_move: Floats  # of the print of the next day, known before it


def make_prints(
    history: History, noise: float, *, is_mean_reverting: bool, random: np.random.Generator
) -> Prints:
    """Return the prints; without mean reversion a day's noise stays in the index for ever.

    Mean-reverting noise is a first-order autoregression with `noise` as its standard deviation.
    """
    logs = np.log(history.price)
    days, markets = logs.shape
    sigma = noise * (1 - REVERSION_LEFT**2) ** 0.5 if is_mean_reverting else noise
    halves = sigma * KNOWN_PART * _clipped(random, (2, days, markets))
    left = REVERSION_LEFT if is_mean_reverting else 1.0
    deviation = np.zeros((days, markets))
    for day in range(1, days):
        deviation[day] = left * deviation[day - 1] + halves[0, day] + halves[1, day]
    known = np.zeros((days, markets))
    known[:-1] = np.diff(logs, axis=0) + (left - 1) * deviation[:-1] + halves[0, 1:]
    price = np.nan_to_num(np.exp(logs + deviation), nan=0.0)
    return Prints(np.rint(price * E8).astype(np.int64), np.nan_to_num(known, nan=0.0))


def _clipped(random: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    return np.clip(random.standard_normal(shape), -NOISE_CLIP_SIGMAS, NOISE_CLIP_SIGMAS)

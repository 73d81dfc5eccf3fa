"""From monthly or quarterly prices to the daily index: smoothing, daily prints, their noise.

These are statistics, so they use floats; what leaves this module for the exchange is rounded once
to whole 1e-8 units. Everything here looks backwards only: the value of a month depends on that
month and earlier ones, and a print only on months whose figures were out by then.

Months are counted from 1970-01, as numpy's `datetime64[M]` counts them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SMOOTHING_MONTHS = 12
# Two sales figures are the least that can be called a mean; areas whose reporting began shortly
# before the replay have few more.
SMOOTHING_MONTHS_MIN = 2
PUBLICATION_LAG_MONTHS = 1
NOISE_DAYS = 30
DAY_S = 86_400
E8 = 10**8

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class DailyPrints(NamedTuple):
    """The prints of one index, ascending, one a day at 00:00 UTC."""

    published_at_s: Integers
    price_e8: Integers


def smooth_trailing_year(price: Floats, sales: Floats | None) -> Floats:
    """Return exp(mean of log price over the trailing 12 months), weighted by sales.

    Missing months are NaN and take no part. A window in which a price has no sales count is
    weighted evenly, as is a series without counts. A window with fewer than
    SMOOTHING_MONTHS_MIN prices gives NaN.
    """
    logs = np.log(price)
    smoothed = np.full(len(price), np.nan)
    for month in range(len(price)):
        window = slice(max(0, month - SMOOTHING_MONTHS + 1), month + 1)
        is_known = ~np.isnan(logs[window])
        if np.count_nonzero(is_known) < SMOOTHING_MONTHS_MIN:
            continue
        weights = np.ones(np.count_nonzero(is_known))
        if sales is not None:
            counted = sales[window][is_known]
            if np.all(counted > 0):  # false for NaN
                weights = counted
        smoothed[month] = np.exp(np.sum(weights * logs[window][is_known]) / np.sum(weights))
    return smoothed


def carry_forward(values: Floats) -> Floats:
    """Return the values with each NaN after the first known one replaced by the one before."""
    known_at = np.where(np.isnan(values), 0, np.arange(len(values)))
    return values[np.maximum.accumulate(known_at)]


def daily_prints(
    first_month: int,
    levels: Floats,
    lag_months: int = PUBLICATION_LAG_MONTHS,
    period_months: int = 1,
) -> DailyPrints:
    """Spread each period's change evenly in log space over the days that follow its publication.

    `levels` has a figure for each period of `period_months` (1: month, 3: quarter); `first_month`
    is the first month of the first period. A figure is out at the first instant of the month
    `lag_months` after the period's end; until the next one is due, the prints walk from the figure
    before to it and reach it on the last day. A period without a figure keeps the level. The first
    known figure stands for its whole period.
    """
    carried = carry_forward(levels)
    known = np.flatnonzero(~np.isnan(carried))
    if len(known) == 0:
        return DailyPrints(np.empty(0, np.int64), np.empty(0, np.int64))
    logs = np.log(carried[known[0] :])
    previous = np.concatenate((logs[:1], logs[:-1]))
    periods = int(known[0]) + 1 + np.arange(len(logs) + 1)
    month = first_month + period_months * periods + lag_months
    start_day = month.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
    days = np.diff(start_day)
    day = np.arange(start_day[0], start_day[-1], dtype=np.int64)
    day_of_period = day - np.repeat(start_day[:-1], days) + 1
    fraction = day_of_period / np.repeat(days, days)
    step = np.repeat(logs - previous, days)
    price = np.exp(np.repeat(previous, days) + step * fraction)
    return DailyPrints(day * DAY_S, np.rint(price * E8).astype(np.int64))


def residual_noise(prints: DailyPrints) -> float | None:
    """Return what the trend of the last NOISE_DAYS days does not explain of a day, as a ratio.

    It is the root mean square of the daily log return less the mean of the returns before it: what
    the listing rule bounds. None for a series that is too short to tell.
    """
    returns = np.diff(np.log(prints.price_e8.astype(np.float64)))
    if len(returns) <= NOISE_DAYS:
        return None
    sums = np.concatenate(([0.0], np.cumsum(returns)))
    trend = (sums[NOISE_DAYS:-1] - sums[: -NOISE_DAYS - 1]) / NOISE_DAYS
    return float(np.sqrt(np.mean((returns[NOISE_DAYS:] - trend) ** 2)))

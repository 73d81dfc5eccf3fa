"""From monthly prices to the daily index: smoothing and daily prints.

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
    first_month: int, monthly: Floats, lag_months: int = PUBLICATION_LAG_MONTHS
) -> DailyPrints:
    """Spread each month's change evenly in log space over the days of the month it is known in.

    The figure of month m is out at the first instant of month m + 1 + lag; the prints of that
    month walk from the figure before to it and reach it on the last day. A month without a figure
    keeps the level. The first known figure stands for its whole month.
    """
    levels = carry_forward(monthly)
    known = np.flatnonzero(~np.isnan(levels))
    if len(known) == 0:
        return DailyPrints(np.empty(0, np.int64), np.empty(0, np.int64))
    logs = np.log(levels[known[0] :])
    previous = np.concatenate((logs[:1], logs[:-1]))
    month = first_month + int(known[0]) + 1 + lag_months + np.arange(len(logs) + 1)
    month_start_day = month.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
    days_in_month = np.diff(month_start_day)
    day = np.arange(month_start_day[0], month_start_day[-1], dtype=np.int64)
    day_of_month = day - np.repeat(month_start_day[:-1], days_in_month) + 1
    fraction = day_of_month / np.repeat(days_in_month, days_in_month)
    step = np.repeat(logs - previous, days_in_month)
    price = np.exp(np.repeat(previous, days_in_month) + step * fraction)
    return DailyPrints(day * DAY_S, np.rint(price * E8).astype(np.int64))

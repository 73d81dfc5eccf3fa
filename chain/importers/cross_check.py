"""A new series against one that is loaded: files with the wrong label exist.

Compared are the changes of twelve months in log space. Both are smoothed over the trailing year
before, as an index is: raw medians of small places are mostly noise. These are statistics, hence
floats.
"""

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from chain.catalogue.statistics import Metric, Statistics, month_of
from engine.programmes.index_series import Floats, smooth_trailing_year

CORRELATION_MIN: Final = 0.8
CHANGE_MONTHS: Final = 12
COMMON_CHANGES_MIN: Final = 12  # fewer say nothing
FOR_EVER_S: Final = 2**62  # an import knows all that is loaded, whatever engine time says
# What a price is compared with where nothing of its own kind is loaded, the best first.
PRICES: Final = (Metric.HOME_VALUE, Metric.PRICE_PER_UNIT)
PRICE_LIKE: Final = frozenset({*PRICES, Metric.HOUSE_PRICE_INDEX, Metric.SALE_PRICE_PER_UNIT})
Monthly = Mapping[int, int | None]


class Comparison(NamedTuple):
    """Inputs and result of a comparison; None: too little overlap."""

    with_metric: Metric
    common: int
    correlation: float | None

    @property
    def is_good(self) -> bool:
        """Whether the new series may be what it says."""
        return self.correlation is None or self.correlation > CORRELATION_MIN


def compare(
    acre_id: int | None, metric: Metric, values: Monthly, loaded: Statistics
) -> Comparison | None:
    """Compare a monthly or quarterly series with what is loaded of the same area, None: nothing.

    It is compared with its own metric, else a price with another price.
    """
    others = (metric, *PRICES) if metric in PRICE_LIKE else (metric,)
    for other in others:
        known = loaded.known(acre_id, other, FOR_EVER_S)
        monthly = {month_of(period_s): figure.value for period_s, figure in known.items()}
        if any(monthly.values()):
            return _compare(values, other, monthly)
    return None


def _compare(new: Monthly, other: Metric, old: Monthly) -> Comparison:
    left, right = _changes(new), _changes(old)
    months = sorted(left.keys() & right.keys())
    if len(months) < COMMON_CHANGES_MIN:
        return Comparison(other, len(months), None)
    x = np.array([left[month] for month in months])
    y = np.array([right[month] for month in months])
    return Comparison(other, len(months), _correlation(x, y))


def _correlation(x: Floats, y: Floats) -> float:
    """Return the correlation; 0 where one of the two does not move and the other does."""
    if np.allclose(x, y, rtol=0, atol=1e-12):
        return 1.0
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return 0.0
    return float(np.corrcoef(x, y)[0, 1])


def _changes(values: Monthly) -> dict[int, float]:
    """Return the log change of each month to the one twelve months before, where both are known."""
    months = [month for month, value in values.items() if value]
    if not months:
        return {}
    first, last = min(months), max(months)
    line = np.array([values.get(month) or math.nan for month in range(first, last + 1)])
    smooth = smooth_trailing_year(line.astype(np.float64), None)
    changes = {}
    for month in months:
        before = month - CHANGE_MONTHS
        if values.get(before):
            change = math.log(smooth[month - first] / smooth[before - first])
            if not math.isnan(change):
                changes[month] = change
    return changes

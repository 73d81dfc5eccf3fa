"""Housing statistics of the areas: available figures and their publication dates (point-in-time).

A figure is a whole number in units of 10^-PLACES of its metric. Nothing is filled in: a period
without a value is None or absent. What is asked for is asked by engine time, so that nothing is
shown before it was published; of a revised figure the value that was out last counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np

EVERYWHERE: Final = None  # the area of figures that are the same for all areas
EPOCH_YEAR: Final = 1970
MONTHS_PER_YEAR: Final = 12
USD_PLACES: Final = 6
PRICE_PLACES: Final = 8
RATE_PLACES: Final = 12


class Metric(StrEnum):
    """A housing metric, with its API unit."""

    SALES = "sales"  # homes closed in the month, N
    SALE_PRICE = "salePrice"  # median of the month's sales, C
    SALE_PRICE_PER_UNIT = "salePricePerUnit"  # median of the month's sales, P
    NEW_LISTINGS = "newListings"  # in the month, N
    ACTIVE_LISTINGS = "activeListings"  # for sale and not pending at the month's end, N
    LIST_PRICE = "listPrice"  # median, C
    PENDING = "pending"  # N
    DAYS_ON_MARKET = "daysOnMarket"  # median, N
    HOME_VALUE = "homeValue"  # of a typical home, smoothed by its publisher, C
    PRICE_PER_UNIT = "pricePerUnit"  # what the index is made of, P
    HOUSE_PRICE_INDEX = "housePriceIndex"  # a number without unit, P places
    RENT = "rent"  # of a typical home a month, C
    RENT_LEGACY = "rentLegacy"  # the discontinued series before it, by another method, C
    MORTGAGE_RATE = "mortgageRate"  # fixed over 30 years, R
    PROPERTY_TAX_RATE = "propertyTaxRate"  # a year, R
    POPULATION = "population"  # N
    POPULATION_GROWTH = "populationGrowth"  # against the year before, R, signed
    HOUSEHOLD_INCOME = "householdIncome"  # median, C
    SINGLE_FAMILY = "activeSingleFamily"  # ACTIVE_LISTINGS of one type of home, as the next
    CONDO = "activeCondo"
    TOWNHOUSE = "activeTownhouse"
    MULTI_FAMILY = "activeMultiFamily"


PROPERTY_TYPES: Final = {
    "singleFamily": Metric.SINGLE_FAMILY,
    "condo": Metric.CONDO,
    "townhouse": Metric.TOWNHOUSE,
    "multiFamily": Metric.MULTI_FAMILY,
}


_COUNTS = frozenset(
    {
        Metric.SALES,
        Metric.NEW_LISTINGS,
        Metric.ACTIVE_LISTINGS,
        Metric.PENDING,
        Metric.DAYS_ON_MARKET,
        Metric.POPULATION,
        *PROPERTY_TYPES.values(),
    }
)
_RATES = frozenset({Metric.MORTGAGE_RATE, Metric.PROPERTY_TAX_RATE, Metric.POPULATION_GROWTH})
_PER_UNIT = frozenset({Metric.SALE_PRICE_PER_UNIT, Metric.PRICE_PER_UNIT, Metric.HOUSE_PRICE_INDEX})


def places_of(metric: Metric) -> int:
    """Return the decimal places of a metric's figures."""
    if metric in _COUNTS:
        return 0
    if metric in _RATES:
        return RATE_PLACES
    return PRICE_PLACES if metric in _PER_UNIT else USD_PLACES


class Figure(NamedTuple):
    """One value of a period, and from when on it was out; times are engine seconds."""

    period_s: int  # first instant of the period: of the month, week or year
    published_at_s: int  # 0: always known
    value: int | None
    publisher: str = ""  # empty: the source does not name one


Key = tuple[int | None, Metric]


class MonthRow(NamedTuple):
    """The values of one month, in the order of the metrics asked for."""

    month_s: int
    values: tuple[int | None, ...]


class Statistics:
    """Figures by area and metric."""

    def __init__(self, series: Mapping[Key, Sequence[Figure]]) -> None:
        self._series = {
            key: tuple(sorted(figures, key=lambda figure: figure[:2]))
            for key, figures in series.items()
        }

    def series(self) -> Iterable[Key]:
        """Return the available series."""
        return self._series.keys()

    def figures(self, acre_id: int | None, metric: Metric) -> Sequence[Figure]:
        """Return all figures of a series by period and time of publication."""
        return self._series.get((acre_id, metric), ())

    def known(self, acre_id: int | None, metric: Metric, now_s: int) -> dict[int, Figure]:
        """Return the figures out by now, by period, ascending; of each period the newest."""
        return {
            figure.period_s: figure
            for figure in self.figures(acre_id, metric)
            if figure.published_at_s <= now_s
        }

    def first_known(self, acre_id: int | None, metric: Metric, now_s: int) -> dict[int, Figure]:
        """Return the values out by now, by period, ascending; of each period the first vintage."""
        found: dict[int, Figure] = {}
        for figure in self.figures(acre_id, metric):
            if figure.published_at_s <= now_s and figure.value is not None:
                found.setdefault(figure.period_s, figure)
        return found

    def newest(self, acre_id: int | None, metric: Metric, now_s: int) -> Figure | None:
        """Return the figure of the last period that has a value by now."""
        known = [f for f in self.known(acre_id, metric, now_s).values() if f.value is not None]
        return known[-1] if known else None

    def first(self, acre_id: int | None, metric: Metric) -> Figure | None:
        """Return the value that is out first, also one to come: only its date may be shown then."""
        values = [f for f in self.figures(acre_id, metric) if f.value is not None]
        return min(values, key=lambda figure: figure.published_at_s, default=None)

    def months(
        self, acre_id: int, metrics: Sequence[Metric], from_s: int, now_s: int
    ) -> list[MonthRow]:
        """Return a row for each month from `from_s` to the last one out, None where it has none.

        The first row is of the first month that the source has.
        """
        known = [self.known(acre_id, metric, now_s) for metric in metrics]
        periods = [period_s for one in known for period_s in one]
        if not periods:
            return []
        first, last = month_of(min(periods)), month_of(max(periods))
        rows = []
        for month in range(first, last + 1):
            month_s = month_start_s(month)
            if from_s <= month_s <= now_s:
                figures = (one.get(month_s) for one in known)
                values = tuple(None if f is None else f.value for f in figures)
                rows.append(MonthRow(month_s, values))
        return rows


def month_start_s(month: int) -> int:
    """Return the first instant of a month counted from 1970-01."""
    return int(np.datetime64(month, "M").astype("datetime64[s]").astype(np.int64))


def year_of(time_s: int) -> int:
    """Return the calendar year of a time."""
    return EPOCH_YEAR + month_of(time_s) // MONTHS_PER_YEAR


def day_text(time_s: int) -> str:
    """Return the day of a time, as in 2007-12-01."""
    return str(np.datetime64(time_s, "s").astype("datetime64[D]"))


def day_start_s(text: str) -> int:
    """Return the first instant of a day like 2007-12-01; raise ValueError for another text."""
    if not text.isascii():  # digits of other scripts
        raise ValueError("not a day")
    return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp())


def month_of(time_s: int) -> int:
    """Return the month of a time, counted from 1970-01."""
    return int(np.datetime64(time_s, "s").astype("datetime64[M]").astype(np.int64))

"""Weeks of publishers, which end on Saturdays, as months; days count from 1970-01-01."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from chain.catalogue.statistics import EPOCH_YEAR, MONTHS_PER_YEAR, Metric

SATURDAY: Final = 2  # of a day modulo 7: 1970-01-03 was one
WEEK_DAYS: Final = 7
SUMS: Final = frozenset({Metric.SALES, Metric.NEW_LISTINGS})  # of a month; others at its end
EPOCH: Final = date(EPOCH_YEAR, 1, 1)


def months_of_weeks(weeks: Mapping[int, int | None], metric: Metric) -> dict[int, int | None]:
    """Return a value for each month that has a Saturday in `weeks`, None where it lacks.

    It is the sum of all Saturdays of the month, or the value of its last one.
    """
    days: dict[int, list[int]] = {}
    for day in weeks:
        days.setdefault(_month_of(EPOCH + timedelta(days=day)), [])
    result: dict[int, int | None] = {}
    for month in days:
        values = [weeks.get(day) for day in saturdays_of(month)]
        known = [value for value in values if value is not None]
        if metric in SUMS:
            result[month] = sum(known) if len(known) == len(values) else None
        else:
            result[month] = values[-1]
    return result


def saturdays_of(month: int) -> list[int]:
    """Return the Saturdays of a month counted from 1970-01."""
    first, after = ((_first_day(one) - EPOCH).days for one in (month, month + 1))
    return list(range(first + (SATURDAY - first) % WEEK_DAYS, after, WEEK_DAYS))


def _month_of(day: date) -> int:
    return (day.year - EPOCH_YEAR) * MONTHS_PER_YEAR + day.month - 1


def _first_day(month: int) -> date:
    years, rest = divmod(month, MONTHS_PER_YEAR)
    return date(EPOCH_YEAR + years, rest + 1, 1)

"""The ways in which publishers write a date; a day counts from 1970-01-01, a month from 1970-01."""

import re
from calendar import monthrange
from datetime import date
from typing import Final

EPOCH: Final = date(1970, 1, 1)
YEAR_MIN, YEAR_MAX = 1900, 2200
SHORT_YEARS_FROM: Final = 70  # 1/31/70 is of 1970, 1/31/69 of 2069
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_MONTH: Final = re.compile(r"([0-9]{4})-([0-9]{2})")
_SHORT: Final = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{2}|[0-9]{4})")
SATURDAY: Final = 5


def day_of(text: str) -> date | None:
    """Return the day of `2000-01-31` or `1/31/00`; None for anything else."""
    if match := _ISO.fullmatch(text):
        return _date(int(match[1]), int(match[2]), int(match[3]))
    if match := _SHORT.fullmatch(text):
        year = int(match[3])
        if len(match[3]) == 2:
            year += 1900 if year >= SHORT_YEARS_FROM else 2000
        return _date(year, int(match[1]), int(match[2]))
    return None


def month_end_of(text: str) -> date | None:
    """Return the last day of the month `1996-04`; None for anything else."""
    match = _MONTH.fullmatch(text)
    if match is None or not 1 <= int(match[2]) <= 12:
        return None
    year, month = int(match[1]), int(match[2])
    return _date(year, month, monthrange(year, month)[1]) if year >= 1 else None


def is_month_end(day: date) -> bool:
    """Return whether a day is the last one of its month."""
    return day.day == monthrange(day.year, day.month)[1]


def month_number(day: date) -> int:
    """Return the month of a day, counted from 1970-01."""
    return (day.year - EPOCH.year) * 12 + day.month - 1


def day_number(day: date) -> int:
    """Return a day, counted from 1970-01-01."""
    return (day - EPOCH).days


def _date(year: int, month: int, day: int) -> date | None:
    if not YEAR_MIN <= year <= YEAR_MAX:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None

"""An index by months and by seasons (7.11): what the figures about its past are made of.

Months are counted from 1970-01. A season is a quarter of the year that begins in December, March,
June or September; season 0 ended in February 1970, so `season % 4` is 0 for December to February.
Everything is whole numbers: a change is a ratio in 1e-12, rounded down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.programmes.series import change_e12

YEAR_MONTHS: Final = 12
SEASON_MONTHS: Final = 3
YEAR_SEASONS: Final = 4
WHOLE_MONTHS_MIN: Final = 24  # fewer say nothing


class Month(NamedTuple):
    """The prints of one month; `at_s` is when the last of them was published."""

    month: int
    at_s: int
    low_e8: int
    high_e8: int
    close_e8: int


class Point(NamedTuple):
    """A price at the end of a month, or the newest one."""

    at_s: int
    price_e8: int


class Move(NamedTuple):
    """A change of the index between two prints."""

    change_e12: int
    start_s: int
    end_s: int


@dataclass(frozen=True, slots=True)
class Past:
    """The whole months of an index, without gaps, and the month of its newest print."""

    months: tuple[Month, ...]
    newest: Month

    def points(self) -> list[Point]:
        """Return the end of each whole month, then the newest print."""
        return [Point(month.at_s, month.close_e8) for month in (*self.months, self.newest)]

    def moves(self, months: int) -> list[Move]:
        """Return each change between the ends of two whole months so far apart."""
        return [
            Move(_change(before.close_e8, after.close_e8), before.at_s, after.at_s)
            for before, after in zip(self.months, self.months[months:], strict=False)
        ]


def past_of(rows: Sequence[Month]) -> Past | None:
    """Return the past of a list of months, ascending; None without any.

    A month without a print has the price of the one before. The month of the newest print is never
    whole: another one may follow.
    """
    if not rows:
        return None
    filled: list[Month] = []
    for row in rows:
        while filled and filled[-1].month + 1 < row.month:
            last = filled[-1]
            flat = (last.close_e8,) * 3
            filled.append(Month(last.month + 1, last.at_s, *flat))
        filled.append(row)
    return Past(tuple(filled[:-1]), filled[-1])


def season_of(month: int) -> int:
    """Return the season of a month."""
    return (month + 1) // SEASON_MONTHS


def season_changes(closes_e8: Mapping[int, int]) -> dict[int, int]:
    """Return the change of each season, of the closes by season, where the one before has one."""
    return {
        season: _change(closes_e8[season - 1], close_e8)
        for season, close_e8 in closes_e8.items()
        if season - 1 in closes_e8
    }


def season_closes(past: Past) -> dict[int, int]:
    """Return the close of each season that is over."""
    return {
        season_of(month.month): month.close_e8
        for month in past.months
        if season_of(month.month) != season_of(month.month + 1)
    }


def _change(before_e8: int, after_e8: int) -> int:
    change = change_e12(after_e8, before_e8)
    assert change is not None  # prices are above 0
    return change

"""`--history FILE`: index values of regions from a CSV, monthly or daily.

Long has the columns `date`, `region`, `value`; wide has `date` and a column for each region. Each
region is scaled to 100 at its first value, so units do not matter. Monthly values are published a
month late and spread over days as those of a catalogue; a missing one keeps the value before.
"""

import csv
import math
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NoReturn, TextIO

import numpy as np

from engine.programmes.index_series import (
    DAY_S,
    E8,
    DailyPrints,
    Floats,
    carry_forward,
    daily_prints,
)

FILE_MAX = 64 * 2**20  # bytes
ROWS_MAX = 1_000_000
REGIONS_MAX = 256
NAME_MAX = 80
FIRST_DATE, LAST_DATE = date(1971, 1, 1), date(2100, 12, 31)
START = 100.0
LOW, HIGH = 0.01, 50_000.0  # of scaled values
VALUE_MAX = 1e15
LONG = ("date", "region", "value")
EPOCH = date(1970, 1, 1)


class HistoryError(ValueError):
    """A file that cannot be used; the message is a sentence with the line."""


class _Values:
    """Values by region and day as they are read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line = 1
        self.regions: dict[str, dict[date, float]] = {}
        self.lines: dict[str, int] = {}
        self.is_monthly: bool | None = None  # dates without a day; None: not known yet

    def fail(self, words: str) -> NoReturn:
        raise HistoryError(f"{self.name}, line {self.line}: {words}.")

    def open(self, region: str) -> None:
        """Begin a region at this line."""
        if not region or len(region) > NAME_MAX or not region.isprintable():
            self.fail(f"a region's name must have 1 to {NAME_MAX} printable characters")
        if len(self.regions) == REGIONS_MAX:
            self.fail(f"there are more than {REGIONS_MAX} regions")
        self.regions[region] = {}

    def add(self, region: str, day: date, text: str) -> None:
        """Add a value of a known region."""
        values = self.regions[region]
        if values and day <= next(reversed(values)):
            self.fail(f"the dates of {region} must rise, and {day} does not")
        value = _number(text)
        if value is None or not 0 < value <= VALUE_MAX:
            self.fail(f"{region} must be a number above 0 and at most {VALUE_MAX:g}, not {text!r}")
        scaled = START * value / next(iter(values.values()), value)
        if not LOW <= scaled <= HIGH:
            self.fail(f"{region} must stay within 1/10,000 and 500 times its first value")
        values[day] = value
        self.lines[region] = self.line

    def day(self, text: str) -> date:
        """Read a date, 2020-01-31 or 2020-01; a file has one kind."""
        is_month = len(text) == len("2020-01")
        try:
            day = date.fromisoformat(f"{text}-01" if is_month else text)
        except ValueError:
            self.fail(f"a date must be written 2020-01-31 or 2020-01, not {text!r}")
        if len(text) not in (len("2020-01"), len("2020-01-31")):
            self.fail(f"a date must be written 2020-01-31 or 2020-01, not {text!r}")
        if self.is_monthly not in (None, is_month):
            self.fail("dates with and without a day are mixed")
        self.is_monthly = is_month
        if not FIRST_DATE <= day <= LAST_DATE:
            self.fail(f"a date must be from {FIRST_DATE} to {LAST_DATE}, not {text}")
        return day


def read_history(path: Path) -> list[tuple[str, DailyPrints]]:
    """Return the daily prints of each region of a file; HistoryError where it cannot be used."""
    try:
        if path.stat().st_size > FILE_MAX:
            raise HistoryError(f"{path} is larger than {FILE_MAX // 2**20} MiB.")
        with path.open(encoding="utf-8-sig", newline="") as file:
            found = _read(_Values(str(path)), file)
    except OSError as error:
        raise HistoryError(f"{path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise HistoryError(f"{path} is not UTF-8.") from error
    return _prints(found)


def _read(values: _Values, file: TextIO) -> _Values:
    numbered = _numbered(values, file)
    heads = [cell.strip() for cell in next(numbered, [])]
    lower = [head.lower() for head in heads]
    if sorted(lower) == sorted(LONG):
        places = [lower.index(name) for name in LONG]
        for cells in numbered:
            day, region, value = (cells[place].strip() for place in places)
            if region not in values.regions:
                values.open(region)
            values.add(region, values.day(day), value)
    elif len(lower) > 1 and lower[0] == "date":
        _read_wide(values, heads[1:], numbered)
    else:
        values.fail("the columns must be date, region and value, or date and one for each region")
    for region, known in values.regions.items():
        if len(known) < 2:
            values.line = values.lines.get(region, 1)
            values.fail(f"{region} has fewer than 2 values")
    if not values.regions:
        values.fail("there are no values")
    return values


def _read_wide(values: _Values, heads: list[str], numbered: Iterator[list[str]]) -> None:
    for head in heads:
        if head in values.regions:
            values.fail(f"the column {head} appears twice")
        values.open(head)
    last: date | None = None
    for cells in numbered:
        day = values.day(cells[0].strip())
        if last is not None and day <= last:
            values.fail(f"the dates must rise, and {day} does not")
        last = day
        for head, cell in zip(heads, cells[1:], strict=True):
            if cell.strip():
                values.add(head, day, cell.strip())


def _numbered(values: _Values, file: TextIO) -> Iterator[list[str]]:
    """Yield rows that are not empty, each as wide as the first, and keep the number of the line."""
    rows = csv.reader(file, strict=True)
    width = count = 0
    try:
        for cells in rows:
            values.line = rows.line_num
            if not any(cell.strip() for cell in cells):
                continue
            width = width or len(cells)
            if len(cells) != width:
                values.fail(f"there must be {width} columns, not {len(cells)}")
            if count > ROWS_MAX:
                values.fail(f"there are more than {ROWS_MAX:,} rows")
            count += 1
            yield cells
    except csv.Error as error:
        values.line = rows.line_num
        values.fail(f"it is not CSV ({error})")


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _prints(found: _Values) -> list[tuple[str, DailyPrints]]:
    is_monthly = bool(found.is_monthly) or all(_is_monthly(v) for v in found.regions.values())
    spread = _monthly if is_monthly else _daily
    return [(name, spread(values)) for name, values in found.regions.items()]


def _is_monthly(values: dict[date, float]) -> bool:
    months = [_month(day) for day in values]
    return len(set(months)) == len(months)


def _month(day: date) -> int:
    return (day.year - EPOCH.year) * 12 + day.month - 1


def _monthly(values: dict[date, float]) -> DailyPrints:
    place = np.array([_month(day) for day in values])
    return daily_prints(int(place[0]), _scaled(values, place - place[0]))


def _daily(values: dict[date, float]) -> DailyPrints:
    place = np.array([(day - EPOCH).days for day in values])
    price = carry_forward(_scaled(values, place - place[0]))
    days = place[0] + np.arange(len(price))
    return DailyPrints(days * DAY_S, np.rint(price * E8).astype(np.int64))


def _scaled(values: dict[date, float], place: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    level = np.full(int(place[-1]) + 1, np.nan)
    level[place] = list(values.values())
    return np.asarray(level * (START / level[0]))

"""The figures of section 7.11, slowly and from the published table itself.

Written from the rule: every pair and every print is looked at, in fractions; daily prints are
worked out from the quarters in decimals. Nothing is taken from the code under test.
"""

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, isqrt
from pathlib import Path

TABLE = Path("chain/catalogue/us_hpi.csv")
AREAS = Path("chain/catalogue/us_areas.csv")
E6, E8, E12 = 10**6, 10**8, 10**12
Print = tuple[date, int]  # day, price in 1e-8


def quarters(symbol: str) -> list[tuple[date, Decimal]]:
    """Return each quarter's last month and its price per square foot, to the nearest 1e-8."""
    with AREAS.open() as file:
        anchor = next(
            int(row["anchor_usd"]) for row in csv.DictReader(file) if row["symbol"] == symbol
        )
    with TABLE.open() as file:
        table = [(row["quarter_end"], Fraction(row[symbol])) for row in csv.DictReader(file)]
    base = next(value for quarter, value in table if quarter.startswith("2022-06"))
    found = []
    for quarter, value in table:
        year, month = (int(part) for part in quarter.split("-")[:2])
        price_e8 = floor(value / base * anchor * E8 + Fraction(1, 2))
        found.append((date(year, month, 1), Decimal(price_e8) / E8))
    return found


def later(day: date, months: int) -> date:
    """Return the first day of the month some months later."""
    place = day.year * 12 + day.month - 1 + months
    return date(place // 12, place % 12 + 1, 1)


def daily(levels: Sequence[tuple[date, Decimal]], until: date) -> list[Print]:
    """Return the prints of the quarters out by a day: the change of each over three months."""
    found: list[Print] = []
    before = levels[0][1]
    for last_month, level in levels:
        out, end = later(last_month, 3), later(last_month, 6)
        days = (end - out).days
        with localcontext() as context:
            context.prec = 40
            step = (level / before).ln() / days
            for number in range(1, days + 1):
                day = date.fromordinal(out.toordinal() + number - 1)
                if day > until:
                    return found
                price = before * (step * number).exp() * E8
                found.append((day, int(price.to_integral_value(ROUND_HALF_EVEN))))
        before = level
    return found


def seconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def whole_months(prints: Sequence[Print]) -> list[Print]:
    """Return the last print of each month but the newest."""
    return [one for one, after in pairwise(prints) if one[0].month != after[0].month]


def ratio(after: int, before: int) -> Fraction:
    return Fraction(after - before, before)


def largest_fall(points: Sequence[Print]) -> tuple[int, int, int, int | None] | None:
    """Return change, times of peak and trough, time of recovery: over all pairs."""
    worst, found = Fraction(0), None
    for i, (peak_day, peak) in enumerate(points):
        for trough_day, trough in points[i + 1 :]:
            if ratio(trough, peak) < worst:
                worst, found = ratio(trough, peak), (peak_day, peak, trough_day)
    if found is None:
        return None
    peak_day, peak, trough_day = found
    back = [seconds(day) for day, price in points if day > trough_day and price >= peak]
    return floor(worst * E12), seconds(peak_day), seconds(trough_day), back[0] if back else None


def moves(ends: Sequence[Print], months: int) -> list[tuple[int, int, int]]:
    return [
        (floor(ratio(price, ends[i - months][1]) * E12), seconds(ends[i - months][0]), seconds(day))
        for i, (day, price) in enumerate(ends)
        if i >= months
    ]


def count_liquidations(
    prints: Sequence[Print], leverage: int, rate: Fraction, *, is_long: bool
) -> tuple[int, int, int, int]:
    """Return entries and liquidations within a year and to date, one month end after another."""
    ends = whole_months(prints)
    counts = [0, 0, len(ends), 0]
    places = {day: place for place, (day, _) in enumerate(prints)}
    for number, (day, entry) in enumerate(ends):
        # margin 1 / leverage of the entry, plus the gain, equals what this price requires
        if is_long:
            limit = entry * (1 - Fraction(1, leverage)) / (1 - rate)
            first = ceil(limit)
            gone = next((d for d, price in prints[places[day] + 1 :] if price < first), None)
        else:
            limit = entry * (1 + Fraction(1, leverage)) / (1 + rate)
            first = floor(limit)
            gone = next((d for d, price in prints[places[day] + 1 :] if price > first), None)
        counts[3] += gone is not None
        if number + 12 < len(ends):
            counts[0] += 1
            counts[1] += gone is not None and gone <= ends[number + 12][0]
    return tuple(counts)


def seasons(ends: Sequence[Print]) -> dict[tuple[int, int], Fraction]:
    """Return the change of each season by the year and month of its end, as it is rounded."""
    closes = {(day.year, day.month): price for day, price in ends if day.month in (2, 5, 8, 11)}
    found = {}
    for (year, month), price in closes.items():
        before = closes.get((year, month - 3) if month > 2 else (year - 1, 11))
        if before is not None:
            found[year, month] = Fraction(floor(ratio(price, before) * E12), E12)
    return found


def mean(values: Iterable[Fraction]) -> Fraction:
    known = list(values)
    return sum(known, Fraction(0)) / len(known)


def variance(values: Iterable[Fraction]) -> Fraction:
    known = list(values)
    middle = mean(known)
    return mean((value - middle) ** 2 for value in known)


def season_strength(changes: dict[tuple[int, int], Fraction]) -> int:
    """Return the variance of the quarters' means by that of the changes, in 1e-6, down."""
    means = {
        month: mean(change for (_, m), change in changes.items() if m == month)
        for month in {month for _, month in changes}
    }
    explained = variance(means[month] for _, month in changes)
    return floor(explained / variance(changes.values()) * E6)


def correlation(
    one: dict[tuple[int, int], Fraction], two: dict[tuple[int, int], Fraction]
) -> tuple[int, int]:
    """Return correlation and beta in 1e-6, toward zero."""
    common = sorted(one.keys() & two.keys())
    a, b = mean(one[key] for key in common), mean(two[key] for key in common)
    both = mean((one[key] - a) * (two[key] - b) for key in common)
    other = variance(two[key] for key in common)
    square = both * both / (variance(one[key] for key in common) * other)
    sign = 1 if both > 0 else -1
    return sign * isqrt(floor(square * E12)), sign * floor(abs(both) / other * E6)


def trend(ends: Sequence[Print]) -> tuple[int, int]:
    """Return change a year and R² in 1e-6, to the nearest, in decimals."""
    with localcontext() as context:
        context.prec = 50
        logs = [Decimal(price).ln() for _, price in ends[-60:]]
        count = len(logs)
        x, y = Decimal(sum(range(count))) / count, sum(logs) / count
        slope = sum((i - x) * (log - y) for i, log in enumerate(logs)) / sum(
            (i - x) ** 2 for i in range(count)
        )
        rest = sum((log - y - slope * (i - x)) ** 2 for i, log in enumerate(logs))
        strength = 1 - rest / sum((log - y) ** 2 for log in logs)
        per_year = (slope * 12).exp() - 1
        return round(per_year * E6), round(strength * E6)


def persistence(ends: Sequence[Print]) -> tuple[int, int, int, int]:
    """Return count, mean error, mean error without a change, share of right directions."""
    errors, sizes, right = [], [], 0
    for place in range(12, len(ends) - 12):
        before = floor(ratio(ends[place][1], ends[place - 12][1]) * E12)
        after = floor(ratio(ends[place + 12][1], ends[place][1]) * E12)
        errors.append(abs(after - before))
        sizes.append(abs(after))
        right += (before > 0, before < 0) == (after > 0, after < 0)
    count = len(errors)
    return count, sum(errors) // count, sum(sizes) // count, right * E6 // count

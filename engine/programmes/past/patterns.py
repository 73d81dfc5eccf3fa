"""Trend, seasons and persistence of an index, and how indexes move together (7.11).

Sums are exact. What is shown of them is rounded once to 1e-6, toward zero; a mean change to 1e-12,
down. Only the trend is computed in floats: it needs logarithms.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.programmes.past.months import (
    WHOLE_MONTHS_MIN,
    YEAR_MONTHS,
    YEAR_SEASONS,
    Past,
)
from engine.programmes.rounding import div_floor

TREND_MONTHS: Final = 60
SEASONS_MIN: Final = 12  # changes of a season that a pattern or a correlation needs
E6: Final = 10**6
E12: Final = 10**12


@dataclass(frozen=True, slots=True)
class Trend:
    """The line of least squares through the logs; `strength_e6` is its share of the variance."""

    months: int
    per_year_e6: int  # change a year, rounded to the nearest
    strength_e6: int | None  # None: the index did not move


@dataclass(frozen=True, slots=True)
class Season:
    """The changes in one quarter of the year; number 0 is December to February."""

    number: int
    count: int
    mean_e12: int
    rises_e6: int  # share of them that are above 0


@dataclass(frozen=True, slots=True)
class Seasonality:
    """The four quarters, and the share of the variance that they explain."""

    seasons: tuple[Season, ...]
    strength_e6: int | None


@dataclass(frozen=True, slots=True)
class Persistence:
    """How the change of a year foretold that of the next one; errors are means, rounded down."""

    count: int
    error_e12: int
    unchanged_error_e12: int  # of the forecast that nothing changes
    right_direction_e6: int


@dataclass(frozen=True, slots=True)
class Together:
    """How an index moves with another one, over the seasons that both have."""

    count: int
    correlation_e6: int
    beta_e6: int  # change of this index for a change of 1 of the other


def trend(past: Past) -> Trend | None:
    """Return the trend of the last months."""
    months = past.months[-TREND_MONTHS:]
    if len(months) < WHOLE_MONTHS_MIN:
        return None
    logs = [math.log(month.close_e8) for month in months]
    mean_log = math.fsum(logs) / len(logs)
    middle = (len(logs) - 1) / 2
    spread = math.fsum((i - middle) ** 2 for i in range(len(logs)))
    both = math.fsum((i - middle) * (log - mean_log) for i, log in enumerate(logs))
    total = math.fsum((log - mean_log) ** 2 for log in logs)
    per_year = math.expm1(YEAR_MONTHS * both / spread)
    is_flat = len({month.close_e8 for month in months}) == 1
    strength = None if is_flat else round(min(1.0, both * both / (spread * total)) * E6)
    return Trend(len(months), round(per_year * E6), strength)


def seasonality(changes_e12: Mapping[int, int]) -> Seasonality | None:
    """Return the pattern of the changes by season."""
    if len(changes_e12) < SEASONS_MIN:
        return None
    groups: list[list[int]] = [[] for _ in range(YEAR_SEASONS)]
    for season, change in changes_e12.items():
        groups[season % YEAR_SEASONS].append(change)
    count, total = len(changes_e12), sum(changes_e12.values())
    overall = Fraction(total * total, count)
    variance = sum(change * change for change in changes_e12.values()) - overall
    explained = sum((Fraction(sum(g) ** 2, len(g)) for g in groups if g), Fraction(0)) - overall
    return Seasonality(
        tuple(
            Season(
                number,
                len(group),
                div_floor(sum(group), len(group)),
                div_floor(sum(change > 0 for change in group) * E6, len(group)),
            )
            for number, group in enumerate(groups)
            if group
        ),
        None if variance == 0 else int(explained / variance * E6),
    )


def persistence(past: Past) -> Persistence | None:
    """Return how good the forecast was that last year's change goes on for another year."""
    moves = [move.change_e12 for move in past.moves(YEAR_MONTHS)]
    pairs = list(zip(moves, moves[YEAR_MONTHS:], strict=False))
    if not pairs:
        return None
    return Persistence(
        len(pairs),
        div_floor(sum(abs(before - after) for before, after in pairs), len(pairs)),
        div_floor(sum(abs(after) for _, after in pairs), len(pairs)),
        div_floor(sum(_sign(a) == _sign(b) for a, b in pairs) * E6, len(pairs)),
    )


def together(changes: Mapping[int, int], others: Mapping[int, int]) -> Together | None:
    """Return correlation and beta of two indexes; None with too few seasons or without moves."""
    common = changes.keys() & others.keys()
    if len(common) < SEASONS_MIN:
        return None
    ours, theirs = [changes[s] for s in common], [others[s] for s in common]
    both = _spread(ours, theirs)
    own, other = _spread(ours, ours), _spread(theirs, theirs)
    if own == 0 or other == 0:
        return None
    size = math.isqrt(both * both * E6 * E6 // (own * other))
    beta = abs(both) * E6 // other
    return Together(len(common), _sign(both) * size, _sign(both) * beta)


def _spread(one: Sequence[int], two: Sequence[int]) -> int:
    """Return count * the sum of the products of what lies beside the means."""
    products = sum(a * b for a, b in zip(one, two, strict=True))
    return len(one) * products - sum(one) * sum(two)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)

"""Falls of an index, its extreme months and years, and where it stands among its past (7.11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.programmes.past.months import Move, Past, Point
from engine.programmes.rounding import div_floor

E12 = 10**12


@dataclass(frozen=True, slots=True)
class Fall:
    """From a high to the low after it, and when the index was at the high again."""

    change_e12: int
    peak: Point
    trough: Point
    recovered_at_s: int | None


class Rank(NamedTuple):
    """The share of so many others that is below, rounded down."""

    percentile_e12: int
    others: int


def drawdowns(points: Sequence[Point]) -> list[int]:
    """Return how far each point is below the highest one up to it, in 1e-12, rounded down."""
    found, high_e8 = [], 0
    for point in points:
        high_e8 = max(high_e8, point.price_e8)
        found.append(div_floor((point.price_e8 - high_e8) * E12, high_e8))
    return found


def largest_fall(points: Sequence[Point]) -> Fall | None:
    """Return the largest fall, of equal ones the first; None if the index never fell."""
    peak = deepest = low = None
    for point in points:
        if peak is None or point.price_e8 > peak.price_e8:
            peak = point
        is_deeper = (
            deepest is None
            or low is None
            or point.price_e8 * deepest.price_e8 < low.price_e8 * peak.price_e8
        )
        if point.price_e8 < peak.price_e8 and is_deeper:
            deepest, low = peak, point
    if deepest is None or low is None:
        return None
    after = (p for p in points if p.at_s > low.at_s and p.price_e8 >= deepest.price_e8)
    recovered = next(after, None)
    return Fall(
        div_floor((low.price_e8 - deepest.price_e8) * E12, deepest.price_e8),
        deepest,
        low,
        None if recovered is None else recovered.at_s,
    )


def current_fall(points: Sequence[Point]) -> Fall | None:
    """Return the fall from the last of the highest points to the newest; None at a high."""
    peak = max(points, key=lambda point: (point.price_e8, point.at_s))
    newest = points[-1]
    if newest.price_e8 >= peak.price_e8:
        return None
    change_e12 = div_floor((newest.price_e8 - peak.price_e8) * E12, peak.price_e8)
    return Fall(change_e12, peak, newest, None)


def extremes(past: Past, months: int) -> tuple[Move, Move] | None:
    """Return the worst and the best change over so many months, of equal ones the first."""
    moves = past.moves(months)
    if not moves:
        return None
    return min(moves, key=lambda m: m.change_e12), max(moves, key=lambda m: m.change_e12)


def rank(value: int, others: Sequence[int]) -> Rank | None:
    """Return where a value stands among others; None without any."""
    if not others:
        return None
    below = sum(other < value for other in others)
    return Rank(div_floor(below * E12, len(others)), len(others))

"""Windows, ranges and grids of time (API 1.5)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from edge.http.errors import ApiError
from edge.http.limits import SERIES_POINTS_MAX

T = TypeVar("T")

DAY_S = 86_400
HOUR_S = 3_600
MINUTE_S = 60
WEEK_S = 7 * DAY_S
DEFAULT_WINDOW = "1m"
INTERVALS = {"5m": 5 * MINUTE_S, "1h": HOUR_S, "4h": 4 * HOUR_S, "1d": DAY_S, "1w": WEEK_S}

_DAYS = {"1d": 1, "1w": 7, "1m": 30, "3m": 91, "6m": 182, "1y": 365, "3y": 1_095, "5y": 1_826}
_STEPS = {"1d": 5 * MINUTE_S, "1w": HOUR_S, "5y": WEEK_S, "all": WEEK_S}
_TRADING_STEP = 4 * HOUR_S
_TRADING_WINDOWS = frozenset({"1m", "3m"})


@dataclass(frozen=True, slots=True)
class Span:
    """From (inclusive) to (inclusive: `to_s` is the last moment shown) in steps."""

    from_s: int
    to_s: int
    step_s: int


def window_span(window: str | None, now_s: int, *, is_trading: bool = False) -> Span:
    """Return the span of a window that ends now; raise BAD_WINDOW."""
    name = (window if window is not None else DEFAULT_WINDOW).lower()
    if name == "all":
        return Span(0, now_s, WEEK_S)
    if name == "ytd":
        year = datetime.fromtimestamp(now_s, UTC).year
        return Span(int(datetime(year, 1, 1, tzinfo=UTC).timestamp()), now_s, DAY_S)
    days = _DAYS.get(name)
    if days is None:
        raise ApiError("BAD_WINDOW")
    step_s = _STEPS.get(name, DAY_S)
    if is_trading and name in _TRADING_WINDOWS:
        step_s = _TRADING_STEP
    return Span(now_s - days * DAY_S, now_s, step_s)


def check_range(from_s: int | None, to_s: int | None) -> None:
    """Refuse a range that ends before it begins."""
    if from_s is not None and to_s is not None and from_s > to_s:
        raise ApiError("BAD_RANGE")


def span_of(
    window: str | None,
    from_s: int | None,
    to_s: int | None,
    now_s: int,
    step_s: int | None,
) -> Span:
    """Return the span of a series asked for by window or by from/to (exclusive), with a step.

    A span too long for its step keeps its end and loses its beginning.
    """
    check_range(from_s, to_s)
    span = window_span(window, now_s, is_trading=True)
    if from_s is not None or to_s is not None:
        end_s = min(now_s, to_s - 1 if to_s is not None else now_s)
        start_s = from_s if from_s is not None else end_s - (span.to_s - span.from_s)
        span = Span(max(0, start_s), end_s, span.step_s)
        if step_s is None:
            span = Span(span.from_s, span.to_s, step_for(span.to_s - span.from_s))
    if step_s is not None:
        span = Span(span.from_s, span.to_s, step_s)
    return span


def points_of(
    window: str | None, from_s: int | None, to_s: int | None, interval: str | None
) -> int:
    """Return how many points a series may have that is asked for like this."""
    name = (window if window is not None else DEFAULT_WINDOW).lower()
    length_s = _DAYS.get(name, 366 if name == "ytd" else 0) * DAY_S
    step_s = INTERVALS[interval] if interval is not None else _STEPS.get(name, _TRADING_STEP)
    if from_s is not None:
        length_s = max(0, to_s - from_s) if to_s is not None else 0
        step_s = INTERVALS[interval] if interval is not None else 0
    elif to_s is not None and interval is None:
        step_s = step_for(length_s)
    if not length_s or not step_s:
        return SERIES_POINTS_MAX
    return min(SERIES_POINTS_MAX, length_s // step_s + 2)


def step_for(length_s: int) -> int:
    """Return the finest interval that shows so long a span whole."""
    for step_s in INTERVALS.values():
        if length_s // step_s < SERIES_POINTS_MAX - 1:
            return step_s
    return WEEK_S


def grid(span: Span, first_s: int) -> Iterable[int]:
    """Yield the moments of a span: multiples of the step from the first value on, and its end."""
    step = span.step_s
    start = -(-max(span.from_s, first_s) // step) * step
    start = max(start, (span.to_s // step - SERIES_POINTS_MAX + 2) * step)
    yield from range(start, span.to_s + 1, step)


def carried(points: list[tuple[int, T]], span: Span) -> list[tuple[int, T]]:
    """Return one value per moment of the grid, carried forward, and the newest value last."""
    if not points:
        return []
    result: list[tuple[int, T]] = []
    index = 0
    for moment in grid(span, max(points[0][0], span.from_s)):
        while index + 1 < len(points) and points[index + 1][0] <= moment:
            index += 1
        if points[index][0] <= moment:
            result.append((moment, points[index][1]))
    newest = points[-1]
    last_s = result[-1][0] if result else span.from_s - 1
    if last_s < newest[0] <= span.to_s:
        result.append(newest)
    return result

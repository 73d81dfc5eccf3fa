"""Series of prices and volumes: candles, daily values, statistics (API 5.2).

Prices and volumes stay integers. Only the volatility is a float: it is a statistic that no amount
depends on.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

DAY_S = 86_400
YEAR_DAYS = 365
E6 = 10**6
E12 = 10**12
Points = Sequence[tuple[int, int]]  # time, value; ascending in time


@dataclass(frozen=True, slots=True)
class CandlePart:
    """Statistics of one price source in a bucket (time // step)."""

    bucket: int
    high_e8: int
    low_e8: int
    close_e8: int


@dataclass(frozen=True, slots=True)
class Candle:
    """One interval of a price; it opens where the one before closed."""

    at_s: int
    open_e8: int
    high_e8: int
    low_e8: int
    close_e8: int
    volume_e6: int


def volume_buckets(trades: Points, step_s: int) -> dict[int, int]:
    """Return the notional traded in each bucket; a trade's sign does not count."""
    volumes: dict[int, int] = {}
    for at_s, notional_e6 in trades:
        bucket = at_s // step_s
        volumes[bucket] = volumes.get(bucket, 0) + abs(notional_e6)
    return volumes


def filled_candles(
    parts: Iterable[CandlePart],
    close_before_e8: int | None,
    volumes_e6: Mapping[int, int],
    buckets: range,
    step_s: int,
) -> list[Candle]:
    """Return a candle for each bucket from the first price on, gaps flat at the last close.

    Parts of one bucket come in order of time; a candle holds its open among high and low.
    """
    by_bucket: dict[int, list[CandlePart]] = {}
    for part in parts:
        by_bucket.setdefault(part.bucket, []).append(part)
    result: list[Candle] = []
    close = close_before_e8
    for bucket in buckets:
        present = by_bucket.get(bucket, [])
        if close is None and not present:
            continue
        opened = close if close is not None else present[0].close_e8
        close = present[-1].close_e8 if present else opened
        high = max([opened, close, *(part.high_e8 for part in present)])
        low = min([opened, close, *(part.low_e8 for part in present)])
        volume_e6 = volumes_e6.get(bucket, 0)
        result.append(Candle(bucket * step_s, opened, high, low, close, volume_e6))
    return result


@dataclass(frozen=True, slots=True)
class Bar:
    """The trades of one bucket (time // step): prices in whole points, and contracts."""

    bucket: int
    open: int
    high: int
    low: int
    close: int
    contracts: int


def filled_bars(bars: Iterable[Bar], close_before: int | None, buckets: range) -> list[Bar]:
    """Return a bar for each bucket from the first price on, those without trades at the last one.

    Unlike a candle a bar opens with its own first trade.
    """
    by_bucket = {bar.bucket: bar for bar in bars}
    result: list[Bar] = []
    close = close_before
    for bucket in buckets:
        bar = by_bucket.get(bucket)
        if bar is None and close is None:
            continue
        if bar is None:
            assert close is not None
            bar = Bar(bucket, close, close, close, close, 0)
        result.append(bar)
        close = bar.close
    return result


def volume_by_point(moments: Sequence[int], buckets: Mapping[int, int], step_s: int) -> list[int]:
    """Return what was traded up to each moment since the one before; each bucket counts once."""
    volumes = [0] * len(moments)
    if moments:
        for bucket, volume_e6 in buckets.items():
            place = bisect_left(moments, (bucket + 1) * step_s)
            volumes[min(place, len(moments) - 1)] += volume_e6
    return volumes


def by_day(points: Points, to_s: int) -> list[int]:
    """Return the first value, that of each later midnight, and the newest if it is younger."""
    if not points:
        return []
    values = [points[0][1]]
    index = 0
    for midnight in range((points[0][0] // DAY_S + 1) * DAY_S, to_s + 1, DAY_S):
        while index + 1 < len(points) and points[index + 1][0] <= midnight:
            index += 1
        values.append(points[index][1])
    if index + 1 < len(points):
        values.append(points[-1][1])
    return values


def change_e12(now_e8: int | None, before_e8: int | None) -> int | None:
    """Return the relative change of a price, rounded down; `None` when one is unknown."""
    if now_e8 is None or not before_e8:
        return None
    return (now_e8 - before_e8) * E12 // before_e8


def volatility(daily: Sequence[int]) -> float | None:
    """Return the annualised standard deviation of daily log returns, `None` below two returns."""
    returns = [math.log(after / before) for before, after in pairwise(daily)]
    if len(returns) < 2:
        return None
    mean = sum(returns) / len(returns)
    variance = sum((value - mean) ** 2 for value in returns) / (len(returns) - 1)
    return math.sqrt(variance * YEAR_DAYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceStats:
    """Statistics of a price's daily values; `volatility_e6` is rounded to the nearest."""

    open_e8: int
    close_e8: int
    high_e8: int
    low_e8: int
    change_e12: int | None
    volatility_e6: int | None


def price_stats(daily: Sequence[int]) -> PriceStats | None:
    """Return the statistics of daily values, `None` without any."""
    if not daily:
        return None
    spread = volatility(daily)
    return PriceStats(
        open_e8=daily[0],
        close_e8=daily[-1],
        high_e8=max(daily),
        low_e8=min(daily),
        change_e12=change_e12(daily[-1], daily[0]),
        volatility_e6=None if spread is None else round(spread * E6),
    )

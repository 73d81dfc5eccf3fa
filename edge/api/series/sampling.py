"""Series out of PostgreSQL: sampled on a grid, gaps carried forward, never interpolated."""

import asyncio

from edge.http.amounts import E10
from edge.http.limits import SERIES_POINTS_MAX
from edge.http.windows import Span, carried
from edge.store.pool import Store
from edge.store.tables import MarketPointRow, PoolPointRow
from engine.programmes.series import Bar, Candle, CandlePart, by_day, filled_bars, filled_candles

Points = list[tuple[int, int]]
STATS_VALUES_MAX = 20_000


async def index_series(store: Store, acre_id: int, span: Span) -> Points:
    """Return the index of an area on the span's grid."""
    before = await store.row("series.index_before", acre_id, span.from_s)
    rows = await store.rows("series.index_points", acre_id, span.from_s, span.to_s, span.step_s)
    found = ([before] if before is not None else []) + rows
    return carried([(row["at_s"], row["value"]) for row in found], span)


async def market_series(
    store: Store, market_id: int, span: Span
) -> list[tuple[int, MarketPointRow]]:
    """Return the states of a market on the span's grid."""
    values = (market_id, span.from_s, span.to_s, span.step_s)
    before = await store.first(MarketPointRow, "series.market_point_before", *values[:2])
    rows = await store.select(MarketPointRow, "series.market_points", *values)
    found = ([before] if before is not None else []) + rows
    return carried([(row.at_s, row) for row in found], span)


async def pool_series(store: Store, span: Span) -> list[tuple[int, PoolPointRow]]:
    """Return the states of the pool on the span's grid."""
    values = (span.from_s, span.to_s, span.step_s)
    before = await store.first(PoolPointRow, "series.pool_point_before", span.from_s)
    rows = await store.select(PoolPointRow, "series.pool_points", *values)
    found = ([before] if before is not None else []) + rows
    return carried([(row.at_s, row) for row in found], span)


async def volume_buckets(store: Store, market_id: int, span: Span) -> dict[int, int]:
    """Return traded notional by bucket number of the span's step."""
    rows = await store.rows(
        "series.volume_buckets", market_id, span.from_s, span.to_s + 1, span.step_s
    )
    return {row["bucket"]: int(row["notional_e6"]) for row in rows}


async def candles(
    store: Store, market_id: int, acre_id: int, source: str, span: Span
) -> list[Candle]:
    """Return the candles of a span; before trading began the market price is the index."""
    step = span.step_s
    first = max(span.from_s // step, span.to_s // step - SERIES_POINTS_MAX + 1)
    span = Span(first * step, span.to_s, step)
    volumes = await volume_buckets(store, market_id, span)
    start_s = None
    if source == "market":
        start_s = await store.value("series.first_market_point", market_id)
    index_end_s = span.to_s + 1 if start_s is None else min(start_s, span.to_s + 1)
    rows = list(await store.rows("series.index_candles", acre_id, span.from_s, index_end_s, step))
    if start_s is not None:
        market_from_s = max(start_s, span.from_s)
        rows += await store.rows(
            "series.market_candles", market_id, market_from_s, span.to_s + 1, step
        )
    before = await _close_before(store, market_id, acre_id, start_s, span.from_s)
    buckets = range(span.from_s // step, span.to_s // step + 1)

    def filled() -> list[Candle]:
        parts = [CandlePart(row["bucket"], row["high"], row["low"], row["close"]) for row in rows]
        return filled_candles(parts, before, volumes, buckets, step)

    return await asyncio.to_thread(filled)


async def _close_before(
    store: Store, market_id: int, acre_id: int, start_s: int | None, from_s: int
) -> int | None:
    if start_s is not None and start_s < from_s:
        point = await store.first(MarketPointRow, "series.market_point_before", market_id, from_s)
        return None if point is None else point.market_price_e8
    row = await store.row("series.index_before", acre_id, from_s)
    return None if row is None else int(row["value"])


async def yes_bars(store: Store, market_id: int, span: Span) -> list[Bar]:
    """Return the YES prices of a prediction market's trades; a long span loses its beginning."""
    step, last = span.step_s, span.to_s // span.step_s
    first = max(span.from_s // step, last - SERIES_POINTS_MAX + 1)
    rows = await store.rows("predictions.bars", market_id, first * step, span.to_s + 1, step)
    before = await store.value("predictions.price_before", market_id, first * step)
    return filled_bars((Bar(**row) for row in rows), before, range(first, last + 1))


async def daily_index(store: Store, acre_id: int, span: Span) -> list[int]:
    """Return the first value of `index_series`, then the index of each day, carried forward."""
    feed = await index_series(store, acre_id, span)
    if not feed:
        return []
    first_s, opened = feed[0]
    rows = await store.rows(
        "series.index_values", acre_id, first_s + 1, span.to_s, STATS_VALUES_MAX
    )

    def daily() -> list[int]:
        points = [(row["at_s"], int(row["value"])) for row in rows]
        return by_day([(first_s, int(opened)), *points], span.to_s)

    return await asyncio.to_thread(daily)  # decades of prints


def funding_per_unit_e8(raw_e18: int) -> int:
    """Return funding per unit in price units, rounded down."""
    return int(raw_e18) // E10

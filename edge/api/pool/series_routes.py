"""Main base, time series of the pool (API 4.8)."""

from collections.abc import Callable

from edge.api.context import Call
from edge.api.markets.lookup import check_exchange_id
from edge.api.pool.attribution import share_price_e8
from edge.api.pool.requests import SeriesQuery
from edge.api.series.sampling import pool_series
from edge.api.series.schemas import AmountPoint, PricePoint
from edge.http import costs
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.windows import INTERVALS, span_of
from edge.store.tables import PoolPointRow
from engine.core.views import ExchangeView

Stored = Callable[[PoolPointRow], int]
Live = Callable[[ExchangeView, int], int]  # the value now, given the profits realized before


def _realized(rows: list[tuple[int, PoolPointRow]]) -> int:
    return rows[-1][1].realized_pnl_e6 if rows else 0


async def _points(
    call: Call[SeriesQuery, Nothing], value: Stored, live: Live
) -> list[tuple[int, int]]:
    """Return the series; one that reaches now ends with what the exchange says now."""
    query = call.query
    check_exchange_id(query.exchange_id)
    step_s = INTERVALS[query.interval] if query.interval is not None else None
    span = span_of(query.window, query.from_s, query.to_s, call.now_s, step_s)
    rows = await pool_series(call.context.store, span)
    points = [(at_s, value(row)) for at_s, row in rows]
    if span.to_s == call.now_s >= span.from_s:
        if points and (points[-1][0] == call.now_s or points[-1][0] % span.step_s):
            del points[-1]
        view = call.context.exchange.exchange_view(call.now_s)
        points.append((call.now_s, live(view, _realized(rows))))
    return points


async def _amounts(
    call: Call[SeriesQuery, Nothing], value: Stored, live: Live
) -> list[AmountPoint]:
    points = await _points(call, value, live)
    return [AmountPoint(timestamp=at_s, value=str(amount)) for at_s, amount in points]


@route(
    Base.MAIN,
    "GET",
    "/time-series/cumulative-notional-volume",
    query=SeriesQuery,
    returns=list[AmountPoint],
    cost=costs.SERIES,
)
async def get_cumulative_volume(call: Call[SeriesQuery, Nothing]) -> list[AmountPoint]:
    """Return all notional traded so far."""
    return await _amounts(
        call,
        lambda row: row.cumulative_volume_e6,
        lambda view, _realized_e6: view.cumulative_volume_e6,
    )


@route(
    Base.MAIN,
    "GET",
    "/time-series/cumulative-lp-fee",
    query=SeriesQuery,
    returns=list[AmountPoint],
    cost=costs.SERIES,
)
async def get_cumulative_fee(call: Call[SeriesQuery, Nothing]) -> list[AmountPoint]:
    """Return all fees the pool has earned so far."""
    return await _amounts(
        call,
        lambda row: row.cumulative_lp_fee_e6,
        lambda view, _realized_e6: view.cumulative_lp_fee_e6,
    )


@route(
    Base.MAIN,
    "GET",
    "/time-series/aggregate-pnl",
    query=SeriesQuery,
    returns=list[AmountPoint],
    cost=costs.SERIES,
)
async def get_aggregate_pnl(call: Call[SeriesQuery, Nothing]) -> list[AmountPoint]:
    """Return the profit and loss of all traders, realized and unrealized."""
    return await _amounts(
        call,
        lambda row: row.realized_pnl_e6 + row.unrealized_pnl_e6,
        lambda view, realized_e6: realized_e6 + view.unrealized_pnl_e6,
    )


def _share_price_e8(row: PoolPointRow) -> int:
    return share_price_e8(row.lp_balance_e6 - row.unrealized_pnl_e6, row.lp_shares_e6)


@route(
    Base.MAIN,
    "GET",
    "/time-series/lp-share-price",
    query=SeriesQuery,
    returns=list[PricePoint],
    cost=costs.SERIES,
)
async def get_share_price(call: Call[SeriesQuery, Nothing]) -> list[PricePoint]:
    """Return the price of a pool share."""
    points = await _points(call, _share_price_e8, lambda view, _realized_e6: view.share_price_e8)
    return [PricePoint(timestamp=at_s, value=str(price)) for at_s, price in points]

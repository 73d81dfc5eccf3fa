"""Express base, market search and market pages (API 5.1, 5.2, 5.3)."""

import asyncio
from dataclasses import replace

from edge.api.context import Call, Context
from edge.api.history import encode as history
from edge.api.history.schemas import StreamTrade
from edge.api.markets.encode import market_detail, optional_rate
from edge.api.markets.lookup import market_id_of, market_of_symbol
from edge.api.markets.requests import CandlesQuery, FundingQuery, TradeStreamQuery
from edge.api.markets.schemas import MarketDetail
from edge.api.pages import History, history_page
from edge.api.series.sampling import (
    candles,
    daily_index,
    funding_per_unit_e8,
    index_series,
    market_series,
    volume_buckets,
)
from edge.api.series.schemas import (
    Candles,
    FundingHistory,
    FundingPoint,
    MarketPoint,
    MarketSeries,
    PriceFeed,
    PriceFeedStats,
    PricePoint,
    Volume,
    Volumes,
)
from edge.http import costs
from edge.http.amounts import decimal, rate
from edge.http.route import Base, Page, route
from edge.http.schema.base import Nothing
from edge.http.schema.inputs import WindowQuery
from edge.http.windows import DAY_S, INTERVALS, WEEK_S, span_of, window_span
from edge.store.tables import MarketPointRow, TradeRow
from engine.programmes.series import price_stats, volume_by_point

MONTH_S = 30 * DAY_S
E8 = 10**8
E6 = 10**6
TRADE_STREAM = History("trade_stream", TradeRow, history.stream_trade)


@route(Base.EXPRESS, "GET", "/market/{symbol}", returns=MarketDetail, cache="markets")
async def get_market(call: Call[Nothing, Nothing]) -> MarketDetail:
    """Return one market."""
    context = call.context
    view = market_of_symbol(context, call.path["symbol"])
    figures = await context.figures.of_market(view.market_id)
    area = context.market_facts(view.acre_id)
    return market_detail(view, context.facts.exchange, area, figures)


async def _volume(context: Context, market_id: int, from_s: int) -> Volume:
    row = await context.store.row("series.volume_of_market", market_id, from_s)
    assert row is not None
    return Volume(notional=str(int(row["notional_e6"])), trades=row["trades"])


@route(Base.EXPRESS, "GET", "/market/{symbol}/volumes", returns=Volumes)
async def get_volumes(call: Call[Nothing, Nothing]) -> Volumes:
    """Return the traded volumes over several spans."""
    context, now_s = call.context, call.now_s
    market_id = market_of_symbol(context, call.path["symbol"]).market_id
    return Volumes(
        one_day=await _volume(context, market_id, now_s - DAY_S),
        one_week=await _volume(context, market_id, now_s - WEEK_S),
        one_month=await _volume(context, market_id, now_s - MONTH_S),
        all_time=await _volume(context, market_id, 0),
    )


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/price-feed",
    query=WindowQuery,
    returns=PriceFeed,
    cache="feed",
)
async def get_price_feed(call: Call[WindowQuery, Nothing]) -> PriceFeed:
    """Return the index over a window."""
    view = market_of_symbol(call.context, call.path["symbol"])
    span = window_span(call.query.window, call.now_s)
    points = await index_series(call.context.store, view.acre_id, span)
    return PriceFeed(
        symbol=view.symbol,
        points=[PricePoint(timestamp=at_s, value=str(value)) for at_s, value in points],
    )


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/price-feed-stats",
    query=WindowQuery,
    returns=PriceFeedStats,
    cache="feed",
)
async def get_price_feed_stats(call: Call[WindowQuery, Nothing]) -> PriceFeedStats:
    """Return the index change over a window."""
    view = market_of_symbol(call.context, call.path["symbol"])
    span = window_span(call.query.window, call.now_s)
    daily = await daily_index(call.context.store, view.acre_id, span)
    stats = await asyncio.to_thread(price_stats, daily)  # decades of prints
    if stats is None:
        nothing = dict.fromkeys(("open", "close", "high", "low", "change", "volatility"))
        return PriceFeedStats(**nothing, as_of=view.index_price_at_s)
    spread_e6 = stats.volatility_e6
    return PriceFeedStats(
        open=str(stats.open_e8),
        close=str(stats.close_e8),
        high=str(stats.high_e8),
        low=str(stats.low_e8),
        change=optional_rate(stats.change_e12),
        volatility=None if spread_e6 is None else decimal(spread_e6, 6),
        as_of=view.index_price_at_s,
    )


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/candles",
    query=CandlesQuery,
    returns=Candles,
    cost=costs.SERIES,
)
async def get_candles(call: Call[CandlesQuery, Nothing]) -> Candles:
    """Return candles as columns; the last one may still change."""
    query = call.query
    view = market_of_symbol(call.context, call.path["symbol"])
    step_s = INTERVALS[query.interval]
    span = span_of(query.window, query.from_s, query.to_s, call.now_s, step_s)
    if query.from_s is not None:
        span = replace(span, from_s=-(-span.from_s // step_s) * step_s)
    rows = await candles(call.context.store, view.market_id, view.acre_id, query.source, span)
    return Candles(
        symbol=view.symbol,
        interval=query.interval,
        source=query.source,
        timestamp=[row.at_s for row in rows],
        open=[str(row.open_e8) for row in rows],
        high=[str(row.high_e8) for row in rows],
        low=[str(row.low_e8) for row in rows],
        close=[str(row.close_e8) for row in rows],
        volume=[str(row.volume_e6) for row in rows],
    )


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/funding-history",
    query=FundingQuery,
    returns=FundingHistory,
    cost=costs.SERIES,
)
async def get_funding_history(call: Call[FundingQuery, Nothing]) -> FundingHistory:
    """Return funding over a window."""
    query = call.query
    view = market_of_symbol(call.context, call.path["symbol"])
    step_s = INTERVALS[query.interval]
    span = span_of(query.window, query.from_s, query.to_s, call.now_s, step_s)
    rows = await market_series(call.context.store, view.market_id, span)
    points = [
        FundingPoint(
            timestamp=at_s,
            funding_rate=rate(row.funding_rate_e12),
            funding_velocity=rate(row.funding_velocity_e12),
            funding_per_unit=str(funding_per_unit_e8(row.funding_per_unit_e18)),
        )
        for at_s, row in rows
    ]
    return FundingHistory(symbol=view.symbol, points=points)


@route(
    Base.EXPRESS,
    "GET",
    "/market-time-series/{marketId}",
    query=WindowQuery,
    returns=MarketSeries,
    cost=costs.SERIES,
)
async def get_market_series(call: Call[WindowQuery, Nothing]) -> MarketSeries:
    """Return the state of a market over a window."""
    context = call.context
    market_id = market_id_of(context, call.path["marketId"])
    span = window_span(call.query.window, call.now_s, is_trading=True)
    volumes = await volume_buckets(context.store, market_id, span)
    rows = await market_series(context.store, market_id, span)
    traded = volume_by_point([at_s for at_s, _ in rows], volumes, span.step_s)
    points = [
        _market_point(at_s, row, volume_e6)
        for (at_s, row), volume_e6 in zip(rows, traded, strict=True)
    ]
    return MarketSeries(market_id=market_id, points=points)


def _market_point(at_s: int, row: MarketPointRow, volume_e6: int) -> MarketPoint:
    index_e8, long_e6, short_e6 = row.index_price_e8, row.long_size_e6, row.short_size_e6
    return MarketPoint(
        timestamp=at_s,
        index_price=str(index_e8),
        market_price=str(row.market_price_e8),
        funding_rate=rate(row.funding_rate_e12),
        open_interest_long=str(long_e6 * index_e8 // E8),
        open_interest_short=str(short_e6 * index_e8 // E8),
        skew=str(long_e6 - short_e6),
        volume=str(volume_e6),
    )


@route(
    Base.EXPRESS,
    "GET",
    "/trade-stream",
    query=TradeStreamQuery,
    returns=list[StreamTrade],
    rows="trades",
    cache="markets",
    cost=costs.HISTORY,
)
async def get_trade_stream(call: Call[TradeStreamQuery, Nothing]) -> Page:
    """Return the trades of all wallets."""
    return await _stream(call, None)


@route(
    Base.EXPRESS,
    "GET",
    "/trade-stream/{marketId}",
    query=TradeStreamQuery,
    returns=list[StreamTrade],
    rows="trades",
    cache="markets",
    cost=costs.HISTORY,
)
async def get_market_trade_stream(call: Call[TradeStreamQuery, Nothing]) -> Page:
    """Return the trades of all wallets in one market."""
    return await _stream(call, market_id_of(call.context, call.path["marketId"]))


async def _stream(call: Call[TradeStreamQuery, Nothing], market_id: int | None) -> Page:
    sign = {"long": 1, "short": -1, "all": 0}[call.query.direction]
    return await history_page(call.context, call.query, TRADE_STREAM, (), (market_id, sign))

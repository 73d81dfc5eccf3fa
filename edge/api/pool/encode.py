"""Return and scenarios of the pool as answers; what it would be worth is the engine's figure."""

from edge.api.markets.encode import optional_rate
from edge.api.pool.attribution import PoolFlows, PoolState, parts_of, share_price_e8
from edge.api.pool.schemas import (
    MarketScenarios,
    PoolParts,
    PoolReturn,
    PoolScenario,
    PoolScenarios,
    PoolStanding,
)
from edge.http.amounts import E12, rate
from engine.core.exchange import Exchange
from engine.core.views import PoolValueView
from engine.programmes.series import change_e12

EVERY_MARKET_PERCENT = (-20, -10, -5, 0, 5, 10, 20)
ONE_MARKET_PERCENT = (-10, 10)


def scenarios(exchange: Exchange, now_s: int) -> PoolScenarios:
    """Return the pool's value at other prices; markets without open positions change nothing."""
    now = exchange.pool_if_moved(0, now_s)
    views = [exchange.market_view(market_id, now_s) for market_id in exchange.market_ids()]
    return PoolScenarios(
        as_of=now_s,
        value=str(now.value_e6),
        share_price=str(now.share_price_e8),
        all_markets=[_scenario(exchange, now, now_s, p, 0) for p in EVERY_MARKET_PERCENT],
        markets=[
            MarketScenarios(
                market_id=view.market_id,
                symbol=view.symbol,
                name=view.name,
                skew=str(view.skew_notional_e6),
                scenarios=[
                    _scenario(exchange, now, now_s, percent, view.market_id)
                    for percent in ONE_MARKET_PERCENT
                ],
            )
            for view in views
            if view.open_interest_size_e6
        ],
    )


def _scenario(
    exchange: Exchange, now: PoolValueView, now_s: int, percent: int, market_id: int
) -> PoolScenario:
    move_e12 = percent * E12 // 100
    moved = exchange.pool_if_moved(move_e12, now_s, market_id)
    return PoolScenario(
        move=rate(move_e12),
        value=str(moved.value_e6),
        change=str(moved.value_e6 - now.value_e6),
        share_price=str(moved.share_price_e8),
        share_price_change=_change(moved.share_price_e8, now.share_price_e8),
    )


def _change(price_e8: int, before_e8: int) -> str | None:
    """Return a relative change; None from nothing or less."""
    return optional_rate(change_e12(price_e8, before_e8) if before_e8 > 0 else None)


def _standing(standing: PoolState) -> PoolStanding:
    return PoolStanding(
        timestamp=standing.at_s,
        value=str(standing.value_e6),
        unrealized_pnl=str(standing.unrealized_pnl_e6),
        shares=str(standing.lp_shares_e6),
        share_price=str(share_price_e8(standing.value_e6, standing.lp_shares_e6)),
    )


def pool_return(start: PoolState, end: PoolState, moved: PoolFlows) -> PoolReturn:
    """Return the attribution of the pool's value between two states."""
    parts = parts_of(start, end, moved)
    prices = [share_price_e8(one.value_e6, one.lp_shares_e6) for one in (end, start)]
    return PoolReturn(
        start=_standing(start),
        end=_standing(end),
        deposited=str(moved.deposited_e6),
        withdrawn=str(moved.withdrawn_e6),
        parts=PoolParts(
            fees=str(parts.fees_e6),
            surcharge=str(parts.surcharge_e6),
            funding=str(parts.funding_e6),
            holding=str(parts.holding_e6),
            trading=str(parts.trading_e6),
            other=str(parts.other_e6),
        ),
        total=str(parts.total_e6),
        share_price_change=_change(*prices),
    )

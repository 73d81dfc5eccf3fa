"""Engine quotes into the contract's entities, and form input into engine sizes and limits."""

from edge.amounts import E12, rate
from edge.encode.market import optional_rate
from edge.schemas.market import FundingParts, SignedAmounts
from edge.schemas.quote import (
    CostOfHolding,
    Modification,
    ModificationLimits,
    PointsQuote,
    PositionQuote,
)
from engine.core.views import LimitQuote, LimitsQuote, TradeQuote

E8 = 10**8
# Points per 1.0 of notional or liquidity and day in the running season (contract 7.4).
TRADING_POINTS_TENTHS = 25
LP_POINTS_TENTHS = 50


def trading_points(notional_e6: int) -> PointsQuote:
    """Return the points per day of an open notional, rounded down."""
    return PointsQuote(per_day=str(notional_e6 * TRADING_POINTS_TENTHS // 10), multiplier="1")


def lp_points(liquidity_e6: int) -> PointsQuote:
    """Return the points per day of a deposit, rounded down."""
    return PointsQuote(per_day=str(liquidity_e6 * LP_POINTS_TENTHS // 10), multiplier="1")


def position_quote(quote: TradeQuote) -> PositionQuote:
    """Return contract 3.5 for modify-position and close-position."""
    liquidation = quote.liquidation_price_e8
    return PositionQuote(
        open_interest_delta=SignedAmounts(
            size=str(quote.size_delta_e6), notional=str(quote.notional_delta_e6)
        ),
        position_initial_margin_ratio=rate(quote.initial_margin_ratio_e12),
        position_maintenance_margin_ratio=rate(quote.maintenance_margin_ratio_e12),
        fill_price=str(quote.fill_price_e8),
        index_price=str(quote.index_price_e8),
        price_impact=rate(quote.price_impact_e12),
        trade_fee=str(quote.trade_fee_e6),
        liquidation_price=None if liquidation is None else str(liquidation),
        leverage_multiple=optional_rate(quote.leverage_e12),
        accrued_funding_estimate_one_hour=str(quote.funding_estimate_one_hour_e6),
        points_quote=trading_points(abs(quote.notional_delta_e6)),
        is_executable=quote.is_executable,
        reasons=[reason.name for reason in quote.reasons],
        surcharge=str(quote.surcharge_e6),
        funding_parts=FundingParts(
            drift=rate(quote.funding_drift_e12),
            crowding=rate(quote.funding_crowding_e12),
            spread=rate(quote.funding_spread_e12),
        ),
        cost_of_holding=CostOfHolding(
            one_day=str(quote.cost_one_day_e6),
            seven_days=str(quote.cost_seven_days_e6),
            thirty_days=str(quote.cost_thirty_days_e6),
        ),
        break_even_price=str(quote.break_even_price_e8),
        margin_collateral_after=str(quote.margin_after_e6),
        available_margin_after=str(quote.available_after_e6),
        total_required_margin_after=str(quote.required_after_e6),
    )


def _modification(limit: LimitQuote | None) -> Modification | None:
    if limit is None:
        return None
    delta = SignedAmounts(size=str(limit.size_delta_e6), notional=str(limit.notional_delta_e6))
    return Modification(
        open_interest_delta=delta, leverage_multiple=optional_rate(limit.leverage_e12)
    )


def limits(quote: LimitsQuote) -> ModificationLimits:
    """Return contract 3.5, limits of one side of one market."""
    return ModificationLimits(
        market_id=quote.market_id,
        side="long" if quote.is_long else "short",
        max_position_modification=_modification(quote.maximum),
        min_position_modification=_modification(quote.minimum),
    )


def size_of_notional(notional_e6: int, index_e8: int) -> int:
    """Return the size a notional buys at the index price, rounded down (contract 4.6)."""
    return notional_e6 * E8 // index_e8


def least_notional(index_e8: int) -> int:
    """Return the smallest notional that buys one unit of size at the index price."""
    return -(-index_e8 // E8)


def worst_price(fill_e8: int, slippage_e12: int, is_buy: bool) -> int:
    """Return the fill plus or minus the slippage, rounded toward the fill; at least one unit."""
    if is_buy:
        return fill_e8 * (E12 + slippage_e12) // E12
    return max(1, -(-fill_e8 * (E12 - slippage_e12) // E12))

"""Engine quotes into the contract's entities, and form input into engine sizes and limits."""

import msgspec

from edge.api.markets.encode import optional_rate
from edge.api.markets.schemas import SignedAmounts
from edge.api.quotes import schemas
from edge.api.quotes.schemas import (
    BasketLegQuote,
    Modification,
    ModificationLimits,
    PointsQuote,
    PositionQuote,
)
from edge.http.amounts import E12, rate
from edge.http.form import Sources, form_of
from engine.core.views import BasketQuote, LimitQuote, LimitsQuote, TradeQuote
from engine.programmes import points_rows

E8 = 10**8
_UNBOOSTED = "1"


def points_quote(points: points_rows.PointsQuote) -> PointsQuote:
    """Return the daily points of an amount, boosts included, and 1 + the boosts."""
    is_plain = points.multiplier_e12 == E12
    return PointsQuote(
        per_day=str(points.per_day_e6),
        multiplier=_UNBOOSTED if is_plain else rate(points.multiplier_e12),
    )


# API 3.5 for modify-position and close-position: which figure is in which field.
_POSITION_SOURCES: Sources = {
    "open_interest_delta": {"size": "size_delta_e6", "notional": "notional_delta_e6"},
    "position_initial_margin_ratio": "initial_margin_ratio_e12",
    "position_maintenance_margin_ratio": "maintenance_margin_ratio_e12",
    "fill_price": "fill_price_e8",
    "index_price": "index_price_e8",
    "price_impact": "price_impact_e12",
    "trade_fee": "trade_fee_e6",
    "liquidation_price": "liquidation_price_e8",
    "leverage_multiple": "leverage_e12",
    "accrued_funding_estimate_one_hour": "funding_estimate_one_hour_e6",
    "points_quote": {"per_day": "per_day_e6", "multiplier": "multiplier_e12"},
    "is_executable": "is_executable",
    "reasons": "reasons",
    "surcharge": "surcharge_e6",
    "funding_parts": {
        "drift": "funding_drift_e12",
        "crowding": "funding_crowding_e12",
        "spread": "funding_spread_e12",
    },
    "holding_rate": "holding_rate_e12",
    "cost_of_holding": {
        "one_day": "cost_one_day_e6",
        "seven_days": "cost_seven_days_e6",
        "thirty_days": "cost_thirty_days_e6",
    },
    "break_even_price": "break_even_price_e8",
    "margin_collateral_after": "margin_after_e6",
    "available_margin_after": "available_after_e6",
    "total_required_margin_after": "required_after_e6",
    "free_margin_change": "free_margin_change_e6",
    "realized_pnl": "realized_pnl_e6",
    "if_moved": {
        "down_10": "if_down_10_e6",
        "down_5": "if_down_5_e6",
        "down_2": "if_down_2_e6",
        "up_2": "if_up_2_e6",
        "up_5": "if_up_5_e6",
        "up_10": "if_up_10_e6",
    },
}
POSITION_QUOTE = form_of(PositionQuote, _POSITION_SOURCES, TradeQuote, points_rows.PointsQuote)


class _Filled(msgspec.Struct):
    info: PositionQuote


_READ_LEG = msgspec.json.Decoder(_Filled)


def position_quote(quote: TradeQuote, points: points_rows.PointsQuote) -> PositionQuote:
    """Return API 3.5 for modify-position as a part of another quote."""
    return _READ_LEG.decode(POSITION_QUOTE.fill(quote, points)).info


def basket(
    quote: BasketQuote, market_ids: list[int], points: list[points_rows.PointsQuote]
) -> schemas.BasketQuote:
    """Return API 3.5 for modify-positions; points are those of each leg, then of all."""
    legs = [
        BasketLegQuote(market_id=market_id, quote=position_quote(leg, earned))
        for market_id, leg, earned in zip(market_ids, quote.legs, points[:-1], strict=True)
    ]
    return schemas.BasketQuote(
        legs=legs,
        is_executable=quote.is_executable,
        reasons=[reason.name for reason in quote.reasons],
        trade_fee=str(quote.trade_fee_e6),
        surcharge=str(quote.surcharge_e6),
        realized_pnl=str(quote.realized_pnl_e6),
        margin_collateral_after=str(quote.margin_after_e6),
        available_margin_after=str(quote.available_after_e6),
        total_required_margin_after=str(quote.required_after_e6),
        required_maintenance_after=str(quote.maintenance_after_e6),
        free_margin_change=str(quote.free_margin_change_e6),
        leverage_multiple=optional_rate(quote.leverage_e12),
        health_ratio=optional_rate(quote.health_ratio_e12),
        liquidation_move=optional_rate(quote.liquidation_move_e12),
        points_quote=points_quote(points[-1]),
    )


def _modification(limit: LimitQuote | None) -> Modification | None:
    if limit is None:
        return None
    delta = SignedAmounts(size=str(limit.size_delta_e6), notional=str(limit.notional_delta_e6))
    return Modification(
        open_interest_delta=delta, leverage_multiple=optional_rate(limit.leverage_e12)
    )


def limits(quote: LimitsQuote) -> ModificationLimits:
    """Return API 3.5, limits of one side of one market."""
    return ModificationLimits(
        market_id=quote.market_id,
        side="long" if quote.is_long else "short",
        max_position_modification=_modification(quote.maximum),
        min_position_modification=_modification(quote.minimum),
    )


def size_of_notional(notional_e6: int, index_e8: int) -> int:
    """Return the size a notional buys at the index price, rounded down (API 4.6)."""
    return notional_e6 * E8 // index_e8


def least_notional(index_e8: int) -> int:
    """Return the smallest notional that buys one unit of size at the index price."""
    return -(-index_e8 // E8)


def worst_price(fill_e8: int, slippage_e12: int, is_buy: bool) -> int:
    """Return the fill plus or minus the slippage, rounded toward the fill; at least one unit."""
    if is_buy:
        return fill_e8 * (E12 + slippage_e12) // E12
    return max(1, -(-fill_e8 * (E12 - slippage_e12) // E12))

"""Quotes (API 3.5)."""

from edge.api.markets.schemas import FundingParts, SignedAmounts
from edge.http.schema.base import Entity
from edge.http.schema.units import (
    Collateral,
    Points,
    Price,
    Ratio,
    Side,
    SignedCollateral,
    Timestamp,
    Token,
)


class PointsQuote(Entity):
    """Points per day the trade or deposit would earn a participant."""

    per_day: Points
    multiplier: Ratio


class CostOfHolding(Entity):
    """Fee, surcharge, impact, funding and holding charge over a span; negative = will be paid."""

    one_day: SignedCollateral
    seven_days: SignedCollateral
    thirty_days: SignedCollateral


class IfMoved(Entity):
    """Change of available margin with the index moved by percents; null: liquidatable there."""

    down_10: SignedCollateral | None
    down_5: SignedCollateral | None
    down_2: SignedCollateral | None
    up_2: SignedCollateral | None
    up_5: SignedCollateral | None
    up_10: SignedCollateral | None


class PositionQuote(Entity):
    """Quote of modify-position and close-position."""

    open_interest_delta: SignedAmounts
    position_initial_margin_ratio: Ratio
    position_maintenance_margin_ratio: Ratio
    fill_price: Price
    index_price: Price
    price_impact: Ratio
    trade_fee: Collateral
    liquidation_price: Price | None
    leverage_multiple: Ratio | None
    accrued_funding_estimate_one_hour: SignedCollateral
    points_quote: PointsQuote
    is_executable: bool
    reasons: list[str]
    surcharge: Collateral
    funding_parts: FundingParts
    holding_rate: Ratio
    cost_of_holding: CostOfHolding
    break_even_price: Price
    margin_collateral_after: SignedCollateral
    available_margin_after: SignedCollateral
    total_required_margin_after: Collateral
    free_margin_change: SignedCollateral
    realized_pnl: SignedCollateral
    if_moved: IfMoved


class BasketLegQuote(Entity):
    """One leg; figures of the account and the liquidation price are those after all legs."""

    market_id: int
    quote: PositionQuote


class BasketQuote(Entity):
    """Quote of modify-positions: the legs in their order, and all of them together."""

    legs: list[BasketLegQuote]
    is_executable: bool
    reasons: list[str]
    trade_fee: Collateral
    surcharge: Collateral
    realized_pnl: SignedCollateral
    margin_collateral_after: SignedCollateral
    available_margin_after: SignedCollateral
    total_required_margin_after: Collateral
    required_maintenance_after: Collateral
    free_margin_change: SignedCollateral
    leverage_multiple: Ratio | None
    health_ratio: Ratio | None
    liquidation_move: Ratio | None
    points_quote: PointsQuote


class Modification(Entity):
    """One end of what can be executed."""

    open_interest_delta: SignedAmounts
    leverage_multiple: Ratio | None


class ModificationLimits(Entity):
    """Executable sizes on one side of one market; null if none."""

    market_id: int
    side: Side
    max_position_modification: Modification | None
    min_position_modification: Modification | None


class AddLiquidityQuote(Entity):
    """Shares for a deposit made now."""

    shares: Token
    maturity: Timestamp
    points_quote: PointsQuote


class RemoveLiquidityQuote(Entity):
    """Current payout of shares, and the points per day lost with them."""

    liquidity: Collateral
    shares: Token
    share_price: Price
    points_quote: PointsQuote


class WithdrawMarginQuote(Entity):
    """The currently withdrawable amount."""

    max_withdrawable_amount: Collateral


class Transaction(Entity):
    """An unsigned transaction (API 4.9)."""

    tx: str
    blockhash: str
    last_valid_block_height: int

"""What the engine answers to reads and quotes: frozen rows of raw integers.

Field names are the contract's (product.md §3) in snake case with the unit as suffix. `None` is
"unknown or not applicable". A daily rate, a ratio or a leverage is `_e12`; a price `_e8`.
"""

from dataclasses import dataclass

from engine.core.errors import ErrorCode


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of an open-interest distribution."""

    size_e6: int
    notional_e6: int
    percent_e12: int


@dataclass(frozen=True, slots=True)
class ExchangeView:
    """Contract §3.1."""

    address: bytes
    balance_e6: int
    reserve_e6: int
    protocol_fees_e6: int
    unsettled_e6: int
    quarantined_e6: int
    margin_e6: int
    lp_balance_e6: int
    lp_shares_e6: int
    unrealized_pnl_e6: int
    share_price_e8: int
    required_minimum_balance_e6: int
    required_minimum_balance_percent_e12: int
    open_interest_e6: int
    available_long_e6: int
    available_short_e6: int
    long: SideView
    short: SideView
    cumulative_volume_e6: int
    cumulative_lp_fee_e6: int
    status: int  # 0 active, 1 paused, 2 halted
    net_exposure_cap_e6: int
    market_count: int
    collateral_mint: bytes
    token_mint: bytes
    vault_authority: bytes
    operator: bytes
    chain_genesis: bytes
    is_demo: bool
    parameters: dict[str, int]  # by name of EXCHANGE_PARAMETERS


@dataclass(frozen=True, slots=True)
class HeldPrintView:
    """A print that waits for confirmation."""

    price_e8: int
    published_at_s: int
    is_operator_only: bool


@dataclass(frozen=True, slots=True)
class MarketView:
    """Contract §3.2, at the time asked for."""

    market_id: int
    symbol: str
    name: str
    state: str
    country: str
    category: str
    metric: str
    price_feed: str
    acre_id: int
    is_paused: bool
    index_price_e8: int
    index_price_at_s: int
    market_price_e8: int
    open_interest_size_e6: int
    open_interest_notional_e6: int
    skew_size_e6: int
    skew_notional_e6: int
    skew_percent_e12: int
    long: SideView
    short: SideView
    funding_rate_e12: int
    funding_velocity_e12: int
    funding_per_unit_e18: int
    funding_drift_e12: int
    funding_crowding_e12: int
    funding_spread_e12: int
    forecast_fast_e12: int
    forecast_slow_e12: int
    forecast_mid_e12: int
    level_price_e8: int
    available_long_size_e6: int
    available_long_notional_e6: int
    available_short_size_e6: int
    available_short_notional_e6: int
    max_leverage_e12: int
    max_side_notional_e6: int
    next_print_at_s: int
    increase_blocked_until_s: int | None
    held_print: HeldPrintView | None
    authorized_liquidator: bytes | None
    parameters: dict[str, int]  # by name of MARKET_PARAMETERS


@dataclass(frozen=True, slots=True)
class PnlView:
    """Profit and loss with its parts; percent changes are of the margin or entry notional."""

    total_e6: int
    price_e6: int
    funding_e6: int
    total_percent_e12: int
    price_percent_e12: int
    funding_percent_e12: int


@dataclass(frozen=True, slots=True)
class PositionView:
    """Contract §3.3, Position."""

    market_id: int
    size_e6: int  # signed
    notional_e6: int
    pnl: PnlView
    entry_price_e8: int
    entry_funding_per_unit_e18: int
    initial_margin_ratio_e12: int
    maintenance_margin_ratio_e12: int
    funding_estimate_one_hour_e6: int
    required_margin_e6: int
    liquidation_price_e8: int | None


@dataclass(frozen=True, slots=True)
class MarginAccountView:
    """Contract §3.3, margin account."""

    owner: bytes
    account_id: int
    name: str
    collateral_e6: int
    open_interest_e6: int
    leverage_e12: int | None
    health_ratio_e12: int | None
    can_close: bool
    can_liquidate: bool
    in_liquidation: bool
    was_recently_liquidated: bool
    available_margin_e6: int
    total_required_margin_e6: int
    total_required_margin_ratio_e12: int | None
    required_initial_margin_e6: int
    required_maintenance_margin_e6: int
    required_liquidation_fee_margin_e6: int
    accumulated_liquidation_fees_e6: int
    max_withdrawable_e6: int
    pnl: PnlView
    positions: tuple[PositionView, ...]
    delegate: bytes | None


@dataclass(frozen=True, slots=True)
class LpPositionView:
    """Contract §3.4, LP position."""

    owner: bytes
    lp_position_id: int
    liquidity_e6: int
    shares_e6: int
    maturity_s: int
    has_reached_maturity: bool
    max_removable_shares_e6: int
    share_value_e6: int
    entry_share_price_e8: int


@dataclass(frozen=True, slots=True)
class SettlementRequestView:
    """Contract §3.4, settlement request; state 0 pending, 1 payable, 2 authorised, 3 settled.

    `mature` is `state == 0 and now >= maturity_s`, read by the caller.
    """

    owner: bytes
    request_id: int
    kind: int
    mint: int
    maturity_s: int
    amount_e6: int
    tip_e6: int
    state: int
    processor: bytes | None
    payout_signature: bytes | None
    last_valid_block_height: int


@dataclass(frozen=True, slots=True)
class QuarantinedDepositView:
    """Tokens that came with a refused command, or without one."""

    owner: bytes
    deposit_id: int
    amount_e6: int
    mint: int
    is_claimed: bool


@dataclass(frozen=True, slots=True)
class UserView:
    """What the engine keeps per wallet."""

    address: bytes
    nonce: int
    delegate: bytes | None
    margin_account_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TradeQuote:
    """Contract §3.5 for modify-position and close-position: the transition run without commit."""

    is_executable: bool
    reasons: tuple[ErrorCode, ...]
    size_delta_e6: int
    notional_delta_e6: int  # signed as the size delta
    new_size_e6: int
    initial_margin_ratio_e12: int
    maintenance_margin_ratio_e12: int
    fill_price_e8: int
    index_price_e8: int
    price_impact_e12: int
    trade_fee_e6: int
    surcharge_e6: int
    liquidation_price_e8: int | None
    leverage_e12: int | None
    funding_estimate_one_hour_e6: int
    funding_drift_e12: int
    funding_crowding_e12: int
    funding_spread_e12: int
    cost_one_day_e6: int
    cost_seven_days_e6: int
    cost_thirty_days_e6: int
    break_even_price_e8: int
    margin_after_e6: int  # margin collateral after the trade
    available_after_e6: int
    required_after_e6: int


@dataclass(frozen=True, slots=True)
class LimitQuote:
    """Largest or smallest executable modification of one side of one market."""

    size_delta_e6: int
    notional_delta_e6: int
    leverage_e12: int | None


@dataclass(frozen=True, slots=True)
class LimitsQuote:
    """Contract §3.5, limits; `None` where nothing on that side executes."""

    market_id: int
    is_long: bool
    maximum: LimitQuote | None
    minimum: LimitQuote | None


@dataclass(frozen=True, slots=True)
class AddLiquidityQuote:
    """Shares a deposit of `amount` would mint now, and when they mature."""

    shares_e6: int
    maturity_s: int
    reasons: tuple[ErrorCode, ...]

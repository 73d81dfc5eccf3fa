"""Views of reads and quotes: frozen rows of raw integers.

Field names are the contract's (API 3) in snake case with the unit as suffix. `None` is
"unknown or not applicable". A daily rate, a ratio or a leverage is `_e12`; a price `_e8`.
"""

from typing import NamedTuple

from engine.core.row import row
from engine.schema.errors import ErrorCode


@row()
class SideView:
    """One side of an open-interest distribution."""

    size_e6: int
    notional_e6: int
    percent_e12: int


@row()
class ExchangeView:
    """API 3.1."""

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
    token_balance_e6: int  # of the ACRE token's vault: the sum of the three below
    token_staked_e6: int  # in every state, until it is withdrawn
    token_unsettled_e6: int
    token_quarantined_e6: int


@row()
class PoolValueView:
    """The pool's value at some prices (rules/pool.md)."""

    unrealized_pnl_e6: int  # of traders
    value_e6: int  # NAV: may be negative
    share_price_e8: int


@row()
class HeldPrintView:
    """A price update awaiting confirmation."""

    price_e8: int
    published_at_s: int
    is_operator_only: bool


@row()
class MarketView:
    """API 3.2, at the time asked for."""

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
    holding_rate_e12: int  # paid by both sides
    holding_per_unit_e18: int
    forecast_fast_e12: int
    forecast_slow_e12: int
    forecast_mid_e12: int
    level_price_e8: int
    noise_e18: int  # measured variance of a price update's error
    is_auction_only: bool  # increases wait for the auction (rule 65)
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
    settled_at_s: int | None  # by settle-market, for good


@row()
class PnlView:
    """Profit and loss with its parts; percent changes are of the margin or entry notional."""

    total_e6: int
    price_e6: int
    funding_e6: int
    total_percent_e12: int
    price_percent_e12: int
    funding_percent_e12: int


@row()
class PositionView:
    """API 3.3, Position."""

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
    initial_margin_e6: int
    leverage_e12: int | None  # of the account's available margin
    return_e12: int  # total profit of the initial margin


@row()
class DelegateTermsView:
    """Limits of a delegate; `used_today_e6` counts only under a limit."""

    until_s: int | None
    day_notional_e6: int | None
    used_today_e6: int
    market_ids: tuple[int, ...]  # empty: all


@row()
class MarginAccountView:
    """API 3.3, margin account."""

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
    delegate_terms: DelegateTermsView | None


@row()
class LpPositionView:
    """API 3.4, LP position."""

    owner: bytes
    lp_position_id: int
    liquidity_e6: int
    shares_e6: int
    maturity_s: int
    has_reached_maturity: bool
    max_removable_shares_e6: int
    share_value_e6: int
    entry_share_price_e8: int
    is_closed: bool


@row()
class LpAccountView:
    """API 3.4, legacy LP account; `stake_e12` is its part of all shares."""

    owner: bytes
    liquidity_e6: int
    shares_e6: int
    stake_e12: int
    share_value_e6: int
    added_at_s: int
    maturity_s: int
    has_reached_maturity: bool
    max_removable_shares_e6: int  # after an upgrade: the account itself removes nothing
    entry_share_price_e8: int
    delegate: bytes | None
    delegate_terms: DelegateTermsView | None


@row()
class SettlementRequestView:
    """API 3.4, settlement request; state 0 pending, 1 payable, 2 authorised, 3 settled.

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
    shares_e6: int = 0  # burned by the removal of liquidity that it pays
    payable_order: int | None = None  # place in the line of first payouts of collateral, from 1


@row()
class QuarantinedDepositView:
    """Tokens that came with a refused command, or without one."""

    owner: bytes
    deposit_id: int
    amount_e6: int
    mint: int
    is_claimed: bool


@row()
class UserView:
    """A wallet's row in the engine."""

    address: bytes
    nonce: int
    delegate: bytes | None
    margin_account_ids: tuple[int, ...]
    is_high_risk: bool | None  # the operator's override (API 7.9); None: the list decides
    is_on_list: bool = False  # the operator's list named it when it was journaled


@row()
class TradeQuote:
    """API 3.5 for modify-position and close-position: the transition run without commit."""

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
    holding_rate_e12: int  # paid by both sides
    cost_one_day_e6: int
    cost_seven_days_e6: int
    cost_thirty_days_e6: int
    break_even_price_e8: int
    margin_after_e6: int  # margin collateral after the trade
    available_after_e6: int
    required_after_e6: int
    free_margin_change_e6: int  # free: available less initial and liquidation fee margin
    realized_pnl_e6: int  # of the position before the trade, without fees
    if_down_10_e6: int | None  # None: liquidatable there
    if_down_5_e6: int | None
    if_down_2_e6: int | None
    if_up_2_e6: int | None
    if_up_5_e6: int | None
    if_up_10_e6: int | None


@row()
class BasketQuote:
    """API 3.5 for modify-positions; figures of a leg's account are those after all legs."""

    is_executable: bool
    reasons: tuple[ErrorCode, ...]  # of the legs in their order, then of all together
    legs: tuple[TradeQuote, ...]
    trade_fee_e6: int
    surcharge_e6: int
    realized_pnl_e6: int
    margin_after_e6: int
    available_after_e6: int
    required_after_e6: int  # initial and liquidation fee margin
    maintenance_after_e6: int  # maintenance and liquidation fee margin
    free_margin_change_e6: int
    leverage_e12: int | None
    health_ratio_e12: int | None  # None: without positions
    liquidation_move_e12: int | None  # None: no move of the legs' markets liquidates


@row()
class LimitQuote:
    """Largest or smallest executable modification of one side of one market."""

    size_delta_e6: int
    notional_delta_e6: int
    leverage_e12: int | None


@row()
class LimitsQuote:
    """API 3.5, limits; `None` where nothing on that side executes."""

    market_id: int
    is_long: bool
    maximum: LimitQuote | None
    minimum: LimitQuote | None


class LiquidationCandidate(NamedTuple):
    """A margin account that anyone may liquidate now."""

    owner: bytes
    account_id: int
    health_ratio_e12: int


@row()
class LiquidationPiece:
    """Quote of a liquidation in one market, at the index."""

    market_id: int
    size_e6: int  # positive
    notional_e6: int
    new_size_e6: int
    index_price_e8: int
    pnl_e6: int


@row()
class LiquidationQuote:
    """Quote of a liquidation by a liquidator that is not endorsed."""

    code: ErrorCode  # NONE: it would be carried out
    fee_e6: int
    bad_debt_e6: int
    is_over: bool  # the account's health is back with this call
    pieces: tuple[LiquidationPiece, ...]


@row()
class AddLiquidityQuote:
    """Shares a deposit of `amount` would mint now, and when they mature."""

    shares_e6: int
    maturity_s: int
    reasons: tuple[ErrorCode, ...]


@row()
class UnvestedView:
    """The unvested part of each amount of a staking balance; `total` is their sum."""

    total_e6: int
    locking_e6: int
    locked_e6: int
    preunlocking_e6: int
    unlocking_e6: int  # without the preunlocking part
    unlocked_e6: int


@row()
class UnlockingView:
    """An amount in the wait after an unstake; withdrawable from the start of `epoch`."""

    epoch: int
    amount_e6: int


@row()
class StakingView:
    """API 3.8, staking balance, at the time asked for."""

    owner: bytes
    has_account: bool
    is_account_full: bool
    locking_e6: int
    locked_e6: int
    preunlocking_e6: int
    unlocking_e6: int  # the whole wait: preunlocking and unlocking
    unlocked_e6: int  # unvested part included
    withdrawable_e6: int  # what a withdrawal may take: unlocked and vested
    unlocking_schedule: tuple[UnlockingView, ...]  # rising, one row per epoch
    unvested: UnvestedView


@row()
class StakingTotalsView:
    """Sums over all stakers (API 5.3, `/staking`)."""

    epoch: int
    total_locking_e6: int
    total_locked_e6: int
    total_unlocking_e6: int  # the whole wait: preunlocking and unlocking
    stakers: int  # wallets that have a stake in any state


@row()
class RemoveLiquidityQuote:
    """Quote of a removal of shares, at the exit price."""

    liquidity_e6: int
    shares_e6: int
    share_price_e8: int
    max_removable_shares_e6: int
    reasons: tuple[ErrorCode, ...]


@row()
class OutflowView:
    """Collateral payouts of the last hour and day against their limits (rules/pool.md)."""

    hour_used_e6: int
    hour_limit_e6: int
    day_used_e6: int
    day_limit_e6: int
    negative_equity_e6: int
    is_frozen: bool


# Predictions (API 5.7). Amounts are raw points (e6), prices whole points, sides 0 yes, 1 no.


@row()
class PredictionMarketView:
    """A prediction market; `resolution` figures are None until a value is recorded."""

    market_id: int
    title: str
    description: str
    category: str
    rules: str
    acre_id: int | None
    strike_e8: int | None
    opens_at_s: int
    closes_at_s: int
    resolves_at_s: int
    status: int  # 0 upcoming, 1 open, 2 closed, 3 resolved, 4 voided
    outcome: int | None  # 1 yes, 2 no, 3 void; None until it is paid
    last_yes_price: int | None
    volume_contracts: int
    open_interest_contracts: int
    sequence: int
    best_yes_bid: int | None
    best_no_bid: int | None
    recorded_outcome: int | None  # 1 yes, 2 no: in its dispute time, or paid
    value_e8: int | None
    published_at_s: int | None
    pays_at_s: int | None


@row()
class PredictionBookView:
    """Resting bids of both sides, best first: (price of the own side, contracts)."""

    market_id: int
    sequence: int
    yes: tuple[tuple[int, int], ...]
    no: tuple[tuple[int, int], ...]


@row()
class PredictionOrderView:
    """An order that is open, or was kept for its client id."""

    order_id: int
    client_order_id: str | None
    market_id: int
    order_type: int  # 0 limit, 1 market
    time_in_force: int  # 0 gtc, 1 gtd, 2 ioc, 3 fok
    expires_at_s: int | None
    is_post_only: bool
    self_trade_prevention: int  # 0 cancelResting, 1 cancelIncoming, 2 both
    side: int
    price: int
    contracts: int
    filled: int
    remaining: int
    canceled: int
    cost_e6: int  # of the filled contracts
    fee_e6: int
    status: int  # 0 open, 1 partiallyFilled, 2 filled, 3 canceled, 4 expired
    reserved_e6: int
    queue_contracts: int | None  # ahead of it on its level; None when it does not rest
    created_at_s: int
    updated_at_s: int


@row()
class PredictionPositionView:
    """Contracts held in a market that is not paid yet."""

    market_id: int
    side: int
    contracts: int
    cost_e6: int
    current_price: int  # of its side: the last traded one


@row()
class PredictionPortfolioView:
    """Points of one wallet; zeros for one that does not participate."""

    available_e6: int
    reserved_e6: int
    cost_e6: int  # of the contracts held in markets that are not paid yet
    realized_pnl_e6: int
    unrealized_pnl_e6: int
    programmes: tuple[int, ...]  # 1 perpetual programme, 2 season 2, 3 season 3
    is_granted: bool
    cancel_at_s: int | None
    open_orders: int


@row()
class PredictionTotals:
    """Sums over every wallet and market that is not paid; visits all of them."""

    granted_e6: int
    burned_e6: int
    available_e6: int
    reserved_e6: int
    pairs: int
    order_count: int

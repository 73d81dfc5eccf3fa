"""Margin accounts, positions, LP positions and settlement requests (API 3.3, 3.4)."""

from typing import Annotated

from msgspec import Meta

from edge.api.markets.schemas import Amounts
from edge.api.predictions.schemas import PredictionPortfolio
from edge.api.series.schemas import AmountPoint
from edge.http.schema.base import Entity
from edge.http.schema.units import (
    AddressText,
    Collateral,
    Points,
    Price,
    Ratio,
    Side,
    SignedCollateral,
    SignedPrice,
    Timestamp,
    Token,
    one_of,
)


class Change(Entity):
    """An amount and its share of the margin or the entry notional."""

    value: SignedCollateral
    percent_change: Ratio


class PnlInfo(Entity):
    """Profit and loss in its parts."""

    total_pnl: Change
    price_component: Change
    accrued_funding: Change


class Position(Entity):
    """An open position of a margin account (API 3.3)."""

    market_id: int
    side: Side
    open_interest: Amounts
    pnl_info: PnlInfo
    last_interaction_price: Price
    last_interaction_funding_per_unit: SignedPrice
    initial_margin_ratio: Ratio
    maintenance_margin_ratio: Ratio
    accrued_funding_estimate_one_hour: SignedCollateral
    total_required_margin: Collateral
    liquidation_price: Price | None
    initial_margin: Collateral
    leverage_multiple: Ratio | None
    return_on_margin: Ratio


class Margins(Entity):
    """Collateral and margin requirements of an account."""

    available_margin: SignedCollateral
    total_required_margin: Collateral
    total_required_margin_ratio: Ratio | None
    required_initial_margin: Collateral
    required_maintenance_margin: Collateral
    required_liquidation_fee_margin: Collateral
    accumulated_liquidation_fees: Collateral


class DelegateTerms(Entity):
    """Limits of a delegate; `usedToday` counts only under a limit. No markets: all."""

    expires_at: Timestamp | None
    notional_per_day: Collateral | None
    used_today: Collateral
    markets: list[int]


class MarginAccount(Entity):
    """A margin account with its positions (API 3.3)."""

    address: AddressText
    name: str
    id: int
    margin_collateral: Collateral
    open_interest: Collateral
    leverage_multiple: Ratio | None
    health_ratio: Ratio | None
    can_close: bool
    can_liquidate: bool
    in_liquidation: bool
    was_recently_liquidated: bool
    margins: Margins
    pnl_info: PnlInfo
    positions: list[Position]
    delegate: AddressText | None
    delegate_terms: DelegateTerms | None
    max_withdrawable_amount: Collateral
    is_closed: bool = False


class LpPoints(Entity):
    """LP points of a position for its owner, in all and per day, before boosts."""

    total: Points
    per_day: Points


class LpPosition(Entity):
    """A deposit into the pool (API 3.4)."""

    id: int
    address: AddressText
    liquidity: Collateral
    shares: Token
    maturity: Timestamp
    has_reached_maturity: bool
    max_removable_shares: Token
    share_value: Collateral
    share_price: Price
    pnl: Change
    points: LpPoints
    can_close: bool
    is_closed: bool = False


class LpAccount(Entity):
    """The pool account of before there were LP positions (API 3.4)."""

    address: AddressText
    liquidity: Collateral
    shares: Token
    stake: Ratio
    share_value: Collateral
    last_add_liquidity_timestamp: Timestamp
    min_lp_duration_maturity: Timestamp
    min_lp_duration_elapsed: bool
    max_removable_shares: Token
    delegate: AddressText | None
    delegate_terms: DelegateTerms | None
    can_close: bool
    can_upgrade: bool


class SettlementRequest(Entity):
    """A requested payout (API 3.4)."""

    address: AddressText
    id: int
    maturity: Timestamp
    amount: Collateral
    keeper_tip: Collateral
    exchange: AddressText
    owner: AddressText
    owner_token_account: AddressText
    status: Annotated[str, one_of("pending", "mature", "payable", "authorised", "settled")]
    processor: AddressText | None
    signature: str | None
    mint: AddressText


class StakeSchedule(Entity):
    """When an amount of stake can be withdrawn."""

    amount: Token
    epoch: int


class Unvested(Entity):
    """Unvested stake by state."""

    total: Token
    locking: Token
    locked: Token
    preunlocking: Token
    unlocking: Token
    unlocked: Token


class Staking(Entity):
    """The stake of a wallet by state (API 3.8)."""

    locking: Token
    locked: Token
    unlocking: Token
    unlocked: Token
    unlocking_schedule: list[StakeSchedule]
    unvested: Unvested
    is_account_full: bool
    has_account: bool
    preunlocking: Token


class EpochPeriod(Entity):
    """The epoch of staking that runs now."""

    epoch: int
    start: Timestamp
    end: Timestamp
    duration: int
    seconds_remaining: int


class StakingTotals(Entity):
    """Total stake of all wallets (API 5.1); `totalUnlocking` is the whole wait.

    Rewards of staking are points, no tokens, so the yield in tokens is 0.
    """

    total_locked: Token
    total_locking: Token
    total_unlocking: Token
    stakers: int
    epoch: int
    epoch_duration: Annotated[int, Meta(extra_json_schema={"x-unit": "seconds"})]
    epoch_end: Timestamp
    apr: Ratio


class LockedEpochPeriod(Entity):
    """The time until an unstaked amount can be withdrawn."""

    unlocking_epoch: int
    start: Timestamp
    end: Timestamp
    seconds_remaining: int


class Totals(Entity):
    """The parts of a wallet's account value."""

    margin: SignedCollateral
    lp: Collateral
    pending_settlement: Collateral
    pnl: SignedCollateral


class Portfolio(Entity):
    """Everything a wallet has (API 5.6); of long lists the first page.

    The cursors lead on at `/api/v1/user/{user}/lp-positions` and `.../settlement-requests`.
    """

    account_value: SignedCollateral
    margin_accounts: list[MarginAccount]
    lp_positions: list[LpPosition]
    settlement_requests: list[SettlementRequest]
    staking: Staking
    predictions: PredictionPortfolio
    totals: Totals
    lp_positions_next_cursor: str | None
    settlement_requests_next_cursor: str | None


class ValueHistory(Entity):
    """A wallet's equity history, as its portfolio's `accountValue`."""

    user: AddressText
    points: list[AmountPoint]


class PerformancePoint(Entity):
    """P&L and return since the beginning of the window."""

    timestamp: Timestamp
    pnl: SignedCollateral
    return_on_capital: Ratio


class PnlParts(Entity):
    """The parts of a wallet's P&L from its first command on; they sum to `pnl`."""

    pnl: SignedCollateral
    realized: SignedCollateral
    unrealized: SignedCollateral
    funding: SignedCollateral
    trading_fees: Collateral
    liquidation_fees: Collateral
    liquidity: SignedCollateral
    other: SignedCollateral
    deposited: Collateral
    withdrawn: Collateral


class Performance(Entity):
    """P&L of a wallet without its deposits and withdrawals (API 5.6)."""

    user: AddressText
    points: list[PerformancePoint]
    parts: PnlParts


class RealizedPosition(Entity):
    """What an open position realized since it was opened from flat."""

    margin_account_id: int
    market_id: int
    realized: SignedCollateral
    price: SignedCollateral
    funding: SignedCollateral
    fees: Collateral


class RealizedPositions(Entity):
    """Realized P&L of a wallet's open positions (API 5.6)."""

    user: AddressText
    positions: list[RealizedPosition]


class Balance(Entity):
    """A balance at the chain; raw units of the asked token."""

    balance: Token


class Candidate(Entity):
    """A margin account that can be liquidated now."""

    owner: AddressText
    margin_account_id: int
    health_ratio: Ratio
    in_liquidation: bool
    open_interest: Collateral


class Candidates(Entity):
    """Margin accounts that can be liquidated now, worst health first."""

    accounts: list[Candidate]


class RiskScreening(Entity):
    """Whether the wallet is high risk."""

    is_high_risk: bool


class StakingAddresses(Entity):
    """A wallet's stake account address, whether it staked or not (API 4.9)."""

    stake_account: AddressText
    custody: AddressText
    positions_account: AddressText
    mint: AddressText


class QuarantinedDeposit(Entity):
    """Tokens that came without an accepted command (API 4.9)."""

    deposit_id: int
    amount: Token
    mint: AddressText
    signature: str | None
    slot: int
    reason: str  # a code
    explanation: str
    claimed: bool

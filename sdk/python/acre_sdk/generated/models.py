"""Requests and answers of both bases. Generated from edge/http/openapi/document.py by edge/generate; do not edit."""

from decimal import Decimal
from typing import Any, Literal

from msgspec import UNSET, UnsetType, field

from acre_sdk.models import Model, Raw


class AbsorptionPoint(Model):
    """Sales of a month by the listings at its end; `timestamp` is the month's first instant."""

    timestamp: int
    absorption_rate: Decimal | None
    months_of_supply: Decimal | None


class Source(Model):
    """Where a figure of the answer is from; one to come has a future `firstPublishedAt`.

    `figure` is its field, `series` the metric; a figure made of several has a row for each."""

    figure: str
    series: str
    publisher: str | None
    area: str | None
    area_name: str
    first_published_at: int | None


class AbsorptionHistory(Model):
    """Absorption by month."""

    points: list[AbsorptionPoint]
    sources: list[Source]


class AccountBody(Model):
    """One margin account."""

    margin_account_id: int


class AcreCosts(Model):
    """Costs of the trade; funding is net paid, below 0 when received."""

    trade_fees: Raw
    price_impact: Raw
    funding: Raw
    liquidated_at: int | None


class PriceChange(Model):
    """Index change over several spans; null where the history is too short."""

    one_day: Decimal | None
    one_month: Decimal | None
    one_year: Decimal | None


class AcreInfo(Model):
    """Facts about one region (API 4.7)."""

    id: int
    name: str
    state: str | None
    country: str
    category: str
    metric: str
    currency: str
    price: Raw | None
    price_as_of: int | None
    change: PriceChange
    population: int | None
    median_sqft: int | None


class AcreInfosBody(Model):
    """Up to ten areas."""

    ids: list[int]


class AddLiquidityBody(Model):
    """Deposit into the pool."""

    liquidity: str | int


class PointsQuote(Model):
    """Points per day the trade or deposit would earn a participant."""

    per_day: Raw
    multiplier: Decimal


class AddLiquidityQuote(Model):
    """Shares for a deposit made now."""

    shares: Raw
    maturity: int
    points_quote: PointsQuote


class AddressBody(Model):
    """One wallet."""

    address: str | None | UnsetType = UNSET


class Affordability(Model):
    """Payments of a 30-year mortgage on the median home, as a share of the median income."""

    monthly_payment: Raw
    income_share: Decimal
    down_payment_rate: Decimal
    median_household_income: Raw
    income_year: int


class AirdropClaim(Model):
    """A wallet's row of the operator's table (API 4.9)."""

    is_eligible: bool
    amount: Raw
    claimed: bool
    claimed_at: int | None
    signature: str | None


class Alert(Model):
    """An alert; the fields of other kinds are null."""

    id: int
    kind: Literal["healthBelow", "orders", "paid", "priceAbove", "priceBelow", "priceMove", "questionClosing"]
    is_active: bool
    created_at: int
    market_id: int | None
    price: Raw | None
    move_bp: int | None
    margin_account_id: int | None
    health: Decimal | None
    prediction_market_id: int | None
    lead_s: int | None


class AlertBody(Model):
    """An alert to set; each kind needs its own fields."""

    kind: Literal["healthBelow", "orders", "paid", "price", "priceMove", "questionClosing"]
    market_id: int | None | UnsetType = UNSET
    price: str | int | None | UnsetType = UNSET
    move_bp: int | None | UnsetType = UNSET
    margin_account_id: int | None | UnsetType = UNSET
    health: str | int | None | UnsetType = UNSET
    prediction_market_id: int | None | UnsetType = UNSET
    lead_s: int | None | UnsetType = UNSET


class AlertEvent(Model):
    """What an alert reported, at which engine time; the fields of other kinds are null."""

    id: int
    kind: Literal["healthBelow", "orders", "paid", "priceAbove", "priceBelow", "priceMove", "questionClosing"]
    timestamp: int
    is_read: bool
    market_id: int | None
    price: Raw | None
    index_price: Raw | None
    move_bp: int | None
    margin_account_id: int | None
    health: Decimal | None
    health_now: Decimal | None
    prediction_market_id: int | None
    lead_s: int | None
    settlement_request_id: int | None
    amount: Raw | None
    order_id: int | None
    order_event: Literal["deferred", "ended", "filled"] | None
    order_text: str | None


class Alerts(Model):
    """The alerts of a wallet, newest first, and what they reported."""

    alerts: list[Alert]
    events: list[AlertEvent]
    unread: int


class AmendBody(Model):
    """A new price, or a new number of contracts that are to remain; what is absent stays."""

    price: int | UnsetType = UNSET
    contracts: int | UnsetType = UNSET


class AmendPerpOrderBody(Model):
    """Amend a waiting order; what is left out stays as it is."""

    margin_account_id: int
    order_id: int
    side: Literal["long", "short"] | None | UnsetType = UNSET
    input: str | int | None | UnsetType = UNSET
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    trigger_price: str | int | None | UnsetType = UNSET
    trail_rate: str | None | UnsetType = UNSET
    acceptable_price: str | int | None | UnsetType = UNSET
    expires_at: int | None | UnsetType = UNSET
    owner: str | None | UnsetType = UNSET


class AmountPoint(Model):
    """An amount at a time."""

    timestamp: int
    value: Raw


class Amounts(Model):
    """A size and its notional."""

    size: Raw
    notional: Raw


class Assumptions(Model):
    """The assumptions of the answer, including defaults."""

    timeframe: str
    leverage: Decimal
    sqft: int
    side: str
    down_payment_rate: Decimal
    mortgage_rate: Decimal
    closing_cost_rate: Decimal
    agent_commission_rate: Decimal
    seller_closing_rate: Decimal
    property_tax_rate: Decimal
    insurance_rate: Decimal
    maintenance_rate: Decimal
    rent_yield: Decimal
    vacancy_rate: Decimal
    management_rate: Decimal


class Auction(Model):
    """A call auction that was held; sizes are sums."""

    timestamp: int
    market_id: int
    index_price: Raw
    order_count: int
    bought: Raw
    sold: Raw
    matched: Raw
    pool_size: Raw
    pool_price: Raw | None


class AuctionCosts(Model):
    """Fee, surcharge and impact of an order now, and in the auction at the index of now."""

    timestamp: int
    locks_at: int
    cost_now: Raw
    cost_matched: Raw
    cost_with_pool: Raw
    saving: Raw
    saving_matched: Raw


class Balance(Model):
    """A balance at the chain; raw units of the asked token."""

    balance: Raw


class LegBody(Model):
    """A change of one position of a basket."""

    market_id: int
    side: Literal["long", "short"]
    input: str | int
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET


class BasketBody(Model):
    """Changes of 2 to 8 positions of one account, each in another market, in their order."""

    margin_account_id: int
    legs: list[LegBody]
    user: str | None | UnsetType = UNSET


class SignedAmounts(Model):
    """A signed size and its notional."""

    size: Raw
    notional: Raw


class FundingParts(Model):
    """The parts that sum to the funding rate."""

    drift: Decimal
    crowding: Decimal
    spread: Decimal


class CostOfHolding(Model):
    """Fee, surcharge, impact, funding and holding charge over a span; negative = will be paid."""

    one_day: Raw
    seven_days: Raw
    thirty_days: Raw


class IfMoved(Model):
    """Change of available margin with the index moved by percents; null: liquidatable there."""

    down10: Raw | None
    down5: Raw | None
    down2: Raw | None
    up2: Raw | None
    up5: Raw | None
    up10: Raw | None


class PositionQuote(Model):
    """Quote of modify-position and close-position."""

    open_interest_delta: SignedAmounts
    position_initial_margin_ratio: Decimal
    position_maintenance_margin_ratio: Decimal
    fill_price: Raw
    index_price: Raw
    price_impact: Decimal
    trade_fee: Raw
    liquidation_price: Raw | None
    leverage_multiple: Decimal | None
    accrued_funding_estimate_one_hour: Raw
    points_quote: PointsQuote
    is_executable: bool
    reasons: list[str]
    surcharge: Raw
    funding_parts: FundingParts
    holding_rate: Decimal
    cost_of_holding: CostOfHolding
    break_even_price: Raw
    margin_collateral_after: Raw
    available_margin_after: Raw
    total_required_margin_after: Raw
    free_margin_change: Raw
    realized_pnl: Raw
    if_moved: IfMoved


class BasketLegQuote(Model):
    """One leg; figures of the account and the liquidation price are those after all legs."""

    market_id: int
    quote: PositionQuote


class BasketQuote(Model):
    """Quote of modify-positions: the legs in their order, and all of them together."""

    legs: list[BasketLegQuote]
    is_executable: bool
    reasons: list[str]
    trade_fee: Raw
    surcharge: Raw
    realized_pnl: Raw
    margin_collateral_after: Raw
    available_margin_after: Raw
    total_required_margin_after: Raw
    required_maintenance_after: Raw
    free_margin_change: Raw
    leverage_multiple: Decimal | None
    health_ratio: Decimal | None
    liquidation_move: Decimal | None
    points_quote: PointsQuote


class PlacedOrder(Model):
    """An order of a prediction market (API 5.7)."""

    order_id: int
    client_order_id: str | None
    market_id: int
    type: Literal["limit", "market"]
    time_in_force: Literal["fok", "gtc", "gtd", "ioc"]
    expires_at: int | None
    post_only: bool
    self_trade_prevention: Literal["both", "cancelIncoming", "cancelResting"]
    side: Literal["no", "yes"]
    price: int
    contracts: int
    filled_contracts: int
    remaining_contracts: int
    canceled_contracts: int
    average_price: Decimal | None
    fee_points: Raw
    status: Literal["canceled", "expired", "filled", "open", "partiallyFilled"]
    reserved_points: Raw
    queue_contracts: int | None
    created_at: int
    updated_at: int


class BatchError(Model):
    """Why an order of a batch was refused."""

    message: str
    code: str
    details: dict[str, Any]


class BatchResult(Model):
    """The outcome of one order of a batch: one of the two fields."""

    order: PlacedOrder | UnsetType = UNSET
    error: BatchError | UnsetType = UNSET


class BatchAnswer(Model):
    """Outcomes of the orders of a batch, in request order."""

    results: list[BatchResult]


class BatchOrderBody(Model):
    """An order of a batch; its market is required too."""

    type: Literal["limit", "market"]
    side: Literal["yes", "no"]
    contracts: int
    market_id: int
    price: int | None | UnsetType = UNSET
    time_in_force: Literal["gtc", "gtd", "ioc", "fok"] | UnsetType = UNSET
    expires_at: int | None | UnsetType = UNSET
    post_only: bool | UnsetType = UNSET
    self_trade_prevention: Literal["cancelResting", "cancelIncoming", "both"] | UnsetType = UNSET
    client_order_id: str | None | UnsetType = UNSET


class BatchBody(Model):
    """Orders that are placed one after the other."""

    orders: list[BatchOrderBody]


class Level(Model):
    """The contracts that rest at a price."""

    price: int
    contracts: int


class OrderBook(Model):
    """Resting bids of both sides, best first."""

    market_id: int
    sequence: int
    yes: list[Level]
    no: list[Level]
    best_yes_bid: int | None
    best_yes_ask: int | None
    best_no_bid: int | None
    best_no_ask: int | None


class BookAnswer(Model):
    """The order book of a market."""

    order_book: OrderBook


class PhysicalCosts(Model):
    """Costs of owning, and the rent."""

    closing: Raw
    commission: Raw
    property_tax: Raw
    insurance: Raw
    maintenance: Raw
    management: Raw
    interest: Raw
    rent: Raw


class Breakdown(Model):
    """The parts of both costs."""

    acre: AcreCosts
    physical: PhysicalCosts


class CancelAfterBody(Model):
    """After how many seconds all orders are cancelled; 0 switches that off."""

    timeout_seconds: int


class CancelAllBody(Model):
    """Scope of a cancel-all: one market or all."""

    market_id: int | None | UnsetType = UNSET


class CancelAt(Model):
    """The time at which all orders will be cancelled; null: never."""

    cancel_at: int | None


class CancelPerpOrderBody(Model):
    """One waiting order."""

    margin_account_id: int
    order_id: int
    owner: str | None | UnsetType = UNSET


class CancelPerpOrdersBody(Model):
    """The waiting orders of an account, or those of one market."""

    margin_account_id: int
    market_id: int | None | UnsetType = UNSET
    owner: str | None | UnsetType = UNSET


class Canceled(Model):
    """The orders that were cancelled."""

    canceled: list[int]
    count: int


class Candidate(Model):
    """A margin account that can be liquidated now."""

    owner: str
    margin_account_id: int
    health_ratio: Decimal
    in_liquidation: bool
    open_interest: Raw


class Candidates(Model):
    """Margin accounts that can be liquidated now, worst health first."""

    accounts: list[Candidate]


class Candles(Model):
    """Candles as equal-length columns."""

    symbol: str
    interval: Literal["5m", "1h", "4h", "1d", "1w"]
    source: Literal["index", "market"]
    timestamp: list[int]
    open: list[Raw]
    high: list[Raw]
    low: list[Raw]
    close: list[Raw]
    volume: list[Raw]


class CashFlow(Model):
    """Income less payments while holding."""

    acre: Raw
    physical: Raw


class Challenge(Model):
    """Whether the bearer is the wallet."""

    is_authenticated: bool


class Change(Model):
    """An amount and its share of the margin or the entry notional."""

    value: Raw
    percent_change: Decimal


class ClaimBody(Model):
    """A quarantined deposit."""

    deposit_id: int


class Clock(Model):
    """Engine time and how fast it runs."""

    now: int
    rate: int


class ClosePositionBody(Model):
    """A close of a position; without input all of it."""

    margin_account_id: int
    market_id: int
    input: str | int | None | UnsetType = UNSET
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    user: str | None | UnsetType = UNSET


class CloseTransactionBody(Model):
    """Close a position by a transaction."""

    margin_account_id: int
    market_id: int
    input: str | int | None | UnsetType = UNSET
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    user: str | None | UnsetType = UNSET
    owner: str | None | UnsetType = UNSET
    acceptable_price: str | int | None | UnsetType = UNSET
    slippage_rate: str | int | UnsetType = UNSET


class ClusterHealth(Model):
    """How new the newest block of the chain is (API 4.1)."""

    status: Literal["healthy", "degraded", "down"]
    slot: int
    block_time: int
    tps: int
    latency_ms: int
    as_of: int


class Metadata(Model):
    """Name and place of the area behind a market (API 3.2)."""

    market: str
    market_id: int | None
    name: str
    state: str | None
    country: str
    acre_id: int
    tradable: bool
    symbol: str
    category: str
    currency: str
    metric: str
    pyth_token_id: str | None
    latitude: float | None
    longitude: float | None


class Collection(Model):
    """Markets in the order of the collection's ranking."""

    market_metadata: list[Metadata]


class ComingAuction(Model):
    """The next auction at the index of now; count and size rounded to two digits."""

    market_id: int
    timestamp: int
    locks_at: int
    order_count: int
    side: Literal["long", "short"] | None
    size: Raw


class CommandRow(Model):
    """The outcome of a command that a wallet put on the chain."""

    signature: str | None
    slot: int
    name: str | None
    nonce: int | None
    status: Literal["applied", "rejected", "ignored"]
    code: str | None
    details: dict[str, Any]
    timestamp: int


class CommunicationBody(Model):
    """Contact details to change: what is absent is kept, null removes it."""

    email: str | None | UnsetType = UNSET
    discord: str | None | UnsetType = UNSET
    twitter: str | None | UnsetType = UNSET


class CommunicationMethods(Model):
    """Contact details of a wallet's owner; null where missing."""

    email: str | None
    discord: str | None
    twitter: str | None


class ComparedMarket(Model):
    """One index, rebased to 100 at the start."""

    symbol: str
    name: str
    values: list[Decimal]


class Comparison(Model):
    """Indexes at the start, each month end after it, and now; columns of equal length."""

    start: int
    earliest: int
    timestamp: list[int]
    markets: list[ComparedMarket]


class ContestAddressBody(Model):
    """The joining wallet, from the token (express base)."""

    address: str


class ContestCounts(Model):
    """The number of contests of each kind; `joined` counts the user's contests, else 0."""

    live: int
    upcoming: int
    finished: int
    joined: int


class ContestEntry(Model):
    """Whether a wallet has joined a contest, and since when (main base)."""

    user: str
    is_participating: bool
    participated_at: int | None


class ContestIds(Model):
    """The ids of all contests, the newest start first."""

    contest_ids: list[str]


class RankedContestResult(Model):
    """A participant's result and rank; equal results share the lower number."""

    user: str
    token_change: Raw
    percent_change: Decimal
    position_count: int
    collateral_amount: Raw
    open_interest: Raw
    annualized_return: Decimal | None
    asset_dash: bool
    rank: int


class Username(Model):
    """A wallet and its username."""

    user: str
    username: str
    is_demo: bool


class ContestLeaderboard(Model):
    """A part of a leaderboard, by rank and then by address (main base)."""

    leaderboard: list[RankedContestResult]
    total: int
    updated_at: int
    usernames: list[Username]


class ContestPrize(Model):
    """The prize of a range of places among the eligible."""

    rank_from: int
    rank_to: int
    amount: Raw
    token: str
    description: str


class ContestPrizes(Model):
    """The prizes of a contest (main base)."""

    prizes: list[ContestPrize]
    total: Raw
    raffle: str | None


class ContestResult(Model):
    """A participant's result (API 3.7)."""

    user: str
    token_change: Raw
    percent_change: Decimal
    position_count: int
    collateral_amount: Raw
    open_interest: Raw
    annualized_return: Decimal | None
    asset_dash: bool


class ContestUserBody(Model):
    """The joining wallet, from the token (main base)."""

    user: str


class ContestView(Model):
    """A contest (API 5.1)."""

    id: str
    name: str
    slug: str
    description: str
    status: Literal["finished", "live", "upcoming"]
    starts_at: int
    ends_at: int
    metric: Literal["percentChange", "tokenChange"]
    min_collateral: Raw
    prizes: list[ContestPrize]
    participants_count: int
    is_joined: bool | None
    winners: list[ContestResult] | None


class ContestsAnswer(Model):
    """Contests, the newest start first."""

    contests: list[ContestView]


class CorrelatedMarket(Model):
    """A row and a column of the table."""

    symbol: str
    name: str


class Correlations(Model):
    """Correlations of the changes by quarter, row by row; null: too few quarters in common."""

    as_of: int | None
    quarters: int
    markets: list[CorrelatedMarket]
    rows: list[list[Decimal | None]]


class CreateMarginAccountBody(Model):
    """Create a margin account."""

    margin_account_id: int | None | UnsetType = UNSET
    margin: str | int | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET


class PropertyTypeCount(Model):
    """Active listings of one type of home."""

    type: str
    count: int


class CurrentInventory(Model):
    """Homes for sale; `newListings30d` counts the newest published month."""

    active_listings: int | None
    new_listings30d: int | None = field(name="newListings30d")
    pending: int | None
    median_days_on_market: int | None
    months_of_supply: Decimal | None
    by_property_type: list[PropertyTypeCount]
    as_of: int | None
    sources: list[Source]


class DailyPoints(Model):
    """Points of one UTC day before boosts; `date` is its midnight, the last day is partial."""

    date: int
    trading_points: Raw
    lp_points: Raw
    referral_points: Raw


class NetReturn(Model):
    """Returns of both ways."""

    acre_percentage: Decimal
    physical_percentage: Decimal
    acre_dollars: Raw
    physical_dollars: Raw


class DealPoint(Model):
    """The index at one end of the deal."""

    timestamp: int
    price: Raw


class DealAnalysis(Model):
    """A deal on Acre against the same deal in bricks (API 5.4, 7.7)."""

    dealsize_sqft: Raw
    dealsize_notional: Raw
    net_return: NetReturn
    cash_flow: CashFlow
    acre_total_costs: Raw
    physical_total_costs: Raw
    breakdown: Breakdown
    assumptions: Assumptions
    entry: DealPoint
    exit: DealPoint
    recommendation: Literal["physical", "similar", "slight_acre", "strong_acre"]


class DealCell(Model):
    """Both returns at one leverage, with the exit price changed by a ratio."""

    leverage: Decimal
    exit_change: Decimal
    acre_percentage: Decimal
    physical_percentage: Decimal
    recommendation: Literal["physical", "similar", "slight_acre", "strong_acre"]


class DealHorizon(Model):
    """Both returns of the deal held for the last so many years."""

    years: int
    acre_percentage: Decimal
    physical_percentage: Decimal
    acre_dollars: Raw
    physical_dollars: Raw
    liquidated_at: int | None


class DealHorizons(Model):
    """The same deal by holding time, from one year on, as far as the index goes back."""

    horizons: list[DealHorizon]


class DealSensitivity(Model):
    """The same deal at other leverages and exit prices: by leverage, then by change."""

    cells: list[DealCell]


class DelegateBody(Model):
    """The wallet that may trade for the user (null: none), its limits, SOL for its fees."""

    delegate: str | None
    expires_at: int | None | UnsetType = UNSET
    notional_per_day: str | int | None | UnsetType = UNSET
    markets: list[int] | None | UnsetType = UNSET
    delegate_top_up: str | int | None | UnsetType = UNSET


class DelegateTerms(Model):
    """Limits of a delegate; `usedToday` counts only under a limit. No markets: all."""

    expires_at: int | None
    notional_per_day: Raw | None
    used_today: Raw
    markets: list[int]


class Fallback(Model):
    """A wider area's value of a figure that is null, in that figure's unit."""

    figure: str
    series: str
    publisher: str | None
    area: str | None
    area_name: str
    first_published_at: int | None
    value: str


class Demographics(Model):
    """Demographics; `asOf` is the publication time of the newest figure."""

    population: int | None
    households: int | None
    median_household_income: Raw | None
    median_age: Decimal | None
    owner_occupied_rate: Decimal | None
    unemployment_rate: Decimal | None
    population_growth: Decimal | None
    as_of: int | None
    sources: list[Source]
    fallbacks: list[Fallback]


class DepositMarginBody(Model):
    """Deposit margin."""

    margin_account_id: int
    margin: str | int
    owner: str | None | UnsetType = UNSET


class SideShare(Model):
    """One side of an open-interest distribution."""

    size: Raw
    notional: Raw
    percent: Decimal


class Distribution(Model):
    """Open interest by side."""

    long: SideShare
    short: SideShare


class EndedSessions(Model):
    """The number of ended sessions."""

    ended_count: int


class EntryWindow(Model):
    """Seconds around the scheduled price update without position increases."""

    before: int
    after: int


class EpochPeriod(Model):
    """The epoch of staking that runs now."""

    epoch: int
    start: int
    end: int
    duration: int
    seconds_remaining: int


class Error(Model):
    """The body of every answer with a status from 400 on."""

    message: str
    code: str
    details: dict[str, Any]
    request_id: str


class Room(Model):
    """Open interest still available, by side, in collateral."""

    long: Raw
    short: Raw


class Yield(Model):
    """Fee APR of the pool's depositors, annualized."""

    apr: Decimal
    apy: Decimal


class ExchangeSpecification(Model):
    """Parameters of the exchange in force, its mints and keys."""

    id: int
    collateral_mint: str
    collateral_vault: str
    collateral_expo: int
    token_mint: str
    status: Literal["active", "paused", "halted"]
    paused: bool
    market_ids: list[int]
    admin: str
    authorized_settler: str
    net_exposure_cap: Raw
    net_exposure_cap_rate: Decimal
    locked_open_interest_ratio: Decimal
    protocol_fee_rate: Decimal
    reserve_fee_share: Decimal
    min_liquidation_fee: Raw
    max_liquidation_fee: Raw
    liquidation_target_health: Decimal
    min_trade_notional: Raw
    max_positions_per_account: int
    max_margin_accounts_per_user: int
    max_markets: int
    min_lp_duration: int
    settlement_delay: int
    min_liquidity: Raw
    min_settlement_amount: Raw
    max_keeper_tip_rate: Decimal
    outflow_hourly_rate: Decimal
    outflow_daily_rate: Decimal
    outflow_floor: Raw
    epoch_duration: int
    unlocking_duration: int
    order_margin: Raw
    hold_kink: Decimal
    hold_rate: Decimal


class Exchange(Model):
    """The exchange: vault, pool, open interest, parameters (API 3.1)."""

    address: str
    balance: Raw
    reserve_balance: Raw
    protocol_fee_balance: Raw
    unsettled_balance: Raw
    quarantined_balance: Raw
    margin_balance: Raw
    lp_balance: Raw
    tvl: Raw
    lp_shares: Raw
    unrealized_pnl: Raw
    share_price: Raw
    required_minimum_balance: Raw
    required_minimum_balance_percent: Decimal
    open_interest: Raw
    available_open_interest: Room
    open_interest_distribution: Distribution
    min_lp_duration: int
    settlement_delay: int
    protocol_fee_rate: Decimal
    cumulative_notional_volume: Raw
    cumulative_lp_fee: Raw
    lp_yield: Yield
    specification: ExchangeSpecification


class ExpressContestLeaderboard(Model):
    """A part of a leaderboard (express base); a final one never changes again."""

    leaderboard: list[RankedContestResult]
    total: int
    updated_at: int
    usernames: list[Username]
    is_final: bool


class MoveSchema(Model):
    """A change between two month ends."""

    change: Decimal
    from_: int
    to: int


class ExtremesSchema(Model):
    """The worst and the best change."""

    worst: MoveSchema
    best: MoveSchema


class FallSchema(Model):
    """A fall from a high to a low; months are counted by the calendar."""

    change: Decimal
    peak: Raw
    peak_at: int
    trough: Raw
    trough_at: int
    months_down: int
    recovered_at: int | None
    months_up: int | None


class FaucetDrop(Model):
    """The faucet's transfer."""

    signature: str
    sol: Raw
    collateral: Raw
    token: Raw


class ValueCount(Model):
    """A value of a filter and how many markets have it."""

    value: str
    count: int


class PriceRange(Model):
    """The lowest and the highest index price; null without a market."""

    min: Raw | None
    max: Raw | None


class FilterDistribution(Model):
    """Result counts of the search filters, by value."""

    states: list[ValueCount]
    countries: list[ValueCount]
    categories: list[ValueCount]
    tags: list[ValueCount]
    price: PriceRange


class SnapshotBoost(Model):
    """A user's grant of one announced snapshot."""

    id: str
    name: str
    boost: Decimal


class RankedPointsRow(Model):
    """A row with its place: 1-based, ties share the lower number; null for an unranked user."""

    user: str
    points: Raw
    trading_points: Raw
    lp_points: Raw
    referral_points: Raw
    referred_boost: Decimal
    first_hoa_boost: Decimal
    additional_hoa_boost: Decimal
    snapshot_boosts: list[SnapshotBoost]
    rank: int | None


class FinalPointsLeaderboard(Model):
    """The leaderboard of a season that is over; it never changes."""

    leaderboard: list[RankedPointsRow]
    total: int
    is_final: bool
    usernames: list[Username]


class Financials(Model):
    """Prices and rents of homes; `asOf` is the publication time of the newest figure."""

    median_price: Raw | None
    price_per_unit: Raw | None
    median_rent_monthly: Raw | None
    gross_rental_yield: Decimal | None
    property_tax_rate: Decimal | None
    insurance_rate: Decimal | None
    mortgage_rate30y: Decimal | None = field(name="mortgageRate30y")
    price_to_rent: Decimal | None
    affordability: Affordability | None
    as_of: int | None
    sources: list[Source]
    fallbacks: list[Fallback]


class Forecast(Model):
    """Expected index return per day."""

    fast: Decimal
    slow: Decimal
    mid: Decimal


class FundingAprs(Model):
    """The daily funding rate over other spans."""

    one_hour: Decimal
    eight_hour: Decimal
    one_day: Decimal
    one_year: Decimal


class FundingPoint(Model):
    """Funding at a time."""

    timestamp: int
    funding_rate: Decimal
    funding_velocity: Decimal
    funding_per_unit: Raw


class FundingHistory(Model):
    """Funding of one market over a window."""

    symbol: str
    points: list[FundingPoint]


class GenerateCodeBody(Model):
    """The code that the wallet chose; 3 to 20 characters."""

    referral_code: str


class GrandTotal(Model):
    """Points of all participants of the perpetual programme."""

    points: Raw
    participants: int
    as_of: int


class HardwareLoginBody(Model):
    """A signed memo transaction, base64."""

    address: str
    tx: str
    use_cookie: bool | UnsetType = UNSET


class Health(Model):
    """The process answers."""

    status: Literal["ok"]
    env: Literal["mainnet", "staging", "dev", "local"]
    version: str


class HeldPrint(Model):
    """A price update awaiting confirmation."""

    price: Raw
    published_at: int


class PathNode(Model):
    """A node beside the way from a leaf to the root."""

    hash: str
    side: Literal["left", "right"]


class InclusionProof(Model):
    """That the root counts what one wallet is owed."""

    kind: Literal["lpPosition", "marginAccount", "quarantine", "settlementRequest", "stake"]
    address: str
    amount: Raw
    leaf: str
    path: list[PathNode]


class JoinedContest(Model):
    """That a wallet has joined a contest, and since when (express base)."""

    contest_id: str
    address: str
    joined_at: int


class LegTransactionBody(Model):
    """A change of one position of a basket, and its worst price."""

    market_id: int
    side: Literal["long", "short"]
    input: str | int
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    acceptable_price: str | int | None | UnsetType = UNSET
    slippage_rate: str | int | UnsetType = UNSET


class Liabilities(Model):
    """Collateral liabilities of the vault, by kind; `lp` is negative when the pool has overpaid."""

    margin: Raw
    lp: Raw
    reserve: Raw
    protocol_fees: Raw
    unsettled: Raw
    quarantined: Raw


class LimitsBody(Model):
    """Markets whose largest and smallest modification is asked for."""

    margin_account_id: int
    market_ids: list[int] | None | UnsetType = UNSET
    market_id: int | None | UnsetType = UNSET
    side: Literal["long", "short"] | None | UnsetType = UNSET
    user: str | None | UnsetType = UNSET


class LiquidateBody(Model):
    """Liquidate a margin account; the fee goes to the wallet or to an own margin account."""

    owner: str
    margin_account_id: int
    fee_margin_account_id: int | None | UnsetType = UNSET


class Liquidation(Model):
    """A piece of a position that a liquidation closed."""

    timestamp: int
    exchange_id: int
    signature: str | None
    slot: int
    user: str
    margin_account_id: int
    liquidator: str
    liquidated_margin: Raw
    liquidation_started_at: int
    max_liquidation_fee: Raw
    liquidation_fee: Raw
    market_id: int
    amount_liquidated: Raw
    amount_liquidated_notional: Raw
    new_position_size: Raw
    index_price: Raw


class LiquidationCount(Model):
    """How many positions, opened at each month end, would have been liquidated."""

    leverage: Decimal
    side: Literal["long", "short"]
    year_entries: int
    within_year: int
    entries: int
    to_date: int


class ListingsPoint(Model):
    """Listings of a month; `timestamp` is the month's first instant."""

    timestamp: int
    new_listings: int | None
    active_listings: int | None
    median_list_price: Raw | None


class ListingsHistory(Model):
    """Listings by month."""

    points: list[ListingsPoint]
    sources: list[Source]


class LockedEpochPeriod(Model):
    """The time until an amount in the wait can be withdrawn."""

    unlocking_epoch: int
    start: int
    end: int
    seconds_remaining: int


class LoginBody(Model):
    """A signed message."""

    address: str
    signature: str
    message: str | None | UnsetType = UNSET
    signed_message: str | None | UnsetType = UNSET
    use_cookie: bool | UnsetType = UNSET


class LoginMessage(Model):
    """The text to sign."""

    message: str


class SignInFields(Model):
    """The fields of a sign-in message (API 2.2)."""

    domain: str
    address: str
    statement: str
    uri: str
    version: str
    chain_id: str
    nonce: str
    issued_at: str
    expiration_time: str
    not_before: str | None
    request_id: str
    resources: list[str]


class LoginMessageFields(Model):
    """The text to sign with its fields."""

    message: str
    fields: SignInFields


class LogoutAllBody(Model):
    """Whether the calling session is kept; required."""

    keep_current: bool


class LpAccount(Model):
    """The pool account of before there were LP positions (API 3.4)."""

    address: str
    liquidity: Raw
    shares: Raw
    stake: Decimal
    share_value: Raw
    last_add_liquidity_timestamp: int
    min_lp_duration_maturity: int
    min_lp_duration_elapsed: bool
    max_removable_shares: Raw
    delegate: str | None
    delegate_terms: DelegateTerms | None
    can_close: bool
    can_upgrade: bool


class LpEvent(Model):
    """A deposit into or a removal from the pool."""

    timestamp: int
    exchange_id: int
    signature: str | None
    slot: int
    user: str
    modify_liquidity_kind: Literal["add", "remove", "upgrade"]
    liquidity: Raw
    shares: Raw
    share_price: Raw
    new_liquidity_amount: Raw
    new_shares_amount: Raw
    lp_position_id: int | None
    maturity: int | None


class LpPoints(Model):
    """LP points of a position for its owner, in all and per day, before boosts."""

    total: Raw
    per_day: Raw


class LpPosition(Model):
    """A deposit into the pool (API 3.4)."""

    id: int
    address: str
    liquidity: Raw
    shares: Raw
    maturity: int
    has_reached_maturity: bool
    max_removable_shares: Raw
    share_value: Raw
    share_price: Raw
    pnl: Change
    points: LpPoints
    can_close: bool
    is_closed: bool


class LpPositionBody(Model):
    """One LP position."""

    lp_position_id: int


class Margins(Model):
    """Collateral and margin requirements of an account."""

    available_margin: Raw
    total_required_margin: Raw
    total_required_margin_ratio: Decimal | None
    required_initial_margin: Raw
    required_maintenance_margin: Raw
    required_liquidation_fee_margin: Raw
    accumulated_liquidation_fees: Raw


class PnlInfo(Model):
    """Profit and loss in its parts."""

    total_pnl: Change
    price_component: Change
    accrued_funding: Change


class Position(Model):
    """An open position of a margin account (API 3.3)."""

    market_id: int
    side: Literal["long", "short"]
    open_interest: Amounts
    pnl_info: PnlInfo
    last_interaction_price: Raw
    last_interaction_funding_per_unit: Raw
    initial_margin_ratio: Decimal
    maintenance_margin_ratio: Decimal
    accrued_funding_estimate_one_hour: Raw
    total_required_margin: Raw
    liquidation_price: Raw | None
    initial_margin: Raw
    leverage_multiple: Decimal | None
    return_on_margin: Decimal


class MarginAccount(Model):
    """A margin account with its positions (API 3.3)."""

    address: str
    name: str
    id: int
    margin_collateral: Raw
    open_interest: Raw
    leverage_multiple: Decimal | None
    health_ratio: Decimal | None
    can_close: bool
    can_liquidate: bool
    in_liquidation: bool
    was_recently_liquidated: bool
    margins: Margins
    pnl_info: PnlInfo
    positions: list[Position]
    delegate: str | None
    delegate_terms: DelegateTerms | None
    max_withdrawable_amount: Raw
    is_closed: bool


class MarginTransfer(Model):
    """A deposit into or a withdrawal from a margin account."""

    timestamp: int
    exchange_id: int
    signature: str | None
    slot: int
    user: str
    margin_transfer_kind: Literal["deposit", "withdraw"]
    margin_account_id: int
    margin: Raw
    settlement_request_maturity: int | None


class Skew(Model):
    """Long minus short."""

    size: Raw
    notional: Raw
    percent: Decimal


class MarketRoom(Model):
    """Open interest still available in a market, by side."""

    long: Amounts
    short: Amounts


class MarketSpecification(Model):
    """Parameters of a market in force, and its source of prices."""

    max_side_notional: Raw
    authorized_liquidator: str | None
    entry_window: EntryWindow
    price_feed: str
    min_initial_margin_ratio: Decimal
    maintenance_margin_proportion: Decimal
    initial_margin_ratio: Decimal
    skew_scale: Raw
    max_side_size: Raw
    max_side_notional_rate: Decimal
    max_funding_velocity: Decimal
    funding_decay: int
    max_funding_rate: Decimal
    k_drift: Decimal
    n_fast: int
    n_slow: int
    return_clip: Decimal
    drift_max: Decimal
    spread_rate: Decimal
    s_ref_rate: Decimal
    level_n: int
    maker_fee_rate: Decimal
    taker_fee_rate: Decimal
    liquidation_fee_rate: Decimal
    liquidation_window_seconds: int
    liquidation_capacity_multiplier: Decimal
    max_liquidation_pd: Decimal
    min_position_margin: Raw
    oracle_max_age: int
    oracle_max_age_decrease: int
    print_band: Decimal
    print_band_pause: Decimal
    max_confidence_rate: Decimal
    print_interval: int
    crowding_knee: Decimal
    skew_scale_rate: Decimal
    max_noise: Decimal


class Market(Model):
    """A market: prices, open interest, funding, parameters (API 3.2)."""

    address: str
    id: int
    paused: bool
    index_price: Raw
    market_price: Raw
    open_interest: Amounts
    skew: Skew
    open_interest_distribution: Distribution
    funding_rate: Decimal
    funding_velocity: Decimal
    max_funding_velocity: Decimal
    funding_rate_aprs: FundingAprs
    max_leverage_multiple: Decimal
    available_open_interest: MarketRoom
    maker_fee_rate: Decimal
    taker_fee_rate: Decimal
    metadata: Metadata
    specification: MarketSpecification
    funding_parts: FundingParts
    holding_rate: Decimal
    forecast: Forecast
    level_price: Raw
    noise: Decimal
    auction_only: bool
    index_price_at: int
    next_print_at: int
    increase_blocked_until: int | None
    held_print: HeldPrint | None


class Resolution(Model):
    """The value that decides a market; until it is paid an operator may correct it."""

    outcome: Literal["no", "yes"]
    value: Raw | None
    published_at: int | None
    pays_at: int


class PredictionMarket(Model):
    """A prediction market (API 5.7)."""

    market_id: int
    title: str
    description: str
    category: str
    rules: str
    acre_id: int | None
    strike: Raw | None
    opens_at: int
    closes_at: int
    resolves_at: int
    status: Literal["closed", "open", "resolved", "upcoming", "voided"]
    is_resolved: bool
    outcome: Literal["no", "void", "yes"] | None
    last_yes_price: int | None
    volume_contracts: int
    open_interest_contracts: int
    resolution: Resolution | None


class MarketAnswer(Model):
    """One prediction market."""

    market: PredictionMarket


class MarketDetail(Model):
    """One market of the express base: API 3.2 and the summary's fields."""

    address: str
    id: int
    paused: bool
    index_price: Raw
    market_price: Raw
    open_interest: Amounts
    skew: Skew
    open_interest_distribution: Distribution
    funding_rate: Decimal
    funding_velocity: Decimal
    max_funding_velocity: Decimal
    funding_rate_aprs: FundingAprs
    max_leverage_multiple: Decimal
    available_open_interest: MarketRoom
    maker_fee_rate: Decimal
    taker_fee_rate: Decimal
    metadata: Metadata
    specification: MarketSpecification
    funding_parts: FundingParts
    holding_rate: Decimal
    forecast: Forecast
    level_price: Raw
    noise: Decimal
    auction_only: bool
    index_price_at: int
    next_print_at: int
    increase_blocked_until: int | None
    held_print: HeldPrint | None
    market: str
    market_id: int
    name: str
    state: str | None
    country: str
    acre_id: int
    tradable: bool
    symbol: str
    category: str
    currency: str
    metric: str
    pyth_token_id: str | None
    latitude: float | None
    longitude: float | None
    change1d: Decimal | None
    change1y: Decimal | None
    volume24h: Raw
    tags: list[str]


class RatioPoint(Model):
    """A ratio at a time."""

    timestamp: int
    value: Decimal


class RankSchema(Model):
    """The share of earlier month ends that are below today's value."""

    percentile: Decimal
    months: int


class YearRankSchema(Model):
    """The change of the last 365 days among those of a year to each month end."""

    percentile: Decimal
    months: int
    change: Decimal


class TrendSchema(Model):
    """The trend of the last months, a year; strength is R squared."""

    months: int
    per_year: Decimal
    strength: Decimal | None


class SeasonSchema(Model):
    """The changes in one quarter of the year."""

    season: Literal["Dec-Feb", "Mar-May", "Jun-Aug", "Sep-Nov"]
    count: int
    mean: Decimal
    rises: Decimal


class SeasonalitySchema(Model):
    """The quarters of the year, and the share of the variance that they explain."""

    strength: Decimal | None
    seasons: list[SeasonSchema]


class PersistenceSchema(Model):
    """How last year's change foretold the next year's; errors are mean absolute ones."""

    count: int
    mean_error: Decimal
    unchanged_error: Decimal
    right_direction: Decimal


class TogetherSchema(Model):
    """How the index moved with that of another market, by quarters."""

    symbol: str
    name: str
    is_country: bool
    correlation: Decimal
    beta: Decimal
    quarters: int


class MarketPast(Model):
    """What the published prints of one index say about its past."""

    symbol: str
    as_of: int | None
    from_: int | None
    months: int
    months_needed: int
    maintenance_rate: Decimal
    largest_fall: FallSchema | None
    current_fall: FallSchema | None
    drawdown: list[RatioPoint]
    month: ExtremesSchema | None
    year: ExtremesSchema | None
    price_rank: RankSchema | None
    year_rank: YearRankSchema | None
    liquidations: list[LiquidationCount]
    trend: TrendSchema | None
    seasonality: SeasonalitySchema | None
    persistence: PersistenceSchema | None
    together: list[TogetherSchema]


class MarketPaused(Model):
    """Whether one market is paused."""

    market_id: int
    paused: bool


class MarketPoint(Model):
    """A market at a time; `volume` is what was traded since the point before."""

    timestamp: int
    index_price: Raw
    market_price: Raw
    funding_rate: Decimal
    open_interest_long: Raw
    open_interest_short: Raw
    skew: Raw
    volume: Raw


class PoolScenario(Model):
    """The pool if indexes moved by `move`; changes are against now."""

    move: Decimal
    value: Raw
    change: Raw
    share_price: Raw
    share_price_change: Decimal | None


class MarketScenarios(Model):
    """The same for the index of one market alone; `skew` is what traders hold, long less short."""

    market_id: int
    symbol: str
    name: str
    skew: Raw
    scenarios: list[PoolScenario]


class MarketSeries(Model):
    """One market over a window."""

    market_id: int
    points: list[MarketPoint]


class MembershipBadge(Model):
    """A wallet's membership badge: the picture of the first, and how many it holds."""

    image: str | None
    count: int


class Modification(Model):
    """One end of what can be executed."""

    open_interest_delta: SignedAmounts
    leverage_multiple: Decimal | None


class ModificationLimits(Model):
    """Executable sizes on one side of one market; null if none."""

    market_id: int
    side: Literal["long", "short"]
    max_position_modification: Modification | None
    min_position_modification: Modification | None


class ModifyPositionBody(Model):
    """Change a position by a transaction, with a stop and a target on what it leaves."""

    margin_account_id: int
    market_id: int
    side: Literal["long", "short"]
    input: str | int
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    user: str | None | UnsetType = UNSET
    owner: str | None | UnsetType = UNSET
    acceptable_price: str | int | None | UnsetType = UNSET
    slippage_rate: str | int | UnsetType = UNSET
    stop_price: str | int | None | UnsetType = UNSET
    target_price: str | int | None | UnsetType = UNSET


class ModifyPositionsBody(Model):
    """Change 2 to 8 positions by one transaction, all or none."""

    margin_account_id: int
    legs: list[LegTransactionBody]
    owner: str | None | UnsetType = UNSET


class NoBody(Model):
    """A command without any field."""


class OnboardBody(Model):
    """First-time profile input; the terms must be accepted. What is absent is kept."""

    accepted_terms: Literal[True]
    username: str | None | UnsetType = UNSET
    interests: list[str] | None | UnsetType = UNSET
    email: str | None | UnsetType = UNSET
    discord: str | None | UnsetType = UNSET
    twitter: str | None | UnsetType = UNSET


class Onboarding(Model):
    """Whether a wallet's owner accepted the terms, and when (wall clock)."""

    is_onboarded: bool
    onboarded_at: int | None


class OrderAnswer(Model):
    """One order."""

    order: PlacedOrder


class OrderBody(Model):
    """An order; type, side and contracts are required, price as well for a limit order."""

    type: Literal["limit", "market"]
    side: Literal["yes", "no"]
    contracts: int
    price: int | None | UnsetType = UNSET
    time_in_force: Literal["gtc", "gtd", "ioc", "fok"] | UnsetType = UNSET
    expires_at: int | None | UnsetType = UNSET
    post_only: bool | UnsetType = UNSET
    self_trade_prevention: Literal["cancelResting", "cancelIncoming", "both"] | UnsetType = UNSET
    client_order_id: str | None | UnsetType = UNSET


class OwnSession(Model):
    """One of a wallet's sessions; nothing is kept of the device it was opened on."""

    id: str
    created_at: int
    last_used_at: int | None
    expires_at: int
    method: Literal["hardware", "message", "signIn"] | None
    is_current: bool


class Pagination(Model):
    """The cursor of the next page of a main list."""

    next_cursor: str | None
    limit: int


class Participant(Model):
    """Whether the user of `key` takes part in a season (express base)."""

    is_participating: bool
    participated_at: int | None
    key: str


class ParticipantsCount(Model):
    """The number of participants of a contest."""

    participants_count: int


class ParticipateBody(Model):
    """The programme to join: the current season or the perpetual one."""

    user: str | None | UnsetType = UNSET
    is_for_perpetual_points: bool | UnsetType = UNSET


class Participation(Model):
    """Whether a wallet takes part, and since when (main base)."""

    is_participating: bool
    participated_at: int | None


class Paused(Model):
    """Whether exchange and markets are paused (API 4.1)."""

    paused: bool
    exchange: bool
    markets: list[MarketPaused]
    as_of: int


class PerformancePoint(Model):
    """P&L and return since the beginning of the window."""

    timestamp: int
    pnl: Raw
    return_on_capital: Decimal


class PnlParts(Model):
    """The parts of a wallet's P&L from its first command on; they sum to `pnl`."""

    pnl: Raw
    realized: Raw
    unrealized: Raw
    funding: Raw
    trading_fees: Raw
    liquidation_fees: Raw
    liquidity: Raw
    other: Raw
    deposited: Raw
    withdrawn: Raw


class Performance(Model):
    """P&L of a wallet without its deposits and withdrawals (API 5.6)."""

    user: str
    points: list[PerformancePoint]
    parts: PnlParts


class PerpOrder(Model):
    """An order that waits, for its owner alone."""

    order_id: int
    margin_account_id: int
    market_id: int
    order_type: Literal["auction", "limit", "stop", "takeProfit", "trailing"]
    trigger_by: Literal["index", "market"]
    side: Literal["long", "short"]
    reduce_only: bool
    whole_position: bool
    size: Raw
    trigger_price: Raw | None
    trail_rate: Decimal | None
    best_price: Raw | None
    acceptable_price: Raw | None
    group: int
    expires_at: int
    stop_price: Raw | None
    target_price: Raw | None
    is_locked: bool
    is_due: bool
    deferred_reason: str | None
    deferred_text: str | None
    delegate: str | None


class PerpOrderBody(Model):
    """An order that waits for its price (rules/orders.md); `user` only on the alias paths."""

    margin_account_id: int
    market_id: int
    order_type: Literal["auction", "limit", "stop", "takeProfit", "trailing"]
    side: Literal["long", "short"] | None | UnsetType = UNSET
    input: str | int | None | UnsetType = UNSET
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    trigger_by: Literal["index", "market"] | UnsetType = UNSET
    reduce_only: bool | UnsetType = UNSET
    whole_position: bool | UnsetType = UNSET
    trigger_price: str | int | None | UnsetType = UNSET
    trail_rate: str | None | UnsetType = UNSET
    acceptable_price: str | int | None | UnsetType = UNSET
    slippage_rate: str | int | UnsetType = UNSET
    group: int | UnsetType = UNSET
    expires_at: int | None | UnsetType = UNSET
    stop_price: str | int | None | UnsetType = UNSET
    target_price: str | int | None | UnsetType = UNSET
    user: str | None | UnsetType = UNSET


class PerpOrderEvent(Model):
    """What happened to a waiting order; fields without a meaning there are null."""

    timestamp: int
    exchange_id: int
    signature: str | None
    slot: int
    user: str
    margin_account_id: int
    market_id: int
    order_id: int
    event: Literal["placed", "amended", "deferred", "filled", "ended"]
    order_type: Literal["auction", "limit", "stop", "takeProfit", "trailing"] | None
    trigger_by: Literal["index", "market"] | None
    reduce_only: bool | None
    whole_position: bool | None
    size: Raw | None
    trigger_price: Raw | None
    trail_rate: Decimal | None
    acceptable_price: Raw | None
    group: int | None
    expires_at: int | None
    stop_price: Raw | None
    target_price: Raw | None
    parent_order_id: int | None
    matched_size: Raw | None
    fill_price: Raw | None
    trade_fee: Raw | None
    surcharge: Raw | None
    left_size: Raw | None
    end_reason: Literal["filled", "canceled", "group", "expired", "rejected", "noPosition", "liquidation", "marketSettled"] | None
    code: str | None
    text: str | None


class PerpOrderQuote(Model):
    """Quote of place-perp-order."""

    is_placeable: bool
    placing_reasons: list[str]
    order_margin: Raw
    size: Raw
    trigger_price: Raw | None
    acceptable_price: Raw | None
    expires_at: int
    at_trigger: PositionQuote | None
    now: PositionQuote | None
    auction: AuctionCosts | None
    loss_to_stop: Raw | None


class PerpetualStatus(Model):
    """Whether a wallet takes part in the perpetual programme, and its place there."""

    is_participating: bool
    participated_at: int | None
    rank: int | None


class PerpetualSummary(Model):
    """Points of the perpetual programme; `perDay` is what the wallet's holdings earn, boosted."""

    trading_points: Raw
    lp_points: Raw
    referral_points: Raw
    boosts: Decimal
    points: Raw
    per_day: Raw


class PlacePerpOrderBody(Model):
    """Place a waiting order by a transaction."""

    margin_account_id: int
    market_id: int
    order_type: Literal["auction", "limit", "stop", "takeProfit", "trailing"]
    side: Literal["long", "short"] | None | UnsetType = UNSET
    input: str | int | None | UnsetType = UNSET
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    trigger_by: Literal["index", "market"] | UnsetType = UNSET
    reduce_only: bool | UnsetType = UNSET
    whole_position: bool | UnsetType = UNSET
    trigger_price: str | int | None | UnsetType = UNSET
    trail_rate: str | None | UnsetType = UNSET
    acceptable_price: str | int | None | UnsetType = UNSET
    slippage_rate: str | int | UnsetType = UNSET
    group: int | UnsetType = UNSET
    expires_at: int | None | UnsetType = UNSET
    stop_price: str | int | None | UnsetType = UNSET
    target_price: str | int | None | UnsetType = UNSET
    user: str | None | UnsetType = UNSET
    owner: str | None | UnsetType = UNSET


class PredictionPortfolio(Model):
    """Points of the prediction programme; none before participating."""

    available_points: Raw
    open_interest_points: Raw


class PointsAnswer(Model):
    """Points of the wallet, and what trading brought."""

    portfolio: PredictionPortfolio
    realized_pnl: Raw
    unrealized_pnl: Raw


class PointsBreakdown(Model):
    """A row with its last 30 days, oldest first."""

    user: str
    points: Raw
    trading_points: Raw
    lp_points: Raw
    referral_points: Raw
    referred_boost: Decimal
    first_hoa_boost: Decimal
    additional_hoa_boost: Decimal
    snapshot_boosts: list[SnapshotBoost]
    rank: int | None
    daily: list[DailyPoints]


class PointsLeaderboard(Model):
    """Participants by rank; `total` of them, at `updatedAt`."""

    leaderboard: list[RankedPointsRow]
    total: int
    updated_at: int
    usernames: list[Username]


class PoolParts(Model):
    """Components of the pool's P&L; they sum to the change of its value without deposits."""

    fees: Raw
    surcharge: Raw
    funding: Raw
    holding: Raw
    trading: Raw
    other: Raw


class PoolStanding(Model):
    """The pool at a time: value is lpBalance less the traders' open profit."""

    timestamp: int
    value: Raw
    unrealized_pnl: Raw
    shares: Raw
    share_price: Raw


class PoolReturn(Model):
    """The pool between two times: end less start is deposited less withdrawn plus the total."""

    start: PoolStanding
    end: PoolStanding
    deposited: Raw
    withdrawn: Raw
    parts: PoolParts
    total: Raw
    share_price_change: Decimal | None


class PoolScenarios(Model):
    """Every index by the same move, then each market with open positions by itself."""

    as_of: int
    value: Raw
    share_price: Raw
    all_markets: list[PoolScenario]
    markets: list[MarketScenarios]


class SettlementRequest(Model):
    """A requested payout (API 3.4)."""

    address: str
    id: int
    maturity: int
    amount: Raw
    keeper_tip: Raw
    exchange: str
    owner: str
    owner_token_account: str
    status: Literal["pending", "mature", "payable", "authorised", "settled"]
    processor: str | None
    signature: str | None
    mint: str


class StakeSchedule(Model):
    """When an amount of stake can be withdrawn."""

    amount: Raw
    epoch: int


class Unvested(Model):
    """Unvested stake by state."""

    total: Raw
    locking: Raw
    locked: Raw
    preunlocking: Raw
    unlocking: Raw
    unlocked: Raw


class Staking(Model):
    """The stake of a wallet by state (API 3.8)."""

    locking: Raw
    locked: Raw
    unlocking: Raw
    unlocked: Raw
    unlocking_schedule: list[StakeSchedule]
    unvested: Unvested
    is_account_full: bool
    has_account: bool
    preunlocking: Raw


class Totals(Model):
    """The parts of a wallet's account value."""

    margin: Raw
    lp: Raw
    pending_settlement: Raw
    pnl: Raw


class Portfolio(Model):
    """Everything a wallet has (API 5.6); of long lists the first page.

    The cursors lead on at `/api/v1/user/{user}/lp-positions` and `.../settlement-requests`."""

    account_value: Raw
    margin_accounts: list[MarginAccount]
    lp_positions: list[LpPosition]
    settlement_requests: list[SettlementRequest]
    staking: Staking
    predictions: PredictionPortfolio
    totals: Totals
    lp_positions_next_cursor: str | None
    settlement_requests_next_cursor: str | None


class PositionBody(Model):
    """A change of a position; `user` only on the alias paths."""

    margin_account_id: int
    market_id: int
    side: Literal["long", "short"]
    input: str | int
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    user: str | None | UnsetType = UNSET


class PredictionHistory(Model):
    """YES prices of a market's trades by interval, as equal-length columns."""

    market_id: int
    interval: Literal["1d", "1h", "1w", "4h", "5m"]
    timestamp: list[int]
    open: list[int]
    high: list[int]
    low: list[int]
    close: list[int]
    volume_contracts: list[int]


class PredictionMarketTrade(Model):
    """One public fill of a market."""

    trade_id: int
    market_id: int
    taker_side: Literal["no", "yes"]
    yes_price: int
    contracts: int
    timestamp: int


class PredictionPosition(Model):
    """Contracts of one side of a market."""

    market_id: int
    side: Literal["no", "yes"]
    contracts: int
    average_price: Decimal
    cost_points: Raw
    current_price: int
    unrealized_pnl: Raw
    payout_points: Raw | None


class PredictionPositions(Model):
    """The wallet's positions."""

    positions: list[PredictionPosition]


class PredictionTrade(Model):
    """One fill from the wallet's side."""

    trade_id: int
    order_id: int
    market_id: int
    side: Literal["no", "yes"]
    price: int
    contracts: int
    fee_points: Raw
    role: Literal["maker", "taker"]
    timestamp: int


class PricePoint(Model):
    """A price at a time."""

    timestamp: int
    value: Raw


class PriceFeed(Model):
    """The index of one market over a window."""

    symbol: str
    points: list[PricePoint]


class PriceFeedStats(Model):
    """Index changes over a window; prices are null before the first price update."""

    open: Raw | None
    close: Raw | None
    high: Raw | None
    low: Raw | None
    change: Decimal | None
    volatility: Decimal | None
    as_of: int


class ProcessBody(Model):
    """Process mature settlement requests."""

    owner: str | None | UnsetType = UNSET
    settlement_request_ids: list[int] | None | UnsetType = UNSET


class ProfileSettings(Model):
    """Display and default settings of a wallet."""

    username: str | None
    default_leverage: Decimal
    default_theme: Literal["dark", "light", "system"]
    trade_mode: Literal["advanced", "basic"]
    interests: list[str]


class QuarantinedDeposit(Model):
    """Tokens that came without an accepted command (API 4.9)."""

    deposit_id: int
    amount: Raw
    mint: str
    signature: str | None
    slot: int
    reason: str
    explanation: str
    claimed: bool


class ReadAlertsBody(Model):
    """The newest event that was read."""

    event_id: int


class Ready(Model):
    """The process can serve, part by part; without database or journal it is 503."""

    status: Literal["ready"]
    database: Literal["ok"]
    journal: Literal["ok"]
    journal_age_ms: int
    node: Literal["ok", "down"]
    follower: Literal["ok", "stuck"]
    waiting: list[str]
    as_of: int


class RealizedPosition(Model):
    """What an open position realized since it was opened from flat."""

    margin_account_id: int
    market_id: int
    realized: Raw
    price: Raw
    funding: Raw
    fees: Raw


class RealizedPositions(Model):
    """Realized P&L of a wallet's open positions (API 5.6)."""

    user: str
    positions: list[RealizedPosition]


class Referral(Model):
    """The referrer of a wallet, and the time of the code's use."""

    referred_by: str
    referred_by_code: str
    referred_at: int


class ReferralCode(Model):
    """The code of a wallet, as it was typed."""

    code: str


class ReferralUser(Model):
    """A wallet's place among the referrals (API 3.7), with what they brought."""

    user_id: str
    participated_at: int | None
    code: str | None
    referral_list: list[str]
    referred_at: int | None
    referred_by: str | None
    referred_by_code: str | None
    referral_points: Raw
    referred_count: int


class ReferredBy(Model):
    """The referrer of a wallet, and the time of the code's use; null: none yet."""

    referred_by: str | None
    referred_by_code: str | None
    referred_at: int | None


class RefreshBody(Model):
    """A refresh token."""

    refresh_token: str


class RemoveAccountsBody(Model):
    """Margin accounts that shall not be shown any more: one, or several."""

    margin_account_id: int | None | UnsetType = UNSET
    margin_account_ids: list[int] | None | UnsetType = UNSET


class RemoveAlertBody(Model):
    """The alert to remove."""

    alert_id: int


class RemoveLiquidityBody(Model):
    """Remove shares of a position from the pool."""

    lp_position_id: int
    shares: str | int
    keeper_tip: str | int | UnsetType = UNSET


class RemoveLiquidityQuote(Model):
    """Current payout of shares, and the points per day lost with them."""

    liquidity: Raw
    shares: Raw
    share_price: Raw
    points_quote: PointsQuote


class Replay(Model):
    """Marks prices as a replay of published history, with its publisher."""

    source: str
    attribution: str
    date: str
    history_ends: str


class ReplaySpeedBody(Model):
    """Real seconds in which the replay passes a day."""

    seconds_per_day: Literal[2, 10, 60]


class RiskScreening(Model):
    """Whether the wallet is high risk."""

    is_high_risk: bool


class SalesPoint(Model):
    """Closed sales of a month; `timestamp` is the month's first instant."""

    timestamp: int
    sales: int | None
    median_sale_price: Raw | None
    price_per_unit: Raw | None


class SalesHistory(Model):
    """Sales by month."""

    points: list[SalesPoint]
    sources: list[Source]


class Summary(Model):
    """A market in a list (API 5.1)."""

    market: str
    market_id: int | None
    name: str
    state: str | None
    country: str
    acre_id: int
    tradable: bool
    symbol: str
    category: str
    currency: str
    metric: str
    pyth_token_id: str | None
    latitude: float | None
    longitude: float | None
    index_price: Raw
    change1d: Decimal | None
    change1y: Decimal | None
    volume24h: Raw
    open_interest: Raw
    max_leverage_multiple: Decimal
    tags: list[str]
    paused: bool


class SearchResult(Model):
    """A page of markets and how many match."""

    markets: list[Summary]
    next_cursor: str | None
    total: int


class SessionBody(Model):
    """A refresh token, else the wallet whose cookie holds one."""

    refresh_token: str | UnsetType = UNSET
    address: str | UnsetType = UNSET


class SessionInfo(Model):
    """Tokens of a login (API 2.1)."""

    access_token: str
    access_token_expiration_time: int
    refresh_token_expiration_time: int
    address: str
    is_new_user: bool
    refresh_token: str | UnsetType = UNSET


class SessionList(Model):
    """The living sessions of a wallet, the newest first."""

    sessions: list[OwnSession]


class SettingsBody(Model):
    """Settings to change: what is absent is kept, null brings the default back."""

    username: str | None | UnsetType = UNSET
    default_leverage: Any | None | UnsetType = UNSET
    default_theme: Literal["dark", "light", "system"] | None | UnsetType = UNSET
    trade_mode: Literal["advanced", "basic"] | None | UnsetType = UNSET
    interests: list[str] | None | UnsetType = UNSET


class Solvency(Model):
    """Vault balance, liabilities, and the root that commits to them."""

    vault_balance: Raw
    claims: Liabilities
    difference: Raw
    token_vault_balance: Raw
    token_claims: Raw
    sequence: int
    state_hash: str
    state_root: str
    root_slot: int | None
    root_signature: str | None
    as_of: int
    proofs: list[InclusionProof] | UnsetType = UNSET


class StakeAmountBody(Model):
    """An amount of stake."""

    amount: str | int


class StakeBody(Model):
    """Stake ACRE tokens."""

    amount: str | int
    create_account: bool | UnsetType = UNSET


class StakingAddresses(Model):
    """A wallet's stake account address, whether it staked or not (API 4.9)."""

    stake_account: str
    custody: str
    positions_account: str
    mint: str


class StakingTotals(Model):
    """Total stake of all wallets (API 5.1); `totalUnlocking` is the whole wait.

    Rewards of staking are points, no tokens, so the yield in tokens is 0."""

    total_locked: Raw
    total_locking: Raw
    total_unlocking: Raw
    stakers: int
    epoch: int
    epoch_duration: int
    epoch_end: int
    apr: Decimal


class Status(Model):
    """The state of the service: chain, exchange, clock, journal (API 5.9)."""

    env: Literal["mainnet", "staging", "dev", "local"]
    version: str
    status: Literal["ok", "degraded", "maintenance"]
    exchange: Literal["active", "paused", "halted"]
    sequence: int
    chain_slot: int | None
    followed_slot: int
    projected_sequence: int
    last_print_at: int | None
    clock: Clock
    as_of: int
    replay: Replay | None


class StatusAnswer(Model):
    """The status of an order."""

    status: Literal["canceled", "expired", "filled", "open", "partiallyFilled"]


class StreamTrade(Model):
    """The public view of a trade (API 5.3)."""

    timestamp: int
    exchange_id: int
    signature: str | None
    slot: int
    user: str
    market_id: int
    trade_kind: Literal["open", "increase", "decrease", "close", "flip"]
    side: Literal["long", "short"]
    fill_price: Raw
    index_price: Raw
    open_interest_delta: SignedAmounts
    new_open_interest: SignedAmounts
    trade_fee: Raw
    surcharge: Raw
    pnl: Raw
    price_performance: Raw
    funding_performance: Raw


class SummaryList(Model):
    """Markets in the order asked."""

    markets: list[Summary]


class TokenPair(Model):
    """Tokens of a refresh."""

    access_token: str
    access_token_expiration_time: int
    refresh_token_expiration_time: int
    refresh_token: str | UnsetType = UNSET


class Trade(Model):
    """A trade with its margin account, and the waiting order that made it."""

    timestamp: int
    exchange_id: int
    signature: str | None
    slot: int
    user: str
    market_id: int
    trade_kind: Literal["open", "increase", "decrease", "close", "flip"]
    side: Literal["long", "short"]
    fill_price: Raw
    index_price: Raw
    open_interest_delta: SignedAmounts
    new_open_interest: SignedAmounts
    trade_fee: Raw
    surcharge: Raw
    pnl: Raw
    price_performance: Raw
    funding_performance: Raw
    margin_account_id: int
    order_id: int | None


class Transaction(Model):
    """An unsigned transaction (API 4.9)."""

    tx: str
    blockhash: str
    last_valid_block_height: int


class Unauthorized(Model):
    """The body of an answer with status 401; `expiredToken`: a refresh and one retry may help."""

    message: str
    code: str
    details: dict[str, Any]
    request_id: str
    expired_token: bool


class UseCodeBody(Model):
    """The code of another wallet."""

    referral_code: str


class UserBody(Model):
    """The participating wallet, from the token."""

    user: str | None | UnsetType = UNSET


class UserPoints(Model):
    """All points of a user."""

    user: str
    points: Raw


class ValueHistory(Model):
    """A wallet's equity history, as its portfolio's `accountValue`."""

    user: str
    points: list[AmountPoint]


class Volume(Model):
    """Traded notional and number of trades."""

    notional: Raw
    trades: int


class Volumes(Model):
    """Volume over several spans."""

    one_day: Volume
    one_week: Volume
    one_month: Volume
    all_time: Volume


class WalletBody(Model):
    """One wallet, which has to be named."""

    address: str


class WithdrawMarginBody(Model):
    """Withdraw margin."""

    margin_account_id: int
    margin: str | int
    keeper_tip: str | int | UnsetType = UNSET


class WithdrawMarginQuote(Model):
    """The currently withdrawable amount."""

    max_withdrawable_amount: Raw

"""Requests and answers of both bases. Generated from edge/http/openapi/document.py by edge/generate; do not edit."""

from decimal import Decimal
from typing import Any, Literal

from msgspec import UNSET, UnsetType, field

from acre_sdk.models import Model, Raw


class AbsorptionPoint(Model):
    """Sales of a month by the listings at its end; `timestamp` is the month's first instant.

    Attributes:
        timestamp: First instant of the month; unix seconds, UTC.
        absorption_rate: Homes sold in the month ÷ homes listed at its end; None when not known;
            decimal.
        months_of_supply: Months in which the listed homes would be sold; None when not known;
            decimal.
    """

    timestamp: int
    absorption_rate: Decimal | None
    months_of_supply: Decimal | None


class Source(Model):
    """Where a figure of the answer is from; one to come has a future `first_published_at`.

    `figure` is its field, `series` the metric; a figure made of several has a row for each.

    Attributes:
        figure: Field of the answer.
        series: Name of the series in the data.
        publisher: Who published it; None when the file does not say.
        area: Area of the figure; None: all areas.
        area_name: Name of that area for people.
        first_published_at: When the first value of the series was out; None when not known;
            unix seconds, UTC.
    """

    figure: str
    series: str
    publisher: str | None
    area: str | None
    area_name: str
    first_published_at: int | None


class AbsorptionHistory(Model):
    """Absorption by month.

    Attributes:
        points: Points in ascending order of time.
        sources: Where each figure is from.
    """

    points: list[AbsorptionPoint]
    sources: list[Source]


class AccountBody(Model):
    """One margin account.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
    """

    margin_account_id: int


class AcreCosts(Model):
    """Costs of the trade; funding is net paid, below 0 when received.

    Attributes:
        trade_fees: Fees at entry and exit; USD, 6 decimals.
        price_impact: Cost of the impact at entry and exit, below 0 when it is a gain; USD,
            signed, 6 decimals.
        funding: Net funding paid over the deal, below 0 when received; USD, signed, 6 decimals.
        liquidated_at: Day on which the loss reached the own money; None when it did not; unix
            seconds, UTC.
    """

    trade_fees: Raw
    price_impact: Raw
    funding: Raw
    liquidated_at: int | None


class PriceChange(Model):
    """Index change over several spans; None where the history is too short.

    Attributes:
        one_day: Change within a day; None without an older price; decimal.
        one_month: Change within a month; None without an older price; decimal.
        one_year: Change within a year; None without an older price; decimal.
    """

    one_day: Decimal | None
    one_month: Decimal | None
    one_year: Decimal | None


class AcreInfo(Model):
    """Facts about one region.

    Attributes:
        id: Number of the area.
        name: Name for people.
        state: State or region of the area; None where there is none.
        country: Country of the area, two letters (ISO 3166).
        category: Kind of area, from city to index.
        metric: Unit of area of the index: square feet or square meters.
        currency: Currency of the price, `USD`.
        price: Newest index price of the area; None before the first; USD, 8 decimals.
        price_as_of: When that price was published; None before the first; unix seconds, UTC.
        change: Change of the price over spans that end now.
        population: Inhabitants of the area; None when not known.
        median_sqft: Area of the home to which a price per home is divided, square feet; None
            when not known.
    """

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
    """Up to ten areas.

    Attributes:
        ids: Numbers of areas, 1 to 10.
    """

    ids: list[int]


class AddLiquidityBody(Model):
    """Deposit into the pool.

    Attributes:
        liquidity: Collateral that goes into the pool, USD with 6 decimals.
    """

    liquidity: str | int


class PointsQuote(Model):
    """Points per day the trade or deposit would earn a participant.

    Attributes:
        per_day: Points that it earns in a day, with boosts, 6 decimals.
        multiplier: 1 + the boosts that are in `per_day`; decimal.
    """

    per_day: Raw
    multiplier: Decimal


class AddLiquidityQuote(Model):
    """Shares for a deposit made now.

    Attributes:
        shares: Shares that the deposit would get, rounded down; token amount, 6 decimals.
        maturity: When the shares could be removed first; unix seconds, UTC.
        points_quote: Points for which the change counts.
    """

    shares: Raw
    maturity: int
    points_quote: PointsQuote


class AddressBody(Model):
    """One wallet.

    Attributes:
        address: Wallet that signs in or is signed in; base58 of exactly 32 bytes.
    """

    address: str | None | UnsetType = UNSET


class Affordability(Model):
    """Payments of a 30-year mortgage on the median home, as a share of the median income.

    Attributes:
        monthly_payment: Payment of a mortgage of 30 years on 80 % of the price, rounded up;
            USD, 6 decimals.
        income_share: Payments of a year ÷ median income, rounded down; decimal.
        down_payment_rate: Own money in the purchase of a home, a part of its price; decimal.
        median_household_income: Median income of a household in a year; USD, 6 decimals.
        income_year: Year for which the median income was published.
    """

    monthly_payment: Raw
    income_share: Decimal
    down_payment_rate: Decimal
    median_household_income: Raw
    income_year: int


class AirdropClaim(Model):
    """A wallet's row of the operator's table.

    Attributes:
        is_eligible: Whether the wallet is in the operator's table.
        amount: ACRE tokens of the wallet; token amount, 6 decimals.
        claimed: Whether it was paid out.
        claimed_at: When it was paid out; None before; unix seconds, UTC.
        signature: Signature of the claim, base58; None before.
    """

    is_eligible: bool
    amount: Raw
    claimed: bool
    claimed_at: int | None
    signature: str | None


class Alert(Model):
    """An alert; the fields of other kinds are None.

    Attributes:
        id: Number of the row, never used again.
        kind: What is watched; a price is above or below the one of when it was set.
        is_active: Whether it still watches; some end with their first event.
        created_at: When it was made; unix seconds, UTC.
        market_id: Market that is watched; None for kinds without one.
        price: Index price to wait for, USD with 8 decimals.
        move_bp: Least move of an index price from one update to the next.
        margin_account_id: Margin account that is watched; None for kinds without one.
        health: Health ratio below which it reports, 1 or more; decimal.
        prediction_market_id: Question to watch; None for kinds without one.
        lead_s: How long before the close of the question it reports.
    """

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
    """An alert to set; each kind needs its own fields.

    Attributes:
        kind: What is watched.
        market_id: Market to watch; of `price` and `priceMove`.
        price: Index price to wait for, USD with 8 decimals.
        move_bp: Least move of an index price from one update to the next; basis points.
        margin_account_id: Margin account to watch; of `healthBelow`.
        health: Health ratio below which it reports, 1 or more.
        prediction_market_id: Question to watch; None for kinds without one.
        lead_s: How long before the close of the question it reports; seconds of engine time.
    """

    kind: Literal["healthBelow", "orders", "paid", "price", "priceMove", "questionClosing"]
    market_id: int | None | UnsetType = UNSET
    price: str | int | None | UnsetType = UNSET
    move_bp: int | None | UnsetType = UNSET
    margin_account_id: int | None | UnsetType = UNSET
    health: str | int | None | UnsetType = UNSET
    prediction_market_id: int | None | UnsetType = UNSET
    lead_s: int | None | UnsetType = UNSET


class AlertEvent(Model):
    """What an alert reported, at which engine time; the fields of other kinds are None.

    Attributes:
        id: Number of the row, never used again.
        kind: What is watched; a price is above or below the one of when it was set.
        timestamp: When it happened, engine time; unix seconds, UTC.
        is_read: Whether it is marked as read.
        market_id: Market that is watched; None for kinds without one.
        price: Index price to wait for, USD with 8 decimals.
        index_price: Index price that set the alert off; None of kinds without a price; USD, 8
            decimals.
        move_bp: Move of the index price, in basis points; signed, rounded toward zero.
        margin_account_id: Margin account that is watched; None for kinds without one.
        health: Health ratio below which it reports, 1 or more; decimal.
        health_now: Health ratio of the account when it was reported; None of other kinds;
            decimal.
        prediction_market_id: Question to watch; None for kinds without one.
        lead_s: How long before the close of the question it reports.
        settlement_request_id: Payout that was made; None of other kinds.
        amount: What was paid; None of other kinds; token amount, 6 decimals.
        order_id: Waiting order that the event is about; None of other kinds.
        order_event: What happened to the waiting order; None of other kinds.
        order_text: Words of the order's event; why it waits or ended.
    """

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
    """The alerts of a wallet, newest first, and what they reported.

    Attributes:
        alerts: Alerts that were set.
        events: What the alerts reported, at most the newest 100.
        unread: Events that are not marked as read.
    """

    alerts: list[Alert]
    events: list[AlertEvent]
    unread: int


class AmendBody(Model):
    """A new price, or a new number of contracts that are to remain; what is absent stays.

    Attributes:
        price: Points for one contract of the side, 1 to 99.
        contracts: New number of contracts that remain; without it the old one.
    """

    price: int | UnsetType = UNSET
    contracts: int | UnsetType = UNSET


class AmendPerpOrderBody(Model):
    """Amend a waiting order; what is left out stays as it is.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        order_id: Order, by its number.
        side: New direction of the order; without it the old one.
        input: New amount of the order, as `input_kind` says; without it the old one.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
        trigger_price: Price at which a limit, stop or target begins, USD with 8 decimals; None
            of other orders.
        trail_rate: Distance of a trailing stop from the best price, a part of that price; None
            of other orders; decimal above 0 and below 1, at most 6 fraction digits.
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        expires_at: When the order ends unless it was filled, unix seconds.
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
    """

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
    """An amount at a time.

    Attributes:
        timestamp: Moment of the point; unix seconds, UTC.
        value: Figure of the series at that moment; USD, signed, 6 decimals.
    """

    timestamp: int
    value: Raw


class Amounts(Model):
    """A size and its notional.

    Attributes:
        size: Area, in square feet or meters as `metric` of the market says, 6 decimals.
        notional: Size x index price; USD, 6 decimals.
    """

    size: Raw
    notional: Raw


class Assumptions(Model):
    """The assumptions of the answer, including defaults.

    Attributes:
        timeframe: How long the deal was held until now.
        leverage: Notional ÷ own money; decimal.
        sqft: Area of the deal in square feet.
        side: Direction of the trade on Acre.
        down_payment_rate: Own money in the purchase of a home, a part of its price; decimal.
        mortgage_rate: Interest of the mortgage for a year; decimal.
        closing_cost_rate: Closing costs of the buyer, a part of the purchase price; decimal.
        agent_commission_rate: Commission of agents at the sale, a part of the sale price;
            decimal.
        seller_closing_rate: Closing costs of the seller, a part of the sale price; decimal.
        property_tax_rate: Property tax of a year, a part of the price; decimal.
        insurance_rate: Home insurance of a year, a part of the price; decimal.
        maintenance_rate: Upkeep of a year, a part of the purchase price; decimal.
        rent_yield: Gross rent of a year, a part of the purchase price; decimal.
        vacancy_rate: Part of the year without a tenant; decimal.
        management_rate: Fee of a property manager, a part of the gross rent; decimal.
    """

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
    """A call auction that was held; sizes are sums.

    Attributes:
        timestamp: When the auction was held; unix seconds, UTC.
        market_id: Market, by its number.
        index_price: Price of the index for one unit of area; USD, 8 decimals.
        order_count: Orders that take part, of the coming auction in two digits.
        bought: Sum of the buying orders that took part, as an area, 6 decimals.
        sold: Sum of the selling orders that took part, as an area, 6 decimals.
        matched: Area that changed hands between orders, 6 decimals.
        pool_size: Rest that the pool took, below 0 when it bought; area, signed, 6 decimals.
        pool_price: Fill price of the pool's part; None when all of it met; USD, 8 decimals.
    """

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
    """Fee, surcharge and impact of an order now, and in the auction at the index of now.

    Attributes:
        timestamp: When the price update that it trades at is due; unix seconds, UTC.
        locks_at: When the auction begins; unix seconds, UTC.
        cost_now: Fee, surcharge and impact of the trade at once; USD, signed, 6 decimals.
        cost_matched: Cost in the auction when all of it meets opposite orders; USD, signed, 6
            decimals.
        cost_with_pool: Cost in the auction when none of it meets opposite orders; USD, signed,
            6 decimals.
        saving: `cost_now` less the cost in the auction; USD, signed, 6 decimals.
        saving_matched: `cost_now` less the cost in the auction; USD, signed, 6 decimals.
    """

    timestamp: int
    locks_at: int
    cost_now: Raw
    cost_matched: Raw
    cost_with_pool: Raw
    saving: Raw
    saving_matched: Raw


class Balance(Model):
    """A balance at the chain; raw units of the asked token.

    Attributes:
        balance: What the wallet holds; token amount, 6 decimals.
    """

    balance: Raw


class LegBody(Model):
    """A change of one position of a basket.

    Attributes:
        market_id: Market, by its number.
        side: Direction of the position or trade.
        input: Amount of the change: area or USD with 6 decimals, as `input_kind` says; the size
            is rounded down.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
    """

    market_id: int
    side: Literal["long", "short"]
    input: str | int
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET


class BasketBody(Model):
    """Changes of 2 to 8 positions of one account, each in another market, in their order.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        legs: Trades of the basket, each in another market, in their order; each market once.
        user: Wallet of the quote, on paths without one; base58 of exactly 32 bytes.
    """

    margin_account_id: int
    legs: list[LegBody]
    user: str | None | UnsetType = UNSET


class SignedAmounts(Model):
    """A signed size and its notional.

    Attributes:
        size: Area, in square feet or meters as `metric` of the market says; area, signed, 6
            decimals.
        notional: Size x index price; USD, signed, 6 decimals.
    """

    size: Raw
    notional: Raw


class FundingParts(Model):
    """The parts that sum to the funding rate.

    Attributes:
        drift: Funding by the expected return of the index; decimal.
        crowding: Funding by the skew so far; decimal.
        spread: What the larger side pays the pool for errors of the forecast; decimal.
    """

    drift: Decimal
    crowding: Decimal
    spread: Decimal


class CostOfHolding(Model):
    """Fee, surcharge, impact, funding and holding charge over a span; negative = will be paid.

    Attributes:
        one_day: Fee, surcharge, impact, funding and holding charge after 1 day, below 0 when
            paid; USD, signed, 6 decimals.
        seven_days: Fee, surcharge, impact, funding and holding charge after 7 days, below 0
            when paid; USD, signed, 6 decimals.
        thirty_days: Fee, surcharge, impact, funding and holding charge after 30 days, below 0
            when paid; USD, signed, 6 decimals.
    """

    one_day: Raw
    seven_days: Raw
    thirty_days: Raw


class IfMoved(Model):
    """Change of available margin with the index moved by percents; None: liquidatable there.

    Attributes:
        down10: Change of the available margin after the index falls by 10 %; None when the
            account could then be liquidated; USD, signed, 6 decimals.
        down5: Change of the available margin after the index falls by 5 %; None when the
            account could then be liquidated; USD, signed, 6 decimals.
        down2: Change of the available margin after the index falls by 2 %; None when the
            account could then be liquidated; USD, signed, 6 decimals.
        up2: Change of the available margin after the index rises by 2 %; None when the account
            could then be liquidated; USD, signed, 6 decimals.
        up5: Change of the available margin after the index rises by 5 %; None when the account
            could then be liquidated; USD, signed, 6 decimals.
        up10: Change of the available margin after the index rises by 10 %; None when the
            account could then be liquidated; USD, signed, 6 decimals.
    """

    down10: Raw | None
    down5: Raw | None
    down2: Raw | None
    up2: Raw | None
    up5: Raw | None
    up10: Raw | None


class PositionQuote(Model):
    """Quote of modify-position and close-position.

    Attributes:
        open_interest_delta: Change of the position by the trade.
        position_initial_margin_ratio: Initial margin of the position after the trade, a part of
            its notional; decimal.
        position_maintenance_margin_ratio: Maintenance margin after the trade, a part of its
            notional; decimal.
        fill_price: Average price of the trade, for one unit of area; USD, 8 decimals.
        index_price: Index price of the quote; of a waiting order that at which it begins; USD,
            8 decimals.
        price_impact: (fill price - index price) ÷ index price; decimal.
        trade_fee: Maker and taker fee of the trade, rounded up; USD, 6 decimals.
        liquidation_price: Index price at which the account can be liquidated when no other
            index moves; None when none does; USD, 8 decimals.
        leverage_multiple: Notional ÷ available margin of the account; None when no margin is
            available; decimal.
        accrued_funding_estimate_one_hour: Funding of the next hour at the present rate, below 0
            when the position pays; USD, signed, 6 decimals.
        points_quote: Points for which the change counts.
        is_executable: Whether the trade would be executed now.
        reasons: Codes of what prevents it, in the order in which the engine checks.
        surcharge: What the trade pays beyond the fee while the index moves fast, rounded up;
            USD, 6 decimals.
        funding_parts: Drift, crowding and spread, whose sum is the funding rate.
        holding_rate: Holding charge of a day, a part of the notional; decimal.
        cost_of_holding: What the trade and its holding cost this side, below 0 when paid.
        break_even_price: Index price at which the position pays for its costs of 30 days; USD,
            8 decimals.
        margin_collateral_after: Collateral of the account after the trade; USD, signed, 6
            decimals.
        available_margin_after: Collateral and P&L of the account after the trade; USD, signed,
            6 decimals.
        total_required_margin_after: Initial margin that the account needs after the trade; USD,
            6 decimals.
        free_margin_change: Change of the margin that is free, below 0 when the order sets
            margin aside; USD, signed, 6 decimals.
        realized_pnl: P&L of the position that the trade realizes, without fees; USD, signed, 6
            decimals.
        if_moved: Change of the available margin after moves of the index.
    """

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
    """One leg; figures of the account and the liquidation price are those after all legs.

    Attributes:
        market_id: Market, by its number.
        quote: Quote of this leg; what is of the account is after all legs.
    """

    market_id: int
    quote: PositionQuote


class BasketQuote(Model):
    """Quote of modify-positions: the legs in their order, and all of them together.

    Attributes:
        legs: Trades of the basket, each in another market, in their order.
        is_executable: Whether the trade would be executed now.
        reasons: Codes of what prevents it, in the order in which the engine checks.
        trade_fee: Maker and taker fee of the trade, rounded up; USD, 6 decimals.
        surcharge: What the trade pays beyond the fee while the index moves fast, rounded up;
            USD, 6 decimals.
        realized_pnl: P&L of the position that the trade realizes, without fees; USD, signed, 6
            decimals.
        margin_collateral_after: Collateral of the account after the trade; USD, signed, 6
            decimals.
        available_margin_after: Collateral and P&L of the account after the trade; USD, signed,
            6 decimals.
        total_required_margin_after: Initial margin that the account needs after the trade; USD,
            6 decimals.
        required_maintenance_after: Maintenance and liquidation fee margin after the trade; USD,
            6 decimals.
        free_margin_change: Change of the margin that is free, below 0 when the order sets
            margin aside; USD, signed, 6 decimals.
        leverage_multiple: Notional ÷ available margin of the account; None when no margin is
            available; decimal.
        health_ratio: Available margin ÷ required margin, below 1 liquidation may begin; None
            without positions; decimal.
        liquidation_move: Smallest common move of the markets of all legs that allows
            liquidation, in steps of 0.01 %; None when 100 % does not suffice; decimal.
        points_quote: Points for which all legs together count.
    """

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
    """An order of a prediction market.

    Attributes:
        order_id: Order, by its number.
        client_order_id: Id of the client's own, unique among open orders and those of 24 hours.
        market_id: Prediction market, by its number.
        type: Whether it rests at its price (`limit`) or takes what there is (`market`).
        time_in_force: How long it rests: until canceled, until a time, not at all, or all at
            once.
        expires_at: When it ends unless it was filled; unix seconds, UTC.
        post_only: Whether it is refused when it would trade at once.
        self_trade_prevention: What is canceled when it would meet an own order.
        side: Outcome of the question that is bought or held.
        price: Points for one contract of the side, 1 to 99.
        contracts: Number of contracts, each pays 100 points when its side wins.
        filled_contracts: Contracts that were traded.
        remaining_contracts: Contracts that rest in the book.
        canceled_contracts: Contracts that were canceled.
        average_price: Average price of the traded contracts, in points; decimal.
        fee_points: Points that were paid as a fee, 6 decimals.
        status: What became of the order.
        reserved_points: Points that the rest of the order holds, 6 decimals.
        queue_contracts: Contracts with an earlier place; ahead of it at its price; None when it
            does not rest.
        created_at: When it was made; unix seconds, UTC.
        updated_at: When the order changed last; unix seconds, UTC.
    """

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
    """Why an order of a batch was refused.

    Attributes:
        message: Text for people.
        code: Reason for programs, from the list of the operation.
        details: Figures of the refusal by name, for programs; empty without any.
    """

    message: str
    code: str
    details: dict[str, Any]


class BatchResult(Model):
    """The outcome of one order of a batch: one of the two fields.

    Attributes:
        order: The order after the request.
        error: Why the order was refused.
    """

    order: PlacedOrder | UnsetType = UNSET
    error: BatchError | UnsetType = UNSET


class BatchAnswer(Model):
    """Outcomes of the orders of a batch, in request order.

    Attributes:
        results: Outcome of each order, in the order of the request.
    """

    results: list[BatchResult]


class BatchOrderBody(Model):
    """An order of a batch; its market is required too.

    Attributes:
        type: Whether it rests at its price (`limit`) or takes what there is (`market`).
        side: Outcome of the question that is bought or held.
        contracts: Number of contracts, each pays 100 points when its side wins.
        market_id: Prediction market, by its number.
        price: Points for one contract of the side, 1 to 99.
        time_in_force: How long it rests: until canceled, until a time, not at all, or all at
            once; default "gtc".
        expires_at: When a `gtd` order ends, not after the question closes; of gtd alone.
        post_only: Whether it is refused when it would trade at once; default false.
        self_trade_prevention: What is canceled when it would meet an own order; default
            "cancelResting".
        client_order_id: Id of the client's own, unique among open orders and those of 24 hours.
    """

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
    """Orders that are placed one after the other.

    Attributes:
        orders: Orders to place one after the other, at most 15.
    """

    orders: list[BatchOrderBody]


class Level(Model):
    """The contracts that rest at a price.

    Attributes:
        price: Points for one contract of the side, 1 to 99.
        contracts: Contracts that rest at the price, 0 when gone.
    """

    price: int
    contracts: int


class OrderBook(Model):
    """Resting bids of both sides, best first.

    Attributes:
        market_id: Prediction market, by its number.
        sequence: Number of the last command that is in it.
        yes: Resting bids for YES, best first.
        no: Resting bids for NO, best first.
        best_yes_bid: Best resting bid for YES; None without one.
        best_yes_ask: 100 - best bid for NO; None without one.
        best_no_bid: Best resting bid for NO; None without one.
        best_no_ask: 100 - best bid for YES; None without one.
    """

    market_id: int
    sequence: int
    yes: list[Level]
    no: list[Level]
    best_yes_bid: int | None
    best_yes_ask: int | None
    best_no_bid: int | None
    best_no_ask: int | None


class BookAnswer(Model):
    """The order book of a market.

    Attributes:
        order_book: Resting orders by price.
    """

    order_book: OrderBook


class PhysicalCosts(Model):
    """Costs of owning, and the rent.

    Attributes:
        closing: Closing costs of buyer and seller; USD, 6 decimals.
        commission: Commission of agents at the sale; USD, 6 decimals.
        property_tax: Property tax while owning; USD, 6 decimals.
        insurance: Home insurance while owning; USD, 6 decimals.
        maintenance: Upkeep while owning; USD, 6 decimals.
        management: Fee of a property manager while owning; USD, 6 decimals.
        interest: Mortgage interest while owning; USD, 6 decimals.
        rent: Rent received while owning, no cost; USD, 6 decimals.
    """

    closing: Raw
    commission: Raw
    property_tax: Raw
    insurance: Raw
    maintenance: Raw
    management: Raw
    interest: Raw
    rent: Raw


class Breakdown(Model):
    """The parts of both costs.

    Attributes:
        acre: The trade on Acre.
        physical: The purchase of a home.
    """

    acre: AcreCosts
    physical: PhysicalCosts


class CancelAfterBody(Model):
    """After how many seconds all orders are cancelled; 0 switches that off.

    Attributes:
        timeout_seconds: Seconds of silence after which all orders are canceled; 0 switches it
            off; 0, or 5 to 86400.
    """

    timeout_seconds: int


class CancelAllBody(Model):
    """Scope of a cancel-all: one market or all.

    Attributes:
        market_id: Only orders of this prediction market; without it all of them.
    """

    market_id: int | None | UnsetType = UNSET


class CancelAt(Model):
    """The time at which all orders will be cancelled; None: never.

    Attributes:
        cancel_at: When all orders are canceled unless it is asked again; None when switched
            off; unix seconds, UTC.
    """

    cancel_at: int | None


class CancelPerpOrderBody(Model):
    """One waiting order.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        order_id: Order, by its number.
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
    """

    margin_account_id: int
    order_id: int
    owner: str | None | UnsetType = UNSET


class CancelPerpOrdersBody(Model):
    """The waiting orders of an account, or those of one market.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Only orders of this market; without it all of the account.
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
    """

    margin_account_id: int
    market_id: int | None | UnsetType = UNSET
    owner: str | None | UnsetType = UNSET


class Canceled(Model):
    """The orders that were cancelled.

    Attributes:
        canceled: Numbers of the canceled orders.
        count: How many.
    """

    canceled: list[int]
    count: int


class Candidate(Model):
    """A margin account that can be liquidated now.

    Attributes:
        owner: Wallet whose account it is; base58 of 32 bytes.
        margin_account_id: Margin account of the wallet, by its number.
        health_ratio: Available margin ÷ required margin, below 1 liquidation may begin; None
            without positions; decimal.
        in_liquidation: Whether a liquidation has begun and not ended.
        open_interest: Notional of the account's positions at the index prices; USD, 6 decimals.
    """

    owner: str
    margin_account_id: int
    health_ratio: Decimal
    in_liquidation: bool
    open_interest: Raw


class Candidates(Model):
    """Margin accounts that can be liquidated now, worst health first.

    Attributes:
        accounts: Accounts that can be liquidated, worst first, at most 500.
    """

    accounts: list[Candidate]


class Candles(Model):
    """Candles as equal-length columns.

    Attributes:
        symbol: Symbol of the market, unique.
        interval: Span of one bar.
        source: Price of the candles.
        timestamp: Beginning of each bar, ascending.
        open: First price of each bar.
        high: Highest price of each bar.
        low: Lowest price of each bar.
        close: Last price of each bar.
        volume: Traded notional of each bar.
    """

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
    """Income less payments while holding.

    Attributes:
        acre: Net funding received while holding; USD, signed, 6 decimals.
        physical: Rent less running costs, interest and principal; USD, signed, 6 decimals.
    """

    acre: Raw
    physical: Raw


class Challenge(Model):
    """Whether the bearer is the wallet.

    Attributes:
        is_authenticated: Whether the bearer token is of this wallet and valid.
    """

    is_authenticated: bool


class Change(Model):
    """An amount and its share of the margin or the entry notional.

    Attributes:
        value: The amount; USD, signed, 6 decimals.
        percent_change: `value` ÷ collateral of the account, of a position ÷ entry notional;
            decimal.
    """

    value: Raw
    percent_change: Decimal


class ClaimBody(Model):
    """A quarantined deposit.

    Attributes:
        deposit_id: Quarantined deposit, by its number.
    """

    deposit_id: int


class Clock(Model):
    """Engine time and how fast it runs.

    Attributes:
        now: Engine time; unix seconds, UTC.
        rate: Engine seconds in a real second; 1 outside the demo.
    """

    now: int
    rate: int


class ClosePositionBody(Model):
    """A close of a position; without input all of it.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        input: Amount to close, as `input_kind` says; without it the whole position.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
        user: Wallet of the quote, on paths without one; base58 of exactly 32 bytes.
    """

    margin_account_id: int
    market_id: int
    input: str | int | None | UnsetType = UNSET
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    user: str | None | UnsetType = UNSET


class CloseTransactionBody(Model):
    """Close a position by a transaction.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        input: Amount to close, as `input_kind` says; without it the whole position.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
        user: Wallet of the quote, on paths without one; base58 of exactly 32 bytes.
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        slippage_rate: How much worse than the quoted fill the price may be, where there is no
            `acceptable_price`; default "0.01".
    """

    margin_account_id: int
    market_id: int
    input: str | int | None | UnsetType = UNSET
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    user: str | None | UnsetType = UNSET
    owner: str | None | UnsetType = UNSET
    acceptable_price: str | int | None | UnsetType = UNSET
    slippage_rate: str | int | UnsetType = UNSET


class ClusterHealth(Model):
    """How new the newest block of the chain is.

    Attributes:
        status: `degraded`: newest slot older than 10 s or slow; `down`: older than 60 s.
        slot: Newest slot of the chain.
        block_time: Time of the newest block; unix seconds, UTC.
        tps: Transactions of a second, over the newest blocks.
        latency_ms: How long the node took to answer, milliseconds.
        as_of: When the figures were made; unix seconds, UTC.
    """

    status: Literal["healthy", "degraded", "down"]
    slot: int
    block_time: int
    tps: int
    latency_ms: int
    as_of: int


class Metadata(Model):
    """Name and place of the area behind a market.

    Attributes:
        market: Name of the market's feed in the metadata.
        market_id: Market, by its number.
        name: Name for people.
        state: State or region of the area; None where there is none.
        country: Country of the area, two letters (ISO 3166).
        acre_id: Number of the area behind the market.
        tradable: Whether the market is open for trading.
        symbol: Symbol of the market, unique.
        category: Kind of area, from city to index.
        currency: Currency of the price, `USD`.
        metric: Unit of area of the index: square feet or square meters.
        pyth_token_id: Feed of the price at Pyth; None of a source of its own.
        latitude: Degrees north of the area's middle; None when not known.
        longitude: Degrees east of the area's middle; None when not known.
    """

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
    """Markets in the order of the collection's ranking.

    Attributes:
        market_metadata: Metadata of the markets in the order of the ranking.
    """

    market_metadata: list[Metadata]


class ComingAuction(Model):
    """The next auction at the index of now; count and size rounded to two digits.

    Attributes:
        market_id: Market, by its number.
        timestamp: When the price update that it trades at is due; unix seconds, UTC.
        locks_at: When the auction begins; unix seconds, UTC.
        order_count: Orders that take part, of the coming auction in two digits.
        side: Side that is larger now; None when both are equal.
        size: Excess of the larger side in two digits, as an area, 6 decimals.
    """

    market_id: int
    timestamp: int
    locks_at: int
    order_count: int
    side: Literal["long", "short"] | None
    size: Raw


class CommandRow(Model):
    """The outcome of a command that a wallet put on the chain.

    Attributes:
        signature: Signature of the transaction, base58; None for what the engine did by itself.
        slot: Slot of the chain in which it happened.
        name: Name of the command; None when its memo cannot be read.
        nonce: Number of the command among those of the wallet; None when its memo cannot be
            read.
        status: Outcome of the command: `rejected` by a rule, `ignored` when it could not be a
            command.
        code: Code of the reason for programs; None without one.
        details: Figures of the refusal by name, for programs; empty without any.
        timestamp: When it happened, engine time; unix seconds, UTC.
    """

    signature: str | None
    slot: int
    name: str | None
    nonce: int | None
    status: Literal["applied", "rejected", "ignored"]
    code: str | None
    details: dict[str, Any]
    timestamp: int


class CommunicationBody(Model):
    """Contact details to change: what is absent is kept, None removes it.

    Attributes:
        email: Mail address of the wallet's owner; None without one; `local@domain` in ASCII.
        discord: Name at Discord; None without one; 2 to 37 printable characters without spaces
            around them.
        twitter: Name at X, formerly Twitter; None without one.
    """

    email: str | None | UnsetType = UNSET
    discord: str | None | UnsetType = UNSET
    twitter: str | None | UnsetType = UNSET


class CommunicationMethods(Model):
    """Contact details of a wallet's owner; None where missing.

    Attributes:
        email: Mail address of the wallet's owner; None without one.
        discord: Name at Discord; None without one.
        twitter: Name at X, formerly Twitter; None without one.
    """

    email: str | None
    discord: str | None
    twitter: str | None


class ComparedMarket(Model):
    """One index, rebased to 100 at the start.

    Attributes:
        symbol: Symbol of the market, unique.
        name: Name for people.
        values: 100 x price ÷ price at the start, rounded down.
    """

    symbol: str
    name: str
    values: list[Decimal]


class Comparison(Model):
    """Indexes at the start, each month end after it, and now; columns of equal length.

    Attributes:
        start: Moment at which all indexes are 100; unix seconds, UTC.
        earliest: First moment at which all indexes have a print; unix seconds, UTC.
        timestamp: Moment of each value, ascending.
        markets: Values of each index at the moments of `timestamp`.
    """

    start: int
    earliest: int
    timestamp: list[int]
    markets: list[ComparedMarket]


class ContestAddressBody(Model):
    """The joining wallet, from the token (express base).

    Attributes:
        address: Wallet that joins, that of the token; base58 of exactly 32 bytes.
    """

    address: str


class ContestCounts(Model):
    """The number of contests of each kind; `joined` counts the user's contests, else 0.

    Attributes:
        live: Contests that have begun and not ended.
        upcoming: Contests that have not begun.
        finished: Contests that have ended.
        joined: Contests that the wallet takes part in.
    """

    live: int
    upcoming: int
    finished: int
    joined: int


class ContestEntry(Model):
    """Whether a wallet has joined a contest, and since when (main base).

    Attributes:
        user: Wallet that takes part; base58 of 32 bytes.
        is_participating: Whether the wallet takes part.
        participated_at: When it joined; None when it did not; unix seconds, UTC.
    """

    user: str
    is_participating: bool
    participated_at: int | None


class ContestIds(Model):
    """The ids of all contests, the newest start first.

    Attributes:
        contest_ids: Names of all contests.
    """

    contest_ids: list[str]


class RankedContestResult(Model):
    """A participant's result and rank; equal results share the lower number.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        token_change: Equity now less equity at the start less net deposits; USD, signed, 6
            decimals.
        percent_change: `token_change` ÷ the larger of starting equity and largest net deposits,
            rounded down; decimal.
        position_count: Open positions of the wallet.
        collateral_amount: Average collateral of the wallet since the start; USD, 6 decimals.
        open_interest: Notional of the wallet's positions at the index prices; USD, 6 decimals.
        annualized_return: `percent_change` for a year; None until the result is one full day
            old.
        asset_dash: Whether the wallet came by the partner's application; joined by the partner
            application.
        rank: Place from 1; ties share the lower number.
    """

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
    """A wallet and its username.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        username: Name that others see in place of the wallet; None without one.
        is_demo: Whether it trades by itself.
    """

    user: str
    username: str
    is_demo: bool


class ContestLeaderboard(Model):
    """A part of a leaderboard, by rank and then by address (main base).

    Attributes:
        leaderboard: Participants by rank.
        total: Rows in all, of which the answer has a part.
        updated_at: When the rows were computed; unix seconds, UTC.
        usernames: Names of those wallets among the rows that have one; of the wallets of these
            rows that have one, by address.
    """

    leaderboard: list[RankedContestResult]
    total: int
    updated_at: int
    usernames: list[Username]


class ContestPrize(Model):
    """The prize of a range of places among the eligible.

    Attributes:
        rank_from: First rank of the prize.
        rank_to: Last rank of the prize.
        amount: Prize of each rank; USD or tokens, 6 decimals.
        token: What the prize is paid in; USD or ACRE.
        description: Words of the prize.
    """

    rank_from: int
    rank_to: int
    amount: Raw
    token: str
    description: str


class ContestPrizes(Model):
    """The prizes of a contest (main base).

    Attributes:
        prizes: Prizes by rank.
        total: Sum of all prizes; USD or tokens, 6 decimals.
        raffle: How winners are drawn; None without a raffle.
    """

    prizes: list[ContestPrize]
    total: Raw
    raffle: str | None


class ContestResult(Model):
    """A participant's result.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        token_change: Equity now less equity at the start less net deposits; USD, signed, 6
            decimals.
        percent_change: `token_change` ÷ the larger of starting equity and largest net deposits,
            rounded down; decimal.
        position_count: Open positions of the wallet.
        collateral_amount: Average collateral of the wallet since the start; USD, 6 decimals.
        open_interest: Notional of the wallet's positions at the index prices; USD, 6 decimals.
        annualized_return: `percent_change` for a year; None until the result is one full day
            old.
        asset_dash: Whether the wallet came by the partner's application; joined by the partner
            application.
    """

    user: str
    token_change: Raw
    percent_change: Decimal
    position_count: int
    collateral_amount: Raw
    open_interest: Raw
    annualized_return: Decimal | None
    asset_dash: bool


class ContestUserBody(Model):
    """The joining wallet, from the token (main base).

    Attributes:
        user: Wallet that takes part; base58 of exactly 32 bytes.
    """

    user: str


class ContestView(Model):
    """A contest.

    Attributes:
        id: Name of the contest in paths.
        name: Name for people.
        slug: Name of the contest in paths.
        description: Text for participants.
        status: Whether it has begun and ended.
        starts_at: When results begin to count; unix seconds, UTC.
        ends_at: When results end to count; unix seconds, UTC.
        metric: Figure that ranks the participants.
        min_collateral: Average collateral that a prize needs; USD, 6 decimals.
        prizes: Prizes by rank.
        participants_count: Wallets that take part.
        is_joined: Whether `user` takes part; None without a user.
        winners: Rows of those who won; by place; None until the leaderboard is final.
    """

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
    """Contests, the newest start first.

    Attributes:
        contests: Contests that a filter chose.
    """

    contests: list[ContestView]


class CorrelatedMarket(Model):
    """A row and a column of the table.

    Attributes:
        symbol: Symbol of the market, unique.
        name: Name for people.
    """

    symbol: str
    name: str


class Correlations(Model):
    """Correlations of the changes by quarter, row by row; None: too few quarters in common.

    Attributes:
        as_of: When the newest figure was published; None without one; unix seconds, UTC.
        quarters: Quarters of the table at most.
        markets: Row and column heads of `rows`.
        rows: Correlations of each market with all; None with too few quarters in common.
    """

    as_of: int | None
    quarters: int
    markets: list[CorrelatedMarket]
    rows: list[list[Decimal | None]]


class CreateMarginAccountBody(Model):
    """Create a margin account.

    Attributes:
        margin_account_id: Number of the new account; without it the lowest free one.
        margin: First deposit into the account, USD with 6 decimals; without it none.
        name: Name of the account for its owner; printable ASCII without spaces around it; empty
            for none.
    """

    margin_account_id: int | None | UnsetType = UNSET
    margin: str | int | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET


class PropertyTypeCount(Model):
    """Active listings of one type of home.

    Attributes:
        type: Kind of home.
        count: How many.
    """

    type: str
    count: int


class CurrentInventory(Model):
    """Homes for sale; `new_listings30d` counts the newest published month.

    Attributes:
        active_listings: Homes for sale, without pending ones; None when not known.
        new_listings30d: Homes listed within 30 days; None when not known.
        pending: Homes with an accepted offer; None when not known.
        median_days_on_market: Median days from listing to sale; None when not known.
        months_of_supply: Months in which the listed homes would be sold; None when not known;
            decimal.
        by_property_type: Homes for sale by kind.
        as_of: When the newest figure was published; None without one; unix seconds, UTC.
        sources: Where each figure is from.
    """

    active_listings: int | None
    new_listings30d: int | None = field(name="newListings30d")
    pending: int | None
    median_days_on_market: int | None
    months_of_supply: Decimal | None
    by_property_type: list[PropertyTypeCount]
    as_of: int | None
    sources: list[Source]


class DailyPoints(Model):
    """Points of one UTC day before boosts; `date` is its midnight, the last day is partial.

    Attributes:
        date: Midnight of the day, UTC; unix seconds, UTC.
        trading_points: Points for open positions, before boosts, 6 decimals.
        lp_points: Points for liquidity, before boosts, 6 decimals.
        referral_points: Points for the wallets that used the code, 6 decimals.
    """

    date: int
    trading_points: Raw
    lp_points: Raw
    referral_points: Raw


class NetReturn(Model):
    """Returns of both ways.

    Attributes:
        acre_percentage: `acre_dollars` ÷ own money; -1 when liquidated; decimal.
        physical_percentage: `physical_dollars` ÷ down payment and closing costs; decimal.
        acre_dollars: Profit of the trade after fees, impact and funding; USD, signed, 6
            decimals.
        physical_dollars: Profit of the purchase with rent, after all costs; USD, signed, 6
            decimals.
    """

    acre_percentage: Decimal
    physical_percentage: Decimal
    acre_dollars: Raw
    physical_dollars: Raw


class DealPoint(Model):
    """The index at one end of the deal.

    Attributes:
        timestamp: Moment of the price; unix seconds, UTC.
        price: Index price at that moment; USD, 8 decimals.
    """

    timestamp: int
    price: Raw


class DealAnalysis(Model):
    """A deal on Acre against the same deal in bricks.

    Attributes:
        dealsize_sqft: Area of the deal, 6 decimals.
        dealsize_notional: Area x entry price; USD, 6 decimals.
        net_return: Return of both ways after all costs.
        cash_flow: Income less payments while holding.
        acre_total_costs: Fees, impact and net funding paid, at least 0; USD, 6 decimals.
        physical_total_costs: All costs of buying, owning and selling; USD, 6 decimals.
        breakdown: Costs of both ways, part by part.
        assumptions: Values that the model used, given or default.
        entry: Index at the beginning of the deal.
        exit: Index at the end of the deal.
        recommendation: Which way returned more: by more than 5 % points, by less, or about the
            same.
    """

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
    """Both returns at one leverage, with the exit price changed by a ratio.

    Attributes:
        leverage: Notional ÷ own money; decimal.
        exit_change: Change of the exit price, a part of it; decimal.
        acre_percentage: `acre_dollars` ÷ own money; -1 when liquidated; decimal.
        physical_percentage: `physical_dollars` ÷ down payment and closing costs; decimal.
        recommendation: Which way returned more: by more than 5 % points, by less, or about the
            same.
    """

    leverage: Decimal
    exit_change: Decimal
    acre_percentage: Decimal
    physical_percentage: Decimal
    recommendation: Literal["physical", "similar", "slight_acre", "strong_acre"]


class DealHorizon(Model):
    """Both returns of the deal held for the last so many years.

    Attributes:
        years: Years that the deal is held.
        acre_percentage: `acre_dollars` ÷ own money; -1 when liquidated; decimal.
        physical_percentage: `physical_dollars` ÷ down payment and closing costs; decimal.
        acre_dollars: Profit of the trade after fees, impact and funding; USD, signed, 6
            decimals.
        physical_dollars: Profit of the purchase with rent, after all costs; USD, signed, 6
            decimals.
        liquidated_at: Day on which the loss reached the own money; None when it did not; unix
            seconds, UTC.
    """

    years: int
    acre_percentage: Decimal
    physical_percentage: Decimal
    acre_dollars: Raw
    physical_dollars: Raw
    liquidated_at: int | None


class DealHorizons(Model):
    """The same deal by holding time, from one year on, as far as the index goes back.

    Attributes:
        horizons: Deals by holding time.
    """

    horizons: list[DealHorizon]


class DealSensitivity(Model):
    """The same deal at other leverages and exit prices: by leverage, then by change.

    Attributes:
        cells: Deals by leverage, then by exit price.
    """

    cells: list[DealCell]


class DelegateBody(Model):
    """The wallet that may trade for the user (None: none), its limits, SOL for its fees.

    Attributes:
        delegate: Wallet that may trade for the owner; None ends the right of the present one;
            base58 of exactly 32 bytes.
        expires_at: When the delegate's right ends, unix seconds, within 365 days; without it
            never.
        notional_per_day: Most that the delegate may trade in 24 hours, USD with 6 decimals;
            None: no limit.
        markets: Markets that the delegate may trade, at most 8; without it all.
        delegate_top_up: SOL that moves to the delegate for its transaction fees.
    """

    delegate: str | None
    expires_at: int | None | UnsetType = UNSET
    notional_per_day: str | int | None | UnsetType = UNSET
    markets: list[int] | None | UnsetType = UNSET
    delegate_top_up: str | int | None | UnsetType = UNSET


class DelegateTerms(Model):
    """Limits of a delegate; `used_today` counts only under a limit. No markets: all.

    Attributes:
        expires_at: When the delegate's right ends; None: never; unix seconds, UTC.
        notional_per_day: Most that the delegate may trade in 24 hours, USD with 6 decimals;
            None: no limit.
        used_today: What the delegate has traded of `notional_per_day`; 0 without a limit; USD,
            6 decimals.
        markets: Markets that the delegate may trade; empty: all.
    """

    expires_at: int | None
    notional_per_day: Raw | None
    used_today: Raw
    markets: list[int]


class Fallback(Model):
    """A wider area's value of a figure that is None, in that figure's unit.

    Attributes:
        figure: Field of the answer.
        series: Name of the series in the data.
        publisher: Who published it; None when the file does not say.
        area: Area of the figure; None: all areas.
        area_name: Name of that area for people.
        first_published_at: When the first value of the series was out; None when not known;
            unix seconds, UTC.
        value: Figure of the wider area, in the unit of that figure.
    """

    figure: str
    series: str
    publisher: str | None
    area: str | None
    area_name: str
    first_published_at: int | None
    value: str


class Demographics(Model):
    """Demographics; `as_of` is the publication time of the newest figure.

    Attributes:
        population: Inhabitants of the area; None when not known.
        households: Households of the area; None when not known.
        median_household_income: Median income of a household in a year; None when not known;
            USD, 6 decimals.
        median_age: Median age in years; None when not known; decimal.
        owner_occupied_rate: Part of the homes in which the owner lives; None when not known;
            decimal.
        unemployment_rate: Part of the workforce without work; None when not known; decimal.
        population_growth: Growth of the population in a year; None when not known; decimal.
        as_of: When the newest figure was published; None without one; unix seconds, UTC.
        sources: Where each figure is from.
        fallbacks: Figures of the next wider area, where this area has none.
    """

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
    """Deposit margin.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        margin: Collateral that goes into the account, USD with 6 decimals.
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
    """

    margin_account_id: int
    margin: str | int
    owner: str | None | UnsetType = UNSET


class SideShare(Model):
    """One side of an open-interest distribution.

    Attributes:
        size: Area, in square feet or meters as `metric` of the market says, 6 decimals.
        notional: Size x index price; USD, 6 decimals.
        percent: Part of both sides; decimal.
    """

    size: Raw
    notional: Raw
    percent: Decimal


class Distribution(Model):
    """Open interest by side.

    Attributes:
        long: Long positions.
        short: Short positions.
    """

    long: SideShare
    short: SideShare


class EndedSessions(Model):
    """The number of ended sessions.

    Attributes:
        ended_count: Sessions that were ended.
    """

    ended_count: int


class EntryWindow(Model):
    """Seconds around the scheduled price update without position increases.

    Attributes:
        before: Seconds before the price update.
        after: Seconds after the price update.
    """

    before: int
    after: int


class EpochPeriod(Model):
    """The epoch of staking that runs now.

    Attributes:
        epoch: Number of the running epoch of staking.
        start: When the epoch begins; unix seconds, UTC.
        end: When the epoch ends; unix seconds, UTC.
        duration: Length of the epoch, seconds.
        seconds_remaining: Seconds until then, at least 0.
    """

    epoch: int
    start: int
    end: int
    duration: int
    seconds_remaining: int


class Error(Model):
    """The body of every answer with a status from 400 on.

    Attributes:
        message: Text for people.
        code: Reason for programs, from the list of the operation.
        details: Figures of the refusal by name, for programs; empty without any.
        request_id: Id of the request, as in `X-Request-Id`.
    """

    message: str
    code: str
    details: dict[str, Any]
    request_id: str


class Room(Model):
    """Open interest still available, by side, in collateral.

    Attributes:
        long: What can still be opened long in all markets; USD, 6 decimals.
        short: What can still be opened short in all markets; USD, 6 decimals.
    """

    long: Raw
    short: Raw


class Yield(Model):
    """Fee APR of the pool's depositors, annualized.

    Attributes:
        apr: Fee income of 30 days ÷ average value x 365 ÷ 30; decimal.
        apy: (1 + `apr` ÷ 365) ^ 365 - 1; decimal.
    """

    apr: Decimal
    apy: Decimal


class ExchangeSpecification(Model):
    """Parameters of the exchange in force, its mints and keys.

    Attributes:
        id: Number of the exchange; there is one, 0.
        collateral_mint: Mint of the collateral, a USD token; base58 of 32 bytes.
        collateral_vault: Token account with all collateral; base58 of 32 bytes.
        collateral_expo: Decimals of the collateral as a negative exponent, -6.
        token_mint: Mint of the ACRE token; base58 of 32 bytes.
        status: State of the exchange: `paused` allows to reduce, `halted` nothing.
        paused: Whether the exchange is paused or halted.
        market_ids: Numbers of all markets, ascending.
        admin: Key that signs the commands of the operator; base58 of 32 bytes.
        authorized_settler: Key that pays settlement requests; base58 of 32 bytes.
        net_exposure_cap: Largest sum of all skews now, in USD, 6 decimals.
        net_exposure_cap_rate: Largest sum of all skews, a part of the pool's value; decimal.
        locked_open_interest_ratio: Part of the open interest that the pool keeps back; decimal.
        protocol_fee_rate: Part of the trade fees that the protocol gets; decimal.
        reserve_fee_share: Part of the rest of the trade fees that the reserve gets; decimal.
        min_liquidation_fee: Least fee of a liquidation; USD, 6 decimals.
        max_liquidation_fee: Largest fee of a liquidation; USD, 6 decimals.
        liquidation_target_health: Health at which a liquidation ends; decimal.
        min_trade_notional: Least notional of a trade; USD, 6 decimals.
        max_positions_per_account: Most positions of a margin account.
        max_margin_accounts_per_user: Most open margin accounts of a wallet.
        max_markets: Most markets of the exchange.
        min_lp_duration: How long a deposit stays in the pool at least, seconds.
        settlement_delay: Time from a request to its payout, seconds.
        min_liquidity: Least deposit into the pool; USD, 6 decimals.
        min_settlement_amount: Least amount of a payout; USD, 6 decimals.
        max_keeper_tip_rate: Largest tip for a keeper, a part of the amount; decimal.
        outflow_hourly_rate: What may leave within an hour, a part of the value locked; decimal.
        outflow_daily_rate: What may leave within a day, a part of the value locked; decimal.
        outflow_floor: What may leave whatever the rates say; USD, 6 decimals.
        epoch_duration: Length of an epoch of staking, seconds.
        unlocking_duration: Epochs from an unstake to its withdrawal.
        order_margin: Margin that each waiting order holds back; USD, 6 decimals.
        hold_kink: Use of the pool above which positions pay the holding charge; decimal.
        hold_rate: Holding charge of a day when the pool is used in full; decimal.
    """

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
    """The exchange: vault, pool, open interest, parameters.

    Attributes:
        address: Account of the exchange on the chain; base58 of 32 bytes.
        balance: All collateral in the vault, the sum of the six balances; USD, 6 decimals.
        reserve_balance: Part of the vault that covers bad debt; USD, 6 decimals.
        protocol_fee_balance: Part of the vault that is the protocol's fees; USD, 6 decimals.
        unsettled_balance: Part of the vault for requested payouts, with tips; USD, 6 decimals.
        quarantined_balance: Part of the vault that came without an accepted command; USD, 6
            decimals.
        margin_balance: Part of the vault that is the collateral of margin accounts; USD, 6
            decimals.
        lp_balance: Part of the vault that is the pool's, before unrealized P&L; USD, 6
            decimals.
        tvl: Value locked: `margin_balance` + `lp_balance`; USD, 6 decimals.
        lp_shares: Shares of the pool that are outstanding; token amount, 6 decimals.
        unrealized_pnl: Open P&L of all traders, above 0 when the pool owes it; USD, signed, 6
            decimals.
        share_price: Price of one share; USD, 8 decimals.
        required_minimum_balance: What the pool keeps back for open positions; USD, 6 decimals.
        required_minimum_balance_percent: Required minimum ÷ balance of the pool; 0 without a
            balance; decimal.
        open_interest: Notional of all open positions, long and short together; USD, 6 decimals.
        available_open_interest: What can still be opened on each side.
        open_interest_distribution: Long and short with their parts of the sum.
        min_lp_duration: How long a deposit stays in the pool at least, seconds.
        settlement_delay: Time from a request to its payout, seconds.
        protocol_fee_rate: Part of the trade fees that the protocol gets; decimal.
        cumulative_notional_volume: Traded notional since the exchange began; USD, 6 decimals.
        cumulative_lp_fee: Fees that the pool has got since the exchange began; USD, 6 decimals.
        lp_yield: Fee income of the pool's depositors, for a year.
        specification: Parameters in force.
    """

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
    """A part of a leaderboard (express base); a final one never changes again.

    Attributes:
        leaderboard: Participants by rank.
        total: Rows in all, of which the answer has a part.
        updated_at: When the rows were computed; unix seconds, UTC.
        usernames: Names of those wallets among the rows that have one; of the wallets of these
            rows that have one, by address.
        is_final: Whether the ranking is frozen.
    """

    leaderboard: list[RankedContestResult]
    total: int
    updated_at: int
    usernames: list[Username]
    is_final: bool


class MoveSchema(Model):
    """A change between two month ends.

    Attributes:
        change: Price at the end ÷ price at the beginning - 1, rounded down; decimal.
        from_: Month end at which the move begins; unix seconds, UTC.
        to: Month end at which the move ends; unix seconds, UTC.
    """

    change: Decimal
    from_: int
    to: int


class ExtremesSchema(Model):
    """The worst and the best change.

    Attributes:
        worst: Largest fall.
        best: Largest rise.
    """

    worst: MoveSchema
    best: MoveSchema


class FallSchema(Model):
    """A fall from a high to a low; months are counted by the calendar.

    Attributes:
        change: Low ÷ high - 1, rounded down; decimal.
        peak: Index price at the high; USD, 8 decimals.
        peak_at: Month end of the high; unix seconds, UTC.
        trough: Index price at the low; USD, 8 decimals.
        trough_at: Month end of the low; unix seconds, UTC.
        months_down: Months from the high to the low.
        recovered_at: First month end at or above the high; None when not yet; unix seconds,
            UTC.
        months_up: Months from the low to the recovery; None when not yet.
    """

    change: Decimal
    peak: Raw
    peak_at: int
    trough: Raw
    trough_at: int
    months_down: int
    recovered_at: int | None
    months_up: int | None


class FaucetDrop(Model):
    """The faucet's transfer.

    Attributes:
        signature: Signature of the faucet's transaction, base58.
        sol: SOL that the faucet sent, 9 decimals.
        collateral: Test USD that the faucet sent, 6 decimals.
        token: ACRE tokens that the faucet sent; token amount, 6 decimals.
    """

    signature: str
    sol: Raw
    collateral: Raw
    token: Raw


class ValueCount(Model):
    """A value of a filter and how many markets have it.

    Attributes:
        value: What the markets have in common.
        count: How many.
    """

    value: str
    count: int


class PriceRange(Model):
    """The lowest and the highest index price; None without a market.

    Attributes:
        min: Lowest index price; None without a market; USD, 8 decimals.
        max: Highest index price; None without a market; USD, 8 decimals.
    """

    min: Raw | None
    max: Raw | None


class FilterDistribution(Model):
    """Result counts of the search filters, by value.

    Attributes:
        states: Markets found, by state or region.
        countries: Markets found, by country.
        categories: Markets found, by kind of area.
        tags: Markets found, by tag.
        price: Lowest and highest index price of the markets found.
    """

    states: list[ValueCount]
    countries: list[ValueCount]
    categories: list[ValueCount]
    tags: list[ValueCount]
    price: PriceRange


class SnapshotBoost(Model):
    """A user's grant of one announced snapshot.

    Attributes:
        id: Name of the snapshot.
        name: Tier of the snapshot's boost.
        boost: Boost that the snapshot gave; decimal.
    """

    id: str
    name: str
    boost: Decimal


class RankedPointsRow(Model):
    """A row with its place: 1-based, ties share the lower number; None for an unranked user.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        points: Points after boosts, 6 decimals.
        trading_points: Points for open positions, before boosts, 6 decimals.
        lp_points: Points for liquidity, before boosts, 6 decimals.
        referral_points: Points for the wallets that used the code, 6 decimals.
        referred_boost: Boost for having used a code, added to the others; decimal.
        first_hoa_boost: Boost for the first membership badge; decimal.
        additional_hoa_boost: Boost for further membership badges, for ten at most; decimal.
        snapshot_boosts: Boosts of announced snapshots.
        rank: Place from 1; ties share the lower number; None when not ranked.
    """

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
    """The leaderboard of a season that is over; it never changes.

    Attributes:
        leaderboard: Participants by rank.
        total: Rows in all, of which the answer has a part.
        is_final: Whether the ranking is frozen.
        usernames: Names of those wallets among the rows that have one; of the wallets of these
            rows that have one, by address.
    """

    leaderboard: list[RankedPointsRow]
    total: int
    is_final: bool
    usernames: list[Username]


class Financials(Model):
    """Prices and rents of homes; `as_of` is the publication time of the newest figure.

    Attributes:
        median_price: Median sale price of a home; None when not known; USD, 6 decimals.
        price_per_unit: Median price of one unit of area; None when not known; USD, 8 decimals.
        median_rent_monthly: Observed rent of a month; None when not known; USD, 6 decimals.
        gross_rental_yield: 12 x rent ÷ price; None when one is not known; decimal.
        property_tax_rate: Property tax of a year, a part of the price; None when not known;
            decimal.
        insurance_rate: Home insurance of a year, a part of the price; None when not known;
            decimal.
        mortgage_rate30y: Interest of a mortgage of 30 years, for a year; None when not known;
            decimal.
        price_to_rent: Price ÷ 12 x rent; None when one is not known; decimal.
        affordability: Mortgage of the median home against the median income; None when a part
            is not known.
        as_of: When the newest figure was published; None without one; unix seconds, UTC.
        sources: Where each figure is from.
        fallbacks: Figures of the next wider area, where this area has none.
    """

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
    """Expected index return per day.

    Attributes:
        fast: Mean of the last few returns; decimal.
        slow: Mean of the last many returns; decimal.
        mid: Mean of `fast` and `slow`; decimal.
    """

    fast: Decimal
    slow: Decimal
    mid: Decimal


class FundingAprs(Model):
    """The daily funding rate over other spans.

    Attributes:
        one_hour: Daily rate ÷ 24; decimal.
        eight_hour: Daily rate ÷ 3; decimal.
        one_day: Daily rate; decimal.
        one_year: Daily rate x 365; decimal.
    """

    one_hour: Decimal
    eight_hour: Decimal
    one_day: Decimal
    one_year: Decimal


class FundingPoint(Model):
    """Funding at a time.

    Attributes:
        timestamp: Moment of the point; unix seconds, UTC.
        funding_rate: Funding of a day, a part of the notional; above 0 longs pay; decimal.
        funding_velocity: Change of the funding rate by crowding in a day; decimal.
        funding_per_unit: Sum of the funding that one unit of area has paid since the market
            began; USD, signed, 8 decimals.
    """

    timestamp: int
    funding_rate: Decimal
    funding_velocity: Decimal
    funding_per_unit: Raw


class FundingHistory(Model):
    """Funding of one market over a window.

    Attributes:
        symbol: Symbol of the market, unique.
        points: Points in ascending order of time.
    """

    symbol: str
    points: list[FundingPoint]


class GenerateCodeBody(Model):
    """The code that the wallet chose; 3 to 20 characters.

    Attributes:
        referral_code: Code of letters, digits, `_` and `-`; 3 to 20 characters; spaces around
            it are cut off.
    """

    referral_code: str


class GrandTotal(Model):
    """Points of all participants of the perpetual programme.

    Attributes:
        points: Sum over all participants; points, 6 decimals.
        participants: Wallets that take part.
        as_of: When the figures were made; unix seconds, UTC.
    """

    points: Raw
    participants: int
    as_of: int


class HardwareLoginBody(Model):
    """A signed memo transaction, base64.

    Attributes:
        address: Wallet that signs in or is signed in; base58 of exactly 32 bytes.
        tx: Signed memo transaction; base64 of a signed transaction that is never sent.
        use_cookie: Whether the refresh token goes into a cookie instead of the answer; for
            pages of this site: the refresh token comes as an HttpOnly cookie, not in the body;
            default false.
    """

    address: str
    tx: str
    use_cookie: bool | UnsetType = UNSET


class Health(Model):
    """The process answers.

    Attributes:
        status: `ok` while the process answers.
        env: Environment; tokens are valid in one alone.
        version: Version of the program.
    """

    status: Literal["ok"]
    env: Literal["mainnet", "staging", "dev", "local"]
    version: str


class HeldPrint(Model):
    """A price update awaiting confirmation.

    Attributes:
        price: Index price that is held back; USD, 8 decimals.
        published_at: When it was published; unix seconds, UTC.
    """

    price: Raw
    published_at: int


class PathNode(Model):
    """A node beside the way from a leaf to the root.

    Attributes:
        hash: Sums and hash of the node; hash:leaves:collateral:tokens of a node of the tree.
        side: Whether the node is joined from the left or the right.
    """

    hash: str
    side: Literal["left", "right"]


class InclusionProof(Model):
    """That the root counts what one wallet is owed.

    Attributes:
        kind: What is owed.
        address: Wallet or account that the claim belongs to; base58 of 32 bytes.
        amount: What is owed, in the unit of its kind; USD or tokens, 6 decimals.
        leaf: What is hashed at the end of the way; kind owner number amount unit.
        path: Nodes from the leaf to the root.
    """

    kind: Literal["lpPosition", "marginAccount", "quarantine", "settlementRequest", "stake"]
    address: str
    amount: Raw
    leaf: str
    path: list[PathNode]


class JoinedContest(Model):
    """That a wallet has joined a contest, and since when (express base).

    Attributes:
        contest_id: Name of the contest in paths.
        address: Wallet or account on the chain that the row is of; base58 of 32 bytes.
        joined_at: When the wallet joined; unix seconds, UTC.
    """

    contest_id: str
    address: str
    joined_at: int


class LegTransactionBody(Model):
    """A change of one position of a basket, and its worst price.

    Attributes:
        market_id: Market, by its number.
        side: Direction of the position or trade.
        input: Amount of the change: area or USD with 6 decimals, as `input_kind` says; the size
            is rounded down.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        slippage_rate: How much worse than the quoted fill the price may be, where there is no
            `acceptable_price`; default "0.01".
    """

    market_id: int
    side: Literal["long", "short"]
    input: str | int
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    acceptable_price: str | int | None | UnsetType = UNSET
    slippage_rate: str | int | UnsetType = UNSET


class Liabilities(Model):
    """Collateral liabilities of the vault, by kind; `lp` is negative when the pool has overpaid.

    Attributes:
        margin: Owed to margin accounts; USD, 6 decimals.
        lp: Owed to the pool's depositors; USD, signed, 6 decimals.
        reserve: Owed to the reserve; USD, 6 decimals.
        protocol_fees: Owed to the protocol; USD, 6 decimals.
        unsettled: Owed to requested payouts; USD, 6 decimals.
        quarantined: Owed to senders of quarantined deposits; USD, 6 decimals.
    """

    margin: Raw
    lp: Raw
    reserve: Raw
    protocol_fees: Raw
    unsettled: Raw
    quarantined: Raw


class LimitsBody(Model):
    """Markets whose largest and smallest modification is asked for.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_ids: Markets, by their numbers.
        market_id: One market, instead of `market_ids`.
        side: Direction that is asked about; without it both.
        user: Wallet of the quote, on paths without one; base58 of exactly 32 bytes.
    """

    margin_account_id: int
    market_ids: list[int] | None | UnsetType = UNSET
    market_id: int | None | UnsetType = UNSET
    side: Literal["long", "short"] | None | UnsetType = UNSET
    user: str | None | UnsetType = UNSET


class LiquidateBody(Model):
    """Liquidate a margin account; the fee goes to the wallet or to an own margin account.

    Attributes:
        owner: Wallet whose margin account is to be liquidated; base58 of exactly 32 bytes.
        margin_account_id: Margin account of the wallet, by its number.
        fee_margin_account_id: Own margin account that gets the liquidation fee; without it the
            wallet gets it.
    """

    owner: str
    margin_account_id: int
    fee_margin_account_id: int | None | UnsetType = UNSET


class Liquidation(Model):
    """A piece of a position that a liquidation closed.

    Attributes:
        timestamp: When it happened, engine time; unix seconds, UTC.
        exchange_id: Number of the exchange; there is one, 0.
        signature: Signature of the transaction, base58; None for what the engine did by itself.
        slot: Slot of the chain in which it happened.
        user: Wallet that the row is of; base58 of 32 bytes.
        margin_account_id: Margin account of the wallet, by its number.
        liquidator: Wallet that liquidated; base58 of 32 bytes.
        liquidated_margin: What the piece took from the account's collateral; USD, 6 decimals.
        liquidation_started_at: When the liquidation of the account began; unix seconds, UTC.
        max_liquidation_fee: Margin for the fee when the liquidation began; USD, 6 decimals.
        liquidation_fee: Fee of the liquidator, on the last piece of a call; USD, 6 decimals.
        market_id: Market, by its number.
        amount_liquidated: Area that was closed, 6 decimals.
        amount_liquidated_notional: Area that was closed x index price; USD, 6 decimals.
        new_position_size: What the piece left of the position; area, signed, 6 decimals.
        index_price: Price of the index for one unit of area; USD, 8 decimals.
    """

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
    """How many positions, opened at each month end, would have been liquidated.

    Attributes:
        leverage: Notional ÷ own money; decimal.
        side: Direction of the position or trade.
        year_entries: Entries with 12 whole months after them.
        within_year: Entries that were liquidated within 12 months.
        entries: Month ends at which a position is opened.
        to_date: Entries that were liquidated until now.
    """

    leverage: Decimal
    side: Literal["long", "short"]
    year_entries: int
    within_year: int
    entries: int
    to_date: int


class ListingsPoint(Model):
    """Listings of a month; `timestamp` is the month's first instant.

    Attributes:
        timestamp: First instant of the month; unix seconds, UTC.
        new_listings: Homes listed in the month; None when not known.
        active_listings: Homes for sale, without pending ones; None when not known.
        median_list_price: Median asking price; None when not known; USD, 6 decimals.
    """

    timestamp: int
    new_listings: int | None
    active_listings: int | None
    median_list_price: Raw | None


class ListingsHistory(Model):
    """Listings by month.

    Attributes:
        points: Points in ascending order of time.
        sources: Where each figure is from.
    """

    points: list[ListingsPoint]
    sources: list[Source]


class LockedEpochPeriod(Model):
    """The time until an unstaked amount can be withdrawn.

    Attributes:
        unlocking_epoch: Epoch from whose start the amount can be withdrawn.
        start: Now, from which the wait counts; unix seconds, UTC.
        end: When the amount can be withdrawn; unix seconds, UTC.
        seconds_remaining: Seconds until then, at least 0.
    """

    unlocking_epoch: int
    start: int
    end: int
    seconds_remaining: int


class LoginBody(Model):
    """A signed message.

    Attributes:
        address: Wallet that signs in or is signed in; base58 of exactly 32 bytes.
        signature: Signature of the wallet over the message; base58 of the 64 bytes of the
            ed25519 signature.
        message: Text that `signature` is of; the text that was signed; needed without
            signedMessage.
        signed_message: Bytes that a wallet signed by itself, instead of `message`; base64 of
            the bytes that a wallet signed by `solana:signIn`.
        use_cookie: Whether the refresh token goes into a cookie instead of the answer; for
            pages of this site: the refresh token comes as an HttpOnly cookie, not in the body;
            default false.
    """

    address: str
    signature: str
    message: str | None | UnsetType = UNSET
    signed_message: str | None | UnsetType = UNSET
    use_cookie: bool | UnsetType = UNSET


class LoginMessage(Model):
    """The text to sign.

    Attributes:
        message: Text that the wallet signs, byte for byte.
    """

    message: str


class SignInFields(Model):
    """The fields of a sign-in message.

    Attributes:
        domain: Host that asks, from the service's settings.
        address: Wallet that signs, as in the message.
        statement: Sentence that the wallet shows.
        uri: Address of the site that asks.
        version: Version of the message's format.
        chain_id: Name of the chain.
        nonce: Random text that can be used once, with a key of the service.
        issued_at: When the message was made, ISO 8601.
        expiration_time: When the message ends, ISO 8601.
        not_before: Not used, always None.
        request_id: Id of this sign-in, a UUID.
        resources: Addresses of the terms.
    """

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
    """The text to sign with its fields.

    Attributes:
        message: Text that the wallet signs, byte for byte.
        fields: Parts of the message, for `solana:signIn`.
    """

    message: str
    fields: SignInFields


class LogoutAllBody(Model):
    """Whether the calling session is kept; required.

    Attributes:
        keep_current: Whether the session that asks stays.
    """

    keep_current: bool


class LpAccount(Model):
    """The pool account of before there were LP positions.

    Attributes:
        address: Account of the pool deposit on the chain; base58 of 32 bytes.
        liquidity: Deposit into the pool; USD, 6 decimals.
        shares: Shares of the pool; token amount, 6 decimals.
        stake: Part of the pool's shares; decimal.
        share_value: Shares x exit price, rounded down; 0 when drained; USD, 6 decimals.
        last_add_liquidity_timestamp: When liquidity was added last; unix seconds, UTC.
        min_lp_duration_maturity: When shares can be removed first; unix seconds, UTC.
        min_lp_duration_elapsed: Whether shares can be removed.
        max_removable_shares: Most shares that can be removed now; 0 before maturity; token
            amount, 6 decimals.
        delegate: Wallet that may trade for the owner within its terms; None: none; base58 of 32
            bytes.
        delegate_terms: Limits of the delegate; None without one.
        can_close: Whether it is empty and may be closed.
        can_upgrade: Whether it has shares to move into a position.
    """

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
    """A deposit into or a removal from the pool.

    Attributes:
        timestamp: When it happened, engine time; unix seconds, UTC.
        exchange_id: Number of the exchange; there is one, 0.
        signature: Signature of the transaction, base58; None for what the engine did by itself.
        slot: Slot of the chain in which it happened.
        user: Wallet that the row is of; base58 of 32 bytes.
        modify_liquidity_kind: What happened to the liquidity.
        liquidity: Collateral that came into or left the pool; USD, 6 decimals.
        shares: Shares that were made or burnt; token amount, 6 decimals.
        share_price: Price of one share; USD, 8 decimals.
        new_liquidity_amount: Deposit of the position after it; USD, 6 decimals.
        new_shares_amount: Shares of the position after it; token amount, 6 decimals.
        lp_position_id: LP position that was touched; None of an account of before there were
            positions.
        maturity: When it can be removed or paid; unix seconds, UTC.
    """

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
    """LP points of a position for its owner, in all and per day, before boosts.

    Attributes:
        total: Points since the deposit, before boosts, 6 decimals.
        per_day: Points that it earns in a day, with boosts, 6 decimals.
    """

    total: Raw
    per_day: Raw


class LpPosition(Model):
    """A deposit into the pool.

    Attributes:
        id: Number of the row among those of its owner.
        address: Account of the pool position on the chain; base58 of 32 bytes.
        liquidity: Deposit into the pool; USD, 6 decimals.
        shares: Shares of the pool; token amount, 6 decimals.
        maturity: When it can be removed or paid; unix seconds, UTC.
        has_reached_maturity: Whether `maturity` has passed.
        max_removable_shares: Most shares that can be removed now; 0 before maturity; token
            amount, 6 decimals.
        share_value: Shares x exit price, rounded down; 0 when drained; USD, 6 decimals.
        share_price: Price of one share at the deposit; USD, 8 decimals.
        pnl: Share value less the deposit, and its part of the deposit.
        points: Points that the position has earned.
        can_close: Whether it is empty and may be closed.
        is_closed: Whether it was closed; the row is its last one.
    """

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
    """One LP position.

    Attributes:
        lp_position_id: LP position of the wallet, by its number.
    """

    lp_position_id: int


class Margins(Model):
    """Collateral and margin requirements of an account.

    Attributes:
        available_margin: Collateral and unrealized P&L; USD, signed, 6 decimals.
        total_required_margin: Maintenance margin and the margin for liquidation fees, rounded
            up; USD, 6 decimals.
        total_required_margin_ratio: Required ÷ available margin; None when none is available;
            decimal.
        required_initial_margin: Initial margin of all positions, rounded up; USD, 6 decimals.
        required_maintenance_margin: Maintenance margin of all positions, rounded up; USD, 6
            decimals.
        required_liquidation_fee_margin: Margin that is kept for the fees of a liquidation; USD,
            6 decimals.
        accumulated_liquidation_fees: Fees of the running liquidation that are not yet paid;
            USD, 6 decimals.
    """

    available_margin: Raw
    total_required_margin: Raw
    total_required_margin_ratio: Decimal | None
    required_initial_margin: Raw
    required_maintenance_margin: Raw
    required_liquidation_fee_margin: Raw
    accumulated_liquidation_fees: Raw


class PnlInfo(Model):
    """Profit and loss in its parts.

    Attributes:
        total_pnl: Unrealized P&L: price and funding.
        price_component: Unrealized P&L by the price.
        accrued_funding: Funding and holding charge since the last change, below 0 when paid.
    """

    total_pnl: Change
    price_component: Change
    accrued_funding: Change


class Position(Model):
    """An open position of a margin account.

    Attributes:
        market_id: Market, by its number.
        side: Direction of the position or trade.
        open_interest: Size of the position without its sign, and its notional at the index
            price.
        pnl_info: Unrealized P&L and its parts.
        last_interaction_price: Index price at the last change of the position; USD, 8 decimals.
        last_interaction_funding_per_unit: Funding sum of its side at the last change of the
            position; USD, signed, 8 decimals.
        initial_margin_ratio: Initial margin of the position, a part of its notional; decimal.
        maintenance_margin_ratio: Maintenance margin of the position, a part of its notional;
            decimal.
        accrued_funding_estimate_one_hour: Funding of the next hour at the present rate, below 0
            when the position pays; USD, signed, 6 decimals.
        total_required_margin: Maintenance margin of the position, rounded up; USD, 6 decimals.
        liquidation_price: Index price at which the account can be liquidated when no other
            index moves; None when none does; USD, 8 decimals.
        initial_margin: Initial margin of the position, rounded up; USD, 6 decimals.
        leverage_multiple: Notional ÷ available margin of the account; None when no margin is
            available; decimal.
        return_on_margin: Unrealized P&L ÷ initial margin; decimal.
    """

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
    """A margin account with its positions.

    Attributes:
        address: Account of the margin on the chain; base58 of 32 bytes.
        name: Name that the wallet gave the account, else `Account` and its number.
        id: Number of the account, chosen by its owner.
        margin_collateral: Collateral of the account without unrealized P&L; USD, 6 decimals.
        open_interest: Notional of the account's positions at the index prices; USD, 6 decimals.
        leverage_multiple: Notional ÷ available margin of the account; None when no margin is
            available; decimal.
        health_ratio: Available margin ÷ required margin, below 1 liquidation may begin; None
            without positions; decimal.
        can_close: Whether it is empty and may be closed.
        can_liquidate: Whether the required margin exceeds the available one.
        in_liquidation: Whether a liquidation has begun and not ended.
        was_recently_liquidated: Whether a piece of it was liquidated within 24 hours.
        margins: Available and required margin of the account.
        pnl_info: Unrealized P&L and its parts.
        positions: Open positions.
        delegate: Wallet that may trade for the owner within its terms; None: none; base58 of 32
            bytes.
        delegate_terms: Limits of the delegate; None without one.
        max_withdrawable_amount: Most that can be withdrawn now, rounded down; unrealized profit
            is not in it; USD, 6 decimals.
        is_closed: Whether it was closed; the row is its last one.
    """

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
    """A deposit into or a withdrawal from a margin account.

    Attributes:
        timestamp: When it happened, engine time; unix seconds, UTC.
        exchange_id: Number of the exchange; there is one, 0.
        signature: Signature of the transaction, base58; None for what the engine did by itself.
        slot: Slot of the chain in which it happened.
        user: Wallet that the row is of; base58 of 32 bytes.
        margin_transfer_kind: Whether collateral came or left.
        margin_account_id: Margin account of the wallet, by its number.
        margin: Collateral that was moved; USD, 6 decimals.
        settlement_request_maturity: When the withdrawal can be processed; None of a deposit;
            unix seconds, UTC.
    """

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
    """Long minus short.

    Attributes:
        size: Area, in square feet or meters as `metric` of the market says; area, signed, 6
            decimals.
        notional: Size x index price; USD, signed, 6 decimals.
        percent: Skew ÷ open interest; decimal.
    """

    size: Raw
    notional: Raw
    percent: Decimal


class MarketRoom(Model):
    """Open interest still available in a market, by side.

    Attributes:
        long: What can still be opened long.
        short: What can still be opened short.
    """

    long: Amounts
    short: Amounts


class MarketSpecification(Model):
    """Parameters of a market in force, and its source of prices.

    Attributes:
        max_side_notional: Largest open interest of a side now, in USD, 6 decimals.
        authorized_liquidator: Wallet that may liquidate beyond that capacity, without a fee;
            None: none; base58 of 32 bytes.
        entry_window: Time around a price update in which increases are refused.
        price_feed: Source of the price and its id there.
        min_initial_margin_ratio: Initial margin of a small position, a part of its notional;
            decimal.
        maintenance_margin_proportion: Maintenance margin, a part of the initial margin;
            decimal.
        initial_margin_ratio: How fast the initial margin grows with the size of a position;
            decimal.
        skew_scale: Skew at which the price is moved by all of itself; 0: the skew moves no
            price; area, 6 decimals.
        max_side_size: Largest open interest of a side, as an area, 6 decimals.
        max_side_notional_rate: Largest open interest of a side, a part of the pool's value;
            decimal.
        max_funding_velocity: Largest change of the funding rate in a day; decimal.
        funding_decay: Time in which the funding by crowding decays, seconds; 0: it does not.
        max_funding_rate: Largest funding by crowding in a day; decimal.
        k_drift: Part of the forecast that funding takes; decimal.
        n_fast: Prints of the fast mean of returns.
        n_slow: Prints of the slow mean of returns.
        return_clip: Largest return of one print that the forecast counts; decimal.
        drift_max: Largest funding by drift in a day; decimal.
        spread_rate: Largest funding by spread in a day; decimal.
        s_ref_rate: Skew at which the spread is whole, a part of a full side; decimal.
        level_n: Prints of the mean from which the surcharge counts; 0: no surcharge.
        maker_fee_rate: Fee of the part of a trade that lowers the skew; decimal.
        taker_fee_rate: Fee of the part of a trade that raises the skew; decimal.
        liquidation_fee_rate: Fee of a liquidation, a part of the closed notional; decimal.
        liquidation_window_seconds: Sliding window of the liquidation capacity, seconds.
        liquidation_capacity_multiplier: Multiplier of what can be liquidated in a window:
            (maker + taker fee) x `skew_scale` x multiplier x seconds of the window; decimal.
        max_liquidation_pd: Skew below which the liquidation capacity is doubled, a part of
            `skew_scale`; decimal.
        min_position_margin: Least initial margin of a position; USD, 6 decimals.
        oracle_max_age: Age of a price from which increases and liquidations are refused,
            seconds.
        oracle_max_age_decrease: Age of a price from which the market counts as dead, seconds.
        print_band: Change of one print up to which it is accepted at once; decimal.
        print_band_pause: Change of one print from which it is held and the market pauses;
            decimal.
        max_confidence_rate: Largest confidence interval of a print, a part of its price;
            decimal.
        print_interval: Time between two prints, seconds from 00:00 UTC.
        crowding_knee: Skew below which crowding grows less than in proportion, a part of
            `skew_scale`; 0: none; decimal.
        skew_scale_rate: `skew_scale` x index price, a multiple of the pool's value; 0: sizes do
            not follow; decimal.
        max_noise: Noise above which increases wait for the auction; 0: no bound; decimal.
    """

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
    """A market: prices, open interest, funding, parameters.

    Attributes:
        address: Account of the market on the chain; base58 of 32 bytes.
        id: Number of the market.
        paused: Whether increases of positions are refused.
        index_price: Price of the index for one unit of area; USD, 8 decimals.
        market_price: Index price x (1 + skew ÷ `skew_scale`); USD, 8 decimals.
        open_interest: Long and short positions together.
        skew: Long less short of the market.
        open_interest_distribution: Long and short with their parts of the sum.
        funding_rate: Funding of a day, a part of the notional; above 0 longs pay; decimal.
        funding_velocity: Change of the funding rate by crowding in a day; decimal.
        max_funding_velocity: Largest change of the funding rate in a day; decimal.
        funding_rate_aprs: Funding rate for other spans of time.
        max_leverage_multiple: Largest leverage of a small position, 1 ÷
            `min_initial_margin_ratio`; decimal.
        available_open_interest: What can still be opened on each side.
        maker_fee_rate: Fee of the part of a trade that lowers the skew; decimal.
        taker_fee_rate: Fee of the part of a trade that raises the skew; decimal.
        metadata: Name and place of the area.
        specification: Parameters in force.
        funding_parts: Drift, crowding and spread, whose sum is the funding rate.
        holding_rate: Holding charge of a day, a part of the notional; decimal.
        forecast: Expected return of the index for a day.
        level_price: Mean of the last prints, from which the surcharge counts; USD, 8 decimals.
        noise: Standard deviation of the index by which the surcharge and the auction are
            decided; decimal.
        auction_only: Whether positions are opened in the auction alone.
        index_price_at: When the index price was published; unix seconds, UTC.
        next_print_at: When the next price update is due; unix seconds, UTC.
        increase_blocked_until: End of the entry window around a price update; None outside of
            it; unix seconds, UTC.
        held_print: Price update that lies outside the band and waits for the operator; None
            without one.
    """

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
    """The value that decides a market; until it is paid an operator may correct it.

    Attributes:
        outcome: How it was decided; None before.
        value: Price that decided; None of a void question; USD, 8 decimals.
        published_at: When the price that decides was published; None when none did; unix
            seconds, UTC.
        pays_at: When points are paid; unix seconds, UTC.
    """

    outcome: Literal["no", "yes"]
    value: Raw | None
    published_at: int | None
    pays_at: int


class PredictionMarket(Model):
    """A prediction market.

    Attributes:
        market_id: Prediction market, by its number.
        title: The question.
        description: What the question is about.
        category: Subject of the question.
        rules: How the question is decided.
        acre_id: Area that the question is about; None without one.
        strike: Index price that the question asks about; None without one; USD, 8 decimals.
        opens_at: When orders are taken first; unix seconds, UTC.
        closes_at: When trading ends; unix seconds, UTC.
        resolves_at: When the price that decides is due; unix seconds, UTC.
        status: Where the question is on its way to its resolution.
        is_resolved: Whether it is decided and paid.
        outcome: How it was decided; None before.
        last_yes_price: Points for YES in the last trade; None before the first.
        volume_contracts: Contracts that were traded.
        open_interest_contracts: Pairs of contracts that are held.
        resolution: How it was decided; None before.
    """

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
    """One prediction market.

    Attributes:
        market: The prediction market.
    """

    market: PredictionMarket


class MarketDetail(Model):
    """One market with everything that a list of markets says of it.

    Attributes:
        address: Account of the market on the chain; base58 of 32 bytes.
        id: Number of the market.
        paused: Whether increases of positions are refused.
        index_price: Price of the index for one unit of area; USD, 8 decimals.
        market_price: Index price x (1 + skew ÷ `skew_scale`); USD, 8 decimals.
        open_interest: Long and short positions together.
        skew: Long less short of the market.
        open_interest_distribution: Long and short with their parts of the sum.
        funding_rate: Funding of a day, a part of the notional; above 0 longs pay; decimal.
        funding_velocity: Change of the funding rate by crowding in a day; decimal.
        max_funding_velocity: Largest change of the funding rate in a day; decimal.
        funding_rate_aprs: Funding rate for other spans of time.
        max_leverage_multiple: Largest leverage of a small position, 1 ÷
            `min_initial_margin_ratio`; decimal.
        available_open_interest: What can still be opened on each side.
        maker_fee_rate: Fee of the part of a trade that lowers the skew; decimal.
        taker_fee_rate: Fee of the part of a trade that raises the skew; decimal.
        metadata: Name and place of the area.
        specification: Parameters in force.
        funding_parts: Drift, crowding and spread, whose sum is the funding rate.
        holding_rate: Holding charge of a day, a part of the notional; decimal.
        forecast: Expected return of the index for a day.
        level_price: Mean of the last prints, from which the surcharge counts; USD, 8 decimals.
        noise: Standard deviation of the index by which the surcharge and the auction are
            decided; decimal.
        auction_only: Whether positions are opened in the auction alone.
        index_price_at: When the index price was published; unix seconds, UTC.
        next_print_at: When the next price update is due; unix seconds, UTC.
        increase_blocked_until: End of the entry window around a price update; None outside of
            it; unix seconds, UTC.
        held_print: Price update that lies outside the band and waits for the operator; None
            without one.
        market: Name of the market's feed in the metadata.
        market_id: Market, by its number.
        name: Name for people.
        state: State or region of the area; None where there is none.
        country: Country of the area, two letters (ISO 3166).
        acre_id: Number of the area behind the market.
        tradable: Whether the market is open for trading.
        symbol: Symbol of the market, unique.
        category: Kind of area, from city to index.
        currency: Currency of the price, `USD`.
        metric: Unit of area of the index: square feet or square meters.
        pyth_token_id: Feed of the price at Pyth; None of a source of its own.
        latitude: Degrees north of the area's middle; None when not known.
        longitude: Degrees east of the area's middle; None when not known.
        change1d: Change of the index price within a day; None without an older price; decimal.
        change1y: Change of the index price within a year; None without an older price; decimal.
        volume24h: Traded notional of the last 24 hours; USD, 6 decimals.
        tags: Tags of the market.
    """

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
    """A ratio at a time.

    Attributes:
        timestamp: Moment of the point; unix seconds, UTC.
        value: Distance from the highest month end so far; decimal.
    """

    timestamp: int
    value: Decimal


class RankSchema(Model):
    """The share of earlier month ends that are below today's value.

    Attributes:
        percentile: Part of the earlier values below today's, rounded down; decimal.
        months: Month ends that are compared.
    """

    percentile: Decimal
    months: int


class YearRankSchema(Model):
    """The change of the last 365 days among those of a year to each month end.

    Attributes:
        percentile: Part of the earlier values below today's, rounded down; decimal.
        months: Month ends that are compared.
        change: Change of the last 365 days; decimal.
    """

    percentile: Decimal
    months: int
    change: Decimal


class TrendSchema(Model):
    """The trend of the last months, a year; strength is R squared.

    Attributes:
        months: Month ends of the trend, at most 60.
        per_year: Growth of a year along the trend; decimal.
        strength: Part of the variance that is explained; None without variance; decimal.
    """

    months: int
    per_year: Decimal
    strength: Decimal | None


class SeasonSchema(Model):
    """The changes in one quarter of the year.

    Attributes:
        season: Months of the quarter.
        count: Quarters that count.
        mean: Mean change of the quarter, rounded down; decimal.
        rises: Part of the quarters with a rise; decimal.
    """

    season: Literal["Dec-Feb", "Mar-May", "Jun-Aug", "Sep-Nov"]
    count: int
    mean: Decimal
    rises: Decimal


class SeasonalitySchema(Model):
    """The quarters of the year, and the share of the variance that they explain.

    Attributes:
        strength: Part of the variance that is explained; None without variance; decimal.
        seasons: The four quarters of the year.
    """

    strength: Decimal | None
    seasons: list[SeasonSchema]


class PersistenceSchema(Model):
    """How last year's change foretold the next year's; errors are mean absolute ones.

    Attributes:
        count: Forecasts that count.
        mean_error: Mean absolute error of the forecast; decimal.
        unchanged_error: Mean absolute error of the forecast of no change; decimal.
        right_direction: Part of the forecasts with the right sign; decimal.
    """

    count: int
    mean_error: Decimal
    unchanged_error: Decimal
    right_direction: Decimal


class TogetherSchema(Model):
    """How the index moved with that of another market, by quarters.

    Attributes:
        symbol: Symbol of the market, unique.
        name: Name for people.
        is_country: Whether it is the index of the market's country.
        correlation: Correlation of the changes by quarter; decimal.
        beta: Change for one unit of the other's change; decimal.
        quarters: Quarters that both have.
    """

    symbol: str
    name: str
    is_country: bool
    correlation: Decimal
    beta: Decimal
    quarters: int


class MarketPast(Model):
    """What the published prints of one index say about its past.

    Attributes:
        symbol: Symbol of the market, unique.
        as_of: When the newest figure was published; None without one; unix seconds, UTC.
        from_: First month that counts; None without one; unix seconds, UTC.
        months: Whole months of prints.
        months_needed: Whole months below which no figure is given.
        maintenance_rate: Margin at which a position is liquidated, a part of its notional, with
            the liquidation fee; decimal.
        largest_fall: Largest fall between month ends; None with too few months.
        current_fall: Fall from the highest month end until now; None at a new high or with too
            few months.
        drawdown: Distance of each month end from the highest one so far.
        month: Worst and best change of one month; None with too few months.
        year: Worst and best change of 12 months; None with too few months.
        price_rank: Place of today's price among the month ends; None with too few months.
        year_rank: Place of the last year's change among all changes of a year; None with too
            few months.
        liquidations: Counts of positions that would have been liquidated, by leverage and side.
        trend: Trend of the last 60 month ends; None with too few months.
        seasonality: Changes by quarter of the year; None with too few months.
        persistence: How well last year's change foretold the next; None with too few months.
        together: How the index moved with others.
    """

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
    """Whether one market is paused.

    Attributes:
        market_id: Market, by its number.
        paused: Whether increases of positions are refused.
    """

    market_id: int
    paused: bool


class MarketPoint(Model):
    """A market at a time; `volume` is what was traded since the point before.

    Attributes:
        timestamp: Moment of the point; unix seconds, UTC.
        index_price: Price of the index for one unit of area; USD, 8 decimals.
        market_price: Index price x (1 + skew ÷ `skew_scale`); USD, 8 decimals.
        funding_rate: Funding of a day, a part of the notional; above 0 longs pay; decimal.
        open_interest_long: Notional of the long positions; USD, 6 decimals.
        open_interest_short: Notional of the short positions; USD, 6 decimals.
        skew: Long less short, as an area; area, signed, 6 decimals.
        volume: Traded notional; USD, 6 decimals.
    """

    timestamp: int
    index_price: Raw
    market_price: Raw
    funding_rate: Decimal
    open_interest_long: Raw
    open_interest_short: Raw
    skew: Raw
    volume: Raw


class PoolScenario(Model):
    """The pool if indexes moved by `move`; changes are against now.

    Attributes:
        move: Move of the index price; decimal.
        value: Value of the pool: its balance less the traders' P&L; USD, signed, 6 decimals.
        change: Change of the pool's value; USD, signed, 6 decimals.
        share_price: Price of one share; USD, signed, 8 decimals.
        share_price_change: Change of the share price; None without a price above 0 before;
            decimal.
    """

    move: Decimal
    value: Raw
    change: Raw
    share_price: Raw
    share_price_change: Decimal | None


class MarketScenarios(Model):
    """The same for the index of one market alone; `skew` is what traders hold, long less short.

    Attributes:
        market_id: Market, by its number.
        symbol: Symbol of the market, unique.
        name: Name for people.
        skew: Long less short at the index price; USD, signed, 6 decimals.
        scenarios: The pool after each move of the index.
    """

    market_id: int
    symbol: str
    name: str
    skew: Raw
    scenarios: list[PoolScenario]


class MarketSeries(Model):
    """One market over a window.

    Attributes:
        market_id: Market, by its number.
        points: Points in ascending order of time.
    """

    market_id: int
    points: list[MarketPoint]


class MembershipBadge(Model):
    """A wallet's membership badge: the picture of the first, and how many it holds.

    Attributes:
        image: Picture of the first badge; an https address or a data URI.
        count: How many.
    """

    image: str | None
    count: int


class Modification(Model):
    """One end of what can be executed.

    Attributes:
        open_interest_delta: Change of the position by the trade.
        leverage_multiple: Notional ÷ available margin of the account; None when no margin is
            available; decimal.
    """

    open_interest_delta: SignedAmounts
    leverage_multiple: Decimal | None


class ModificationLimits(Model):
    """Executable sizes on one side of one market; None if none.

    Attributes:
        market_id: Market, by its number.
        side: Direction of the position or trade.
        max_position_modification: Largest trade that would be executed; None when none is.
        min_position_modification: Smallest trade that would be executed; None when none is.
    """

    market_id: int
    side: Literal["long", "short"]
    max_position_modification: Modification | None
    min_position_modification: Modification | None


class ModifyPositionBody(Model):
    """Change a position by a transaction, with a stop and a target on what it leaves.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        side: Direction of the position or trade.
        input: Amount of the change: area or USD with 6 decimals, as `input_kind` says; the size
            is rounded down.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
        user: Wallet of the quote, on paths without one; base58 of exactly 32 bytes.
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        slippage_rate: How much worse than the quoted fill the price may be, where there is no
            `acceptable_price`; default "0.01".
        stop_price: Index price at which the bracket closes the position at a loss, USD with 8
            decimals.
        target_price: Index price at which the bracket closes the position at a profit, USD with
            8 decimals.
    """

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
    """Change 2 to 8 positions by one transaction, all or none.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        legs: Trades of the basket, each in another market, in their order; each market once.
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
    """

    margin_account_id: int
    legs: list[LegTransactionBody]
    owner: str | None | UnsetType = UNSET


class OnboardBody(Model):
    """First-time profile input; the terms must be accepted. What is absent is kept.

    Attributes:
        accepted_terms: That the terms are accepted; the only legal value is `true`.
        username: Name that others see in place of the wallet; None without one; unique,
            ignoring case.
        interests: Categories and markets that the wallet follows, at most 20; categories and
            symbols of markets.
        email: Mail address of the wallet's owner; None without one; `local@domain` in ASCII.
        discord: Name at Discord; None without one; 2 to 37 printable characters without spaces
            around them.
        twitter: Name at X, formerly Twitter; None without one.
    """

    accepted_terms: Literal[True]
    username: str | None | UnsetType = UNSET
    interests: list[str] | None | UnsetType = UNSET
    email: str | None | UnsetType = UNSET
    discord: str | None | UnsetType = UNSET
    twitter: str | None | UnsetType = UNSET


class Onboarding(Model):
    """Whether a wallet's owner accepted the terms, and when (wall clock).

    Attributes:
        is_onboarded: Whether the first-time questions are answered.
        onboarded_at: When they were answered; None before; unix seconds, UTC.
    """

    is_onboarded: bool
    onboarded_at: int | None


class OrderAnswer(Model):
    """One order.

    Attributes:
        order: The order after the request.
    """

    order: PlacedOrder


class OrderBody(Model):
    """An order; type, side and contracts are required, price as well for a limit order.

    Attributes:
        type: Whether it rests at its price (`limit`) or takes what there is (`market`).
        side: Outcome of the question that is bought or held.
        contracts: Number of contracts, each pays 100 points when its side wins.
        price: Points for one contract of the side, 1 to 99.
        time_in_force: How long it rests: until canceled, until a time, not at all, or all at
            once; default "gtc".
        expires_at: When a `gtd` order ends, not after the question closes; of gtd alone.
        post_only: Whether it is refused when it would trade at once; default false.
        self_trade_prevention: What is canceled when it would meet an own order; default
            "cancelResting".
        client_order_id: Id of the client's own, unique among open orders and those of 24 hours.
    """

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
    """One of a wallet's sessions; nothing is kept of the device it was opened on.

    Attributes:
        id: Name of the session for `revoke`; names the session; no secret.
        created_at: When it was made; unix seconds, UTC.
        last_used_at: When the session was used last; when its tokens were issued or renewed
            last; None: not known.
        expires_at: When the session ends unless it is renewed; unix seconds, UTC.
        method: How the wallet signed in; what the wallet signed to open it; None: not known.
        is_current: Whether it is the session that asks.
    """

    id: str
    created_at: int
    last_used_at: int | None
    expires_at: int
    method: Literal["hardware", "message", "signIn"] | None
    is_current: bool


class Pagination(Model):
    """The cursor of the next page of a main list.

    Attributes:
        next_cursor: `cursor` of the next page; None on the last one.
        limit: Most rows of a page, as asked.
    """

    next_cursor: str | None
    limit: int


class Participant(Model):
    """Whether the user of `key` takes part in a season (express base).

    Attributes:
        is_participating: Whether the wallet takes part.
        participated_at: When it joined; None when it did not; unix seconds, UTC.
        key: Wallet or username, as in the path.
    """

    is_participating: bool
    participated_at: int | None
    key: str


class ParticipantsCount(Model):
    """The number of participants of a contest.

    Attributes:
        participants_count: Wallets that take part.
    """

    participants_count: int


class ParticipateBody(Model):
    """The programme to join: the current season or the perpetual one.

    Attributes:
        user: Wallet that takes part; base58 of exactly 32 bytes.
        is_for_perpetual_points: Whether the perpetual programme is joined instead of the
            season; default false.
    """

    user: str | None | UnsetType = UNSET
    is_for_perpetual_points: bool | UnsetType = UNSET


class Participation(Model):
    """Whether a wallet takes part, and since when (main base).

    Attributes:
        is_participating: Whether the wallet takes part.
        participated_at: When it joined; None when it did not; unix seconds, UTC.
    """

    is_participating: bool
    participated_at: int | None


class Paused(Model):
    """Whether exchange and markets are paused.

    Attributes:
        paused: Whether the exchange is paused.
        exchange: The same as `paused`.
        markets: Whether trading is paused, market by market.
        as_of: When the figures were made; unix seconds, UTC.
    """

    paused: bool
    exchange: bool
    markets: list[MarketPaused]
    as_of: int


class PerformancePoint(Model):
    """P&L and return since the beginning of the window.

    Attributes:
        timestamp: Moment of the point; unix seconds, UTC.
        pnl: Change of the P&L since the beginning of the window; USD, signed, 6 decimals.
        return_on_capital: `pnl` ÷ capital at the beginning and deposits since, rounded down;
            decimal.
    """

    timestamp: int
    pnl: Raw
    return_on_capital: Decimal


class PnlParts(Model):
    """The parts of a wallet's P&L from its first command on; they sum to `pnl`.

    Attributes:
        pnl: Capital less net deposits, since the wallet's first command; USD, signed, 6
            decimals.
        realized: P&L of closed parts of positions; USD, signed, 6 decimals.
        unrealized: P&L that is still open; USD, signed, 6 decimals.
        funding: Funding of closed parts of positions; USD, signed, 6 decimals.
        trading_fees: Fees that the wallet has paid for trades; USD, 6 decimals.
        liquidation_fees: Fees that the wallet has paid for liquidations; USD, 6 decimals.
        liquidity: Result of deposits into the pool: worth and taken out less put in; USD,
            signed, 6 decimals.
        other: What no other part counts; USD, signed, 6 decimals.
        deposited: All that the wallet has brought; USD, 6 decimals.
        withdrawn: All that the wallet has taken; USD, 6 decimals.
    """

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
    """P&L of a wallet without its deposits and withdrawals.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        points: Points in ascending order of time.
        parts: What made the change, part by part.
    """

    user: str
    points: list[PerformancePoint]
    parts: PnlParts


class PerpOrder(Model):
    """An order that waits, for its owner alone.

    Attributes:
        order_id: Order, by its number.
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        order_type: What makes the order trade.
        trigger_by: Price that is compared with the trigger: the index, or the market price with
            the skew.
        side: Direction of the position or trade.
        reduce_only: Whether the order may only make the position smaller.
        whole_position: Whether the order closes all of the position there is when it trades.
        size: Area that the order still trades, below 0 when it sells; area, signed, 6 decimals.
        trigger_price: Price at which a limit, stop or target begins, USD with 8 decimals; None
            of other orders.
        trail_rate: Distance of a trailing stop from the best price, a part of that price; None
            of other orders; decimal.
        best_price: Best price since the trailing order was placed; None of other orders; USD, 8
            decimals.
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        group: Orders of one group other than 0 cancel each other: the first to trade ends the
            rest.
        expires_at: When the order ends unless it was filled; unix seconds, UTC.
        stop_price: Index price at which the bracket closes the position at a loss, USD with 8
            decimals.
        target_price: Index price at which the bracket closes the position at a profit, USD with
            8 decimals.
        is_locked: Whether it takes part in an auction that has begun.
        is_due: Whether the trigger was reached, so that the next step tries it.
        deferred_reason: Code of the reason why a due order waits; None when nothing holds it
            up.
        deferred_text: Words of `deferred_reason`; None without one.
        delegate: Delegate that placed the order; None when the owner did; base58 of 32 bytes.
    """

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
    """An order that waits for its price (rules/orders.md); `user` only on the alias paths.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        order_type: What makes the order trade.
        side: Direction of the position or trade.
        input: Amount of the order, as `input_kind` says; not with `whole_position`.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
        trigger_by: Price that is compared with the trigger: the index, or the market price with
            the skew; default "index".
        reduce_only: Whether the order may only make the position smaller; default false.
        whole_position: Whether the order closes all of the position there is when it trades;
            default false.
        trigger_price: Price at which a limit, stop or target begins, USD with 8 decimals; None
            of other orders.
        trail_rate: Distance of a trailing stop from the best price, a part of that price; None
            of other orders; decimal above 0 and below 1, at most 6 fraction digits.
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        slippage_rate: How much worse than the quoted fill the price may be, where there is no
            `acceptable_price`; default "0.01".
        group: Orders of one group other than 0 cancel each other: the first to trade ends the
            rest; default 0.
        expires_at: When the order ends unless it was filled, unix seconds.
        stop_price: Index price at which the bracket closes the position at a loss, USD with 8
            decimals.
        target_price: Index price at which the bracket closes the position at a profit, USD with
            8 decimals.
        user: Wallet of the quote, on paths without one; base58 of exactly 32 bytes.
    """

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
    """What happened to a waiting order; fields without a meaning there are None.

    Attributes:
        timestamp: When it happened, engine time; unix seconds, UTC.
        exchange_id: Number of the exchange; there is one, 0.
        signature: Signature of the transaction, base58; None for what the engine did by itself.
        slot: Slot of the chain in which it happened.
        user: Wallet that the row is of; base58 of 32 bytes.
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        order_id: Order, by its number.
        event: What happened to the order.
        order_type: What makes the order trade.
        trigger_by: Price that is compared with the trigger: the index, or the market price with
            the skew.
        reduce_only: Whether the order may only make the position smaller.
        whole_position: Whether the order closes all of the position there is when it trades.
        size: Area that the event is about, below 0 when sold; None of events without one; area,
            signed, 6 decimals.
        trigger_price: Price at which a limit, stop or target begins, USD with 8 decimals; None
            of other orders.
        trail_rate: Distance of a trailing stop from the best price, a part of that price; None
            of other orders; decimal.
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        group: Orders of one group other than 0 cancel each other: the first to trade ends the
            rest.
        expires_at: When it ends unless it was filled; unix seconds, UTC.
        stop_price: Index price at which the bracket closes the position at a loss, USD with 8
            decimals.
        target_price: Index price at which the bracket closes the position at a profit, USD with
            8 decimals.
        parent_order_id: Entry order whose bracket this order is; None without one.
        matched_size: Part of the fill that met an opposite order in the auction; None of other
            events; area, signed, 6 decimals.
        fill_price: Average price of the pool's part; None of other events; USD, 8 decimals.
        trade_fee: Maker and taker fee of the trade, rounded up; USD, 6 decimals.
        surcharge: What the trade pays beyond the fee while the index moves fast, rounded up;
            USD, 6 decimals.
        left_size: What the fill left of the order; None of other events; area, signed, 6
            decimals.
        end_reason: Why the order ended; None of other events.
        code: Code of the reason of a deferral or rejection; None of other events.
        text: Words of `code`; None without one.
    """

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
    """Quote of place-perp-order.

    Attributes:
        is_placeable: Whether the order would be accepted now.
        placing_reasons: Codes of what refuses the order, in the order in which they are found.
        order_margin: Margin that each waiting order holds back; USD, 6 decimals.
        size: Area that would trade with the position of now, below 0 when sold; area, signed, 6
            decimals.
        trigger_price: Price at which a limit, stop or target begins, USD with 8 decimals; None
            of other orders.
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        expires_at: When the order ends unless it was filled; unix seconds, UTC.
        at_trigger: Quote of the order at the index at which it begins; None when there is
            nothing to trade.
        now: Quote of the same trade now; None when there is nothing to trade.
        auction: The next auction, for an auction order; None of other orders.
        loss_to_stop: P&L from the fill to `stop_price` less the fees of both; None without a
            stop; USD, signed, 6 decimals.
    """

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
    """Whether a wallet takes part in the perpetual programme, and its place there.

    Attributes:
        is_participating: Whether the wallet takes part.
        participated_at: When it joined; None when it did not; unix seconds, UTC.
        rank: Place from 1; ties share the lower number; None when not ranked.
    """

    is_participating: bool
    participated_at: int | None
    rank: int | None


class PerpetualSummary(Model):
    """Points of the perpetual programme; `per_day` is what the wallet's holdings earn, boosted.

    Attributes:
        trading_points: Points for open positions, before boosts, 6 decimals.
        lp_points: Points for liquidity, before boosts, 6 decimals.
        referral_points: Points for the wallets that used the code, 6 decimals.
        boosts: Sum of all boosts; decimal.
        points: Points after boosts, 6 decimals.
        per_day: Points that it earns in a day, with boosts, 6 decimals.
    """

    trading_points: Raw
    lp_points: Raw
    referral_points: Raw
    boosts: Decimal
    points: Raw
    per_day: Raw


class PlacePerpOrderBody(Model):
    """Place a waiting order by a transaction.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        order_type: What makes the order trade.
        side: Direction of the position or trade.
        input: Amount of the order, as `input_kind` says; not with `whole_position`.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
        trigger_by: Price that is compared with the trigger: the index, or the market price with
            the skew; default "index".
        reduce_only: Whether the order may only make the position smaller; default false.
        whole_position: Whether the order closes all of the position there is when it trades;
            default false.
        trigger_price: Price at which a limit, stop or target begins, USD with 8 decimals; None
            of other orders.
        trail_rate: Distance of a trailing stop from the best price, a part of that price; None
            of other orders; decimal above 0 and below 1, at most 6 fraction digits.
        acceptable_price: Worst fill price that is accepted, USD with 8 decimals.
        slippage_rate: How much worse than the quoted fill the price may be, where there is no
            `acceptable_price`; default "0.01".
        group: Orders of one group other than 0 cancel each other: the first to trade ends the
            rest; default 0.
        expires_at: When the order ends unless it was filled, unix seconds.
        stop_price: Index price at which the bracket closes the position at a loss, USD with 8
            decimals.
        target_price: Index price at which the bracket closes the position at a profit, USD with
            8 decimals.
        user: Wallet of the quote, on paths without one; base58 of exactly 32 bytes.
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
    """

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
    """Points of the prediction programme; none before participating.

    Attributes:
        available_points: Points that can be spent, 6 decimals.
        open_interest_points: Points that orders hold and contracts cost, 6 decimals.
    """

    available_points: Raw
    open_interest_points: Raw


class PointsAnswer(Model):
    """Points of the wallet, and what trading brought.

    Attributes:
        portfolio: Points of the wallet in prediction markets.
        realized_pnl: Points won or lost with closed positions, 6 decimals.
        unrealized_pnl: Points that the contracts would win or lose at the last price, 6
            decimals.
    """

    portfolio: PredictionPortfolio
    realized_pnl: Raw
    unrealized_pnl: Raw


class PointsBreakdown(Model):
    """A row with its last 30 days, oldest first.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        points: Points after boosts, 6 decimals.
        trading_points: Points for open positions, before boosts, 6 decimals.
        lp_points: Points for liquidity, before boosts, 6 decimals.
        referral_points: Points for the wallets that used the code, 6 decimals.
        referred_boost: Boost for having used a code, added to the others; decimal.
        first_hoa_boost: Boost for the first membership badge; decimal.
        additional_hoa_boost: Boost for further membership badges, for ten at most; decimal.
        snapshot_boosts: Boosts of announced snapshots.
        rank: Place from 1; ties share the lower number; None when not ranked.
        daily: The last 30 days, oldest first.
    """

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
    """Participants by rank; `total` of them, at `updated_at`.

    Attributes:
        leaderboard: Participants by rank.
        total: Rows in all, of which the answer has a part.
        updated_at: When the rows were computed; unix seconds, UTC.
        usernames: Names of those wallets among the rows that have one; of the wallets of these
            rows that have one, by address.
    """

    leaderboard: list[RankedPointsRow]
    total: int
    updated_at: int
    usernames: list[Username]


class PoolParts(Model):
    """Components of the pool's P&L; they sum to the change of its value without deposits.

    Attributes:
        fees: The pool's part of the trade fees; USD, 6 decimals.
        surcharge: Surcharges of trades that the pool got; USD, 6 decimals.
        funding: Funding that the pool got, below 0 when it paid; USD, signed, 6 decimals.
        holding: Holding charges that the pool got; USD, 6 decimals.
        trading: What traders lost to the pool by prices, below 0 when they won; USD, signed, 6
            decimals.
        other: Liquidations, bad debt and what the operator moved; USD, signed, 6 decimals.
    """

    fees: Raw
    surcharge: Raw
    funding: Raw
    holding: Raw
    trading: Raw
    other: Raw


class PoolStanding(Model):
    """The pool at a time: value is lpBalance less the traders' open profit.

    Attributes:
        timestamp: Moment of the point; unix seconds, UTC.
        value: Value of the pool: its balance less the traders' P&L; USD, signed, 6 decimals.
        unrealized_pnl: Open P&L of all traders, above 0 when the pool owes it; USD, signed, 6
            decimals.
        shares: Shares of the pool; token amount, 6 decimals.
        share_price: Price of one share; USD, signed, 8 decimals.
    """

    timestamp: int
    value: Raw
    unrealized_pnl: Raw
    shares: Raw
    share_price: Raw


class PoolReturn(Model):
    """The pool between two times: end less start is deposited less withdrawn plus the total.

    Attributes:
        start: The pool at the beginning of the window.
        end: The pool at the end of the window.
        deposited: Liquidity that came within the window; USD, 6 decimals.
        withdrawn: Liquidity that left within the window; USD, 6 decimals.
        parts: What made the change, part by part.
        total: Sum of the parts, the change of the pool's value without deposits; USD, signed, 6
            decimals.
        share_price_change: Change of the share price; None without a price above 0 before;
            decimal.
    """

    start: PoolStanding
    end: PoolStanding
    deposited: Raw
    withdrawn: Raw
    parts: PoolParts
    total: Raw
    share_price_change: Decimal | None


class PoolScenarios(Model):
    """Every index by the same move, then each market with open positions by itself.

    Attributes:
        as_of: When the figures were made; unix seconds, UTC.
        value: Value of the pool: its balance less the traders' P&L; USD, signed, 6 decimals.
        share_price: Price of one share; USD, signed, 8 decimals.
        all_markets: The pool when all indexes move alike.
        markets: The pool when one index moves alone.
    """

    as_of: int
    value: Raw
    share_price: Raw
    all_markets: list[PoolScenario]
    markets: list[MarketScenarios]


class SettlementRequest(Model):
    """A requested payout.

    Attributes:
        address: Account of the request on the chain; base58 of 32 bytes.
        id: Number of the row among those of its owner.
        maturity: When it can be removed or paid; unix seconds, UTC.
        amount: What is paid, with the tip; USD, 6 decimals.
        keeper_tip: Reward for the keeper that processes the payout, USD with 6 decimals, part
            of the amount.
        exchange: Account of the exchange on the chain; base58 of 32 bytes.
        owner: Wallet that gets the payout; base58 of 32 bytes.
        owner_token_account: Token account that the payout goes to; base58 of 32 bytes.
        status: How far the payout is, from `pending` to `settled`.
        processor: Wallet that processed the request and got the tip; None before; base58 of 32
            bytes.
        signature: Signature of the payout, base58; None before.
        mint: Mint of the tokens; base58 of 32 bytes.
    """

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
    """When an amount of stake can be withdrawn.

    Attributes:
        amount: Tokens that can be withdrawn from the epoch on; token amount, 6 decimals.
        epoch: Epoch from whose start the amount can be withdrawn.
    """

    amount: Raw
    epoch: int


class Unvested(Model):
    """Unvested stake by state.

    Attributes:
        total: Stake that is not vested; token amount, 6 decimals.
        locking: Tokens that lock with the next epoch; token amount, 6 decimals.
        locked: Tokens that are locked and earn; token amount, 6 decimals.
        preunlocking: Unvested tokens that begin to unlock with the next epoch; token amount, 6
            decimals.
        unlocking: Tokens that wait after an unstake; token amount, 6 decimals.
        unlocked: Tokens that can be withdrawn; token amount, 6 decimals.
    """

    total: Raw
    locking: Raw
    locked: Raw
    preunlocking: Raw
    unlocking: Raw
    unlocked: Raw


class Staking(Model):
    """The stake of a wallet by state.

    Attributes:
        locking: Tokens that lock with the next epoch; token amount, 6 decimals.
        locked: Tokens that are locked and earn; token amount, 6 decimals.
        unlocking: Tokens that wait after an unstake; token amount, 6 decimals.
        unlocked: Tokens that can be withdrawn; token amount, 6 decimals.
        unlocking_schedule: Waiting amounts by the epoch that ends the wait, ascending.
        unvested: Part of the stake that is not vested, by state.
        is_account_full: Whether the stake has no room for another amount in wait.
        has_account: Whether the wallet has a stake account.
        preunlocking: Tokens that begin to unlock with the next epoch, part of `unlocking`;
            token amount, 6 decimals.
    """

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
    """The parts of a wallet's account value.

    Attributes:
        margin: Margin accounts with their unrealized P&L; USD, signed, 6 decimals.
        lp: LP positions at the exit price; USD, 6 decimals.
        pending_settlement: Requested payouts that are not yet paid, with tips; USD, 6 decimals.
        pnl: Unrealized P&L of all positions with funding; USD, signed, 6 decimals.
    """

    margin: Raw
    lp: Raw
    pending_settlement: Raw
    pnl: Raw


class Portfolio(Model):
    """Everything a wallet has; of long lists the first page.

    The cursors lead on at `/api/v1/user/{user}/lp-positions` and `.../settlement-requests`.

    Attributes:
        account_value: Margin, LP positions, requested payouts and unrealized P&L; USD, signed,
            6 decimals.
        margin_accounts: Margin accounts of the wallet.
        lp_positions: LP positions of the wallet by maturity, the first page.
        settlement_requests: Requested payouts by maturity, the first page.
        staking: Stake of the wallet.
        predictions: Points of the wallet in prediction markets.
        totals: Sums over the wallet.
        lp_positions_next_cursor: `cursor` of the next page of `lp_positions`; None on the last
            one.
        settlement_requests_next_cursor: `cursor` of the next page of `settlement_requests`;
            None on the last one.
    """

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
    """A change of a position; `user` only on the alias paths.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        side: Direction of the position or trade.
        input: Amount of the change: area or USD with 6 decimals, as `input_kind` says; the size
            is rounded down.
        input_kind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
            (`notionalDelta`); default "sizeDelta".
        user: Wallet of the quote, on paths without one; base58 of exactly 32 bytes.
    """

    margin_account_id: int
    market_id: int
    side: Literal["long", "short"]
    input: str | int
    input_kind: Literal["notionalDelta", "sizeDelta"] | UnsetType = UNSET
    user: str | None | UnsetType = UNSET


class PredictionHistory(Model):
    """YES prices of a market's trades by interval, as equal-length columns.

    Attributes:
        market_id: Prediction market, by its number.
        interval: Span of one bar.
        timestamp: Beginning of each bar, ascending.
        open: First price of each bar.
        high: Highest price of each bar.
        low: Lowest price of each bar.
        close: Last price of each bar.
        volume_contracts: Contracts that were traded in each bar.
    """

    market_id: int
    interval: Literal["1d", "1h", "1w", "4h", "5m"]
    timestamp: list[int]
    open: list[int]
    high: list[int]
    low: list[int]
    close: list[int]
    volume_contracts: list[int]


class PredictionMarketTrade(Model):
    """One public fill of a market.

    Attributes:
        trade_id: Trade, by its number.
        market_id: Prediction market, by its number.
        taker_side: Outcome that the coming order bought.
        yes_price: Points for one YES contract, 1 to 99.
        contracts: Number of contracts, each pays 100 points when its side wins.
        timestamp: When it happened, engine time; unix seconds, UTC.
    """

    trade_id: int
    market_id: int
    taker_side: Literal["no", "yes"]
    yes_price: int
    contracts: int
    timestamp: int


class PredictionPosition(Model):
    """Contracts of one side of a market.

    Attributes:
        market_id: Prediction market, by its number.
        side: Outcome of the question that is bought or held.
        contracts: Number of contracts, each pays 100 points when its side wins.
        average_price: Average price of the traded contracts, in points; decimal.
        cost_points: Points that the contracts have cost, 6 decimals.
        current_price: Price of the last trade, in points of the side.
        unrealized_pnl: Points that the contracts would win or lose at the last price, 6
            decimals.
        payout_points: Points that were paid for the position; None before, 6 decimals.
    """

    market_id: int
    side: Literal["no", "yes"]
    contracts: int
    average_price: Decimal
    cost_points: Raw
    current_price: int
    unrealized_pnl: Raw
    payout_points: Raw | None


class PredictionPositions(Model):
    """The wallet's positions.

    Attributes:
        positions: Contracts that the wallet holds, by market and side.
    """

    positions: list[PredictionPosition]


class PredictionTrade(Model):
    """One fill from the wallet's side.

    Attributes:
        trade_id: Trade, by its number.
        order_id: Order, by its number.
        market_id: Prediction market, by its number.
        side: Outcome of the question that is bought or held.
        price: Points for one contract of the side, 1 to 99.
        contracts: Number of contracts, each pays 100 points when its side wins.
        fee_points: Points that were paid as a fee, 6 decimals.
        role: Whether the order rested (`maker`) or came (`taker`).
        timestamp: When it happened, engine time; unix seconds, UTC.
    """

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
    """A price at a time.

    Attributes:
        timestamp: Moment of the point; unix seconds, UTC.
        value: Index price at that moment; USD, 8 decimals.
    """

    timestamp: int
    value: Raw


class PriceFeed(Model):
    """The index of one market over a window.

    Attributes:
        symbol: Symbol of the market, unique.
        points: Points in ascending order of time.
    """

    symbol: str
    points: list[PricePoint]


class PriceFeedStats(Model):
    """Index changes over a window; prices are None before the first price update.

    Attributes:
        open: First price of the window; None before the first price; USD, 8 decimals.
        close: Last price of the window; None before the first price; USD, 8 decimals.
        high: Highest price of the window; None before the first price; USD, 8 decimals.
        low: Lowest price of the window; None before the first price; USD, 8 decimals.
        change: Last price ÷ first price - 1; None before the first price; decimal.
        volatility: Standard deviation of daily log returns for a year; None with too few
            prices; decimal.
        as_of: When the figures were made; unix seconds, UTC.
    """

    open: Raw | None
    close: Raw | None
    high: Raw | None
    low: Raw | None
    change: Decimal | None
    volatility: Decimal | None
    as_of: int


class ProcessBody(Model):
    """Process mature settlement requests.

    Attributes:
        owner: Wallet whose account it is, where a delegate or another wallet signs; without it
            the signing wallet; base58 of exactly 32 bytes.
        settlement_request_ids: Requests to process, at most 8; without it the oldest mature
            ones.
    """

    owner: str | None | UnsetType = UNSET
    settlement_request_ids: list[int] | None | UnsetType = UNSET


class ProfileSettings(Model):
    """Display and default settings of a wallet.

    Attributes:
        username: Name that others see in place of the wallet; None without one.
        default_leverage: Leverage that the form begins with; decimal.
        default_theme: Colors of the web app; `system` follows the device.
        trade_mode: How much the trading form shows.
        interests: Categories and markets that the wallet follows, at most 20.
    """

    username: str | None
    default_leverage: Decimal
    default_theme: Literal["dark", "light", "system"]
    trade_mode: Literal["advanced", "basic"]
    interests: list[str]


class QuarantinedDeposit(Model):
    """Tokens that came without an accepted command.

    Attributes:
        deposit_id: Quarantined deposit, by its number.
        amount: Tokens that came; token amount, 6 decimals.
        mint: Mint of the tokens; base58 of 32 bytes.
        signature: Signature of the transaction, base58; None for what the engine did by itself.
        slot: Slot of the chain in which it happened.
        reason: Code of the reason why it was not accepted.
        explanation: Words of `reason`.
        claimed: Whether its sender has asked for it.
    """

    deposit_id: int
    amount: Raw
    mint: str
    signature: str | None
    slot: int
    reason: str
    explanation: str
    claimed: bool


class ReadAlertsBody(Model):
    """The newest event that was read.

    Attributes:
        event_id: Newest event that was read; it and those before it are marked.
    """

    event_id: int


class Ready(Model):
    """The process can serve, part by part; without database or journal it is 503.

    Attributes:
        status: `ready` while it can do its work.
        database: `ok` while the database answers.
        journal: `ok` while the journal takes commands.
        journal_age_ms: Age of the newest flush of the journal, milliseconds.
        node: Whether the chain node answers.
        follower: Whether commands of the chain come in.
        waiting: Parts that are not ready yet.
        as_of: When the figures were made; unix seconds, UTC.
    """

    status: Literal["ready"]
    database: Literal["ok"]
    journal: Literal["ok"]
    journal_age_ms: int
    node: Literal["ok", "down"]
    follower: Literal["ok", "stuck"]
    waiting: list[str]
    as_of: int


class RealizedPosition(Model):
    """What an open position realized since it was opened from flat.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        market_id: Market, by its number.
        realized: P&L that the position has realized; USD, signed, 6 decimals.
        price: Realized P&L by the price; USD, signed, 6 decimals.
        funding: Funding of closed parts of the position; USD, signed, 6 decimals.
        fees: Fees that the position has paid; USD, 6 decimals.
    """

    margin_account_id: int
    market_id: int
    realized: Raw
    price: Raw
    funding: Raw
    fees: Raw


class RealizedPositions(Model):
    """Realized P&L of a wallet's open positions.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        positions: Open positions, by account and market.
    """

    user: str
    positions: list[RealizedPosition]


class Referral(Model):
    """The referrer of a wallet, and the time of the code's use.

    Attributes:
        referred_by: Wallet whose code was used; None without one; base58 of 32 bytes.
        referred_by_code: Code that was used; None without one.
        referred_at: When the code was used; None without one; unix seconds, UTC.
    """

    referred_by: str
    referred_by_code: str
    referred_at: int


class ReferralCode(Model):
    """The code of a wallet, as it was typed.

    Attributes:
        code: Referral code as its owner typed it.
    """

    code: str


class ReferralUser(Model):
    """A wallet's place among the referrals, with what they brought.

    Attributes:
        user_id: Wallet that the answer is about; base58 of 32 bytes.
        participated_at: When it joined; None when it did not; unix seconds, UTC.
        code: Referral code of the wallet; None without one.
        referral_list: Wallets that used the code.
        referred_at: When the code was used; None without one; unix seconds, UTC.
        referred_by: Wallet whose code was used; None without one; base58 of 32 bytes.
        referred_by_code: Code that was used; None without one.
        referral_points: Points for the wallets that used the code, 6 decimals.
        referred_count: How many wallets used the code.
    """

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
    """The referrer of a wallet, and the time of the code's use; None: none yet.

    Attributes:
        referred_by: Wallet whose code was used; None without one; base58 of 32 bytes.
        referred_by_code: Code that was used; None without one.
        referred_at: When the code was used; None without one; unix seconds, UTC.
    """

    referred_by: str | None
    referred_by_code: str | None
    referred_at: int | None


class RefreshBody(Model):
    """A refresh token.

    Attributes:
        refresh_token: Token that gets the next pair, once.
    """

    refresh_token: str


class RemoveAccountsBody(Model):
    """Margin accounts that shall not be shown any more: one, or several.

    Attributes:
        margin_account_id: One margin account that is hidden from now on.
        margin_account_ids: Margin accounts that are hidden from now on.
    """

    margin_account_id: int | None | UnsetType = UNSET
    margin_account_ids: list[int] | None | UnsetType = UNSET


class RemoveAlertBody(Model):
    """The alert to remove.

    Attributes:
        alert_id: Alert to remove, by its number.
    """

    alert_id: int


class RemoveLiquidityBody(Model):
    """Remove shares of a position from the pool.

    Attributes:
        lp_position_id: LP position of the wallet, by its number.
        shares: Shares that leave the pool, with 6 decimals.
        keeper_tip: Reward for the keeper that processes the payout, USD with 6 decimals, part
            of the amount; default "0".
    """

    lp_position_id: int
    shares: str | int
    keeper_tip: str | int | UnsetType = UNSET


class RemoveLiquidityQuote(Model):
    """Current payout of shares, and the points per day lost with them.

    Attributes:
        liquidity: What would be paid for the shares, rounded down; USD, 6 decimals.
        shares: Shares of the pool; token amount, 6 decimals.
        share_price: Price of one share on exit; USD, 8 decimals.
        points_quote: Points for which the change counts.
    """

    liquidity: Raw
    shares: Raw
    share_price: Raw
    points_quote: PointsQuote


class Replay(Model):
    """Marks prices as a replay of published history, with its publisher.

    Attributes:
        source: Name of the data set whose history is replayed.
        attribution: Whom the data set is from, and its terms.
        date: Day of the data set that is replayed now.
        history_ends: Last day of the data set.
    """

    source: str
    attribution: str
    date: str
    history_ends: str


class ReplaySpeedBody(Model):
    """Real seconds in which the replay passes a day.

    Attributes:
        seconds_per_day: Real seconds in which a day of the demo passes.
    """

    seconds_per_day: Literal[2, 10, 60]


class RiskScreening(Model):
    """Whether the wallet is high risk.

    Attributes:
        is_high_risk: Whether the screening forbids the wallet to add exposure.
    """

    is_high_risk: bool


class SalesPoint(Model):
    """Closed sales of a month; `timestamp` is the month's first instant.

    Attributes:
        timestamp: First instant of the month; unix seconds, UTC.
        sales: Homes sold in the month; None when not known.
        median_sale_price: Median sale price of the month; None when not known; USD, 6 decimals.
        price_per_unit: Median price of one unit of area; None when not known; USD, 8 decimals.
    """

    timestamp: int
    sales: int | None
    median_sale_price: Raw | None
    price_per_unit: Raw | None


class SalesHistory(Model):
    """Sales by month.

    Attributes:
        points: Points in ascending order of time.
        sources: Where each figure is from.
    """

    points: list[SalesPoint]
    sources: list[Source]


class Summary(Model):
    """A market in a list.

    Attributes:
        market: Name of the market's feed in the metadata.
        market_id: Market, by its number.
        name: Name for people.
        state: State or region of the area; None where there is none.
        country: Country of the area, two letters (ISO 3166).
        acre_id: Number of the area behind the market.
        tradable: Whether the market is open for trading.
        symbol: Symbol of the market, unique.
        category: Kind of area, from city to index.
        currency: Currency of the price, `USD`.
        metric: Unit of area of the index: square feet or square meters.
        pyth_token_id: Feed of the price at Pyth; None of a source of its own.
        latitude: Degrees north of the area's middle; None when not known.
        longitude: Degrees east of the area's middle; None when not known.
        index_price: Price of the index for one unit of area; USD, 8 decimals.
        change1d: Change of the index price within a day; None without an older price; decimal.
        change1y: Change of the index price within a year; None without an older price; decimal.
        volume24h: Traded notional of the last 24 hours; USD, 6 decimals.
        open_interest: Notional of all open positions, long and short together; USD, 6 decimals.
        max_leverage_multiple: Largest leverage of a small position, 1 ÷
            `min_initial_margin_ratio`; decimal.
        tags: Tags of the market.
        paused: Whether increases of positions are refused.
    """

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
    """A page of markets and how many match.

    Attributes:
        markets: Markets of the page in the order of `sort`.
        next_cursor: `cursor` of the next page; None on the last one.
        total: Rows in all, of which the answer has a part.
    """

    markets: list[Summary]
    next_cursor: str | None
    total: int


class SessionBody(Model):
    """A refresh token, else the wallet whose cookie holds one.

    Attributes:
        refresh_token: Token that gets the next pair, once.
        address: Wallet that signs in or is signed in; base58 of exactly 32 bytes.
    """

    refresh_token: str | UnsetType = UNSET
    address: str | UnsetType = UNSET


class SessionInfo(Model):
    """Tokens of a login.

    Attributes:
        access_token: Bearer token for `Authorization`, of minutes.
        access_token_expiration_time: When the access token ends; unix seconds, UTC.
        refresh_token_expiration_time: When the refresh token ends; unix seconds, UTC.
        address: Wallet that is signed in; base58 of 32 bytes.
        is_new_user: Whether the wallet signs in for the first time.
        refresh_token: Token that gets the next pair, once; absent where a cookie holds it
            (`use_cookie`).
    """

    access_token: str
    access_token_expiration_time: int
    refresh_token_expiration_time: int
    address: str
    is_new_user: bool
    refresh_token: str | UnsetType = UNSET


class SessionList(Model):
    """The active sessions of a wallet, newest first.

    Attributes:
        sessions: Sessions of the wallet, newest first.
    """

    sessions: list[OwnSession]


class SettingsBody(Model):
    """Settings to change: what is absent is kept, None brings the default back.

    Attributes:
        username: Name that others see in place of the wallet; None without one; unique,
            ignoring case.
        default_leverage: Leverage that the form begins with, 1 to the largest of a market; from
            1 to the largest leverage of any market.
        default_theme: Colors of the web app; `system` follows the device.
        trade_mode: How much the trading form shows.
        interests: Categories and markets that the wallet follows, at most 20; categories and
            symbols of markets.
    """

    username: str | None | UnsetType = UNSET
    default_leverage: Any | None | UnsetType = UNSET
    default_theme: Literal["dark", "light", "system"] | None | UnsetType = UNSET
    trade_mode: Literal["advanced", "basic"] | None | UnsetType = UNSET
    interests: list[str] | None | UnsetType = UNSET


class Solvency(Model):
    """Vault balance, liabilities, and the root that commits to them.

    Attributes:
        vault_balance: Collateral in the vault on the chain; USD, 6 decimals.
        claims: What the exchange owes, by kind.
        difference: Vault less claims, never below 0 unless something is missing; USD, signed, 6
            decimals.
        token_vault_balance: ACRE tokens in the vault on the chain; token amount, 6 decimals.
        token_claims: ACRE tokens that the exchange owes; token amount, 6 decimals.
        sequence: Number of the last command that is in it.
        state_hash: Hash of the whole state, hexadecimal.
        state_root: Root of the tree over all that is owed; hash:leaves:collateral:tokens of a
            node of the tree.
        root_slot: Slot in which the newest root was put on the chain; None before the first.
        root_signature: Transaction that put it there, base58; None before the first.
        as_of: When the figures were made; unix seconds, UTC.
        proofs: Proofs of what one wallet is owed; only with `user`.
    """

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
    """An amount of stake.

    Attributes:
        amount: ACRE tokens, with 6 decimals.
    """

    amount: str | int


class StakeBody(Model):
    """Stake ACRE tokens.

    Attributes:
        amount: ACRE tokens, with 6 decimals.
        create_account: Whether to make the stake account first; default false.
    """

    amount: str | int
    create_account: bool | UnsetType = UNSET


class StakingAddresses(Model):
    """A wallet's stake account address, whether it staked or not.

    Attributes:
        stake_account: Account on the chain that holds the stake of the wallet; base58 of 32
            bytes.
        custody: Token account of the stake; base58 of 32 bytes.
        positions_account: Account of the stake's positions; base58 of 32 bytes.
        mint: Mint of the tokens; base58 of 32 bytes.
    """

    stake_account: str
    custody: str
    positions_account: str
    mint: str


class StakingTotals(Model):
    """Total stake of all wallets; `total_unlocking` is the whole wait.

    Rewards of staking are points, no tokens, so the yield in tokens is 0.

    Attributes:
        total_locked: Tokens that are locked, of all wallets; token amount, 6 decimals.
        total_locking: Tokens that lock with the next epoch, of all wallets; token amount, 6
            decimals.
        total_unlocking: Tokens that wait to be withdrawn, of all wallets; token amount, 6
            decimals.
        stakers: Wallets with a stake.
        epoch: Number of the running epoch of staking.
        epoch_duration: Length of an epoch of staking, seconds.
        epoch_end: When the epoch ends; unix seconds, UTC.
        apr: Rewards of the stake; decimal.
    """

    total_locked: Raw
    total_locking: Raw
    total_unlocking: Raw
    stakers: int
    epoch: int
    epoch_duration: int
    epoch_end: int
    apr: Decimal


class Status(Model):
    """The state of the service: chain, exchange, clock, journal.

    Attributes:
        env: Environment; tokens are valid in one alone.
        version: Version of the program.
        status: State of the service as a whole.
        exchange: State of the exchange: `paused` allows to reduce, `halted` nothing.
        sequence: Number of the last command that is in it.
        chain_slot: Newest slot of the chain; None while the node is away.
        followed_slot: Newest slot whose commands were applied.
        projected_sequence: Number of the last command that histories show.
        last_print_at: When the newest price update was published; None before the first; unix
            seconds, UTC.
        clock: Engine time and how fast it runs.
        as_of: When the figures were made; unix seconds, UTC.
        replay: History that the demo replays; None where prices are real.
    """

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
    """The status of an order.

    Attributes:
        status: What became of the order.
    """

    status: Literal["canceled", "expired", "filled", "open", "partiallyFilled"]


class StreamTrade(Model):
    """The public view of a trade.

    Attributes:
        timestamp: When it happened, engine time; unix seconds, UTC.
        exchange_id: Number of the exchange; there is one, 0.
        signature: Signature of the transaction, base58; None for what the engine did by itself.
        slot: Slot of the chain in which it happened.
        user: Wallet that the row is of; base58 of 32 bytes.
        market_id: Market, by its number.
        trade_kind: What the trade did to the position.
        side: Direction of the position or trade.
        fill_price: Average price of the trade, for one unit of area; USD, 8 decimals.
        index_price: Price of the index for one unit of area; USD, 8 decimals.
        open_interest_delta: Change of the position by the trade.
        new_open_interest: The position after the trade.
        trade_fee: Maker and taker fee of the trade, rounded up; USD, 6 decimals.
        surcharge: What the trade pays beyond the fee while the index moves fast, rounded up;
            USD, 6 decimals.
        pnl: P&L that the trade realized, without fees; USD, signed, 6 decimals.
        price_performance: Part of `pnl` that the price made; USD, signed, 6 decimals.
        funding_performance: Part of `pnl` that funding made, below 0 when paid; USD, signed, 6
            decimals.
    """

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
    """Markets in the order asked.

    Attributes:
        markets: Markets in the order of the request.
    """

    markets: list[Summary]


class TokenPair(Model):
    """Tokens of a refresh.

    Attributes:
        access_token: Bearer token for `Authorization`, of minutes.
        access_token_expiration_time: When the access token ends; unix seconds, UTC.
        refresh_token_expiration_time: When the refresh token ends; unix seconds, UTC.
        refresh_token: Token that gets the next pair, once; absent where a cookie holds it
            (`use_cookie`).
    """

    access_token: str
    access_token_expiration_time: int
    refresh_token_expiration_time: int
    refresh_token: str | UnsetType = UNSET


class Trade(Model):
    """A trade with its margin account, and the waiting order that made it.

    Attributes:
        timestamp: When it happened, engine time; unix seconds, UTC.
        exchange_id: Number of the exchange; there is one, 0.
        signature: Signature of the transaction, base58; None for what the engine did by itself.
        slot: Slot of the chain in which it happened.
        user: Wallet that the row is of; base58 of 32 bytes.
        market_id: Market, by its number.
        trade_kind: What the trade did to the position.
        side: Direction of the position or trade.
        fill_price: Average price of the trade, for one unit of area; USD, 8 decimals.
        index_price: Price of the index for one unit of area; USD, 8 decimals.
        open_interest_delta: Change of the position by the trade.
        new_open_interest: The position after the trade.
        trade_fee: Maker and taker fee of the trade, rounded up; USD, 6 decimals.
        surcharge: What the trade pays beyond the fee while the index moves fast, rounded up;
            USD, 6 decimals.
        pnl: P&L that the trade realized, without fees; USD, signed, 6 decimals.
        price_performance: Part of `pnl` that the price made; USD, signed, 6 decimals.
        funding_performance: Part of `pnl` that funding made, below 0 when paid; USD, signed, 6
            decimals.
        margin_account_id: Margin account of the wallet, by its number.
        order_id: Waiting order that traded; None of a trade by a transaction.
    """

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
    """An unsigned transaction.

    Attributes:
        tx: Unsigned transaction, base64; the wallet signs it and sends it to `/rpc`.
        blockhash: Block hash in the transaction, base58.
        last_valid_block_height: Block height after which the chain refuses the transaction.
    """

    tx: str
    blockhash: str
    last_valid_block_height: int


class Unauthorized(Model):
    """The body of an answer with status 401; `expired_token`: a refresh and one retry may help.

    Attributes:
        message: Text for people.
        code: Reason for programs, from the list of the operation.
        details: Figures of the refusal by name, for programs; empty without any.
        request_id: Id of the request, as in `X-Request-Id`.
        expired_token: Whether the token is genuine and past its expiry, so that a refresh
            helps.
    """

    message: str
    code: str
    details: dict[str, Any]
    request_id: str
    expired_token: bool


class UseCodeBody(Model):
    """The code of another wallet.

    Attributes:
        referral_code: Code of letters, digits, `_` and `-`; 3 to 20 characters; spaces around
            it are cut off.
    """

    referral_code: str


class UserBody(Model):
    """The participating wallet, from the token.

    Attributes:
        user: Wallet that takes part; base58 of exactly 32 bytes.
    """

    user: str | None | UnsetType = UNSET


class UserPoints(Model):
    """All points of a user.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        points: Points after boosts, 6 decimals.
    """

    user: str
    points: Raw


class ValueHistory(Model):
    """A wallet's equity history, as its portfolio's `account_value`.

    Attributes:
        user: Wallet that the row is of; base58 of 32 bytes.
        points: Points in ascending order of time.
    """

    user: str
    points: list[AmountPoint]


class Volume(Model):
    """Traded notional and number of trades.

    Attributes:
        notional: Traded size x fill price, both directions; USD, 6 decimals.
        trades: Trades of the span, both directions.
    """

    notional: Raw
    trades: int


class Volumes(Model):
    """Volume over several spans.

    Attributes:
        one_day: Trades of the last 24 hours.
        one_week: Trades of the last 7 days.
        one_month: Trades of the last 30 days.
        all_time: Trades since the market began.
    """

    one_day: Volume
    one_week: Volume
    one_month: Volume
    all_time: Volume


class WalletBody(Model):
    """One wallet, which has to be named.

    Attributes:
        address: Wallet that signs in or is signed in; base58 of exactly 32 bytes.
    """

    address: str


class WithdrawMarginBody(Model):
    """Withdraw margin.

    Attributes:
        margin_account_id: Margin account of the wallet, by its number.
        margin: Collateral that leaves the account, with the tip, USD with 6 decimals.
        keeper_tip: Reward for the keeper that processes the payout, USD with 6 decimals, part
            of the amount; default "0".
    """

    margin_account_id: int
    margin: str | int
    keeper_tip: str | int | UnsetType = UNSET


class WithdrawMarginQuote(Model):
    """The currently withdrawable amount.

    Attributes:
        max_withdrawable_amount: Most that can be withdrawn now, rounded down; unrealized profit
            is not in it; USD, 6 decimals.
    """

    max_withdrawable_amount: Raw

"""Exchange and market entities (API 3.1, 3.2) and the express summaries."""

import msgspec

from edge.http.schema.base import Entity
from edge.http.schema.units import (
    AddressText,
    Collateral,
    ExchangeStatus,
    Price,
    Ratio,
    SignedCollateral,
    SignedSize,
    Size,
    Timestamp,
    Token,
)
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS, Parameter


class SideShare(Entity):
    """One side of an open-interest distribution."""

    size: Size
    notional: Collateral
    percent: Ratio


class Distribution(Entity):
    """Open interest by side."""

    long: SideShare
    short: SideShare


class Room(Entity):
    """Open interest still available, by side, in collateral."""

    long: Collateral
    short: Collateral


class Amounts(Entity):
    """A size and its notional."""

    size: Size
    notional: Collateral


class SignedAmounts(Entity):
    """A signed size and its notional."""

    size: SignedSize
    notional: SignedCollateral


class MarketRoom(Entity):
    """Open interest still available in a market, by side."""

    long: Amounts
    short: Amounts


class Skew(Entity):
    """Long minus short."""

    size: SignedSize
    notional: SignedCollateral
    percent: Ratio


class Yield(Entity):
    """Fee APR of the pool's depositors, annualized."""

    apr: Ratio
    apy: Ratio


class FundingAprs(Entity):
    """The daily funding rate over other spans."""

    one_hour: Ratio
    eight_hour: Ratio
    one_day: Ratio
    one_year: Ratio


class FundingParts(Entity):
    """The parts that sum to the funding rate."""

    drift: Ratio
    crowding: Ratio
    spread: Ratio


class Forecast(Entity):
    """Expected index return per day."""

    fast: Ratio
    slow: Ratio
    mid: Ratio


class HeldPrint(Entity):
    """A price update awaiting confirmation."""

    price: Price
    published_at: Timestamp


class EntryWindow(Entity):
    """Seconds around the scheduled price update without position increases."""

    before: int
    after: int


_SHOWN_APART = frozenset({"entryWindowBefore", "entryWindowAfter"})


def _parameter_type(parameter: Parameter) -> type:
    if parameter.name.endswith("_e12"):
        return Ratio
    if parameter.name.endswith("_e6"):
        is_size = parameter.contract in {"skewScale", "maxSideSize"}
        return Size if is_size else Collateral
    return int


def _parameter_fields(table: tuple[Parameter, ...]) -> list[tuple[str, type]]:
    return [
        (parameter.contract, _parameter_type(parameter))
        for parameter in table
        if parameter.contract not in _SHOWN_APART
    ]


# Every parameter in force is shown; the table of the engine is the only list of them.
ExchangeSpecification = msgspec.defstruct(
    "ExchangeSpecification",
    [
        ("id", int),
        ("collateralMint", AddressText),
        ("collateralVault", AddressText),
        ("collateralExpo", int),
        ("tokenMint", AddressText),
        ("status", ExchangeStatus),
        ("paused", bool),
        ("marketIds", list[int]),
        ("admin", AddressText),
        ("authorizedSettler", AddressText),
        ("netExposureCap", Collateral),
        *_parameter_fields(EXCHANGE_PARAMETERS),
    ],
    namespace={"__doc__": "Parameters of the exchange in force, its mints and keys."},
    kw_only=True,
    frozen=True,
)
MarketSpecification = msgspec.defstruct(
    "MarketSpecification",
    [
        ("maxSideNotional", Collateral),
        ("authorizedLiquidator", AddressText | None),
        ("entryWindow", EntryWindow),
        ("priceFeed", str),
        *_parameter_fields(MARKET_PARAMETERS),
    ],
    namespace={"__doc__": "Parameters of a market in force, and its source of prices."},
    kw_only=True,
    frozen=True,
)


class Exchange(Entity):
    """The exchange: vault, pool, open interest, parameters (API 3.1)."""

    address: AddressText
    balance: Collateral
    reserve_balance: Collateral
    protocol_fee_balance: Collateral
    unsettled_balance: Collateral
    quarantined_balance: Collateral
    margin_balance: Collateral
    lp_balance: Collateral
    tvl: Collateral
    lp_shares: Token
    unrealized_pnl: SignedCollateral
    share_price: Price
    required_minimum_balance: Collateral
    required_minimum_balance_percent: Ratio
    open_interest: Collateral
    available_open_interest: Room
    open_interest_distribution: Distribution
    min_lp_duration: int
    settlement_delay: int
    protocol_fee_rate: Ratio
    cumulative_notional_volume: Collateral
    cumulative_lp_fee: Collateral
    lp_yield: Yield
    specification: ExchangeSpecification  # type: ignore[valid-type]


class Metadata(Entity):
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


class Market(Entity):
    """A market: prices, open interest, funding, parameters (API 3.2)."""

    address: AddressText
    id: int
    paused: bool
    index_price: Price
    market_price: Price
    open_interest: Amounts
    skew: Skew
    open_interest_distribution: Distribution
    funding_rate: Ratio
    funding_velocity: Ratio
    max_funding_velocity: Ratio
    funding_rate_aprs: FundingAprs
    max_leverage_multiple: Ratio
    available_open_interest: MarketRoom
    maker_fee_rate: Ratio
    taker_fee_rate: Ratio
    metadata: Metadata
    specification: MarketSpecification  # type: ignore[valid-type]
    funding_parts: FundingParts
    holding_rate: Ratio
    forecast: Forecast
    level_price: Price
    noise: Ratio
    auction_only: bool
    index_price_at: Timestamp
    next_print_at: Timestamp
    increase_blocked_until: Timestamp | None
    held_print: HeldPrint | None


class Summary(Metadata):
    """A market in a list (API 5.1)."""

    index_price: Price
    change1d: Ratio | None
    change1y: Ratio | None
    volume24h: Collateral
    open_interest: Collateral
    max_leverage_multiple: Ratio
    tags: list[str]
    paused: bool


class MarketDetail(Market):
    """One market with everything that a list of markets says of it."""

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
    change1d: Ratio | None
    change1y: Ratio | None
    volume24h: Collateral
    tags: list[str]


class MarketRow(Entity):
    """A market in the stream of all markets (API 5.8)."""

    market_id: int
    index_price: Price
    index_price_at: Timestamp
    market_price: Price
    funding_rate: Ratio
    open_interest: Amounts
    skew: Skew
    paused: bool


class MarketState(Entity):
    """A market in its own stream (API 5.8)."""

    market_id: int
    index_price: Price
    index_price_at: Timestamp
    next_print_at: Timestamp
    market_price: Price
    funding_rate: Ratio
    funding_velocity: Ratio
    open_interest: Amounts
    open_interest_distribution: Distribution
    skew: Skew
    available_open_interest: MarketRoom
    paused: bool

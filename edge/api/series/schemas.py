"""Series, statistics and status answers."""

from typing import Annotated

from edge.http.schema.base import Entity
from edge.http.schema.units import (
    Collateral,
    Environment,
    ExchangeStatus,
    Lamports,
    Price,
    Ratio,
    SignedCollateral,
    SignedPrice,
    SignedSize,
    Timestamp,
    Token,
    one_of,
)


class PricePoint(Entity):
    """A price at a time."""

    timestamp: Timestamp
    value: Price


class AmountPoint(Entity):
    """An amount at a time."""

    timestamp: Timestamp
    value: SignedCollateral


class PriceFeed(Entity):
    """The index of one market over a window."""

    symbol: str
    points: list[PricePoint]


class PriceFeedStats(Entity):
    """Index changes over a window; prices are null before the first price update."""

    open: Price | None
    close: Price | None
    high: Price | None
    low: Price | None
    change: Ratio | None
    volatility: Ratio | None
    as_of: Timestamp


class Candles(Entity):
    """Candles as equal-length columns."""

    symbol: str
    interval: Annotated[str, one_of("5m", "1h", "4h", "1d", "1w")]
    source: Annotated[str, one_of("index", "market")]
    timestamp: list[Timestamp]
    open: list[Price]
    high: list[Price]
    low: list[Price]
    close: list[Price]
    volume: list[Collateral]


class FundingPoint(Entity):
    """Funding at a time."""

    timestamp: Timestamp
    funding_rate: Ratio
    funding_velocity: Ratio
    funding_per_unit: SignedPrice


class FundingHistory(Entity):
    """Funding of one market over a window."""

    symbol: str
    points: list[FundingPoint]


class MarketPoint(Entity):
    """A market at a time; `volume` is what was traded since the point before."""

    timestamp: Timestamp
    index_price: Price
    market_price: Price
    funding_rate: Ratio
    open_interest_long: Collateral
    open_interest_short: Collateral
    skew: SignedSize
    volume: Collateral


class MarketSeries(Entity):
    """One market over a window."""

    market_id: int
    points: list[MarketPoint]


class Volume(Entity):
    """Traded notional and number of trades."""

    notional: Collateral
    trades: int


class Volumes(Entity):
    """Volume over several spans."""

    one_day: Volume
    one_week: Volume
    one_month: Volume
    all_time: Volume


class PriceChange(Entity):
    """Index change over several spans; null where the history is too short."""

    one_day: Ratio | None
    one_month: Ratio | None
    one_year: Ratio | None


class AcreInfo(Entity):
    """Facts about one region (API 4.7)."""

    id: int
    name: str
    state: str | None
    country: str
    category: str
    metric: str
    currency: str
    price: Price | None
    price_as_of: Timestamp | None
    change: PriceChange
    population: int | None
    median_sqft: int | None


class Health(Entity):
    """The process answers."""

    status: Annotated[str, one_of("ok")]
    env: Environment
    version: str


class Ready(Entity):
    """The process can serve, part by part; without database or journal it is 503."""

    status: Annotated[str, one_of("ready")]
    database: Annotated[str, one_of("ok")]
    journal: Annotated[str, one_of("ok")]
    journal_age_ms: int  # since the last durable command; the clock alone makes one a second
    node: Annotated[str, one_of("ok", "down")]
    follower: Annotated[str, one_of("ok", "stuck")]
    waiting: list[str]  # loops that wait for the machine: a full disk, no descriptor
    as_of: Timestamp


class Clock(Entity):
    """Engine time and how fast it runs."""

    now: Timestamp
    rate: int


class Replay(Entity):
    """Marks prices as a replay of published history, with its publisher."""

    source: str
    attribution: str
    date: str
    history_ends: str


class Status(Entity):
    """The state of the service: chain, exchange, clock, journal (API 5.9)."""

    env: Environment
    version: str
    status: Annotated[str, one_of("ok", "degraded", "maintenance")]
    exchange: ExchangeStatus
    sequence: int
    chain_slot: int | None
    followed_slot: int
    projected_sequence: int
    last_print_at: Timestamp | None
    clock: Clock
    as_of: Timestamp
    replay: Replay | None


class MarketPaused(Entity):
    """Whether one market is paused."""

    market_id: int
    paused: bool


class Paused(Entity):
    """Whether exchange and markets are paused (API 4.1)."""

    paused: bool
    exchange: bool
    markets: list[MarketPaused]
    as_of: Timestamp


class ClusterHealth(Entity):
    """How new the newest block of the chain is (API 4.1)."""

    status: Annotated[str, one_of("healthy", "degraded", "down")]
    slot: int
    block_time: Timestamp
    tps: int
    latency_ms: int
    as_of: Timestamp


class FaucetDrop(Entity):
    """The faucet's transfer."""

    signature: str
    sol: Lamports
    collateral: Collateral
    token: Token

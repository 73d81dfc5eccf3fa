"""The past of the indexes (API 5.2, 7.11); null: too little history."""

from typing import Annotated

from msgspec import field

from edge.http.schema.base import Entity
from edge.http.schema.units import Price, Ratio, Side, Timestamp, one_of

SEASONS = ("Dec-Feb", "Mar-May", "Jun-Aug", "Sep-Nov")


class RatioPoint(Entity):
    """A ratio at a time."""

    timestamp: Timestamp
    value: Ratio


class FallSchema(Entity):
    """A fall from a high to a low; months are counted by the calendar."""

    change: Ratio
    peak: Price
    peak_at: Timestamp
    trough: Price
    trough_at: Timestamp
    months_down: int
    recovered_at: Timestamp | None
    months_up: int | None


class MoveSchema(Entity):
    """A change between two month ends."""

    change: Ratio
    from_s: Timestamp = field(name="from")
    to: Timestamp


class ExtremesSchema(Entity):
    """The worst and the best change."""

    worst: MoveSchema
    best: MoveSchema


class RankSchema(Entity):
    """The share of earlier month ends that are below today's value."""

    percentile: Ratio
    months: int


class YearRankSchema(RankSchema):
    """The change of the last 365 days among those of a year to each month end."""

    change: Ratio


class LiquidationCount(Entity):
    """How many positions, opened at each month end, would have been liquidated."""

    leverage: Ratio
    side: Side
    year_entries: int
    within_year: int
    entries: int
    to_date: int


class TrendSchema(Entity):
    """The trend of the last months, a year; strength is R squared."""

    months: int
    per_year: Ratio
    strength: Ratio | None


class SeasonSchema(Entity):
    """The changes in one quarter of the year."""

    season: Annotated[str, one_of(*SEASONS)]
    count: int
    mean: Ratio
    rises: Ratio


class SeasonalitySchema(Entity):
    """The quarters of the year, and the share of the variance that they explain."""

    strength: Ratio | None
    seasons: list[SeasonSchema]


class PersistenceSchema(Entity):
    """How last year's change foretold the next year's; errors are mean absolute ones."""

    count: int
    mean_error: Ratio
    unchanged_error: Ratio
    right_direction: Ratio


class TogetherSchema(Entity):
    """How the index moved with that of another market, by quarters."""

    symbol: str
    name: str
    is_country: bool
    correlation: Ratio
    beta: Ratio
    quarters: int


class MarketPast(Entity):
    """What the published prints of one index say about its past."""

    symbol: str
    as_of: Timestamp | None
    from_s: Timestamp | None = field(name="from")
    months: int
    months_needed: int
    maintenance_rate: Ratio
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


class ComparedMarket(Entity):
    """One index, rebased to 100 at the start."""

    symbol: str
    name: str
    values: list[Ratio]


class Comparison(Entity):
    """Indexes at the start, each month end after it, and now; columns of equal length."""

    start: Timestamp
    earliest: Timestamp
    timestamp: list[Timestamp]
    markets: list[ComparedMarket]


class CorrelatedMarket(Entity):
    """A row and a column of the table."""

    symbol: str
    name: str


class Correlations(Entity):
    """Correlations of the changes by quarter, row by row; null: too few quarters in common."""

    as_of: Timestamp | None
    quarters: int
    markets: list[CorrelatedMarket]
    rows: list[list[Ratio | None]]

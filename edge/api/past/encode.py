"""The past of an index as the API states it."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from chain.catalogue.statistics import month_of
from edge.api.past.reads import Figures, maintenance_e12
from edge.api.past.schemas import (
    SEASONS,
    ExtremesSchema,
    FallSchema,
    LiquidationCount,
    MarketPast,
    MoveSchema,
    PersistenceSchema,
    RankSchema,
    RatioPoint,
    SeasonalitySchema,
    SeasonSchema,
    TogetherSchema,
    TrendSchema,
    YearRankSchema,
)
from edge.http.amounts import decimal, rate
from engine.core.views import MarketView
from engine.programmes.past.falls import Fall, Rank
from engine.programmes.past.liquidated import Liquidations
from engine.programmes.past.months import WHOLE_MONTHS_MIN, Move
from engine.programmes.past.patterns import Persistence, Seasonality, Together, Trend

T = TypeVar("T")
R = TypeVar("R")


class Companion(NamedTuple):
    """Another market, and how an index moves with its index."""

    view: MarketView
    both: Together
    is_country: bool


def e6(value: int) -> str:
    """Return a ratio in 1e-6 as text."""
    return decimal(value, 6)


def market_past(view: MarketView, known: Figures, companions: list[Companion]) -> MarketPast:
    """Return everything; a figure that needs more history is null."""
    past = known.past
    return MarketPast(
        symbol=view.symbol,
        as_of=None if past is None else past.newest.at_s,
        from_s=None if past is None else past.points()[0].at_s,
        months=0 if past is None else len(past.months),
        months_needed=WHOLE_MONTHS_MIN,
        maintenance_rate=rate(maintenance_e12(view)),
        largest_fall=_of(known.largest, _fall),
        current_fall=_of(known.current, _fall),
        drawdown=[RatioPoint(timestamp=at_s, value=rate(fall)) for at_s, fall in known.drawdown],
        month=_of(known.month, _extremes),
        year=_of(known.year, _extremes),
        price_rank=_of(known.price_rank, _rank),
        year_rank=_year_rank(known),
        liquidations=[_count(one) for one in known.liquidations],
        trend=_of(known.trend, _trend),
        seasonality=_of(known.seasonality, _seasonality),
        persistence=_of(known.persistence, _persistence),
        together=[_together(one) for one in companions],
    )


def _of(value: T | None, make: Callable[[T], R]) -> R | None:
    return None if value is None else make(value)


def _fall(fall: Fall) -> FallSchema:
    peak, trough, recovered = fall.peak.at_s, fall.trough.at_s, fall.recovered_at_s
    return FallSchema(
        change=rate(fall.change_e12),
        peak=str(fall.peak.price_e8),
        peak_at=peak,
        trough=str(fall.trough.price_e8),
        trough_at=trough,
        months_down=month_of(trough) - month_of(peak),
        recovered_at=recovered,
        months_up=None if recovered is None else month_of(recovered) - month_of(trough),
    )


def _extremes(both: tuple[Move, Move]) -> ExtremesSchema:
    return ExtremesSchema(worst=_move(both[0]), best=_move(both[1]))


def _move(move: Move) -> MoveSchema:
    return MoveSchema(change=rate(move.change_e12), from_s=move.start_s, to=move.end_s)


def _rank(found: Rank) -> RankSchema:
    return RankSchema(percentile=rate(found.percentile_e12), months=found.others)


def _year_rank(known: Figures) -> YearRankSchema | None:
    found, change = known.year_rank, known.year_change_e12
    if found is None or change is None:
        return None
    return YearRankSchema(
        percentile=rate(found.percentile_e12), months=found.others, change=rate(change)
    )


def _count(one: Liquidations) -> LiquidationCount:
    return LiquidationCount(
        leverage=str(one.leverage),
        side="long" if one.is_long else "short",
        year_entries=one.year_entries,
        within_year=one.within_year,
        entries=one.entries,
        to_date=one.to_date,
    )


def _trend(found: Trend) -> TrendSchema:
    return TrendSchema(
        months=found.months, per_year=e6(found.per_year_e6), strength=_of(found.strength_e6, e6)
    )


def _seasonality(found: Seasonality) -> SeasonalitySchema:
    return SeasonalitySchema(
        strength=_of(found.strength_e6, e6),
        seasons=[
            SeasonSchema(
                season=SEASONS[one.number],
                count=one.count,
                mean=rate(one.mean_e12),
                rises=e6(one.rises_e6),
            )
            for one in found.seasons
        ],
    )


def _persistence(found: Persistence) -> PersistenceSchema:
    return PersistenceSchema(
        count=found.count,
        mean_error=rate(found.error_e12),
        unchanged_error=rate(found.unchanged_error_e12),
        right_direction=e6(found.right_direction_e6),
    )


def _together(one: Companion) -> TogetherSchema:
    return TogetherSchema(
        symbol=one.view.symbol,
        name=one.view.name,
        is_country=one.is_country,
        correlation=e6(one.both.correlation_e6),
        beta=e6(one.both.beta_e6),
        quarters=one.both.count,
    )

"""A deal on Acre against the same deal in bricks, on history (API 7.7).

The index prices the home at entry and now; what each way would have cost and earned is worked out
in integers. Costs round up, income rounds down, ratios round toward minus infinity at 1e-12; each
shown figure is rounded once and sums are sums of shown figures, so that a reader can work the
result out again from `breakdown`.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.core.numbers.formulas import notional_floor_e6
from engine.programmes.deals.costs import (
    DealRates,
    PhysicalBreakdown,
    PhysicalCosts,
    physical_costs,
)
from engine.programmes.deals.paper_trade import AcreBreakdown, FundingPoint, MarketTerms, PaperTrade
from engine.programmes.errors import ProgrammeError
from engine.programmes.rounding import div_floor

E6 = 10**6
E8 = 10**8
E12 = 10**12
DAY_S = 86_400
DEFAULT_SQFT = 1_800
SQFT_MAX = 1_000_000
SIZE_MAX_E6 = 10**13  # of a position (rules/numbers.md)
STRONG_E12 = 5 * E12 // 100  # five points of percent

YEARS = range(1, 11)

# Months for what is counted in years, days for where the window begins (as windows elsewhere).
TIMEFRAMES = {
    "1m": (1, 30),
    "3m": (3, 91),
    "6m": (6, 182),
    **{f"{years}y": (12 * years, years * 1_461 // 4) for years in YEARS},
}


class Recommendation(StrEnum):
    """The verdict, by how much Acre's return is above the physical one."""

    STRONG_ACRE = "strong_acre"
    SLIGHT_ACRE = "slight_acre"
    SIMILAR = "similar"
    PHYSICAL = "physical"


@dataclass(frozen=True, slots=True)
class IndexPoint:
    """One print of the index."""

    at_s: int
    price_e8: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRequest:
    """A deal request: `notional_e6` instead of `sqft` when given; rates are the overrides."""

    timeframe: str = "6m"
    leverage_e12: int = E12
    sqft: int = DEFAULT_SQFT
    notional_e6: int | None = None
    is_long: bool = True
    rates: DealRates


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """The answer; the physical side of a short is nothing (not owning)."""

    size_e6: int
    notional_e6: int
    entry: IndexPoint
    exit: IndexPoint
    acre_dollars_e6: int
    physical_dollars_e6: int
    acre_percentage_e12: int
    physical_percentage_e12: int
    acre_cash_flow_e6: int
    physical_cash_flow_e6: int
    acre_total_costs_e6: int
    physical_total_costs_e6: int
    acre: AcreBreakdown
    physical: PhysicalBreakdown
    rates: DealRates
    recommendation: Recommendation


def analyse_deal(
    request: DealRequest,
    market: MarketTerms,
    index: Sequence[IndexPoint],
    funding: Sequence[FundingPoint],
    now_s: int,
) -> DealResult:
    """Analyse a deal; `index` and `funding` ascend in time.

    Raise ProgrammeError: BAD_TIMEFRAME, BAD_LEVERAGE, VALIDATION, INSUFFICIENT_HISTORY (no print
    at or before the beginning of the window), AMOUNT_OUT_OF_RANGE.
    """
    months, history = _checked(request, market, index, now_s)
    try:
        return _analyse(request, market, months, history, funding)
    except OverflowError as error:
        raise ProgrammeError("AMOUNT_OUT_OF_RANGE") from error


def _checked(
    request: DealRequest, market: MarketTerms, index: Sequence[IndexPoint], now_s: int
) -> tuple[int, Sequence[IndexPoint]]:
    """Return the months and the prints from the entry's on."""
    if request.timeframe not in TIMEFRAMES:
        raise ProgrammeError("BAD_TIMEFRAME")
    if not E12 <= request.leverage_e12 <= market.max_leverage_e12:
        raise ProgrammeError("BAD_LEVERAGE")
    if request.notional_e6 is None and not 1 <= request.sqft <= SQFT_MAX:
        raise ProgrammeError("VALIDATION", details={"field": "sqft"})
    if request.notional_e6 is not None and request.notional_e6 <= 0:
        raise ProgrammeError("VALIDATION", details={"field": "notional"})
    months, days = TIMEFRAMES[request.timeframe]
    end = bisect_right(index, now_s, key=lambda point: point.at_s)
    begin = bisect_right(index, now_s - days * DAY_S, key=lambda point: point.at_s) - 1
    if begin < 0:
        raise ProgrammeError("INSUFFICIENT_HISTORY", details={"timeframe": request.timeframe})
    return months, index[begin:end]


def _analyse(
    request: DealRequest,
    market: MarketTerms,
    months: int,
    history: Sequence[IndexPoint],
    funding: Sequence[FundingPoint],
) -> DealResult:
    entry, last = history[0], history[-1]
    size_e6 = _size_floor_e6(request, entry.price_e8)
    notional_e6 = notional_floor_e6(size_e6, entry.price_e8)
    trade = PaperTrade(market, size_e6 if request.is_long else -size_e6, entry.price_e8)
    acre = trade.hold(
        [(point.at_s, point.price_e8) for point in history], funding, request.leverage_e12
    )
    costs = PhysicalCosts(request.rates, request.leverage_e12, months)
    end_notional_e6 = notional_floor_e6(size_e6, last.price_e8)
    home = physical_costs(costs, notional_e6, end_notional_e6, is_long=request.is_long)
    acre_percentage_e12 = (
        -E12
        if acre.liquidated_at_s is not None
        else div_floor(acre.dollars_e6 * request.leverage_e12, notional_e6)
    )
    return DealResult(
        size_e6=size_e6,
        notional_e6=notional_e6,
        entry=entry,
        exit=last,
        acre_dollars_e6=acre.dollars_e6,
        physical_dollars_e6=home.dollars_e6,
        acre_percentage_e12=acre_percentage_e12,
        physical_percentage_e12=home.percentage_e12,
        acre_cash_flow_e6=-acre.funding_e6,
        physical_cash_flow_e6=home.cash_flow_e6,
        acre_total_costs_e6=acre.total_costs_e6,
        physical_total_costs_e6=home.breakdown.total_e6,
        acre=acre,
        physical=home.breakdown,
        rates=costs.rates,
        recommendation=recommendation(acre_percentage_e12, home.percentage_e12),
    )


def _size_floor_e6(request: DealRequest, entry_price_e8: int) -> int:
    """Return the size: square feet as given, or the notional at the entry price, down."""
    if request.notional_e6 is None:
        return request.sqft * E6
    size_e6 = div_floor(request.notional_e6 * E8, entry_price_e8)
    if size_e6 > SIZE_MAX_E6:
        raise OverflowError(size_e6)
    if notional_floor_e6(size_e6, entry_price_e8) == 0:
        raise ProgrammeError("VALIDATION", details={"field": "notional"})
    return size_e6


def recommendation(acre_e12: int, physical_e12: int) -> Recommendation:
    """Return the verdict on two returns; each threshold belongs to the verdict below it."""
    difference_e12 = acre_e12 - physical_e12
    if difference_e12 > STRONG_E12:
        return Recommendation.STRONG_ACRE
    if difference_e12 > 0:
        return Recommendation.SLIGHT_ACRE
    if difference_e12 > -STRONG_E12:
        return Recommendation.SIMILAR
    return Recommendation.PHYSICAL

"""Express base, deal analysis (API 5.4, model 7.7)."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from chain.catalogue.statistics import Metric
from edge.api.context import Call, Context
from edge.api.deals.schemas import (
    AcreCosts,
    Assumptions,
    Breakdown,
    CashFlow,
    DealAnalysis,
    DealCell,
    DealHorizon,
    DealHorizons,
    DealPoint,
    DealQuery,
    DealSensitivity,
    NetReturn,
    PhysicalCosts,
)
from edge.api.markets.lookup import market_of_symbol
from edge.http import costs
from edge.http.amounts import E12, Limit, parse_positive, parse_rate, rate
from edge.http.codes import DEAL
from edge.http.errors import ApiError, invalid
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.windows import DAY_S
from edge.store.tables import MarketPointRow
from engine.core.views import MarketView
from engine.programmes.deals.analysis import (
    DEFAULT_SQFT,
    TIMEFRAMES,
    DealRequest,
    DealResult,
    IndexPoint,
    analyse_deal,
)
from engine.programmes.deals.costs import DealRates, contract_name
from engine.programmes.deals.paper_trade import FundingPoint, MarketTerms
from engine.programmes.deals.sensitivity import (
    DealHistory,
    deal_horizons,
    deal_sensitivity,
)
from engine.programmes.errors import ProgrammeError

LONGEST = "10y"
PRINTS_MAX = 20_000  # of one index in ten years: five a day
LEVERAGES = (1, 2, 3, 5, 10)  # of the grid, as far as the market goes
EXIT_CHANGES_PERCENT = (-20, -10, -5, 0, 5, 10, 20)
_RATE_FIELDS = tuple(field.name.removesuffix("_e12") for field in fields(DealRates))


@route(
    Base.EXPRESS,
    "GET",
    "/deal-analysis/{symbol}",
    query=DealQuery,
    returns=DealAnalysis,
    codes=DEAL,
    cost=costs.ANALYSIS,
)
async def get_deal_analysis(call: Call[DealQuery, Nothing]) -> DealAnalysis:
    """Compare a deal on Acre with the same deal in bricks, on history."""
    request, past = await _asked(call)
    found = await _computed(
        past, lambda one: analyse_deal(request, one.market, one.index, one.funding, one.now_s)
    )
    return _analysis(request, found)


@route(
    Base.EXPRESS,
    "GET",
    "/deal-analysis/{symbol}/sensitivity",
    query=DealQuery,
    returns=DealSensitivity,
    codes=DEAL,
    cost=costs.ANALYSIS,
)
async def get_deal_sensitivity(call: Call[DealQuery, Nothing]) -> DealSensitivity:
    """Return the same deal at other leverages and exit prices."""
    request, past = await _asked(call)
    most_e12 = past.terms.max_leverage_e12
    leverages = {number * E12 for number in LEVERAGES if number * E12 <= most_e12}
    leverages |= {request.leverage_e12, most_e12}
    changes = [percent * E12 // 100 for percent in EXIT_CHANGES_PERCENT]
    cells = await _computed(
        past, lambda one: deal_sensitivity(request, one, sorted(leverages), changes)
    )
    return DealSensitivity(
        cells=[
            DealCell(
                leverage=rate(cell.leverage_e12),
                exit_change=rate(cell.exit_change_e12),
                acre_percentage=rate(cell.acre_percentage_e12),
                physical_percentage=rate(cell.physical_percentage_e12),
                recommendation=cell.recommendation.value,
            )
            for cell in cells
        ]
    )


@route(
    Base.EXPRESS,
    "GET",
    "/deal-analysis/{symbol}/horizons",
    query=DealQuery,
    returns=DealHorizons,
    codes=DEAL,
    cost=costs.ANALYSIS,
)
async def get_deal_horizons(call: Call[DealQuery, Nothing]) -> DealHorizons:
    """Return the same deal held for each whole number of years; `timeframe` is not used."""
    request, past = await _asked(call, LONGEST)
    found = await _computed(past, lambda one: deal_horizons(request, one))
    return DealHorizons(
        horizons=[
            DealHorizon(
                years=years,
                acre_percentage=rate(deal.acre_percentage_e12),
                physical_percentage=rate(deal.physical_percentage_e12),
                acre_dollars=str(deal.acre_dollars_e6),
                physical_dollars=str(deal.physical_dollars_e6),
                liquidated_at=deal.acre.liquidated_at_s,
            )
            for years, deal in found
        ]
    )


T = TypeVar("T")


@dataclass(frozen=True)
class _Past:
    """What was read of the past: rows as the database gave them, and the market's terms."""

    prints: Sequence[Any]
    points: Sequence[MarketPointRow]
    terms: MarketTerms
    now_s: int

    def history(self) -> DealHistory:
        """Return it as the model takes it."""
        index = [IndexPoint(row["at_s"], row["value"]) for row in self.prints]
        funding = [
            FundingPoint(point.at_s, point.funding_per_unit_e18, point.holding_per_unit_e18)
            for point in self.points
        ]
        return DealHistory(market=self.terms, index=index, funding=funding, now_s=self.now_s)


async def _computed(past: _Past, model: Callable[[DealHistory], T]) -> T:
    """Run the model in a thread: ten years of prints would hold the loop."""
    try:
        return await asyncio.to_thread(lambda: model(past.history()))
    except ProgrammeError as error:
        raise _refused(error) from None


async def _asked(
    call: Call[DealQuery, Nothing], timeframe: str | None = None
) -> tuple[DealRequest, _Past]:
    """Return the deal and the history that it or a timeframe needs; the model checks the deal."""
    query = call.query
    view = market_of_symbol(call.context, call.path["symbol"])
    request = _request(query, view, _rates(query, _default_rates(call, view)))
    _, days = TIMEFRAMES[timeframe or request.timeframe]
    return request, await _past(call.context, view, call.now_s - days * DAY_S, call.now_s)


def _default_rates(call: Call[DealQuery, Nothing], view: MarketView) -> DealRates:
    """Return the model's rates, with the property tax of the market where it is known by now."""
    statistics = call.context.statistics()
    tax = statistics.newest(view.acre_id, Metric.PROPERTY_TAX_RATE, call.now_s)
    if tax is None or tax.value is None:
        return DealRates()
    return DealRates(property_tax_rate_e12=tax.value)


def _request(query: DealQuery, view: MarketView, rates: DealRates) -> DealRequest:
    timeframe = query.timeframe.lower()
    if timeframe not in TIMEFRAMES:
        raise ApiError("BAD_TIMEFRAME")
    if query.sqft is not None and query.notional is not None:
        raise invalid("notional", "give sqft or notional, not both")
    notional_e6 = None
    if query.notional is not None:
        notional_e6 = parse_positive(query.notional, "notional", Limit.COLLATERAL)
    return DealRequest(
        timeframe=timeframe,
        leverage_e12=_leverage(query.leverage, view.max_leverage_e12),
        sqft=DEFAULT_SQFT if query.sqft is None else query.sqft,
        notional_e6=notional_e6,
        is_long=query.side == "long",
        rates=rates,
    )


def _leverage(text: str, most_e12: int) -> int:
    try:
        leverage_e12 = parse_rate(text, "leverage")
    except ApiError:
        leverage_e12 = 0
    if not E12 <= leverage_e12 <= most_e12:
        raise ApiError("BAD_LEVERAGE", details={"maxLeverageMultiple": rate(most_e12)})
    return leverage_e12


def _rates(query: DealQuery, defaults: DealRates) -> DealRates:
    given = {}
    for name in _RATE_FIELDS:
        text = getattr(query, name)
        if text is not None:
            field = contract_name(name)
            given[f"{name}_e12"] = parse_rate(text, field)
            if given[f"{name}_e12"] < 0:
                raise invalid(field, "a rate is 0 or more")
    return replace(defaults, **given)


async def _past(context: Context, view: MarketView, from_s: int, to_s: int) -> _Past:
    """Return prints and funding from the last print before `from_s` on, and the market's terms."""
    store = context.store
    first = await store.row("series.index_before", view.acre_id, from_s + 1)
    rows = await store.rows("series.index_values", view.acre_id, from_s + 1, to_s, PRINTS_MAX)
    values = (view.market_id, from_s + 1, to_s, DAY_S)
    known = await store.first(MarketPointRow, "series.market_point_before", *values[:2])
    points = await store.select(MarketPointRow, "series.market_points", *values)
    terms = MarketTerms(
        skew_e6=view.skew_size_e6,
        skew_scale_e6=view.parameters["skew_scale_e6"],
        maker_fee_rate_e12=view.parameters["maker_fee_rate_e12"],
        taker_fee_rate_e12=view.parameters["taker_fee_rate_e12"],
        max_leverage_e12=view.max_leverage_e12,
    )
    return _Past(
        prints=[*([first] if first else []), *rows],
        points=[*([known] if known else []), *points],
        terms=terms,
        now_s=to_s,
    )


def _refused(error: ProgrammeError) -> ApiError:
    return ApiError(error.code, error.message or None, error.details)


def _analysis(request: DealRequest, found: DealResult) -> DealAnalysis:
    acre, home = found.acre, found.physical
    return DealAnalysis(
        dealsize_sqft=str(found.size_e6),
        dealsize_notional=str(found.notional_e6),
        net_return=NetReturn(
            acre_percentage=rate(found.acre_percentage_e12),
            physical_percentage=rate(found.physical_percentage_e12),
            acre_dollars=str(found.acre_dollars_e6),
            physical_dollars=str(found.physical_dollars_e6),
        ),
        cash_flow=CashFlow(
            acre=str(found.acre_cash_flow_e6), physical=str(found.physical_cash_flow_e6)
        ),
        acre_total_costs=str(found.acre_total_costs_e6),
        physical_total_costs=str(found.physical_total_costs_e6),
        breakdown=Breakdown(
            acre=AcreCosts(
                trade_fees=str(acre.trade_fees_e6),
                price_impact=str(acre.price_impact_e6),
                funding=str(acre.funding_e6),
                liquidated_at=acre.liquidated_at_s,
            ),
            physical=PhysicalCosts(
                closing=str(home.closing_e6),
                commission=str(home.commission_e6),
                property_tax=str(home.property_tax_e6),
                insurance=str(home.insurance_e6),
                maintenance=str(home.maintenance_e6),
                management=str(home.management_e6),
                interest=str(home.interest_e6),
                rent=str(home.rent_e6),
            ),
        ),
        assumptions=_assumptions(request, found),
        entry=DealPoint(timestamp=found.entry.at_s, price=str(found.entry.price_e8)),
        exit=DealPoint(timestamp=found.exit.at_s, price=str(found.exit.price_e8)),
        recommendation=found.recommendation.value,
    )


def _assumptions(request: DealRequest, found: DealResult) -> Assumptions:
    rates = {name: rate(getattr(found.rates, f"{name}_e12")) for name in _RATE_FIELDS}
    return Assumptions(
        timeframe=request.timeframe,
        leverage=rate(request.leverage_e12),
        sqft=found.size_e6 // 10**6,
        side="long" if request.is_long else "short",
        **rates,
    )

"""Express base, housing statistics of a market (API 5.2): what was published by now."""

from collections.abc import Mapping

from chain.catalogue.statistics import PROPERTY_TYPES, Metric, MonthRow, year_of
from edge.api.context import Call
from edge.api.housing.newest import RENTS, Newest, area_and_wider
from edge.api.housing.requests import StatisticsQuery
from edge.api.housing.schemas import (
    AbsorptionHistory,
    AbsorptionPoint,
    Affordability,
    CurrentInventory,
    Demographics,
    Financials,
    ListingsHistory,
    ListingsPoint,
    PropertyTypeCount,
    SalesHistory,
    SalesPoint,
    Source,
)
from edge.api.markets.encode import optional_rate
from edge.http.amounts import rate
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.windows import window_span
from engine.programmes.deals.mortgage import mortgage_payment_ceil_e6
from engine.programmes.deals.real_estate import (
    DOWN_PAYMENT_E12,
    absorption_rate_floor_e12,
    gross_rental_yield_floor_e12,
    income_share_floor_e12,
    loan_floor_e6,
    months_of_supply_floor_e12,
    price_to_rent_floor_e12,
)


def _newest(call: Call[Nothing, Nothing]) -> Newest:
    context = call.context
    area, wider = area_and_wider(context, call.path["symbol"])
    return Newest(context.statistics(), area, call.now_s, wider)


def _months(
    call: Call[StatisticsQuery, Nothing], columns: Mapping[str, tuple[Metric, ...]]
) -> tuple[list[MonthRow], list[Source]]:
    """Return the rows of all metrics of the columns, and the sources of each column."""
    statistics = call.context.statistics()
    area, _ = area_and_wider(call.context, call.path["symbol"])
    assert area.acre_id is not None
    newest = Newest(statistics, area, call.now_s)
    for name, metrics in columns.items():
        newest.note(name, *metrics)
    span = window_span(call.query.window, call.now_s)
    all_metrics = tuple(dict.fromkeys(one for metrics in columns.values() for one in metrics))
    return statistics.months(area.acre_id, all_metrics, span.from_s, call.now_s), newest.sources


def _text(value: int | None) -> str | None:
    return None if value is None else str(value)


@route(Base.EXPRESS, "GET", "/market/{symbol}/financials", returns=Financials, cache="metadata")
async def get_financials(call: Call[Nothing, Nothing]) -> Financials:
    """Return home prices and rents."""
    return financials(_newest(call))


def financials(newest: Newest) -> Financials:
    """Return home prices and rents; ratios are of the area's own figures only."""
    price_e6 = newest.home_price_e6("medianPrice")
    rent_e6 = newest.take("medianRentMonthly", *RENTS, can_be_wider=True)
    mortgage_e12 = newest.everywhere("mortgageRate30y", Metric.MORTGAGE_RATE)
    per_unit_e8 = newest.take("pricePerUnit", Metric.PRICE_PER_UNIT)
    tax_e12 = newest.take("propertyTaxRate", Metric.PROPERTY_TAX_RATE)
    for ratio in ("grossRentalYield", "priceToRent"):
        newest.derive(ratio, "medianPrice", "medianRentMonthly")
    return Financials(
        median_price=_text(price_e6),
        price_per_unit=_text(per_unit_e8),
        median_rent_monthly=_text(rent_e6),
        gross_rental_yield=optional_rate(gross_rental_yield_floor_e12(rent_e6, price_e6)),
        property_tax_rate=optional_rate(tax_e12),
        insurance_rate=None,
        mortgage_rate30y=optional_rate(mortgage_e12),
        price_to_rent=optional_rate(price_to_rent_floor_e12(rent_e6, price_e6)),
        affordability=_affordability(newest, price_e6, mortgage_e12),
        as_of=newest.as_of,
        sources=newest.sources,
        fallbacks=newest.fallbacks,
    )


def _affordability(
    newest: Newest, price_e6: int | None, mortgage_e12: int | None
) -> Affordability | None:
    """Return what a mortgage on the median home takes of the newest published income."""
    inputs = ("medianPrice", "mortgageRate30y")
    newest.derive("affordability", *inputs, also=(Metric.HOUSEHOLD_INCOME,))
    income = newest.newest(Metric.HOUSEHOLD_INCOME)
    if price_e6 is None or mortgage_e12 is None or income is None or income.value is None:
        return None
    payment_e6 = mortgage_payment_ceil_e6(loan_floor_e6(price_e6), mortgage_e12)
    return Affordability(
        monthly_payment=str(payment_e6),
        income_share=rate(income_share_floor_e12(payment_e6, income.value)),
        down_payment_rate=rate(DOWN_PAYMENT_E12),
        median_household_income=str(income.value),
        income_year=year_of(income.period_s),
    )


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/absorption-rate-history",
    query=StatisticsQuery,
    returns=AbsorptionHistory,
    cache="metadata",
)
async def get_absorption(call: Call[StatisticsQuery, Nothing]) -> AbsorptionHistory:
    """Return the absorption rate by month."""
    metrics = (Metric.SALES, Metric.ACTIVE_LISTINGS)
    rows, sources = _months(call, {"absorptionRate": metrics, "monthsOfSupply": metrics})
    points = []
    for month_s, (sales, listings) in rows:
        points.append(
            AbsorptionPoint(
                timestamp=month_s,
                absorption_rate=optional_rate(absorption_rate_floor_e12(sales, listings)),
                months_of_supply=optional_rate(months_of_supply_floor_e12(sales, listings)),
            )
        )
    return AbsorptionHistory(points=points, sources=sources)


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/sales-history",
    query=StatisticsQuery,
    returns=SalesHistory,
)
async def get_sales(call: Call[StatisticsQuery, Nothing]) -> SalesHistory:
    """Return closed sales by month."""
    columns = {
        "sales": (Metric.SALES,),
        "medianSalePrice": (Metric.SALE_PRICE,),
        "pricePerUnit": (Metric.SALE_PRICE_PER_UNIT,),
    }
    rows, sources = _months(call, columns)
    return SalesHistory(
        points=[
            SalesPoint(
                timestamp=month_s,
                sales=sales,
                median_sale_price=_text(price_e6),
                price_per_unit=_text(per_unit_e8),
            )
            for month_s, (sales, price_e6, per_unit_e8) in rows
        ],
        sources=sources,
    )


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/listings-history",
    query=StatisticsQuery,
    returns=ListingsHistory,
)
async def get_listings(call: Call[StatisticsQuery, Nothing]) -> ListingsHistory:
    """Return listings by month."""
    columns = {
        "newListings": (Metric.NEW_LISTINGS,),
        "activeListings": (Metric.ACTIVE_LISTINGS,),
        "medianListPrice": (Metric.LIST_PRICE,),
    }
    rows, sources = _months(call, columns)
    return ListingsHistory(
        points=[
            ListingsPoint(
                timestamp=month_s,
                new_listings=new,
                active_listings=active,
                median_list_price=_text(price_e6),
            )
            for month_s, (new, active, price_e6) in rows
        ],
        sources=sources,
    )


@route(Base.EXPRESS, "GET", "/market/{symbol}/current-inventory", returns=CurrentInventory)
async def get_inventory(call: Call[Nothing, Nothing]) -> CurrentInventory:
    """Return the homes for sale."""
    newest = _newest(call)
    return CurrentInventory(
        active_listings=newest.take("activeListings", Metric.ACTIVE_LISTINGS),
        new_listings30d=newest.take("newListings30d", Metric.NEW_LISTINGS),
        pending=newest.take("pending", Metric.PENDING),
        median_days_on_market=newest.take("medianDaysOnMarket", Metric.DAYS_ON_MARKET),
        months_of_supply=optional_rate(newest.supply_e12("monthsOfSupply")),
        by_property_type=[
            PropertyTypeCount(type=name, count=count)
            for name, metric in PROPERTY_TYPES.items()
            if (count := newest.take(name, metric)) is not None
        ],
        as_of=newest.as_of,
        sources=newest.sources,
    )


@route(Base.EXPRESS, "GET", "/market/{symbol}/demographics", returns=Demographics, cache="metadata")
async def get_demographics(call: Call[Nothing, Nothing]) -> Demographics:
    """Return the demographics."""
    newest = _newest(call)
    income_e6 = newest.take("medianHouseholdIncome", Metric.HOUSEHOLD_INCOME, can_be_wider=True)
    return Demographics(
        population=newest.take("population", Metric.POPULATION),
        households=None,
        median_household_income=_text(income_e6),
        median_age=None,
        owner_occupied_rate=None,
        unemployment_rate=None,
        population_growth=optional_rate(newest.take("populationGrowth", Metric.POPULATION_GROWTH)),
        as_of=newest.as_of,
        sources=newest.sources,
        fallbacks=newest.fallbacks,
    )

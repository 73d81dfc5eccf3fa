"""Express base, housing statistics of a market (API 5.2): what was published by now."""

from chain.catalogue.statistics import (
    EVERYWHERE,
    PROPERTY_TYPES,
    Figure,
    Metric,
    MonthRow,
    Statistics,
)
from edge.api.context import Call
from edge.api.housing.requests import StatisticsQuery
from edge.api.housing.schemas import (
    AbsorptionHistory,
    AbsorptionPoint,
    CurrentInventory,
    Demographics,
    Financials,
    ListingsHistory,
    ListingsPoint,
    PropertyTypeCount,
    SalesHistory,
    SalesPoint,
)
from edge.api.markets.encode import optional_rate
from edge.api.markets.lookup import market_of_symbol
from edge.http.route import Base, route
from edge.http.schema.base import Nothing
from edge.http.windows import window_span
from engine.programmes.deals.real_estate import (
    absorption_rate_floor_e12,
    gross_rental_yield_floor_e12,
    months_of_supply_floor_e12,
    price_to_rent_floor_e12,
)


class _Newest:
    """The newest figures of one area and the publication date of the newest one."""

    def __init__(self, statistics: Statistics, acre_id: int, now_s: int) -> None:
        self._statistics = statistics
        self._acre_id = acre_id
        self._now_s = now_s
        self.as_of: int | None = None

    def figure(self, metric: Metric, acre_id: int | None) -> Figure | None:
        """Return the figure of the last period that has one."""
        return self._statistics.newest(acre_id, metric, self._now_s)

    def value(self, metric: Metric) -> int | None:
        """Take a figure of the area."""
        return self._take(self.figure(metric, self._acre_id))

    def everywhere(self, metric: Metric) -> int | None:
        """Take a figure that is the same for all areas."""
        return self._take(self.figure(metric, EVERYWHERE))

    def home_price_e6(self) -> int | None:
        """Take the median sale price, or the value of a typical home where that is newer."""
        sold = self.figure(Metric.SALE_PRICE, self._acre_id)
        valued = self.figure(Metric.HOME_VALUE, self._acre_id)
        if sold is None or (valued is not None and valued.period_s > sold.period_s):
            return self._take(valued)
        return self._take(sold)

    def supply_e12(self) -> int | None:
        """Take the months of supply of the last month with both sales and listings."""
        metrics = (Metric.SALES, Metric.ACTIVE_LISTINGS)
        sales, listings = (
            self._statistics.known(self._acre_id, metric, self._now_s) for metric in metrics
        )
        for month_s in sorted(sales.keys() & listings.keys(), reverse=True):
            pair = sales[month_s], listings[month_s]
            supply_e12 = months_of_supply_floor_e12(pair[0].value, pair[1].value)
            if supply_e12 is not None:
                for figure in pair:
                    self._take(figure)
                return supply_e12
        return None

    def _take(self, figure: Figure | None) -> int | None:
        if figure is None:
            return None
        if figure.published_at_s > 0:  # figures without a date do not say how new the rest is
            self.as_of = max(figure.published_at_s, self.as_of or 0)
        return figure.value


def _newest(call: Call[Nothing, Nothing]) -> _Newest:
    context = call.context
    acre_id = market_of_symbol(context, call.path["symbol"]).acre_id
    return _Newest(context.statistics(), acre_id, call.now_s)


def _months(call: Call[StatisticsQuery, Nothing], *metrics: Metric) -> list[MonthRow]:
    context = call.context
    acre_id = market_of_symbol(context, call.path["symbol"]).acre_id
    span = window_span(call.query.window, call.now_s)
    return context.statistics().months(acre_id, metrics, span.from_s, call.now_s)


def _text(value: int | None) -> str | None:
    return None if value is None else str(value)


@route(Base.EXPRESS, "GET", "/market/{symbol}/financials", returns=Financials, cache="metadata")
async def get_financials(call: Call[Nothing, Nothing]) -> Financials:
    """Return home prices and rents."""
    newest = _newest(call)
    price_e6, rent_e6 = newest.home_price_e6(), newest.value(Metric.RENT)
    return Financials(
        median_price=_text(price_e6),
        price_per_unit=_text(newest.value(Metric.PRICE_PER_UNIT)),
        median_rent_monthly=_text(rent_e6),
        gross_rental_yield=optional_rate(gross_rental_yield_floor_e12(rent_e6, price_e6)),
        property_tax_rate=optional_rate(newest.value(Metric.PROPERTY_TAX_RATE)),
        insurance_rate=None,
        mortgage_rate30y=optional_rate(newest.everywhere(Metric.MORTGAGE_RATE)),
        price_to_rent=optional_rate(price_to_rent_floor_e12(rent_e6, price_e6)),
        as_of=newest.as_of,
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
    points = []
    for month_s, (sales, listings) in _months(call, Metric.SALES, Metric.ACTIVE_LISTINGS):
        points.append(
            AbsorptionPoint(
                timestamp=month_s,
                absorption_rate=optional_rate(absorption_rate_floor_e12(sales, listings)),
                months_of_supply=optional_rate(months_of_supply_floor_e12(sales, listings)),
            )
        )
    return AbsorptionHistory(points=points)


@route(
    Base.EXPRESS,
    "GET",
    "/market/{symbol}/sales-history",
    query=StatisticsQuery,
    returns=SalesHistory,
)
async def get_sales(call: Call[StatisticsQuery, Nothing]) -> SalesHistory:
    """Return closed sales by month."""
    rows = _months(call, Metric.SALES, Metric.SALE_PRICE, Metric.SALE_PRICE_PER_UNIT)
    return SalesHistory(
        points=[
            SalesPoint(
                timestamp=month_s,
                sales=sales,
                median_sale_price=_text(price_e6),
                price_per_unit=_text(per_unit_e8),
            )
            for month_s, (sales, price_e6, per_unit_e8) in rows
        ]
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
    rows = _months(call, Metric.NEW_LISTINGS, Metric.ACTIVE_LISTINGS, Metric.LIST_PRICE)
    return ListingsHistory(
        points=[
            ListingsPoint(
                timestamp=month_s,
                new_listings=new,
                active_listings=active,
                median_list_price=_text(price_e6),
            )
            for month_s, (new, active, price_e6) in rows
        ]
    )


@route(Base.EXPRESS, "GET", "/market/{symbol}/current-inventory", returns=CurrentInventory)
async def get_inventory(call: Call[Nothing, Nothing]) -> CurrentInventory:
    """Return the homes for sale."""
    newest = _newest(call)
    return CurrentInventory(
        active_listings=newest.value(Metric.ACTIVE_LISTINGS),
        new_listings30d=newest.value(Metric.NEW_LISTINGS),
        pending=newest.value(Metric.PENDING),
        median_days_on_market=newest.value(Metric.DAYS_ON_MARKET),
        months_of_supply=optional_rate(newest.supply_e12()),
        by_property_type=[
            PropertyTypeCount(type=name, count=count)
            for name, metric in PROPERTY_TYPES.items()
            if (count := newest.value(metric)) is not None
        ],
        as_of=newest.as_of,
    )


@route(Base.EXPRESS, "GET", "/market/{symbol}/demographics", returns=Demographics, cache="metadata")
async def get_demographics(call: Call[Nothing, Nothing]) -> Demographics:
    """Return the demographics."""
    newest = _newest(call)
    return Demographics(
        population=newest.value(Metric.POPULATION),
        households=None,
        median_household_income=_text(newest.value(Metric.HOUSEHOLD_INCOME)),
        median_age=None,
        owner_occupied_rate=None,
        unemployment_rate=None,
        population_growth=optional_rate(newest.value(Metric.POPULATION_GROWTH)),
        as_of=newest.as_of,
    )

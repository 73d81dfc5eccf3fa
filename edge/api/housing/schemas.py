"""Housing statistics of a market (API 5.2, 7.8); null: no source has the figure."""

from msgspec import field

from edge.http.schema.base import Entity
from edge.http.schema.units import Collateral, Price, Ratio, Timestamp


class Source(Entity):
    """Where a figure of the answer is from; one to come has a future `firstPublishedAt`.

    `figure` is its field, `series` the metric; a figure made of several has a row for each.
    """

    figure: str
    series: str
    publisher: str | None
    area: str | None
    area_name: str
    first_published_at: Timestamp | None


class Fallback(Source):
    """A wider area's value of a figure that is null, in that figure's unit."""

    value: str


class Affordability(Entity):
    """Payments of a 30-year mortgage on the median home, as a share of the median income."""

    monthly_payment: Collateral
    income_share: Ratio
    down_payment_rate: Ratio
    median_household_income: Collateral
    income_year: int


class Financials(Entity):
    """Prices and rents of homes; `asOf` is the publication time of the newest figure."""

    median_price: Collateral | None
    price_per_unit: Price | None
    median_rent_monthly: Collateral | None
    gross_rental_yield: Ratio | None
    property_tax_rate: Ratio | None
    insurance_rate: Ratio | None
    mortgage_rate30y: Ratio | None = field(name="mortgageRate30y")
    price_to_rent: Ratio | None
    affordability: Affordability | None
    as_of: Timestamp | None
    sources: list[Source]
    fallbacks: list[Fallback]


class AbsorptionPoint(Entity):
    """Sales of a month by the listings at its end; `timestamp` is the month's first instant."""

    timestamp: Timestamp
    absorption_rate: Ratio | None
    months_of_supply: Ratio | None


class AbsorptionHistory(Entity):
    """Absorption by month."""

    points: list[AbsorptionPoint]
    sources: list[Source]


class SalesPoint(Entity):
    """Closed sales of a month; `timestamp` is the month's first instant."""

    timestamp: Timestamp
    sales: int | None
    median_sale_price: Collateral | None
    price_per_unit: Price | None


class SalesHistory(Entity):
    """Sales by month."""

    points: list[SalesPoint]
    sources: list[Source]


class ListingsPoint(Entity):
    """Listings of a month; `timestamp` is the month's first instant."""

    timestamp: Timestamp
    new_listings: int | None
    active_listings: int | None
    median_list_price: Collateral | None


class ListingsHistory(Entity):
    """Listings by month."""

    points: list[ListingsPoint]
    sources: list[Source]


class PropertyTypeCount(Entity):
    """Active listings of one type of home."""

    type: str
    count: int


class CurrentInventory(Entity):
    """Homes for sale; `newListings30d` counts the newest published month."""

    active_listings: int | None
    new_listings30d: int | None = field(name="newListings30d")
    pending: int | None
    median_days_on_market: int | None
    months_of_supply: Ratio | None
    by_property_type: list[PropertyTypeCount]
    as_of: Timestamp | None
    sources: list[Source]


class Demographics(Entity):
    """Demographics; `asOf` is the publication time of the newest figure."""

    population: int | None
    households: int | None
    median_household_income: Collateral | None
    median_age: Ratio | None
    owner_occupied_rate: Ratio | None
    unemployment_rate: Ratio | None
    population_growth: Ratio | None
    as_of: Timestamp | None
    sources: list[Source]
    fallbacks: list[Fallback]


class ValueCount(Entity):
    """A value of a filter and how many markets have it."""

    value: str
    count: int


class PriceRange(Entity):
    """The lowest and the highest index price; null without a market."""

    min: Price | None
    max: Price | None


class FilterDistribution(Entity):
    """Result counts of the search filters, by value."""

    states: list[ValueCount]
    countries: list[ValueCount]
    categories: list[ValueCount]
    tags: list[ValueCount]
    price: PriceRange

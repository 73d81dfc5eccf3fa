"""Housing statistics over HTTP: the Texas table and, where they are, the larger regions.

What is expected is computed here from the raw files, by the definitions of the contract.
"""

import csv
import gzip
import io
import os
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
import pytest_asyncio

from chain.catalogue import load_catalogue
from chain.catalogue.statistics import EVERYWHERE, Figure, Metric, Statistics
from chain.catalogue.texas import SALES_FILE
from tests.edge.service_world import running_service

MARKET = "/express/v1/market"
E6, E8, E12 = 10**6, 10**8, 10**12
DAY_S = 86_400
HOME_SQFT = 1_800
pytestmark = pytest.mark.asyncio(loop_scope="module")


class Shelf:
    """The statistics of the service, which a test may put others in place of."""

    def __init__(self) -> None:
        self.statistics = Statistics({})

    def __call__(self) -> Statistics:
        return self.statistics


@pytest.fixture(scope="module")
def shelf():
    return Shelf()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory, database_url, shelf):
    home = tmp_path_factory.mktemp("statistics")
    async with running_service(home, database_url, housing=shelf) as running:
        yield running


TEXAS_MONTHS_LATER = 132  # the service plays 2023, the table ends in 2015


def moved(statistics: Statistics, acre_id: int, months: int = 0) -> Statistics:
    """Return the figures of one area as those of the market AUS, some months later."""
    series = {}
    for area, metric in statistics.series():
        if area in (acre_id, EVERYWHERE):
            series[area if area is EVERYWHERE else 11, metric] = [
                Figure(later(f.period_s, months), later(f.published_at_s, months), f.value)
                for f in statistics.figures(area, metric)
            ]
    return Statistics(series)


def later(at_s: int, months: int) -> int:
    """Return the instant some months after the start of a month."""
    if months == 0:
        return at_s
    at = datetime.fromtimestamp(at_s, UTC)
    assert (at.day, at.hour) == (1, 0)
    return month_s(at.year, at.month + months)


def decimal(value: Fraction) -> str:
    """Return a fraction of at least 0 with at most twelve places, rounded down."""
    whole, rest = divmod(value.numerator * E12 // value.denominator, E12)
    return f"{whole}.{rest:012}".rstrip("0").rstrip(".")


def month_s(year: int, month: int) -> int:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return int(datetime(year, month, 1, tzinfo=UTC).timestamp())


def texas_rows(symbol: str, now_s: int) -> list[dict[str, str]]:
    """Return the rows of an area that were out by now: a month after the month's end."""
    text = gzip.decompress(SALES_FILE.read_bytes()).decode("ascii")
    found = []
    for row in csv.DictReader(io.StringIO(text)):
        year, month = map(int, row["month"].split("-"))
        month += TEXAS_MONTHS_LATER
        if row["symbol"] == symbol and month_s(year, month + 2) <= now_s:
            out_s = month_s(year, month + 2)
            found.append({**row, "at": month_s(year, month), "out": out_s})
    return found


@pytest.fixture(scope="module")
def texas(shelf):
    catalogue = load_catalogue(None, "texas")
    acre_id = next(area.acre_id for area in catalogue.markets if area.symbol == "AUS")
    shelf.statistics = moved(catalogue.load_statistics(), acre_id, TEXAS_MONTHS_LATER)
    return shelf.statistics


async def figures(service, path: str) -> dict:
    """Return an answer without its sources, which test_sources.py is about."""
    answer = await service.get(f"{MARKET}/{path}")
    return {name: answer[name] for name in answer if name not in ("sources", "fallbacks")}


async def test_the_absorption_of_texas_is_sales_by_listings(service, texas, shelf):
    shelf.statistics = texas
    now_s = service.context.now_s()
    answer = await figures(service, "aus/absorption-rate-history?window=3y")
    expected = [
        {
            "timestamp": row["at"],
            "absorptionRate": decimal(Fraction(int(row["sales"]), int(row["listings"]))),
            "monthsOfSupply": decimal(Fraction(int(row["listings"]), int(row["sales"]))),
        }
        for row in texas_rows("AUS", now_s)
        if row["at"] >= now_s - 1_095 * DAY_S
    ]
    assert len(expected) > 30
    assert answer == {"points": expected}


async def test_the_sales_of_texas_are_those_of_the_table(service, texas, shelf):
    shelf.statistics = texas
    now_s = service.context.now_s()
    answer = await service.get(f"{MARKET}/AUS/sales-history")
    rows = [row for row in texas_rows("AUS", now_s) if row["at"] >= now_s - 365 * DAY_S]
    assert answer["points"] == [
        {
            "timestamp": row["at"],
            "sales": int(row["sales"]),
            "medianSalePrice": str(int(row["median_usd"]) * E6),
            "pricePerUnit": str(round(Fraction(int(row["median_usd"]) * E8, HOME_SQFT))),
        }
        for row in rows
    ]
    assert 9 <= len(rows) <= 11  # the last months are not out yet
    assert rows[-1]["at"] <= now_s - 58 * DAY_S


async def test_listings_without_a_source_are_null(service, texas, shelf):
    shelf.statistics = texas
    now_s = service.context.now_s()
    answer = await service.get(f"{MARKET}/AUS/listings-history?window=1y")
    default = await service.get(f"{MARKET}/AUS/listings-history")
    assert answer == default
    assert answer["points"] == [
        {
            "timestamp": row["at"],
            "newListings": None,
            "activeListings": int(row["listings"]),
            "medianListPrice": None,
        }
        for row in texas_rows("AUS", now_s)
        if row["at"] >= now_s - 365 * DAY_S
    ]


async def test_inventory_financials_and_demographics_of_texas(service, texas, shelf):
    shelf.statistics = texas
    now_s = service.context.now_s()
    last = texas_rows("AUS", now_s)[-1]
    out_s = last["out"]
    assert await figures(service, "AUS/current-inventory") == {
        "activeListings": int(last["listings"]),
        "newListings30d": None,
        "pending": None,
        "medianDaysOnMarket": None,
        "monthsOfSupply": decimal(Fraction(int(last["listings"]), int(last["sales"]))),
        "byPropertyType": [],
        "asOf": out_s,
    }
    assert await figures(service, "AUS/financials") == {
        "medianPrice": str(int(last["median_usd"]) * E6),
        "pricePerUnit": str(round(Fraction(int(last["median_usd"]) * E8, HOME_SQFT))),
        "medianRentMonthly": None,
        "grossRentalYield": None,
        "propertyTaxRate": None,
        "insuranceRate": None,
        "mortgageRate30y": None,
        "priceToRent": None,
        "affordability": None,
        "asOf": out_s,
    }
    nothing = ("population", "households", "medianHouseholdIncome", "medianAge")
    rates = ("ownerOccupiedRate", "unemploymentRate", "populationGrowth", "asOf")
    demographics = await figures(service, "AUS/demographics")
    assert demographics == dict.fromkeys((*nothing, *rates))


async def test_a_month_is_shown_from_its_publication_on_and_gaps_are_null(service, shelf):
    now_s = service.context.now_s()
    now = datetime.fromtimestamp(now_s, UTC)
    months = [month_s(now.year - 1, now.month + n) for n in range(4)]
    shelf.statistics = Statistics(
        {
            (11, Metric.SALES): [
                Figure(months[0], now_s, 10),
                Figure(months[2], now_s - 1, 12),
                Figure(months[3], now_s + 10 * DAY_S, 13),
                Figure(months[0], now_s + 10 * DAY_S, 11),  # a revision that is not out
            ],
            (11, Metric.SALE_PRICE): [Figure(months[2], now_s - 1, None)],
        }
    )
    answer = await service.get(f"{MARKET}/AUS/sales-history?window=3y")
    empty = {"medianSalePrice": None, "pricePerUnit": None}
    assert answer["points"] == [
        {"timestamp": months[0], "sales": 10, **empty},
        {"timestamp": months[1], "sales": None, **empty},
        {"timestamp": months[2], "sales": 12, **empty},
    ]
    absorption = await service.get(f"{MARKET}/AUS/absorption-rate-history?window=3y")
    assert absorption["points"][0] == {
        "timestamp": months[0], "absorptionRate": None, "monthsOfSupply": None
    }  # fmt: skip


async def test_ratios_are_null_at_zero(service, shelf):
    now_s = service.context.now_s()
    month = month_s(datetime.fromtimestamp(now_s, UTC).year, 6)
    shelf.statistics = Statistics(
        {
            (11, Metric.SALES): [Figure(month, 0, 0)],
            (11, Metric.ACTIVE_LISTINGS): [Figure(month, 0, 7)],
        }
    )
    (point,) = (await service.get(f"{MARKET}/AUS/absorption-rate-history"))["points"]
    assert point == {"timestamp": month, "absorptionRate": "0", "monthsOfSupply": None}
    assert (await figures(service, "AUS/current-inventory"))["monthsOfSupply"] is None


async def test_without_figures_everything_is_null_or_empty(service, shelf):
    shelf.statistics = Statistics({})
    for name in ("absorption-rate-history", "sales-history", "listings-history"):
        assert await service.get(f"{MARKET}/DAL-1/{name}") == {"points": [], "sources": []}
    for name in ("financials", "demographics"):
        assert set((await figures(service, f"dal-1/{name}")).values()) == {None}
    inventory = await figures(service, "dal-1/current-inventory")
    assert inventory.pop("byPropertyType") == []
    assert set(inventory.values()) == {None}


@pytest.mark.parametrize(
    "name",
    [
        "financials",
        "absorption-rate-history",
        "sales-history",
        "listings-history",
        "current-inventory",
        "demographics",
    ],
)
async def test_an_unknown_market_and_caching(service, shelf, name):
    refused = await service.get(f"{MARKET}/NOPE/{name}", 404)
    assert refused["code"] == "MARKET_NOT_FOUND"
    age = 3_600 if name in ("financials", "absorption-rate-history", "demographics") else 60
    async with service.client.get(f"{MARKET}/AUS/{name}") as answer:
        assert answer.headers["Cache-Control"] == f"max-age={age}"
        tag = answer.headers["ETag"]
    async with service.client.get(f"{MARKET}/AUS/{name}", headers={"If-None-Match": tag}) as again:
        assert again.status == 304
    if name.endswith("history"):
        refused = await service.get(f"{MARKET}/AUS/{name}?window=2y", 400)
        assert refused["code"] == "BAD_WINDOW"
        await service.get(f"{MARKET}/AUS/{name}?window=ALL")


async def test_types_of_homes_are_counted(service, shelf):
    shelf.statistics = Statistics(
        {
            (11, Metric.CONDO): [Figure(0, DAY_S, 3)],
            (11, Metric.SINGLE_FAMILY): [Figure(0, DAY_S, 9)],
            (11, Metric.TOWNHOUSE): [Figure(0, DAY_S, None)],
        }
    )
    inventory = await figures(service, "AUS/current-inventory")
    assert inventory["byPropertyType"] == [
        {"type": "singleFamily", "count": 9},
        {"type": "condo", "count": 3},
    ]


# the larger regions, which are not part of the project


def regions_directory() -> Path:
    directory = os.environ.get("ACRE_DATA_DIR")
    if not directory:
        pytest.skip("ACRE_DATA_DIR is not set: the real regions are not part of the project")
    return Path(directory)


def region_rows(name: str, region: int) -> list[dict[str, str]]:
    path = regions_directory() / name
    text = (
        gzip.decompress(path.read_bytes()) if name.endswith("gz") else path.read_bytes()
    ).decode()
    return [row for row in csv.DictReader(io.StringIO(text)) if row["region_id"] == str(region)]


def units(text: str, places: int) -> str | None:
    """Return a decimal of a file in raw units, None for an empty one."""
    return str(round(Fraction(text) * 10**places)) if text else None


AUSTIN, NEW_YORK = 394355, 394913
SHOWN_MONTH = "2023-09-30"  # the last one that was out on 15 November 2023


@pytest.fixture(scope="module")
def austin():
    return load_catalogue(regions_directory()).load_statistics()


async def test_the_financials_of_a_region(service, shelf, austin):
    shelf.statistics = moved(austin, AUSTIN)
    answer = await figures(service, "AUS/financials")
    values = {row["date"]: row for row in region_rows("zhvi_metro_monthly.csv", AUSTIN)}
    rents = {row["date"]: row for row in region_rows("rents_metro_monthly.csv", AUSTIN)}
    prices = {r["date"]: r for r in region_rows("ppsf_metro_monthly_spliced.csv", AUSTIN)}
    price = Fraction(values[SHOWN_MONTH]["zhvi_usd"])
    rent = Fraction(rents[SHOWN_MONTH]["zori_usd"])
    today = datetime.fromtimestamp(service.context.now_s(), UTC).date().isoformat()
    with (regions_directory() / "mortgage_30y_weekly.csv").open() as file:
        survey = [row for row in csv.DictReader(file) if row["date"] < today][-1]
    with (regions_directory() / "markets.csv").open() as file:
        (market,) = [row for row in csv.DictReader(file) if row["code"] == "AUS"]
    surveyed = datetime.fromisoformat(survey["date"]).replace(tzinfo=UTC).timestamp()
    assert answer == {
        "medianPrice": str(price * E6),
        "pricePerUnit": units(prices[SHOWN_MONTH]["ppsf_usd"], 8),
        "medianRentMonthly": str(rent * E6),
        "grossRentalYield": decimal(12 * rent / price),
        "propertyTaxRate": decimal(Fraction(market["state_property_tax_rate"])),
        "insuranceRate": None,
        "mortgageRate30y": decimal(Fraction(survey["mortgage_30y_pct"]) / 100),
        "priceToRent": decimal(price / (12 * rent)),
        "affordability": None,  # the incomes of 2023 are not out yet
        "asOf": surveyed + DAY_S,
    }
    derived = rents[SHOWN_MONTH]  # the publisher of the reduced files divided, too
    yearly = float(derived["gross_rent_yield"])
    assert float(answer["grossRentalYield"]) == pytest.approx(yearly, abs=1e-4)
    assert float(answer["priceToRent"]) == pytest.approx(float(derived["price_to_rent"]), abs=0.01)


async def test_demographics_and_inventory_of_a_region(service, shelf, austin):
    shelf.statistics = moved(austin, AUSTIN)
    people = {
        int(row["year"]): int(row["population"])
        for row in region_rows("demographics_metro_annual.csv", AUSTIN)
    }
    assert await figures(service, "AUS/demographics") == {
        "population": people[2022],
        "households": None,
        "medianHouseholdIncome": None,  # that of 2023 is not out yet
        "medianAge": None,
        "ownerOccupiedRate": None,
        "unemploymentRate": None,
        "populationGrowth": decimal(Fraction(people[2022] - people[2021], people[2021])),
        "asOf": month_s(2023, 4),
    }
    activity = {r["date"]: r for r in region_rows("activity_metro_monthly.csv", AUSTIN)}
    row = activity[SHOWN_MONTH]
    inventory = await figures(service, "AUS/current-inventory")
    sales, listings = Fraction(row["sales_count"]), Fraction(row["for_sale_inventory"])
    weeks = [
        int(float(row["new_listings"]))
        for row in region_rows("activity_metro_weekly.csv.gz", AUSTIN)
        if row["date"].startswith(SHOWN_MONTH[:7])
    ]
    assert len(weeks) == 5
    snapshot = region_rows("realtor_metro_snapshots.csv", AUSTIN)[0]
    assert snapshot["month_date_yyyymm"] == "202204"
    assert inventory == {
        "activeListings": listings,
        "newListings30d": sum(weeks),
        "pending": float(snapshot["pending_listing_count"]),
        "medianDaysOnMarket": float(snapshot["median_days_on_market"]),
        "monthsOfSupply": decimal(listings / sales),
        "byPropertyType": [],
        "asOf": month_s(2023, 11),
    }


async def test_every_month_of_a_region_stands_in_its_histories(service, shelf, austin):
    shelf.statistics = moved(austin, AUSTIN)
    now_s = service.context.now_s()
    expected = []
    for row in region_rows("activity_metro_monthly.csv", AUSTIN):
        year, month = map(int, row["date"].split("-")[:2])
        if month_s(year, month + 2) <= now_s:
            sales, listings = (
                int(float(row[name])) if row[name] else None
                for name in ("sales_count", "for_sale_inventory")
            )
            is_known = sales is not None and listings is not None
            expected.append(
                {
                    "timestamp": month_s(year, month),
                    "absorptionRate": decimal(Fraction(sales, listings)) if is_known else None,
                    "monthsOfSupply": decimal(Fraction(listings, sales)) if is_known else None,
                }
            )
    answer = await service.get(f"{MARKET}/AUS/absorption-rate-history?window=all")
    assert len(expected) > 180
    assert answer["points"] == expected


async def test_the_price_of_the_homes_sold_in_a_region(service, shelf, austin):
    shelf.statistics = moved(austin, NEW_YORK)
    sold = {
        row["date"][:7]: units(row["sold_ppsf_usd"], 8)
        for row in region_rows("ppsf_metro_monthly_observed.csv", NEW_YORK)
    }
    points = (await service.get(f"{MARKET}/AUS/sales-history?window=all"))["points"]
    assert len(points) > 230
    for point in points:
        month = datetime.fromtimestamp(point["timestamp"], UTC).strftime("%Y-%m")
        assert point["pricePerUnit"] == sold.get(month), month
        assert point["medianSalePrice"] is None


async def test_the_estimates_before_and_after_a_census_give_no_growth(austin):
    growth = {
        datetime.fromtimestamp(figure.period_s, UTC).year: figure.value
        for figure in austin.figures(AUSTIN, Metric.POPULATION_GROWTH)
    }
    assert growth[2016] is None
    assert growth[2020] is None
    assert all(growth[year] for year in (2017, 2018, 2019, 2021, 2022, 2023))

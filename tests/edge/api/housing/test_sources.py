"""Where housing figures are from, legacy rents, wider areas and affordability; no look-ahead.

What is expected is computed here from figures written by hand or from the raw files.
"""

import csv
import os
import random
from datetime import UTC, datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from pathlib import Path

import pytest

from chain.catalogue import load_catalogue
from chain.catalogue.statistics import EVERYWHERE, Figure, Metric, Statistics
from edge.api.housing.newest import ALL_AREAS, Area, Newest
from edge.api.housing.schemas import Financials
from edge.api.housing.statistics_routes import financials

TOWN, STATE, COUNTRY = Area(7, "ELM", "Elmsford, TX"), Area(8, "TX", "Texas"), Area(9, "USA", "US")
E6, E12 = 10**6, 10**12


def at(year: int, month: int = 1, day: int = 1) -> int:
    return int(datetime(year, month, day, tzinfo=UTC).timestamp())


def asked(statistics: Statistics, now_s: int, area: Area = TOWN) -> Financials:
    return financials(Newest(statistics, area, now_s, (STATE, COUNTRY)))


def rows(answer: Financials, figure: str) -> list[tuple[str, str | None, str | None, int | None]]:
    return [
        (one.series, one.publisher, one.area, one.first_published_at)
        for one in answer.sources
        if one.figure == figure
    ]


def test_a_legacy_rent_is_used_until_the_new_series_begins_and_is_named():
    rents = Statistics(
        {
            (7, Metric.RENT_LEGACY): [
                Figure(at(2014, 11), at(2015), 1_000 * E6, "Z"),
                Figure(at(2014, 12), at(2015, 2), 1_010 * E6, "Z"),
                Figure(at(2015, 2), at(2015, 4), 1_020 * E6, "Z"),
            ],
            (7, Metric.RENT): [
                Figure(at(2014, 12), at(2015, 2), None, "Z"),
                Figure(at(2015), at(2015, 3), 1_300 * E6, "Z"),
            ],
        }
    )
    before = asked(rents, at(2015, 3) - 1)
    assert before.median_rent_monthly == str(1_010 * E6)
    assert rows(before, "medianRentMonthly") == [("rentLegacy", "Z", "ELM", at(2015))]
    for now_s in (at(2015, 3), at(2015, 4)):  # a later month of the old series changes nothing
        after = asked(rents, now_s)
        assert after.median_rent_monthly == str(1_300 * E6)
        assert rows(after, "medianRentMonthly") == [("rent", "Z", "ELM", at(2015, 3))]


def test_of_a_series_to_come_only_its_beginning_is_said():
    statistics = Statistics({(7, Metric.RENT): [Figure(at(2015), at(2015, 3), 5, "Z")]})
    answer = asked(statistics, at(2008))
    assert answer.median_rent_monthly is None
    assert rows(answer, "medianRentMonthly") == [("rent", "Z", "ELM", at(2015, 3))]
    assert rows(answer, "medianPrice") == rows(answer, "priceToRent") == []
    assert answer.as_of is None


def test_the_nearest_wider_area_is_named_and_no_ratio_is_made_of_it():
    def rent(value: int, out_s: int) -> list[Figure]:
        return [Figure(0, out_s, value, "Z")]

    statistics = Statistics(
        {
            (7, Metric.HOME_VALUE): [Figure(0, at(2010), 200_000 * E6, "Z")],
            (8, Metric.RENT_LEGACY): rent(700 * E6, at(2012)),
            (9, Metric.RENT): rent(900 * E6, at(2011)),
        }
    )
    assert asked(statistics, at(2010)).fallbacks == []
    for now_s, area, value in ((at(2011), COUNTRY, 900 * E6), (at(2012), STATE, 700 * E6)):
        answer = asked(statistics, now_s)
        (one,) = answer.fallbacks
        assert (one.figure, one.value) == ("medianRentMonthly", str(value))
        assert (one.area, one.area_name) == (area.symbol, area.name)
        assert answer.median_rent_monthly is None
        assert answer.price_to_rent is answer.gross_rental_yield is answer.affordability is None
    own = Statistics({(7, Metric.RENT): rent(5, 1), (9, Metric.RENT): rent(6, 1)})
    assert asked(own, at(2012)).fallbacks == []


def slow_share(price: Decimal, percent: Decimal, income: Decimal) -> tuple[int, int]:
    """Return payment and income share with 80 digits, month by month: no closed formula."""
    with localcontext() as context:
        context.prec = 80
        month, loan = percent / 1_200, price * 4 / 5
        discounted = sum((1 / (1 + month)) ** n for n in range(1, 361))
        payment = (loan / discounted * E6).to_integral_value(ROUND_CEILING)
        share = 12 * payment / (income * E6) * E12
        return int(payment), int(share.to_integral_value(ROUND_FLOOR))


def e12(text: str) -> int:
    return int(Decimal(text) * E12)


@pytest.mark.parametrize("percent", ["0.01", "2.65", "6.81", "18.63"])
@pytest.mark.parametrize(("price", "income"), [(150_000, 60_000), (1_234_567, 99_999), (1, 1)])
def test_affordability_is_an_annuity_of_the_home_by_the_newest_income(percent, price, income):
    statistics = Statistics(
        {
            (7, Metric.SALE_PRICE): [Figure(at(2024), at(2024, 3), price * E6, "Z")],
            (7, Metric.HOUSEHOLD_INCOME): [
                Figure(at(2022), at(2023, 10), 1, "C"),
                Figure(at(2023), at(2024, 10), income * E6, "C"),
            ],
            (EVERYWHERE, Metric.MORTGAGE_RATE): [
                Figure(at(2024, 3), at(2024, 3, 2), int(Decimal(percent) * 10**10), "F")
            ],
        }
    )
    answer = asked(statistics, at(2024, 10))
    one = answer.affordability
    assert one is not None
    payment, share = slow_share(Decimal(price), Decimal(percent), Decimal(income))
    assert int(one.monthly_payment) == payment
    assert e12(one.income_share) == share
    assert (one.income_year, one.down_payment_rate) == (2023, "0.2")
    assert [row[:3] for row in rows(answer, "affordability")] == [
        ("salePrice", "Z", "ELM"),
        ("mortgageRate", "F", ALL_AREAS.symbol),
        ("householdIncome", "C", "ELM"),
    ]
    earlier = asked(statistics, at(2024, 10) - 1).affordability
    assert earlier is not None
    assert earlier.income_year == 2022


def cut(statistics: Statistics, now_s: int) -> Statistics:
    """Return what was out by a time."""
    series = {}
    for key in statistics.series():
        out = [f for f in statistics.figures(*key) if f.published_at_s <= now_s]
        if out:
            series[key] = out
    return Statistics(series)


def without_what_comes(answer: Financials, now_s: int) -> Financials:
    known = [one for one in answer.sources if (one.first_published_at or 0) <= now_s]
    shown = {one.figure for one in known}
    coming = {one.figure for one in answer.sources} - shown
    for figure in coming:  # a date in the calendar, not a value
        assert getattr(answer, SNAKE[figure]) is None
    whole = {
        one.figure
        for one in answer.sources
        if all(o in known for o in answer.sources if o.figure == one.figure)
    }
    answer.sources = [one for one in known if one.figure in whole]
    return answer


SNAKE = {
    "medianPrice": "median_price",
    "medianRentMonthly": "median_rent_monthly",
    "mortgageRate30y": "mortgage_rate30y",
    "pricePerUnit": "price_per_unit",
    "propertyTaxRate": "property_tax_rate",
    "grossRentalYield": "gross_rental_yield",
    "priceToRent": "price_to_rent",
    "affordability": "affordability",
}


def random_statistics(rng: random.Random) -> Statistics:
    series = {}
    for area in (7, 8, 9, EVERYWHERE):
        for metric in Metric:
            if rng.random() < 0.4:
                continue
            figures = []
            for _ in range(rng.randrange(1, 6)):
                period = rng.randrange(40)
                value = rng.choice([None, rng.randrange(1, 10**9)])
                figures.append(Figure(period, period + rng.randrange(30), value, rng.choice("ABC")))
            series[area, metric] = figures
    return Statistics(series)


def test_an_answer_is_the_same_without_what_was_published_later():
    rng = random.Random(337)
    compared = 0
    for _ in range(400):
        statistics, now_s = random_statistics(rng), rng.randrange(1, 70)
        whole = without_what_comes(asked(statistics, now_s), now_s)
        assert whole == asked(cut(statistics, now_s), now_s)
        compared += len(whole.sources)
    assert compared > 1_000


# the larger regions, which are not part of the project


def regions_directory() -> Path:
    directory = os.environ.get("ACRE_DATA_DIR")
    if not directory:
        pytest.skip("ACRE_DATA_DIR is not set: the real regions are not part of the project")
    return Path(directory)


def raw(name: str) -> list[dict[str, str]]:
    with (regions_directory() / name).open() as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def regions():
    return load_catalogue(regions_directory()).load_statistics()


DAYS = [at(2012, 6, 9), at(2015, 2, 27), at(2015, 3), at(2016, 5), at(2025, 3, 15)]


@pytest.mark.parametrize("now_s", DAYS)
def test_rents_and_affordability_of_every_region_follow_from_the_raw_tables(regions, now_s):
    today = datetime.fromtimestamp(now_s, UTC)
    month = today.year * 12 + today.month

    def last(table: list[dict[str, str]], region: str, column: str) -> Decimal | None:
        """The last value of the months that ended a month ago or earlier."""
        out = None
        for row in table:
            year, number = map(int, row["date"].split("-")[:2])
            if row["region_id"] == region and year * 12 + number + 2 <= month and row[column]:
                out = Decimal(row[column])
        return out

    rents, values = raw("rents_metro_monthly.csv"), raw("zhvi_metro_monthly.csv")
    surveys = [
        row["mortgage_30y_pct"]
        for row in raw("mortgage_30y_weekly.csv")
        if row["date"] < today.date().isoformat() and row["mortgage_30y_pct"]
    ]
    legacy = affordable = 0
    for market in raw("markets.csv"):
        region = market["region_id"]
        area = Area(int(region), market["code"], market["region_name"])
        answer = financials(Newest(regions, area, now_s))
        new, old = (last(rents, region, name) for name in ("zori_usd", "zri_legacy_usd"))
        rent, value = new or old, last(values, region, "zhvi_usd")
        assert answer.median_rent_monthly == (None if rent is None else str(int(rent * E6)))
        if rent is not None:
            series = "rentLegacy" if new is None else "rent"
            assert rows(answer, "medianRentMonthly")[0][:2] == (series, "Zillow Research")
            legacy += new is None
        assert value is not None
        assert answer.median_price == str(int(value * E6))
        if rent is not None:
            assert answer.price_to_rent is not None
            assert e12(answer.price_to_rent) == int(value * E6) * E12 // (12 * int(rent * E6))
        income = market["median_household_income_2023"] if now_s >= at(2024, 10) else ""
        assert (answer.affordability is None) == (not income)
        if answer.affordability is not None:
            expected = slow_share(value, Decimal(surveys[-1]), Decimal(income))
            found = answer.affordability
            assert (int(found.monthly_payment), e12(found.income_share)) == expected
            affordable += 1
    assert legacy > 40 if now_s < at(2015, 3) else legacy < 10
    assert affordable == (49 if now_s == DAYS[-1] else 0)

"""The statistics of a data directory: what is out when, what is refused; figures are invented."""

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chain.catalogue import CatalogueError, load_catalogue
from chain.catalogue.region_statistics import (
    DEMOGRAPHICS_FILE,
    MORTGAGE_FILE,
    OBSERVED_FILE,
    RENTS_FILE,
    VALUES_FILE,
    WEEKLY_FILE,
)
from chain.catalogue.regions import ACTIVITY_FILE, MARKETS_FILE, PRICES_FILE, SNAPSHOTS_FILE
from chain.catalogue.statistics import EVERYWHERE, Metric, Statistics
from chain.catalogue.weeks import saturdays_of

MARKETS = (
    "region_id,code,region_name,state,size_rank,cbsa_code,lat,lon,city_lat,city_lon,"
    "median_household_income_2023,state_property_tax_rate\n"
    '7,ELM,"Elmsford, TX",TX,3,11111,30,-97,30,-97,60000,0.0158\n'
)
GOOD = {
    MARKETS_FILE: MARKETS,
    PRICES_FILE: "date,region_id,ppsf_usd\n2014-01-31,7,100.125\n2014-02-28,7,\n",
    ACTIVITY_FILE: "date,region_id,for_sale_inventory,sales_count,months_of_inventory,"
    "sales_volume_usd\n2014-01-31,7,50,10,5,\n",
    RENTS_FILE: "date,region_id,zori_usd,zri_legacy_usd\n2014-01-31,7,1500.5,1400\n",
    VALUES_FILE: "date,region_id,zhvi_usd\n2014-01-31,7,200000\n",
    OBSERVED_FILE: "date,region_id,sold_ppsf_usd\n2014-01-31,7,99.5\n",
    DEMOGRAPHICS_FILE: "year,region_id,population\n2018,7,1000\n2019,7,1010\n2020,7,2000\n",
    MORTGAGE_FILE: "date,mortgage_30y_pct\n2014-01-02,4.53\n2014-01-09,\n",
    SNAPSHOTS_FILE: "month_date_yyyymm,region_id,median_listing_price,new_listing_count,"
    "pending_listing_count,median_days_on_market,median_square_feet\n201402,7,210000,30,20,40,\n",
}


def folder(path: Path, changes: dict[str, str | bytes | None] | None = None) -> Path:
    for name, text in {**GOOD, **(changes or {})}.items():
        if text is not None:
            content = text if isinstance(text, bytes) else text.encode()
            (path / name).write_bytes(gzip.compress(content) if name == WEEKLY_FILE else content)
    return path


def load(path: Path, changes: dict[str, str | bytes | None] | None = None) -> Statistics:
    return load_catalogue(folder(path, changes)).load_statistics()


def at(year: int, month: int, day: int = 1) -> int:
    return int(datetime(year, month, day, tzinfo=UTC).timestamp())


def test_a_figure_names_its_publisher_and_an_undated_rate_has_none(tmp_path):
    statistics = load(tmp_path)
    publishers = {
        Metric.RENT_LEGACY: "Zillow Research",
        Metric.SALES: "Zillow Research",
        Metric.PENDING: "Realtor.com Economic Research",
        Metric.POPULATION: "U.S. Census Bureau",
        Metric.HOUSEHOLD_INCOME: "U.S. Census Bureau",
        Metric.PROPERTY_TAX_RATE: "",
    }
    for metric, publisher in publishers.items():
        assert {figure.publisher for figure in statistics.figures(7, metric)} == {publisher}
    (rate, _) = statistics.figures(EVERYWHERE, Metric.MORTGAGE_RATE)
    assert rate.publisher == "Freddie Mac"


def test_a_file_without_the_legacy_rents_is_read(tmp_path):
    statistics = load(tmp_path, {RENTS_FILE: "date,region_id,zori_usd\n2014-01-31,7,1\n"})
    assert statistics.first(7, Metric.RENT_LEGACY) is None
    assert statistics.first(7, Metric.RENT) is not None


@pytest.mark.parametrize(
    ("metric", "value", "out_s"),
    [
        (Metric.RENT, 1_500_500_000, at(2014, 3)),
        (Metric.RENT_LEGACY, 1_400_000_000, at(2014, 3)),
        (Metric.HOME_VALUE, 200_000 * 10**6, at(2014, 3)),
        (Metric.SALE_PRICE_PER_UNIT, 9_950_000_000, at(2014, 3)),
        (Metric.PRICE_PER_UNIT, 10_012_500_000, at(2014, 3)),
        (Metric.SALES, 10, at(2014, 3)),
        (Metric.ACTIVE_LISTINGS, 50, at(2014, 3)),
        (Metric.LIST_PRICE, 210_000 * 10**6, at(2014, 4)),
        (Metric.NEW_LISTINGS, 30, at(2014, 4)),
        (Metric.PENDING, 20, at(2014, 4)),
        (Metric.DAYS_ON_MARKET, 40, at(2014, 4)),
        (Metric.HOUSEHOLD_INCOME, 60_000 * 10**6, at(2024, 10)),
    ],
)
def test_a_figure_is_out_from_its_publication_on(tmp_path, metric, value, out_s):
    statistics = load(tmp_path)
    assert statistics.newest(7, metric, out_s - 1) is None
    figure = statistics.newest(7, metric, out_s)
    assert figure is not None
    assert figure.value == value


def test_rates_hold_for_all_from_the_next_day_and_without_a_date_always(tmp_path):
    statistics = load(tmp_path)
    assert statistics.newest(EVERYWHERE, Metric.MORTGAGE_RATE, at(2014, 1, 3) - 1) is None
    rate = statistics.newest(EVERYWHERE, Metric.MORTGAGE_RATE, at(2015, 1))
    assert rate is not None
    assert (rate.period_s, rate.value) == (
        at(2014, 1, 2),
        45_300_000_000,
    )  # the missing one is none
    tax = statistics.newest(7, Metric.PROPERTY_TAX_RATE, 0)
    assert tax is not None
    assert tax.value == 15_800_000_000


def test_people_are_counted_from_april_and_growth_needs_the_same_count(tmp_path):
    statistics = load(tmp_path)
    people = [
        figure.value
        for year in (2019, 2020, 2021)
        for moment in (at(year, 4) - 1, at(year, 4))
        if (figure := statistics.newest(7, Metric.POPULATION, moment)) is not None
    ]
    assert people == [1000, 1000, 1010, 1010, 2000]
    growth = [figure.value for figure in statistics.figures(7, Metric.POPULATION_GROWTH)]
    assert growth == [None, 10**10, None]


def test_a_directory_without_the_files_has_the_rest(tmp_path):
    names = (RENTS_FILE, VALUES_FILE, OBSERVED_FILE, DEMOGRAPHICS_FILE, MORTGAGE_FILE)
    statistics = load(tmp_path, dict.fromkeys((*names, SNAPSHOTS_FILE)))
    assert statistics.newest(7, Metric.RENT, at(2030, 1)) is None
    assert statistics.newest(7, Metric.SALES, at(2030, 1)) is not None


def test_weeks_give_the_listings_of_whole_months_and_the_price_of_the_last_week(tmp_path):
    days = [datetime.fromtimestamp(day * 86_400, UTC).date() for day in saturdays_of(530)]
    assert [day.isoformat() for day in days][:2] == ["2014-03-01", "2014-03-08"]
    rows = [f"{day},7,{n + 1},{200_000 + n}" for n, day in enumerate(days)]
    text = "\n".join(
        ["date,region_id,new_listings,median_list_price_usd", *rows, "2014-04-05,7,9,1"]
    )
    statistics = load(tmp_path, {WEEKLY_FILE: text + "\n"})
    known = {
        metric: [f.value for f in statistics.known(7, metric, at(2030, 1)).values()]
        for metric in (Metric.NEW_LISTINGS, Metric.LIST_PRICE)
    }
    february = (30, 210_000 * 10**6)  # of the months of Realtor.com
    assert known[Metric.NEW_LISTINGS] == [february[0], 1 + 2 + 3 + 4 + 5]
    assert known[Metric.LIST_PRICE] == [february[1], 200_004 * 10**6]
    february_s = at(2014, 2)
    over = load(tmp_path, {WEEKLY_FILE: text.replace("2014-03-01,7,1", "2014-03-01,7,NA") + "\n"})
    assert list(over.known(7, Metric.NEW_LISTINGS, at(2030, 1))) == [february_s]


@pytest.mark.parametrize(
    ("name", "row", "reason"),
    [
        (RENTS_FILE, "2014-02-28,8,5,", "row 3, column region_id: 8 is not in markets.csv"),
        (RENTS_FILE, "2014-02-28,7,0,", "row 3, column zori_usd: 0 is no value of a price"),
        (RENTS_FILE, "2014-02-28,7,-1,", "row 3, column zori_usd: '-1' is negative"),
        (RENTS_FILE, "2014-02-28,7,1e3,", "row 3, column zori_usd: '1e3' is no plain decimal"),
        (RENTS_FILE, "2014-01-31,7,5,", "row 3, column date: appears twice"),
        (VALUES_FILE, "2013-12-31,7,5", "row 3, column date: dates of a region must ascend"),
        (VALUES_FILE, "Source: Zillow", "row 3: 1 columns, the header has 3"),
        (OBSERVED_FILE, "2014-02-28,7,nan", "row 3, column sold_ppsf_usd: 'nan' is no plain"),
        (DEMOGRAPHICS_FILE, "2020,7,5", "row 5, column year: appears twice"),
        (DEMOGRAPHICS_FILE, "2021,7,0", "row 5, column population: 0 is no value"),
        (DEMOGRAPHICS_FILE, "21,7,9", "row 5, column year: 21 is no year"),
        (MORTGAGE_FILE, "2014-01-09,3", "row 4, column date: appears twice"),
        (MORTGAGE_FILE, "2014-02-30,3", "row 4, column date: '2014-02-30' is no date"),
        (MORTGAGE_FILE, "2014-01-16,101", "row 4, column mortgage_30y_pct: '101' is above 100"),
        (
            SNAPSHOTS_FILE,
            "201413,7,1,1,1,1,",
            "row 3, column month_date_yyyymm: 201413 is no month",
        ),
        (MARKETS_FILE, '8,OAK,"Oak, TX",TX,3,,30,-97,30,-97,,1.5', "row 3, column state_property"),
    ],
)
def test_a_bad_row_refuses_the_directory(tmp_path, name, row, reason):
    prices = GOOD[PRICES_FILE] + ("2014-01-31,8,9\n" if name == MARKETS_FILE else "")
    changes = {PRICES_FILE: prices, name: GOOD[name] + row + "\n"}
    with pytest.raises(CatalogueError) as refused:
        load(tmp_path, changes)
    assert str(refused.value).startswith(f"{name}, {reason}")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("2014-03-02,7,1,1", "row 2, column date: 2014-03-02 is no Saturday"),
        ("2014-03-01,7,1,0", "row 2, column median_list_price_usd: 0 is no value"),
        ("2014-03-08,7,1,1\n2014-03-01,7,1,1", "row 3, column date: dates of a region"),
        ("2014-03-08,9,1,1", "row 2, column region_id: 9 is not in"),
    ],
)
def test_bad_weeks_are_refused(tmp_path, row, reason):
    text = f"date,region_id,new_listings,median_list_price_usd\n{row}\n"
    with pytest.raises(CatalogueError) as refused:
        load(tmp_path, {WEEKLY_FILE: text})
    assert str(refused.value).startswith(f"{WEEKLY_FILE}, {reason}")

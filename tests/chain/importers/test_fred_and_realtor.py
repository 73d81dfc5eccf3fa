"""FRED's two columns and Realtor.com's metropolitan areas."""

import pytest

from chain.catalogue import CatalogueError
from chain.catalogue.statistics import Metric
from chain.importers.dates import EPOCH, day_of
from chain.importers.reading import EVERYWHERE, Level, Region, Step
from tests.chain.importers.files import REALTOR, month, read, values


def test_the_mortgage_rate_holds_everywhere_and_percents_become_rates(tmp_path):
    text = "observation_date,MORTGAGE30US\n2020-01-02,3.72\n2020-01-09,.\n2020-01-16,3.645\n"
    (series,) = read(tmp_path, "fred", text).series
    first = (day_of("2020-01-02") - EPOCH).days
    assert (series.region, series.metric, series.step) == (EVERYWHERE, "mortgageRate", Step.DAY)
    assert series.values == {first: 37_200_000_000, first + 7: None, first + 14: 36_450_000_000}


@pytest.mark.parametrize(
    ("text", "metric", "expected"),
    [
        ("DATE,ATNHPIUS11111Q\n2020-01-01,150.25\n", Metric.HOUSE_PRICE_INDEX,
         {month(2020, 3): 15_025_000_000}),
        ("DATE,ACTLISCOU11111\n2020-01-01,200\n", Metric.ACTIVE_LISTINGS, {month(2020, 1): 200}),
        ("DATE,MEDLISPRI11111\n2020-02-01,2.5\n", Metric.LIST_PRICE, {month(2020, 2): 2_500_000}),
    ],
)  # fmt: skip
def test_series_of_metros_carry_their_code_in_the_name(tmp_path, text, metric, expected):
    (series,) = read(tmp_path, "fred", text).series
    assert series.region == Region(Level.METRO, "", "11111")
    assert (series.metric, series.values) == (metric, expected)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("observation_date,GDP\n2020-01-01,1\n", "row 1, column GDP: is no series that is used"),
        ("observation_date,MORTGAGE30US,X\n", "row 1: must hold a date"),
        ("day,MORTGAGE30US\n", "row 1: must hold a date"),
        ("DATE,MORTGAGE30US\n2020-01-02,0\n", "row 2, column MORTGAGE30US: 0 is no value"),
        ("DATE,MORTGAGE30US\n2020-01-02,101\n", "row 2, column MORTGAGE30US: '101' is above 100"),
        (
            "DATE,MORTGAGE30US\n2020-01-02,3\n2020-01-02,3\n",
            "row 3, column DATE: the period appears",
        ),
        (
            "DATE,MORTGAGE30US\n2020-01-02,3\n2020-01-01,3\n",
            "row 3, column DATE: dates of a series",
        ),
        ("DATE,MORTGAGE30US\n2020-02-30,3\n", "row 2, column DATE: '2020-02-30' is no date"),
        ("DATE,ATNHPIUS11111Q\n2020-02-01,3\n", "row 2, column DATE: 2020-02-01 is not the first"),
        ("DATE,ACTLISCOU11111\n2020-02-02,3\n", "row 2, column DATE: 2020-02-02 is not the first"),
        ("DATE,MORTGAGE30US\n", "holds no row of data"),
    ],
)
def test_a_bad_file_of_fred_is_refused(tmp_path, text, reason):
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, "fred", text)
    assert reason in str(refused.value)


def test_listings_of_a_metro(tmp_path):
    text = (
        f'{REALTOR}\n202001,11111,"Elmsford, TX",9,310000.0,0.01,200.0,40,90,70,0\n'
        '202002,11111,"Elmsford, TX",9,NA,0.01,,41,0,71,1\n'
    )
    reading = read(tmp_path, "realtor", text)
    january, february = month(2020, 1), month(2020, 2)
    assert values(reading, "11111", "listPrice") == {january: 310_000_000_000, february: None}
    assert values(reading, "11111", "activeListings") == {january: 200, february: None}
    assert values(reading, "11111", "newListings") == {january: 90, february: 0}
    assert values(reading, "11111", "pending") == {january: 70, february: 71}
    assert values(reading, "11111", "daysOnMarket") == {january: 40, february: 41}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("202013,11111,A,9,1,1,1,1,1,1,0", "row 2, column month_date_yyyymm: '202013' is no month"),
        ("2020,11111,A,9,1,1,1,1,1,1,0", "row 2, column month_date_yyyymm: '2020' is no month"),
        ("202001,1111,A,9,1,1,1,1,1,1,0", "row 2, column cbsa_code: '1111' is no code of five"),
        ("202001,11111,A,9,0,1,1,1,1,1,0", "row 2, column median_listing_price: 0 is no value"),
        ("quality_flag = 1:  year-over-year figures may be impacted", "row 2: 1 columns, the"),
        ("quality_flag = 1,,,,,,,,,,", "row 2, column month_date_yyyymm: 'quality_flag = 1' is no"),
    ],
)
def test_a_bad_file_of_realtor_is_refused(tmp_path, row, reason):
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, "realtor", f"{REALTOR}\n{row}\n")
    assert reason in str(refused.value)


def test_months_from_the_newest_down_are_refused(tmp_path):
    rows = [f"2020{number},11111,A,9,1,1,1,1,1,1,0" for number in ("02", "01")]
    with pytest.raises(CatalogueError, match="row 3, column month_date_yyyymm: dates of a series"):
        read(tmp_path, "realtor", "\n".join([REALTOR, *rows, ""]))

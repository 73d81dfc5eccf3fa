"""Zillow's wide files: dates by pattern, missing values, what is refused and where."""

import pytest

from chain.catalogue import CatalogueError
from chain.importers.dates import EPOCH, day_of
from chain.importers.reading import Level, Region, Step
from tests.chain.importers.files import month, read, values, wavy, zillow

FACTS = "RegionID,SizeRank,RegionName,RegionType,StateName"


def test_a_wide_file_gives_a_series_a_region(tmp_path):
    text = zillow([(9, "United States", wavy), (1, "Elmsford, TX", lambda n: n + 0.1234567)], 3)
    reading = read(tmp_path, "zillow-zhvi", text)
    assert (reading.kind, reading.row_count, reading.vintage) == ("zillow-zhvi", 2, "")
    assert values(reading, "Elmsford, TX", "homeValue") == {
        month(2018, 1): 123_457,
        month(2018, 2): 1_123_457,
        month(2018, 3): 2_123_457,
    }
    assert {one.region for one in reading.series} == {
        Region(Level.COUNTRY, "United States"),
        Region(Level.METRO, "Elmsford, TX"),
    }


@pytest.mark.parametrize(
    "header",
    ["2000-01-31,2000-02-29", "1/31/00,2/29/00", "01/31/2000,02/29/2000", "2000-01,2000-02"],
)
def test_dates_are_read_by_their_pattern(tmp_path, header):
    text = f'{FACTS},{header}\n1,1,"Elmsford, TX",msa,TX,7,8\n'
    reading = read(tmp_path, "zillow-sales", text)
    assert values(reading, "Elmsford, TX", "sales") == {month(2000, 1): 7, month(2000, 2): 8}


def test_a_short_year_is_of_the_last_or_of_this_century(tmp_path):
    text = f'{FACTS},4/30/96,5/31/00\n1,1,"Elmsford, TX",msa,TX,7,8\n'
    reading = read(tmp_path, "zillow-sales", text)
    assert values(reading, "Elmsford, TX", "sales") == {month(1996, 4): 7, month(2000, 5): 8}


def test_missing_values_are_missing_and_never_zero(tmp_path):
    text = f'{FACTS},2000-01,2000-02,2000-03,2000-04\n1,1,"Elmsford, TX",msa,TX,,NA,.,5\n'
    reading = read(tmp_path, "zillow-zhvi", text)
    assert list(values(reading, "Elmsford, TX", "homeValue").values()) == [
        None,
        None,
        None,
        5_000_000,
    ]


def test_saturdays_are_weeks(tmp_path):
    text = f'{FACTS},2000-01-01,2000-01-08\n1,1,"Elmsford, TX",msa,TX,3,4\n'
    (series,) = read(tmp_path, "zillow-inventory", text).series
    first = (day_of("2000-01-01") - EPOCH).days
    assert (series.step, series.values) == (Step.WEEK, {first: 3, first + 7: 4})


def test_columns_are_matched_by_name_and_not_by_place(tmp_path):
    text = 'StateName,RegionName,2000-01,RegionType,RegionID\nTX,"Elmsford, TX",7,msa,1\n'
    assert values(read(tmp_path, "zillow-sales", text), "Elmsford, TX", "sales") == {360: 7}


def test_a_city_is_named_with_its_state_and_other_places_are_passed_over(tmp_path):
    text = (
        f"{FACTS},State,2000-01\n1,1,Elmsford,city,TX,TX,7\n2,1,75001,zip,TX,TX,7\n"
        "3,1,Elm County,county,TX,TX,7\n"
    )
    reading = read(tmp_path, "zillow-sales", text)
    assert [one.region for one in reading.series] == [Region(Level.CITY, "Elmsford, TX")]
    assert reading.row_count == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{FACTS},2000-01,2000-01\n", "row 1, column 2000-01: the date appears twice"),
        (f"{FACTS},2000-02,2000-01\n", "row 1, column 2000-01: dates must ascend"),
        (f"{FACTS},2000-01,1/31/00\n", "row 1, column 1/31/00: the date appears twice"),
        (f"{FACTS},2000-01-31,2000-02-28\n", "row 1, column 2000-01-31: is neither a month's end"),
        (f"{FACTS},2000-13\n", "row 1, column 2000-13: is no column of a Zillow file nor a date"),
        (f"{FACTS},Price\n", "row 1, column Price: is no column of a Zillow file nor a date"),
        (f"{FACTS}\n", "row 1: holds no column of a date"),
        ("RegionID,2000-01\n", "row 1, column RegionName: appears 0 times"),
        (f"{FACTS},RegionID,2000-01\n", "row 1, column RegionID: appears 2 times"),
        (f"{FACTS},2000-01\n", "holds no row of data"),
        (f"{FACTS},2000-01\n1,1,A,msa,TX,0\n", "row 2, column 2000-01: 0 is no value of a price"),
        (f"{FACTS},2000-01\n1,1,A,msa,TX,-5\n", "row 2, column 2000-01: '-5' is negative"),
        (
            f"{FACTS},2000-01\n1,1,A,msa,TX,5\n1,1,B,msa,TX,5\n",
            "row 3, column RegionID: the period",
        ),
        (
            f"{FACTS},2000-01\n1,1,A,msa,TX,5\nSource: Zillow\n",
            "row 3: 1 columns, the header has 6",
        ),
        (f"{FACTS},2000-01\n1,1,,msa,TX,5\n", "row 2, column RegionName: is empty"),
        (f"{FACTS},2000-01\nx,1,A,msa,TX,5\n", "row 2, column RegionID: 'x' is no whole number"),
    ],
)
def test_what_is_wrong_is_named_with_row_and_column(tmp_path, text, reason):
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, "zillow-zhvi", text)
    assert str(refused.value).startswith("file.csv")
    assert reason in str(refused.value)


def test_no_sale_in_a_month_is_a_figure(tmp_path):
    text = f'{FACTS},2000-01\n1,1,"Elmsford, TX",msa,TX,0\n'
    assert values(read(tmp_path, "zillow-sales", text), "Elmsford, TX", "sales") == {360: 0}

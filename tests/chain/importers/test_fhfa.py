"""FHFA's two files: the long one with a header and the one of metros without."""

import pytest

from chain.catalogue import CatalogueError
from chain.importers.reading import Level, Region, Step
from tests.chain.importers.files import MASTER_HEADER, month, read, values

USED = "traditional,all-transactions,quarterly"


def test_the_long_file_gives_the_quarterly_indexes_of_all_transactions(tmp_path):
    text = f"""{MASTER_HEADER},rstderr,note
traditional,purchase-only,monthly,USA or Census Division,United States,USA,2020,1,300.1,301.2,,
{USED},USA or Census Division,United States,USA,2020,1,300.5,,,
{USED},USA or Census Division,East North Central Division,DV_ENC,2020,1,290.5,,,
{USED},State,Texas,TX,2020,1,310.5,,,
{USED},MSA,"Elmsford, TX",11111,2020,1,150.25,,,
{USED},MSA,"Elmsford, TX",11111,2020,2,NA,,,
{USED},MSA,"Elmsford, TX",11111,2020,4,152.125,,,
"""
    reading = read(tmp_path, "fhfa-master", text)
    assert reading.row_count == 7
    assert {one.region for one in reading.series} == {
        Region(Level.COUNTRY, "United States"),
        Region(Level.METRO, "Elmsford, TX", "11111"),
    }
    assert {one.step for one in reading.series} == {Step.QUARTER}
    assert values(reading, "11111", "housePriceIndex") == {
        month(2020, 3): 15_025_000_000,
        month(2020, 6): None,
        month(2020, 12): 15_212_500_000,
    }


def test_the_file_of_metros_has_no_header_and_a_dash_for_nothing(tmp_path):
    text = '"Elmsford, TX",11111,2019,4,-,-\n"Elmsford, TX",11111,2020,1,150.25,2.5\n'
    reading = read(tmp_path, "fhfa-metro", text)
    assert values(reading, "11111", "housePriceIndex") == {
        month(2019, 12): None,
        month(2020, 3): 15_025_000_000,
    }
    assert reading.row_count == 2


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["metro,code,year,quarter,index,se"], "row 1, column year: 'year' is no whole number"),
        (['"Elmsford, TX",11111,2020,5,1,1'], "row 1, column quarter: 5 is not between 1 and 4"),
        (['"Elmsford, TX",11111,1820,1,1,1'], "row 1, column year: 1820 is no year"),
        (['"Elmsford, TX",11111,2020,1,0,1'], "row 1, column index: 0 is no value of a price"),
        (['"Elmsford, TX",11111,2020,1,-3,1'], "row 1, column index: '-3' is negative"),
        (['"Elmsford, TX",11111,2020,1,1'], "row 1: 5 columns, the header has 6"),
        (['"E, TX",1,2020,1,1,1', '"E, TX",1,2020,1,1,1'], "row 2, column quarter: the period"),
        (['"E, TX",1,2020,2,1,1', '"E, TX",1,2020,1,1,1'], "row 2, column quarter: dates of"),
        (['"E, TX",1,2020,2,1,1', "Source: FHFA"], "row 2: 1 columns"),
    ],
)
def test_a_bad_file_of_metros_is_refused(tmp_path, lines, reason):
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, "fhfa-metro", "\n".join(lines) + "\n")
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("traditional,all-transactions,weekly,MSA,A,1,2020,1,1,1", "column frequency: is neither"),
        (f"{USED},MSA,A,1,2020,0,1,1", "column period: 0 is not between 1 and 4"),
        (f"{USED},MSA,A,1,2020,1,0,1", "column index_nsa: 0 is no value"),
        (f"{USED},MSA,A,1,2020,1,1,inf", "column index_sa: 'inf' is no plain decimal"),
        (f"{USED},MSA,A,,2020,1,1,1", "column place_id: is empty"),
    ],
)
def test_a_bad_row_of_the_long_file_is_refused(tmp_path, row, reason):
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, "fhfa-master", f"{MASTER_HEADER}\n{row}\n")
    assert f"file.csv, row 2, {reason}" in str(refused.value)


def test_a_month_and_a_quarter_of_the_same_number_are_two_periods(tmp_path):
    rows = [
        f"traditional,{flavour},{frequency},MSA,A,1,2020,1,1,1"
        for flavour in ("all-transactions", "purchase-only")
        for frequency in ("monthly", "quarterly")
    ]
    assert read(tmp_path, "fhfa-master", "\n".join([MASTER_HEADER, *rows, ""])).row_count == 4

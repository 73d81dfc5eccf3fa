"""Redfin's market tracker, the older file and that of 2026."""

import pytest

from chain.catalogue import CatalogueError
from chain.catalogue.statistics import Metric
from chain.importers.reading import Level, Region
from tests.chain.importers.files import REDFIN_NEW, REDFIN_OLD, month, read

BEFORE = "2020-01-01\t2020-01-31\t30\tmetro\tElmsford, TX metro area\tfalse\tAll Residential"
FIGURES = "300000\t0.01\t150.5\t80\t90\t200\t2.5\t40\t70\t310000\t2020-03-01 14:00:00"
NEW_BEFORE = '"2026-07-03","Monthly","2026-04-01","2026-04-30",7,"Metro","Elmsford, TX metro area"'
NEW_FIGURES = '"Elmsford, TX metro area",80,NA,300000.5,1.5,40,90,200,70,310000,150.5,2.5'
EXPECTED = {
    Metric.SALES: 80,
    Metric.SALE_PRICE: 300_000_000_000,
    Metric.SALE_PRICE_PER_UNIT: 15_050_000_000,
    Metric.NEW_LISTINGS: 90,
    Metric.ACTIVE_LISTINGS: 200,
    Metric.LIST_PRICE: 310_000_000_000,
    Metric.PENDING: 70,
    Metric.DAYS_ON_MARKET: 40,
}


def found(reading) -> dict:
    return {one.metric: one.values for one in reading.series}


def test_the_older_file(tmp_path):
    condo = BEFORE.replace("All Residential", "Condo/Co-op")
    adjusted = BEFORE.replace("false", "true")
    text = "\n".join(f"{row}\t{FIGURES}" for row in (BEFORE, condo, adjusted))
    reading = read(tmp_path, "redfin", f"{REDFIN_OLD}\n{text}\n")
    january = month(2020, 1)
    expected = {metric: {january: value} for metric, value in EXPECTED.items()}
    assert found(reading) == {**expected, Metric.CONDO: {january: 200}}
    assert {one.region for one in reading.series} == {Region(Level.METRO, "Elmsford, TX")}
    assert reading.vintage == "2020-03-01"


def test_the_names_of_the_older_file_in_capitals(tmp_path):
    text = f"{REDFIN_OLD.upper()}\n{BEFORE}\t{FIGURES}\n"
    assert len(read(tmp_path, "redfin", text).series) == len(EXPECTED)


def test_the_newest_day_is_the_vintage_whatever_way_days_are_written(tmp_path):
    """As text 9/30/19 stands behind 12/31/20."""
    first, second = "9/30/19", "12/31/20"
    condo = BEFORE.replace("All Residential", "Condo/Co-op")
    figures = [FIGURES.replace("2020-03-01 14:00:00", day) for day in (first, second)]
    text = f"{BEFORE}\t{figures[0]}\n{condo}\t{figures[1]}\n"
    assert read(tmp_path, "redfin", f"{REDFIN_OLD}\n{text}").vintage == "2020-12-31"


def test_the_file_of_2026(tmp_path):
    reading = read(tmp_path, "redfin", f"{REDFIN_NEW}\n{NEW_BEFORE},{NEW_FIGURES}\n")
    april = month(2026, 4)
    expected = {**EXPECTED, Metric.SALE_PRICE: 300_000_500_000}
    assert found(reading) == {metric: {april: value} for metric, value in expected.items()}
    assert reading.vintage == "2026-07-03"


def test_a_unit_that_changed_is_refused(tmp_path):
    header = REDFIN_NEW.replace("MEDIAN SALE PRICE NSA ($)", "MEDIAN SALE PRICE NSA (THOUSAND $)")
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, "redfin", f"{header}\n{NEW_BEFORE},{NEW_FIGURES}\n")
    assert str(refused.value) == (
        "file.csv, row 1, column median sale price nsa (thousand $): has another unit than median"
        " sale price nsa ($)"
    )


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (NEW_BEFORE.replace("Monthly", "Rolling 3 Months"), "column frequency: 'Rolling 3 Months'"),
        (
            NEW_BEFORE.replace("2026-04-30", "2026-05-31"),
            "column period end: 2026-04-01 to 2026-05",
        ),
        (NEW_BEFORE.replace("2026-04-01", "2026-04-02"), "column period end: 2026-04-02 to"),
        (NEW_BEFORE.replace("2026-04-01", "April"), "column period begin: 'April' is no date"),
        (NEW_BEFORE.replace("2026-07-03", "soon"), "column last updated: 'soon' is no date"),
    ],
)
def test_a_bad_row_of_2026_is_refused(tmp_path, row, reason):
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, "redfin", f"{REDFIN_NEW}\n{row},{NEW_FIGURES}\n")
    assert f"file.csv, row 2, {reason}" in str(refused.value)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([BEFORE, BEFORE], "row 3, column period_begin: the period appears twice"),
        (
            [BEFORE, BEFORE.replace("2020-01-01\t2020-01-31", "2019-12-01\t2019-12-31")],
            "row 3, column period_begin: dates of a series must ascend",
        ),
        ([BEFORE.replace("false", "maybe")], "row 2, column is_seasonally_adjusted: 'maybe'"),
        ([BEFORE.replace("\t30\t", "\t90\t")], "row 2, column period_duration: '90' is not 30"),
    ],
)
def test_a_bad_older_file_is_refused(tmp_path, rows, reason):
    text = "\n".join([REDFIN_OLD, *(f"{row}\t{FIGURES}" for row in rows), ""])
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, "redfin", text)
    assert reason in str(refused.value)


def test_a_file_without_a_measure_is_refused(tmp_path):
    header = "period_begin\tperiod_end\tperiod_duration\tregion_type\tregion"
    with pytest.raises(CatalogueError, match="row 1: holds none of homes_sold, median_sale_price"):
        read(tmp_path, "redfin", f"{header}\n")

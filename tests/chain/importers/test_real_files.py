"""Real figures through the importers: they are not part of the project, set ACRE_DATA_DIR.

The files there are reduced. Two have the names of the publisher; of others the publisher's own
form is written again before it is read.
"""

import csv
import os
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from chain.catalogue import CatalogueError, load_catalogue
from chain.catalogue.statistics import Metric, month_of
from chain.importers.dates import EPOCH, day_of, month_number
from chain.importers.importing import Importer
from chain.importers.kinds import kind_of
from chain.importers.store import ImportStore
from tests.chain.importers.files import write

NEW_YORK = 394913


@pytest.fixture(scope="module")
def directory() -> Path:
    text = os.environ.get("ACRE_DATA_DIR")
    if not text:
        pytest.skip("ACRE_DATA_DIR is not set: the real regions are not part of the project")
    return Path(text)


@pytest.fixture(scope="module")
def regions(directory):
    return load_catalogue(directory)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def importer_of(regions, folder: Path, *without: str) -> Importer:
    return Importer(regions, ImportStore(folder / "imports"), frozenset(without))


def wide(directory: Path, regions, name: str, column: str) -> str:
    """Return a long file as Zillow publishes it: a row a region, a column a month."""
    names = {market.acre_id: market.name for market in regions.markets}
    cells: dict[int, dict[str, str]] = defaultdict(dict)
    for row in rows(directory / name):
        cells[int(row["region_id"])][row["date"]] = row[column]
    dates = sorted({date for one in cells.values() for date in one})
    lines = ["RegionID,SizeRank,RegionName,RegionType,StateName," + ",".join(dates)]
    for region, found in cells.items():
        kind = "country" if names[region] == "United States" else "msa"
        line = ",".join(found.get(date, "") for date in dates)
        lines.append(f'{region},1,"{names[region]}",{kind},,{line}')
    return "\n".join(lines) + "\n"


def test_the_mortgage_rates_are_read_as_they_are(directory, regions, tmp_path):
    path = directory / "mortgage_30y_weekly.csv"
    assert kind_of(path) == "fred"
    checked = importer_of(regions, tmp_path).check(path, "fred")
    expected = {
        (day_of(row["date"]) - EPOCH).days: int(Fraction(row["mortgage_30y_pct"]) * 10**10)
        for row in rows(path)
    }
    (series,) = checked.series.values()
    assert series.values == expected
    assert len(expected) > 2_800


def test_the_listings_of_metros_are_read_by_their_code(directory, regions, tmp_path):
    path = directory / "realtor_metro_snapshots.csv"
    assert kind_of(path) == "realtor"
    checked = importer_of(regions, tmp_path).check(path, "realtor")
    for row in rows(path):
        month = (int(row["month_date_yyyymm"][:4]) - 1970) * 12
        month += int(row["month_date_yyyymm"][4:]) - 1
        for column, metric in (
            ("pending_listing_count", Metric.PENDING),
            ("median_days_on_market", Metric.DAYS_ON_MARKET),
            ("active_listing_count", Metric.ACTIVE_LISTINGS),
        ):
            found = checked.series[int(row["region_id"]), metric].values[month]
            assert found == (int(float(row[column])) if row[column] else None)


def test_typical_values_in_the_publishers_form(directory, regions, tmp_path):
    text = wide(directory, regions, "zhvi_metro_monthly.csv", "zhvi_usd")
    path = write(tmp_path, "Metro_zhvi_uc_sfrcondo.csv", text)
    assert kind_of(path) == "zillow-zhvi"
    checked = importer_of(regions, tmp_path).check(path, "zillow-zhvi")
    assert len(checked.series) == 50
    assert {round(one.correlation or 0, 9) for one in checked.comparisons.values()} == {1.0}
    assert {one.with_metric for one in checked.comparisons.values()} == {Metric.HOME_VALUE}
    series = checked.series[NEW_YORK, Metric.HOME_VALUE]
    for row in rows(directory / "zhvi_metro_monthly.csv"):
        if row["region_id"] == str(NEW_YORK):
            assert series.values[month_number(day_of(row["date"]))] == int(row["zhvi_usd"]) * 10**6


def fhfa(directory: Path) -> str:
    lines = []
    for row in rows(directory / "fhfa_hpi_metro_quarterly.csv"):
        if row["fhfa_code"]:
            year, month = row["date"].split("-")[:2]
            index = row["hpi_at_nsa"] or "-"
            name = row["fhfa_name"]
            lines.append(f'"{name}",{row["fhfa_code"]},{year},{int(month) // 3},{index},0.5')
    return "\n".join(lines) + "\n"


def test_the_indexes_of_fhfa_without_a_header(directory, regions, tmp_path):
    """Pittsburgh moves so little that its two indexes do not agree: the operator may leave it."""
    path = write(tmp_path, "hpi_at_metro.csv", fhfa(directory))
    assert kind_of(path) == "fhfa-metro"
    with pytest.raises(CatalogueError, match=r"Pittsburgh.* does not move with homeValue of PIT"):
        importer_of(regions, tmp_path).check(path, "fhfa-metro")
    checked = importer_of(regions, tmp_path, "PIT").check(path, "fhfa-metro")
    assert len(checked.series) >= 45
    low = min(one.correlation or 0 for one in checked.comparisons.values())
    assert 0.85 < low < 0.9
    expected = {
        month_number(day_of(row["date"])): int(Fraction(row["hpi_at_nsa"]) * 10**8)
        for row in rows(directory / "fhfa_hpi_metro_quarterly.csv")
        if row["region_id"] == str(NEW_YORK)
    }
    assert checked.series[NEW_YORK, Metric.HOUSE_PRICE_INDEX].values == expected


def test_indexes_under_the_wrong_metro_are_refused(directory, regions, tmp_path):
    """Two metros exchanged, as in a file that is found in the wild."""
    text = fhfa(directory)
    codes = {
        row["region_id"]: row["fhfa_code"]
        for row in rows(directory / "fhfa_hpi_metro_quarterly.csv")
    }
    names = {
        row["fhfa_code"]: row["fhfa_name"]
        for row in rows(directory / "fhfa_hpi_metro_quarterly.csv")
    }
    first, second = codes["394355"], codes["394974"]  # Austin and Philadelphia
    heads = [f'"{names[code]}",{code},' for code in (first, second)]
    swapped = text.replace(heads[0], "@").replace(heads[1], heads[0]).replace("@", heads[1])
    blocks: dict[str, list[str]] = defaultdict(list)
    for line in swapped.splitlines():
        blocks[line.rsplit(",", 5)[1]].append(line)
    ordered = "\n".join(line for block in blocks.values() for line in sorted(block)) + "\n"
    path = write(tmp_path, "hpi_at_metro.csv", ordered)
    with pytest.raises(CatalogueError, match=r"does not move with homeValue of (AUS|PHL)"):
        importer_of(regions, tmp_path, "PIT").check(path, "fhfa-metro")


def test_rents_in_the_publishers_form_revise_nothing(directory, regions, tmp_path):
    text = wide(directory, regions, "rents_metro_monthly.csv", "zori_usd")
    path = write(tmp_path, "Metro_zori_uc.csv", text)
    made = importer_of(regions, tmp_path)
    record, is_new = made.add(path, "zillow-zori", "2026-01-01", is_index=False)
    assert is_new
    known = regions.load_statistics().known(NEW_YORK, Metric.RENT, 2**40)
    by_month = {month_of(period_s): figure.value for period_s, figure in known.items()}
    imported = {month_of(t[0]): t[2] for t in record.figures["rent"]["NYC"] if t[2] is not None}
    assert len(imported) > 100
    assert all(by_month[month] == value for month, value in imported.items())

import os
import re
from pathlib import Path

import numpy as np
import pytest

from chain.catalogue import CatalogueError, load_catalogue
from chain.catalogue.regions import ACTIVITY_FILE, MARKETS_FILE, PRICES_FILE, SNAPSHOTS_FILE
from engine.programmes.index_series import DAY_S

MARKETS = [
    "region_id,code,region_name,state,size_rank,lat,lon,city_lat,city_lon",
    "1,USA,United States,US,0,39.8,-98.6,,",
    '2,NYC,"New York, NY",NY,1,40.9,-73.9,40.7,-74.0',
]
PRICES = [
    "date,region_id,ppsf_usd,kind",
    "2014-01-31,1,100,observed",
    "2014-02-28,1,NA,observed",
    "2014-03-31,1,110,estimated",
    "2014-01-31,2,200,observed",
]
ACTIVITY = [
    "date,region_id,for_sale_inventory,sales_count,months_of_inventory,sales_volume_usd",
    "2014-01-31,2,50,10.0,5.0,",
]
FILES = {MARKETS_FILE: MARKETS, PRICES_FILE: PRICES, ACTIVITY_FILE: ACTIVITY}


def write(directory: Path, **changes: list[str]) -> Path:
    names = {"markets": MARKETS_FILE, "prices": PRICES_FILE, "activity": ACTIVITY_FILE}
    contents = {**FILES, **{names[key]: lines for key, lines in changes.items()}}
    for name, lines in contents.items():
        (directory / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return directory


def test_a_directory_gives_its_regions(tmp_path):
    catalogue = load_catalogue(write(tmp_path))
    country, city = catalogue.markets
    assert (country.acre_id, country.symbol, country.state, country.category) == (
        1,
        "USA",
        "",
        "country",
    )
    assert (country.latitude, country.longitude) == (39.8, -98.6)
    assert (city.acre_id, city.symbol, city.state, city.category) == (2, "NYC", "NY", "metro")
    assert (city.latitude, city.longitude) == (40.7, -74.0)
    assert city.median_sqft == 1800


def test_published_values_are_not_smoothed_again_and_missing_ones_keep_the_level(tmp_path):
    catalogue = load_catalogue(write(tmp_path))
    published_at_s, price_e8 = catalogue.prints(1)
    by_date = dict(
        zip(published_at_s.astype("datetime64[s]").astype(str), price_e8.tolist(), strict=True)
    )
    assert by_date["2014-03-01T00:00:00"] == 100 * 10**8
    assert by_date["2014-04-30T00:00:00"] == 100 * 10**8
    assert by_date["2014-05-31T00:00:00"] == 110 * 10**8
    assert "not smoothed again" in catalogue.markets[0].source


def test_activity_is_read_with_missing_figures(tmp_path):
    catalogue = load_catalogue(write(tmp_path))
    assert catalogue.activity(1) == ()
    (month,) = catalogue.activity(2)
    assert (month.sales, month.listings, month.inventory_months) == (10, 50, 5.0)
    assert month.volume_usd is None
    assert month.median_usd is None


def test_home_sizes_come_from_the_latest_snapshot(tmp_path):
    (tmp_path / SNAPSHOTS_FILE).write_text(
        "month_date_yyyymm,region_id,median_square_feet\n202204,2,1400.0\n202507,2,1500.0\n",
        encoding="utf-8",
    )
    assert load_catalogue(write(tmp_path)).markets[1].median_sqft == 1500


@pytest.mark.parametrize("size", ["0.4", "1000001", "1e300"])
def test_a_home_size_that_no_price_can_be_divided_by_is_refused(tmp_path, size):
    """0.4 would be a home of 0 sq ft."""
    (tmp_path / SNAPSHOTS_FILE).write_text(
        f"month_date_yyyymm,region_id,median_square_feet\n202204,2,{size}\n", encoding="utf-8"
    )
    with pytest.raises(CatalogueError, match=r"row 2, column median_square_feet: .* is outside"):
        load_catalogue(write(tmp_path))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"prices": [*PRICES, "2014-02-28,2,0,x"]}, "row 6, column ppsf_usd: 0.0 is not positive"),
        ({"prices": [*PRICES, "2014-02-28,2,-1,x"]}, "row 6, column ppsf_usd: -1.0 is not pos"),
        ({"prices": [*PRICES, "2014-02-28,2,a,x"]}, "row 6, column ppsf_usd: 'a' is no number"),
        ({"prices": [*PRICES, "2014-02-28,2,1e9,x"]}, "row 6, column ppsf_usd: 1000000000.0 is a"),
        ({"prices": [*PRICES, "2014-01-31,2,1,x"]}, "row 6, column date: the month appears twice"),
        ({"prices": [*PRICES, "2013-12-31,2,1,x"]}, "row 6, column date: dates of a region must"),
        ({"prices": [*PRICES, "2914-01-31,2,1,x"]}, "row 6, column date: '2914-01-31' is no date"),
        ({"prices": [*PRICES, ",2,1,x"]}, "row 6, column date: is empty"),
        ({"prices": [*PRICES, "31/1/14,2,1,x"]}, "row 6, column date: '31/1/14' is no date"),
        ({"prices": [*PRICES, "2014-02-28,3,1,x"]}, "row 6, column region_id: 3 is not in"),
        ({"prices": [*PRICES, "source: publisher"]}, "row 6: 1 columns, the header has 4"),
        ({"prices": ["date,region_id"]}, "row 1, column ppsf_usd: appears 0 times in the header"),
        ({"prices": PRICES[:4]}, "no price for region 2 (NYC)"),
        (
            {"prices": [*PRICES[:4], "2014-11-30,2,200,x"]},
            "region 2 (NYC) has no price before the start",
        ),
    ],
)
def test_bad_prices_are_refused(tmp_path, changes, message):
    with pytest.raises(CatalogueError, match=re.escape(message)) as error:
        load_catalogue(write(tmp_path, **changes))
    assert str(error.value).startswith(PRICES_FILE)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("2,LA,Los Angeles,CA,2,34,-118,34,-118", "row 4, column region_id: 2 appears twice"),
        ("3,NYC,Los Angeles,CA,2,34,-118,34,-118", "row 4, column code: NYC appears twice"),
        ("3,la,Los Angeles,CA,2,34,-118,34,-118", "row 4, column code: 'la' is not 2 to 12"),
        ("3,LA,Los Ángeles,CA,2,34,-118,34,-118", "row 4, column region_name: "),
        ("3,LA,Los Angeles,Cal,2,34,-118,34,-118", "row 4, column state: "),
        ("3,LA,Los Angeles,CA,2,34,-118,94,-118", "row 4, column city_lat: 94.0 is outside"),
        ("3,LA,Los Angeles,CA,2,,-118,,-118", "row 4, column lat: is missing"),
        ("x,LA,Los Angeles,CA,2,34,-118,34,-118", "row 4, column region_id: 'x' is no whole"),
        ("5000000000,LA,Los Angeles,CA,2,34,-118,34,-118", "row 4, column region_id: "),
    ],
)
def test_bad_markets_are_refused(tmp_path, row, message):
    with pytest.raises(CatalogueError, match=re.escape(f"{MARKETS_FILE}, {message}")):
        load_catalogue(write(tmp_path, markets=[*MARKETS, row]))


def test_an_empty_directory_of_markets_is_refused(tmp_path):
    with pytest.raises(CatalogueError, match=f"{MARKETS_FILE}: no region"):
        load_catalogue(write(tmp_path, markets=MARKETS[:1]))


def test_an_empty_file_is_refused(tmp_path):
    write(tmp_path)
    (tmp_path / PRICES_FILE).write_bytes(b"")
    with pytest.raises(CatalogueError, match=f"{PRICES_FILE}, row 1: the file is empty"):
        load_catalogue(tmp_path)


def test_bad_activity_is_refused(tmp_path):
    lines = [*ACTIVITY, "2014-02-28,2,50,-1,,"]
    with pytest.raises(CatalogueError, match=f"{ACTIVITY_FILE}, row 3, column sales_count: -1"):
        load_catalogue(write(tmp_path, activity=lines))


def test_a_missing_file_is_named(tmp_path):
    write(tmp_path)
    (tmp_path / PRICES_FILE).unlink()
    with pytest.raises(CatalogueError, match=f"{PRICES_FILE}: cannot be read: No such file"):
        load_catalogue(tmp_path)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    write(tmp_path)
    (tmp_path / PRICES_FILE).write_bytes(b"date,region_id,ppsf_usd\n\xff\xfe\x00\x01\n")
    with pytest.raises(CatalogueError, match=PRICES_FILE):
        load_catalogue(tmp_path)


def fifty_regions() -> Path:
    directory = os.environ.get("ACRE_DATA_DIR")
    if not directory:
        pytest.skip("ACRE_DATA_DIR is not set: the real regions are not part of the project")
    return Path(directory)


def test_the_fifty_regions_load_and_stay_within_the_print_band():
    catalogue = load_catalogue(fifty_regions())
    assert len(catalogue.markets) == 50
    for market in catalogue.markets:
        published_at_s, price_e8 = catalogue.prints(market.acre_id)
        assert published_at_s[0] < catalogue.start_s < published_at_s[-1]
        assert (np.diff(published_at_s) == DAY_S).all()
        assert (np.abs(np.diff(price_e8) / price_e8[:-1]) < 0.02).all(), market.symbol


def test_cities_in_both_catalogues_stand_at_the_same_place():
    texas = {market.symbol: market for market in load_catalogue(None, "texas").markets}
    regions = {market.symbol: market for market in load_catalogue(fifty_regions()).markets}
    for symbol in ("AUS", "DAL", "HOU", "SAT"):
        assert texas[symbol].latitude == pytest.approx(regions[symbol].latitude, abs=0.05)
        assert texas[symbol].longitude == pytest.approx(regions[symbol].longitude, abs=0.05)

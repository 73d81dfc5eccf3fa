import gzip
import hashlib
import io
import re

import numpy as np
import pytest

from chain.catalogue import Catalogue, CatalogueError, Histories, load_catalogue
from chain.catalogue.reduce import pack, reduce_table
from chain.catalogue.table import Table
from chain.catalogue.texas import (
    FOLDER,
    SALES_COLUMNS,
    SALES_FILE,
    sales_histories,
)
from engine.programmes.index_series import DAY_S
from engine.schema.parameters import MARKET_PARAMETERS

PRINT_BAND = next(p.default for p in MARKET_PARAMETERS if p.name == "print_band_e12") / 1e12


@pytest.fixture(scope="module")
def texas() -> Catalogue:
    return load_catalogue(None, "texas")


def sales_text() -> str:
    return gzip.decompress(SALES_FILE.read_bytes()).decode("ascii")


def histories_of(text: str, catalogue: Catalogue) -> Histories:
    acre_ids = {market.symbol: market.acre_id for market in catalogue.markets}
    rows = Table("sales.csv", io.StringIO(text), SALES_COLUMNS).rows()
    return Histories(lambda: sales_histories(rows, acre_ids))


def test_there_are_46_areas_with_well_formed_facts(texas):
    assert len(texas.markets) == 46
    assert len({market.acre_id for market in texas.markets}) == 46
    assert len({market.symbol for market in texas.markets}) == 46
    for market in texas.markets:
        assert re.fullmatch(r"[A-Z0-9-]{2,12}", market.symbol)
        assert market.name.endswith(", TX")
        assert market.name.isascii()
        assert market.category in {"city", "metro"}
        assert 25.8 < market.latitude < 36.6  # Texas
        assert -106.7 < market.longitude < -93.5
        assert market.median_sqft == 1800
        assert market.price_feed == f"index:{market.symbol}"


def test_the_table_is_small_and_the_one_that_its_provenance_names():
    digest = hashlib.sha256(sales_text().encode("ascii")).hexdigest()
    assert digest in (FOLDER / "PROVENANCE.md").read_text(encoding="utf-8")
    assert SALES_FILE.stat().st_size < 300_000


def test_packing_is_deterministic():
    assert pack("a,b\n") == pack("a,b\n")
    assert gzip.decompress(pack("a,b\n")) == b"a,b\n"


def test_the_table_is_reduced_from_the_source_as_said(tmp_path):
    source = tmp_path / "txhousing.csv"
    source.write_text(
        '"city","year","month","sales","volume","median","listings","inventory","date"\n'
        '"Austin",2000,1,72,1.6e+07,71400,701,6.3,2000\n'
        '"Austin",2000,2,NA,NA,NA,NA,NA,2000.08333333333\n',
        encoding="ascii",
    )
    assert reduce_table(source) == (
        "symbol,month,sales,volume_usd,median_usd,listings,inventory_months\n"
        "AUS,2000-01,72,16000000,71400,701,6.3\n"
        "AUS,2000-02,,,,,\n"
    )


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('"Gotham",2000,1,1,1,1,1,1,1', "row 2, column city: Gotham is not in"),
        ('"Austin",2000,1,1.5,1,1,1,1,1', "row 2, column sales: 1.5 is no whole number"),
    ],
)
def test_a_source_that_differs_is_refused(tmp_path, row, message):
    source = tmp_path / "txhousing.csv"
    header = '"city","year","month","sales","volume","median","listings","inventory","date"'
    source.write_text(f"{header}\n{row}\n", encoding="ascii")
    with pytest.raises(CatalogueError, match=re.escape(f"txhousing.csv, {message}")):
        reduce_table(source)


def test_activity_keeps_missing_figures_missing(texas):
    acre_id = next(market.acre_id for market in texas.markets if market.symbol == "BRO")
    activity = texas.activity(acre_id)
    assert len(activity) == 187
    assert activity[0].median_usd is None
    assert activity[0].sales is None
    assert activity[-1].sales is None
    assert activity[1].published_at_s > activity[1].month_start_s + 2 * 28 * DAY_S


def test_known_figures_of_austin(texas):
    acre_id = next(market.acre_id for market in texas.markets if market.symbol == "AUS")
    january = texas.activity(acre_id)[0]
    assert (january.sales, january.median_usd) == (1025, 133_700)
    july = texas.activity(acre_id)[-1]
    assert (july.sales, july.median_usd) == (3466, 264_600)


def test_every_market_has_history_before_the_start_and_prints_daily_to_the_end(texas):
    for market in texas.markets:
        published_at_s, price_e8 = texas.prints(market.acre_id)
        assert published_at_s.dtype == price_e8.dtype == np.int64
        assert (np.diff(published_at_s) == DAY_S).all()
        assert (published_at_s % DAY_S == 0).all()
        assert published_at_s[0] < texas.start_s
        assert published_at_s[-1] == texas.end_s
        assert (price_e8 > 20 * 10**8).all()
        assert (price_e8 < 300 * 10**8).all()


def test_replayed_prints_stay_far_within_the_print_band(texas):
    for market in texas.markets:
        _, price_e8 = texas.prints(market.acre_id)
        assert (np.abs(np.diff(price_e8) / price_e8[:-1]) < PRINT_BAND / 3).all(), market.symbol


def test_print_at_takes_the_last_one_out(texas):
    acre_id = texas.markets[0].acre_id
    published_at_s, price_e8 = texas.prints(acre_id)
    third = int(published_at_s[2])
    assert texas.print_at(acre_id, third) == (third, int(price_e8[2]))
    assert texas.print_at(acre_id, third - 1) == (int(published_at_s[1]), int(price_e8[1]))
    assert texas.print_at(acre_id, int(published_at_s[0]) - 1) is None


def test_prints_cannot_be_changed(texas):
    with pytest.raises(ValueError, match="read-only"):
        texas.prints(texas.markets[0].acre_id).price_e8[0] = 1


def test_an_unknown_area_is_a_key_error(texas):
    with pytest.raises(KeyError):
        texas.prints(1)


@pytest.mark.parametrize("last_month", ["2009-12", "2010-06", "2014-02"])
def test_nothing_looks_ahead_of_publication(texas, last_month):
    """What came after a month leaves every print published by then as it was."""
    header, *lines = sales_text().splitlines()
    kept = [line for line in lines if line.split(",")[1] <= last_month]
    truncated = histories_of("\n".join([header, *kept]), texas)
    out_by_s = int((np.datetime64(last_month) + 2).astype("datetime64[s]").astype(np.int64))
    for market in texas.markets:
        whole, part = texas.prints(market.acre_id), truncated.prints(market.acre_id)
        known = int(np.searchsorted(whole.published_at_s, out_by_s, side="right"))
        assert known <= len(part.published_at_s)
        assert whole.published_at_s[:known].tolist() == part.published_at_s[:known].tolist()
        assert whole.price_e8[:known].tolist() == part.price_e8[:known].tolist()


def test_a_changed_last_month_leaves_what_was_published_before_it(texas):
    header, *lines = sales_text().splitlines()
    changed = [re.sub(r"^(AUS,2010-01,\d+,\d+),\d+", r"\1,999999", line) for line in lines]
    assert changed != lines
    other = histories_of("\n".join([header, *changed]), texas)
    acre_id = next(market.acre_id for market in texas.markets if market.symbol == "AUS")
    whole, part = texas.prints(acre_id), other.prints(acre_id)
    out_s = int(np.datetime64("2010-03-01", "s").astype(np.int64))
    before = whole.published_at_s < out_s
    assert whole.price_e8[before].tolist() == part.price_e8[before].tolist()
    assert whole.price_e8[~before][0] != part.price_e8[~before][0]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["XXX,2000-01,1,1,1,1,1"], "row 2, column symbol: XXX is no known area"),
        (["AUS,2000-01,1,1,0,1,1"], "row 2, column median_usd: 0.0 is not positive"),
        (["AUS,2000-01,1,1,-5,1,1"], "row 2, column median_usd: -5.0 is not positive"),
        (["AUS,2000-01,1,1,x,1,1"], "row 2, column median_usd: 'x' is no number"),
        (["AUS,2000-01,1,1,inf,1,1"], "row 2, column median_usd: 'inf' is not finite"),
        (["AUS,2000-13,1,1,1,1,1"], "row 2, column month: '2000-13' is no date"),
        (["AUS,2000-01,1,1,1,1,1", "AUS,2000-01,1,1,1,1,1"], "row 3, column month: does not"),
        (["AUS,2000-01,1,1,1,1,1", "AUS,2000-03,1,1,1,1,1"], "row 3, column month: does not"),
        (["AUS,2000-01,1,1"], "row 2: 4 columns, the header has 7"),
    ],
)
def test_bad_rows_are_refused_with_row_column_and_reason(texas, lines, message):
    text = "\n".join([",".join(SALES_COLUMNS), *lines])
    with pytest.raises(CatalogueError, match=re.escape(f"sales.csv, {message}")):
        histories_of(text, texas).prints(4804)

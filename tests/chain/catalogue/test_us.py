import csv
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from chain.catalogue import Catalogue, CatalogueError, load_catalogue
from chain.catalogue.statistics import Metric, month_start_s
from chain.catalogue.us import (
    ANCHOR_QUARTER,
    AREAS_FILE,
    FIRST_MONTH,
    INDEX_FILE,
    LAG_MONTHS,
    PERIOD_MONTHS,
    START_S,
)
from chain.genesis import LISTING_NOISE_MAX
from engine.programmes.index_series import (
    DAY_S,
    E8,
    DailyPrints,
    daily_prints,
    residual_noise,
)

DATA_PAGE = Path(__file__).resolve().parents[3] / "docs/data.md"
ANCHOR_DATE = "2022-06-30"
COUNTRY = 840_000


@pytest.fixture(scope="module")
def us() -> Catalogue:
    return load_catalogue(None, "us")


@pytest.fixture(scope="module")
def raw() -> list[dict[str, str]]:
    with INDEX_FILE.open() as stream:
        return list(csv.DictReader(stream))


@pytest.fixture(scope="module")
def anchors() -> dict[str, int]:
    with AREAS_FILE.open() as stream:
        return {row["symbol"]: int(row["anchor_usd"]) for row in csv.DictReader(stream)}


def out_at_s(quarter: int) -> int:
    """Return when the figure of a quarter, counted from 1980-Q1, was out."""
    return month_start_s(FIRST_MONTH + PERIOD_MONTHS * (quarter + 1) + LAG_MONTHS)


def test_there_are_the_country_and_49_areas_with_well_formed_facts(us):
    assert len(us.markets) == 50
    assert len({market.acre_id for market in us.markets}) == 50
    assert len({market.symbol for market in us.markets}) == 50
    assert [market.symbol for market in us.markets if market.category == "country"] == ["USA"]
    for market in us.markets:
        assert re.fullmatch(r"[A-Z0-9-]{2,12}", market.symbol)
        assert market.name.isascii()
        assert 24 < market.latitude < 50
        assert -125 < market.longitude < -66
        assert market.median_sqft in range(1_000, 3_000)
        is_metro = market.category == "metro"
        assert bool(re.fullmatch(r"[0-9]{5}", market.cbsa_code)) == is_metro
        assert bool(re.fullmatch(r"[A-Z]{2}", market.state)) == is_metro


def test_each_quarter_is_reached_on_the_last_day_before_the_next_is_out(us, raw, anchors):
    """Every figure of the table again, by fractions from the file's own texts."""
    [at_anchor] = [row for row in raw if row["quarter_end"] == ANCHOR_DATE]
    assert raw.index(at_anchor) == ANCHOR_QUARTER
    for market in us.markets:
        for quarter, row in enumerate(raw):
            found = us.print_at(market.acre_id, out_at_s(quarter + 1) - 1)
            index = Fraction(row[market.symbol]) / Fraction(at_anchor[market.symbol])
            expected = index * anchors[market.symbol] * E8
            assert found is not None
            assert found[0] == out_at_s(quarter + 1) - DAY_S
            assert abs(found[1] - expected) <= 1  # rounded as a quarter, then as a print


def test_prints_are_daily_and_the_change_of_a_quarter_is_even(us):
    for market in us.markets:
        prints = us.prints(market.acre_id)
        assert np.all(np.diff(prints.published_at_s) == DAY_S)
        assert prints.published_at_s[0] == out_at_s(0)
    quarter = (2007 - 1980) * 4 + 2
    prints = us.prints(COUNTRY)
    first = int(np.searchsorted(prints.published_at_s, out_at_s(quarter)))
    last = int(np.searchsorted(prints.published_at_s, out_at_s(quarter + 1)))
    steps = np.diff(np.log(prints.price_e8[first - 1 : last].astype(float)))
    assert last - first == 91  # 2007-12-01 to 2008-02-29
    assert np.ptp(steps) < 1e-9


def test_no_print_knows_a_figure_before_it_is_out(us):
    """What comes after a quarter is changed at random: the prints before it are the same."""
    rng = np.random.default_rng(18)
    history = us.histories.by_acre_id[COUNTRY]
    whole = history.prints()
    for quarter in rng.integers(1, len(history.price_usd) - 1, 20):
        other = history.price_usd.copy()
        other[quarter + 1 :] *= np.exp(rng.normal(0, 0.3, len(other) - quarter - 1))
        changed = daily_prints(FIRST_MONTH, other, LAG_MONTHS, PERIOD_MONTHS)
        until = int(np.searchsorted(whole.published_at_s, out_at_s(int(quarter) + 1)))
        assert np.array_equal(whole.price_e8[:until], changed.price_e8[:until])
        assert not np.array_equal(whole.price_e8[until:], changed.price_e8[until:])


def test_every_area_holds_the_listing_rule_in_every_five_years(us):
    years = [month_start_s((year - 1970) * 12) for year in range(1981, 2027, 5)]
    noise = [
        residual_noise(DailyPrints(*(one[first:end] for one in us.prints(market.acre_id))))
        for market in us.markets
        for first, end in pairwise(np.searchsorted(us.prints(market.acre_id)[0], years))
    ]
    assert min(noise) > 0
    assert max(noise) < LISTING_NOISE_MAX / 3


def test_the_page_has_the_measured_noise_of_every_area(us):
    shown = dict(re.findall(r"\b([A-Z]{2,3}) (0\.\d{4})\b", DATA_PAGE.read_text()))
    assert shown == {
        market.symbol: f"{100 * residual_noise(us.prints(market.acre_id)):.4f}"
        for market in us.markets
    }


def test_the_replay_begins_with_the_fall(us):
    falls = 0
    for market in us.markets:
        (_, before), (_, after) = (
            us.print_at(market.acre_id, START_S + days * DAY_S) for days in (0, 90)
        )
        falls += after < before
    assert falls >= 35
    before, later = us.print_at(COUNTRY, START_S), us.print_at(COUNTRY, START_S + 730 * DAY_S)
    assert later[1] < before[1] * 0.93


def test_statistics_are_those_out_by_then(us, raw):
    statistics = us.load_statistics()
    quarter = (2007 - 1980) * 4 + 2
    for now_s, known in ((out_at_s(quarter) - 1, quarter - 1), (out_at_s(quarter), quarter)):
        newest = statistics.newest(COUNTRY, Metric.HOUSE_PRICE_INDEX, now_s)
        assert newest is not None
        assert newest.value == Fraction(raw[known]["USA"]) * E8
        assert newest.period_s == month_start_s(FIRST_MONTH + PERIOD_MONTHS * known + 2)
        price = statistics.newest(COUNTRY, Metric.PRICE_PER_UNIT, now_s)
        assert price is not None
        assert price.period_s == newest.period_s
    assert statistics.newest(COUNTRY, Metric.SALES, out_at_s(quarter)) is None


def test_a_replay_begins_on_a_day_within_the_prices(us):
    first_s, end_s = out_at_s(0), out_at_s(179) - DAY_S
    assert (us.first_s, us.end_s) == (first_s, end_s)
    for start_s in (first_s, START_S + DAY_S, end_s - DAY_S):
        begun = load_catalogue(None, "us", start_s)
        assert begun.start_s == start_s
        assert begun.markets == us.markets
    for start_s in (first_s - 1, end_s, -(10**10), 10**11):
        with pytest.raises(CatalogueError, match="have prices from 1980-06-01 to 2025-02-28; name"):
            load_catalogue(None, "us", start_s)

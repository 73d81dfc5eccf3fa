"""The folds on real housing history, which is not part of the project: set ACRE_DATA_DIR."""

import csv
import os
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from engine.programmes.deals.analysis import DealRequest, IndexPoint, Recommendation, analyse_deal
from engine.programmes.deals.costs import DealRates
from engine.programmes.deals.paper_trade import MarketTerms
from engine.programmes.deals.real_estate import (
    absorption_rate_floor_e12,
    gross_rental_yield_floor_e12,
    months_of_supply_floor_e12,
    price_to_rent_floor_e12,
)
from engine.programmes.index_series import daily_prints
from engine.programmes.series import volatility

E6, E12 = 10**6, 10**12


@pytest.fixture(scope="module")
def directory():
    text = os.environ.get("ACRE_DATA_DIR")
    if not text:
        pytest.skip("ACRE_DATA_DIR is not set: the real regions are not part of the project")
    return Path(text)


def rows(path):
    with path.open(newline="") as file:
        yield from csv.DictReader(file)


@pytest.fixture(scope="module")
def indexes(directory):
    monthly = defaultdict(dict)
    for row in rows(directory / "zhvi_metro_monthly.csv"):
        month = int(np.datetime64(row["date"], "M").astype(np.int64))
        monthly[row["region_id"]][month] = float(row["zhvi_usd"]) / 1_800
    result = {}
    for region, values in monthly.items():
        first, last = min(values), max(values)
        line = np.array([values.get(month, np.nan) for month in range(first, last + 1)])
        prints = daily_prints(first, line)
        pairs = zip(prints.published_at_s.tolist(), prints.price_e8.tolist(), strict=True)
        result[region] = [IndexPoint(at_s, price_e8) for at_s, price_e8 in pairs]
    return result


def test_every_region_can_be_analysed_over_every_timeframe(indexes):
    market = MarketTerms(
        skew_e6=5_000 * E6,
        skew_scale_e6=20 * 10**11,
        maker_fee_rate_e12=2 * 10**8,
        taker_fee_rate_e12=15 * 10**8,
        max_leverage_e12=10 * E12,
    )
    verdicts = set()
    for number, prints in enumerate(indexes.values()):
        timeframe = ("1m", "6m", "1y", "5y", "10y")[number % 5]
        asked = DealRequest(timeframe=timeframe, leverage_e12=2 * E12, rates=DealRates())
        found = analyse_deal(asked, market, prints, (), prints[-1].at_s)
        gain_e6 = found.size_e6 * (found.exit.price_e8 - found.entry.price_e8) // 10**8
        costs_e6 = found.acre.trade_fees_e6 + found.acre.price_impact_e6
        if found.acre.liquidated_at_s is None:
            assert abs(found.acre_dollars_e6 - (gain_e6 - costs_e6)) <= 2
        assert found.acre.trade_fees_e6 < found.notional_e6 // 50
        verdicts.add(found.recommendation)
    assert verdicts & {Recommendation.STRONG_ACRE, Recommendation.SLIGHT_ACRE}


def test_volatility_of_daily_prints_is_that_of_housing(indexes):
    found = [volatility([point.price_e8 for point in prints]) for prints in indexes.values()]
    assert all(0.0005 < value < 0.05 for value in found)


def test_ratios_agree_with_the_published_ones(directory):
    checked = 0
    for row in rows(directory / "activity_metro_monthly.csv"):
        if not (row["absorption_rate"] and row["months_of_inventory"]):
            continue
        sales, active = round(float(row["sales_count"])), round(float(row["for_sale_inventory"]))
        rate = absorption_rate_floor_e12(sales, active) / E12
        assert rate == pytest.approx(float(row["absorption_rate"]), rel=0.01, abs=1e-4)
        months = months_of_supply_floor_e12(sales, active) / E12
        assert months == pytest.approx(float(row["months_of_inventory"]), rel=0.01, abs=1e-3)
        checked += 1
    assert checked > 1_000


def test_yields_agree_with_the_published_ones(directory):
    price = {
        (row["date"], row["region_id"]): round(float(row["zhvi_usd"]) * E6)
        for row in rows(directory / "zhvi_metro_monthly.csv")
    }
    checked = 0
    for row in rows(directory / "rents_metro_monthly.csv"):
        value = price.get((row["date"], row["region_id"]))
        if not row["gross_rent_yield"] or not row["zori_usd"] or value is None:
            continue
        rent_e6 = round(float(row["zori_usd"]) * E6)
        found = gross_rental_yield_floor_e12(rent_e6, value) / E12
        assert found == pytest.approx(float(row["gross_rent_yield"]), rel=0.01)
        ratio = price_to_rent_floor_e12(rent_e6, value) / E12
        assert ratio == pytest.approx(float(row["price_to_rent"]), rel=0.01)
        checked += 1
    assert checked > 1_000

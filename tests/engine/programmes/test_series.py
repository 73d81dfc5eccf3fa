import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.http.windows import INTERVALS
from engine.programmes.series import (
    DAY_S,
    Candle,
    CandlePart,
    by_day,
    change_e12,
    filled_candles,
    price_stats,
    volatility,
    volume_buckets,
    volume_by_point,
)

E12 = 10**12


def candle_parts(points, step_s):
    """High, low and last price of each bucket that has a price."""
    buckets = {}
    for at_s, price_e8 in points:
        buckets.setdefault(at_s // step_s, []).append(price_e8)
    return [CandlePart(n, max(prices), min(prices), prices[-1]) for n, prices in buckets.items()]


def candles(points, step_s, before=None, trades=(), to_s=None):
    last_s = points[-1][0] if to_s is None else to_s
    buckets = range(points[0][0] // step_s, last_s // step_s + 1)
    volumes = volume_buckets(trades, step_s)
    return filled_candles(candle_parts(points, step_s), before, volumes, buckets, step_s)


def test_a_candle_opens_at_the_close_before_it():
    found = candles([(0, 10), (3, 14), (5, 8), (9, 12), (10, 20), (13, 19)], 10)
    assert found == [Candle(0, 12, 14, 8, 12, 0), Candle(10, 12, 20, 12, 19, 0)]


def test_the_first_candle_opens_at_the_value_before_the_window():
    assert candles([(3, 14)], 10, before=20) == [Candle(0, 20, 20, 14, 14, 0)]


def test_gaps_are_flat_and_nothing_comes_before_the_first_price():
    parts = [CandlePart(2, 9, 7, 8), CandlePart(4, 8, 8, 8)]
    found = filled_candles(parts, None, {3: 5}, range(6), 10)
    assert [candle.at_s for candle in found] == [20, 30, 40, 50]
    assert found[1] == Candle(30, 8, 8, 8, 8, 5)


def test_parts_of_one_bucket_join_in_order():
    parts = [CandlePart(0, 9, 7, 8), CandlePart(0, 6, 5, 5)]
    assert filled_candles(parts, 8, {}, range(1), 10) == [Candle(0, 8, 9, 5, 5, 0)]


def test_volume_is_of_the_bucket_and_has_no_sign():
    found = candles([(0, 10), (15, 11)], 10, trades=[(1, 5), (9, -7), (10, 3)])
    assert [candle.volume_e6 for candle in found] == [12, 3]


def test_the_steps_of_the_contract():
    assert list(INTERVALS.values()) == [300, 3_600, 14_400, 86_400, 604_800]


@given(
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 10**6)), min_size=1, max_size=30),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(-(10**6), 10**6)), max_size=30),
    st.sampled_from(list(INTERVALS.values())),
)
def test_candles_hold_every_price_and_all_volume(points, trades, step_s):
    points = sorted(points, key=lambda point: point[0])
    found = candles(points, step_s, trades=trades, to_s=10**6)
    by_start = {candle.at_s: candle for candle in found}
    for at_s, price in points:
        candle = by_start[at_s // step_s * step_s]
        assert candle.low_e8 <= price <= candle.high_e8
    for one, two in pairwise(found):
        assert (two.open_e8, two.at_s) == (one.close_e8, one.at_s + step_s)
    assert found[-1].close_e8 == points[-1][1]
    counted = [abs(amount) for at_s, amount in trades if at_s >= found[0].at_s]
    assert sum(candle.volume_e6 for candle in found) == sum(counted)


def test_volume_stands_at_the_first_moment_after_its_bucket():
    assert volume_by_point([10, 20, 23], {1: 5, 2: 7}, 10) == [0, 5, 7]
    assert volume_by_point([], {1: 5}, 10) == []


def test_volatility_is_the_annualised_deviation_of_log_returns():
    up, down = math.log(1.1), math.log(0.9)
    mean = (up + down) / 2
    by_hand = math.sqrt(((up - mean) ** 2 + (down - mean) ** 2) * 365)
    assert volatility([100, 110, 99]) == pytest.approx(by_hand)


def test_volatility_of_a_straight_line_is_nothing():
    assert volatility([100, 110, 121]) == pytest.approx(0.0, abs=1e-9)
    assert volatility([100, 110]) is None


def test_the_statistics_of_daily_values():
    found = price_stats([100, 130, 90, 120])
    assert (found.open_e8, found.close_e8, found.high_e8, found.low_e8) == (100, 120, 130, 90)
    assert found.change_e12 == E12 // 5
    assert found.volatility_e6 == round(volatility([100, 130, 90, 120]) * 10**6)
    assert price_stats([7]).volatility_e6 is None
    assert price_stats([]) is None


def test_a_change_rounds_down_and_needs_both_prices():
    assert change_e12(2, 3) == -333_333_333_334
    assert change_e12(4, 3) == 333_333_333_333
    assert change_e12(None, 3) is change_e12(3, None) is change_e12(3, 0) is None


def test_days_are_carried_to_midnight():
    assert by_day([(5, 10), (DAY_S, 11), (3 * DAY_S + 1, 12)], 3 * DAY_S + 9) == [
        10,
        11,
        11,
        11,
        12,
    ]
    assert by_day([], 5) == []

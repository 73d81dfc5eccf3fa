import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.programmes.index_series import (
    DAY_S,
    DailyPrints,
    carry_forward,
    daily_prints,
    residual_noise,
    smooth_trailing_year,
)

JANUARY_2000 = 360  # months from 1970-01
NAN = math.nan


def seconds(date: str) -> int:
    return int(np.datetime64(date, "s").astype(np.int64))


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def test_smoothing_is_the_exponential_of_the_weighted_mean_of_logs():
    smoothed = smooth_trailing_year(array(100, 200), array(1, 3))
    assert smoothed[1] == pytest.approx(math.exp((math.log(100) + 3 * math.log(200)) / 4))


def test_smoothing_without_sales_weighs_evenly():
    smoothed = smooth_trailing_year(array(100, 400), None)
    assert smoothed[1] == pytest.approx(200)


def test_a_price_without_its_sales_makes_the_window_even():
    smoothed = smooth_trailing_year(array(100, 400), array(5, NAN))
    assert smoothed[1] == pytest.approx(200)


def test_sales_of_months_without_a_price_do_not_count():
    smoothed = smooth_trailing_year(array(100, NAN, 400), array(1, 50, 1))
    assert smoothed[2] == pytest.approx(200)


def test_the_window_has_twelve_months():
    prices = array(*[1000.0], *[100.0] * 12)
    smoothed = smooth_trailing_year(prices, None)
    assert smoothed[11] > 100.1
    assert smoothed[12] == pytest.approx(100)


def test_one_price_is_not_enough():
    smoothed = smooth_trailing_year(array(NAN, 100, 100), None)
    assert np.isnan(smoothed[:2]).all()
    assert smoothed[2] == pytest.approx(100)


def test_a_yearly_season_vanishes():
    months = np.arange(60)
    prices = 100 * np.exp(0.06 * np.sin(2 * np.pi * months / 12))
    smoothed = smooth_trailing_year(prices, None)[11:]
    assert np.ptp(np.log(smoothed)) < 1e-12


def test_gaps_keep_the_last_level():
    carried = carry_forward(array(NAN, 1, NAN, NAN, 2))
    assert np.isnan(carried[0])
    assert carried[1:].tolist() == [1, 1, 1, 2]


def test_prints_come_at_midnight_utc_one_a_day_after_the_publication_lag():
    prints = daily_prints(JANUARY_2000, array(100, 110))
    assert prints.published_at_s[0] == seconds("2000-03-01")  # January is out a month after its end
    assert prints.published_at_s[-1] == seconds("2000-04-30")
    assert (np.diff(prints.published_at_s) == DAY_S).all()


def test_the_first_figure_stands_for_its_month_and_the_next_is_reached_on_the_last_day():
    prints = daily_prints(JANUARY_2000, array(100, 110))
    march, april = prints.price_e8[:31], prints.price_e8[31:]
    assert (march == 100 * 10**8).all()
    assert april[-1] == 110 * 10**8
    assert april[0] == round(100 * 10**8 * (1.1 ** (1 / 30)))


def test_a_month_is_spread_evenly_in_logs():
    prints = daily_prints(JANUARY_2000, array(100, 90))
    moves = np.diff(np.log(prints.price_e8[30:]))
    assert moves == pytest.approx(math.log(0.9) / 30, rel=1e-6)


def test_a_month_without_a_figure_keeps_the_level():
    prints = daily_prints(JANUARY_2000, array(100, NAN, 120))
    assert (prints.price_e8[: 31 + 30] == 100 * 10**8).all()
    assert prints.price_e8[-1] == 120 * 10**8


def test_a_quarter_is_spread_over_the_three_months_after_its_publication():
    prints = daily_prints(JANUARY_2000, array(100, 90), lag_months=2, period_months=3)
    days = prints.published_at_s.astype("datetime64[s]").astype("datetime64[D]")
    assert (str(days[0]), str(days[-1])) == ("2000-06-01", "2000-11-30")
    first, second = prints.price_e8[:92], prints.price_e8[92:]
    assert (first == 100 * 10**8).all()
    assert second[-1] == 90 * 10**8
    moves = np.diff(np.log(prints.price_e8[91:]))
    assert moves == pytest.approx(math.log(0.9) / 91, rel=1e-5)


def test_residual_noise_is_what_the_trend_does_not_explain():
    steady = daily_prints(JANUARY_2000, np.full(24, 100.0) * 1.01 ** np.arange(24))
    assert residual_noise(steady) < 1e-4
    days = np.arange(400)
    jumps = np.where(days % 2, 1.002, 1.0)  # a return of ±0.2 % around a trend of zero
    noisy = DailyPrints(days * DAY_S, np.rint(100 * jumps * 10**8).astype(np.int64))
    assert residual_noise(noisy) == pytest.approx(0.002, rel=0.01)
    assert residual_noise(DailyPrints(*(part[:32] for part in noisy))) == pytest.approx(
        0.002, rel=0.1
    )
    for count in (0, 1, 31):  # a day needs 30 returns before its own
        assert residual_noise(DailyPrints(*(part[:count] for part in noisy))) is None


@pytest.mark.parametrize("monthly", [array(), array(NAN, NAN)])
def test_no_figure_no_print(monthly):
    prints = daily_prints(JANUARY_2000, monthly)
    assert len(prints.published_at_s) == len(prints.price_e8) == 0


@given(
    st.lists(st.one_of(st.just(NAN), st.floats(10, 1000)), min_size=3, max_size=40),
    st.data(),
)
def test_later_months_never_change_earlier_prints(values, data):
    cut = data.draw(st.integers(1, len(values) - 1))
    sales = np.array(
        data.draw(st.lists(st.integers(1, 500), min_size=len(values), max_size=len(values))),
        dtype=np.float64,
    )
    prices = np.array(values)
    whole = daily_prints(JANUARY_2000, smooth_trailing_year(prices, sales))
    part = daily_prints(JANUARY_2000, smooth_trailing_year(prices[:cut], sales[:cut]))
    known = len(part.price_e8)
    assert whole.published_at_s[:known].tolist() == part.published_at_s.tolist()
    assert whole.price_e8[:known].tolist() == part.price_e8.tolist()

"""A strategy sees what was published, and nothing after it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backtest.calls import compiled
from engine.backtest.run import Series, Strategy, Venue, run
from engine.backtest.strategies import SHIPPED
from engine.backtest.view import KEEP
from engine.programmes.index_series import E8, DailyPrints
from tests.engine.backtest.paths import ANYTHING, path

DAYS = 3_600
START = 3_000
VENUE = Venue()


def played(strategy: Strategy, series: Series, end_day: int | None = None):
    end_day = series.end_day if end_day is None else end_day
    return run(strategy, strategy.params, series, series.first_day + START, end_day, VENUE)


def with_other_future(series: Series, cut: int, seed: int) -> Series:
    """The same prints before a row, others from it on."""
    price_e8 = series.prints.price_e8.copy()
    steps = np.random.default_rng(seed).normal(0, 0.01, len(price_e8) - cut)
    price_e8[cut:] = np.rint(price_e8[cut - 1] * np.exp(np.cumsum(steps)))
    return Series(series.symbol, DailyPrints(series.prints.published_at_s, price_e8))


@compiled
def _last_price(view, params):
    """All of the view at once: a print too many would show in the target."""
    return 1.5 * np.sin(np.log(view.prices).sum() * 1_000.0)


EVERYTHING = Strategy("everything", "a sum over all prints", _last_price, {})


@pytest.mark.parametrize(
    "strategy", [*SHIPPED, ANYTHING, EVERYTHING], ids=lambda strategy: strategy.name
)
@settings(max_examples=15, deadline=None)
@given(cut=st.integers(START + 1, DAYS - 1), seed=st.integers(0, 2**32 - 1))
def test_another_future_changes_nothing_before_it(strategy, cut, seed):
    series = path(11, DAYS, 0.003)
    found = played(strategy, series)
    other = played(strategy, with_other_future(series, cut, seed))
    short = played(strategy, series, series.first_day + cut)
    days = cut - START
    assert not short.orders_e6[-1]  # after the last print there is no decision
    short.orders_e6[-1] = found.orders_e6[days - 1]
    for name in ("equity_e6", "orders_e6", "calls"):
        whole = getattr(found, name)[:days].tolist()
        assert whole == getattr(other, name)[:days].tolist()
        assert whole == getattr(short, name).tolist()


def test_the_comparison_is_able_to_fail():
    series = path(11, DAYS, 0.003)
    other = with_other_future(series, START + 100, 1)
    found, changed = played(EVERYTHING, series), played(EVERYTHING, other)
    assert found.orders_e6.tolist() != changed.orders_e6.tolist()


@compiled
def _beyond(view, params):
    return view.prices[len(view.prices)]


@compiled
def _before(view, params):
    return view.prices[-len(view.prices) - 1]


@compiled
def _day_beyond(view, params):
    return view.days[len(view.days)]


@pytest.mark.parametrize("target", [_beyond, _before, _day_beyond])
def test_an_index_beyond_now_raises(target):
    with pytest.raises(IndexError):
        played(Strategy("nosy", "looks ahead", target, {}), path(11, DAYS))


@compiled
def _whole_buffer(view, params):
    """Read past the end without the check of an index: what is there was never written."""
    ahead = np.lib.stride_tricks.as_strided(view.prices, (len(view.prices) + 1,), (8,))
    if not np.isnan(ahead[-1]):
        return 1_000.0  # an impossible target: the run would fail
    return 1.0 if view.size == 0 else KEEP


def test_the_next_print_is_not_in_memory_behind_the_view():
    series = path(11, DAYS)
    nosy = Strategy("nosy", "looks ahead", _whole_buffer, {})
    assert played(nosy, series, series.end_day - 1).flows[0]["trades"] == 1


def test_the_view_ends_with_the_print_of_the_day():
    @compiled
    def target(view, params):
        last = view.prices[-1]
        is_now = view.now_s == view.days[-1] * 86_400 + 600
        return 1.0 if is_now and abs(last - view.price) < 0.5 / E8 and view.size == 0 else KEEP

    found = played(Strategy("now", "the newest print", target, {}), path(3, DAYS, 0.001))
    assert found.orders_e6[0] > 0

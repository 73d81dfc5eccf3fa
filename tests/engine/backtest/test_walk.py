"""Parameters are chosen on the fit and tested behind it; what looks ahead is said."""

from itertools import pairwise

import numpy as np
import pytest

from engine.backtest.calls import compiled
from engine.backtest.limits import CANDIDATES_MAX, MARKETS_MAX, PARAMS_MAX
from engine.backtest.run import Series, Strategy, Venue, run
from engine.backtest.strategies import SHIPPED
from engine.backtest.summary import Summary, drawdown
from engine.backtest.view import KEEP
from engine.backtest.walk import FITTED_ON_TEST, Fold, Lab, Period, candidates, rolling
from engine.programmes.index_series import DAY_S, E8, DailyPrints
from tests.engine.backtest.paths import FIRST_DAY, path

YEAR = 365


@compiled
def _side(view, params):
    return params.side if view.size == 0 else KEEP


SIDE = Strategy("side", "one side", _side, {"side": 1.0}, {"side": (-1.0, 1.0)})
FIXED = Strategy("fixed", "long", _side, {"side": 1.0})


def rise_then_fall(days: int, turn: int) -> Series:
    """Return prints that rise up to a row and fall from it on, faster than funding follows."""
    steps = np.where(np.arange(days) < turn, 0.004, -0.004)
    price = 100 * np.exp(np.cumsum(steps))
    at_s = (FIRST_DAY + np.arange(days)) * DAY_S
    return Series("AUSTIN", DailyPrints(at_s, np.rint(price * E8).astype(np.int64)))


def test_folds_follow_each_other_and_no_fit_knows_its_test():
    folds = rolling(Period(1_000, 1_000 + 22 * YEAR), 10, 5)
    tests = [(fold.test.first_day, fold.test.end_day) for fold in folds]
    assert tests[0][0] == 1_000 + 10 * YEAR
    assert tests[-1][1] == 1_000 + 22 * YEAR
    assert all(before[1] == after[0] for before, after in pairwise(tests))
    assert not any(fold.looks_ahead for fold in folds)
    assert [fold.fit.days for fold in folds] == [10 * YEAR] * 3
    with pytest.raises(ValueError, match="no 10 years to fit and a year to test"):
        rolling(Period(0, 11 * YEAR - 1), 10, 5)


def test_the_parameters_of_a_test_are_those_that_were_best_before_it():
    turn = 180 + 2 * YEAR
    lab = Lab((rise_then_fall(180 + 4 * YEAR, turn),), Venue())
    outcome = lab.test(SIDE, rolling(lab.whole, 2, 2))
    (tested,) = outcome.tested
    assert tested.test.params == {"side": 1.0}  # long paid before the turn
    assert tested.fit
    assert tested.fit.growth > 1 > tested.test.growth
    assert outcome.warnings == ()
    ahead = lab.test(SIDE, (Fold(tested.fold.test, tested.fold.test),))
    assert ahead.tested[0].test.params == {"side": -1.0}
    assert ahead.warnings == (FITTED_ON_TEST,)


def test_nothing_is_fitted_without_a_choice_and_there_is_no_warning():
    lab = Lab((path(1, 900),), Venue())
    outcome = lab.test(FIXED, (Fold(lab.whole, lab.whole),))
    assert outcome.tested[0].fit is None
    assert outcome.warnings == ()
    assert Summary.of(outcome).fit_return is None


def test_a_portfolio_sums_its_markets_and_tests_are_chained():
    one, other = path(1, 180 + 3 * YEAR), path(2, 180 + 3 * YEAR)
    other = Series("BOSTON", other.prints)
    lab = Lab((one, other), Venue())
    folds = rolling(lab.whole, 1, 1)
    outcome = lab.test(FIXED, folds)
    for tested in outcome.tested:
        period = tested.test.period
        runs = [
            run(FIXED, FIXED.params, each, period.first_day, period.end_day, lab.venue)
            for each in (one, other)
        ]
        assert tested.test.end_e6 == sum(each.end_e6 for each in runs)
        assert tested.test.parts_e6["fees"] == -sum(int(each.flows[0]["fees_e6"]) for each in runs)
        assert (tested.test.equity_e6 == sum(each.equity_e6 for each in runs)).all()
    days, values = outcome.curve()
    assert (np.diff(days) == 1).all()
    assert values[-1] == pytest.approx(np.prod([each.test.growth for each in outcome.tested]))
    summary = Summary.of(outcome)
    assert (1 + summary.annual_return) ** (len(days) / YEAR) == pytest.approx(values[-1])
    assert sum(summary.parts_e6.values()) == sum(
        each.test.end_e6 - each.test.start_e6 for each in outcome.tested
    )


def test_a_market_without_prints_for_a_period_is_left_out_of_it():
    long, short = path(1, 1_500), path(2, 1_500)
    at_s, price_e8 = short.prints
    short = Series("BOSTON", DailyPrints(at_s[700:], price_e8[700:]))
    lab = Lab((long, short), Venue())
    first = FIRST_DAY + 400
    assert list(lab.play(FIXED, FIXED.params, Period(first, first + 100)).by_market) == ["AUSTIN"]
    first = FIRST_DAY + 900
    assert len(lab.play(FIXED, FIXED.params, Period(first, first + 100)).by_market) == 2
    with pytest.raises(ValueError, match="no market has prints"):
        lab.play(FIXED, FIXED.params, Period(FIRST_DAY, FIRST_DAY + 100))


def test_drawdown_is_the_largest_fall_from_a_peak_or_from_the_start():
    assert drawdown(np.array([0.9, 1.2, 0.6, 1.3])) == pytest.approx(0.5)
    assert drawdown(np.array([0.9, 0.95])) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("grid", "params"),
    [
        ({"side": tuple(range(CANDIDATES_MAX + 1))}, {"side": 1.0}),
        ({"other": (1.0,)}, {"side": 1.0}),
        ({"side": ()}, {"side": 1.0}),
        ({}, {f"p{number}": 1.0 for number in range(PARAMS_MAX + 1)}),
    ],
)
def test_too_many_candidates_are_refused(grid, params):
    with pytest.raises(ValueError, match="side"):
        candidates(Strategy("side", "", _side, params, grid))


def test_too_many_markets_and_steps_are_refused():
    with pytest.raises(ValueError, match="markets"):
        Lab((path(1, 400),) * (MARKETS_MAX + 1), Venue())
    lab = Lab((path(1, 400),) * MARKETS_MAX, Venue())
    far = Fold(Period(0, 10**7), Period(10**7, 2 * 10**7))
    with pytest.raises(ValueError, match="steps"):
        lab.test(SIDE, (far,))


@pytest.mark.parametrize("target", [101.0, float("inf"), -float("inf")])
def test_a_target_beyond_the_bound_ends_the_run(target):
    wild = Strategy("wild", "", _side, {"side": target})
    with pytest.raises(ValueError, match="wild: a target must be from -100 to 100"):
        run(wild, wild.params, path(1, 400), FIRST_DAY + 200, FIRST_DAY + 400, Venue())


@pytest.mark.parametrize("change", ["gap", "zero", "noon", "early"])
def test_prints_that_no_exchange_publishes_are_refused(change):
    at_s, price_e8 = (column.copy() for column in path(1, 400).prints)
    if change == "gap":
        at_s[200:] += DAY_S
    elif change == "zero":
        price_e8[7] = 0
    elif change == "noon":
        at_s += DAY_S // 2
    else:
        at_s -= at_s[0]
    with pytest.raises(ValueError, match="AUSTIN"):
        Series("AUSTIN", DailyPrints(at_s, price_e8))


def test_each_shipped_strategy_has_its_own_name_and_a_grid_that_is_allowed():
    assert len({strategy.name for strategy in SHIPPED}) == len(SHIPPED) == 5
    assert all(strategy.params in candidates(strategy) for strategy in SHIPPED)

"""Prints: refused, accepted, held, confirmed; forecast, level, entry window."""

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import DAY_S, E6, E8, E12, World, of, wallet


@pytest.fixture
def world() -> World:
    world = World()
    world.add_liquidity()
    world.market()
    return world


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"published_at_s": -43_800}, 1),
        ({"published_at_s": 1}, 2),
        ({"confidence_e8": 4 * E8 + 1}, 4),
    ],
)
def test_refused_prints_say_why(world, fields, reason):
    if "published_at_s" in fields:
        fields = {"published_at_s": world.now_s + fields["published_at_s"]}
    world.post(400 * E8, **fields)
    assert world.code is ErrorCode.PRINT_REJECTED
    assert world.rejected.detail == reason


def test_a_print_older_than_the_largest_age_is_refused(world):
    world.now_s += 10 * DAY_S
    world.post(400 * E8, published_at_s=world.now_s - 93_601)
    assert world.rejected.detail == 3
    world.post(400 * E8, published_at_s=world.now_s - 93_600)
    assert world.code is ErrorCode.NONE


def test_confidence_at_its_limit_is_accepted(world):
    world.post(400 * E8, confidence_e8=4 * E8)
    assert world.code is ErrorCode.NONE


def test_the_inner_band_is_inclusive(world):
    world.now_s += 60
    assert of(world.post(408 * E8), m.PrintAccepted)
    world.now_s += 60
    assert of(world.post(408 * E8 * 102 // 100 + 1), m.PrintHeld)
    assert world.see().index_price_e8 == 408 * E8


def test_a_second_print_near_the_held_one_is_accepted_at_its_own_price(world):
    owner = world.account()
    world.modify(owner, 10 * E6)
    world.now_s += 60
    world.post(412 * E8)
    assert not world.see().held_print.is_operator_only
    world.modify(owner, E6)
    assert world.code is ErrorCode.PRICE_BAND
    world.now_s += 60
    assert of(world.post(414 * E8), m.PrintAccepted)
    assert world.see().index_price_e8 == 414 * E8
    assert world.see().held_print is None


def test_a_print_far_from_the_held_one_replaces_it(world):
    world.now_s += 60
    world.post(412 * E8)
    world.now_s += 60
    world.post(390 * E8)
    assert world.see().held_print.price_e8 == 390 * E8
    assert world.see().index_price_e8 == 400 * E8


def test_a_print_from_before_the_held_one_is_refused(world):
    world.now_s += 60
    held_at_s = world.now_s
    world.post(412 * E8)
    world.now_s += 60
    for published_at_s in (held_at_s - 1, held_at_s):
        world.post(401 * E8, published_at_s=published_at_s)
        assert (world.code, world.rejected.detail) == (ErrorCode.PRINT_REJECTED, 1)
    assert world.see().held_print.price_e8 == 412 * E8
    assert of(world.post(401 * E8, published_at_s=held_at_s + 1), m.PrintAccepted)


def test_beyond_the_outer_band_only_the_operator_accepts(world):
    world.now_s += 60
    events = world.post(440 * E8)
    assert of(events, m.PrintHeld)[0].is_operator_only == 1
    assert of(events, m.StatusChanged)[0].status == 1
    for price in (441 * E8, 440 * E8):
        world.now_s += 60
        world.post(price)
        assert world.see().held_print.is_operator_only
    assert world.see().is_paused
    world.operate(m.ConfirmPrint, market_id=1)
    assert world.see().index_price_e8 == 440 * E8
    assert world.see().is_paused  # only the operator ends the pause
    world.operate(m.ConfirmPrint, market_id=1)
    assert world.code is ErrorCode.VALIDATION


def test_a_print_beyond_the_outer_band_waits_for_the_operator_also_near_a_held_one():
    """Rule 48: both prints are near each other, and only the first within the outer band."""
    world = World()
    world.market(print_band_e12=2 * 10**10, print_band_pause_e12=5 * 10**10)
    world.post(419 * E8)
    assert not world.see().held_print.is_operator_only
    world.now_s += 60
    (held,) = of(world.post(421 * E8), m.PrintHeld)
    assert (held.price_e8, held.is_operator_only) == (421 * E8, 1)
    assert world.see().index_price_e8 == 400 * E8
    assert world.see().is_paused


def test_a_print_within_the_outer_band_does_not_confirm_one_from_beyond_it():
    world = World()
    world.market(print_band_e12=2 * 10**10, print_band_pause_e12=5 * 10**10)
    world.post(421 * E8)
    world.now_s += 60
    (held,) = of(world.post(419 * E8), m.PrintHeld)
    assert (held.price_e8, held.is_operator_only) == (419 * E8, 1)
    assert world.see().index_price_e8 == 400 * E8
    assert world.see().held_print.is_operator_only


def test_a_decrease_while_held_fills_at_the_worse_price_for_the_closer(world):
    long, short = world.account(1), world.account(2)
    world.modify(long, 10 * E6)
    world.modify(short, -10 * E6)
    world.now_s += 60
    world.post(412 * E8)
    up = of(world.close(short, 5 * E6), m.PositionModified)[0]
    down = of(world.close(long, 5 * E6), m.PositionModified)[0]
    assert up.fill_price_e8 >= 412 * E8
    assert 399 * E8 < down.fill_price_e8 < 401 * E8
    assert up.index_price_e8 == down.index_price_e8 == 400 * E8


def test_withdrawable_uses_the_worse_price_while_held_and_is_zero_while_stale(world):
    short = world.account(2)
    world.modify(short, -20 * E6)
    before = world.view(short).max_withdrawable_e6
    world.now_s += 60
    world.post(412 * E8)
    assert before - world.view(short).max_withdrawable_e6 > 20 * 12 * E6
    world.now_s += 2 * DAY_S
    assert world.view(short).max_withdrawable_e6 == 0


def test_forecast_and_level_follow_the_rule(world):
    world.next_day(401 * E8)
    view = world.see()
    seen = E8 * E12 // (400 * E8)
    assert view.forecast_fast_e12 == seen // 30
    assert view.forecast_slow_e12 == seen // 120
    assert view.level_price_e8 == 400 * E8 + E8 // 5
    mid = (view.forecast_fast_e12 + view.forecast_slow_e12) // 2
    assert view.forecast_mid_e12 == mid
    world.next_day(401 * E8)
    level = view.level_price_e8 + view.level_price_e8 * mid // E12
    rest = 401 * E8 - level
    step = rest // 5 if rest >= 0 else -(-rest // 5)
    assert world.see().level_price_e8 == level + step


def test_a_second_print_of_a_day_moves_price_and_time_only(world):
    world.next_day(401 * E8)
    before = world.see()
    world.now_s += 60
    world.post(402 * E8)
    after = world.see()
    assert after.index_price_e8 == 402 * E8
    assert after.forecast_fast_e12 == before.forecast_fast_e12
    assert after.level_price_e8 == before.level_price_e8


def test_after_a_year_without_prints_the_forecast_restarts(world):
    world.next_day(401 * E8)
    world.now_s += 366 * DAY_S
    world.post(405 * E8)
    view = world.see()
    assert view.forecast_fast_e12 == view.forecast_slow_e12 == 0
    assert view.level_price_e8 == 405 * E8


def test_the_entry_window_waits_for_a_late_print(world):
    owner = world.account()
    midnight = (world.now_s // DAY_S + 1) * DAY_S
    codes = {}
    for name, second in (
        ("before", midnight - 1801),
        ("opens", midnight - 1800),
        ("late", midnight + 3600),
    ):
        world.now_s = second
        codes[name] = world.exchange.quote_modify_position(owner, 1, 1, E6, second).reasons
    assert codes == {
        "before": (),
        "opens": (ErrorCode.ENTRY_WINDOW,),
        "late": (ErrorCode.ENTRY_WINDOW,),
    }
    assert world.see().increase_blocked_until_s == midnight + 3600 + 300
    world.post(400 * E8, published_at_s=midnight)
    assert world.see().increase_blocked_until_s == midnight + 3900
    world.now_s += 299
    world.modify(owner, E6)
    assert world.code is ErrorCode.ENTRY_WINDOW
    world.now_s += 1
    world.modify(owner, E6)
    assert world.code is ErrorCode.NONE
    assert world.see().increase_blocked_until_s is None


def test_equality_of_age_is_fresh(world):
    owner = world.account()
    world.next_day()
    world.modify(owner, E6)
    published = world.see().index_price_at_s
    world.now_s = published + 93_600 + 1
    assert ErrorCode.STALE_PRICE in (
        world.exchange.quote_modify_position(owner, 1, 1, E6, world.now_s).reasons
    )
    world.now_s = published + 604_800
    assert world.exchange.quote_close_position(owner, 1, 1, 0, world.now_s).is_executable
    world.now_s += 1
    # dead now: exits wait for no print
    assert world.exchange.quote_close_position(owner, 1, 1, 0, world.now_s).is_executable


def test_liquidity_waits_while_a_market_with_open_interest_is_held(world):
    owner = world.account()
    world.modify(owner, 10 * E6)
    world.now_s += 60
    world.post(412 * E8)
    world.add_liquidity(100 * E6, 7)
    assert world.code is ErrorCode.PRICE_BAND
    assert world.exchange.quarantined_deposits(wallet(7))[0].amount_e6 == 100 * E6


def test_prints_run_while_halted(world):
    world.operate(m.Halt)
    world.now_s += 60
    assert of(world.post(401 * E8), m.PrintAccepted)

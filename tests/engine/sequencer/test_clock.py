import pytest

from engine.sequencer import EngineClock
from tests.engine.sequencer.factories import START_S, ManualTime, make_clock


def test_an_empty_journal_begins_at_the_start():
    clock, time = make_clock(rate=1440)
    clock.anchor(None)
    assert clock.now_s() == START_S
    time.advance(60)
    assert clock.now_s() == START_S + 86_400


def test_a_restart_goes_on_where_the_journal_ended():
    clock, time = make_clock(rate=1440)
    time.advance(1_000)
    clock.anchor(START_S + 5)
    assert clock.now_s() == START_S + 5
    time.advance(1)
    assert clock.now_s() == START_S + 5 + 1440


def test_engine_time_never_goes_back():
    clock, time = make_clock(rate=1)
    clock.anchor(None)
    time.advance(10)
    assert clock.now_s() == START_S + 10
    time.advance(-5)
    assert clock.now_s() == START_S + 10


def test_without_a_start_engine_time_is_utc():
    time = ManualTime()
    time.advance(START_S)
    clock = EngineClock(1, time)
    clock.anchor(START_S - 1_000)
    assert clock.now_s() == START_S
    time.advance(7.9)
    assert clock.now_s() == START_S + 7


def test_utc_behind_the_journal_waits():
    time = ManualTime()
    time.advance(START_S)
    clock = EngineClock(1, time)
    clock.anchor(START_S + 60)
    assert clock.now_s() == START_S + 60
    time.advance(61)
    assert clock.now_s() == START_S + 61


def test_waiting_is_counted_in_real_seconds():
    clock, _ = make_clock(rate=1440)
    clock.anchor(None)
    assert clock.real_seconds_until(START_S + 86_400) == 60
    assert clock.real_seconds_until(START_S - 1) == 0


def test_a_clock_that_was_not_anchored_has_no_time():
    clock, _ = make_clock()
    with pytest.raises(RuntimeError, match="starts when the sequencer opens"):
        clock.now_s()


@pytest.mark.parametrize(("rate", "start_s"), [(0, START_S), (-1, START_S), (2, None)])
def test_senseless_rates_are_refused(rate, start_s):
    with pytest.raises(ValueError, match=r"rate|start"):
        EngineClock(rate, ManualTime(), start_s)


def test_another_rate_holds_from_that_moment_on():
    clock, time = make_clock(rate=1440)
    clock.anchor(None)
    time.advance(10.5)
    clock.set_rate(8_640)
    assert clock.now_s() == START_S + 10.5 * 1440
    time.advance(10)
    assert clock.now_s() == START_S + 10.5 * 1440 + 86_400
    assert clock.real_seconds_until(clock.now_s() + 86_400) == 10
    clock.set_rate(1)
    time.advance(1)
    assert clock.now_s() == START_S + 10.5 * 1440 + 86_401


def test_parts_of_a_second_are_kept_when_the_rate_changes():
    clock, time = make_clock(rate=3)
    clock.anchor(None)
    for _ in range(10):  # 0.3 engine seconds each, and no loss
        time.advance(0.1)
        clock.set_rate(3)
    assert clock.now_s() == START_S + 3


def test_a_rate_set_before_the_clock_starts_holds_from_its_start():
    clock, time = make_clock(rate=1440)
    clock.set_rate(8_640)
    clock.anchor(START_S + 5)
    time.advance(10)
    assert clock.now_s() == START_S + 5 + 86_400


@pytest.mark.parametrize(("rate", "start_s"), [(0, START_S), (-1, START_S), (1440, None)])
def test_utc_has_one_rate_and_no_clock_stands_still(rate, start_s):
    clock = EngineClock(1, ManualTime(), start_s)
    with pytest.raises(ValueError, match="rate"):
        clock.set_rate(rate)
    assert clock.rate == 1


def test_a_held_clock_stands_and_goes_on_from_there():
    hands = [0]
    clock = EngineClock(1440, lambda: hands[0], start_s=1_000)
    clock.anchor(None)
    clock.hold(5_000)
    hands[0] += 10**9
    assert clock.now_s() == 5_000
    clock.hold(4_000)  # never back
    assert clock.now_s() == 5_000
    clock.anchor(None)
    assert clock.now_s() == 5_000
    clock.go_on()
    assert clock.now_s() == 5_000
    hands[0] += 10**9
    assert clock.now_s() == 5_000 + 1440
    clock.go_on()  # again does nothing
    assert clock.now_s() == 5_000 + 1440


def test_utc_cannot_be_held():
    clock = EngineClock()
    clock.anchor(None)
    with pytest.raises(ValueError, match="UTC"):
        clock.hold(5_000)

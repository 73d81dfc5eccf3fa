"""Curves of growth: the fitted exponent, and that the costs are of what they say."""

import numpy as np
import pytest

from bench._crowd import Crowd
from bench._growth import book, state
from bench._growth.curve import Curve, exponent
from engine.core.book.arrays import BOOK_EVENT, EventKind, Op
from engine.core.book.matching import Book
from engine.core.generated.messages import CommandRejected, decode_all


@pytest.mark.parametrize("power", [0, 0.5, 1, 2])
def test_the_exponent_is_that_of_a_power_law(power):
    sizes = (10, 100, 1_000, 5_000)
    assert exponent(sizes, [3 * size**power for size in sizes]) == pytest.approx(power)


def test_the_exponent_is_the_slope_of_least_squares_through_the_logarithms():
    sizes, costs = (1, 10, 100), (1.0, 30.0, 50.0)
    slope, _ = np.polyfit(np.log(sizes), np.log(costs), 1)
    assert exponent(sizes, costs) == pytest.approx(slope)


def test_a_curve_is_reported_in_microseconds():
    said = Curve("a trade", "accounts", (10, 1_000), (2e-6, 8e-6)).as_json()
    assert said["us"] == [2.0, 8.0]
    assert said["exponent"] == pytest.approx(0.301, abs=1e-3)
    assert said["last_to_first"] == 4.0


@pytest.mark.parametrize("levels", [19, 99, 9_999])
def test_every_order_of_a_full_book_rests_and_most_operations_on_it_happen(levels):
    full = Book(1_001, levels)
    book.run(full, book.resting(1_000, levels))
    assert len(full.resting()) == 1_000
    commands = book.churn(1_000, levels)[:2_000]
    events = np.zeros(40_000, BOOK_EVENT)
    begun, written = full.process(commands, events)
    assert begun == 2_000
    refused = (events[:written]["kind"] == EventKind.REJECTED).sum()
    assert 0 < refused < 500  # of orders that were taken before they are canceled
    assert {int(op) for op in commands["op"]} == {Op.LIMIT, Op.CANCEL, Op.MARKET}
    assert len(full.resting()) > 700


def test_the_trades_that_are_timed_execute():
    crowd = Crowd(20, 3)
    exchange = state.crowded(crowd)
    for market in (1, 2, 3):
        records = b"".join(state.buys(crowd, range(20), market, 1 + market))
        events = decode_all(exchange.apply_batch(records))
        assert not [event for event in events if isinstance(event, CommandRejected)]
    assert all(row["position_count"] == 3 for row in exchange.account_scan(exchange.now_s)[1:])

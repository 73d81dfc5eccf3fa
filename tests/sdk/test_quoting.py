"""The maker's arithmetic against numbers worked out by hand, and its laws for any input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acre_sdk.models import POINT_E6, OrderBook, convert
from acre_sdk.quoting import (
    YEAR_S,
    Amend,
    Cancel,
    LadderRules,
    Place,
    Quote,
    Resting,
    changes,
    fair_price,
    implied_probability,
    ladder,
    price_limits,
    within_budget,
)
from tests.sdk.fake_exchange import book_of

DAY_S = 86_400


@pytest.mark.parametrize(
    ("index", "strike", "left_s", "volatility", "expected"),
    [
        # v = 0.03 · sqrt(10/365) = 0.0049656; d = -v/2; 0.5 - 0.0024828 · 0.398942
        (300, 300, 10 * DAY_S, 0.03, 0.49901),
        # (ln 1.01 - 0.00045) / 0.03 = 0.31668
        (303, 300, YEAR_S, 0.03, 0.62426),
        # (ln 0.97 - 0.00045) / 0.03 = -1.03031
        (291, 300, YEAR_S, 0.03, 0.15144),
        # a quarter of a year halves the deviation: (ln 1.01 - 0.0001125) / 0.015 = 0.65586
        (303, 300, YEAR_S // 4, 0.03, 0.74404),
        (301, 300, 0, 0.03, 1.0),
        (300, 300, 0, 0.03, 1.0),
        (299, 300, -5, 0.03, 0.0),
        (299, 300, YEAR_S, 0.0, 0.0),
        (0, 300, YEAR_S, 0.03, 0.0),
    ],
)
def test_the_index_implies_a_probability(index, strike, left_s, volatility, expected):
    found = implied_probability(index * 10**8, strike * 10**8, left_s, volatility)
    assert found == pytest.approx(expected, abs=0.000_05)


def test_the_fair_price_stays_on_the_ladder():
    assert [fair_price(p) for p in (0.0, 0.004, 0.433, 0.995, 1.0)] == [1.0, 1.0, 43.3, 99.0, 99.0]


def prices(quotes, side):
    return [quote.price for quote in quotes if quote.side == side]


@pytest.mark.parametrize(
    ("fair", "inventory", "spread", "yes", "no"),
    [
        (50.0, 0, 4, [48, 47, 46], [48, 47, 46]),
        (43.3, 0, 4, [41, 40, 39], [54, 53, 52]),  # bid 41.3 down, ask 45.3 up to 46
        (50.0, 0, 3, [48, 47, 46], [48, 47, 46]),
        (50.0, 10, 4, [46, 45, 44], [50, 49, 48]),  # 2 sizes long of YES: 2 points lower
        (50.0, -10, 4, [50, 49, 48], [46, 45, 44]),
        (50.0, 5_000, 4, [38, 37, 36], [58, 57, 56]),  # by 10 points at most
        (99.0, 0, 4, [97, 96, 95], [1]),
        (1.0, 0, 4, [1], [97, 96, 95]),
        (50.0, 0, 98, [1], [1]),
    ],
)
def test_the_ladder_stands_around_the_fair_price(fair, inventory, spread, yes, no):
    rules = LadderRules(levels=3, size=5, spread=spread, skew=1.0)
    quotes = ladder(fair, inventory, rules)
    assert (prices(quotes, "yes"), prices(quotes, "no")) == (yes, no)
    assert all(quote.contracts == 5 for quote in quotes)


def test_the_ladder_takes_nothing_of_what_others_have():
    book = convert(book_of(7, 1, {"yes": {44: 5, 40: 9}, "no": {55: 1, 30: 7}}), OrderBook)
    own = [Resting(1, "yes", 44, 5), Resting(2, "no", 30, 3)]
    limits = price_limits(book, own)
    assert limits == {"yes": 44, "no": 59}  # 99 - 55 and 99 - 40: the 44 is our own
    quotes = ladder(50.0, 0, LadderRules(levels=2), limits)
    assert (prices(quotes, "yes"), prices(quotes, "no")) == ([44, 43], [48, 47])
    empty = convert(book_of(7, 1, {"yes": {}, "no": {}}), OrderBook)
    assert price_limits(empty, []) == {"yes": 99, "no": 99}


def test_a_book_without_room_gets_no_quotes_of_that_side():
    quotes = ladder(50.0, 0, LadderRules(levels=2), {"yes": 0, "no": 99})
    assert quotes == [Quote("no", 48, 5), Quote("no", 47, 5)]


def test_quotes_fit_the_budget_best_first():
    quotes = [Quote("yes", 48, 5), Quote("no", 48, 5), Quote("yes", 47, 5)]
    # 240 + 240 points, and 120 are left for 2 contracts at 47
    assert within_budget(quotes, 0, 600 * POINT_E6) == [*quotes[:2], Quote("yes", 47, 2)]
    assert within_budget(quotes, 0, 480 * POINT_E6 + 46 * POINT_E6) == quotes[:2]
    assert within_budget(quotes, 0, 0) == within_budget(quotes, 0, -5) == []


def test_holdings_cover_the_other_side():
    quotes = [Quote("yes", 48, 5), Quote("no", 48, 5), Quote("no", 47, 5)]
    # 7 YES are held: 7 NO cost nothing, 3 NO cost 47 each, 5 YES cost 240
    assert within_budget(quotes, 7, 381 * POINT_E6) == quotes
    assert within_budget(quotes, 7, 240 * POINT_E6) == [*quotes[:2], Quote("no", 47, 2)]
    assert within_budget(quotes, 7, 0) == [Quote("no", 48, 5), Quote("no", 47, 2)]
    assert within_budget(quotes, -7, 0) == [Quote("yes", 48, 5)]


def test_correct_orders_are_kept():
    wanted = [Quote("yes", 48, 5), Quote("no", 48, 5)]
    resting = [Resting(1, "yes", 48, 2), Resting(2, "no", 48, 5), Resting(3, "yes", 48, 3)]
    assert changes(resting, wanted) == []
    assert changes([], []) == []


@pytest.mark.parametrize(
    ("resting", "wanted", "expected"),
    [
        ([], [Quote("yes", 48, 5)], [Place(Quote("yes", 48, 5))]),
        ([Resting(1, "yes", 48, 5)], [], [Cancel(1)]),
        # partly filled: the rest keeps its place, what is missing is added behind
        ([Resting(1, "yes", 48, 2)], [Quote("yes", 48, 5)], [Place(Quote("yes", 48, 3))]),
        ([Resting(1, "yes", 48, 9)], [Quote("yes", 48, 5)], [Amend(1, None, 5)]),
        # the older one stays, the younger one goes
        (
            [Resting(2, "yes", 48, 5), Resting(1, "yes", 48, 5)],
            [Quote("yes", 48, 5)],
            [Cancel(2)],
        ),
        ([Resting(1, "yes", 48, 5)], [Quote("yes", 50, 4)], [Amend(1, 50, 4)]),
        # of three levels that move by one, one order goes from the bottom to the top
        (
            [Resting(1, "yes", 48, 5), Resting(2, "yes", 47, 5), Resting(3, "yes", 46, 5)],
            [Quote("yes", 49, 5), Quote("yes", 48, 5), Quote("yes", 47, 5)],
            [Amend(3, 49, 5)],
        ),
        # up: NO makes room before YES is raised; what is new comes last, the best first
        (
            [Resting(1, "yes", 40, 5), Resting(2, "no", 58, 5)],
            [Quote("yes", 50, 5), Quote("no", 48, 5), Quote("yes", 49, 5), Quote("no", 47, 5)],
            [
                Amend(2, 48, 5),
                Amend(1, 50, 5),
                Place(Quote("yes", 49, 5)),
                Place(Quote("no", 47, 5)),
            ],
        ),
    ],
)
def test_the_fewest_actions_lead_there(resting, wanted, expected):
    assert changes(resting, wanted) == expected


QUOTES = st.builds(
    ladder,
    st.floats(1, 99),
    st.integers(-200, 200),
    st.builds(
        LadderRules,
        levels=st.integers(1, 6),
        size=st.integers(1, 9),
        spread=st.integers(1, 20),
        skew=st.floats(0, 5),
    ),
)


def best(levels, side):
    return max((price for found, price in levels if found == side), default=0)


@given(QUOTES)
def test_a_ladder_never_crosses_itself(quotes):
    levels = {(quote.side, quote.price) for quote in quotes}
    assert len(levels) == len(quotes)
    assert all(1 <= price <= 99 for _, price in levels)
    assert min(best(levels, "yes"), best(levels, "no")) >= 1  # both sides are there
    assert best(levels, "yes") + best(levels, "no") < 100


@given(QUOTES, st.integers(-50, 50), st.integers(0, 2_000))
def test_a_budget_is_never_exceeded(quotes, inventory, free):
    kept = within_budget(quotes, inventory, free * POINT_E6)
    covered = {"yes": max(0, -inventory), "no": max(0, inventory)}
    cost = 0
    for quote in kept:
        free_of_charge = min(covered[quote.side], quote.contracts)
        covered[quote.side] -= free_of_charge
        cost += quote.price * (quote.contracts - free_of_charge)
    assert cost <= free


@given(QUOTES, QUOTES, st.data())
def test_every_prefix_of_the_changes_is_safe_and_all_of_them_lead_there(before, wanted, data):
    resting = [
        Resting(number, quote.side, quote.price, data.draw(st.integers(1, quote.contracts)))
        for number, quote in enumerate(before)
    ]
    orders = {order.order_id: (order.side, order.price, order.contracts) for order in resting}
    actions = changes(resting, wanted)
    for number, action in enumerate(actions):
        if isinstance(action, Cancel):
            del orders[action.order_id]
        elif isinstance(action, Amend):
            side, price, _ = orders[action.order_id]
            orders[action.order_id] = (side, action.price or price, action.contracts)
        else:
            quote = action.quote
            orders[1_000 + number] = (quote.side, quote.price, quote.contracts)
        levels = [(side, price) for side, price, _ in orders.values()]
        assert best(levels, "yes") + best(levels, "no") < 100
    total = {}
    for side, price, contracts in orders.values():
        total[side, price] = total.get((side, price), 0) + contracts
    assert total == {(quote.side, quote.price): quote.contracts for quote in wanted}
    assert len(actions) <= len(resting) + len(wanted)

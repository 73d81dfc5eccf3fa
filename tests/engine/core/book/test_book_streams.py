"""Random streams over the reference's book, alone and with its ledger of points."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.book import (
    ASK,
    BID,
    FOK,
    GTC,
    IOC,
    OWNER,
    SELF_MATCH,
    UNFILLED,
    NaiveBook,
    Order,
    Rejected,
)
from tests.reference.book_commands import (
    BookWorld,
    book_commands,
    execute,
    execute_with_points,
)
from tests.reference.points import NaiveLedger, Trade

A, B, C = "a", "b", "c"
TAPERED = [1, 2, 5, 11, 25, 50, 75, 89, 95, 98, 99]


def commands_of_books(levels: int):
    orders = st.tuples(
        st.just("place"),
        st.sampled_from([A, B, C]),
        st.sampled_from([BID, ASK]),
        st.integers(0, levels + 1),
        st.integers(0, 30),
        st.sampled_from([GTC, GTC, IOC, FOK]),
        st.booleans(),
        st.integers(0, 2),
        st.sampled_from([False, False, False, True]),
    )
    place = st.integers(0, 40)
    changes = st.tuples(st.just("amend"), place, st.integers(1, levels), st.integers(1, 30))
    others = [st.tuples(st.just("cancel"), place), st.tuples(st.just("cancel_all"), st.just(A))]
    return st.lists(st.one_of(orders, orders, changes, *others), max_size=60)


@given(st.data(), st.sampled_from([(list(range(1, 20)), 20), (TAPERED, 100)]))
@settings(max_examples=150, deadline=None)
def test_points_are_never_negative(data, grid):
    prices, payout = grid
    book = NaiveLedger()
    book.open_market(1, prices, payout, Fraction(1, 3))
    for account in (A, B, C):
        book.grant(account, 1_000)
    for order_id, (kind, *values) in enumerate(data.draw(commands_of_books(len(prices)))):
        if kind == "place":
            book.place(1, Order(order_id, *values))
        else:
            getattr(book, kind)(1, *values)
        book.check()


@pytest.mark.parametrize("levels", [1, 19, 99, 9_999])
def test_a_stream_over_a_book_meets_everything(levels):
    book = NaiveBook(levels)
    world = BookWorld(levels, book)
    kinds = Counter()
    for _ in range(1_500):
        for event in execute(book, world()):
            detail = event.code if isinstance(event, Rejected) else getattr(event, "reason", 0)
            kinds[type(event).__name__, detail] += 1
        book.check()
    wanted = {("Fill", 0), ("Rested", 0), ("Reduced", 0)}
    wanted |= {("Canceled", reason) for reason in (OWNER, UNFILLED, SELF_MATCH)}
    codes = ["VALIDATION", "BAD_PRICE", "BAD_CONTRACTS", "POST_ONLY_WOULD_CROSS"]
    wanted |= {("Rejected", code) for code in [*codes, "FOK_NOT_FILLED", "ORDER_NOT_FOUND"]}
    assert min(kinds[kind] for kind in wanted) >= 5, kinds
    assert book_commands(levels, 50, levels) == book_commands(levels, 50, levels)


@pytest.mark.parametrize(("prices", "payout"), [(list(range(1, 100)), 100), (TAPERED, 100)])
def test_a_stream_over_a_ledger_meets_everything(prices, payout):
    book = NaiveLedger()
    market = book.open_market(1, prices, payout, Fraction(2, 100))
    for owner in range(4):
        book.grant(owner, 4_000)
    world = BookWorld(1, market.book)
    kinds = Counter()
    for _ in range(1_500):
        for event in execute_with_points(book, 1, world()):
            kinds[event.code if isinstance(event, Rejected) else type(event).__name__] += 1
            if isinstance(event, Trade):
                kinds["minted"] += event.minted > 0
                kinds["merged"] += event.merged > 0
                kinds["moved"] += event.contracts > event.minted + event.merged
        book.check()
    wanted = ("Trade", "minted", "merged", "moved", "INSUFFICIENT_POINTS", "FOK_NOT_FILLED")
    assert min(kinds[kind] for kind in wanted) >= 5, kinds

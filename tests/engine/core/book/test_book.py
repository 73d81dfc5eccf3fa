"""Matching alone, by hand: exact events of every command."""

import numpy as np
import pytest

from engine.core.book.arrays import BOOK_COMMAND, BOOK_EVENT, NO_ORDER, Life, Op, Refusal, Side
from engine.core.book.arrays import EventKind as Kind
from engine.core.book.arrays import SelfTrade as Stp
from engine.core.book.matching import Book
from engine.core.book.views import Depth, RestingOrder
from tests.engine.core.support.books import run

BID, ASK = Side.BID, Side.ASK
NOTHING = (NO_ORDER, 0, 0, 0)  # no maker, no points


def limit(order, side, tick, contracts, owner=0, **more):
    fields = {"order": order, "side": side, "tick": tick, "contracts": contracts, "owner": owner}
    return {"op": Op.LIMIT, **fields, **more}


def market(order, side, contracts, owner=0, tick=0, **more):
    fields = {"order": order, "side": side, "tick": tick, "contracts": contracts, "owner": owner}
    return {"op": Op.MARKET, **fields, **more}


def rested(order, side, tick, contracts):
    return (Kind.RESTED, side, tick, contracts, contracts, order, *NOTHING)


def filled(order, side, tick, contracts, maker, left):
    return (Kind.FILL, side, tick, contracts, left, order, maker, 0, 0, 0)


def ended(kind, order, side, tick, contracts, left=0):
    return (kind, side, tick, contracts, left, order, *NOTHING)


def refused(code, command):
    names = ("side", "tick", "contracts")
    asked = tuple(command.get(name, 0) for name in names)
    return (Kind.REJECTED, *asked, code, command.get("order", 0), *NOTHING)


@pytest.fixture
def book():
    return Book(16)


def test_price_then_time_at_the_resting_price(book):
    run(book, limit(0, ASK, 52, 5, 1), limit(1, ASK, 51, 4, 1), limit(2, ASK, 51, 3, 1))
    assert run(book, limit(3, BID, 53, 10, 2)) == [
        filled(3, BID, 51, 4, 1, 0),
        filled(3, BID, 51, 3, 2, 0),
        filled(3, BID, 52, 3, 0, 2),
    ]
    assert book.depth() == Depth(4, (), ((52, 2),))


def test_the_rest_of_a_limit_order_rests(book):
    run(book, limit(0, BID, 48, 5, 1))
    assert run(book, limit(1, ASK, 40, 8, 2)) == [
        filled(1, ASK, 48, 5, 0, 0),
        rested(1, ASK, 40, 3),
    ]
    assert (book.best_bid, book.best_ask, book.order_count) == (0, 40, 1)


def test_immediate_or_cancel(book):
    run(book, limit(0, ASK, 50, 5, 1))
    assert run(book, limit(1, BID, 50, 8, 2, life=Life.IOC)) == [
        filled(1, BID, 50, 5, 0, 0),
        ended(Kind.REST_CANCELED, 1, BID, 50, 3),
    ]
    assert run(book, limit(1, BID, 50, 8, 2, life=Life.IOC)) == [
        ended(Kind.REST_CANCELED, 1, BID, 50, 8)
    ]
    assert book.sequence == 2  # the last one changed nothing


def test_fill_or_kill(book):
    run(book, limit(0, ASK, 50, 5, 1), limit(1, ASK, 51, 5, 1))
    order = limit(2, BID, 50, 6, 2, life=Life.FOK)
    assert run(book, order) == [refused(Refusal.NOT_FILLED, order)]
    assert run(book, limit(2, BID, 51, 6, 2, life=Life.FOK)) == [
        filled(2, BID, 50, 5, 0, 0),
        filled(2, BID, 51, 1, 1, 4),
    ]


@pytest.mark.parametrize(
    ("stp", "fits"), [(Stp.CANCEL_RESTING, True), (Stp.CANCEL_INCOMING, False), (Stp.BOTH, False)]
)
def test_fill_or_kill_counts_behind_an_own_order_only_if_that_goes(book, stp, fits):
    run(book, limit(0, ASK, 50, 5, 2), limit(1, ASK, 51, 5, 1))
    order = limit(2, BID, 51, 5, 2, life=Life.FOK, stp=stp)
    events = run(book, order)
    if fits:
        own = ended(Kind.SELF_CANCELED, 0, ASK, 50, 5)
        assert events == [own, filled(2, BID, 51, 5, 1, 0)]
    else:
        assert events == [refused(Refusal.NOT_FILLED, order)]


def test_post_only(book):
    run(book, limit(0, ASK, 50, 5, 1))
    order = limit(1, BID, 50, 5, 1, post_only=1)  # against an own order too
    assert run(book, order) == [refused(Refusal.WOULD_CROSS, order)]
    assert run(book, limit(1, BID, 49, 5, 1, post_only=1)) == [rested(1, BID, 49, 5)]
    for extra in ({"life": Life.IOC}, {"life": Life.FOK}, {"op": Op.MARKET}):
        order = limit(2, BID, 40, 5, 1, post_only=1) | extra
        assert run(book, order) == [refused(Refusal.FIELD, order)]


def test_market_orders(book):
    order = market(0, BID, 5)
    assert run(book, order) == [refused(Refusal.NO_LIQUIDITY, order)]
    run(book, limit(0, ASK, 50, 5, 1), limit(1, ASK, 60, 5, 1))
    assert run(book, market(2, BID, 20, 2, tick=55)) == [
        filled(2, BID, 50, 5, 0, 0),
        ended(Kind.REST_CANCELED, 2, BID, 55, 15),
    ]
    assert run(book, market(2, BID, 6, 2, life=9)) == [  # the life sent with it is ignored
        filled(2, BID, 60, 5, 1, 0),
        ended(Kind.REST_CANCELED, 2, BID, 99, 1),
    ]
    run(book, limit(0, BID, 3, 5, 1))
    assert run(book, market(2, ASK, 6, 2)) == [
        filled(2, ASK, 3, 5, 0, 0),
        ended(Kind.REST_CANCELED, 2, ASK, 1, 1),
    ]


def test_self_trade_cancels_the_resting_order(book):
    run(book, limit(0, ASK, 50, 5, 1), limit(1, ASK, 50, 5, 2))
    assert run(book, limit(2, BID, 50, 3, 1)) == [
        ended(Kind.SELF_CANCELED, 0, ASK, 50, 5),
        filled(2, BID, 50, 3, 1, 2),
    ]


def test_self_trade_cancels_the_incoming_order(book):
    run(book, limit(0, ASK, 49, 2, 2), limit(1, ASK, 50, 5, 1))
    assert run(book, limit(2, BID, 50, 8, 1, stp=Stp.CANCEL_INCOMING)) == [
        filled(2, BID, 49, 2, 0, 0),
        ended(Kind.SELF_INCOMING, 2, BID, 50, 6),
    ]
    assert run(book, limit(3, BID, 50, 8, 1, stp=Stp.CANCEL_INCOMING)) == [
        ended(Kind.SELF_INCOMING, 3, BID, 50, 8)
    ]
    assert book.sequence == 3


def test_self_trade_takes_the_overlap_from_both(book):
    run(book, limit(0, ASK, 50, 5, 1), limit(1, ASK, 51, 9, 1))
    assert run(book, limit(2, BID, 51, 8, 1, stp=Stp.BOTH)) == [
        ended(Kind.SELF_CANCELED, 0, ASK, 50, 5),
        ended(Kind.SELF_INCOMING, 2, BID, 51, 5, 3),
        ended(Kind.SELF_CANCELED, 1, ASK, 51, 3, 6),
        ended(Kind.SELF_INCOMING, 2, BID, 51, 3),
    ]
    assert book.depth().asks == ((51, 6),)


def test_self_trade_may_be_let_through(book):
    run(book, limit(0, ASK, 50, 5, 1))
    assert run(book, limit(1, BID, 50, 5, 1, stp=Stp.NONE)) == [filled(1, BID, 50, 5, 0, 0)]


def test_cancel(book):
    run(book, limit(3, BID, 50, 5))
    assert run(book, {"op": Op.CANCEL, "order": 3}) == [ended(Kind.CANCELED, 3, BID, 50, 5)]
    again = {"op": Op.CANCEL, "order": 3}
    assert run(book, again) == [refused(Refusal.ORDER_UNKNOWN, again)]
    beyond = {"op": Op.CANCEL, "order": 16}
    assert run(book, beyond) == [refused(Refusal.ORDER_RANGE, beyond)]
    assert book.sequence == 2


def test_cancel_all_goes_from_the_lowest_level_up(book):
    run(book, limit(0, ASK, 60, 1, 7), limit(1, BID, 40, 2, 7), limit(2, BID, 40, 3, 8))
    run(book, limit(3, BID, 40, 4, 7), limit(4, BID, 39, 5, 7))
    assert run(book, {"op": Op.CANCEL_ALL, "owner": 7}) == [
        ended(Kind.CANCELED, 4, BID, 39, 5),
        ended(Kind.CANCELED, 1, BID, 40, 2),
        ended(Kind.CANCELED, 3, BID, 40, 4),
        ended(Kind.CANCELED, 0, ASK, 60, 1),
    ]
    assert book.sequence == 6
    assert run(book, {"op": Op.CANCEL_ALL, "owner": 7}) == []
    assert book.sequence == 6


def test_reduce_keeps_priority(book):
    run(book, limit(0, BID, 50, 9, 1), limit(1, BID, 50, 9, 2))
    event = ended(Kind.REDUCED, 0, BID, 50, 5, 4)
    assert run(book, {"op": Op.REDUCE, "order": 0, "contracts": 4}) == [event]
    assert (book.queue_position(0), book.queue_position(1)) == (0, 4)
    for contracts in (0, 4, 5):
        wrong = {"op": Op.REDUCE, "order": 0, "contracts": contracts}
        assert run(book, wrong) == [refused(Refusal.BAD_CONTRACTS, wrong)]


def test_amend(book):
    run(book, limit(0, BID, 50, 9, 1), limit(1, BID, 50, 9, 2), limit(2, ASK, 55, 4, 3))

    def amend(order, tick, contracts):
        row = {"op": Op.AMEND, "order": order, "tick": tick, "contracts": contracts}
        return run(book, row)

    assert amend(0, 50, 8) == [ended(Kind.REDUCED, 0, BID, 50, 1, 8)]
    assert book.queue_position(0) == 0
    assert amend(0, 50, 8) == [rested(0, BID, 50, 8)]  # not fewer: to the back
    assert book.queue_position(0) == 9
    assert amend(0, 55, 6) == [filled(0, BID, 55, 4, 2, 0), rested(0, BID, 55, 2)]
    assert book.order(0) == RestingOrder(0, 1, BID, 55, 2, 0, False)
    for tick, contracts, code in ((0, 5, Refusal.BAD_TICK), (50, 0, Refusal.BAD_CONTRACTS)):
        asked = {"tick": tick, "contracts": contracts, "order": 0}
        assert amend(0, tick, contracts) == [refused(code, asked)]


def test_an_amended_order_keeps_its_kind(book):
    run(book, limit(0, BID, 50, 9, 1, post_only=1), limit(1, ASK, 55, 4, 1))
    row = {"op": Op.AMEND, "order": 0, "tick": 55, "contracts": 9}
    assert run(book, row) == [refused(Refusal.WOULD_CROSS, row)]
    run(book, limit(2, BID, 50, 3, 1, stp=Stp.BOTH))
    assert run(book, {**row, "order": 2, "contracts": 3}) == [
        ended(Kind.SELF_CANCELED, 1, ASK, 55, 3, 1),
        ended(Kind.SELF_INCOMING, 2, BID, 55, 3),
    ]
    assert book.order(2) is None
    assert run(book, limit(2, BID, 1, 1)) == [rested(2, BID, 1, 1)]  # its place is free again


def test_a_place_is_free_again_when_its_order_has_gone(book):
    order = limit(5, BID, 50, 5, 1)
    run(book, order)
    assert run(book, order) == [refused(Refusal.ORDER_IN_USE, order)]
    run(book, market(6, ASK, 5, 2))
    assert run(book, order) == [rested(5, BID, 50, 5)]


EDGES = (1, 2, 63, 64, 65, 127, 128, 4_095, 4_096, 4_097, 8_192, 9_998, 9_999)


@pytest.mark.parametrize("ticks", EDGES)
def test_best_prices_at_every_edge_of_the_bitmap(ticks):
    book = Book(64, ticks)
    places = [tick for tick in EDGES if tick <= ticks]
    for bids in range(len(places) + 1):
        for order, tick in enumerate(places):
            side = BID if order < bids else ASK
            run(book, limit(order, side, tick, order + 1, 1, post_only=1))
        book.check()
        assert book.depth().bids == tuple((t, places.index(t) + 1) for t in places[:bids][::-1])
        assert book.depth().asks == tuple((t, places.index(t) + 1) for t in places[bids:])
        while book.order_count:
            run(book, {"op": Op.CANCEL, "order": places.index(book.best_bid or book.best_ask)})
            book.check()
        assert (book.best_bid, book.best_ask) == (0, ticks + 1)


def test_hostile_numbers(book):
    for change, code in (
        ({"order": 16}, Refusal.ORDER_RANGE),
        ({"order": NO_ORDER}, Refusal.ORDER_RANGE),
        ({"tick": 0}, Refusal.BAD_TICK),
        ({"tick": 100}, Refusal.BAD_TICK),
        ({"tick": 65_535}, Refusal.BAD_TICK),
        ({"contracts": 0}, Refusal.BAD_CONTRACTS),
        ({"side": 2}, Refusal.FIELD),
        ({"life": 3}, Refusal.FIELD),
        ({"stp": 4}, Refusal.FIELD),
        ({"post_only": 2}, Refusal.FIELD),
        ({"reserved": 1}, Refusal.FIELD),
        ({"op": 6}, Refusal.FIELD),
        ({"op": 255}, Refusal.FIELD),
    ):
        order = limit(0, BID, 50, 5, 1) | change
        assert run(book, order) == [refused(code, order)]
    assert (book.sequence, book.order_count) == (0, 0)
    huge = 2**32 - 1
    assert run(book, limit(0, BID, 50, huge, 1)) == [rested(0, BID, 50, huge)]
    assert run(book, limit(1, BID, 50, 2**31, 1)) == [rested(1, BID, 50, 2**31)]
    assert book.depth().bids == ((50, huge + 2**31),)
    assert run(book, market(2, ASK, huge, 2)) == [filled(2, ASK, 50, huge, 0, 0)]


def test_random_bytes_do_no_harm(book):
    noise = np.random.default_rng(5)
    for _ in range(50):
        commands = np.frombuffer(noise.bytes(200 * BOOK_COMMAND.itemsize), BOOK_COMMAND).copy()
        commands["op"] %= 8
        commands["side"] %= 3
        commands["tick"] %= 120
        commands["order"] %= 20
        begun, count = book.process(commands, np.zeros(4_000, BOOK_EVENT))
        assert (begun, book.is_pending) == (200, False)
        assert count >= 200 - (commands["op"] == Op.CANCEL_ALL).sum()
        book.check()

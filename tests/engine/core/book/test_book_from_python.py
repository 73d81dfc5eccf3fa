"""The books as a Python caller meets them: arrays, full output, errors, threads."""

import sys
import threading

import numpy as np
import pytest

from engine.core.book.arrays import BOOK_COMMAND, BOOK_EVENT, NO_ORDER, Op, Refusal, Side
from engine.core.book.matching import Book
from engine.core.book.points_book import PointsBook
from engine.core.book.views import Depth, RestingOrder
from tests.engine.core.book.test_book import limit, market
from tests.engine.core.support.books import commands_of

BID, ASK = Side.BID, Side.ASK


@pytest.fixture
def book():
    return Book(16)


def test_one_call_at_a_time(book):
    outcome = book.place(1, BID, 50, 10)
    assert (outcome.order, outcome.refused, outcome.left) == (0, 0, 10)
    outcome = book.place(2, ASK, 49, 25)
    assert (outcome.order, outcome.filled, outcome.left) == (1, 10, 15)
    assert (outcome.cost_ticks, outcome.fee_e6, outcome.event_count) == (500, 0, 2)
    assert book.last_events()["kind"].tolist() == [2, 1]
    outcome = book.reduce(1, 5)
    assert (outcome.canceled, outcome.left) == (10, 5)
    outcome = book.amend(1, 60, 7)
    assert (outcome.filled, outcome.left) == (0, 7)
    outcome = book.cancel(1)
    assert (outcome.canceled, outcome.left) == (7, 0)
    assert book.cancel(1).refused == Refusal.ORDER_UNKNOWN
    assert repr(outcome).startswith("Outcome(order=1, refused=0,")


def test_places_are_chosen_in_turn(book):
    assert [book.place(1, BID, 50, 1).order for _ in range(16)] == list(range(16))
    outcome = book.place(1, BID, 50, 1)
    assert (outcome.refused, outcome.order) == (Refusal.BOOK_FULL, NO_ORDER)
    book.cancel(7)
    assert book.place(1, BID, 50, 1).order == 7
    assert book.place(1, BID, 50, 1, order=7).refused == Refusal.ORDER_IN_USE
    assert book.place(1, BID, 50, 1, order=-2).refused == Refusal.ORDER_RANGE
    assert book.place(1, BID, 50, 1, order=2**40).refused == Refusal.ORDER_RANGE


def test_numbers_that_no_field_holds(book):
    for arguments in ((-1, 0, 5, 1), (0, -1, 5, 1), (0, 0, -5, 1), (0, 0, 5, -1), (0, 2**32, 5, 1)):
        with pytest.raises(OverflowError):
            book.place(*arguments)
    for wrong in (1.0, float("nan"), "1", None):
        with pytest.raises(TypeError):
            book.place(0, 0, 5, wrong)
    for wrong in (1.5, np.float64(1)):
        with pytest.raises(TypeError):
            book.place(0, 0, wrong, 1)
    assert book.place(np.uint8(1), np.int64(0), np.int32(5), True, order=np.int64(3)).left == 1
    book.cancel(3)
    for field in ({"side": 256}, {"life": 2**24}, {"stp": 260}):
        assert book.place(**{"owner": 0, "side": 0, "tick": 5, "contracts": 1} | field).refused == 1
    for call in (book.cancel, book.cancel_all, book.order, book.queue_position):
        with pytest.raises(OverflowError):
            call(-1)
    assert book.place(0, 0, 10**9, 1).refused == Refusal.BAD_TICK
    assert book.amend(0, 65_586, 1).refused == Refusal.ORDER_UNKNOWN
    book.place(0, 0, 5, 1, order=0)
    assert book.amend(0, 65_586, 1).refused == Refusal.BAD_TICK  # 65,536 more than 50
    assert book.sequence == 3


def test_state_of_the_book(book):
    book.place(7, BID, 50, 3, stp=2, post_only=True)
    book.place(8, BID, 50, 4)
    book.place(8, BID, 49, 5)
    book.place(9, ASK, 51, 6)
    assert book.depth() == Depth(4, ((50, 7), (49, 5)), ((51, 6),))
    assert book.depth(1) == Depth(4, ((50, 7),), ((51, 6),))
    assert (book.best_bid, book.best_ask, book.order_count, book.ticks) == (50, 51, 4, 99)
    assert book.order(0) == RestingOrder(0, 7, BID, 50, 3, 2, True)
    assert (book.order(4), book.order(99), book.queue_position(99)) == (None, None, None)
    assert book.queue_position(1) == 3
    assert book.resting().tolist() == [
        (2, 8, 5, 49, BID, 0),
        (0, 7, 3, 50, BID, 6),
        (1, 8, 4, 50, BID, 0),
        (3, 9, 6, 51, ASK, 0),
    ]


def test_a_digest_is_of_what_rests_and_its_priority():
    def digest(*orders):
        book = Book(4)
        for order in orders:
            book.place(1, BID, 50, 1, order=order)
        return book.digest()

    assert digest(0, 1) == digest(0, 1)
    assert len({digest(0, 1), digest(1, 0), digest(0)}) == 3


def test_a_full_output_keeps_the_command(book):
    for order in range(4):
        book.place(1, ASK, 50 + order, 1)
    events = np.zeros(4, BOOK_EVENT)
    commands = commands_of([market(9, BID, 3, 2), {"op": Op.CANCEL, "order": 3}])
    assert book.process(commands, events) == (1, 2)  # fewer than 3 rows were left
    assert book.is_pending
    for call in (
        lambda: book.place(1, BID, 50, 1),
        lambda: book.cancel(3),
        book.depth,
        book.check,
        book.digest,
        book.last_events,
        lambda: book.best_bid,
        lambda: book.sequence,
    ):
        with pytest.raises(RuntimeError, match="pending"):
            call()
    assert book.process(commands[1:], events) == (1, 2)
    assert events["kind"][:2].tolist() == [2, 3]
    assert events["command"][:2].tolist() == [4, 5]  # counted from the book's first command
    assert (book.is_pending, book.command_count, book.order_count) == (False, 6, 0)


def test_a_pending_command_can_be_finished_alone(book):
    for _ in range(6):
        book.place(1, BID, 50, 1)
    events = np.zeros(5, BOOK_EVENT)
    begun, count = book.process(commands_of([{"op": Op.CANCEL_ALL, "owner": 1}]), events)
    assert (begun, count, book.is_pending) == (1, 3, True)
    assert book.process(commands_of([]), events) == (0, 3)
    assert (book.is_pending, book.sequence) == (False, 7)


def test_arrays_that_do_not_do(book):
    commands, events = commands_of([limit(0, BID, 50, 1)]), np.zeros(8, BOOK_EVENT)
    wrong_types = (None, [], b"", np.zeros(3), np.zeros(3, "f8"), np.zeros(3, BOOK_EVENT))
    for wrong in wrong_types:
        with pytest.raises(TypeError, match="commands"):
            book.process(wrong, events)
    for wrong in (None, np.zeros(9), np.zeros(9, BOOK_COMMAND)):
        with pytest.raises(TypeError, match="events"):
            book.process(commands, wrong)
    with pytest.raises(ValueError, match="events: needs 3 rows"):
        book.process(commands, events[:2])
    with pytest.raises(ValueError, match="contiguous"):
        book.process(commands, events[::2])
    with pytest.raises(ValueError, match="contiguous"):
        book.process(np.zeros(4, BOOK_COMMAND)[::2], events)
    with pytest.raises(ValueError, match="one dimension"):
        book.process(commands, events.reshape(2, 4))
    shifted = np.zeros(8 * 40 + 1, "u1")[1:].view(BOOK_EVENT)
    with pytest.raises(ValueError, match="aligned"):
        book.process(commands, shifted)
    events.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        book.process(commands, events)
    assert book.command_count == 0


def test_commands_may_be_read_only(book):
    commands = np.frombuffer(commands_of([limit(0, BID, 50, 1)]).tobytes(), BOOK_COMMAND)
    assert book.process(commands, np.zeros(3, BOOK_EVENT)) == (1, 1)


@pytest.mark.parametrize("orders", [0, -1, 100_000_001])
def test_sizes_of_the_pool(orders):
    with pytest.raises(ValueError, match="orders"):
        Book(orders)


@pytest.mark.parametrize("ticks", [0, -1, 10_000])
def test_sizes_of_the_ladder(ticks):
    with pytest.raises(ValueError, match="ticks"):
        Book(4, ticks)


def test_a_book_is_set_up_once(book):
    with pytest.raises(RuntimeError, match="already"):
        book.__init__(16)
    for kind in (Book, PointsBook):
        unmade = kind.__new__(kind, 4)
        for call in (unmade.depth, lambda made=unmade: made.place(0, 0, 1, 1)):
            with pytest.raises(RuntimeError, match="not set up"):
                call()


def test_other_threads_run_while_commands_are_processed():
    """No switch is forced, so that another thread gets its turn only when the lock is let go."""
    book, commands = Book(2), np.zeros(200_000, BOOK_COMMAND)
    commands["op"] = Op.CANCEL
    events = np.zeros(len(commands) + 3, BOOK_EVENT)
    begun, stop, rounds = threading.Event(), [], []

    def work():
        begun.set()
        while not stop and len(rounds) < 10_000:
            book.process(commands, events)
            rounds.append(1)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    try:
        worker = threading.Thread(target=work)
        worker.start()
        begun.wait()
        refused = 0
        for _ in range(1_000):  # the book answers while it runs, if only by refusing
            try:
                book.best_bid  # noqa: B018
            except RuntimeError:
                refused += 1
        stop.append(1)
        worker.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(rounds) < 10_000

"""Single calls from Python, by pytest-benchmark: `make bench` runs it, `make test` does not.

    python -m pytest bench/_calls.py --benchmark-group-by=func

compares them in one run; the table's last columns are what to read on a shared machine.
"""

import pytest

from engine.core.book.matching import Book
from engine.core.book.points_book import PointsBook

GRANT_E6 = 10**15
BID, ASK = 0, 1


@pytest.fixture(params=[Book, PointsBook], ids=["book", "points"])
def book(request):
    """Return a book with bids and asks around 50."""
    made = Book(1_000) if request.param is Book else PointsBook(1_000, 4)
    for account in range(4):
        if isinstance(made, PointsBook):
            made.grant(account, GRANT_E6)
    for tick in range(1, 50):
        made.place(1, BID, tick, 100)
        made.place(2, ASK, 100 - tick, 100)
    return made


def test_place_and_cancel(benchmark, book):
    """A resting order comes and goes."""

    def come_and_go() -> None:
        book.cancel(book.place(3, BID, 40, 10).order)

    benchmark(come_and_go)


def test_match(benchmark, book):
    """A maker quotes, a taker takes all of it."""

    def trade() -> None:
        book.place(1, BID, 50, 10)
        book.market(2, ASK, 10)

    benchmark(trade)


def test_depth(benchmark, book):
    """Both sides of a book, ten levels each."""
    benchmark(book.depth, 10)

"""An operation of the order book, against resting orders and against levels."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bench._growth.curve import Curve, least_s
from engine.core.book.arrays import BOOK_COMMAND, BOOK_EVENT, Op, SelfTrade, Side
from engine.core.book.matching import Book

OPERATIONS = 200_000
TIMES = 3
BATCH = 4_096
LEVELS = 99
LEVELS_RESTING = 10_000
CONTRACTS_MAX = 100
MARKET_PERCENT = 10

Commands = NDArray[np.void]


def resting(orders: int, levels: int) -> Commands:
    """Return limit orders that never meet, one a place: bids below the middle, asks above."""
    random = np.random.default_rng(5)
    return _limits(random, np.arange(orders, dtype=np.uint32), levels)


def churn(orders: int, levels: int) -> Commands:
    """Return operations on random places: one is canceled and placed anew, and some are taken."""
    random = np.random.default_rng(6)
    made = np.zeros(OPERATIONS, BOOK_COMMAND)
    places = np.repeat(random.integers(0, orders, OPERATIONS // 2, np.uint32), 2)
    made[:] = _limits(random, places, levels)
    canceled = made[::2]
    canceled[:] = np.zeros(1, BOOK_COMMAND)
    canceled["op"], canceled["order"] = Op.CANCEL, places[::2]
    is_market = random.random(OPERATIONS) < MARKET_PERCENT / 100
    made["op"][is_market] = Op.MARKET
    made["stp"][is_market] = SelfTrade.NONE
    made["side"][is_market] = random.choice([Side.BID, Side.ASK], int(is_market.sum()))
    made["contracts"][is_market] = CONTRACTS_MAX // 2
    made["order"][is_market] = orders
    made["tick"][is_market] = 0
    return made


def _limits(random: np.random.Generator, places: NDArray[np.uint32], levels: int) -> Commands:
    made = np.zeros(len(places), BOOK_COMMAND)
    middle = (levels + 1) // 2
    made["op"] = Op.LIMIT
    made["stp"] = SelfTrade.NONE
    made["side"] = random.choice([Side.BID, Side.ASK], len(places))
    distance = random.integers(1, middle, len(places))
    made["tick"] = np.where(made["side"] == Side.BID, middle - distance, middle + distance)
    made["contracts"] = random.integers(1, CONTRACTS_MAX, len(places), endpoint=True)
    made["order"] = places
    return made


def run(book: Book, commands: Commands) -> None:
    """Run commands in batches."""
    events = np.zeros(4 * BATCH, BOOK_EVENT)
    first = 0
    while first < len(commands) or book.is_pending:
        begun, _ = book.process(commands[first : first + BATCH], events)
        first += begun


def operation_s(orders: int, levels: int) -> float:
    """Return the time of an operation with so many resting orders."""
    book = Book(orders + 1, levels)
    run(book, resting(orders, levels))
    commands = churn(orders, levels)
    return least_s(lambda: run(book, commands), TIMES) / OPERATIONS


def by_orders(sizes: Sequence[int]) -> Curve:
    """Return the cost of an operation against resting orders."""
    costs = tuple(operation_s(size, LEVELS) for size in sizes)
    return Curve("an operation of the book", "resting orders", tuple(sizes), costs)


def by_levels(sizes: Sequence[int]) -> Curve:
    """Return the cost of an operation against levels."""
    costs = tuple(operation_s(LEVELS_RESTING, size) for size in sizes)
    return Curve("an operation of the book", "levels", tuple(sizes), costs)

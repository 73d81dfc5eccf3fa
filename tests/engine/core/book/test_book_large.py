"""A book larger than the processor's caches, whose commands are looked at ahead of their turn."""

import numpy as np
import pytest

from engine.core.book.arrays import BOOK_COMMAND, BOOK_EVENT, EventKind, Op, SelfTrade, Side
from engine.core.book.matching import Book

RESTING = 12_000  # more than are taken for near
MIXED = 4_000
NO_ORDER = 2**32 - 1


def commands() -> np.ndarray:
    """Orders that fill the book, then cancels, orders that cross, and numbers of no order."""
    random = np.random.default_rng(7)
    made = np.zeros(RESTING + MIXED, BOOK_COMMAND)
    made["op"], made["stp"] = Op.LIMIT, SelfTrade.NONE
    made["side"] = random.integers(0, 2, len(made))
    made["contracts"] = random.integers(1, 20, len(made))
    made["order"] = np.arange(len(made))
    low, high = random.integers(1, 50, len(made)), random.integers(50, 100, len(made))
    made["tick"] = np.where(made["side"] == Side.BID, low, high)
    mixed = made[RESTING:]
    mixed["tick"] = random.integers(30, 70, MIXED)
    canceled = random.random(MIXED) < 0.5
    mixed["op"][canceled], mixed["stp"][canceled] = Op.CANCEL, 0
    mixed["order"][canceled] = random.integers(0, RESTING, canceled.sum())
    mixed["order"][random.random(MIXED) < 0.02] = NO_ORDER
    mixed["order"][random.random(MIXED) < 0.02] = len(made)
    return made


def happened(batch: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the events and what rests, for batches of so many commands."""
    book, events, kept = Book(RESTING + MIXED), np.zeros(4 * batch + 3, BOOK_EVENT), []
    left = commands()
    while len(left) or book.is_pending:
        begun, written = book.process(left[:batch], events)
        kept.append(events[:written].copy())
        left = left[begun:]
    book.check()
    return np.concatenate(kept), book.resting()


@pytest.mark.parametrize("batch", [15, 16, 17, 33, RESTING + MIXED])
def test_looking_ahead_changes_nothing(batch):
    alone, rest = happened(1)  # nothing follows a single command
    found, left = happened(batch)
    assert {EventKind.FILL, EventKind.CANCELED, EventKind.REJECTED} <= set(alone["kind"].tolist())
    assert len(rest) > 8_192
    np.testing.assert_array_equal(found, alone)
    np.testing.assert_array_equal(left, rest)

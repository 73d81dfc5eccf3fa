"""A public stream of orders for one book of 99 levels: made from a seed, or read from a file.

A record has 16 bytes, little-endian: op u8 (0 add, 1 cancel, 2 marketable), side u8 (0 buy,
1 sell), price u8, pad u8, quantity u32, id u32, account u32. An add rests what it cannot match. A
marketable order cancels it; its price is the worst it takes, 0 any. A cancel names the id of the
order to cancel. Ids are the maker's choice and are used once.
"""

from collections import deque
from hashlib import sha256
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

ADD, CANCEL, MARKETABLE = 0, 1, 2
BUY, SELL = 0, 1
LEVELS = 99
OPERATIONS = 1_000_000
SEED = 1
LIVE = 1_300  # orders that rest, about
ACCOUNTS = 1_000
ADD_PERCENT, CANCEL_PERCENT = 60, 30
QUANTITY_MAX = 100  # of an add
STEPS = 16  # the mid wanders by so many parts of a level
MID_LOW, MID_HIGH = 15, 85
REACH = 10  # levels beyond the mid that a marketable order goes
RECORDS_MAX = 50_000_000

RECORD = np.dtype(
    [
        ("op", "u1"),
        ("side", "u1"),
        ("price", "u1"),
        ("pad", "u1"),
        ("quantity", "<u4"),
        ("id", "<u4"),
        ("account", "<u4"),
    ]
)
Records = NDArray[np.void]


class StreamError(ValueError):
    """Why a file is no stream of orders; the text is for the user."""


class _Live:
    """Which orders rest, so that a cancel can name one: a book in a few plain lists."""

    def __init__(self) -> None:
        self.levels: tuple[list[deque[int]], ...] = tuple(
            [deque() for _ in range(LEVELS + 2)] for _ in (BUY, SELL)
        )
        self.best = [0, LEVELS + 1]
        self.orders: dict[int, list[int]] = {}  # id → side, price, left
        self.ids: list[int] = []
        self.places: dict[int, int] = {}
        self.trades = 0
        self.volume = 0

    def incoming(self, number: int, side: int, price: int, left: int, is_resting: bool) -> None:
        """Match an order and let its rest stand, when it may."""
        levels, other = self.levels[1 - side], 1 - side
        while left and (self.best[other] <= price if side == BUY else self.best[other] >= price):
            if not 1 <= self.best[other] <= LEVELS:
                break
            level = levels[self.best[other]]
            maker = level[0]
            resting = self.orders[maker]
            filled = min(left, resting[2])
            left -= filled
            resting[2] -= filled
            self.trades += 1
            self.volume += filled
            if not resting[2]:
                self._remove(maker)
        if left and is_resting:
            self.levels[side][price].append(number)
            self.orders[number] = [side, price, left]
            self.places[number] = len(self.ids)
            self.ids.append(number)
            best = self.best[side]
            self.best[side] = max(best, price) if side == BUY else min(best, price)

    def cancel(self, number: int) -> None:
        """Take an order out."""
        self._remove(number)

    def _remove(self, number: int) -> None:
        side, price, _left = self.orders.pop(number)
        self.levels[side][price].remove(number)
        place, last = self.places.pop(number), self.ids.pop()
        if last != number:
            self.ids[place] = last
            self.places[last] = place
        step = -1 if side == BUY else 1
        while 1 <= self.best[side] <= LEVELS and not self.levels[side][self.best[side]]:
            self.best[side] += step


def make_stream(operations: int = OPERATIONS, seed: int = SEED) -> Records:
    """Return a stream: 60 % adds near a wandering mid, 30 % cancels, 10 % marketable orders.

    A cancel names a random order that rests. What marketable orders take follows the number of
    orders that rest, so that it stays near LIVE.
    """
    random = Random(seed)  # noqa: S311 - a benchmark's
    live = _Live()
    mid = LEVELS * STEPS // 2
    rows: list[tuple[int, ...]] = []
    for number in range(operations):
        bits = random.getrandbits(64)
        kind, bits = bits % 100, bits // 100
        mid = min(max(mid + bits % 3 - 1, MID_LOW * STEPS), MID_HIGH * STEPS)
        side, bits = bits // 3 % 2, bits // 6
        offset = 1 + min(bits % 8, bits // 8 % 8)
        quantity = 1 + bits // 64 % QUANTITY_MAX
        account = bits // 6_400 % ACCOUNTS
        if ADD_PERCENT <= kind < ADD_PERCENT + CANCEL_PERCENT and live.ids:
            number_gone = live.ids[bits % len(live.ids)]
            live.cancel(number_gone)
            rows.append((CANCEL, 0, 0, 0, 0, number_gone, 0))
            continue
        is_add = kind < ADD_PERCENT + CANCEL_PERCENT
        if not is_add:
            offset = -REACH
            quantity = 1 + bits // 64 % (1 + 3 * QUANTITY_MAX * len(live.ids) // LIVE)
        price = mid // STEPS + (-offset if side == BUY else offset)
        price = min(max(price, 1), LEVELS)
        live.incoming(number, side, price, quantity, is_add)
        op = ADD if is_add else MARKETABLE
        rows.append((op, side, price, 0, quantity, number, account))
    return np.array(rows, RECORD)


def read_stream(path: Path) -> Records:
    """Return the records of a file; StreamError says what is wrong with it."""
    try:
        size = path.stat().st_size
        if size % RECORD.itemsize or not 0 < size <= RECORDS_MAX * RECORD.itemsize:
            raise StreamError(
                f"{path}: {size} bytes are no stream: 1 to {RECORDS_MAX} records of 16 bytes"
            )
        records = np.fromfile(path, RECORD)
    except OSError as error:
        raise StreamError(f"{path}: {error.strerror}") from error
    check_stream(records, str(path))
    return records


def check_stream(records: Records, name: str) -> None:
    """Raise StreamError naming the first record that means nothing."""
    is_order = records["op"] != CANCEL
    wrong = (records["op"] > MARKETABLE) | (is_order & (records["side"] > SELL))
    wrong |= is_order & (records["quantity"] == 0)
    wrong |= (records["op"] == ADD) & (records["price"] == 0)
    wrong |= is_order & (records["price"] > LEVELS)
    if wrong.any():
        place = int(np.argmax(wrong))
        shown = dict(zip(records.dtype.names or (), records[place].item(), strict=True))
        raise StreamError(f"{name}: record {place} is no operation: {shown}")


def dense(numbers: NDArray[np.uint32], limit: int) -> tuple[NDArray[np.uint32], int]:
    """Return the numbers from 0 on, and how many there are: as they are where they are small."""
    largest = int(numbers.max()) if len(numbers) else 0
    if largest < limit:
        return numbers, largest + 1
    known, places = np.unique(numbers, return_inverse=True)
    return places.astype(np.uint32), len(known)


def stream_hash(records: Records) -> str:
    """Return the SHA-256 of a stream's bytes."""
    return sha256(records.tobytes()).hexdigest()

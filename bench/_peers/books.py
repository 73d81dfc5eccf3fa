"""Order books of PyPI on the same stream: each turns records into trades, as (price, quantity).

`order-matching`, `lightmatchingengine` and `nautilus_trader` are the extra `peers` of
pyproject.toml, which `make bench-peers` installs into an environment of its own; there `python -m
bench._peers.books NAME FILE` runs one. A peer that is not installed is left out, and the report
says so. The first two know no immediate-or-cancel order: what a marketable order leaves is canceled
by a call of its own.
"""

import importlib
import json
import sys
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench._orders import ADD, BUY, CANCEL, MARKETABLE, RECORD, Records
from bench._peers.environment import PeerMissingError, call

Trades = list[tuple[int, int]]
Prepare = Callable[[Records], Callable[[], Trades]]
Row = tuple[int, int, int, int, int, int, int]
ANY_BUY, ANY_SELL = 99, 1
TIMES = 2  # the best of so many


def _module(name: str, package: str) -> Any:  # noqa: ANN401 - packages without types
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise PeerMissingError(f"{package} is not installed: make bench-peers") from error


def _rows(records: Records) -> list[Row]:
    rows: list[Row] = records.tolist()
    return rows


def _worst(side: int, price: int) -> int:
    return price or (ANY_BUY if side == BUY else ANY_SELL)


def sorted_lists(records: Records) -> Callable[[], Trades]:
    """Prepare the plainest book that is not slow by design: sorted levels of dictionaries."""
    sorteddict = _module("sortedcontainers", "sortedcontainers").SortedDict
    rows = _rows(records)

    def run() -> Trades:
        books = (sorteddict(), sorteddict())  # price → {id: left}, bids and asks
        where: dict[int, tuple[int, int]] = {}
        trades: Trades = []
        for op, side, price, _pad, quantity, number, _account in rows:
            if op == CANCEL:
                if (place := where.pop(number, None)) is not None:
                    _take_out(books[place[0]], place[1], number)
                continue
            worst, levels, left = _worst(side, price), books[1 - side], quantity
            while left and levels:
                best, level = levels.peekitem(0 if side == BUY else -1)
                if (best > worst) if side == BUY else (best < worst):
                    break
                maker, resting = next(iter(level.items()))
                filled = min(left, resting)
                trades.append((best, filled))
                left -= filled
                if filled == resting:
                    _take_out(levels, best, maker)
                    del where[maker]
                else:
                    level[maker] = resting - filled
            if left and op == ADD:
                books[side].setdefault(price, {})[number] = left
                where[number] = (side, price)
        return trades

    return run


def _take_out(levels: Any, price: int, number: int) -> None:  # noqa: ANN401
    level = levels[price]
    del level[number]
    if not level:
        del levels[price]


def lightmatchingengine(records: Records) -> Callable[[], Trades]:
    """Prepare the package `lightmatchingengine`."""
    module = _module("lightmatchingengine.lightmatchingengine", "lightmatchingengine")
    rows = _rows(records)

    def run() -> Trades:
        engine = module.LightMatchingEngine()
        own: dict[int, int] = {}
        trades: Trades = []
        for op, side, price, _pad, quantity, number, _account in rows:
            if op == CANCEL:
                if number in own:
                    engine.cancel_order(own[number], "market")
                continue
            order, found = engine.add_order("market", _worst(side, price), quantity, side + 1)
            own[number] = order.order_id
            # its lists have the incoming order's sum for each price, then the resting orders' parts
            trades += [(t.trade_price, t.trade_qty) for t in found if t.order_id != order.order_id]
            if op == MARKETABLE and order.leaves_qty:
                engine.cancel_order(order.order_id, "market")
        return trades

    return run


def order_matching(records: Records) -> Callable[[], Trades]:
    """Prepare the package `order-matching`."""
    engine_module = _module("order_matching.matching_engine", "order-matching[polars]")
    orders = _module("order_matching.orders", "order-matching[polars]").Orders
    limit_order = _module("order_matching.order", "order-matching[polars]").LimitOrder
    sides = _module("order_matching.enums", "order-matching[polars]").Side
    _module("loguru", "loguru").logger.disable("order_matching")
    stamp = importlib.import_module("datetime").datetime(2026, 1, 1)
    rows = _rows(records)

    def run() -> Trades:
        engine = engine_module.MatchingEngine(seed=1)
        live: dict[int, Any] = {}
        trades: Trades = []
        for op, side, price, _pad, quantity, number, account in rows:
            if op == CANCEL:
                if number in live and live[number].size > 0:
                    engine.cancel_order(str(number))
                continue
            order = limit_order(
                side=sides.BUY if side == BUY else sides.SELL,
                price=_worst(side, price),
                size=quantity,
                timestamp=stamp,
                order_id=str(number),
                trader_id=str(account),
            )
            live[number] = order
            engine.place(orders([order]))
            found = engine.match(stamp)
            trades += [(int(t.price), int(t.size)) for t in found.trades]
            if op == MARKETABLE and order.size > 0:
                engine.cancel_order(str(number))
        return trades

    return run


class _Nautilus:
    """The book of `nautilus_trader`, in Rust: it says the fills of an order.

    It does not take them out and does not say whose they are: the queues of a price are ours.
    """

    def __init__(self, rust: Any) -> None:  # noqa: ANN401
        self._rust = rust
        self._sides = (rust.OrderSide.BUY, rust.OrderSide.SELL)
        self._prices = [rust.Price(price, 0) for price in range(ANY_BUY + 1)]
        self._book = rust.OrderBook(rust.InstrumentId.from_str("A.B"), rust.BookType.L3_MBO)
        self._live: dict[int, tuple[int, int, int]] = {}  # id → side, price, left
        self._queues: defaultdict[tuple[int, int], deque[int]] = defaultdict(deque)
        self.trades: Trades = []

    def _order(self, side: int, price: int, quantity: int, number: int) -> Any:  # noqa: ANN401
        size = self._rust.Quantity(quantity, 0)
        return self._rust.BookOrder(self._sides[side != BUY], self._prices[price], size, number)

    def cancel(self, number: int) -> None:
        """Take an order out, where it rests."""
        if (known := self._live.pop(number, None)) is not None:
            self._book.delete(self._order(*known, number), 0, number, number)

    def fill(self, side: int, price: int, quantity: int, number: int) -> int:
        """Match an order; return what is left of it."""
        left = quantity
        for at, size in self._book.simulate_fills(self._order(side, price, quantity, number)):
            place, filled = (1 - side, int(at)), int(size)
            left -= filled
            self.trades.append((place[1], filled))
            queue = self._queues[place]
            while queue[0] not in self._live:
                queue.popleft()
            rest = self._live[queue[0]][2] - filled
            maker = self._order(*place, rest or filled, queue[0])
            if rest:
                self._live[queue[0]] = (*place, rest)
                self._book.update(maker, 0, number, number)
            else:
                del self._live[queue.popleft()]
                self._book.delete(maker, 0, number, number)
        return left

    def rest(self, side: int, price: int, left: int, number: int) -> None:
        """Let an order rest."""
        self._book.add(self._order(side, price, left, number), 0, number, number)
        self._live[number] = (side, price, left)
        self._queues[side, price].append(number)


def nautilus_trader(records: Records) -> Callable[[], Trades]:
    """Prepare the package `nautilus_trader`."""
    rust = _module("nautilus_trader.core.nautilus_pyo3", "nautilus_trader")
    rows = _rows(records)

    def run() -> Trades:
        book = _Nautilus(rust)
        for op, side, price, _pad, quantity, number, _account in rows:
            if op == CANCEL:
                book.cancel(number)
                continue
            left = book.fill(side, _worst(side, price), quantity, number)
            if left and op == ADD:
                book.rest(side, price, left, number)
        return book.trades

    return run


PEERS: dict[str, Prepare] = {
    "sortedcontainers": sorted_lists,
    "lightmatchingengine": lightmatchingengine,
    "order-matching": order_matching,
    "nautilus_trader": nautilus_trader,
}


def result(name: str, prepare: Prepare, records: Records) -> tuple[Trades, float]:
    """Return a peer's trades and its least processor time, here or in the peers' environment."""
    try:
        return timed(prepare(records))
    except PeerMissingError:
        if name not in PEERS:
            raise
    with tempfile.TemporaryDirectory(prefix="acre-bench-") as folder:
        path = Path(folder) / "records"
        records.tofile(path)
        said = call("peers", __spec__.name, name, str(path))
    return [(price, size) for price, size in said["trades"]], said["seconds"]


def timed(work: Callable[[], Trades]) -> tuple[Trades, float]:
    """Return the trades of some work and its least processor time."""
    best, trades = float("inf"), Trades()
    for _ in range(TIMES):
        begin = time.process_time()
        trades = work()
        best = min(best, time.process_time() - begin)
    return trades, best


def main(name: str, path: str) -> None:
    """Print one line of JSON."""
    said: dict[str, Any]
    try:
        trades, seconds = timed(PEERS[name](np.fromfile(path, RECORD)))
        said = {"trades": trades, "seconds": seconds}
    except PeerMissingError as error:
        said = {"missing": str(error)}
    print(json.dumps(said))


if __name__ == "__main__":
    main(*sys.argv[1:])

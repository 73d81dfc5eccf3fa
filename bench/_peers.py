"""Order books of PyPI on the same stream: each turns records into trades, as (price, quantity).

`order-matching` and `lightmatchingengine` are the extra `peers` of pyproject.toml; a peer that is
not installed is left out, and the report says so. Neither knows an immediate-or-cancel order: what
a marketable order leaves is cancelled by a call of its own.
"""

import importlib
from collections.abc import Callable
from typing import Any

from bench._orders import ADD, BUY, CANCEL, MARKETABLE, Records

Trades = list[tuple[int, int]]
Row = tuple[int, int, int, int, int, int, int]
ANY_BUY, ANY_SELL = 99, 1


class PeerMissingError(Exception):
    """The peer is not installed; the text says how to install it."""


def _module(name: str, package: str) -> Any:  # noqa: ANN401 - packages without types
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise PeerMissingError(f"{package} is not installed: pip install '{package}'") from error


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


PEERS: dict[str, Callable[[Records], Callable[[], Trades]]] = {
    "sortedcontainers": sorted_lists,
    "lightmatchingengine": lightmatchingengine,
    "order-matching": order_matching,
}

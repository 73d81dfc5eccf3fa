"""How fast does the order book match, and does it match as others do?

`python -m bench.book` (or `acre bench book`) makes the public stream of `bench/_orders.py`, a
million operations on 99 levels, and runs it through the book alone and through the book with the
points ledger, from Python in batches and one call at a time. `--file FILE` takes the operations
from a file instead. It prints one JSON line: operations, trades, traded volume, operations a second
and the hash of the result. The hash is SHA-256 over every trade (incoming id, resting id, price,
quantity: u32 each, in their order) and then every order that still rests (side, price, id,
quantity: u32 each; buys first, by price, then first in first out), little-endian.

`growth_1k_to_5m` is an operation on a book where 5,000,000 orders rest, to one where 1,000 do
(`bench/_growth/book.py`).

Peers of PyPI run the beginning of the same stream in the same run and must make the same trades.
Times are of the processor, the best of some runs; only ratios of one run say something on a shared
machine. Instructions, which do not depend on its load:

    valgrind --tool=callgrind --toggle-collect='*4Book_*process' python -m bench.book --count book

runs the stream once through `process` of that layer (`book` or `points`); divide what is collected
by the operations printed.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import _orders as orders
from bench._growth.book import by_orders
from bench._peers.books import PEERS, result
from bench._peers.environment import PeerMissingError
from engine.core.book.arrays import BOOK_COMMAND, BOOK_EVENT, EventKind, Op, SelfTrade, Side
from engine.core.book.matching import Book
from engine.core.book.points_book import PointsBook

TIMES = 5  # the best of so many
BATCH = 4_096
EVENTS = 4 * BATCH
PEER_OPERATIONS = 3_000
SINGLE_OPERATIONS = 300_000
PLACES_MAX = 1 << 22  # larger ids are counted instead
GRANT_E6 = 10**15
LAYERS = ("book", "points")
GROWTH = (1_000, 5_000_000)  # resting orders
LIMIT, CANCEL = int(Op.LIMIT), int(Op.CANCEL)

Commands = NDArray[np.void]
Events = NDArray[np.void]
Layer = Book | PointsBook


class Stream:
    """The commands of a stream for both layers, and how large a book they need."""

    def __init__(self, records: orders.Records) -> None:
        self.records = records
        self.ids, self.places = orders.dense(records["id"], PLACES_MAX)
        self.owners, self.accounts = orders.dense(records["account"], PLACES_MAX)

    def __len__(self) -> int:
        return len(self.records)

    def commands(self, layer: str) -> Commands:
        """Return the stream as commands; matching alone knows no self-trade, as the peers."""
        made = np.zeros(len(self.records), BOOK_COMMAND)
        ops = np.array([Op.LIMIT, Op.CANCEL, Op.MARKET], np.uint8)
        made["op"] = ops[self.records["op"]]
        made["side"] = np.where(self.records["side"] == orders.BUY, Side.BID, Side.ASK)
        made["stp"] = SelfTrade.NONE if layer == "book" else SelfTrade.CANCEL_RESTING
        made["tick"] = self.records["price"]
        made["contracts"] = self.records["quantity"]
        made["order"] = self.ids
        made["owner"] = self.owners
        is_cancel = made["op"] == Op.CANCEL
        for name in ("side", "stp", "tick", "contracts", "owner"):
            made[name][is_cancel] = 0
        return made

    def new_layer(self, layer: str) -> Layer:
        """Return an empty book that has room for the stream."""
        if layer == "book":
            return Book(self.places, orders.LEVELS)
        points = PointsBook(self.places, self.accounts)
        for account in range(self.accounts):
            points.grant(account, GRANT_E6)
        return points


def run(book: Layer, commands: Commands, events: Events, keep: list[Events] | None = None) -> None:
    """Run commands through `process`, in batches; what happened goes to `keep`."""
    first = 0
    while first < len(commands):
        consumed, produced = book.process(commands[first : first + BATCH], events)
        first += consumed
        if keep is not None:
            keep.append(events[:produced].copy())


def result_of(book: Layer, happened: Events, ids: NDArray[np.uint32]) -> dict[str, Any]:
    """Return trades, volume and the hash of a run; `ids` are the stream's by place."""
    fills = happened[happened["kind"] == EventKind.FILL]
    trades = np.stack(
        [ids[fills["order"]], ids[fills["maker"]], fills["tick"], fills["contracts"]], axis=1
    )
    resting = book.resting()
    left = np.stack(
        [resting["side"], resting["tick"], ids[resting["order"]], resting["contracts"]], axis=1
    )
    digest = sha256(trades.astype("<u4").tobytes())
    digest.update(left.astype("<u4").tobytes())
    return {
        "trades": len(fills),
        "volume": int(fills["contracts"].sum(dtype=np.uint64)),
        "refused": int((happened["kind"] == EventKind.REJECTED).sum()),
        "resting": len(resting),
        "hash": digest.hexdigest(),
    }


def best_s(prepare: Callable[[], Callable[[], object]], times: int = TIMES) -> float:
    """Return the shortest time of the processor; each run begins anew."""
    least = float("inf")
    for _ in range(times):
        work = prepare()
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def measure_layer(stream: Stream, layer: str) -> dict[str, Any]:
    """Return result and speed of one layer: batches, and one call at a time."""
    commands = stream.commands(layer)
    events = np.zeros(EVENTS, BOOK_EVENT)
    book, kept = stream.new_layer(layer), list[Events]()
    run(book, commands, events, kept)
    names = np.zeros(stream.places, np.uint32)
    names[stream.ids] = stream.records["id"]
    report = result_of(book, np.concatenate(kept), names)

    def batches() -> Callable[[], object]:
        fresh = stream.new_layer(layer)
        return lambda: run(fresh, commands, events)

    report["ops_per_s"] = round(len(stream) / best_s(batches))
    return report


def single_calls(stream: Stream) -> int:
    """Return calls a second of a Python loop over prepared integers, matching alone."""
    count = min(SINGLE_OPERATIONS, len(stream))
    rows = stream.commands("book")[:count]
    names = ("op", "side", "tick", "contracts", "order", "owner")
    calls = list(zip(*(rows[name].tolist() for name in names), strict=True))

    def prepare() -> Callable[[], object]:
        book = stream.new_layer("book")
        assert isinstance(book, Book)
        return lambda: call_each(book, calls)

    return round(count / best_s(prepare))


def call_each(book: Book, calls: Sequence[tuple[int, ...]]) -> None:
    """Make one call for each operation."""
    place, market, cancel = book.place, book.market, book.cancel
    none = int(SelfTrade.NONE)
    for op, side, tick, contracts, order, owner in calls:
        if op == LIMIT:
            place(owner, side, tick, contracts, 0, none, False, order)
        elif op == CANCEL:
            cancel(order)
        else:
            market(owner, side, contracts, tick, none, order)


def measure_peers(stream: Stream, count: int) -> dict[str, Any]:
    """Return each peer's speed on the first operations, and ours; their trades must be the same."""
    begin = Stream(stream.records[:count])
    events, kept = np.zeros(EVENTS, BOOK_EVENT), list[Events]()
    run(begin.new_layer("book"), begin.commands("book"), events, kept)
    happened = np.concatenate(kept)
    fills = happened[happened["kind"] == EventKind.FILL]
    trades = list(zip(fills["tick"].tolist(), fills["contracts"].tolist(), strict=True))
    report: dict[str, Any] = {}
    for name, prepare in PEERS.items():
        try:
            made, seconds = result(name, prepare, begin.records)
        except PeerMissingError as error:
            report[name] = str(error)
            continue
        if made != trades:
            raise SystemExit(f"bench book: {name} makes other trades on the same {count} orders")
        report[name] = round(count / seconds)
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; returns the exit status."""
    parser = argparse.ArgumentParser(prog="bench book", description=__doc__.partition("\n")[0])
    parser.add_argument("--file", type=Path, help="records of 16 bytes instead of the made stream")
    parser.add_argument("--operations", type=int, default=orders.OPERATIONS)
    parser.add_argument("--seed", type=int, default=orders.SEED)
    parser.add_argument(
        "--peers", type=int, default=PEER_OPERATIONS, help="their operations; 0: none"
    )
    parser.add_argument("--count", choices=LAYERS, help="one run of a layer, to count instructions")
    parsed = parser.parse_args(arguments)
    if not 1 <= parsed.operations <= orders.RECORDS_MAX:
        parser.error(f"--operations is 1 to {orders.RECORDS_MAX}")
    try:
        if parsed.file is not None:
            records = orders.read_stream(parsed.file)
        else:
            records = orders.make_stream(parsed.operations, parsed.seed)
    except orders.StreamError as error:
        print(f"bench book: {error}", file=sys.stderr)
        return 1
    stream = Stream(records)
    if parsed.count is not None:
        run(
            stream.new_layer(parsed.count),
            stream.commands(parsed.count),
            np.zeros(EVENTS, BOOK_EVENT),
        )
        print(json.dumps({"operations": len(stream)}))
        return 0
    print(json.dumps(measure(stream, parsed.peers)))
    return 0


def measure(stream: Stream, peer_operations: int) -> dict[str, Any]:
    """Return the whole report."""
    book, points = (measure_layer(stream, layer) for layer in LAYERS)
    peers = measure_peers(stream, peer_operations) if peer_operations else {}
    fastest = max((speed for speed in peers.values() if isinstance(speed, int)), default=0)
    return {
        "bench": "book",
        "operations": len(stream),
        "stream_hash": orders.stream_hash(stream.records),
        "trades": book["trades"],
        "volume": book["volume"],
        "ops_per_s": book["ops_per_s"],
        "result_hash": book["hash"],
        "resting": book["resting"],
        "refused": book["refused"],
        "single_calls_per_s": single_calls(stream),
        "points": points,
        "growth_1k_to_5m": round(by_orders(GROWTH).last_to_first, 2),
        "peers_ops_per_s": peers,
        "ours_to_fastest_peer": round(book["ops_per_s"] / fastest, 1) if fastest else None,
    }


if __name__ == "__main__":
    sys.exit(main())

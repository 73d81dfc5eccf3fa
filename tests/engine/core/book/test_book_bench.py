"""`bench/book.py`: what it reports, what it refuses, and that its peers make the same trades."""

import json
from hashlib import sha256

import numpy as np
import pytest

import bench.book
from bench._orders import (
    ADD,
    BUY,
    CANCEL,
    MARKETABLE,
    RECORD,
    SELL,
    Records,
    StreamError,
    check_stream,
    make_stream,
    read_stream,
    stream_hash,
)
from bench._peers.books import PEERS, result
from bench._peers.environment import PeerMissingError

OPERATIONS = 3_000
TWO_TRADES = [
    (ADD, SELL, 60, 0, 10, 7, 1),
    (ADD, SELL, 61, 0, 10, 8, 2),
    (MARKETABLE, BUY, 61, 0, 14, 9, 3),  # 10 at 60, 4 at 61
    (MARKETABLE, BUY, 60, 0, 5, 10, 3),  # nothing up to 60: gone
    (CANCEL, 0, 0, 0, 0, 7, 0),  # filled already
    (ADD, BUY, 50, 0, 3, 11, 3),
    (CANCEL, 0, 0, 0, 0, 11, 0),
]


def stream_of(*rows: tuple[int, ...]) -> Records:
    return np.array(list(rows), RECORD)


@pytest.fixture
def report_of(tmp_path, capsys):
    """Run the command line over records, without peers; returns what it printed."""

    def run(records: Records) -> dict[str, object]:
        path = tmp_path / "orders.bin"
        records.tofile(path)
        assert bench.book.main(["--file", str(path), "--peers", "0"]) == 0
        printed = capsys.readouterr().out
        assert printed.count("\n") == 1
        return json.loads(printed)

    return run


def naive(records: Records) -> tuple[list[tuple[int, int, int, int]], list[tuple[int, ...]]]:
    """Return trades and resting orders by looking through a plain list each time."""
    resting: list[list[int]] = []  # side, price, id, left, in the order of their arrival
    trades = []
    for op, side, price, _pad, quantity, number, _account in records.tolist():
        if op == CANCEL:
            resting = [order for order in resting if order[2] != number]
            continue
        worst = price or (99 if side == BUY else 1)
        left = quantity
        while left:
            others = [order for order in resting if order[0] != side]
            others.sort(key=lambda order: order[1], reverse=side == SELL)
            best = others[0] if others else None
            if best is None or (best[1] > worst if side == BUY else best[1] < worst):
                break
            filled = min(left, best[3])
            trades.append((number, best[2], best[1], filled))
            left -= filled
            best[3] -= filled
            resting = [order for order in resting if order[3]]
        if left and op == ADD:
            resting.append([side, price, number, left])
    resting.sort(key=lambda order: (order[0], order[1]))
    return trades, [tuple(order) for order in resting]


def hash_of(trades, resting):
    words = [number for row in (*trades, *resting) for number in row]
    return sha256(b"".join(word.to_bytes(4, "little") for word in words)).hexdigest()


def test_a_file_of_seven_operations_worked_out_by_hand(report_of):
    report = report_of(stream_of(*TWO_TRADES))
    assert report["operations"] == 7
    assert report["trades"] == 2
    assert report["volume"] == 14
    assert report["resting"] == 1
    # The cancel of a filled order means nothing any more, and is counted.
    assert report["refused"] == 1
    trades = [(9, 7, 60, 10), (9, 8, 61, 4)]
    assert report["result_hash"] == hash_of(trades, [(SELL, 61, 8, 6)])
    assert report["ops_per_s"] > 0


def test_a_made_stream_has_the_trades_volume_and_hash_of_a_plain_list(report_of):
    records = make_stream(OPERATIONS, seed=2)
    trades, resting = naive(records)
    assert len(trades) > 300
    report = report_of(records)
    assert report["operations"] == OPERATIONS
    assert report["trades"] == len(trades)
    assert report["volume"] == sum(trade[3] for trade in trades)
    assert report["resting"] == len(resting)
    assert report["result_hash"] == hash_of(trades, resting)
    assert report["stream_hash"] == stream_hash(records)


def test_ids_as_large_as_they_can_be_and_a_price_of_0_as_any(report_of):
    high = 2**32 - 1
    report = report_of(
        stream_of((ADD, BUY, 1, 0, high, high, high), (MARKETABLE, SELL, 0, 0, 2, high - 1, 0))
    )
    assert (report["trades"], report["volume"]) == (1, 2)
    assert report["result_hash"] == hash_of([(high - 1, high, 1, 2)], [(BUY, 1, high, high - 2)])


def test_the_hash_does_not_depend_on_the_size_of_the_batches(monkeypatch):
    stream = bench.book.Stream(make_stream(OPERATIONS, seed=3))
    monkeypatch.setattr(bench.book, "TIMES", 1)
    hashes = {layer: set() for layer in bench.book.LAYERS}
    for batch, events in ((1, 3), (7, 5), (4_096, 16_384)):
        monkeypatch.setattr(bench.book, "BATCH", batch)
        monkeypatch.setattr(bench.book, "EVENTS", events)
        for layer in bench.book.LAYERS:
            hashes[layer].add(bench.book.measure_layer(stream, layer)["hash"])
    assert [len(found) for found in hashes.values()] == [1, 1]


@pytest.mark.parametrize("name", PEERS)
def test_peers_make_the_same_trades(name):
    records = make_stream(400, seed=4)
    try:
        trades, _ = result(name, PEERS[name], records)
    except PeerMissingError as error:
        pytest.skip(str(error))
    assert trades == [(trade[2], trade[3]) for trade in naive(records)[0]]


def test_a_missing_peer_is_told_in_the_report(monkeypatch):
    def missing(_records):
        raise PeerMissingError("absent is not installed")

    monkeypatch.setattr(bench.book, "PEERS", {"absent": missing})
    stream = bench.book.Stream(make_stream(100))
    assert bench.book.measure_peers(stream, 100) == {"absent": "absent is not installed"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "0 bytes are no stream"),
        (b"x" * 17, "17 bytes are no stream"),
        (stream_of((3, BUY, 50, 0, 1, 1, 1)), "record 0 is no operation"),
        (stream_of((ADD, 2, 50, 0, 1, 1, 1)), "record 0 is no operation"),
        (stream_of((ADD, BUY, 0, 0, 1, 1, 1)), "record 0 is no operation"),
        (stream_of((ADD, BUY, 50, 0, 0, 1, 1)), "record 0 is no operation"),
        (stream_of(*TWO_TRADES, (ADD, SELL, 100, 0, 1, 1, 1)), "record 7 is no operation"),
        (stream_of((MARKETABLE, BUY, 100, 0, 1, 1, 1)), "record 0 is no operation"),
        (stream_of((MARKETABLE, BUY, 0, 0, 0, 1, 1)), "record 0 is no operation"),
    ],
)
def test_a_file_that_is_no_stream_is_refused_with_a_sentence(tmp_path, capsys, content, reason):
    path = tmp_path / "orders.bin"
    path.write_bytes(content if isinstance(content, bytes) else content.tobytes())
    assert bench.book.main(["--file", str(path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"bench book: {path}: {reason}")
    assert printed.err.count("\n") == 1


def test_a_path_that_cannot_be_read_is_refused_with_a_sentence(tmp_path, capsys):
    for path, reason in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        assert bench.book.main(["--file", str(path)]) == 1
        assert capsys.readouterr().err.startswith(f"bench book: {path}: {reason}")


def test_operation_format():
    check_stream(stream_of(*TWO_TRADES, (CANCEL, 9, 255, 9, 0, 1, 1)), "it")
    with pytest.raises(StreamError, match=r"it: record 1 is no operation: .*'price': 100"):
        check_stream(stream_of(TWO_TRADES[0], (ADD, BUY, 100, 0, 1, 1, 1)), "it")


def test_a_stream_is_read_as_it_was_written(tmp_path):
    make_stream(50).tofile(tmp_path / "it")
    assert stream_hash(read_stream(tmp_path / "it")) == stream_hash(make_stream(50))

"""Opening a journal, checking a session and telling sockets, against how many there are."""

import asyncio
import secrets
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench._growth.curve import Curve, least_s
from bench.fanout import Market, Server, serve
from bench.replay import open_and_close, records_of, write
from edge.api.auth.tokens import AccessTokens

TAKES = 600  # commands beside the messages, which are not measured here
CHECKS = 20_000
TIMES = 3
ENV = "bench"
SELDOM = 10_000_000  # commands between two snapshots


def message_by_sockets(sizes: Sequence[int]) -> Curve:
    """Return the cost of telling a change of a book to all of its sockets."""
    costs = [asyncio.run(serve(Server(Market()), size, TAKES)).cost_s["hub"] for size in sizes]
    return Curve("a change of a book, told to all", "subscribers", tuple(sizes), tuple(costs))


def check_by_sessions(sizes: Sequence[int]) -> Curve:
    """Return the cost of checking an access token, with so many sessions in turn."""
    tokens = AccessTokens(secrets.token_bytes(32), ENV, time.time)
    now_s = int(time.time())
    costs = []
    for size in sizes:
        issued = [
            tokens.issue(number.to_bytes(32, "big"), f"{number}", f"{number}", now_s)
            for number in range(size)
        ]
        turns = [issued[at % size] for at in range(CHECKS)]

        def check_all(turns: list[str] = turns) -> None:
            for token in turns:
                tokens.check(token)

        costs.append(least_s(check_all, TIMES) / CHECKS)
    return Curve("a check of an access token", "sessions", tuple(sizes), tuple(costs))


def open_by_length(sizes: Sequence[int]) -> tuple[Curve, Curve]:
    """Return the cost of opening a journal: from its first record, and from a last snapshot."""
    whole, tail = [], []
    for size in sizes:
        records = records_of(size)
        with tempfile.TemporaryDirectory(prefix="acre-bench-") as folder:
            directory = Path(folder)
            write(directory, records)
            whole.append(min(_open_s(_without_snapshots(directory)) for _ in range(TIMES)))
            tail.append(min(_open_s(directory) for _ in range(TIMES)))
    return (
        Curve(
            "a start from the first record", "records of the journal", tuple(sizes), tuple(whole)
        ),
        Curve("a start from a snapshot", "records of the journal", tuple(sizes), tuple(tail)),
    )


def _open_s(directory: Path) -> float:
    """Return the time of a start; closing leaves a snapshot."""
    return asyncio.run(open_and_close(directory, SELDOM))[0].processor


def _without_snapshots(directory: Path) -> Path:
    for path in directory.glob("snapshots/*"):
        path.unlink()
    return directory

"""A trade, a valuation and a snapshot, against accounts and against positions of an account."""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

from bench._crowd import SIZE_E6, Crowd, address, joined
from bench._growth.curve import Curve, least_s
from bench.scan import NOW_S, ORDINARY_E6, portfolios
from engine.core.arrays import scan_rows
from engine.core.exchange import Exchange
from engine.core.generated.messages import ModifyPosition

CHUNK = 1_024
TIMES = 5
TRADERS = 1_000  # accounts that trade in one sample
SAMPLES = 3
HOLDERS = 2_000
SIZED_E6 = SIZE_E6 // 10


def crowded(crowd: Crowd) -> Exchange:
    """Return an exchange with an account of each user."""
    exchange = Exchange()
    for batch in joined(chain(crowd.genesis(), crowd.accounts()), CHUNK):
        exchange.apply_batch(batch)
    return exchange


def buys(crowd: Crowd, users: Sequence[int], market: int, nonce: int) -> Iterator[bytes]:
    """Yield one buy of each user in a market."""
    for user in users:
        kind = ModifyPosition(
            owner=address(user),
            account_id=1,
            market_id=market,
            size_e6=SIZED_E6,
            limit_e8=10**13,
            expires_slot=2**62,
        )
        yield crowd.pack(kind, address(user), nonce)


def apply_s(exchange: Exchange, records: Iterator[bytes]) -> float:
    """Return the time of applying records in batches, which must all be trades that execute."""
    batches = list(joined(records, CHUNK))
    return least_s(lambda: [exchange.apply_batch(batch) for batch in batches], 1)


def trade_and_snapshot_by_accounts(sizes: Sequence[int]) -> tuple[Curve, Curve]:
    """Return the cost of a random account's first trade, and of a snapshot's copy, by accounts."""
    trades, copies = [], []
    for size in sizes:
        crowd = Crowd(size)
        exchange = crowded(crowd)
        users = Random(3).sample(range(size), min(size, SAMPLES * TRADERS))  # noqa: S311
        share = len(users) // SAMPLES
        samples = [users[at * share : (at + 1) * share] for at in range(SAMPLES)]
        taken = [apply_s(exchange, buys(crowd, sample, 1, 2)) / share for sample in samples]
        trades.append(min(taken))
        copies.append(least_s(exchange.snapshot_body, TIMES))
    return (
        Curve("a first trade of a random account", "accounts", tuple(sizes), tuple(trades)),
        Curve("the copy of the state for a snapshot", "accounts", tuple(sizes), tuple(copies)),
    )


def scan_by_accounts(sizes: Sequence[int]) -> Curve:
    """Return the cost of valuing all accounts."""
    costs = []
    for size in sizes:
        exchange, _ = portfolios(size, ORDINARY_E6)
        rows = scan_rows(size)
        work = lambda exchange=exchange, rows=rows: exchange.account_scan(NOW_S, out=rows)  # noqa: E731
        costs.append(least_s(work, TIMES))
    return Curve("valuing all accounts", "accounts", tuple(sizes), tuple(costs))


def trade_by_positions(sizes: Sequence[int]) -> Curve:
    """Return the cost of a trade that gives an account its k-th position."""
    crowd = Crowd(HOLDERS, max(sizes))
    exchange = crowded(crowd)
    costs = []
    for market in range(1, max(sizes) + 1):
        taken = apply_s(exchange, buys(crowd, range(HOLDERS), market, 1 + market))
        if market in sizes:
            costs.append(taken / HOLDERS)
    return Curve("a trade", "positions of the account", tuple(sizes), tuple(costs))

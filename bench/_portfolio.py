"""Exchanges with any portfolios, made as snapshots: a million accounts in seconds, or extreme ones.

The rows of a small exchange's snapshot are kept and rows of users, accounts and blocks of positions
are put in. What a load checks holds for them (links, order of markets, limits); the books do not
balance, so that such an exchange is for reads only.
"""

from hashlib import sha256
from struct import calcsize, pack_into, unpack_from

import numpy as np
from numpy.typing import NDArray

from engine.core.exchange import Exchange
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

POSITION = np.dtype(
    [
        ("funding_low", "<u8"),
        ("funding_high", "<i8"),
        ("size_e6", "<i8"),
        ("entry_price_e8", "<i8"),
        ("market", "<u4"),  # from 0
        ("next_free", "<u4"),
    ]
)
HEAD = "<8sII32sQQqQIIq20Q"
LENGTH_AT, COUNTS_AT = 48, 96
ROWS_IN_POOL = 136  # where the pool's row has the numbers of rows
POOL_WIDTH, MARKET_WIDTH, USER_WIDTH, ACCOUNT_WIDTH = 464, 232, 144, 112
FACTS_WIDTH, LISTING_WIDTH = 200, 256 + 8 * len(MARKET_PARAMETERS)
USERS, ACCOUNTS, BLOCKS = 2, 3, 17  # places in `counts`
PLACES = (3, 6, 12)
HOLDING_IN_MARKET, PRICE_IN_MARKET = 16, 88
CHECKSUM = 32

Positions = NDArray[np.void]
Amounts = NDArray[np.int64]


def with_portfolios(
    exchange: Exchange, collateral_e6: Amounts, counts: Amounts, positions: Positions
) -> Exchange:
    """Return the exchange with its last account replaced by accounts of these positions.

    `counts` is the number of positions of each account; the positions stand one account after the
    other, by market. The exchange's last user and account, without positions, are the pattern.
    """
    body = exchange.snapshot()[:-CHECKSUM]
    head = bytearray(body[: calcsize(HEAD)])
    rows = list(unpack_from("<20Q", head, COUNTS_AT))
    markets = rows[1]
    at = len(head) + FACTS_WIDTH + 8 * len(EXCHANGE_PARAMETERS) + LISTING_WIDTH * markets
    pool = bytearray(body[at : at + POOL_WIDTH])
    users_at = at + POOL_WIDTH + MARKET_WIDTH * markets
    accounts_at = users_at + USER_WIDTH * rows[USERS]
    rest_at = accounts_at + ACCOUNT_WIDTH * rows[ACCOUNTS]
    count = len(counts)
    tables = [
        body[users_at : accounts_at - USER_WIDTH],
        _users(body[accounts_at - USER_WIDTH : accounts_at], rows[ACCOUNTS] - 1, count),
        body[accounts_at : rest_at - ACCOUNT_WIDTH],
        _accounts(body[rest_at - ACCOUNT_WIDTH : rest_at], rows[USERS] - 1, collateral_e6, counts),
        body[rest_at:],
        *_blocks(counts, positions),
    ]
    rows[USERS] += count - 1
    rows[ACCOUNTS] += count - 1
    rows[BLOCKS:] = [int((_size_class(counts) == kind).sum()) for kind in range(3)]
    pack_into("<20Q", head, COUNTS_AT, *rows)
    pack_into("<20Q", pool, ROWS_IN_POOL, *rows)
    kept = [body[len(head) : at], bytes(pool), body[at + POOL_WIDTH : users_at]]
    pack_into(
        "<Q", head, LENGTH_AT, len(head) + sum(map(len, kept)) + sum(map(len, tables)) + CHECKSUM
    )
    whole = b"".join([bytes(head), *kept, *tables])
    return Exchange.restore(whole + sha256(whole).digest())


def with_market(
    exchange: Exchange, market: int, price_e8: int, funding_e18: int, holding_e18: int = 0
) -> Exchange:
    """Return the exchange with another last price and stored F and G of a market, from 0."""
    body = bytearray(exchange.snapshot()[:-CHECKSUM])
    (markets,) = unpack_from("<Q", body, COUNTS_AT + 8)
    at = calcsize(HEAD) + FACTS_WIDTH + 8 * len(EXCHANGE_PARAMETERS) + LISTING_WIDTH * markets
    at += POOL_WIDTH + MARKET_WIDTH * market
    pack_into("<Qq", body, at, funding_e18 % 2**64, funding_e18 >> 64)
    pack_into("<Qq", body, at + HOLDING_IN_MARKET, holding_e18 % 2**64, holding_e18 >> 64)
    pack_into("<q", body, at + PRICE_IN_MARKET, price_e8)
    return Exchange.restore(bytes(body) + sha256(body).digest())


def _size_class(counts: Amounts) -> Amounts:
    """The table of blocks of each account: 0, 1, 2, or -1 without positions."""
    return np.searchsorted((0, 3, 6), counts, side="left") - 1


def _users(pattern: bytes, first_account: int, count: int) -> bytes:
    fields = [("address", "V24"), ("key", ">u8"), ("rest", f"V{USER_WIDTH - 32}")]
    rows = np.frombuffer(pattern * count, fields).copy()
    rows["key"] = np.arange(count) + 2**32
    links = rows.view("<u4").reshape(count, USER_WIDTH // 4)
    links[:, 13] = np.arange(first_account, first_account + count)
    return rows.tobytes()


def _accounts(pattern: bytes, first_user: int, collateral_e6: Amounts, counts: Amounts) -> bytes:
    count = len(counts)
    rows = np.frombuffer(pattern * count, np.uint8).reshape(count, ACCOUNT_WIDTH).copy()
    rows[:, :8].view("<i8")[:, 0] = collateral_e6
    links = rows[:, 48:68].view("<u4")
    links[:, 0] = np.arange(first_user, first_user + count)
    kinds = _size_class(counts)
    for kind in range(3):
        held = kinds == kind
        links[held, 4] = np.arange(held.sum())
    rows[:, 68] = counts
    return rows.tobytes()


def _blocks(counts: Amounts, positions: Positions) -> list[bytes]:
    """The positions in the tables of blocks, in the order of the accounts."""
    kinds = _size_class(counts)
    starts = np.cumsum(counts) - counts
    tables = []
    for kind, places in enumerate(PLACES):
        held = np.flatnonzero(kinds == kind)
        table = np.zeros((len(held), places), POSITION)
        for place in range(places):
            there = counts[held] > place
            table[there, place] = positions[starts[held[there]] + place]
        tables.append(table.tobytes())
    return tables

"""Commands and events of a standalone book as structured arrays, and the numbers in them."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from engine.core.arrays import Records

BOOK_COMMAND = np.dtype(
    [
        ("op", "u1"),  # Op
        ("side", "u1"),  # Side
        ("life", "u1"),  # Life; of a limit order
        ("stp", "u1"),  # SelfTrade
        ("tick", "<u2"),  # of a market order the worst one, 0: any
        ("post_only", "u1"),  # 0 or 1
        ("reserved", "u1"),  # 0
        ("contracts", "<u4"),  # of a reduction or an amendment: what is left after it
        ("order", "<u4"),  # its place: 0 … orders - 1
        ("owner", "<u4"),  # with a points ledger: the account
    ]
)
BOOK_EVENT = np.dtype(
    [
        ("kind", "u1"),  # EventKind
        ("side", "u1"),  # of `order`
        ("tick", "<u2"),  # of a fill: of the resting order
        ("contracts", "<u4"),
        ("left", "<u4"),  # of a fill: of the resting order; of a refusal: Refusal
        ("order", "<u4"),  # of a fill: the incoming one
        ("maker", "<u4"),  # of a fill: the resting one
        ("command", "<u4"),  # commands that the book had taken before this one
        ("minted", "<u4"),  # new pairs, with a ledger
        ("merged", "<u4"),  # pairs redeemed on both sides
        ("fee_e6", "<i8"),  # the taker's
    ]
)
RESTING_ORDER = np.dtype(
    [
        ("order", "<u4"),
        ("owner", "<u4"),
        ("contracts", "<u4"),
        ("tick", "<u2"),
        ("side", "u1"),
        ("flags", "u1"),  # bits 0-1: SelfTrade, bit 2: post-only
    ]
)
PAYOUT = np.dtype(
    [("account", "<u4"), ("contracts", "<i8"), ("cost_e6", "<i8"), ("payout_e6", "<i8")]
)
NO_ORDER = 2**32 - 1


class Op(IntEnum):
    """The operation of a command."""

    LIMIT = 0
    CANCEL = 1
    MARKET = 2
    CANCEL_ALL = 3
    REDUCE = 4
    AMEND = 5


class Side(IntEnum):
    """BID buys YES at its tick; ASK buys NO and rests at the tick of the YES price it leaves."""

    BID = 0
    ASK = 1


class Life(IntEnum):
    """Time in force: handling of the unmatched rest of a limit order."""

    REST = 0
    IOC = 1
    FOK = 2


class SelfTrade(IntEnum):
    """Self-trade prevention mode."""

    CANCEL_RESTING = 0
    CANCEL_INCOMING = 1
    BOTH = 2
    NONE = 3


class EventKind(IntEnum):
    """The kind of a record."""

    RESTED = 1
    FILL = 2
    CANCELED = 3  # asked for
    REST_CANCELED = 4  # what an immediate order could not fill
    SELF_CANCELED = 5  # of the resting order, by self-trade prevention
    SELF_INCOMING = 6  # of the incoming order, by self-trade prevention
    REDUCED = 7
    REJECTED = 8


class Refusal(IntEnum):
    """Why a command was refused; a refused command changes nothing. The first that applies."""

    NONE = 0
    FIELD = 1  # op, side, life, stp, post_only or reserved; post-only with what cannot rest
    ORDER_RANGE = 2  # no such place
    ORDER_IN_USE = 3
    ORDER_UNKNOWN = 4  # nothing rests there
    BOOK_FULL = 5  # no free place to choose
    OWNER_RANGE = 6  # no such account
    BAD_TICK = 7
    BAD_CONTRACTS = 8
    NO_LIQUIDITY = 9  # a market order, and nothing on the other side
    INSUFFICIENT_POINTS = 10
    WOULD_CROSS = 11
    NOT_FILLED = 12


def row_count(array: object, layout: np.dtype[Any], name: str) -> int:
    """Return how many rows an array has; TypeError or ValueError when it has others."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: a numpy array, not {type(array).__name__}")
    if array.dtype != layout:
        raise TypeError(f"{name}: rows of {layout}, not {array.dtype}")
    if array.ndim != 1:
        raise ValueError(f"{name}: one dimension")
    return len(array)


def events_of(rows: bytes) -> Records:
    """Return events of their own memory."""
    return np.frombuffer(rows, BOOK_EVENT).copy()


def resting_orders(rows: Sequence[tuple[int, ...]]) -> Records:
    return np.array(rows, RESTING_ORDER)


def payouts(rows: Sequence[tuple[int, ...]]) -> Records:
    return np.array(rows, PAYOUT)

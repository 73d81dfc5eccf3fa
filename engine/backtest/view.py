"""What a strategy sees, and the exchange's quote for it."""

from typing import NamedTuple

import numpy as np

from engine.backtest.calls import compiled, quote_order
from engine.core.arrays import Records
from engine.programmes.index_series import Floats, Integers

ACCOUNT = 0  # row of the trader's account, and the id of the market: a run has one of each
MARKET = 1
KEEP = float("nan")  # the target that leaves the position as it is
E6, E8 = 10**6, 10**8
ORDER_MAX_E6 = 10**15  # beyond what the engine takes


class View(NamedTuple):
    """The moment of a decision. Nothing of it is later than the last published print.

    `prices` and `days` end with that print: `prices[-1]` is the newest, an index beyond raises
    IndexError. The prints to come are nowhere in reach: they are copied in one by one.
    """

    prices: Floats  # published prints
    days: Integers  # their days since 1970-01-01, the same length
    price: float  # that the exchange accepted last; a print far from it may be held
    size: float  # of the position, in units of the index; negative: short
    equity: float  # collateral and open P&L
    start: float  # collateral at the beginning
    start_price: float  # accepted price at the first decision
    now_s: int  # when an order would execute
    state: int  # address of the exchange
    quoted: Records  # where a quote is written


class Quote(NamedTuple):
    """What an order would do now."""

    code: int  # 0: it executes, else the engine's first reason against it
    price: float
    fee: float
    surcharge: float
    margin: float  # that the account must have after it


@compiled
def quote(view: View, size: float) -> Quote:
    """Return the engine's quote for an order of so many units, negative to sell."""
    out = view.quoted
    at = min(max(size * E6, -ORDER_MAX_E6), ORDER_MAX_E6)
    quote_order(view.state, ACCOUNT, MARKET, np.int64(round(at)), view.now_s, out.ctypes.data)
    row = out[0]
    return Quote(
        row.code,
        row.fill_e8 / E8,
        row.fee_e6 / E6,
        row.surcharge_e6 / E6,
        row.required_e6 / E6,
    )

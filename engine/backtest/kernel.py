"""The days of one run, compiled: print, liquidation, decision, order."""

from typing import Any, NamedTuple

import numpy as np

from engine.backtest.calls import compiled, read_worth, send_liquidation, send_order, send_print
from engine.backtest.view import ACCOUNT, E6, E8, MARKET, ORDER_MAX_E6, View
from engine.core.arrays import Records
from engine.programmes.index_series import DAY_S, Floats, Integers

KEEPER = 0  # row of the wallet that liquidates
ORDER_S = 600  # orders execute so long after the print, past its entry window
KEEPER_S = 3_600  # a liquidation that is not over is continued so often
CALLS_MAX = 20  # liquidation calls a day: the last one before the next print's window
TARGET_MAX = 100.0
DONE, IMPOSSIBLE, BAD_TARGET = 0, 1, 2


class Prints(NamedTuple):
    """Published prints of one market up to the end of the run, rising."""

    price_e8: Integers
    published_at_s: Integers


class Rules(NamedTuple):
    """What a run adds to the exchange's rules."""

    created: int  # row of the print with which the market is created
    start: int  # row of the first print after which the strategy decides
    band: float  # relative change of a position below which no order is sent
    least: float  # notional below which no order is sent


class Books(NamedTuple):
    """What a run writes; a row a print from `start` on."""

    seen: Floats  # what was published, NaN beyond; a row for every print
    equity_e6: Integers  # after the print and its liquidations, before the order
    orders_e6: Integers  # 0: none was sent
    calls: Integers  # liquidation calls
    flows: Records
    worth: Records
    quoted: Records


class Account(NamedTuple):
    """What the trader has after a print and its liquidations."""

    status: int
    can_trade: bool
    price: float
    size: float
    equity: float


@compiled
def _publish(state: int, prints: Prints, row: int, rules: Rules, books: Books) -> Account:
    """Send one print; keepers liquidate by the engine's rule; write the account down."""
    worth, account = books.worth.ctypes.data, books.worth[0]
    at_s = prints.published_at_s[row]
    flows = books.flows.ctypes.data
    status = DONE
    price_e8 = prints.price_e8[row]
    if row > rules.created and send_print(state, MARKET, price_e8, at_s, at_s, flows) < 0:
        status = IMPOSSIBLE
    books.seen[row] = price_e8 / E8
    if read_worth(state, ACCOUNT, MARKET, worth) != 0:
        status = IMPOSSIBLE
    calls = 0
    while status == DONE and account.required_e6 > account.equity_e6 and calls < CALLS_MAX:
        if send_liquidation(state, ACCOUNT, KEEPER, at_s + calls * KEEPER_S, flows) < 0:
            status = IMPOSSIBLE
        read_worth(state, ACCOUNT, MARKET, worth)
        calls += 1
    if row >= rules.start:
        books.calls[row - rules.start] = calls
        books.equity_e6[row - rules.start] = account.equity_e6
    # After a second call the time of orders has passed.
    can_trade = calls < 2 and not account.in_liquidation and account.equity_e6 > 0
    return Account(
        status,
        can_trade,
        account.price_e8 / E8,
        account.size_e6 / E6,
        account.equity_e6 / E6,
    )


@compiled
def _order_e6(target: float, account: Account, size_e6: int, rules: Rules) -> int:
    """The order that brings the position to its target, in whole units; 0: none."""
    wanted = target * account.equity / account.price
    wanted_e6 = np.int64(round(min(max(wanted * E6, -ORDER_MAX_E6), ORDER_MAX_E6)))
    change = abs(wanted - account.size)
    if wanted_e6 != 0 and change * account.price < rules.least:
        return 0
    if wanted * account.size > 0 and change < rules.band * abs(wanted):
        return 0
    return int(wanted_e6 - size_e6)


@compiled
def play(
    strategy: Any,  # noqa: ANN401 - a compiled function
    params: Any,  # noqa: ANN401 - a named tuple of the strategy
    state: int,
    prints: Prints,
    rules: Rules,
    books: Books,
) -> tuple[int, int]:
    """Play all prints from the market's creation on; return DONE or what went wrong, and the row.

    `books.seen` has the prints before it: they were published. After the last print there is no
    decision: it would have no outcome.
    """
    days = prints.published_at_s // DAY_S
    last = len(prints.price_e8) - 1
    start = start_price = 0.0
    for row in range(rules.created, last + 1):
        account = _publish(state, prints, row, rules, books)
        if account.status != DONE:
            return account.status, row
        if row == rules.start:
            start, start_price = account.equity, account.price
        if row < rules.start or row == last or not account.can_trade:
            continue
        view = View(
            books.seen[: row + 1],
            days[: row + 1],
            account.price,
            account.size,
            account.equity,
            start,
            start_price,
            prints.published_at_s[row] + ORDER_S,
            state,
            books.quoted,
        )
        target = strategy(view, params)
        if np.isnan(target):
            continue
        if abs(target) > TARGET_MAX:
            return BAD_TARGET, row
        order_e6 = _order_e6(target, account, books.worth[0].size_e6, rules)
        if order_e6 == 0:
            continue
        books.orders_e6[row - rules.start] = order_e6
        sent = send_order(state, ACCOUNT, MARKET, order_e6, view.now_s, books.flows.ctypes.data)
        if sent < 0:
            return IMPOSSIBLE, row
    return DONE, 0

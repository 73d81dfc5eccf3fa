"""The C interface itself: layouts, what it refuses, and that reads and quotes change nothing."""

import re

import numpy as np
import pytest

from engine.backtest import calls
from engine.backtest.run import TRADER, Venue, open_exchange
from engine.core.arrays import FLOWS, QUOTED, WORTH
from engine.programmes.index_series import DAY_S
from engine.schema.errors import ErrorCode
from engine.simulation.venue import ACCOUNT
from tests.engine.backtest.paths import FIRST_DAY, path
from tests.tidy.tree import text_of

HEADER = text_of("engine/core/c_interface.pxd")
NOW_S = FIRST_DAY * DAY_S
E6 = 10**6
FAILED = -1


class Caller:
    """One exchange with its first print, and the structs of a caller."""

    def __init__(self) -> None:
        self.series = path(1, 400)
        self.exchange = open_exchange(self.series, 0, Venue())
        self.state = self.exchange.state_address()
        self.flows, self.worth, self.quoted = (
            np.zeros(1, layout) for layout in (FLOWS, WORTH, QUOTED)
        )

    def post(self, price_e8: int, at_s: int, market: int = 1) -> int:
        out = self.flows.ctypes.data
        return calls.send_print(self.state, market, price_e8, at_s, at_s, out)

    def order(self, size_e6: int, now_s: int, account: int = 0, market: int = 1) -> int:
        out = self.flows.ctypes.data
        return calls.send_order(self.state, account, market, size_e6, now_s, out)

    def liquidate(self, now_s: int, account: int = 0, keeper: int = 0) -> int:
        return calls.send_liquidation(self.state, account, keeper, now_s, self.flows.ctypes.data)

    def read(self, account: int = 0, market: int = 1) -> int:
        return calls.read_worth(self.state, account, market, self.worth.ctypes.data)

    def quote(self, size_e6: int, now_s: int, account: int = 0, market: int = 1) -> int:
        out = self.quoted.ctypes.data
        return calls.quote_order(self.state, account, market, size_e6, now_s, out)


@pytest.mark.parametrize(
    ("name", "layout"), [("Flows", FLOWS), ("Worth", WORTH), ("Quoted", QUOTED)]
)
def test_a_layout_has_the_fields_of_its_struct_in_order(name, layout):
    body = re.search(rf"cdef struct {name}:\n((?:    .*\n)+)", HEADER)[1]
    assert tuple(re.findall(r"^    int64_t (\w+)", body, re.M)) == layout.names
    assert layout.itemsize == 8 * len(layout.names)


def test_each_declared_function_is_one_that_numba_calls():
    declared = set(re.findall(r"^cdef int64_t (\w+)\(", HEADER, re.M))
    assert declared == {name for name in vars(calls) if re.match("send_|read_|quote_", name)}


def test_what_no_sequencer_issues_fails_and_changes_nothing():
    caller = Caller()
    before = caller.exchange.snapshot()
    assert caller.post(150 * 10**8, NOW_S - 1) == FAILED
    assert caller.order(E6, NOW_S - 1) == FAILED
    assert caller.liquidate(NOW_S - 1) == FAILED
    assert caller.post(150 * 10**8, 2**40 + 1) == FAILED
    assert caller.exchange.snapshot() == before


def test_rows_that_are_not_there_are_refused_before_they_are_read():
    caller = Caller()
    before = caller.exchange.snapshot()
    missing = ErrorCode.MARGIN_ACCOUNT_NOT_FOUND
    for row in (1, 2**32 - 1):
        assert caller.order(E6, NOW_S, account=row) == missing
        assert caller.liquidate(NOW_S, account=row) == missing
        assert caller.read(account=row) == missing
        assert caller.quote(E6, NOW_S, account=row) == missing
    assert caller.liquidate(NOW_S, keeper=2**32 - 1) == missing
    for market in (0, 2, 2**32 - 1):
        assert caller.read(market=market) == ErrorCode.MARKET_NOT_FOUND
        assert caller.quote(E6, NOW_S, market=market) == ErrorCode.MARKET_NOT_FOUND
    assert caller.exchange.snapshot() == before


@pytest.mark.parametrize("size_e6", [0, 2**63 - 1, -(2**63)])
def test_a_size_that_is_none_is_refused_as_by_the_exchange(size_e6):
    caller = Caller()
    code = caller.order(size_e6, NOW_S + 600)
    assert code == (ErrorCode.AMOUNT_OUT_OF_RANGE if size_e6 else ErrorCode.INPUT_NOT_POSITIVE)
    assert caller.quote(size_e6, NOW_S + 600) == code
    assert caller.flows[0]["refusals"] == 1
    assert caller.flows[0]["last_refusal"] == code


def test_a_quote_is_the_exchanges_own_and_then_what_the_order_does():
    caller = Caller()
    now_s = NOW_S + 600
    before = caller.exchange.snapshot()
    assert caller.quote(40 * E6, now_s) == 0
    quoted = caller.quoted[0]
    own = caller.exchange.quote_modify_position(TRADER, ACCOUNT, 1, 40 * E6, now_s)
    assert quoted["fill_e8"] == own.fill_price_e8
    assert quoted["fee_e6"] == own.trade_fee_e6
    assert quoted["surcharge_e6"] == own.surcharge_e6
    assert quoted["new_size_e6"] == own.new_size_e6 == 40 * E6
    assert caller.exchange.snapshot() == before
    assert caller.order(40 * E6, now_s) == 0
    assert caller.flows[0]["fees_e6"] == quoted["fee_e6"]
    assert caller.read() == 0
    view = caller.exchange.margin_account_view(TRADER, ACCOUNT, now_s)
    worth = caller.worth[0]
    assert worth["equity_e6"] == view.available_margin_e6
    assert worth["required_e6"] == view.total_required_margin_e6
    assert worth["collateral_e6"] == view.collateral_e6
    assert worth["price_pnl_e6"] == view.pnl.price_e6
    assert worth["size_e6"] == view.positions[0].size_e6


def test_a_healthy_account_is_not_liquidated():
    caller = Caller()
    assert caller.order(40 * E6, NOW_S + 600) == 0
    assert caller.liquidate(NOW_S + 601) == ErrorCode.NOT_LIQUIDATABLE
    assert caller.flows[0]["liquidations"] == 0

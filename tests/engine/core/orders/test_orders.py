"""Waiting orders by hand (rules 53-58, 63): limits, cut-off, triggers, turns, ends."""

import pytest

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderEnd as End
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.waiting import (
    CALM,
    WIDE,
    Desk,
    P,
    deferrals,
    ends,
    fee,
    fills,
    pool_price,
)
from tests.engine.core.support.world import DAY_S, E6, E8, assert_vault, of, wallet

MARKET = 1  # the source
WHOLE = {"is_reduce_only": 1, "is_whole": 1, "worst_e8": 0}


@pytest.fixture
def desk() -> Desk:
    return Desk()


# Rule 53 ---------------------------------------------------------------------------------------
def test_twenty_orders_a_market_and_no_more(desk):
    owner = desk.account()
    assert all(desk.place(owner, E6) for _ in range(20))
    assert desk.place(owner, E6) == 0
    assert desk.code is E.TOO_MANY_OPEN_ORDERS


def test_the_legs_of_a_bracket_count(desk):
    owner = desk.account()
    assert all(desk.place(owner, E6) for _ in range(17))
    bracket = {"stop_e8": P - 1, "target_e8": P + 1}
    assert desk.place(owner, E6, **bracket) == 18
    assert desk.place(owner, E6) == 0
    assert desk.cancel(owner, 1) is E.NONE
    assert desk.place(owner, E6, stop_e8=P - 1) == 0
    assert desk.place(owner, E6) == 19


def test_a_hundred_orders_an_account(desk):
    owner = desk.account()
    markets = [1, *(desk.market(P, f"M{i}", **CALM) for i in range(5))]
    assert all(desk.place(owner, E6, market_id=i) for i in markets[:5] for _ in range(20))
    assert desk.place(owner, E6, market_id=markets[5]) == 0
    assert desk.code is E.TOO_MANY_OPEN_ORDERS


def test_an_order_needs_its_margin_to_the_unit(desk):
    for user, amount in ((1, E6 - 1), (2, E6)):
        owner = desk.account(user, 1, amount)
        placed = desk.place(owner, E6)
        assert bool(placed) is (amount == E6)
        assert desk.code is (E.NONE if placed else E.INSUFFICIENT_MARGIN)
    assert desk.view(wallet(2)).max_withdrawable_e6 == 0
    assert desk.place(wallet(2), E6) == 0
    assert desk.cancel(wallet(2), placed) is E.NONE
    assert desk.view(wallet(2)).max_withdrawable_e6 == E6


def test_a_reduce_only_order_holds_nothing(desk):
    owner = desk.account(1, 1, E6 - 1)
    assert desk.place(owner, -E6, is_reduce_only=1)
    assert desk.view(owner).max_withdrawable_e6 == E6 - 1


def test_the_margin_of_an_order_is_not_there_for_an_increase(desk):
    rich = desk.account(9)
    (trade,) = of(desk.modify(rich, 10 * E6), m.PositionModified)
    need = desk.view(rich).required_initial_margin_e6
    need += desk.view(rich).required_liquidation_fee_margin_e6 + trade.trade_fee_e6
    need += -(-10 * E6 * (trade.fill_price_e8 - P) // E8)
    desk.close(rich)
    for user, amount in ((1, need + E6), (2, need + E6 - 1)):
        owner = desk.account(user, 1, amount)
        desk.place(owner, E6)
        desk.modify(owner, 10 * E6)
        assert desk.code is (E.NONE if user == 1 else E.INSUFFICIENT_MARGIN)
        if user == 1:
            desk.close(owner)


def test_an_account_with_orders_is_not_closed(desk):
    owner = desk.account(1, 1, E6)
    order = desk.place(owner, -E6, is_reduce_only=1)
    desk.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=E6)
    assert desk.code is E.NONE
    desk.chain(m.CloseMarginAccount, owner, account_id=1)
    assert desk.code is E.MARGIN_ACCOUNT_NOT_EMPTY
    desk.cancel(owner, order)
    desk.chain(m.CloseMarginAccount, owner, account_id=1)
    assert desk.code is E.NONE


# Rule 54 ---------------------------------------------------------------------------------------
STOP = {"kind": 2, "trigger_e8": P + 1}
BAD_INPUT = [
    ({"size_e6": 0}, E.VALIDATION),
    ({"is_reduce_only": 1, "is_whole": 1}, E.VALIDATION),
    ({"is_whole": 1, "size_e6": 0}, E.VALIDATION),
    ({"kind": 5}, E.VALIDATION),
    ({"source": 2}, E.VALIDATION),
    ({"source": 1}, E.VALIDATION),
    ({"trigger_e8": P}, E.VALIDATION),
    ({"kind": 1}, E.VALIDATION),
    ({"kind": 2, "trigger_e8": -1}, E.VALIDATION),
    ({"kind": 2, "trigger_e8": WIDE + 1}, E.AMOUNT_OUT_OF_RANGE),
    ({"trail_e6": 1}, E.VALIDATION),
    ({"kind": 4}, E.VALIDATION),
    ({"kind": 4, "trail_e6": 10**6}, E.VALIDATION),
    ({"kind": 4, "trail_e6": -1}, E.VALIDATION),
    ({"worst_e8": 0}, E.VALIDATION),
    ({"worst_e8": WIDE + 1}, E.AMOUNT_OUT_OF_RANGE),
    ({"kind": 1, "trigger_e8": P, "worst_e8": P + 1}, E.VALIDATION),
    (STOP | {"worst_e8": P}, E.VALIDATION),
    ({"size_e6": 10**13 + 1}, E.AMOUNT_OUT_OF_RANGE),
    ({"size_e6": -(2**63)}, E.AMOUNT_OUT_OF_RANGE),
    ({"stop_e8": P}, E.VALIDATION),
    ({"target_e8": P}, E.VALIDATION),
    ({"stop_e8": WIDE + 1}, E.AMOUNT_OUT_OF_RANGE),
    ({"is_reduce_only": 1, "stop_e8": P - 1}, E.VALIDATION),
    (STOP | {"stop_e8": P + 1}, E.VALIDATION),
    ({"market_id": 2}, E.MARKET_NOT_FOUND),
    ({"account_id": 2}, E.MARGIN_ACCOUNT_NOT_FOUND),
    (WHOLE | {"size_e6": 0}, E.NO_POSITION),
]
GOOD_INPUT = [
    {},
    {"size_e6": 1},
    {"size_e6": 10**13},
    {"kind": 1, "trigger_e8": P, "worst_e8": P},
    {"kind": 1, "trigger_e8": WIDE, "worst_e8": 0},
    STOP | {"worst_e8": P + 1},
    STOP | {"stop_e8": P, "target_e8": P + 2},
    {"kind": 4, "trail_e6": 999_999},
    {"stop_e8": P - 1, "target_e8": P + 1},
]


@pytest.mark.parametrize(("fields", "code"), BAD_INPUT)
def test_fields_that_do_not_go_together_are_refused(desk, fields, code):
    owner = desk.account()
    before = desk.exchange.state_hash()
    fields = {"size_e6": E6} | fields
    size = fields.pop("size_e6")
    kind = fields.pop("kind", 0)
    assert desk.place(owner, size, kind, **fields) == 0
    assert desk.code is code
    assert desk.exchange.state_hash() == before


@pytest.mark.parametrize("fields", GOOD_INPUT)
def test_fields_at_their_limits_are_taken(desk, fields):
    owner = desk.account()
    fields = {"size_e6": E6, "kind": 0} | fields
    assert desk.place(owner, fields.pop("size_e6"), fields.pop("kind"), **fields), desk.code


@pytest.mark.parametrize(
    ("kind", "size", "passed", "left"),
    [
        (Kind.STOP, E6, P, P + 1),
        (Kind.STOP, -E6, P, P - 1),
        (Kind.TAKE_PROFIT, E6, P, P - 1),
        (Kind.TAKE_PROFIT, -E6, P, P + 1),
    ],
)
@pytest.mark.parametrize("source", [0, MARKET])
def test_a_trigger_that_the_price_has_met_is_refused(desk, kind, size, passed, left, source):
    owner = desk.account()
    assert desk.place(owner, size, kind, trigger_e8=passed, source=source) == 0
    assert desk.code is E.TRIGGER_PASSED
    assert desk.place(owner, size, kind, trigger_e8=left, source=source)


def test_a_limit_on_the_market_price_must_not_be_met_on_the_index_it_may(desk):
    owner = desk.account()
    assert desk.place(owner, E6, Kind.LIMIT, trigger_e8=P, source=MARKET) == 0
    assert desk.code is E.TRIGGER_PASSED
    assert desk.place(owner, E6, Kind.LIMIT, trigger_e8=P)


def test_an_order_lasts_from_a_second_to_ninety_days(desk):
    owner = desk.account()
    for seconds in (0, 90 * DAY_S + 1):
        assert desk.place(owner, E6, expires_at_s=desk.now_s + seconds) == 0
        assert desk.code is E.BAD_EXPIRY
    assert desk.place(owner, E6, expires_at_s=desk.now_s + 90 * DAY_S)
    order = desk.place(owner, E6, expires_at_s=desk.now_s + 2)
    assert ends(desk.tick()) == {}
    assert ends(desk.tick()) == {order: (End.EXPIRED, E.NONE)}


def test_amending_replaces_the_fields_and_begins_anew(desk):
    owner = desk.account()
    order = desk.place(owner, E6, Kind.TRAILING, trail_e6=1000)
    desk.to_print(P + 7)
    assert desk.orders(owner)[0].best_e8 == P
    assert desk.amend(owner, order, size_e6=2 * E6, trail_e6=2000, worst_e8=WIDE) is E.NONE
    row = desk.orders(owner)[0]
    assert (row.order_id, row.size_e6, row.trail_e6, row.best_e8) == (order, 2 * E6, 2000, P + 7)
    assert desk.amend(owner, order + 1, size_e6=E6) is E.ORDER_NOT_FOUND
    assert desk.amend(owner, order, size_e6=E6, trigger_e8=5, worst_e8=WIDE) is E.VALIDATION
    assert desk.orders(owner)[0] == row


def test_canceling_all_goes_by_id_and_by_market(desk):
    owner = desk.account()
    other = desk.market(P, "TX", **CALM)
    ids = [desk.place(owner, E6, market_id=i) for i in (1, other, 1)]
    fields = {"owner": owner, "account_id": 1}
    events = desk.chain(m.CancelPerpOrders, owner, market_id=1, **fields)
    assert [e.order_id for e in of(events, m.PerpOrderEnded)] == [ids[0], ids[2]]
    desk.chain(m.CancelPerpOrders, owner, market_id=9, **fields)
    assert desk.code is E.MARKET_NOT_FOUND
    assert len(ends(desk.chain(m.CancelPerpOrders, owner, market_id=0, **fields))) == 1


# Rule 55 ---------------------------------------------------------------------------------------
def test_the_cut_off_begins_and_ends_with_the_window(desk):
    owner = desk.account()
    order, other = desk.place(owner, E6), desk.place(owner, 2 * E6)
    stop = desk.place(owner, E6, Kind.STOP, trigger_e8=2 * P)
    desk.now_s = (desk.now_s // DAY_S + 1) * DAY_S - 1801
    assert desk.cancel(owner, other) is E.NONE
    desk.now_s += 1
    assert desk.cancel(owner, order) is E.ORDER_LOCKED
    assert desk.amend(owner, order, size_e6=1, worst_e8=WIDE) is E.ORDER_LOCKED
    assert desk.cancel(owner, stop) is E.NONE
    late = desk.place(owner, 3 * E6)
    assert desk.cancel(owner, late) is E.NONE
    late = desk.place(owner, 3 * E6)
    fields = {"owner": owner, "account_id": 1, "market_id": 0}
    assert ends(desk.chain(m.CancelPerpOrders, owner, **fields)) == {late: (End.CANCELED, E.NONE)}
    late = desk.place(owner, 3 * E6)
    desk.now_s += 1800
    assert list(fills(desk.post(P))) == [order]
    assert desk.cancel(owner, late) is E.NONE


def test_a_print_that_never_comes_gives_orders_free_when_the_price_is_stale(desk):
    owner = desk.account()
    order = desk.place(owner, E6)
    stale_from = desk.see().index_price_at_s + desk.see().parameters["oracle_max_age_s"]
    desk.now_s = stale_from
    assert desk.cancel(owner, order) is E.ORDER_LOCKED
    desk.now_s += 1
    assert desk.cancel(owner, order) is E.NONE


def test_a_second_price_update_of_a_schedule_takes_what_came_before_it(desk):
    owner = desk.account()
    desk.to_print()
    order = desk.place(owner, E6)
    desk.now_s += 60
    assert fills(desk.post(P + 1)) == {}
    assert list(fills(desk.to_print())) == [order]


# Rules 56, 57 ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "size", "trigger", "met"),
    [
        (Kind.STOP, E6, P + 100, P + 100),
        (Kind.STOP, -E6, P - 100, P - 100),
        (Kind.TAKE_PROFIT, E6, P - 100, P - 100),
        (Kind.TAKE_PROFIT, -E6, P + 100, P + 100),
        (Kind.LIMIT, E6, P - 100, P - 100),
        (Kind.LIMIT, -E6, P + 100, P + 100),
    ],
)
def test_a_trigger_is_met_exactly(desk, kind, size, trigger, met):
    owner = desk.account()
    maker = desk.account(2)
    order = desk.place(owner, size, kind, trigger_e8=trigger)
    short = 1 if met > P else -1
    desk.place(maker, -size)
    assert order not in fills(desk.to_print(met - short))
    desk.place(maker, -size)
    assert order in fills(desk.to_print(met))


def test_a_trailing_trigger_rounds_down_for_a_sell_and_up_for_a_buy(desk):
    owner = desk.account()
    desk.to_print(P + 1)
    desk.open_again()
    desk.place(owner, -E6, Kind.TRAILING, trail_e6=3)
    desk.place(owner, E6, Kind.TRAILING, trail_e6=3)
    exact = (P + 1) * 3
    sell, buy = desk.orders(owner)
    assert sell.trigger_e8 == (P + 1) - -(-exact // 10**6)
    assert buy.trigger_e8 == (P + 1) + -(-exact // 10**6)
    desk.to_print(P + 2)
    sell, buy = desk.orders(owner)
    assert (sell.best_e8, buy.best_e8) == (P + 2, P + 1)


def test_a_trailing_stop_follows_and_sells(desk):
    owner = desk.account()
    desk.modify(owner, 10 * E6)
    order = desk.place(owner, 0, Kind.TRAILING, trail_e6=10_000, **WHOLE)
    assert fills(desk.to_print(500 * E8)) == {}
    assert fills(desk.to_print(495 * E8 + 1)) == {}
    assert fills(desk.to_print(495 * E8))[order].size_e6 == -10 * E6
    assert desk.size(owner) == 0


def test_exits_run_before_the_auction_and_entries_after_it(desk):
    first, second, third = desk.account(1), desk.account(2), desk.account(3)
    desk.modify(first, 10 * E6)
    entry = desk.place(third, E6, Kind.STOP, trigger_e8=P + 1)
    auction = desk.place(second, E6)
    leave = desk.place(first, 0, Kind.TAKE_PROFIT, trigger_e8=P + 1, **WHOLE)
    events = desk.to_print(P + 1)
    assert list(fills(events)) == [leave, auction, entry]
    prices = [e.price_e8 for e in fills(events).values()]
    assert prices == [
        pool_price(-10 * E6, 10 * E6, P + 1),
        pool_price(E6, 0, P + 1),
        pool_price(E6, E6, P + 1),
    ]
    assert_vault(desk)


def test_an_order_that_runs_is_an_ordinary_trade(desk):
    owner, twin = desk.account(1), desk.account(2)
    order = desk.place(owner, 7 * E6 + 1, Kind.STOP, trigger_e8=P + 1)
    filled = fills(desk.to_print(P + 1))[order]
    price = pool_price(7 * E6 + 1, 0, P + 1)
    assert (filled.size_e6, filled.matched_e6, filled.price_e8) == (7 * E6 + 1, 0, price)
    assert (filled.fee_e6, filled.surcharge_e6, filled.left_e6) == (
        fee(0, 7 * E6 + 1, price),
        0,
        0,
    )
    desk.close(owner)
    desk.open_again()
    (trade,) = of(desk.modify(twin, 7 * E6 + 1), m.PositionModified)
    assert (trade.fill_price_e8, trade.trade_fee_e6) == (price, filled.fee_e6)


def test_a_worst_price_is_inclusive_and_a_slip_is_said_once(desk):
    owner = desk.account()
    worst = pool_price(E6, 0, P + 1)
    order = desk.place(owner, E6, Kind.STOP, trigger_e8=P + 1, worst_e8=worst - 1)
    assert deferrals(desk.to_print(P + 1)) == {order: E.SLIPPAGE_EXCEEDED}
    row = desk.orders(owner)[0]
    assert (row.is_parked, row.deferred_code) == (True, E.SLIPPAGE_EXCEEDED)
    assert deferrals(desk.to_print(P + 1)) == {}
    assert fills(desk.to_print(P)) == {}
    assert desk.amend(owner, order, size_e6=E6, trigger_e8=P + 1, worst_e8=worst) is E.NONE
    assert list(fills(desk.to_print(P + 1))) == [order]


def test_what_can_never_work_ends_with_its_code(desk):
    owner = desk.account(1, 1, 2 * E6)
    order = desk.place(owner, 10 * E6, Kind.STOP, trigger_e8=P + 1)
    assert ends(desk.to_print(P + 1)) == {order: (End.REJECTED, E.INSUFFICIENT_MARGIN)}
    assert desk.view(owner).max_withdrawable_e6 == 2 * E6


def test_a_reduce_only_order_is_never_larger_than_the_position(desk):
    owner = desk.account()
    desk.modify(owner, 5 * E6)
    order = desk.place(owner, -9 * E6, Kind.STOP, trigger_e8=P - 1, is_reduce_only=1)
    events = desk.to_print(P - 1)
    assert fills(events)[order].size_e6 == -5 * E6
    assert ends(events)[order][0] is End.FILLED
    assert desk.size(owner) == 0


def test_a_reduce_only_order_without_a_position_ends(desk):
    owner = desk.account()
    order = desk.place(owner, -E6, Kind.STOP, trigger_e8=P - 1, is_reduce_only=1)
    assert ends(desk.to_print(P - 1)) == {order: (End.NO_POSITION, E.NONE)}


def test_in_a_pause_only_exits_run(desk):
    owner, other = desk.account(1), desk.account(2)
    desk.modify(owner, 5 * E6)
    leave = desk.exit(owner, P - 1)
    entry = desk.place(other, -E6, Kind.STOP, trigger_e8=P - 1)
    auction = desk.place(other, -E6)
    desk.operate(m.PauseMarket, market_id=1)
    assert list(fills(desk.to_print(P - 1))) == [leave]
    desk.operate(m.UnpauseMarket, market_id=1)
    assert sorted(fills(desk.to_print(P - 1))) == sorted([entry, auction])


def test_nothing_runs_in_a_halt_until_its_end(desk):
    owner = desk.account()
    desk.modify(owner, 5 * E6)
    leave = desk.exit(owner, P - 1, expires_at_s=desk.now_s + 3 * DAY_S)
    desk.operate(m.Halt)
    assert fills(desk.to_print(P - 1)) == {}
    assert fills(desk.tick()) == {}
    assert list(fills(desk.operate(m.Resume))) == [leave]


def test_a_held_print_triggers_nothing_until_it_is_confirmed():
    desk = Desk(print_band_e12=10**10, print_band_pause_e12=10**11)
    owner = desk.account()
    desk.modify(owner, 5 * E6)
    leave = desk.exit(owner, P - 1)
    assert fills(desk.to_print(P * 98 // 100)) == {}
    assert desk.see().held_print
    assert list(fills(desk.operate(m.ConfirmPrint, market_id=1))) == [leave]


# Rule 58 ---------------------------------------------------------------------------------------
def test_a_trade_that_moves_the_market_price_to_the_trigger_runs_the_order(desk):
    owner, mover = desk.account(1), desk.account(2, 1, 10**6 * E6)
    shown = P + P * 50 // 2_000_000
    order = desk.place(owner, E6, Kind.STOP, source=MARKET, trigger_e8=shown)
    assert fills(desk.modify(mover, 50 * E6 - 1)) == {}
    events = desk.modify(mover, 1 * E6)
    assert fills(events)[order].price_e8 == pool_price(E6, 51 * E6 - 1)


def test_sixteen_orders_run_in_a_command_the_rest_in_the_next_clock_step(desk):
    owner, mover = desk.account(1), desk.account(2, 1, 10**6 * E6)
    ids = [
        desk.place(owner, 2 * E6, Kind.STOP, source=MARKET, trigger_e8=P + 1 + i) for i in range(17)
    ]
    assert list(fills(desk.modify(mover, 50 * E6))) == ids[:16]
    assert desk.orders(owner)[0].is_due
    assert desk.cancel(owner, 999) is E.ORDER_NOT_FOUND  # its clock step ran the last one
    assert desk.orders(owner) == []
    assert desk.size(owner) == 34 * E6


def test_orders_met_by_an_order_follow_it(desk):
    owner, mover = desk.account(1), desk.account(2, 1, 10**6 * E6)
    far = P + P * 101 // 2_000_000
    third = desk.place(owner, 10 * E6, Kind.STOP, source=MARKET, trigger_e8=far)
    first = desk.place(owner, 100 * E6, Kind.STOP, source=MARKET, trigger_e8=P + 1)
    assert list(fills(desk.modify(mover, 2 * E6))) == [first, third]


def test_inside_the_entry_window_only_exits_run_at_the_market_price(desk):
    owner, mover = desk.account(1), desk.account(2, 1, 10**6 * E6)
    desk.modify(mover, 50 * E6)
    desk.modify(owner, E6)
    leave = desk.exit(owner, P + P * 20 // 2_000_000, source=MARKET)
    entry = desk.place(owner, -E6, Kind.STOP, source=MARKET, trigger_e8=P + P * 20 // 2_000_000)
    desk.now_s = (desk.now_s // DAY_S + 1) * DAY_S - 60
    assert list(fills(desk.modify(mover, -45 * E6))) == [leave]
    assert [x.order_id for x in desk.orders(owner)] == [entry]


# Brackets --------------------------------------------------------------------------------------
def test_the_bracket_of_an_entry_comes_with_its_fill_and_one_leg_ends_the_other(desk):
    owner = desk.account()
    entry = desk.place(owner, 5 * E6, stop_e8=P - 100, target_e8=P + 100)
    events = desk.to_print()
    stop, target = of(events, m.PerpOrderPlaced)
    assert (stop.order_id, target.order_id) == (entry + 1, entry + 2)
    assert stop.group == target.group == 2**32 + stop.order_id
    assert {stop.expires_at_s, target.expires_at_s} == {desk.now_s + 90 * DAY_S}
    assert (stop.parent_id, stop.is_whole, stop.is_reduce_only) == (entry, 1, 1)
    events = desk.to_print(P + 100)
    assert ends(events) == {
        target.order_id: (End.FILLED, E.NONE),
        stop.order_id: (End.NO_POSITION, E.NONE),
    }


def test_a_bracket_waits_for_a_position_in_its_direction():
    desk = Desk(rules={"net_exposure_cap_rate_e12": 0})
    owner, seller = desk.account(1), desk.account(2)
    desk.place(owner, -8 * E6)
    desk.place(seller, 8 * E6)
    desk.to_print()
    assert (desk.size(owner), desk.size(seller)) == (-8 * E6, 8 * E6)
    desk.open_again()
    entry = desk.place(owner, 10 * E6, stop_e8=P - 100)
    desk.place(seller, -4 * E6)
    events = desk.to_print()
    assert fills(events)[entry].left_e6 == 6 * E6
    assert of(events, m.PerpOrderPlaced) == []
    assert desk.orders(owner)[0].stop_e8 == P - 100
    desk.open_again()
    desk.place(seller, -6 * E6)
    events = desk.to_print()
    assert fills(events)[entry].left_e6 == 0
    (leg,) = of(events, m.PerpOrderPlaced)
    assert (leg.parent_id, leg.trigger_e8, desk.size(owner)) == (entry, P - 100, 2 * E6)


def test_a_trade_with_stop_and_target_is_all_or_nothing(desk):
    owner = desk.account()
    before = desk.exchange.state_hash()
    desk.modify(owner, 5 * E6, stop_e8=P, target_e8=P + 1)
    assert desk.code is E.TRIGGER_PASSED
    assert desk.exchange.state_hash() == before
    desk.modify(owner, 5 * E6, stop_e8=P - 1, target_e8=P + 1)
    assert desk.code is E.NONE
    assert [(x.kind, x.trigger_e8) for x in desk.orders(owner)] == [(2, P - 1), (3, P + 1)]
    desk.modify(owner, -5 * E6, stop_e8=P - 1)
    assert desk.code is E.NO_POSITION


def test_the_first_fill_of_a_group_ends_the_others(desk):
    owner = desk.account()
    one = desk.place(owner, E6, Kind.STOP, trigger_e8=P + 1, group=7)
    other = desk.place(owner, -E6, Kind.STOP, trigger_e8=P - 1, group=7)
    alone = desk.place(owner, -E6, Kind.STOP, trigger_e8=P - 1, group=8)
    assert ends(desk.to_print(P + 1)) == {one: (End.FILLED, E.NONE), other: (End.GROUP, E.NONE)}
    assert [x.order_id for x in desk.orders(owner)] == [alone]


# Rule 63 ---------------------------------------------------------------------------------------
def test_a_trade_that_closes_or_turns_ends_the_reduce_only_orders(desk):
    owner = desk.account()
    for size in (-5 * E6, -6 * E6):
        desk.modify(owner, 5 * E6)
        leave, entry = desk.exit(owner, P - 1), desk.place(owner, E6)
        assert ends(desk.modify(owner, -E6)) == {}
        assert ends(desk.modify(owner, size + E6)) == {leave: (End.NO_POSITION, E.NONE)}
        assert desk.cancel(owner, entry) is E.NONE
        desk.close(owner)


def test_the_first_call_of_a_liquidation_ends_entries_and_leaves_exits():
    desk = Desk(liquidation_capacity_multiplier_e12=10**6)
    owner, caller = desk.account(1, 1, 5_000 * E6), desk.account(9)
    desk.modify(owner, 100 * E6)
    assert desk.code is E.NONE
    entry, leave = desk.place(owner, E6), desk.exit(owner, P // 2)
    desk.cancel(owner, entry)
    entry = desk.place(owner, E6, Kind.STOP, trigger_e8=2 * P)
    desk.to_print(366 * E8)
    events = desk.chain(m.Liquidate, caller, owner=owner, account_id=1)
    assert ends(events) == {entry: (End.LIQUIDATION, E.NONE)}
    assert [x.order_id for x in desk.orders(owner)] == [leave]
    assert desk.place(owner, E6) == 0
    assert desk.code is E.IN_LIQUIDATION
    assert desk.place(owner, -E6, Kind.STOP, trigger_e8=P // 2, is_reduce_only=1)


def test_the_risk_flag_ends_an_order_when_it_runs(desk):
    owner = desk.account()
    order = desk.place(owner, E6)
    desk.operate(m.SetRisk, user=owner, is_high_risk=1)
    assert len(desk.orders(owner)) == 1
    assert desk.place(owner, E6) == 0
    assert desk.code is E.HIGH_RISK_USER
    assert ends(desk.to_print()) == {order: (End.REJECTED, E.HIGH_RISK_USER)}


def test_settle_market_ends_all_orders(desk):
    owner = desk.account()
    life = {"expires_at_s": desk.now_s + 89 * DAY_S}
    ids = [desk.place(owner, E6, **life), desk.place(owner, -E6, is_reduce_only=1, **life)]
    desk.now_s += 60 * DAY_S
    events = desk.operate(m.SettleMarket, market_id=1, price_e8=P, limit=1)
    assert ends(events) == dict.fromkeys(ids, (End.MARKET_SETTLED, E.NONE))
    assert desk.place(owner, E6) == 0
    assert desk.code is E.MARKET_PAUSED


def test_a_delegates_order_runs_by_his_terms_of_that_moment(desk):
    owner, delegate = desk.account(1), wallet(5)
    name = {"until_s": 0, "day_notional_e6": 0, "market_count": 0, "market_ids": (0,) * 8}
    desk.chain(m.SetDelegate, owner, delegate=delegate, **name)
    kept = desk.place(owner, E6, user=delegate)
    assert desk.orders(owner)[0].delegate == delegate
    desk.chain(m.SetDelegate, owner, delegate=wallet(6), **name)
    assert ends(desk.to_print()) == {kept: (End.REJECTED, E.NOT_OWNER)}
    assert desk.place(owner, E6, user=delegate) == 0
    assert desk.code is E.NOT_OWNER

"""The call auction by hand (rules 59-62): who takes part, what is matched, what the pool takes."""

from typing import Any

import pytest

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderEnd as End
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.errors import ErrorCode as E
from engine.schema.parameters import EXCHANGE_PARAMETERS
from tests.engine.core.support.waiting import (
    CALM,
    Desk,
    P,
    deferrals,
    ends,
    fee,
    fills,
    pool_price,
)
from tests.engine.core.support.world import E6, E8, E12, assert_vault, of, wallet

EXCHANGE_PLACES = {p.name: i for i, p in enumerate(EXCHANGE_PARAMETERS, 1)}
BALANCED = {"net_exposure_cap_rate_e12": 0}  # the pool takes nothing


@pytest.fixture
def desk() -> Desk:
    return Desk()


def held(events: list[m.Event]) -> m.AuctionHeld:
    (event,) = of(events, m.AuctionHeld)
    return event


def here(desk: Desk, owner: bytes) -> Any:
    """The position in the first market."""
    return next(p for p in desk.view(owner).positions if p.market_id == 1)


def sizes(events: list[m.Event]) -> list[tuple[int, int]]:
    """Matched and other parts by order."""
    return [(x.matched_e6, x.size_e6 - x.matched_e6) for _, x in sorted(fills(events).items())]


# Matching --------------------------------------------------------------------------------------
def test_two_opposite_orders_meet_at_the_index_for_the_maker_fee(desk):
    buyer, seller = desk.account(1), desk.account(2)
    size = 10 * E6 + 1
    one, other = desk.place(buyer, size), desk.place(seller, -size)
    nav = desk.pool().lp_balance_e6 - desk.pool().unrealized_pnl_e6
    price = P + 12_345
    events = desk.to_print(price)
    for order, signed in ((one, size), (other, -size)):
        filled = fills(events)[order]
        assert (filled.size_e6, filled.matched_e6) == (signed, signed)
        assert (filled.price_e8, filled.left_e6) == (price, 0)
        assert (filled.fee_e6, filled.surcharge_e6) == (fee(size, 0, price), 0)
    event = held(events)
    assert (event.order_count, event.buy_e6, event.sell_e6) == (2, size, size)
    assert (event.matched_e6, event.pool_e6, event.pool_price_e8) == (size, 0, 0)
    assert desk.see().long.size_e6 == desk.see().short.size_e6 == size
    pool = desk.pool()
    shared = fee(size, 0, price) * 2
    gain = pool.lp_balance_e6 - pool.unrealized_pnl_e6 - nav
    assert gain + pool.protocol_fees_e6 + pool.reserve_e6 == shared
    assert_vault(desk)


def test_the_larger_side_is_matched_pro_rata_and_units_left_go_by_id():
    desk = Desk(rules=BALANCED)
    wanted = [7, 7, 7, 1]
    buyers = [desk.account(i + 1) for i in range(4)]
    for owner, size in zip(buyers, wanted, strict=True):
        desk.place(owner, size)
    desk.place(desk.account(9), -10)
    events = desk.to_print()
    # 7 * 10 // 22 = 3, 1 * 10 // 22 = 0: one unit is left, for the first.
    assert sizes(events) == [(4, 0), (3, 0), (3, 0), (-10, 0)]
    assert [desk.size(x) for x in buyers] == [4, 3, 3, 0]
    assert set(deferrals(events).values()) == {E.NET_EXPOSURE_CAP}


@pytest.mark.parametrize("left", [0, 1, 2])
def test_units_left_never_exceed_an_order(left):
    desk = Desk(rules=BALANCED)
    for i in range(3):
        desk.place(desk.account(i + 1), 1)
    if left:
        desk.place(desk.account(9), -left)
    events = desk.to_print()
    assert [x for x, _ in sizes(events)] == [1] * left + ([-left] if left else [])


def test_a_side_cap_bounds_the_match_to_the_unit():
    cap = 5 * E6
    desk = Desk(max_side_size_e6=cap)
    for i, side in enumerate((1, 1, -1)):
        desk.place(desk.account(i + 1), side * (3 * E6 if side > 0 else 6 * E6))
    events = desk.to_print()
    assert (held(events).matched_e6, held(events).pool_e6) == (cap, 0)
    assert sizes(events) == [(2_500_000, 0), (2_500_000, 0), (-cap, 0)]
    assert set(deferrals(events).values()) == {E.MAX_SIDE_SIZE}


@pytest.mark.parametrize("room", [0, 1, 100])
def test_the_locked_part_of_open_interest_bounds_the_match(room):
    """A pair of units at 400 locks 800 times the ratio."""
    ratio = 10
    desk = Desk(max_side_size_e6=10**12)
    balance = desk.pool().lp_balance_e6
    desk.operate(
        m.SetExchangeParameter,
        parameter=EXCHANGE_PLACES["locked_open_interest_ratio_e12"],
        value=ratio * E12,
    )
    assert desk.code is E.NONE
    most = balance // (ratio * 800)
    size = most + room
    desk.place(desk.account(1, 1, 10**9 * E6), size)
    desk.place(desk.account(2, 1, 10**9 * E6), -size)
    events = desk.to_print()
    assert held(events).matched_e6 == most
    assert (E.POOL_CAPACITY in deferrals(events).values()) is (room > 0)


# The rest --------------------------------------------------------------------------------------
def test_the_rest_trades_with_the_pool_at_one_price(desk):
    buyers = [desk.account(i) for i in (1, 2)]
    first, second = (desk.place(x, 30 * E6 + 1) for x in buyers)
    seller = desk.place(desk.account(3), -20 * E6)
    events = desk.to_print()
    rest = 40 * E6 + 2
    price = pool_price(rest)
    assert held(events).pool_e6 == rest
    assert held(events).pool_price_e8 == price
    filled = fills(events)
    assert (filled[first].matched_e6, filled[second].matched_e6) == (10 * E6, 10 * E6)
    for order in (first, second):
        part = 20 * E6 + 1
        assert filled[order].size_e6 == 30 * E6 + 1
        assert filled[order].price_e8 == price
        assert filled[order].fee_e6 == fee(10 * E6, 0, P) + fee(0, part, price)
    assert filled[seller].fee_e6 == fee(20 * E6, 0, P)
    assert desk.see().long.size_e6 - desk.see().short.size_e6 == rest


def test_a_sellers_rest_rounds_down(desk):
    order = desk.place(desk.account(1), -100_001)
    assert fills(desk.to_print())[order].price_e8 == pool_price(-100_001)


def test_the_part_that_lowers_the_skew_pays_the_maker_fee(desk):
    short = desk.account(9)
    desk.modify(short, -5 * E6)
    first = desk.place(desk.account(1), 3 * E6)
    second = desk.place(desk.account(2), 5 * E6)
    events = desk.to_print()
    price = pool_price(8 * E6, -5 * E6)
    filled = fills(events)
    maker = [3 * E6 * 5 // 8, 5 * E6 * 5 // 8]
    assert filled[first].fee_e6 == fee(maker[0], 3 * E6 - maker[0], price)
    assert filled[second].fee_e6 == fee(maker[1], 5 * E6 - maker[1], price)


def test_a_worst_price_within_the_pools_price_fills_and_one_tick_less_waits(desk):
    size = 40 * E6
    price = pool_price(size)
    one = desk.place(desk.account(1), size, worst_e8=price)
    assert list(fills(desk.to_print())) == [one]
    desk.close(wallet(1))
    desk.open_again()
    other = desk.place(desk.account(2), size, worst_e8=price - 1)
    events = desk.to_print()
    filled = fills(events)[other]
    assert pool_price(filled.size_e6) == price - 1
    assert pool_price(filled.size_e6 + 1) == price
    assert deferrals(events) == {other: E.SLIPPAGE_EXCEEDED}


def test_the_amount_falls_until_those_who_accept_its_price_want_as_much(desk):
    near = desk.place(desk.account(1), 50 * E6, worst_e8=pool_price(60 * E6))
    far = desk.place(desk.account(2), 50 * E6)
    events = desk.to_print()
    amount = held(events).pool_e6
    assert pool_price(amount) <= pool_price(60 * E6) < pool_price(amount + 1)
    assert fills(events)[near].size_e6 + fills(events)[far].size_e6 == amount
    assert fills(events)[near].size_e6 == fills(events)[far].size_e6 + amount % 2


@pytest.mark.parametrize(("worst", "code"), [(P, E.NONE), (P - 1, E.SLIPPAGE_EXCEEDED)])
def test_a_buyer_below_the_index_waits_one_at_it_is_matched(desk, worst, code):
    order = desk.place(desk.account(1), E6, worst_e8=worst)
    desk.place(desk.account(2), -E6, worst_e8=P)
    events = desk.to_print()
    assert (order in fills(events)) is (code is E.NONE)
    assert deferrals(events).get(order, E.NONE) is code


def test_the_side_cap_bounds_what_the_pool_takes():
    desk = Desk(max_side_size_e6=5 * E6)
    order = desk.place(desk.account(1), 5 * E6 + 1)
    events = desk.to_print()
    assert fills(events)[order].size_e6 == 5 * E6
    assert fills(events)[order].left_e6 == 1
    assert deferrals(events) == {order: E.MAX_SIDE_SIZE}


def test_what_is_left_takes_part_in_the_next_auction():
    desk = Desk(rules=BALANCED)
    order = desk.place(desk.account(1), 5 * E6)
    desk.place(desk.account(2), -2 * E6)
    assert fills(desk.to_print())[order].left_e6 == 3 * E6
    desk.open_again()
    desk.place(wallet(2), -3 * E6)
    events = desk.to_print()
    assert fills(events)[order].left_e6 == 0
    assert ends(events)[order] == (End.FILLED, E.NONE)


def test_a_limit_on_the_index_is_in_the_auction_when_it_is_met(desk):
    order = desk.place(desk.account(1), E6, Kind.LIMIT, trigger_e8=P - 1)
    desk.place(desk.account(2), -2 * E6)
    assert order not in fills(desk.to_print(P))
    desk.place(wallet(2), -2 * E6)
    filled = fills(desk.to_print(P - 1))[order]
    assert (filled.matched_e6, filled.price_e8) == (E6, P - 1)


# Accounts --------------------------------------------------------------------------------------
def test_a_flip_and_a_reduction_are_matched(desk):
    one, other = desk.account(1), desk.account(2)
    desk.modify(one, 10 * E6)
    desk.modify(other, -10 * E6)
    turn, cover = desk.place(one, -15 * E6), desk.place(other, 15 * E6, is_reduce_only=1)
    events = desk.to_print()
    assert sizes(events) == [(-10 * E6, -5 * E6), (10 * E6, 0)]
    assert (desk.size(one), desk.size(other)) == (-5 * E6, 0)
    assert ends(events) == {turn: (End.FILLED, E.NONE), cover: (End.FILLED, E.NONE)}


def test_reduce_only_orders_share_the_position(desk):
    owner = desk.account()
    desk.modify(owner, 10 * E6)
    first = desk.place(owner, -7 * E6, is_reduce_only=1)
    second = desk.place(owner, -7 * E6, is_reduce_only=1)
    third = desk.place(owner, -7 * E6, is_reduce_only=1)
    events = desk.to_print()
    assert {i: x.size_e6 for i, x in fills(events).items()} == {first: -7 * E6, second: -3 * E6}
    assert ends(events)[third] == (End.NO_POSITION, E.NONE)
    assert desk.orders(owner) == []


def test_an_account_never_meets_itself(desk):
    owner = desk.account()
    buy, sell = desk.place(owner, 5 * E6), desk.place(owner, -5 * E6)
    events = desk.to_print()
    assert list(fills(events)) == [buy]
    assert fills(events)[buy].matched_e6 == 0
    assert deferrals(events) == {sell: E.SELF_MATCH}


def test_one_of_a_group_takes_part(desk):
    owner = desk.account()
    one, other = desk.place(owner, E6, group=4), desk.place(owner, 2 * E6, group=4)
    events = desk.to_print()
    assert ends(events) == {one: (End.FILLED, E.NONE), other: (End.GROUP, E.NONE)}
    assert desk.size(owner) == E6


def test_of_an_accounts_orders_the_one_without_margin_leaves(desk):
    owner = desk.account(1, 1, 700 * E6)
    first = desk.place(owner, 10 * E6)
    second = desk.place(owner, 1000 * E6)
    third = desk.place(owner, E6)
    events = desk.to_print()
    assert sorted(fills(events)) == [first, third]
    assert ends(events)[second] == (End.REJECTED, E.INSUFFICIENT_MARGIN)


# Griefing --------------------------------------------------------------------------------------
@pytest.mark.parametrize("accounts", [1, 9])  # refused parts would end the auction at eight
def test_a_loss_that_looks_smaller_at_a_worse_price_keeps_nobody_out(desk, accounts):
    """A part at the index must not be refused where the trial at a worse price was not."""
    other = desk.market(P, "TX", **CALM)
    bad = [desk.account(number, 1, 10_000 * E6) for number in range(1, accounts + 1)]
    for owner in bad:
        desk.modify(owner, 100 * E6)
        desk.modify(owner, 100 * E6, other)
    # The index at which the loss of the 100 units takes all collateral.
    prices = {x: here(desk, x).entry_price_e8 - desk.view(x).collateral_e6 for x in bad}
    price = min(prices.values())
    for owner in bad:
        fields = {"owner": owner, "account_id": 1, "amount_e6": prices[owner] - price}
        if fields["amount_e6"]:
            desk.chain(m.DepositMargin, owner, fields["amount_e6"], **fields)
            assert desk.code is E.NONE
    desk.to_print(560 * E8, other)
    desk.to_print()
    good, seller = desk.account(62, 1, 10**7 * E6), desk.account(63, 1, 10**7 * E6)
    desk.open_again()
    grief = [desk.place(owner, E6) for owner in bad]
    buy, sell = desk.place(good, 40_000 * E6), desk.place(seller, -1_000 * E6)
    events = desk.to_print(price)
    assert sorted(fills(events)) == [buy, sell]
    assert held(events).matched_e6 == 1_000 * E6
    assert {ends(events)[x] for x in grief} == {(End.REJECTED, E.INSUFFICIENT_MARGIN)}
    assert all(desk.view(x).collateral_e6 + here(desk, x).pnl.total_e6 == 0 for x in bad)


@pytest.mark.parametrize("short", [0, 1])
def test_a_delegates_limit_to_the_unit_stops_nobody_else(desk, short):
    owner, seller = desk.account(1), desk.account(2)
    size = 3 * E6 + 1
    limit = -(-size * P // E8) - short
    desk.chain(
        m.SetDelegate,
        owner,
        delegate=wallet(5),
        until_s=0,
        day_notional_e6=limit,
        market_count=0,
        market_ids=(0,) * 8,
    )
    order = desk.place(owner, size, user=wallet(5))
    sell = desk.place(seller, -E6 - 1)
    events = desk.to_print()
    assert sell in fills(events)
    if short:
        assert ends(events)[order] == (End.REJECTED, E.DELEGATE_LIMIT)
    else:
        assert fills(events)[order].size_e6 == size


@pytest.mark.parametrize(("accounts", "sold", "spare"), [(10, 1_500, 10), (30, 3_700, 10)])
def test_accounts_whose_parts_fail_leave_and_the_others_are_filled(accounts, sold, spare):
    """Some accounts pass both trials and fail in a part: no other account pays for it.

    The trial of a close takes the collateral below 0, so that a profit elsewhere is realised; its
    smaller matched part does not, and the flip after it finds too little collateral.
    """
    desk = Desk()
    other = desk.market(P, "TX", **CALM)
    bad = [desk.account(i + 1, 1, 14_500 * E6) for i in range(accounts)]
    for i, owner in enumerate(bad):
        desk.modify(owner, -100 * E6)
        desk.modify(owner, 200 * E6, other)
        assert desk.code is E.NONE
        view = desk.view(owner)
        entry = next(p.entry_price_e8 for p in view.positions if p.market_id == 1)
        if i == 0:  # the index at which a little collateral is left beside the loss
            price = entry + view.collateral_e6 - spare * E6
        # The others get what makes them equal.
        spare = view.collateral_e6 - 10 * E6 - (price - entry)
        if spare < 0:
            desk.chain(m.DepositMargin, owner, -spare, owner=owner, account_id=1, amount_e6=-spare)
        elif spare:
            desk.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=spare)
        assert desk.code is E.NONE
    desk.to_print(560 * E8, other)
    desk.to_print()
    desk.open_again()
    for owner in bad:
        desk.place(owner, 100 * E6)
        desk.place(owner, 100 * E6)
    good, seller = desk.account(60, 1, 10**6 * E6), desk.account(61, 1, 10**7 * E6)
    orders = desk.place(good, 100 * E6), desk.place(seller, -sold * E6)
    before = {x: desk.size(x) for x in (*bad, good, seller)}
    events = desk.to_print(price)
    moved = {x: desk.size(x) - before[x] for x in before}
    assert 0 <= moved[good] <= 100 * E6
    assert -sold * E6 <= moved[seller] <= 0
    assert all(0 <= moved[x] <= 200 * E6 for x in bad)
    assert sum(moved.values()) == held(events).pool_e6 if fills(events) else not any(moved.values())
    assert all(e.size_e6 * e.left_e6 >= 0 for e in fills(events).values())
    assert orders[0] in ends(events) or orders[0] in deferrals(events)
    assert_vault(desk)

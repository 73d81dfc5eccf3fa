"""The reference's matching and ledger of points, with figures worked out by hand."""

from fractions import Fraction

import pytest

from tests.reference.book import (
    ASK,
    BID,
    BOTH,
    CANCEL_INCOMING,
    CANCEL_RESTING,
    FOK,
    GTD,
    IOC,
    OWNER,
    SELF_MATCH,
    UNFILLED,
    Canceled,
    Fill,
    NaiveBook,
    Order,
    Reduced,
    Rejected,
    Rested,
)
from tests.reference.points import Holding, NaiveLedger, Trade
from tests.reference.rounding import E6

A, B, C = "a", "b", "c"


def put(book, order_id, owner, side, tick, contracts, **changes):
    return book.place(Order(order_id, owner, side, tick, contracts, **changes))


def asks() -> NaiveBook:
    """Three asks of B: 5 at 60, then 3 and 4 at 58."""
    book = NaiveBook()
    for order_id, tick, contracts in ((1, 60, 5), (2, 58, 3), (3, 58, 4)):
        assert put(book, order_id, B, ASK, tick, contracts) == [Rested(order_id, contracts)]
    return book


# matching
def test_price_comes_before_time_and_the_resting_price_counts():
    book = asks()
    assert put(book, 4, A, BID, 60, 9) == [
        Fill(4, 2, 58, 3, 0),
        Fill(4, 3, 58, 4, 0),
        Fill(4, 1, 60, 2, 3),
    ]
    assert book.depth(ASK) == [(60, 3)]
    assert book.depth(BID) == []
    assert book.sequence == 4


def test_a_yes_bid_and_a_no_bid_match_when_their_prices_reach_a_hundred():
    book = NaiveBook()
    put(book, 1, B, ASK, 100 - 40, 1)
    assert put(book, 2, A, BID, 59, 1) == [Rested(2, 1)]
    assert put(book, 3, A, BID, 60, 1) == [Fill(3, 1, 60, 1, 0)]


def test_an_ask_takes_the_highest_bids_first():
    book = NaiveBook()
    for order_id, tick in ((1, 40), (2, 42), (3, 41)):
        put(book, order_id, A, BID, tick, 2)
    assert put(book, 4, B, ASK, 41, 10) == [
        Fill(4, 2, 42, 2, 0),
        Fill(4, 3, 41, 2, 0),
        Rested(4, 6),
    ]
    assert book.depth(BID) == [(40, 2)]


def test_the_unfilled_rest_of_an_ioc_or_market_order_is_cancelled():
    book = asks()
    assert put(book, 4, A, BID, 58, 9, time_in_force=IOC) == [
        Fill(4, 2, 58, 3, 0),
        Fill(4, 3, 58, 4, 0),
        Canceled(4, 2, 0, UNFILLED),
    ]
    assert put(book, 5, A, BID, 0, 6, is_market=True) == [
        Fill(5, 1, 60, 5, 0),
        Canceled(5, 1, 0, UNFILLED),
    ]
    assert put(book, 6, A, BID, 0, 6, is_market=True) == [Rejected("NO_LIQUIDITY")]
    assert book.sequence == 5


def test_a_market_order_stops_at_its_worst_price_and_ignores_its_time_in_force():
    book = asks()
    events = put(book, 4, A, BID, 59, 20, is_market=True, time_in_force=FOK)
    assert events[-1] == Canceled(4, 13, 0, UNFILLED)
    before = book.sequence
    assert put(book, 5, A, BID, 59, 1, is_market=True) == [Canceled(5, 1, 0, UNFILLED)]
    assert book.sequence == before


def test_own_orders_are_liquidity_for_a_market_order():
    book = asks()
    assert put(book, 4, B, BID, 0, 1, is_market=True, self_match=CANCEL_INCOMING) == [
        Canceled(4, 1, 0, SELF_MATCH)
    ]


def test_a_fok_is_filled_at_once_or_not_at_all():
    book = asks()
    assert put(book, 4, A, BID, 60, 13, time_in_force=FOK) == [Rejected("FOK_NOT_FILLED")]
    assert book.sequence == 3
    assert len(put(book, 4, A, BID, 60, 12, time_in_force=FOK)) == 3
    assert book.orders == {}


@pytest.mark.parametrize(
    ("mode", "fits"), [(CANCEL_RESTING, True), (CANCEL_INCOMING, False), (BOTH, False)]
)
def test_a_fok_counts_behind_an_own_order_only_with_cancel_resting(mode, fits):
    book = asks()
    put(book, 4, A, ASK, 57, 2)
    put(book, 5, A, ASK, 59, 2)
    events = put(book, 6, A, BID, 60, 12, time_in_force=FOK, self_match=mode)
    if not fits:
        assert events == [Rejected("FOK_NOT_FILLED")]
        return
    assert events[0] == Canceled(4, 2, 0, SELF_MATCH)
    assert events[3] == Canceled(5, 2, 0, SELF_MATCH)
    assert events[4] == Fill(6, 1, 60, 5, 0)


def test_a_fok_that_is_filled_before_an_own_order_never_meets_it():
    book = asks()
    put(book, 5, A, ASK, 59, 2)
    changes = {"time_in_force": FOK, "self_match": BOTH}
    assert put(book, 6, A, BID, 60, 8, **changes) == [Rejected("FOK_NOT_FILLED")]
    assert len(put(book, 6, A, BID, 60, 7, **changes)) == 2
    assert book.orders[5].contracts == 2


def test_cancel_resting_removes_the_whole_order_that_is_met():
    book = asks()
    assert put(book, 4, B, BID, 58, 1) == [
        Canceled(2, 3, 0, SELF_MATCH),
        Canceled(3, 4, 0, SELF_MATCH),
        Rested(4, 1),
    ]
    assert book.sequence == 4


def test_cancel_incoming_leaves_the_resting_order_and_earlier_fills():
    book = asks()
    put(book, 4, A, ASK, 59, 2)
    assert put(book, 5, A, BID, 60, 10, self_match=CANCEL_INCOMING) == [
        Fill(5, 2, 58, 3, 0),
        Fill(5, 3, 58, 4, 0),
        Canceled(5, 3, 0, SELF_MATCH),
    ]
    assert book.orders[4].contracts == 2


def test_both_takes_the_smaller_from_each_and_the_larger_goes_on():
    book = asks()
    assert put(book, 4, B, BID, 58, 5, self_match=BOTH) == [
        Canceled(2, 3, 0, SELF_MATCH),
        Canceled(4, 3, 2, SELF_MATCH),
        Canceled(3, 2, 2, SELF_MATCH),
        Canceled(4, 2, 0, SELF_MATCH),
    ]
    assert book.depth(ASK) == [(58, 2), (60, 5)]


def test_post_only_rests_or_is_refused_also_against_an_own_order():
    book = asks()
    for owner in (A, B):
        assert put(book, 4, owner, BID, 58, 1, post_only=True) == [
            Rejected("POST_ONLY_WOULD_CROSS")
        ]
    assert put(book, 4, A, BID, 57, 1, post_only=True, time_in_force=GTD) == [Rested(4, 1)]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"side": 2}, "VALIDATION"),
        ({"time_in_force": 4}, "VALIDATION"),
        ({"self_match": 3}, "VALIDATION"),
        ({"post_only": True, "time_in_force": IOC}, "VALIDATION"),
        ({"post_only": True, "time_in_force": FOK}, "VALIDATION"),
        ({"post_only": True, "is_market": True}, "VALIDATION"),
        ({"tick": 0, "contracts": 0}, "BAD_PRICE"),
        ({"tick": 100}, "BAD_PRICE"),
        ({"contracts": 0}, "BAD_CONTRACTS"),
        ({"contracts": 11}, "BAD_CONTRACTS"),
    ],
)
def test_a_malformed_order_changes_nothing(changes, code):
    book = NaiveBook(contracts_max=10)
    fields = {"order_id": 1, "owner": A, "side": BID, "tick": 50, "contracts": 1}
    assert book.place(Order(**(fields | changes))) == [Rejected(code)]
    assert (book.orders, book.sequence) == ({}, 0)


def test_cancelling_is_for_the_owner_and_happens_once():
    book = asks()
    assert book.cancel(2, A) == [Rejected("ORDER_NOT_FOUND")]
    assert book.cancel(2, B) == [Canceled(2, 3, 0, OWNER)]
    assert book.cancel(2, B) == [Rejected("ORDER_NOT_FOUND")]
    assert book.cancel_all(A) == []
    assert book.sequence == 4
    assert book.cancel_all(B) == [Canceled(1, 5, 0, OWNER), Canceled(3, 4, 0, OWNER)]
    assert book.sequence == 5


def test_reducing_keeps_the_place_and_must_leave_something():
    book = asks()
    assert book.reduce(2, 3) == [Rejected("BAD_CONTRACTS")]
    assert book.reduce(2, 0) == [Rejected("BAD_CONTRACTS")]
    assert book.reduce(9, 1) == [Rejected("ORDER_NOT_FOUND")]
    assert book.reduce(2, 1) == [Reduced(2, 1, 2)]
    assert (book.ahead(2), book.ahead(3), book.sequence) == (0, 2, 4)


def test_an_amended_order_keeps_its_place_only_with_fewer_contracts_at_its_price():
    book = asks()
    assert book.amend(2, 58, 1) == [Reduced(2, 2, 1)]
    assert (book.ahead(2), book.ahead(3)) == (0, 1)
    assert book.amend(2, 58, 2) == [Rested(2, 2)]
    assert (book.ahead(2), book.ahead(3)) == (4, 0)
    assert book.amend(3, 58, 4) == [Rested(3, 4)]
    assert (book.ahead(2), book.ahead(3)) == (0, 2)
    assert book.amend(1, 58, 5) == [Rested(1, 5)]
    assert book.ahead(1) == 6
    assert book.sequence == 7


def test_an_amended_order_may_take_under_the_rules_of_its_kind():
    book = asks()
    put(book, 4, A, BID, 50, 4)
    put(book, 5, A, BID, 50, 4, post_only=True)
    assert book.amend(5, 58, 4) == [Rejected("POST_ONLY_WOULD_CROSS")]
    assert book.amend(4, 100, 4) == [Rejected("BAD_PRICE")]
    assert book.amend(4, 50, 0) == [Rejected("BAD_CONTRACTS")]
    assert book.amend(9, 50, 1) == [Rejected("ORDER_NOT_FOUND")]
    assert book.sequence == 5
    assert book.amend(4, 58, 9) == [Fill(4, 2, 58, 3, 0), Fill(4, 3, 58, 4, 0), Rested(4, 2)]
    assert book.sequence == 6


def test_a_book_may_have_one_level_or_thousands():
    narrow, wide = NaiveBook(1), NaiveBook(9_999)
    assert put(narrow, 1, A, BID, 2, 1) == [Rejected("BAD_PRICE")]
    put(wide, 1, B, ASK, 9_999, 1)
    assert put(wide, 2, A, BID, 9_999, 1) == [Fill(2, 1, 9_999, 1, 0)]


# points
def ledger(**grants: int) -> NaiveLedger:
    result = NaiveLedger()
    result.open_market(1)
    for account in (A, B, C):
        result.grant(account, grants.get(account, 10_000) * E6)
    return result


def buy(book, order_id, account, side, price, contracts, **changes):
    tick = price if side == BID else 100 - price
    events = book.place(1, Order(order_id, account, side, tick, contracts, **changes))
    book.check()
    return events


def held(book, account):
    return book.markets[1].holdings[account]


def cash(book, account):
    return book.accounts[account].cash


def minted() -> NaiveLedger:
    """A holds 10 YES bought at 60 by its resting order, B 10 NO bought at 40, with the fee."""
    book = ledger()
    buy(book, 1, A, BID, 60, 10)
    # 0.02 * 10 * 60 * 40 / 100 = 4.8 points
    assert buy(book, 2, B, ASK, 40, 10) == [Trade(2, 1, 60, 10, 0, 4_800_000, 10, 0)]
    return book


def test_two_buyers_mint_pairs_and_the_taker_pays_the_fee():
    book = minted()
    assert held(book, A) == Holding(10, 600 * E6)
    assert held(book, B) == Holding(-10, 400 * E6)
    assert cash(book, A) == 9_400 * E6
    assert cash(book, B) == 9_600 * E6 - 4_800_000
    assert (book.accounts[A].realized, book.accounts[B].realized) == (0, -4_800_000)
    assert (book.burned, book.markets[1].open_interest) == (4_800_000, 10)


def test_a_holder_who_buys_the_other_side_redeems_and_the_contracts_change_hands():
    book = minted()
    buy(book, 3, C, BID, 70, 4)
    # 0.02 * 4 * 70 * 30 / 100 = 1.68
    assert buy(book, 4, A, ASK, 30, 4) == [Trade(4, 3, 70, 4, 0, 1_680_000, 0, 0)]
    assert held(book, A) == Holding(6, 360 * E6)
    assert held(book, C) == Holding(4, 280 * E6)
    # 400 redeemed - 120 paid; bought for 240
    assert cash(book, A) == 9_680 * E6 - 1_680_000
    assert book.accounts[A].realized == 40 * E6 - 1_680_000
    assert book.markets[1].open_interest == 10


def test_two_holders_merge_their_pairs():
    book = minted()
    buy(book, 3, A, ASK, 45, 10)
    assert book.reserved(A) == 0
    # 0.02 * 10 * 55 * 45 / 100 = 4.95
    assert buy(book, 4, B, BID, 55, 10) == [Trade(4, 3, 55, 10, 0, 4_950_000, 0, 10)]
    assert (held(book, A), held(book, B)) == (Holding(0, 0), Holding(0, 0))
    assert book.accounts[A].realized == -50 * E6
    assert book.accounts[B].realized == 50 * E6 - 9_750_000
    assert book.markets[1].open_interest == 0


def test_one_fill_may_merge_mint_and_change_hands():
    book = minted()
    buy(book, 3, B, BID, 60, 4)
    buy(book, 4, C, ASK, 40, 4)  # B holds 6 NO, A 10 YES, C 4 NO
    buy(book, 5, C, BID, 50, 9)
    # A sells 9 of 10 YES; C redeems 4: 4 pairs vanish, 5 contracts change hands
    assert buy(book, 6, A, ASK, 50, 9) == [Trade(6, 5, 50, 9, 0, 4_500_000, 0, 4)]
    # B redeems 6 of 10; the seller A has 1 YES left: 1 merged, 5 handed over, 4 minted
    buy(book, 7, B, BID, 50, 10)
    assert buy(book, 8, A, ASK, 50, 10) == [Trade(8, 7, 50, 10, 0, 5_000_000, 4, 1)]
    assert [held(book, x).contracts for x in (A, B, C)] == [-9, 4, 5]
    assert book.markets[1].open_interest == 9


def test_the_cost_of_a_part_is_taken_out_rounded_down():
    book = ledger()
    for order_id, price, contracts in ((1, 33, 2), (2, 34, 1)):
        buy(book, order_id, A, BID, price, contracts)
        buy(book, order_id + 10, B, ASK, 100 - price, contracts)
    assert held(book, A) == Holding(3, 100 * E6)
    buy(book, 3, C, BID, 50, 1)
    buy(book, 4, A, ASK, 50, 1)
    assert held(book, A) == Holding(2, 100 * E6 - 33_333_333)
    # 100 - 33.333333 - 50 - the fee of 0.5
    assert book.accounts[A].realized == 16_666_667 - 500_000


def test_an_order_needs_its_price_and_the_highest_fee_it_could_pay():
    # 10 at 80: the highest fee is that of a fill at 50, half a point each
    for points, code in ((805 * E6, None), (805 * E6 - 1, "INSUFFICIENT_POINTS")):
        book = ledger(a=0)
        book.grant(A, points)
        events = buy(book, 1, A, BID, 80, 10)
        assert events == ([Rejected(code)] if code else [Rested(1, 10)])
    # 10 at 30: 0.02 * 30 * 70 / 100 = 0.42 each
    for points, code in ((304_200_000, None), (304_200_000 - 1, "INSUFFICIENT_POINTS")):
        book = ledger(a=0)
        book.grant(A, points)
        events = buy(book, 1, A, ASK, 30, 10)
        assert events == ([Rejected(code)] if code else [Rested(1, 10)])
        assert book.reserved(A) == (0 if code else 300 * E6)


def test_a_better_fill_leaves_the_rest_of_the_reservation_with_the_user():
    book = ledger(a=505)
    buy(book, 1, B, ASK, 70, 10)
    assert buy(book, 2, A, BID, 50, 10)[0].tick == 30
    # 0.02 * 10 * 30 * 70 / 100 = 4.2
    assert book.available(A) == 505 * E6 - 300 * E6 - 4_200_000


def test_held_contracts_cover_the_open_orders_of_the_other_side_by_id():
    book = minted()
    buy(book, 5, B, BID, 30, 6)
    buy(book, 3, B, BID, 20, 6)
    buy(book, 9, B, BID, 10, 1)
    reserves = book.markets[1].reserves(B)
    assert reserves == {3: 0, 5: 2 * 30 * E6, 9: 10 * E6}
    assert book.reserved(B) == 70 * E6
    # A fill of order 5 redeems one: 9 NO cover 6 and 3 of the 5 that are left.
    buy(book, 11, C, ASK, 70, 1)
    assert book.markets[1].reserves(B) == {3: 0, 5: 2 * 30 * E6, 9: 10 * E6}
    book.cancel(1, 3)
    assert book.markets[1].reserves(B) == {5: 0, 9: 0}


def test_an_amended_order_keeps_its_place_among_the_covered():
    book = minted()
    buy(book, 3, B, BID, 20, 4)
    buy(book, 4, B, BID, 30, 6)
    assert book.reserved(B) == 0
    assert book.amend(1, 3, 20, 7) == [Rested(3, 7)]
    assert book.markets[1].reserves(B) == {3: 0, 4: 3 * 30 * E6}
    # 11 contracts: 10 covered, one at 20 with its fee of 0.32; then order 4 is bare
    need = 20 * E6 + 320_000 + 6 * 30 * E6 - 90 * E6
    book.accounts[B].cash -= book.available(B) - need + 1
    assert book.amend(1, 3, 20, 11) == [Rejected("INSUFFICIENT_POINTS")]
    book.accounts[B].cash += 1
    assert book.amend(1, 3, 20, 11) == [Rested(3, 11)]
    assert book.available(B) == 320_000


def test_points_are_asked_for_before_the_match_and_after_liquidity():
    book = ledger(a=0)
    market = {"is_market": True}
    assert buy(book, 1, A, BID, 0, 1, **market) == [Rejected("NO_LIQUIDITY")]
    buy(book, 2, B, ASK, 50, 1)
    assert buy(book, 1, A, BID, 0, 1, **market) == [Rejected("INSUFFICIENT_POINTS")]
    assert buy(book, 1, A, BID, 50, 1, post_only=True) == [Rejected("INSUFFICIENT_POINTS")]
    assert buy(book, 1, A, BID, 50, 9, time_in_force=FOK) == [Rejected("INSUFFICIENT_POINTS")]


def test_paying_gives_the_holders_all_that_the_pairs_hold():
    book = minted()
    paid = book.pay(1, 37 * E6, [A, B, C])
    assert [(p.account, p.contracts, p.payout) for p in paid] == [
        (A, 10, 370 * E6),
        (B, -10, 630 * E6),
    ]
    assert book.accounts[A].realized == -230 * E6
    book.check()


TAPERED = [1, 2, 5, 11, 25, 50, 75, 89, 95, 98, 99]


def test_a_tapered_grid_has_its_own_prices():
    book = NaiveLedger()
    book.open_market(1, prices=TAPERED, payout=100, fee_rate=Fraction(2, 100))
    book.grant(A, 100)
    book.grant(B, 1_000)
    book.place(1, Order(1, B, ASK, 4, 3))
    book.check()
    assert book.reserved(B) == 3 * 89
    # The fee is rounded up: ⌈0.02 * 3 * 11 * 89 / 100⌉ = ⌈0.5874⌉
    assert book.place(1, Order(2, A, BID, 5, 3)) == [Trade(2, 1, 4, 3, 0, 1, 3, 0)]
    assert book.available(A) == 100 - 33 - 1
    book.check()

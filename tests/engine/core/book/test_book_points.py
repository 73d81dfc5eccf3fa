"""The points layer by hand: reserves, pairs, fees, cover, settlement."""

import numpy as np
import pytest

from engine.core.book.arrays import BOOK_EVENT, NO_ORDER, Op, Refusal, Side
from engine.core.book.arrays import EventKind as Kind
from engine.core.book.points_book import PointsBook
from engine.core.book.views import Portfolio, Totals
from tests.engine.core.book.test_book import limit, market, refused, rested
from tests.engine.core.support.books import commands_of, run

BID, ASK = Side.BID, Side.ASK
POINT = 1_000_000
GRANT = 1_000 * POINT


@pytest.fixture
def book():
    book = PointsBook(16, 4)
    for account in range(4):
        book.grant(account, GRANT)
    return book


def traded(order, fill, *points):
    """A fill: side, tick, contracts, maker and what that has left; then minted, merged, fee."""
    side, tick, contracts, maker, left = fill
    return (Kind.FILL, side, tick, contracts, left, order, maker, *points)


def test_a_mint_a_transfer_and_a_merge(book):
    # Minted: 10 pairs at 40; the taker of NO pays 60 and a fee of 200 x 10 x 40 x 60 = 4,800,000.
    run(book, limit(0, BID, 40, 10, 0))
    assert book.portfolio(0) == Portfolio(600 * POINT, 400 * POINT, 0, GRANT, 0, 0, 1)
    assert run(book, market(1, ASK, 10, 1)) == [traded(1, (ASK, 40, 10, 0, 0), 10, 0, 4_800_000)]
    assert book.portfolio(0) == Portfolio(600 * POINT, 0, 0, GRANT, 10, 400 * POINT, 0)
    assert book.portfolio(1) == Portfolio(
        400 * POINT - 4_800_000, 0, -4_800_000, GRANT, -10, 600 * POINT, 0
    )
    # Account 0 sells 4 YES at 50 to account 2: it buys 4 NO at 50 and redeems 4 pairs.
    run(book, limit(2, ASK, 50, 4, 0))
    assert book.portfolio(0).reserved_e6 == 0  # covered by the 10 YES held
    assert run(book, market(3, BID, 4, 2)) == [traded(3, (BID, 50, 4, 2, 0), 0, 0, 2_000_000)]
    assert book.portfolio(0) == Portfolio(800 * POINT, 0, 40 * POINT, GRANT, 6, 240 * POINT, 0)
    # Both go out: account 1 buys YES from account 0 at 70; 6 pairs are redeemed on both sides.
    run(book, limit(4, ASK, 70, 6, 0))
    assert run(book, market(5, BID, 6, 1)) == [traded(5, (BID, 70, 6, 4, 0), 0, 6, 2_520_000)]
    assert book.portfolio(0) == Portfolio(1_220 * POINT, 0, 220 * POINT, GRANT, 0, 0, 0)
    # 1 held 10 NO for 600: 6 of them cost 360, bring 6 x (100 - 70) = 180.
    assert book.portfolio(1) == Portfolio(
        580 * POINT - 7_320_000, 0, -180 * POINT - 7_320_000, GRANT, -4, 240 * POINT, 0
    )
    assert book.totals().pairs == 4
    assert book.totals().burned_e6 == 4_800_000 + 2_000_000 + 2_520_000
    book.check()


def test_cover_goes_to_the_older_orders(book):
    run(book, limit(0, BID, 40, 5, 0), market(1, ASK, 5, 1))
    run(book, limit(2, ASK, 60, 3, 0), limit(3, ASK, 70, 4, 0))  # 5 YES: 3 and 2 of 4
    assert book.portfolio(0).reserved_e6 == 2 * 30 * POINT
    run(book, {"op": Op.CANCEL, "order": 2})
    assert book.portfolio(0).reserved_e6 == 0
    run(book, limit(4, ASK, 60, 3, 0))  # 1 left of the cover
    assert book.portfolio(0).reserved_e6 == 2 * 40 * POINT
    run(book, {"op": Op.AMEND, "order": 3, "tick": 80, "contracts": 5})  # keeps its place there
    assert book.portfolio(0).reserved_e6 == 3 * 40 * POINT
    book.check()


def test_too_few_points(book):
    # 10 contracts at 99 and the highest fee up to there: 200 x 50 x 50 = 500,000 each.
    order = limit(0, BID, 99, 10, 0)
    run(book, limit(1, BID, 1, 5, 0))  # 995 points left; needed: 995
    assert run(book, order) == [rested(0, BID, 99, 10)]
    assert book.portfolio(0).available_e6 == 5 * POINT
    run(
        book, {"op": Op.CANCEL, "order": 0}, {"op": Op.AMEND, "order": 1, "tick": 1, "contracts": 6}
    )
    assert book.portfolio(0).available_e6 == 994 * POINT
    assert run(book, order) == [refused(Refusal.INSUFFICIENT_POINTS, order)]
    row = {"op": Op.AMEND, "order": 1, "tick": 99, "contracts": 11}
    assert run(book, row) == [refused(Refusal.INSUFFICIENT_POINTS, row)]


def test_refusals_of_the_points_layer(book):
    for change, code in (
        ({"owner": 4}, Refusal.OWNER_RANGE),
        ({"owner": NO_ORDER}, Refusal.OWNER_RANGE),
        ({"stp": 3}, Refusal.FIELD),
        ({"contracts": 100_001}, Refusal.BAD_CONTRACTS),
        ({"contracts": 2**31}, Refusal.BAD_CONTRACTS),
    ):
        order = limit(0, BID, 50, 5, 1) | change
        assert run(book, order) == [refused(code, order)]
    stranger = {"op": Op.CANCEL_ALL, "owner": 4}
    assert run(book, stranger) == [refused(Refusal.OWNER_RANGE, stranger)]
    for account in (4, 2**32 - 1):
        with pytest.raises(ValueError, match="account"):
            book.portfolio(account)
        with pytest.raises(ValueError, match="account"):
            book.grant(account, 1)


@pytest.mark.parametrize(("yes_value", "gains"), [(100, 300), (0, -200), (37, -15)])
def test_settlement_pays_everything(book, yes_value, gains):
    run(book, limit(0, BID, 40, 5, 0), market(1, ASK, 5, 1), limit(2, BID, 30, 7, 2))
    rows = book.settle(yes_value * POINT)
    assert rows.tolist() == [
        (0, 5, 200 * POINT, 5 * yes_value * POINT),
        (1, -5, 300 * POINT, 5 * (100 - yes_value) * POINT),
    ]
    fee = 200 * 5 * 40 * 60
    assert book.portfolio(0) == Portfolio(GRANT + gains * POINT, 0, gains * POINT, GRANT, 0, 0, 0)
    assert book.portfolio(1).realized_e6 == -gains * POINT - fee
    assert book.portfolio(2) == Portfolio(GRANT, 0, 0, GRANT, 0, 0, 0)
    assert book.totals() == Totals(4 * GRANT, 4 * GRANT - fee, 0, fee, 0, 0)
    assert (book.order_count, book.is_settled) == (0, True)
    book.check()
    with pytest.raises(RuntimeError, match="settled"):
        book.place(0, BID, 50, 1)
    with pytest.raises(RuntimeError, match="settled"):
        book.process(commands_of([]), np.zeros(3, BOOK_EVENT))
    with pytest.raises(RuntimeError, match="settled"):
        book.settle(0)


def test_a_value_beyond_the_payout_settles_nothing(book):
    for value in (-1, 100 * POINT + 1):
        with pytest.raises(ValueError, match="payout"):
            book.settle(value)
    assert not book.is_settled


def test_a_tapered_grid():
    tenth = POINT // 10
    prices = [
        *range(tenth, POINT, tenth),
        *range(POINT, 100 * POINT, POINT),
        *range(99 * POINT + tenth, 100 * POINT, tenth),
    ]
    book = PointsBook(8, 2, prices)
    assert book.ticks == 117
    book.grant(0, GRANT)
    book.grant(1, 2 * GRANT)
    run(book, limit(0, BID, 3, 1_000, 0))  # at 0.3
    # 0.02 x 10 x 0.3 x 99.7 / 100 = 0.05982 points
    assert run(book, market(1, ASK, 10, 1)) == [traded(1, (ASK, 3, 10, 0, 990), 10, 0, 59_820)]
    assert book.portfolio(0).cost_e6 == 3 * POINT
    assert book.portfolio(1).cost_e6 == 997 * POINT
    book.check()


def test_fees_are_rounded_up_once_a_fill():
    # One raw point of payout 1,000 at 333: 0.000001 x 333 x 667 / 1,000 = 0.000222 a contract.
    book = PointsBook(8, 2, [333, 667], fee_rate_e6=1, payout_e6=1_000)
    book.grant(0, 10**9)
    book.grant(1, 10**9)
    run(book, limit(0, BID, 1, 9_000, 0))
    # 4,502 x 0.000222111 = 0.99994…, 4,503 x 0.000222111 = 1.0002…
    assert run(book, market(1, ASK, 4_502, 1))[0][-1] == 1
    run(book, limit(2, BID, 1, 9_000, 0))
    assert run(book, market(1, ASK, 4_498, 1), market(3, ASK, 4_503, 1))[1][-1] == 2


def test_nine_thousand_levels():
    prices = [tick * 10_000 for tick in range(1, 10_000)]
    book = PointsBook(8, 2, prices)
    book.grant(0, GRANT)
    book.grant(1, GRANT)
    run(book, limit(0, BID, 9_999, 1, 0), limit(1, BID, 1, 1, 0))
    assert book.portfolio(0).reserved_e6 == 100 * POINT
    # 0.02 x 99.99 x 0.01 / 100 = 0.00019998 points
    assert run(book, market(2, ASK, 1, 1)) == [traded(2, (ASK, 9_999, 1, 0, 0), 1, 0, 200)]
    assert book.best_bid == 1


def test_costs_beyond_64_bits():
    book = PointsBook(16, 2)
    half = 2**60
    book.grant(0, half)
    book.grant(1, half)
    rounds = 40  # 4,000,000 contracts at 99: cost 3.96e14, times 100,000 is beyond 2**64
    for _ in range(rounds):
        book.place(0, BID, 99, 100_000, order=0)
        book.market(1, ASK, 100_000)
    cost = rounds * 100_000 * 99 * POINT
    assert cost * 99_999 > 2**64
    assert book.portfolio(0).cost_e6 == cost
    book.place(1, BID, 10, 99_999, order=0)
    book.market(0, ASK, 99_999)
    assert book.portfolio(0).cost_e6 == cost - cost * 99_999 // (rounds * 100_000)
    book.check()


def test_grants_have_an_end():
    book = PointsBook(4, 2)
    book.grant(0, 2**61)
    with pytest.raises(OverflowError):
        book.grant(1, 1)
    with pytest.raises(ValueError, match="amount"):
        book.grant(1, -1)
    with pytest.raises(OverflowError):
        book.grant(1, 2**63)
    book.check()


@pytest.mark.parametrize(
    "arguments",
    [
        {"prices_e6": []},
        {"prices_e6": [60, 50]},
        {"prices_e6": [10 * POINT, 80 * POINT]},
        {"prices_e6": [0, 100 * POINT]},
        {"prices_e6": [50 * POINT] * 2},
        {"prices_e6": list(range(1, 10_001))},
        {"fee_rate_e6": -1},
        {"fee_rate_e6": 1_000_001},
        {"payout_e6": 0},
        {"payout_e6": 3},
        {"payout_e6": 200 * POINT},
        {"accounts": 0},
        {"orders": 0},
    ],
)
def test_tables_that_do_not_do(arguments):
    with pytest.raises(ValueError, match=r"prices_e6|fee_rate_e6|payout_e6|accounts|orders|ticks"):
        PointsBook(**{"orders": 4, "accounts": 2} | arguments)

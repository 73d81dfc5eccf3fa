"""Capacity of a market, and that calls in turn cost what one call costs (rules/liquidation.md).

The market has k = 1,000, fees of 0.1 % together, a window of 100 s and the multiplier 0.1: that
is 10 units. The long of 100 stands at 90, a short of 50 against it.
"""

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.arena import LIQUIDATOR, WINDOW, Arena
from tests.engine.core.support.world import E6, E8, E12, assert_vault, of, wallet

LEFT_FOR_40 = 389_250_000


def test_closed_size_leaves_the_window_after_its_length():
    world = Arena()
    owner = world.windowed(LEFT_FOR_40)
    (piece,) = world.pieces(owner)
    assert (piece.size_e6, piece.new_size_e6) == (10 * E6, 90 * E6)
    started_at = world.now_s
    world.tick(0)
    before = world.exchange.state_hash()
    for seconds in (0, 99):
        world.now_s = started_at + seconds
        world.liquidate(owner)
        assert world.code is ErrorCode.LIQUIDATION_CAPACITY
        assert world.exchange.state_hash() == before
    world.now_s = started_at + 100
    (piece,) = world.pieces(owner)
    assert (piece.size_e6, piece.new_size_e6) == (10 * E6, 80 * E6)
    assert piece.started_at_s == started_at
    assert piece.max_liquidation_fee_e6 == 45 * E6


def small_and_large(**changes: int) -> tuple[Arena, bytes, bytes]:
    """A long of 4 from 94.8 and one of 100 from 100 at 85: 6.8 and 200 of margin, too little.

    At least 5 of fee leave the small one 1.8, which carries nothing: it closes whole.
    """
    world = Arena(min_liquidation_fee_e6=5 * E6)
    world.add_market(**(WINDOW | {"endorsed": 9} | changes))
    world.open(50, -54 * E6, 100_000 * E6)
    small = world.open(2, 4 * E6, 46 * E6)
    large = world.open(1, 100 * E6, 1_705 * E6)
    world.price(85 * E8)
    assert world.view(small).available_margin_e6 == 6_800_000
    assert world.view(large).available_margin_e6 == 200 * E6
    return world, small, large


def test_parts_of_the_capacity_leave_one_after_the_other():
    world, small, large = small_and_large()
    assert [piece.size_e6 for piece in world.pieces(small, user=8)] == [4 * E6]
    world.now_s += 30
    assert [piece.size_e6 for piece in world.pieces(large, user=8)] == [6 * E6]
    world.now_s += 69
    world.liquidate(large, user=8)
    assert world.code is ErrorCode.LIQUIDATION_CAPACITY
    world.now_s += 1  # 100 after the first
    assert [piece.size_e6 for piece in world.pieces(large, user=8)] == [4 * E6]
    world.now_s += 30
    assert [piece.size_e6 for piece in world.pieces(large, user=8)] == [6 * E6]


def test_entries_of_one_second_count_together():
    world = Arena(min_liquidation_fee_e6=5 * E6)
    world.add_market(**(WINDOW | {"max_liquidation_pd_e12": 0}))
    world.open(50, -12 * E6, 100_000 * E6)
    owners = [world.open(user, 3 * E6, 36 * E6) for user in (1, 2, 3, 4)]
    # From 98.95 up to 99.85; less than 6.2 is left, which carries nothing beside a fee of 5.
    world.price(89 * E8)
    sizes = [piece.size_e6 for owner in owners for piece in world.pieces(owner)]
    assert sizes == [3 * E6, 3 * E6, 3 * E6, E6]
    world.now_s += 99
    world.liquidate(owners[3])
    assert world.code is ErrorCode.LIQUIDATION_CAPACITY
    world.now_s += 1
    assert [piece.size_e6 for piece in world.pieces(owners[3])] == [2 * E6]


@pytest.mark.parametrize(
    ("max_pd_e12", "sizes"),
    [
        (6 * 10**10, [20]),  # |s| / k is 0.05, then 0.03: 20 in all
        (5 * 10**10, [10, 10]),  # not below 0.05; after the first piece it is 0.04
        (45 * 10**9, [10, 10]),
        (4 * 10**10, [10]),
    ],
)
def test_twice_as_much_closes_while_the_skew_is_small(max_pd_e12, sizes):
    world = Arena()
    owner = world.windowed(LEFT_FOR_40, max_liquidation_pd_e12=max_pd_e12)
    assert world.see().skew_size_e6 == 50 * E6
    for size in sizes:
        assert [piece.size_e6 for piece in world.pieces(owner)] == [size * E6]
    world.liquidate(owner)
    assert world.code is ErrorCode.LIQUIDATION_CAPACITY


def test_a_limit_of_zero_is_no_limit():
    world = Arena()
    owner = world.windowed(LEFT_FOR_40, liquidation_capacity_multiplier_e12=0)
    assert [piece.size_e6 for piece in world.pieces(owner)] == [40 * E6]


def test_the_capacity_is_rounded_down():
    # k = 1,000.000001 makes 10.00000001 of it.
    world = Arena()
    market = {"skew_scale_e6": 1_000 * E6 + 1, "max_liquidation_pd_e12": 10**10}
    owner = world.windowed(LEFT_FOR_40, **market)
    assert [piece.size_e6 for piece in world.pieces(owner)] == [10 * E6]


def test_calls_in_turn_cost_what_one_call_costs():
    world = Arena(min_liquidation_fee_e6=5 * E6)
    owner = world.windowed(LEFT_FOR_40)
    fees, seen = [], []
    for _ in range(3):
        (piece,) = world.pieces(owner)
        assert piece.size_e6 == 10 * E6
        fees.append(piece.liquidation_fee_e6)
        seen.append(world.view(owner).accumulated_liquidation_fees_e6)
        world.now_s += 100
    # 0.45 a unit: max(4.5, 5), 9 - 5, 13.5 - 9; with the third health is 375.75 / 346.5.
    assert fees == [5 * E6, 4 * E6, 4_500_000]
    assert seen == [5 * E6, 9 * E6, 0]
    view = world.view(owner)
    assert not view.in_liquidation
    assert view.available_margin_e6 == 375_750_000
    assert view.total_required_margin_e6 == 346_500_000
    requests = world.exchange.settlement_requests(LIQUIDATOR)
    assert [request.amount_e6 for request in requests] == fees
    assert_vault(world)


def test_the_greatest_fee_holds_for_the_whole_liquidation():
    world = Arena(max_liquidation_fee_e6=7 * E6)
    owner = world.windowed(LEFT_FOR_40)
    fees = []
    for _ in range(2):
        fees += [piece.liquidation_fee_e6 for piece in world.pieces(owner)]
        world.now_s += 100
    # Required 4.5 a unit and 7: 384.75 against 412, then 382.25 against 367.
    assert fees == [4_500_000, 2_500_000]
    assert not world.view(owner).in_liquidation


def test_a_new_liquidation_counts_from_its_own_beginning():
    world = Arena(min_liquidation_fee_e6=5 * E6)
    owner = world.windowed(LEFT_FOR_40)
    world.pieces(owner)
    world.deposit(owner, 70 * E6)
    assert not world.view(owner).in_liquidation
    world.now_s += 100
    world.price(88 * E8)
    events = world.liquidate(owner)
    assert isinstance(events[0], m.LiquidationStarted)
    (piece,) = of(events, m.PositionLiquidated)
    assert piece.started_at_s == world.now_s
    assert piece.liquidation_fee_e6 == 5 * E6  # 4.4, at least 5 once more


# Endorsed liquidators.


def test_an_endorsed_liquidator_has_no_limit_and_takes_no_fee():
    world = Arena(min_liquidation_fee_e6=5 * E6)
    # 371.25 = 1.25 * 4.95 * 60
    owner = world.windowed(371_250_000, endorsed=9)
    events = world.liquidate(owner)
    (piece,) = of(events, m.PositionLiquidated)
    assert (piece.size_e6, piece.liquidation_fee_e6) == (40 * E6, 0)
    assert not of(events, m.SettlementRequestCreated)
    assert world.view(owner).collateral_e6 == 371_250_000
    assert_vault(world)


def test_another_liquidator_has_the_limit_and_finds_it_used():
    world, small, large = small_and_large()
    (piece,) = world.pieces(large, user=9)
    # 200 = 1.25 * 4.675 * (100 - x)
    assert piece.size_e6 == 65_775_402
    world.liquidate(small, user=8)
    assert world.code is ErrorCode.LIQUIDATION_CAPACITY
    (piece,) = world.pieces(small, user=9)
    # 6.8 = 1.25 * (4.25 * (4 - x) + 5)
    assert (piece.size_e6, piece.liquidation_fee_e6) == (3_896_471, 0)


def test_an_endorsed_liquidation_earns_no_fee():
    world = Arena(min_liquidation_fee_e6=5 * E6)
    world.add_market("MIA", endorsed=9)
    world.add_market("NYC", oracle_max_age_s=3_600)
    owner = world.open(1, 100 * E6, 1_300 * E6, 2)
    world.trade(owner, 10 * E6, 1)
    world.price(90 * E8, 2)
    world.now_s += 3_601  # the large one is stale
    (piece,) = world.pieces(owner, user=9)
    assert (piece.market_id, piece.size_e6, piece.liquidation_fee_e6) == (1, 10 * E6, 0)
    assert world.view(owner).in_liquidation
    assert world.view(owner).accumulated_liquidation_fees_e6 == 0
    world.price(90 * E8, 2)
    # 300 - 0.45 x = 1.25 * 4.95 * (100 - x): 5.7375 x = 318.75
    (piece,) = world.pieces(owner, user=9)
    assert piece.size_e6 == 55_555_556
    assert piece.liquidation_fee_e6 == 25_000_001  # 25.0000002 up; nothing for the 10


def test_both_kinds_in_one_call():
    world = Arena()
    world.add_market("MIA", endorsed=9)
    world.add_market("NYC")
    owner = world.open(1, 50 * E6, 1_500 * E6)
    world.trade(owner, 50 * E6, 2)
    world.price(88 * E8, 1)
    world.price(88 * E8, 2)
    # No fee for the first: 300 - 0.44 x = 1.25 * 4.84 * (50 - x): 5.61 x = 2.5
    first, second = world.pieces(owner, user=9)
    assert (first.market_id, first.new_size_e6, first.liquidation_fee_e6) == (1, 0, 0)
    assert second.size_e6 == 445_634  # 0.4456328 and what rounds up
    assert second.liquidation_fee_e6 == 196_079  # 0.19607896 up


def test_without_an_endorsed_liquidator_no_address_is_endorsed():
    world = Arena()
    owner = world.windowed(LEFT_FOR_40)
    quote = world.exchange.quote_liquidation(owner, 1, world.now_s)  # without a wallet
    assert [piece.size_e6 for piece in quote.pieces] == [10 * E6]


# Reads.


def test_the_quote_is_what_happens():
    world = Arena(min_liquidation_fee_e6=5 * E6)
    owner = world.windowed(LEFT_FOR_40)
    for _ in range(3):
        before = world.exchange.snapshot()  # the line of payouts with it
        quote = world.exchange.quote_liquidation(owner, 1, world.now_s)
        assert world.exchange.snapshot() == before
        (piece,) = world.pieces(owner)
        (shown,) = quote.pieces
        assert quote.code is ErrorCode.NONE
        assert quote.fee_e6 == piece.liquidation_fee_e6
        assert quote.bad_debt_e6 == 0
        assert quote.is_over == (not world.view(owner).in_liquidation)
        assert (shown.market_id, shown.size_e6, shown.notional_e6) == (1, 10 * E6, 900 * E6)
        assert (shown.new_size_e6, shown.index_price_e8) == (piece.new_size_e6, 90 * E8)
        assert shown.pnl_e6 == piece.pnl_e6
        world.now_s += 100
    quote = world.exchange.quote_liquidation(owner, 1, world.now_s)
    assert quote.code is ErrorCode.NOT_LIQUIDATABLE
    assert quote.pieces == ()


def test_a_quote_for_later_sees_the_window_of_that_time_and_changes_nothing():
    world = Arena()
    owner = world.windowed(LEFT_FOR_40)
    world.pieces(owner)
    before = world.exchange.state_hash()
    codes = [
        world.exchange.quote_liquidation(owner, 1, world.now_s + seconds).code
        for seconds in (0, 99, 100, 0)
    ]
    assert codes == [
        ErrorCode.LIQUIDATION_CAPACITY,
        ErrorCode.LIQUIDATION_CAPACITY,
        ErrorCode.NONE,
        ErrorCode.LIQUIDATION_CAPACITY,
    ]
    assert world.exchange.state_hash() == before


def test_candidates_are_the_worst_first():
    world = Arena()
    world.add_market()
    margins = {(3, 1): 1_400, (1, 2): 1_300, (1, 1): 1_300, (2, 1): 1_050, (4, 1): 1_600}
    for (user, account_id), margin in margins.items():
        world.open(user, 100 * E6, margin * E6, account_id=account_id)
    world.account(5, 1, E6)
    assert world.exchange.liquidation_candidates(world.now_s, 500) == []
    world.price(90 * E8)
    candidates = world.exchange.liquidation_candidates(world.now_s, 500)
    assert [(row.owner, row.account_id) for row in candidates] == [
        (wallet(2), 1),
        (wallet(1), 1),
        (wallet(1), 2),
        (wallet(3), 1),
    ]
    # 50, 300 and 400 against 495
    assert [row.health_ratio_e12 for row in candidates] == [
        101_010_101_010,
        606_060_606_060,
        606_060_606_060,
        808_080_808_080,
    ]
    assert world.exchange.liquidation_candidates(world.now_s, 2) == candidates[:2]
    assert world.exchange.liquidation_candidates(world.now_s, 0) == []
    for owner, account_id, health_e12 in candidates:
        view = world.view(owner, account_id)
        assert view.can_liquidate
        assert view.health_ratio_e12 == health_e12


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("collateral_e6", [1_100_000_000, 1_234_567_891, 1_777_777_777])
def test_at_the_liquidation_price_it_happens_and_one_tick_safer_not(side, collateral_e6):
    changes = {"skew_scale_e6": 10**9 * E6, "initial_margin_ratio_e12": 2 * E12}
    prices = []
    for tick in (0, 1):
        world = Arena()
        world.add_market(**changes, max_funding_velocity_e12=3 * 10**9)
        owner = world.open(1, side * 99_999_999, collateral_e6)
        world.tick(86_000)
        price = world.view(owner).positions[0].liquidation_price_e8
        # What accrues until the print decides, too: look again at the moment of the print.
        world.tick(1)
        price = world.view(owner).positions[0].liquidation_price_e8 + side * tick
        prices.append(price)
        world.post(price)
        assert world.see().index_price_e8 == price
        world.liquidate(owner)
        assert world.code is (ErrorCode.NOT_LIQUIDATABLE if tick else ErrorCode.NONE)
    assert prices[1] - prices[0] == side

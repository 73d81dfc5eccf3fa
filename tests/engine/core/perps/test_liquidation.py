"""Liquidation to the target health: pieces, fees, states, refusals (rules/liquidation.md).

Unless said otherwise a long of 100 was bought at 100 and stands at 90: notional 9,000, maintenance
margin 450, fee margin 45, loss 1,000.
"""

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.arena import ENOUGH_FOR_40, LIQUIDATOR, LONG, Arena, kinds, losing
from tests.engine.core.support.world import E6, E8, assert_vault, of, wallet


def test_closes_the_smallest_amount_that_reaches_the_target_after_the_fee():
    # 389.25 - 0.45 x = 1.25 * 4.95 * (100 - x) at x = 40: fee 18, 371.25 against 297.
    world, owner = losing()
    started, piece, request, ended = world.liquidate(owner)
    assert not world.rejected
    assert started == m.LiquidationStarted(
        seq=world.seq,
        time_s=world.now_s,
        owner=owner,
        account_id=1,
        liquidator=LIQUIDATOR,
        available_margin_e6=389_250_000,
        total_required_margin_e6=495 * E6,
        max_liquidation_fee_e6=45 * E6,
    )
    assert piece == m.PositionLiquidated(
        seq=world.seq,
        time_s=world.now_s,
        owner=owner,
        account_id=1,
        market_id=1,
        liquidator=LIQUIDATOR,
        started_at_s=world.now_s,
        max_liquidation_fee_e6=45 * E6,
        liquidated_margin_e6=1_000 * E6,
        liquidation_fee_e6=18 * E6,
        size_e6=40 * E6,
        notional_e6=3_600 * E6,
        new_size_e6=60 * E6,
        index_price_e8=90 * E8,
        pnl_e6=-1_000 * E6,
        price_performance_e6=-1_000 * E6,
        funding_performance_e6=0,
    )
    assert request.kind == 3
    assert request.amount_e6 == 18 * E6
    assert isinstance(ended, m.LiquidationEnded)
    view = world.view(owner)
    assert view.collateral_e6 == view.available_margin_e6 == 371_250_000
    assert view.total_required_margin_e6 == 297 * E6
    assert view.health_ratio_e12 == 125 * 10**10
    assert view.positions[0].entry_price_e8 == 90 * E8
    assert not view.in_liquidation
    assert view.was_recently_liquidated
    assert view.accumulated_liquidation_fees_e6 == 0
    assert_vault(world)


def test_the_pool_gets_the_loss_and_its_equity_stays():
    world, owner = losing()
    nav = world.nav()
    world.liquidate(owner)
    assert world.pool().lp_balance_e6 == 10_001_000 * E6
    assert world.nav() == nav == 10_001_000 * E6
    assert world.pool().unsettled_e6 == 18 * E6
    assert world.pool().cumulative_volume_e6 == 10_000 * E6  # of the trade alone


def test_one_unit_less_would_not_reach_the_target():
    world = Arena()
    owner = world.windowed(389_250_000, liquidation_capacity_multiplier_e12=399_999_990_000)
    (piece,) = world.pieces(owner)
    assert piece.size_e6 == 39_999_999
    assert piece.liquidation_fee_e6 == 18 * E6  # 17.99999955 up
    view = world.view(owner)
    # 60.000001 left: 270.000005 + 27.000001 up; 371.25 / 297.000006
    assert view.total_required_margin_e6 == 297_000_006
    assert view.available_margin_e6 == 371_250_000
    assert view.health_ratio_e12 < 125 * 10**10
    assert not view.in_liquidation  # but its health is above 1


def test_a_short_is_closed_alike():
    world = Arena()
    world.add_market()
    owner = world.open(1, -LONG, ENOUGH_FOR_40)
    world.price(110 * E8)
    # 389.25 - 0.55 x = 1.25 * 6.05 * (100 - x): 7.0125 x = 367, x = 52.3351158...; parts round up.
    (piece,) = world.pieces(owner)
    assert piece.size_e6 == 52_335_117
    assert piece.new_size_e6 == -47_664_883
    assert piece.notional_e6 == 5_756_862_870
    assert piece.liquidation_fee_e6 == 28_784_315  # 28.78431435 up
    assert world.see().short.size_e6 == 47_664_883


def test_everything_closes_in_one_call_when_no_part_is_enough():
    # 20 left of the margin, all of which is the fee: only nothing left is healthy.
    world, owner = losing(1_520 * E6, 85 * E8)
    events = world.liquidate(owner)
    assert kinds(events) == [
        m.LiquidationStarted,
        m.PositionLiquidated,
        m.SettlementRequestCreated,
        m.LiquidationEnded,
    ]
    assert events[1].size_e6 == LONG
    assert events[1].new_size_e6 == 0
    assert events[1].liquidation_fee_e6 == 20 * E6  # of 42.5
    view = world.view(owner)
    assert view.positions == ()
    assert view.collateral_e6 == 0
    assert not view.in_liquidation
    assert view.can_close
    assert_vault(world)


def test_equality_is_safe_and_one_unit_less_is_not():
    world, owner = losing(1_495 * E6)
    assert world.view(owner).available_margin_e6 == world.view(owner).total_required_margin_e6
    world.liquidate(owner)
    assert world.code is ErrorCode.NOT_LIQUIDATABLE
    world, owner = losing(1_495 * E6 - 1)
    world.liquidate(owner)
    assert not world.rejected


def test_a_remainder_too_small_to_trade_goes_along():
    # Without fees 0.05625 carries 0.01 at 1.25 times 5 %: 0.9 of notional, less than 1.
    world, owner = losing(1_000_056_250, max_liquidation_fee_e6=0)
    (piece,) = world.pieces(owner)
    assert piece.size_e6 == LONG
    assert world.view(owner).collateral_e6 == 56_250


def test_a_remainder_that_can_be_traded_stays():
    # 0.0625 carries 0.0111111: 0.999999 of notional goes along; 0.0625001 leaves 1.0000080.
    world, owner = losing(1_000_062_500, max_liquidation_fee_e6=0)
    (piece,) = world.pieces(owner)
    assert piece.new_size_e6 == 0
    world, owner = losing(1_000_062_501, max_liquidation_fee_e6=0)
    (piece,) = world.pieces(owner)
    assert piece.new_size_e6 == 0  # 0.0625008 for one unit more of the size
    world, owner = losing(1_000_062_510, max_liquidation_fee_e6=0)
    (piece,) = world.pieces(owner)
    assert piece.new_size_e6 == 11_112


def test_a_remainder_of_exactly_the_least_notional_stays():
    # 0.0625 carries 1 of notional at 80: 0.0125 of the long, at exactly the target.
    world, owner = losing(2_000_062_500, 80 * E8, max_liquidation_fee_e6=0)
    (piece,) = world.pieces(owner)
    assert piece.new_size_e6 == 12_500
    assert world.view(owner).health_ratio_e12 == 125 * 10**10


def test_a_remainder_stays_when_the_capacity_ends_before_it():
    world = Arena(max_liquidation_fee_e6=0)
    owner = world.windowed(56_250, liquidation_capacity_multiplier_e12=999_900_000_000)
    (piece,) = world.pieces(owner)
    assert piece.size_e6 == 99_990_000
    assert piece.new_size_e6 == 10_000
    assert world.view(owner).health_ratio_e12 == 125 * 10**10


# Which position, and how the fee counts across markets.


def two_markets(first_e6: int, second_e6: int, collateral_e6: int, **second: int):
    world = Arena()
    world.add_market("MIA")
    world.add_market("NYC", **second)
    owner = world.open(1, first_e6, collateral_e6)
    world.trade(owner, second_e6, 2)
    return world, owner


def test_the_largest_maintenance_margin_goes_first():
    world, owner = two_markets(40 * E6, 60 * E6, 1_500 * E6)
    world.price(88 * E8, 1)
    world.price(88 * E8, 2)
    # 300 - 0.44 x = 1.25 * 4.84 * (100 - x) at 54.367201..., all of it of the second market
    (piece,) = world.pieces(owner)
    assert piece.market_id == 2
    assert piece.size_e6 == 54_367_202


def test_equal_ones_go_by_market_and_the_next_follows():
    world, owner = two_markets(50 * E6, 50 * E6, 1_500 * E6)
    world.price(88 * E8, 1)
    world.price(88 * E8, 2)
    first, second = world.pieces(owner)
    assert (first.market_id, first.size_e6, first.new_size_e6) == (1, 50 * E6, 0)
    assert (second.market_id, second.size_e6) == (2, 4_367_202)
    assert first.liquidation_fee_e6 == 0  # stands on the last piece
    assert second.liquidation_fee_e6 == 23_921_569  # 22 and 1.92156888
    assert first.pnl_e6 == second.pnl_e6 == -600 * E6


def test_each_market_counts_with_its_own_rate():
    world, owner = two_markets(50 * E6, 50 * E6, 1_500 * E6, liquidation_fee_rate_e12=10**10)
    world.price(88 * E8, 1)
    world.price(86 * E8, 2)
    # MM 220 and 215, L 22 + 43: 500 against 200. First 22 of fee; then 0.86 a unit of B:
    # 178 - 0.86 x = 1.25 * 5.16 * (50 - x): 5.59 x = 144.5
    first, second = world.pieces(owner)
    assert (first.market_id, first.new_size_e6) == (1, 0)
    assert (second.market_id, second.size_e6) == (2, 25_849_732)
    assert second.liquidation_fee_e6 == 44_230_770  # 22 + 22.23076952


def test_a_gain_in_another_market_counts_but_stays_unrealised():
    world, owner = two_markets(100 * E6, -20 * E6, 1_289_250_000)
    world.price(90 * E8, 1)
    world.price(95 * E8, 2)
    # Available 389.25 with the gain of 100. The short holds 95 of MM and 9.5 of L.
    (piece,) = world.pieces(owner)
    # 389.25 - 0.45 x = 1.25 * (4.95 * (100 - x) + 104.5): 5.7375 x = 360.125
    assert piece.size_e6 == 62_766_885
    view = world.view(owner)
    assert view.positions[1].entry_price_e8 == 100 * E8
    assert view.collateral_e6 == 289_250_000 - piece.liquidation_fee_e6
    assert piece.liquidation_fee_e6 == 28_245_099  # 28.24509825 up


def test_the_fee_is_at_most_what_is_there_in_cash():
    world, owner = two_markets(100 * E6, -4 * E6, 1_110 * E6)
    world.price(89 * E8, 1)
    world.price(75 * E8, 2)
    # Cash is 10 after the piece, available 110; 0.445 x is capped at 10:
    # 100 = 1.25 * (4.895 * (100 - x) + 16.5)
    (piece,) = world.pieces(owner)
    assert piece.liquidation_fee_e6 == 10 * E6
    assert piece.size_e6 == 87_027_580
    assert world.view(owner).collateral_e6 == 0
    assert_vault(world)


# The fee: its bounds and where it goes.


def test_the_least_and_the_greatest_fee():
    world, owner = losing(1_494 * E6, min_liquidation_fee_e6=30 * E6)
    # 494 - 30 = 1.25 * 4.95 * (100 - x) at 25.0101...; 0.45 x is less than 30
    (piece,) = world.pieces(owner)
    assert piece.size_e6 == 25_010_102
    assert piece.liquidation_fee_e6 == 30 * E6
    world, owner = losing(1_459 * E6, max_liquidation_fee_e6=10 * E6)
    # Required 460; 459 - 10 = 1.25 * (4.5 * (100 - x) + 10) at x = 22.4: 10.08 of fee, at most 10
    (piece,) = world.pieces(owner)
    assert piece.liquidation_fee_e6 == 10 * E6
    assert piece.size_e6 == 22_400_000


def test_the_fee_goes_to_the_account_that_the_command_names():
    world, owner = losing()
    world.account(9, 3, 7 * E6)
    before = world.pool().margin_e6
    events = world.liquidate(owner, fee_account=3)
    assert not of(events, m.SettlementRequestCreated)
    (piece,) = of(events, m.PositionLiquidated)
    assert piece.liquidation_fee_e6 == 18 * E6
    assert (piece.has_fee_account, piece.fee_account_id) == (1, 3)
    assert world.view(LIQUIDATOR, 3).collateral_e6 == 25 * E6
    assert world.pool().margin_e6 == before - 1_000 * E6
    assert world.pool().unsettled_e6 == 0
    assert_vault(world)


def test_the_fee_waits_as_a_request_that_is_payable_at_once():
    world, owner = losing()
    world.liquidate(owner)
    (request,) = world.exchange.settlement_requests(LIQUIDATOR)
    assert (request.kind, request.mint, request.state) == (3, 1, 1)
    assert (request.amount_e6, request.tip_e6) == (18 * E6, 0)
    assert request.maturity_s == world.now_s
    assert world.exchange.user_view(LIQUIDATOR).margin_account_ids == ()


def test_the_owner_may_liquidate_himself_into_another_account():
    world, owner = losing()
    world.account(1, 2, E6)
    world.liquidate(owner, user=1, fee_account=2)
    assert world.view(owner, 2).collateral_e6 == 19 * E6


# Refusals, in their order, each with the state as before.


def refused(world: Arena, code: ErrorCode, owner: bytes, **asked: int) -> int:
    world.tick(0)
    before = world.exchange.state_hash()
    world.liquidate(owner, **asked)
    assert world.code is code
    assert world.exchange.state_hash() == before
    assert world.rejected is not None
    return world.rejected.detail


def test_refusals_stand_in_their_order():
    world = Arena()
    world.add_market()
    owner = world.open(1, LONG, 2_000 * E6)
    refused(world, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND, wallet(7), fee_account=8)
    refused(world, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND, owner, account_id=2, fee_account=8)
    refused(world, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND, owner, fee_account=8)
    refused(world, ErrorCode.VALIDATION, owner, user=1, fee_account=1)
    refused(world, ErrorCode.NOT_LIQUIDATABLE, owner)
    fields = {"owner": owner, "account_id": 1, "fee_account_id": 8}
    before = world.exchange.state_hash()
    world.chain(m.Liquidate, LIQUIDATOR, has_fee_account=2, **fields)
    assert world.code is ErrorCode.VALIDATION
    assert world.exchange.state_hash() == before


def test_an_account_without_positions_is_not_liquidatable():
    world = Arena()
    owner = world.account(1, 1, 0)
    refused(world, ErrorCode.NOT_LIQUIDATABLE, owner)


def test_a_closed_account_is_not_found():
    world = Arena()
    owner = world.account(1, 1, 0)
    world.chain(m.CloseMarginAccount, owner, account_id=1)
    refused(world, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND, owner)
    other = world.account(2, 1, 0)
    world.chain(m.CreateMarginAccount, LIQUIDATOR, account_id=5)
    world.chain(m.CloseMarginAccount, LIQUIDATOR, account_id=5)
    refused(world, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND, other, fee_account=5)


def test_a_pause_does_not_stop_it_and_a_halt_does():
    world, owner = losing()
    world.operate(m.PauseExchange)
    world.operate(m.PauseMarket, market_id=1)
    world.operate(m.Halt)
    refused(world, ErrorCode.EXCHANGE_HALTED, owner)
    refused(world, ErrorCode.EXCHANGE_HALTED, wallet(7))
    assert world.exchange.quote_liquidation(owner, 1, world.now_s).code is (
        ErrorCode.EXCHANGE_HALTED
    )
    world.operate(m.Resume)
    (piece,) = world.pieces(owner)
    assert piece.size_e6 == 40 * E6


def test_a_stale_price_closes_nothing_and_the_other_market_does():
    world = Arena()
    world.add_market("MIA", oracle_max_age_s=3_600)
    world.add_market("NYC")
    owner = world.open(1, 100 * E6, 1_500 * E6)
    world.trade(owner, 20 * E6, 2)
    world.price(89 * E8, 1)
    world.now_s += 3_600  # exactly as old as it may be
    assert world.exchange.quote_liquidation(owner, 1, world.now_s).pieces[0].market_id == 1
    world.now_s += 1
    events = world.liquidate(owner)
    assert [piece.market_id for piece in of(events, m.PositionLiquidated)] == [2]
    # 400 against 445 + 44.5: the 20 of B close, 10 of fee is paid, and A is still too much.
    view = world.view(owner)
    assert view.in_liquidation
    assert view.positions[0].size_e6 == 100 * E6
    assert view.positions[0].entry_price_e8 == 100 * E8
    assert view.accumulated_liquidation_fees_e6 == 10 * E6
    assert m.LiquidationEnded not in kinds(events)
    published = world.see(1).index_price_at_s
    assert refused(world, ErrorCode.STALE_PRICE, owner) == published


def test_a_held_print_closes_nothing():
    world = Arena()
    world.add_market("MIA", print_band_e12=2 * 10**10, print_band_pause_e12=20 * 10**10)
    owner = world.open(1, LONG, 1_060 * E6)
    for price_e8 in (98_50_000_000, 97 * E8, 95_50_000_000, 94 * E8):
        world.price(price_e8)
    world.now_s += 1
    world.post(90 * E8)
    assert world.view(owner).available_margin_e6 == 460 * E6  # at the last accepted price
    assert world.view(owner).can_liquidate
    assert refused(world, ErrorCode.PRICE_BAND, owner) == 90 * E8
    world.price(94_50_000_000)  # near the last accepted one: the held one is dropped
    (piece,) = world.pieces(owner)
    assert piece.index_price_e8 == 94_50_000_000


def test_the_reason_is_that_of_the_lowest_market_unless_capacity_alone_is_missing():
    band = {"print_band_e12": 2 * 10**10, "print_band_pause_e12": 20 * 10**10}
    world = Arena()
    world.add_market("MIA", **band)
    world.add_market("NYC", oracle_max_age_s=3_600)
    owner = world.open(1, 40 * E6, 1_600 * E6)
    world.trade(owner, 60 * E6, 2)
    world.price(75 * E8, 2)
    world.now_s += 1
    world.post(103 * E8, 1)
    assert world.see(1).held_print is not None
    world.now_s += 4_000
    # 100 of margin: B is stale, A is held.
    assert refused(world, ErrorCode.PRICE_BAND, owner) == 103 * E8
    world.now_s += 604_800  # now A is stale, too
    assert refused(world, ErrorCode.STALE_PRICE, owner) == world.see(1).index_price_at_s


def test_capacity_is_the_reason_where_any_price_could_be_used():
    world = Arena()
    owner = world.windowed(389_250_000)
    world.add_market("NYC", oracle_max_age_s=700)
    world.deposit(owner, 700 * E6)
    world.trade(owner, 10 * E6, 2)
    world.price(80 * E8, 1)
    world.now_s += 1_000  # B is stale
    world.liquidate(owner)
    assert not world.rejected
    assert world.view(owner).in_liquidation
    refused(world, ErrorCode.LIQUIDATION_CAPACITY, owner)

"""Fill, fee, surcharge, realised P&L, caps and margin of a trade."""

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import CLASSICAL, E6, E8, E12, World, assert_vault, of, wallet


@pytest.fixture
def world() -> World:
    world = World()
    world.add_liquidity()
    world.market()
    return world


def trade_of(events):
    (trade,) = of(events, m.PositionModified)
    return trade


def test_a_buyer_fills_rounded_up_and_a_seller_down(world):
    owner = world.account()
    buy = trade_of(world.modify(owner, 100_001))
    sell = trade_of(world.modify(owner, -100_001))
    scale = 2 * world.see().parameters["skew_scale_e6"]
    exact = 400 * E8 * (scale + 100_001)
    assert buy.fill_price_e8 == -(-exact // scale)
    assert sell.fill_price_e8 == exact // scale


def test_the_fee_rounds_up_against_the_trader(world):
    owner = world.account()
    trade = trade_of(world.modify(owner, 1_234_567))
    exact = 1_234_567 * trade.fill_price_e8 * 15 * 10**8
    assert trade.trade_fee_e6 == -(-exact // (E8 * E12))


def test_an_order_that_crosses_zero_skew_is_maker_then_taker(world):
    first, second = world.account(1), world.account(2)
    world.modify(first, 10 * E6)
    trade = trade_of(world.modify(second, -15 * E6))
    weighted = 10 * E6 * 2 * 10**8 + 5 * E6 * 15 * 10**8
    assert trade.trade_fee_e6 == -(-weighted * trade.fill_price_e8 // (E8 * E12))


def test_closing_the_skew_exactly_is_all_maker(world):
    first, second = world.account(1), world.account(2)
    world.modify(first, 10 * E6)
    trade = trade_of(world.modify(second, -10 * E6))
    exact = 10 * E6 * 2 * 10**8 * trade.fill_price_e8
    assert trade.trade_fee_e6 == -(-exact // (E8 * E12))


def test_a_lone_round_trip_costs_no_impact(world):
    owner = world.account(amount_e6=10_000 * E6)
    fees = [trade_of(world.modify(owner, size)).trade_fee_e6 for size in (50 * E6, -50 * E6)]
    assert world.view(owner).collateral_e6 == 10_000 * E6 - sum(fees)


def test_the_parts_of_the_fee_sum_to_it(world):
    owner = world.account()
    before = world.pool()
    trade = trade_of(world.modify(owner, 7_777_777))
    after = world.pool()
    protocol = after.protocol_fees_e6 - before.protocol_fees_e6
    reserve = after.reserve_e6 - before.reserve_e6
    pool = after.lp_balance_e6 - before.lp_balance_e6
    assert protocol == trade.trade_fee_e6 * 2 // 10
    assert reserve == (trade.trade_fee_e6 - protocol) // 10
    assert protocol + reserve + pool == trade.trade_fee_e6
    assert after.cumulative_lp_fee_e6 - before.cumulative_lp_fee_e6 == pool


def test_any_modification_realises_all_profit(world):
    owner = world.account()
    world.modify(owner, 20 * E6)
    world.next_day(404 * E8)
    before = world.view(owner)
    trade = trade_of(world.modify(owner, E6))
    assert trade.pnl_e6 == trade.price_performance_e6 + trade.funding_performance_e6
    after = world.view(owner)
    assert after.collateral_e6 == (
        before.collateral_e6 + trade.pnl_e6 - trade.trade_fee_e6 - trade.surcharge_e6
    )
    assert after.positions[0].entry_price_e8 == trade.fill_price_e8
    assert_vault(world)


def test_a_trade_against_a_lagging_level_costs_the_larger_of_fee_and_gap(world):
    owner = world.account()
    world.next_day(396 * E8)
    trade = trade_of(world.modify(owner, 10 * E6))
    market = world.see()
    level = market.level_price_e8
    mid = market.forecast_mid_e12
    drop = abs(level * mid * 3600) // (86_400 * E12)
    against = -(-10 * E6 * (level - drop - 396 * E8) // E8)
    assert trade.surcharge_e6 == against - trade.trade_fee_e6 > 0


def test_no_surcharge_with_the_level_or_without_one():
    for changes in ({}, {"level_n": 0}):
        world = World()
        world.add_liquidity()
        world.market(**changes)
        owner = world.account()
        world.next_day(400 * E8 if not changes else 396 * E8)
        assert trade_of(world.modify(owner, 10 * E6)).surcharge_e6 == 0


def test_kinds_of_trade(world):
    owner = world.account()
    sizes = [10 * E6, 5 * E6, -3 * E6, -20 * E6, 8 * E6]
    kinds = [trade_of(world.modify(owner, size)).trade_kind for size in sizes]
    assert kinds == [0, 1, 2, 4, 3]
    assert world.view(owner).positions == ()


def test_close_takes_an_amount_or_all(world):
    owner = world.account()
    world.modify(owner, -10 * E6)
    assert trade_of(world.close(owner, 4 * E6)).size_delta_e6 == 4 * E6
    world.close(owner, 7 * E6)
    assert world.code is ErrorCode.CLOSE_EXCEEDS_POSITION
    assert trade_of(world.close(owner)).new_size_e6 == 0
    world.close(owner)
    assert world.code is ErrorCode.NO_POSITION


def test_the_limit_price_is_inclusive(world):
    owner = world.account()
    fill = world.exchange.quote_modify_position(owner, 1, 1, E6, world.now_s).fill_price_e8
    world.modify(owner, E6, limit_e8=fill - 1)
    assert world.code is ErrorCode.SLIPPAGE_EXCEEDED
    world.modify(owner, E6, limit_e8=fill)
    assert world.code is ErrorCode.NONE


def test_minimum_notional_is_waived_for_a_full_close_only(world):
    owner = world.account()
    world.modify(owner, 2_499)
    assert world.code is ErrorCode.POSITION_TOO_SMALL
    world.modify(owner, 2_500)
    assert world.code is ErrorCode.NONE
    world.next_day(399 * E8)
    world.close(owner)  # worth less than 1.00 now
    assert world.code is ErrorCode.NONE


def test_a_decrease_may_not_leave_dust(world):
    owner = world.account()
    world.modify(owner, 6_000)
    world.modify(owner, -3_501)
    assert world.code is ErrorCode.POSITION_TOO_SMALL
    world.modify(owner, -3_500)
    assert world.code is ErrorCode.NONE


def test_equality_in_margin_is_enough_and_one_unit_less_is_not():
    world = World()
    world.add_liquidity()
    world.market(**CLASSICAL, maker_fee_rate_e12=0, taker_fee_rate_e12=0)
    owner = world.account(amount_e6=10**6 * E6)
    seen = world.exchange.quote_modify_position(owner, 1, 1, 10 * E6, world.now_s)
    mark_down = -(-10 * E6 * (seen.fill_price_e8 - 400 * E8) // E8)
    enough = seen.required_after_e6 + mark_down
    for user, short_by, code in ((2, 0, ErrorCode.NONE), (3, 1, ErrorCode.INSUFFICIENT_MARGIN)):
        fresh = world.account(user, 1, enough - short_by)
        quote = world.exchange.quote_modify_position(fresh, 1, 1, 10 * E6, world.now_s)
        assert (code in quote.reasons) == bool(code)
        if code:
            world.modify(fresh, 10 * E6)
            assert world.code is code


def test_side_caps_and_net_exposure():
    world = World()
    world.add_liquidity(1_000_000 * E6)
    world.market(max_side_size_e6=1000 * E6)
    owner = world.account(amount_e6=900_000 * E6)
    world.modify(owner, 251 * E6)  # ten percent of the pool is 250 at 400
    assert world.code is ErrorCode.MAX_SIDE_SIZE
    world.modify(owner, 249 * E6)
    assert world.code is ErrorCode.NONE


def test_net_exposure_never_blocks_what_lowers_it():
    world = World(net_exposure_cap_rate_e12=E12 // 100)
    world.add_liquidity(1_000_000 * E6)
    world.market()
    first, second = world.account(1, 1, 100_000 * E6), world.account(2, 1, 100_000 * E6)
    world.modify(first, 26 * E6)
    assert world.code is ErrorCode.NET_EXPOSURE_CAP
    world.modify(first, 24 * E6)
    world.modify(second, -40 * E6)
    assert world.code is ErrorCode.NONE
    world.modify(first, 30 * E6)  # 14 over, down from 16
    assert world.code is ErrorCode.NONE


def test_pool_capacity():
    world = World(locked_open_interest_ratio_e12=10 * E12)
    world.add_liquidity(100_000 * E6)
    world.market()
    owner = world.account(amount_e6=100_000 * E6)
    world.modify(owner, 24_999_000)
    assert world.code is ErrorCode.NONE
    world.modify(owner, 1_000_000)
    assert world.code in (ErrorCode.POOL_CAPACITY, ErrorCode.MAX_SIDE_SIZE)
    reasons = world.exchange.quote_modify_position(owner, 1, 1, E6, world.now_s).reasons
    assert ErrorCode.POOL_CAPACITY in reasons


def test_a_decrease_works_paused_and_over_every_cap(world):
    owner = world.account()
    world.modify(owner, 50 * E6)
    world.operate(m.PauseExchange)
    world.operate(m.PauseMarket, market_id=1)
    world.modify(owner, 10 * E6)
    assert world.code is ErrorCode.EXCHANGE_PAUSED
    world.modify(owner, -10 * E6)
    assert world.code is ErrorCode.NONE
    world.close(owner)
    assert world.code is ErrorCode.NONE


def test_profits_elsewhere_pay_for_a_loss_that_is_realised():
    world = World()
    world.add_liquidity()
    quiet = CLASSICAL | {"min_initial_margin_ratio_e12": E12 // 100, "initial_margin_ratio_e12": 0}
    first = world.market(400 * E8, "AAA", **quiet)
    second = world.market(400 * E8, "BBB", **quiet)
    owner = world.account(amount_e6=1_000 * E6)
    world.modify(owner, 50 * E6, first)
    world.modify(owner, -50 * E6, second)
    world.now_s += 86_400
    world.post(430 * E8, second)
    world.post(430 * E8, first)
    events = world.close(owner, market_id=second)  # loses 1,500 with 1,000 in margin
    assert world.code is ErrorCode.NONE
    kinds = [type(event) for event in events]
    assert kinds.index(m.PositionRemarked) < kinds.index(m.PositionModified)
    (remarked,) = of(events, m.PositionRemarked)
    assert remarked.market_id == first
    assert remarked.pnl_e6 > 0
    assert world.view(owner).collateral_e6 >= 0
    assert_vault(world)


def test_refused_trades_change_no_total():
    world = World()
    world.add_liquidity()
    world.market(400 * E8, **CLASSICAL)
    owner = world.account(amount_e6=1_000 * E6)
    world.modify(owner, 10 * E6)
    world.now_s += 60
    world.post(420 * E8)
    before = world.pool()
    assert before.unrealized_pnl_e6 > 0
    world.modify(owner, 100 * E6)  # realises all profit, and then the margin is short
    assert world.code is ErrorCode.INSUFFICIENT_MARGIN
    assert world.pool() == before
    assert world.exchange.quote_close_position(owner, 1, 1, 0, world.now_s).is_executable
    assert world.pool() == before


def test_thirteen_positions_are_too_many():
    world = World()
    world.add_liquidity()
    for number in range(13):
        world.market(400 * E8, f"M{number:02}")
    owner = world.account()
    for number in range(12, 0, -1):
        world.modify(owner, 10_000, number)
        assert world.code is ErrorCode.NONE
    assert [p.market_id for p in world.view(owner).positions] == list(range(1, 13))
    world.modify(owner, 10_000, 13)
    assert world.code is ErrorCode.TOO_MANY_POSITIONS
    quote = world.exchange.quote_modify_position(owner, 1, 13, 10_000, world.now_s)
    assert quote.reasons == (ErrorCode.TOO_MANY_POSITIONS,)


def test_only_owner_or_delegate_may_trade(world):
    owner, other = world.account(), wallet(7)
    world.modify(owner, E6, user=other)
    assert world.code is ErrorCode.NOT_OWNER
    world.chain(m.SetDelegate, owner, delegate=other)
    world.modify(owner, E6, user=other)
    assert world.code is ErrorCode.NONE
    world.modify(owner, E6, user=wallet(8))
    assert world.code is ErrorCode.NOT_OWNER
    world.chain(m.WithdrawMargin, other, account_id=1, amount_e6=E6)
    assert world.code is ErrorCode.MARGIN_ACCOUNT_NOT_FOUND
    world.chain(m.SetDelegate, owner, delegate=bytes(32))
    world.modify(owner, E6, user=other)
    assert world.code is ErrorCode.NOT_OWNER


def test_splitting_an_order_never_beats_one_by_more_than_a_tick():
    for parts in (2, 3, 7):
        costs = []
        for count in (1, parts):
            world = World()
            world.add_liquidity()
            world.market(**CLASSICAL)
            owner = world.account()
            for _ in range(count):
                world.modify(owner, 21 * E6 // count)
                assert world.code is ErrorCode.NONE
            costs.append(10_000 * E6 - world.view(owner).available_margin_e6)
        tick = 21 * E6 // E8 + 1
        assert costs[1] >= costs[0] - tick * parts

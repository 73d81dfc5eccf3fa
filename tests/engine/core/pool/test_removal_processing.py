"""Removals of liquidity when they are processed: their price, their tip, when they wait."""

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.pool.test_removal import (
    KEEPER,
    LP,
    TRADER,
    lp,
    pool_of_one,
    process,
    remove,
    small_pool,
    traded,
)
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    E8,
    World,
    assert_vault,
    of,
    wallet,
)


def test_a_removal_pays_its_amount_when_the_pool_has_won_since():
    world = pool_of_one()
    remove(world, 400 * E6, tip_e6=4 * E6)
    world.now_s += DAY_S - 1
    process(world, KEEPER)
    assert world.code is ErrorCode.NOTHING_TO_SETTLE
    world.now_s += 1
    (event,) = of(process(world, KEEPER), m.SettlementProcessed)
    assert (event.amount_e6, event.tip_e6, event.mint) == (400 * E6, 4 * E6, 1)
    assert world.pool().lp_balance_e6 == 600 * E6
    (request,) = world.exchange.settlement_requests(LP)
    assert (request.state, request.payable_order) == (1, 1)


def test_a_waiting_removal_gains_nothing_that_the_pool_wins():
    world = traded(1_000 * E6)
    remove(world, 40_000 * E6, tip_e6=400 * E6)
    world.now_s += DAY_S
    world.post(99 * E8)
    world.close(TRADER)
    assert world.pool().lp_balance_e6 == 61_000 * E6  # for 60,000 shares
    (event,) = of(process(world, KEEPER), m.SettlementProcessed)
    assert (event.amount_e6, event.tip_e6) == (40_000 * E6, 400 * E6)
    assert world.pool().lp_balance_e6 == 61_000 * E6
    assert_vault(world)


def test_a_removal_pays_less_when_the_shares_have_lost_worth():
    world = traded(1_000 * E6)
    remove(world, 40_000 * E6, tip_e6=400 * E6)
    assert world.pool().lp_balance_e6 == 60_000 * E6
    world.now_s += DAY_S
    world.post(102 * E8)
    # 2,000 owed: 58,000 for 60,000 shares; 40,000 shares are worth 38,666.666666, the tip is 1 %
    (event,) = of(process(world, KEEPER), m.SettlementProcessed)
    assert (event.amount_e6, event.tip_e6) == (38_666_666_666, 386_666_666)
    pool = world.pool()
    assert pool.lp_balance_e6 == 61_333_333_334
    assert pool.unsettled_e6 == 38_666_666_666
    (request,) = world.exchange.settlement_requests(LP)
    assert (request.amount_e6, request.shares_e6) == (38_666_666_666, 40_000 * E6)
    assert_vault(world)
    process(world, KEEPER)
    assert world.code is ErrorCode.NOTHING_TO_SETTLE


def held_up(held_e8: int = 105 * E8) -> World:
    """A removal of 40,000 and a withdrawal of 10, both mature, and a print that is held."""
    world = traded(1_000 * E6)
    world.account(5, 1, 10 * E6)
    remove(world, 40_000 * E6)
    world.chain(m.WithdrawMargin, LP, account_id=1, amount_e6=10 * E6)
    assert not world.rejected, world.code
    world.now_s += DAY_S
    world.post(held_e8)
    assert world.see().held_print is not None
    return world


def test_a_removal_waits_while_a_print_is_held_and_a_withdrawal_does_not():
    world = held_up()
    held_at = world.now_s
    assert lp(world).share_value_e6 == 59_999_999_000  # at the accepted price
    before = world.exchange.state_hash()
    process(world, KEEPER)
    assert world.code is ErrorCode.NOTHING_TO_SETTLE
    assert world.exchange.state_hash() == before
    events = world.chain(
        m.ProcessSettlementRequests,
        KEEPER,
        owner=LP,
        request_count=2,
        request_ids=(1, 2, 0, 0, 0, 0, 0, 0),
    )
    (event,) = of(events, m.SettlementProcessed)
    assert (event.request_id, event.amount_e6) == (2, 10 * E6)
    assert [row.state for row in world.exchange.settlement_requests(LP)] == [0, 1]
    world.now_s = held_at + 604_800
    process(world, KEEPER)
    assert world.code is ErrorCode.NOTHING_TO_SETTLE
    world.now_s += 1
    # 5,000 may be owed: 55,000 for 60,000 shares
    (event,) = of(process(world, KEEPER), m.SettlementProcessed)
    assert (event.request_id, event.amount_e6) == (1, 36_666_666_666)
    assert_vault(world)


def test_a_wrong_print_that_was_held_costs_a_leaver_nothing():
    world = held_up(148 * E8)
    process(world, TRADER)
    assert world.code is ErrorCode.NOTHING_TO_SETTLE
    world.tick(60)
    world.post(100 * E8)
    assert world.see().held_print is None
    (event,) = of(process(world, TRADER), m.SettlementProcessed)
    assert event.amount_e6 == 40_000 * E6
    assert_vault(world)


def test_a_held_print_of_a_market_without_positions_holds_no_removal():
    world = held_up()
    world.close(TRADER)
    assert not world.rejected, world.code
    assert world.see().held_print is not None
    assert len(of(process(world, KEEPER), m.SettlementProcessed)) == 1


def test_two_removals_are_priced_one_after_the_other():
    world = traded(1_000 * E6)
    remove(world, 20_000 * E6)
    remove(world, 20_000 * E6)
    world.now_s += DAY_S
    world.post(102 * E8)
    events = world.chain(
        m.ProcessSettlementRequests,
        KEEPER,
        owner=LP,
        request_count=3,
        request_ids=(1, 2, 1, 0, 0, 0, 0, 0),
    )
    # 20,000 * 58,000 / 60,000; with 666.666667 back, 20,000 * 58,666.666667 / 60,000
    amounts = [event.amount_e6 for event in of(events, m.SettlementProcessed)]
    assert amounts == [19_333_333_333, 19_555_555_555]
    assert world.pool().lp_balance_e6 == 60_000 * E6 + 666_666_667 + 444_444_445
    assert_vault(world)


def test_a_tip_keeps_its_rate_of_what_is_left_and_nothing_left_is_settled():
    world = small_pool(50 * E6, max_keeper_tip_rate_e12=8 * 10**11)
    remove(world, 2 * E6, user=wallet(6))
    for _ in range(2):
        remove(world, 250 * E6, tip_e6=200 * E6)
        assert not world.rejected
    world.now_s += DAY_S
    world.post(109 * E8)
    # 450 of 500 are owed: 50 for 500 shares, so 250 are worth 25; of 200 of tip 20 are left
    (event,) = of(process(world, KEEPER, 1), m.SettlementProcessed)
    assert (event.amount_e6, event.tip_e6) == (25 * E6, 20 * E6)
    assert world.pool().lp_balance_e6 == 725 * E6
    assert_vault(world)
    world.tick(60)
    world.post(12_450_000_000)
    # 1,225 are owed and 725 are there: the second one is worth nothing
    (event,) = of(process(world, LP, 2), m.SettlementProcessed)
    assert (event.amount_e6, event.tip_e6, event.processor) == (0, 0, LP)
    first, second = world.exchange.settlement_requests(LP)
    assert (first.state, first.payable_order) == (1, 1)
    assert (second.state, second.payable_order, second.amount_e6) == (3, None, 0)
    open_rows = world.exchange.open_settlement_requests()
    assert [(row.owner, row.request_id) for row in open_rows] == [(LP, 1), (wallet(6), 1)]
    assert world.pool().lp_balance_e6 == 975 * E6
    assert world.pool().unsettled_e6 == 27 * E6
    world.send(m.AuthorisePayout(owner=LP, request_id=2, payout_signature=b"s" * 64))
    assert world.code is ErrorCode.NOTHING_TO_SETTLE
    assert_vault(world)

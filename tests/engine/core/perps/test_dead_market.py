"""A market without prints: who waits for the next one, and what ends the waiting (rules 45, 46).

Stale after a day, dead after a week: between the two no position closes at a possibly
old price; afterwards every position can close.
"""

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.pool.test_removal import KEEPER, LP, TRADER, lp, process, remove, traded
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import DAY_S, E6, E8, E12, World, assert_vault, of, wallet
from tests.engine.core.test_operations import set_market

WEEK_S = 7 * DAY_S
TARGET_E12 = 125 * 10**10  # liquidationTargetHealth
AGES = {"oracle_max_age_s": DAY_S, "oracle_max_age_decrease_s": WEEK_S}
WINDOW = {"print_interval_s": DAY_S, "entry_window_before_s": 1_800, "entry_window_after_s": 300}


def add(world: World) -> E:
    world.add_liquidity(100 * E6, 7)
    return world.code


def withdraw(world: World) -> E:
    world.chain(m.WithdrawMargin, TRADER, account_id=1, amount_e6=E6)
    return world.code


def test_a_dead_market_does_not_refuse_for_its_age():
    world = traded(**AGES)
    printed = world.see().index_price_at_s
    world.now_s = printed + WEEK_S
    remove(world, E6)
    assert world.code is E.STALE_PRICE
    assert add(world) is E.STALE_PRICE
    assert world.view(TRADER).max_withdrawable_e6 == 0
    assert withdraw(world) is E.WITHDRAW_EXCEEDS_MAX
    world.now_s = printed + WEEK_S + 1
    remove(world, E6)
    assert world.code is E.NONE
    assert add(world) is E.NONE
    assert withdraw(world) is E.NONE
    world.modify(TRADER, E6)
    assert world.code is E.STALE_PRICE  # more exposure still needs a print
    world.close(TRADER, 50 * E6)
    assert world.code is E.NONE
    world.close(TRADER)
    assert world.code is E.NONE
    assert_vault(world)


@pytest.mark.parametrize(("held", "fill"), [(95, 95), (105, 100)])
def test_a_dead_market_pays_the_worse_of_the_last_and_a_held_print(held, fill):
    world = traded(**AGES)
    world.tick(60)
    world.post(held * E8)
    assert world.see().held_print is not None
    world.now_s += 2 * WEEK_S
    before = world.view(TRADER).max_withdrawable_e6
    (event,) = of(world.close(TRADER), m.PositionModified)
    assert (event.fill_price_e8, event.pnl_e6) == (fill * E8, (fill - 100) * 100 * E6)
    # 10 % of 100 units at 100 or 105 were required, and 50,000 deposited
    assert 50_000 * E6 + event.pnl_e6 - 2_000 * E6 < before < 50_000 * E6 + event.pnl_e6


def test_an_account_in_a_dead_market_is_liquidated():
    world = Arena()
    world.add_market(**AGES)
    owner = world.open(1, 100 * E6, 1_200 * E6)
    world.price(90 * E8)
    printed = world.see().index_price_at_s
    world.now_s = printed + WEEK_S
    assert world.liquidate(owner) == []
    assert world.code is E.STALE_PRICE
    world.now_s += 1
    (piece,) = world.pieces(owner)
    assert piece.index_price_e8 == 90 * E8


def beside_a_held_print(side: int, gap: int, collateral_e6: int) -> tuple[Arena, bytes]:
    """100 units from 100, a last price 10 worse for them, and a held one `gap` worse than that."""
    world = Arena()
    world.add_market(**AGES)
    owner = world.open(1, side * 100 * E6, collateral_e6)
    world.price((100 - 10 * side) * E8)
    set_market(world, "print_band_e12", E12 // 100)
    world.tick(60)
    world.post((100 - (10 + gap) * side) * E8)
    assert world.see().held_print is not None
    return world, owner


@pytest.mark.parametrize("side", [1, -1])
def test_an_old_held_print_does_not_keep_a_dead_market_from_liquidation(side):
    """What closes takes the worse price; the rest stays marked at the last accepted one."""
    world, owner = beside_a_held_print(side, 2, 1_400 * E6)
    world.now_s += WEEK_S
    assert world.liquidate(owner) == []
    assert world.code is E.PRICE_BAND  # young: the source speaks
    world.now_s += 1
    before = world.view(owner)
    (piece,) = world.pieces(owner)
    assert 0 < piece.size_e6 < 100 * E6
    assert piece.index_price_e8 == (100 - 12 * side) * E8
    assert piece.pnl_e6 == piece.price_performance_e6 == -10 * 100 * E6 - 2 * piece.size_e6
    after = world.view(owner)
    lost = 2 * piece.size_e6 + piece.liquidation_fee_e6
    assert before.available_margin_e6 - after.available_margin_e6 == lost
    assert after.positions[0].pnl.price_e6 == 0
    assert after.positions[0].entry_price_e8 == (100 - 10 * side) * E8
    health = after.health_ratio_e12
    assert health is not None
    assert health >= TARGET_E12
    assert_vault(world)


@pytest.mark.parametrize("side", [1, -1])
def test_the_loss_to_a_held_print_beyond_the_collateral_is_bad_debt(side):
    world, owner = beside_a_held_print(side, 14, 1_200 * E6)
    world.now_s += WEEK_S + 1
    lp_e6 = world.pool().lp_balance_e6
    events = world.liquidate(owner)
    (piece,) = of(events, m.PositionLiquidated)
    (debt,) = of(events, m.BadDebtCovered)
    assert (piece.new_size_e6, piece.pnl_e6) == (0, -2_400 * E6)
    assert debt.from_reserve_e6 + debt.from_pool_e6 == 1_200 * E6
    assert world.pool().lp_balance_e6 == lp_e6 + 2_400 * E6 - debt.from_pool_e6
    assert_vault(world)


def test_a_deficit_beside_an_old_held_print_does_not_freeze_outflows_for_ever():
    """1,090 of margin for 100 units that lost 1,000, then 1,100: 10 are owed, no print comes."""
    world, owner = beside_a_held_print(1, 2, 1_090 * E6)
    world.operate(m.ConfirmPrint, market_id=1)
    world.tick(60)
    world.post(86 * E8)
    assert world.see().held_print is not None
    world.now_s += WEEK_S + 1
    assert world.exchange.outflow_view(world.now_s).is_frozen
    (debt,) = of(world.liquidate(owner), m.BadDebtCovered)
    assert debt.from_reserve_e6 + debt.from_pool_e6 == 310 * E6
    assert not world.exchange.outflow_view(world.now_s).is_frozen
    assert_vault(world)


@pytest.mark.parametrize("side", [1, -1])
def test_a_held_print_that_is_better_for_the_account_changes_nothing(side):
    world, owner = beside_a_held_print(side, -3, 1_400 * E6)
    world.now_s += WEEK_S + 1
    before = world.view(owner).available_margin_e6
    (piece,) = world.pieces(owner)
    assert piece.index_price_e8 == (100 - 10 * side) * E8
    assert piece.pnl_e6 == -1_000 * E6
    assert world.view(owner).available_margin_e6 == before - piece.liquidation_fee_e6


def waiting(**changes: int) -> World:
    """A removal of half the pool, mature, while the next print is late."""
    world = traded(1_000 * E6, **(AGES | changes))
    remove(world, 40_000 * E6)
    assert not world.rejected, world.code
    return world


def test_a_removal_waits_for_a_late_print_and_pays_what_it_shows():
    world = waiting()
    world.now_s += DAY_S + 1
    assert world.now_s - world.see().index_price_at_s > DAY_S
    world.tick(0)
    before = world.exchange.state_hash()
    process(world, KEEPER)
    assert world.code is E.NOTHING_TO_SETTLE
    assert world.exchange.state_hash() == before
    world.post(102 * E8)  # 2,000 owed: 58,000 for 60,000 shares
    (event,) = of(process(world, KEEPER), m.SettlementProcessed)
    assert event.amount_e6 == 38_666_666_666
    assert_vault(world)


def test_a_removal_waits_in_the_entry_window_of_a_market_in_use():
    world = waiting(oracle_max_age_s=WEEK_S, **WINDOW)
    midnight = (world.now_s // DAY_S + 2) * DAY_S
    world.now_s = midnight - 1_800
    process(world, KEEPER)
    assert world.code is E.NOTHING_TO_SETTLE
    world.now_s = midnight
    world.post(101 * E8)
    world.now_s += 299
    process(world, KEEPER)
    assert world.code is E.NOTHING_TO_SETTLE
    world.now_s += 1
    process(world, KEEPER)
    assert world.code is E.NONE


def test_a_removal_from_a_dead_market_is_paid():
    world = waiting()
    world.now_s += WEEK_S
    (event,) = of(process(world, KEEPER), m.SettlementProcessed)
    assert event.amount_e6 == 40_000 * E6


def test_a_young_held_print_speaks_for_a_dead_market():
    world = waiting()
    world.now_s = world.see().index_price_at_s + WEEK_S
    world.post(105 * E8)  # held
    world.now_s += 60  # dead, and a print of a minute ago waits for the operator or the next one
    remove(world, E6)
    assert world.code is E.PRICE_BAND
    process(world, KEEPER)
    assert world.code is E.NOTHING_TO_SETTLE
    world.now_s += WEEK_S
    remove(world, E6)
    assert world.code is E.NONE
    assert lp(world).share_value_e6 < 60_000 * E6 - 2_000 * E6


def test_too_many_shares_are_refused_after_prices_and_amounts():
    """A pool that lost all but two raw units: a deposit of 0.20 would make 1e15 shares (50)."""
    rules = {"locked_open_interest_ratio_e12": 0, "hold_rate_e12": 0}
    world = Arena(10_000 * E6, net_exposure_cap_rate_e12=10 * E12, **rules)
    for symbol in ("MIA", "NYC"):
        world.add_market(symbol, **AGES)
    owner = world.open(1, 200 * E6, 100_000 * E6)
    world.open(2, E6, 1_000 * E6, 2)
    world.now_s += 1
    world.price(149 * E8)
    world.price(150 * E8 - 1)
    world.close(owner)
    assert world.pool().lp_balance_e6 == 2
    too_much = 2 * 10**9

    def reasons(amount_e6: int) -> tuple[E, ...]:
        return world.exchange.quote_add_liquidity(amount_e6, world.now_s).reasons

    assert reasons(10**9) == ()
    assert reasons(too_much) == (E.AMOUNT_OUT_OF_RANGE,)
    world.chain(m.AddLiquidity, wallet(3), too_much, amount_e6=too_much)
    assert world.code is E.AMOUNT_OUT_OF_RANGE
    world.now_s += DAY_S + 1
    assert reasons(too_much) == (E.STALE_PRICE, E.AMOUNT_OUT_OF_RANGE)
    world.chain(m.AddLiquidity, wallet(3), too_much, amount_e6=too_much)
    assert world.code is E.STALE_PRICE


@pytest.mark.parametrize(("held", "value"), [(95, 100_500), (105, 100_000)])
def test_a_deposit_with_a_dead_market_takes_the_worse_price_for_the_depositor(held, value):
    world = traded(**AGES)  # a long of 100 from 100: at 95 the pool has 500 more
    world.tick(60)
    world.post(held * E8)
    assert world.see().held_print is not None
    world.now_s += 2 * WEEK_S
    (event,) = of(world.add_liquidity(1_005 * E6, 7), m.LiquidityModified)
    assert event.shares_e6 == 1_005 * E6 * 100_000 // value


def mature(world: World) -> tuple[list[int], list[tuple[bytes, int]]]:
    """Return what the pages of mature requests have: of the provider, and of all wallets."""
    own = world.exchange.unsettled_request_page(LP, limit=8, mature_at_s=world.now_s)
    every = world.exchange.open_request_page(limit=8, mature_at_s=world.now_s)
    return [row.request_id for row in own], [(row.owner, row.request_id) for row in every]


def test_pages_of_mature_requests_leave_out_removals_that_wait():
    """Nine removals that wait for a print are older than the withdrawal that can be processed."""
    world = waiting()
    for _ in range(8):
        remove(world, E6)
        assert world.code is E.NONE
    world.account(5, 1, 10 * E6)
    world.chain(m.WithdrawMargin, LP, account_id=1, amount_e6=E6)
    world.now_s += DAY_S + 1
    world.tick(0)
    before = world.exchange.state_hash()
    assert mature(world) == ([10], [(LP, 10)])
    assert len(world.exchange.unsettled_request_page(LP, limit=20)) == 10
    assert world.exchange.state_hash() == before
    process(world, KEEPER, 10)
    assert world.code is E.NONE
    world.post(102 * E8)
    assert mature(world) == ([*range(1, 9)], [(LP, number) for number in range(1, 9)])
    world.now_s += DAY_S + 1  # the print is late again; the state is of a moment before
    assert mature(world) == ([], [])

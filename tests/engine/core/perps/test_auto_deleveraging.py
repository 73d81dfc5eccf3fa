"""Bad debt, and the winners who pay when the pool cannot (rules 18, 21, 37)."""

from typing import Any

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.arena import Arena, kinds
from tests.engine.core.support.world import E6, E8, assert_vault, of, wallet

LONG = 100 * E6
# A pool of 1,000 that may carry any open interest.
SMALL = {
    "lp_e6": 1_000 * E6,
    "locked_open_interest_ratio_e12": 0,
    "net_exposure_cap_rate_e12": 10**13,
}


def insolvent(price_e8: int, shorts: list[tuple[int, int, int]], **exchange: int) -> Arena:
    """A long of 100 from 100 with 1,100 of margin, and shorts (user, units, margin) from 100."""
    world = Arena(**(SMALL | exchange))
    world.add_market()
    for user, units, margin in shorts:
        world.open(user, -units * E6, margin * E6)
    world.open(1, LONG, 1_100 * E6)
    world.price(price_e8)
    return world


def identities(world: Arena, owners: list[bytes]) -> None:
    """The vault, and the sum of the positions' P&L as the pool sees it."""
    assert_vault(world)
    rows = [row for owner in owners for row in world.view(owner).positions]
    total = sum(row.pnl.total_e6 for row in rows)
    assert total <= world.pool().unrealized_pnl_e6 <= total + len(rows)


# Bad debt.


def test_the_reserve_pays_first_and_then_the_pool():
    world = Arena(reserve_fee_share_e12=10**12, protocol_fee_rate_e12=0)
    world.add_market(taker_fee_rate_e12=10**9)
    owner = world.open(1, LONG, 1_530 * E6)  # 10 of fee, all to the reserve
    world.price(80 * E8)
    assert world.pool().reserve_e6 == 10 * E6
    events = world.liquidate(owner)
    assert kinds(events) == [
        m.LiquidationStarted,
        m.PositionLiquidated,
        m.BadDebtCovered,
        m.LiquidationEnded,
    ]
    assert events[1].size_e6 == LONG
    assert events[1].liquidation_fee_e6 == 0
    assert events[1].pnl_e6 == -2_000 * E6
    assert (events[2].from_reserve_e6, events[2].from_pool_e6) == (10 * E6, 470 * E6)
    view = world.view(owner)
    assert (view.collateral_e6, view.positions) == (0, ())
    pool = world.pool()
    assert pool.reserve_e6 == 0
    assert pool.lp_balance_e6 == 10_000_000 * E6 + 2_000 * E6 - 470 * E6
    assert pool.margin_e6 == 0
    assert pool.unsettled_e6 == 0
    assert_vault(world)


def test_the_reserve_alone_pays_when_it_can():
    world = Arena(reserve_fee_share_e12=10**12, protocol_fee_rate_e12=0)
    world.add_market(taker_fee_rate_e12=10**9)
    world.open(2, 900 * E6, 20_000 * E6)  # 90 of fee
    owner = world.open(1, LONG, 1_530 * E6)
    world.price(84 * E8)
    (debt,) = of(world.liquidate(owner), m.BadDebtCovered)
    assert (debt.from_reserve_e6, debt.from_pool_e6) == (80 * E6, 0)
    assert world.pool().reserve_e6 == 20 * E6
    assert_vault(world)


def with_another_market(gain_price_e8: int, collateral_e6: int = 1_300 * E6):
    """A long of 100 at 85, and a long of 20 in a market that is stale by now."""
    world = Arena()
    world.add_market("MIA")
    world.add_market("NYC", oracle_max_age_s=3_600)
    owner = world.open(1, LONG, collateral_e6)
    world.trade(owner, 20 * E6, 2)
    world.price(gain_price_e8, 2)
    world.now_s += 3_600
    world.price(85 * E8, 1)
    return world, owner


def test_other_positions_are_re_marked_before_anything_is_a_debt():
    world, owner = with_another_market(105 * E8)
    events = world.liquidate(owner)
    # 1,300 - 1,500 + 100: the gain of the other market first, then 100 of debt.
    assert kinds(events) == [
        m.LiquidationStarted,
        m.PositionLiquidated,
        m.PositionRemarked,
        m.BadDebtCovered,
    ]
    assert (events[2].market_id, events[2].pnl_e6) == (2, 100 * E6)
    assert (events[3].from_reserve_e6, events[3].from_pool_e6) == (0, 100 * E6)
    view = world.view(owner)
    assert view.collateral_e6 == 0
    assert view.positions[0].entry_price_e8 == 105 * E8
    assert view.health_ratio_e12 == 0
    assert view.in_liquidation
    identities(world, [owner])


def test_a_gain_that_covers_the_loss_leaves_no_debt():
    world, owner = with_another_market(120 * E8)
    events = world.liquidate(owner)
    # 1,300 - 1,500 + 400 = 200 against 120 + 12; the fee of 42.5 comes from what was re-marked.
    # 200 - 0.425 x = 1.25 * (4.675 * (100 - x) + 132) only beyond 100: all of it closes.
    assert kinds(events) == [
        m.LiquidationStarted,
        m.PositionLiquidated,
        m.PositionRemarked,
        m.SettlementRequestCreated,
        m.LiquidationEnded,
    ]
    (remarked,) = of(events, m.PositionRemarked)
    assert remarked.pnl_e6 == 400 * E6
    (piece,) = of(events, m.PositionLiquidated)
    assert piece.size_e6 == LONG
    assert piece.liquidation_fee_e6 == 42_500_000
    view = world.view(owner)
    assert view.collateral_e6 == 157_500_000
    assert view.total_required_margin_e6 == 132 * E6
    assert not view.in_liquidation
    identities(world, [owner])


def test_the_fee_leaves_what_other_positions_have_lost():
    # 1,620 - 1,500 are there, 100 of it lost in the stale market: 20 of the fee of 42.5.
    world, owner = with_another_market(95 * E8, 1_620 * E6)
    (piece,) = of(world.liquidate(owner), m.PositionLiquidated)
    assert (piece.size_e6, piece.liquidation_fee_e6) == (LONG, 20 * E6)
    view = world.view(owner)
    assert (view.collateral_e6, view.available_margin_e6) == (100 * E6, 0)
    identities(world, [owner])


def test_losses_of_other_positions_stay_the_account_s_own():
    world, owner = with_another_market(95 * E8)
    events = world.liquidate(owner)
    # 1,300 - 1,500: 200 of debt; the 100 that the stale market loses may still come back.
    assert of(events, m.PositionRemarked) == []
    (debt,) = of(events, m.BadDebtCovered)
    assert debt.from_pool_e6 == 200 * E6
    view = world.view(owner)
    assert view.positions[0].entry_price_e8 == 100 * E8
    assert (view.collateral_e6, view.available_margin_e6) == (0, -100 * E6)
    assert view.in_liquidation
    identities(world, [owner])


def test_debt_of_a_part_is_covered_and_the_rest_waits_at_its_price():
    world = Arena(protocol_fee_rate_e12=10**12)  # so that the reserve has nothing
    owner = world.windowed(200 * E6)
    world.price(87 * E8)  # 1,300 of loss: -100
    events = world.liquidate(owner)
    (debt,) = of(events, m.BadDebtCovered)
    assert debt.from_pool_e6 == 100 * E6
    view = world.view(owner)
    assert (view.collateral_e6, view.available_margin_e6) == (0, 0)
    assert view.positions[0].size_e6 == 90 * E6
    assert view.in_liquidation
    assert m.LiquidationEnded not in kinds(events)
    identities(world, [owner, wallet(50)])
    world.now_s += 100
    world.price(86 * E8)
    (debt,) = of(world.liquidate(owner), m.BadDebtCovered)
    assert debt.from_pool_e6 == 90 * E6
    identities(world, [owner, wallet(50)])


# Auto-deleveraging.


def figures(event: m.AutoDeleveraged) -> tuple[Any, ...]:
    return (
        event.owner,
        event.account_id,
        event.size_delta_e6,
        event.price_e8,
        event.haircut_e6,
        event.pnl_e6,
    )


def test_a_solvent_pool_deleverages_no_account():
    # 2,000 of loss, 900 of debt: 1,000 + 2,000 - 900 - 2,000 = 100.
    world = insolvent(80 * E8, [(2, 60, 3_000), (3, 40, 500)])
    events = world.liquidate(wallet(1))
    assert of(events, m.BadDebtCovered)[0].from_pool_e6 == 900 * E6
    assert not of(events, m.AutoDeleveraged)
    assert world.nav() == 100 * E6


def test_exactly_zero_left_deleverages_no_account():
    # 2,100 of loss, 1,000 of debt: all of the pool's.
    world = insolvent(79 * E8, [(2, 60, 3_000), (3, 40, 500)])
    assert not of(world.liquidate(wallet(1)), m.AutoDeleveraged)
    assert world.nav() == 0
    world.add_liquidity(1_000 * E6, 77)
    assert world.code == ErrorCode.POOL_INSOLVENT


def test_the_highest_rank_pays_the_deficit():
    # 2,500 of loss, 1,400 of debt, 400 more than the pool has. User 3 has 1,000 of 1,500, user 2
    # 1,500 of 4,500: user 3 leaves at 75 + 400 / 40.
    world = insolvent(75 * E8, [(2, 60, 3_000), (3, 40, 500)])
    events = world.liquidate(wallet(1))
    assert kinds(events) == [
        m.LiquidationStarted,
        m.PositionLiquidated,
        m.BadDebtCovered,
        m.AutoDeleveraged,
        m.LiquidationEnded,
    ]
    closed = events[3]
    assert figures(closed) == (wallet(3), 1, 40 * E6, 85 * E8, 400 * E6, 600 * E6)
    assert (closed.market_id, closed.index_price_e8) == (1, 75 * E8)
    assert (closed.price_performance_e6, closed.funding_performance_e6) == (1_000 * E6, 0)
    assert world.nav() == 0
    assert world.view(wallet(3)).collateral_e6 == 1_100 * E6
    assert world.view(wallet(3)).positions == ()
    assert not world.view(wallet(3)).was_recently_liquidated
    assert world.view(wallet(2)).positions[0].size_e6 == -60 * E6
    assert world.see().short.size_e6 == 60 * E6
    identities(world, [wallet(user) for user in (1, 2, 3)])


def test_the_next_rank_pays_what_is_left():
    # At 60: 4,000 of loss, 2,900 of debt, 1,900 of deficit. All 1,600 of user 3, 300 of user 2.
    world = insolvent(60 * E8, [(2, 60, 3_000), (3, 40, 500)])
    first, second = of(world.liquidate(wallet(1)), m.AutoDeleveraged)
    assert figures(first) == (wallet(3), 1, 40 * E6, 100 * E8, 1_600 * E6, 0)
    assert figures(second) == (wallet(2), 1, 60 * E6, 65 * E8, 300 * E6, 2_100 * E6)
    assert world.nav() == 0
    assert world.see().short.size_e6 == world.see().long.size_e6 == 0
    assert world.pool().unrealized_pnl_e6 == 0
    assert_vault(world)


def test_equal_ranks_go_by_owner_and_then_by_id():
    world = Arena(**SMALL)
    world.add_market()
    for user, account_id in ((3, 1), (2, 7), (2, 3), (4, 1)):
        world.open(user, -25 * E6, 1_000 * E6, account_id=account_id)
    world.open(1, LONG, 1_100 * E6)
    world.price(60 * E8)  # 1,000 of profit each, 1,900 of deficit
    events = of(world.liquidate(wallet(1)), m.AutoDeleveraged)
    assert [(event.owner, event.account_id, event.haircut_e6) for event in events] == [
        (wallet(2), 3, 1_000 * E6),
        (wallet(2), 7, 900 * E6),
    ]
    assert events[1].price_e8 == 96 * E8
    assert world.nav() == 0


def with_a_loss_elsewhere() -> tuple[Arena, bytes]:
    """User 3 wins 1,000 at 75 in the first market and loses 2,500 at 50 in the second."""
    world = Arena(**SMALL)
    world.add_market("MIA", oracle_max_age_s=3_600)
    world.add_market("NYC")
    world.open(1, LONG, 1_100 * E6)
    world.open(2, -60 * E6, 640 * E6)
    other = world.open(3, -40 * E6, 1_000 * E6)
    world.trade(other, 50 * E6, 2)
    world.open(4, -50 * E6, 20_000 * E6, 2)
    world.price(75 * E8, 1)
    world.price(60 * E8, 2)
    world.price(50 * E8, 2)
    assert world.view(other).available_margin_e6 == -500 * E6
    return world, other


def test_accounts_without_available_margin_come_first():
    # User 2 has 1,500 of 2,140, user 3 1,000 and nothing available.
    world, other = with_a_loss_elsewhere()
    (closed,) = of(world.liquidate(wallet(1)), m.AutoDeleveraged)
    assert figures(closed) == (other, 1, 40 * E6, 85 * E8, 400 * E6, 600 * E6)
    assert world.nav() == 0
    assert_vault(world)


def test_a_winner_in_liquidation_is_out_of_it_without_positions():
    world, other = with_a_loss_elsewhere()
    world.now_s += 3_601  # the first market is stale, the second can be closed
    (debt,) = of(world.liquidate(other), m.BadDebtCovered)
    assert debt.from_pool_e6 == 500 * E6
    world.price(74 * E8, 1)  # 40 of profit against 162.8
    assert world.view(other).in_liquidation
    # 2,600 of loss and 1,500 of debt: 3,100 against 1,560 + 40 + 2,500.
    events = world.liquidate(wallet(1))
    assert kinds(events) == [
        m.LiquidationStarted,
        m.PositionLiquidated,
        m.BadDebtCovered,
        m.AutoDeleveraged,
        m.AutoDeleveraged,
        m.LiquidationEnded,
        m.LiquidationEnded,
    ]
    assert figures(events[3]) == (other, 1, 40 * E6, 75 * E8, 40 * E6, 0)
    assert figures(events[4]) == (wallet(2), 1, 60 * E6, 90 * E8, 960 * E6, 600 * E6)
    assert [event.owner for event in events[5:]] == [wallet(1), other]
    assert not world.view(other).in_liquidation
    assert world.nav() == 0
    assert_vault(world)


def test_only_as_much_as_the_pool_paid_is_taken():
    # More shorts than longs: at 70 NAV is 1,600 - 1,800 before; 1,900 of debt comes to it.
    world = insolvent(70 * E8, [(2, 160, 6_000)], lp_e6=1_600 * E6)
    assert world.nav() == -200 * E6
    (closed,) = of(world.liquidate(wallet(1)), m.AutoDeleveraged)
    assert figures(closed) == (wallet(2), 1, 160 * E6, 81_87_500_000, 1_900 * E6, 2_900 * E6)
    assert world.nav() == -200 * E6
    assert_vault(world)


def test_longs_pay_for_a_short():
    world = Arena(**SMALL)
    world.add_market()
    world.open(2, 30 * E6, 2_000 * E6)
    world.open(3, 70 * E6, 2_000 * E6)
    world.open(1, -LONG, 1_100 * E6)
    world.price(125 * E8)
    (closed,) = of(world.liquidate(wallet(1)), m.AutoDeleveraged)
    # 1,750 of 3,750 ranks before 750 of 2,750; 400 / 70 = 5.714285714... up
    assert figures(closed) == (
        wallet(3),
        1,
        -70 * E6,
        125 * E8 - 571_428_572,
        400 * E6,
        1_350 * E6,
    )
    assert world.nav() == 0


def test_losers_and_the_same_side_are_left_alone():
    # User 4 is long, too; user 5 went short at 70 and loses.
    world = insolvent(75 * E8, [(2, 60, 3_000), (3, 40, 500)])
    world.price(70 * E8)
    world.price(75 * E8)
    world.open(4, E6, 100 * E6)
    world.price(70 * E8)
    world.open(5, -E6, 100 * E6)
    world.price(75 * E8)
    events = of(world.liquidate(wallet(1)), m.AutoDeleveraged)
    assert [event.owner for event in events] == [wallet(3)]
    assert len(world.view(wallet(4)).positions) == len(world.view(wallet(5)).positions) == 1


def test_a_position_without_profit_stays_though_its_account_has_nothing():
    world = Arena(**SMALL)
    world.add_market("MIA")
    world.add_market("NYC")
    world.open(1, LONG, 1_100 * E6)
    world.open(2, -90 * E6, 1_100 * E6)
    world.open(4, -50 * E6, 20_000 * E6, 2)
    other = world.open(3, 50 * E6, 1_000 * E6, 2)
    world.price(75 * E8, 1)
    world.trade(other, -40 * E6, 1)
    world.price(60 * E8, 2)
    world.price(50 * E8, 2)
    assert world.view(other).available_margin_e6 == -1_500 * E6
    # 2,500 of loss, 1,400 of debt, 2,250 of profit, all of it user 2's: 150 of deficit.
    (closed,) = of(world.liquidate(wallet(1)), m.AutoDeleveraged)
    assert figures(closed) == (
        wallet(2),
        1,
        90 * E6,
        75 * E8 + 166_666_667,
        150 * E6,
        2_100 * E6,
    )
    assert len(world.view(other).positions) == 2


def test_every_market_of_the_pieces_pays_in_their_order():
    world = Arena(**SMALL)
    world.add_market("MIA")
    world.add_market("NYC")
    world.open(2, -50 * E6, 3_000 * E6, 1)
    world.open(3, -50 * E6, 3_000 * E6, 2)
    owner = world.open(1, 50 * E6, 1_100 * E6, 1)
    world.trade(owner, 50 * E6, 2)
    world.price(62 * E8, 1)
    world.price(60 * E8, 2)
    # 1,900 and 2,000 of loss: 2,800 of debt, 1,800 of deficit. Market 1 has the larger margin.
    events = world.liquidate(owner)
    assert [piece.market_id for piece in of(events, m.PositionLiquidated)] == [1, 2]
    closed = of(events, m.AutoDeleveraged)
    assert [(event.owner, event.market_id, event.haircut_e6) for event in closed] == [
        (wallet(2), 1, 1_800 * E6)
    ]
    assert world.nav() == 0
    assert_vault(world)


def test_no_payout_is_more_than_the_vault_holds():
    world = insolvent(75 * E8, [(2, 60, 3000), (3, 40, 500)])
    winners = [wallet(2), wallet(3)]
    for owner in winners:
        world.modify(owner, E6 // 50, 1)  # takes the profit before deleveraging
    world.liquidate(wallet(1))
    for owner in winners:
        world.close(owner)
        amount = world.view(owner).max_withdrawable_e6
        world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=amount)
    assert (world.pool().balance_e6, world.pool().unsettled_e6) == (5_600 * E6, 6_000 * E6)
    world.now_s += 86_400
    for owner in winners:
        ids = (1, *([0] * 7))
        world.chain(
            m.ProcessSettlementRequests, owner, owner=owner, request_count=1, request_ids=ids
        )

    def pay(owner: bytes) -> ErrorCode:
        payout = {"owner": owner, "request_id": 1, "payout_signature": b"s" * 64}
        world.send(m.AuthorisePayout(last_valid_block_height=5, **payout))
        code = world.code
        if code is ErrorCode.NONE:
            world.send(m.RecordPayout(slot=1, **payout))
        return code

    assert pay(winners[0]) is ErrorCode.NONE
    left = world.pool().balance_e6
    assert pay(winners[1]) is ErrorCode.OUTFLOW_FROZEN
    assert world.pool().balance_e6 == left > 0

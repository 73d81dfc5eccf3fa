"""What reads say: sums, room, ratios, requests in order."""

import pytest

from engine.core.generated import messages as m
from engine.core.views import HeldPrintView
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import DAY_S, E6, E8, E12, OPERATOR, World, wallet


def traded() -> tuple[World, bytes]:
    world = World()
    world.add_liquidity()
    world.market()
    world.market(75 * E8, "TX")
    owner, other = world.account(1, 1, 5_000_000 * E6), world.account(2, 1, 100_000 * E6)
    world.modify(owner, 30 * E6, 1)
    world.modify(other, -90 * E6, 1)
    world.modify(owner, 200 * E6, 2)
    return world, owner


def test_the_exchange_sums_its_markets():
    world, _ = traded()
    pool, first, second = world.pool(), world.see(1), world.see(2)
    assert pool.open_interest_e6 == 120 * 400 * E6 + 200 * 75 * E6
    assert pool.long.size_e6 == first.long.size_e6 + second.long.size_e6
    assert pool.long.percent_e12 + pool.short.percent_e12 == E12
    locked = pool.open_interest_e6 // 2
    assert pool.required_minimum_balance_e6 == locked + max(0, pool.unrealized_pnl_e6)
    nav = pool.lp_balance_e6 - pool.unrealized_pnl_e6
    assert pool.share_price_e8 == nav * E8 // pool.lp_shares_e6
    assert pool.net_exposure_cap_e6 == nav // 2
    assert pool.operator == OPERATOR
    assert pool.market_count == 2
    rooms = [first.available_long_notional_e6, second.available_long_notional_e6]
    assert pool.available_long_e6 == sum(rooms)


def test_an_empty_exchange_shows_zeros_and_a_price_of_one():
    pool = World().pool()
    assert pool.share_price_e8 == E8
    assert pool.required_minimum_balance_percent_e12 == 0
    assert (pool.long.percent_e12, pool.short.percent_e12) == (0, 0)
    assert pool.available_long_e6 == 0


@pytest.mark.parametrize("is_long", [True, False])
def test_the_room_of_a_side_executes_and_a_unit_more_does_not(is_long):
    world, owner = traded()
    view = world.see(2)
    room = view.available_long_size_e6 if is_long else view.available_short_size_e6
    held = 0 if is_long else 200 * E6  # a short order closes the long first
    step = 1 if is_long else -1
    inside = world.exchange.quote_modify_position(owner, 1, 2, step * (room + held), world.now_s)
    beyond = world.exchange.quote_modify_position(
        owner, 1, 2, step * (room + held + 1), world.now_s
    )
    assert ErrorCode.MAX_SIDE_SIZE not in inside.reasons
    assert ErrorCode.MAX_SIDE_SIZE in beyond.reasons


def test_account_ratios():
    world, owner = traded()
    view = world.view(owner)
    assert view.open_interest_e6 == 30 * 400 * E6 + 200 * 75 * E6
    assert view.leverage_e12 == view.open_interest_e6 * E12 // view.available_margin_e6
    assert view.health_ratio_e12 == (
        view.available_margin_e6 * E12 // view.total_required_margin_e6
    )
    assert view.total_required_margin_e6 == (
        view.required_maintenance_margin_e6 + view.required_liquidation_fee_margin_e6
    )
    assert view.available_margin_e6 == view.collateral_e6 + view.pnl.total_e6
    assert not view.can_close
    assert not view.can_liquidate
    empty = world.account(9, 4, 0)
    view = world.view(empty, 4)
    assert view.can_close
    assert view.health_ratio_e12 is None
    assert view.leverage_e12 is None
    assert view.name == "Account 4"


def test_a_market_shows_what_it_was_created_with():
    world, _ = traded()
    view = world.see(2)
    assert (view.symbol, view.name, view.country, view.metric) == ("TX", "TX index", "US", "sqft")
    assert view.price_feed == "index:TX"
    assert view.max_leverage_e12 == 10 * E12
    assert view.authorized_liquidator is None
    assert view.next_print_at_s == (world.now_s // DAY_S + 1) * DAY_S
    assert view.held_print is None
    assert view.parameters["n_fast"] == 30
    world.now_s += 60
    world.post(77 * E8, 2)
    assert world.see(2).held_print == HeldPrintView(77 * E8, world.now_s, False)


def test_reads_project_to_the_time_asked_and_never_before_the_engine():
    world, _ = traded()
    now = world.exchange.market_view(1, world.now_s)
    later = world.exchange.market_view(1, world.now_s + 3600)
    assert later.funding_per_unit_e18 != now.funding_per_unit_e18
    assert world.exchange.market_view(1, 0) == now
    assert world.exchange.market_view(1, world.now_s) == now


def test_open_requests_come_by_maturity_owner_and_id():
    world, owner = traded()
    for user, amount in ((wallet(2), 5), (owner, 3), (owner, 4)):
        world.chain(m.WithdrawMargin, user, account_id=1, amount_e6=amount * E6)
        assert not world.rejected
    world.now_s += 5
    world.chain(m.WithdrawMargin, wallet(2), account_id=1, amount_e6=E6)
    rows = [(r.owner, r.request_id) for r in world.exchange.open_settlement_requests()]
    assert rows == [(owner, 1), (owner, 2), (wallet(2), 1), (wallet(2), 2)]

"""Figures of the pool by hand, each rounded as the pool is safest (rules/pool.md)."""

import pytest

from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import E6, E8, E12


@pytest.mark.parametrize(
    ("side", "move_e8", "owed_e6", "pnl_e6"),
    [(1, 1, 1, 0), (1, -1, 0, -1), (-1, -1, 1, 0), (-1, 1, 0, -1)],
)
def test_pool_liabilities_round_up_and_trader_claims_down(side, move_e8, owed_e6, pnl_e6):
    # One unit and 0.00000001 of price: a hundredth of what can be paid.
    world = Arena()
    world.add_market()
    owner = world.open(1, side * E6, 100 * E6)
    world.price(100 * E8 + move_e8)
    assert world.pool().unrealized_pnl_e6 == owed_e6
    assert world.view(owner).pnl.total_e6 == pnl_e6


def test_locked_open_interest_rounds_up():
    world = Arena(locked_open_interest_ratio_e12=E12)
    world.add_market(price_e8=100 * E8 + 1)
    world.open(1, E6, 100 * E6)
    assert world.pool().required_minimum_balance_e6 == 100_000_001


def test_a_pool_without_equity_has_no_room():
    wide = {"locked_open_interest_ratio_e12": 0, "net_exposure_cap_rate_e12": 10 * E12}
    world = Arena(lp_e6=1_600 * E6, **wide)
    world.add_market()
    world.open(2, -160 * E6, 6_000 * E6)
    world.open(1, 100 * E6, 1_100 * E6)
    world.price(70 * E8)
    assert world.nav() == -200 * E6
    assert world.pool().net_exposure_cap_e6 == 0
    assert world.see().max_side_notional_e6 == 0


def test_the_reference_skew_rounds_down():
    # 0.000505 of 1 % of 1,000,000 at 100,000 is 0.0000505: a skew of 0.00005 is all of it.
    world = Arena(lp_e6=1_000_000 * E6)
    side = {"max_side_notional_rate_e12": E12 // 100, "s_ref_rate_e12": 505_000_000}
    world.add_market(price_e8=100_000 * E8, spread_rate_e12=10**8, **side)
    world.open(1, 50, 100 * E6)
    assert world.see().funding_spread_e12 == 10**8

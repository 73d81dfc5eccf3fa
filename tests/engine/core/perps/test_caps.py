"""A cap lets exactly its figure pass and refuses a unit more (rules/pool.md)."""

import pytest

from engine.schema.errors import ErrorCode
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import E6, E8, E12

# A pool of 1,000 at a price of 100, without fees and impact: 10 units are its size.
WIDE_EXCHANGE = {"locked_open_interest_ratio_e12": 0, "net_exposure_cap_rate_e12": 10 * E12}
WIDE_MARKET = {"max_side_notional_rate_e12": 10 * E12, "max_side_size_e6": 10**12}

CAPS = [
    ({}, {"max_side_size_e6": 10 * E6}, ErrorCode.MAX_SIDE_SIZE),
    ({}, {"max_side_notional_rate_e12": E12}, ErrorCode.MAX_SIDE_SIZE),
    ({"net_exposure_cap_rate_e12": E12}, {}, ErrorCode.NET_EXPOSURE_CAP),
    ({"locked_open_interest_ratio_e12": E12}, {}, ErrorCode.POOL_CAPACITY),
]


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(("exchange", "market", "code"), CAPS)
def test_a_cap_is_reached_and_not_passed(exchange, market, code, side):
    world = Arena(lp_e6=1_000 * E6, **(WIDE_EXCHANGE | exchange))
    world.add_market(**(WIDE_MARKET | market))
    owner = world.account(1)
    world.modify(owner, side * (10 * E6 + 1))
    assert world.code == code
    world.modify(owner, side * 10 * E6)
    assert world.code == ErrorCode.NONE
    assert world.see().skew_size_e6 == side * 10 * E6
    world.modify(owner, side * E6)
    assert world.code == code


def test_caps_are_shares_of_the_nav_before_the_trade():
    # A fill of 0.5 % off the index: the pool gains 5 on 1,000 and its fee, and the cap stays.
    world = Arena(lp_e6=1_000 * E6, **WIDE_EXCHANGE)
    market = {"skew_scale_e6": 1_000 * E6, "max_side_notional_rate_e12": E12}
    world.add_market(**(WIDE_MARKET | market))
    owner = world.account(1)
    world.modify(owner, 10 * E6 + 1)
    assert world.code == ErrorCode.MAX_SIDE_SIZE
    world.modify(owner, 10 * E6)
    assert world.code == ErrorCode.NONE
    assert world.view(owner).positions[0].entry_price_e8 == 100 * E8 + E8 // 2


def test_above_the_exposure_cap_a_trade_may_not_turn_it_around():
    world = Arena(lp_e6=1_000 * E6, **(WIDE_EXCHANGE | {"net_exposure_cap_rate_e12": E12}))
    world.add_market(**WIDE_MARKET)
    owner = world.open(1, 10 * E6, 10_000 * E6)
    world.price(101 * E8)  # 1,010 of exposure, a NAV of 990
    world.modify(owner, -20 * E6)
    assert world.code == ErrorCode.NET_EXPOSURE_CAP
    world.modify(owner, -19_900_000)  # 999.9 of 990: less than before
    assert world.code == ErrorCode.NONE

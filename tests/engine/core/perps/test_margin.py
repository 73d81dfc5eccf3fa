"""What a position must hold, to the unit, and what of a margin may leave (rules/margin.md)."""

import pytest

from engine.schema.errors import ErrorCode
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import E6, E8, E12


def required(world: Arena, owner: bytes) -> tuple[int, int, int]:
    view = world.view(owner)
    return (
        view.required_initial_margin_e6,
        view.required_maintenance_margin_e6,
        view.required_liquidation_fee_margin_e6,
    )


def test_both_ratios_round_up():
    # A million at 1: a ratio of 10^-12 is a unit. 1/3 up and 0.100000000001; half of it up.
    world = Arena()
    world.add_market(
        price_e8=E8,
        skew_scale_e6=3 * 10**12,
        initial_margin_ratio_e12=E12,
        min_initial_margin_ratio_e12=E12 // 10 + 1,
        liquidation_fee_rate_e12=0,
    )
    owner = world.open(1, 10**12, 10**12)
    assert required(world, owner) == (433_333_333_335, 216_666_666_668, 0)


def test_each_requirement_rounds_up():
    # 10 % and 5 % and 0.5 % of 100.00000001.
    world = Arena()
    world.add_market(price_e8=100 * E8 + 1)
    owner = world.open(1, E6, 100 * E6)
    assert required(world, owner) == (10_000_001, 5_000_001, 500_001)


@pytest.mark.parametrize(("least", "most", "held"), [(6, 9, 6), (1, 4, 4), (1, 9, 5)])
def test_the_fee_margin_keeps_to_its_bounds(least, most, held):
    world = Arena(min_liquidation_fee_e6=least * E6, max_liquidation_fee_e6=most * E6)
    world.add_market()
    owner = world.open(1, 10 * E6, 200 * E6)
    assert required(world, owner)[2] == held * E6
    assert world.view(owner).max_withdrawable_e6 == (200 - 100 - held) * E6


def test_an_account_without_positions_holds_no_fee():
    world = Arena(min_liquidation_fee_e6=5 * E6)
    world.add_market()
    owner = world.account(1, 1, E6)
    assert required(world, owner) == (0, 0, 0)
    assert world.view(owner).max_withdrawable_e6 == E6
    world.liquidate(owner)
    assert world.code == ErrorCode.NOT_LIQUIDATABLE


def test_profit_gives_room_and_never_leaves():
    world = Arena()
    world.add_market()
    owner = world.open(1, 10 * E6, 200 * E6)
    assert world.view(owner).max_withdrawable_e6 == 95 * E6
    world.price(105 * E8)  # 250 less 105 and 5.25
    assert world.view(owner).max_withdrawable_e6 == 139_750_000
    world.price(120 * E8)  # 400 less 126: more than the 200 that are there
    assert world.view(owner).max_withdrawable_e6 == 200 * E6


@pytest.mark.parametrize(
    ("size", "held_price", "room"),
    [
        (10, 90, 105_500_000),  # 300 - 100 less 90 and 4.5
        (10, 110, 195 * E6),  # 300 less 100 and 5
        (-10, 110, 84_500_000),  # 300 - 100 less 110 and 5.5
        (-10, 90, 195 * E6),
    ],
)
def test_withdrawable_margin_uses_the_worse_of_two_prices(size, held_price, room):
    world = Arena()
    world.add_market(print_band_e12=E12 // 20)
    owner = world.open(1, size * E6, 300 * E6)
    world.now_s += 1
    world.post(held_price * E8)
    assert world.see().index_price_e8 == 100 * E8
    assert world.view(owner).max_withdrawable_e6 == room


def test_a_read_sees_the_second_in_which_a_liquidation_ends():
    # Spread alone: 0.0000864 a day of 90 are 0.00000009 a second for each unit of the smaller side.
    world = Arena()
    spread = {"spread_rate_e12": 86_400_000, "s_ref_rate_e12": 0}
    owner = world.windowed(400 * E6, **spread)
    world.open(51, -100 * E6, 100_000 * E6)
    world.pieces(owner)
    assert world.view(owner).positions[0].size_e6 == 90 * E6
    world.tick(100)
    view = world.view(owner)
    missing = view.total_required_margin_e6 - view.available_margin_e6
    world.deposit(owner, missing - 810)  # 90 x 0.09 a second: for 100 seconds
    assert not world.rejected
    before, then = (
        world.exchange.margin_account_view(owner, 1, world.now_s + seconds) for seconds in (99, 100)
    )
    assert before.in_liquidation
    assert before.total_required_margin_e6 - before.available_margin_e6 == 9
    assert then.total_required_margin_e6 == then.available_margin_e6
    assert not then.in_liquidation

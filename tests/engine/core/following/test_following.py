"""Skew scale and side cap that follow NAV and price, by hand (rule 66)."""

import pytest

from engine.core.generated import messages as m
from engine.schema.parameters import MARKET_PARAMETERS
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import DAY_S, E6, E8, E12, World, assert_vault, of

PLACE = {p.name: p.id for p in MARKET_PARAMETERS}
SCALE, SIDE = PLACE["skew_scale_e6"], PLACE["max_side_size_e6"]
# At 100 with 10,000,000 of NAV: twice of it is 200,000 units, a tenth 10,000.
RATES = {"skew_scale_rate_e12": 2 * E12, "max_side_notional_rate_e12": E12 // 10}
AT_REST = {"skew_scale_e6": 200_000 * E6, "max_side_size_e6": 10_000 * E6}


def market(**changes: int) -> Arena:
    world = Arena()
    world.add_market(**(RATES | AT_REST | changes))
    return world


def update(world: World, price_e8: int = 100 * E8, days: int = 1) -> list[m.Event]:
    """A price update for so many midnights later."""
    shown = (world.see().index_price_at_s + DAY_S // 2) // DAY_S * DAY_S
    world.now_s = max(world.now_s + 60, shown + days * DAY_S)
    events = world.post(price_e8)
    assert not world.rejected
    return events


def sizes(world: World) -> tuple[int, int]:
    values = world.see().parameters
    return values["skew_scale_e6"], values["max_side_size_e6"]


def changes(events: list[m.Event]) -> list[tuple[int, int]]:
    assert all(x.market_id == 1 for x in of(events, m.ParameterChanged))
    return [(x.parameter, x.value) for x in of(events, m.ParameterChanged)]


def set_parameter(world: World, name: str, value: int) -> None:
    world.operate(m.SetMarketParameter, market_id=1, parameter=PLACE[name], value=value)
    assert not world.rejected


def test_at_rest_nothing_changes_and_no_event_says_so():
    world = market()
    assert changes(update(world)) == []
    assert sizes(world) == tuple(AT_REST.values())


def test_both_sizes_go_to_their_parts_of_nav_at_the_new_price():
    world = market()
    events = update(world, 101 * E8)
    expected = (2 * 10**7 * E6 * 100 // 101 // 100, 10**6 * E6 * 100 // 101 // 100)
    assert sizes(world) == expected == (198_019_801_980, 9_900_990_099)
    assert changes(events) == [(SCALE, expected[0]), (SIDE, expected[1])]
    # In the same command after the price, before the reference skew of the new cap.
    kinds = [type(x) for x in events]
    assert kinds.index(m.PrintAccepted) < kinds.index(m.ParameterChanged)


@pytest.mark.parametrize("days", [1, 2, 29, 30, 31, 366])
def test_a_step_is_a_fiftieth_of_the_value_for_each_of_thirty_days(days):
    begun = 100_000 * E6 + 7
    world = market(skew_scale_e6=begun, max_side_size_e6=10**15)
    step = begun * min(days, 30) // 50
    update(world, days=days)
    side = 10**15 - 10**15 * min(days, 30) // 50
    assert sizes(world) == (min(begun + step, 200_000 * E6), max(side, 10_000 * E6))


@pytest.mark.parametrize("offset", [-1, 0, 1])
def test_the_last_step_ends_at_the_target_to_the_unit(offset):
    # 2 % of 196,078,431,373 are 3,921,568,627: 200,000,000,000 exactly.
    begun = 196_078_431_373 + offset
    world = market(skew_scale_e6=begun)
    update(world)
    assert sizes(world)[0] == min(200_000 * E6, begun + begun // 50)
    assert (sizes(world)[0] == 200_000 * E6) == (offset >= 0)


def test_a_second_update_of_a_day_moves_nothing():
    world = market()
    update(world, 101 * E8)
    moved = sizes(world)
    assert changes(update(world, 110 * E8, 0)) == []
    assert sizes(world) == moved


@pytest.mark.parametrize("value", [0, 1, 49])
def test_zero_stays_zero_and_a_step_below_a_unit_is_none(value):
    world = market(skew_scale_e6=value)
    update(world)
    assert sizes(world)[0] == value


def test_no_size_falls_to_zero():
    world = market(max_side_notional_rate_e12=1)  # a target of less than a unit
    for _ in range(60):
        update(world, days=30)
    assert sizes(world)[1] == 1


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        ({"skew_scale_rate_e12": 0}, (100 * E6, 50 * E6)),
        ({"max_side_notional_rate_e12": 0}, (102 * E6, 50 * E6)),
        ({}, (102 * E6, 51 * E6)),
    ],
)
def test_a_size_without_a_rate_stays(rates, expected):
    world = market(**({"skew_scale_e6": 100 * E6, "max_side_size_e6": 50 * E6} | rates))
    update(world)
    assert sizes(world) == expected


def test_a_pool_without_nav_moves_nothing():
    world = World()
    world.market(100 * E8, **(RATES | AT_REST))
    assert world.pool().lp_balance_e6 == 0
    update(world, 101 * E8)
    assert sizes(world) == tuple(AT_REST.values())


def test_sizes_keep_to_their_ranges():
    world = Arena(lp_e6=9 * 10**17)
    world.add_market(
        price_e8=1,
        skew_scale_rate_e12=1000 * E12,
        max_side_notional_rate_e12=10 * E12,
        skew_scale_e6=10**17,
        max_side_size_e6=10**15,
    )
    update(world, 1)
    assert sizes(world) == (10**17, 10**15)
    assert {p.high for p in MARKET_PARAMETERS if p.id == SCALE} == {10**17}
    assert {p.high for p in MARKET_PARAMETERS if p.id == SIDE} == {10**15}


def test_an_operators_value_is_moved_again_at_the_next_update():
    world = market()
    set_parameter(world, "skew_scale_e6", 300_000 * E6)
    set_parameter(world, "max_side_size_e6", 5_000 * E6)
    assert sizes(world) == (300_000 * E6, 5_000 * E6)
    assert changes(update(world)) == [(SCALE, 294_000 * E6), (SIDE, 5_100 * E6)]
    set_parameter(world, "skew_scale_rate_e12", 0)
    assert changes(update(world)) == []
    assert sizes(world) == (294_000 * E6, 5_100 * E6)


def test_a_held_print_moves_nothing_until_it_is_confirmed():
    world = market(print_band_e12=10**10, print_band_pause_e12=2 * 10**10)
    world.now_s += DAY_S
    world.post(90 * E8)
    assert sizes(world) == tuple(AT_REST.values())
    events = world.operate(m.ConfirmPrint, market_id=1)
    assert [x for x, _ in changes(events)] == [SCALE, SIDE]


def test_the_price_of_a_skew_moves_and_money_stays():
    world = market(skew_scale_e6=100_000 * E6)
    owner = world.open(1, 100 * E6, 10_000 * E6)
    before, nav = world.see().market_price_e8, world.nav()
    assert before == 100 * E8 + 100 * E8 * 100 // 100_000
    update(world)
    assert world.see().market_price_e8 == 100 * E8 + 100 * E8 * 100 * E6 // (102_000 * E6)
    assert world.nav() == nav
    assert world.view(owner).collateral_e6
    assert_vault(world)


def test_money_in_the_pool_for_one_update_moves_a_size_by_two_percent_at_most():
    # An attacker adds ten times the pool just before the update and may not leave for 30 days.
    world = market()
    world.add_liquidity(100_000_000 * E6, user=7)
    update(world)
    assert sizes(world) == (204_000 * E6, 10_200 * E6)

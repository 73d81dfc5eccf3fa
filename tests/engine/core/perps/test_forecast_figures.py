"""What prints teach the averages and the level, by hand (rules 10, 33)."""

import pytest

from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import DAY_S, E8, START_S

MIDNIGHT_S = START_S // DAY_S * DAY_S


def market(**changes: int) -> Arena:
    """A price of 100 from just before noon, which counts for the midnight before it."""
    world = Arena()
    world.add_market(**({"n_fast": 1, "n_slow": 2} | changes))
    return world


def averages(world: Arena, at_s: int, price_e8: int) -> tuple[int, int]:
    world.now_s = at_s
    world.post(price_e8)
    assert not world.rejected
    return world.see().forecast_fast_e12, world.see().forecast_slow_e12


@pytest.mark.parametrize("seconds", [-43_200, -60, 0, 60, 43_199])
def test_a_print_counts_for_the_nearest_midnight(seconds):
    at_s = MIDNIGHT_S + DAY_S + seconds
    assert averages(market(), at_s, 100_10 * E8 // 100) == (10**9, 5 * 10**8)


def test_half_a_day_after_midnight_is_the_next_day():
    # 0.002 in two days; two steps of the slow average: 5 and 7.5.
    at_s = MIDNIGHT_S + 2 * DAY_S - 43_200
    assert averages(market(), at_s, 100_20 * E8 // 100) == (10**9, 750_000_000)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_jump_counts_up_to_the_clip(sign):
    at_s = MIDNIGHT_S + DAY_S
    clipped = (sign * 10**10, sign * 5 * 10**9)
    assert averages(market(), at_s, (100 + sign) * E8) == clipped
    assert averages(market(), at_s, (100 + 5 * sign) * E8) == clipped


def test_a_gap_moves_the_averages_by_thirty_steps_at_most():
    # 0.001 a day for 40 days: 1 - 0.99^30 and 1 - 0.999^30 of it, each step toward zero.
    world = market(n_fast=100, n_slow=1_000)
    assert averages(world, MIDNIGHT_S + 40 * DAY_S, 104 * E8) == (260_299_614, 29_569_016)


def test_a_gap_of_a_year_is_learned_from_and_a_day_more_is_not():
    rising = 100 * E8 + 365 * E8 // 1_000  # 0.00001 a day
    world = market(n_slow=1)
    assert averages(world, MIDNIGHT_S + 365 * DAY_S, rising) == (10**7, 10**7)
    world = market(n_slow=1)
    assert averages(world, MIDNIGHT_S + 366 * DAY_S, rising) == (0, 0)


def test_the_level_goes_a_part_of_the_way():
    world = market(level_n=3)
    averages(world, MIDNIGHT_S + DAY_S, 101 * E8)
    assert world.see().level_price_e8 == 100 * E8 + E8 // 3
    averages(world, MIDNIGHT_S + DAY_S + 60, 102 * E8)
    assert world.see().level_price_e8 == 100 * E8 + E8 // 3

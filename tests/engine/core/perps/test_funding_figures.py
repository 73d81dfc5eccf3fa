"""Funding by hand, to the last digit (rules/funding.md; rules 31-34)."""

import pytest

from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import DAY_S, E6, E8, E12

# k = 1,000: a skew of 100 moves the integrator by 0.0864 a day a day, 10^-6 a day a second.
CROWDED = {
    "skew_scale_e6": 1_000 * E6,
    "max_funding_velocity_e12": 864 * 10**9,
    "max_funding_rate_e12": 5 * 10**10,
    "crowding_knee_e12": E12 // 20,
}
QUARTER_S = DAY_S // 4


def crowded(size_e6: int = 100 * E6, **changes: int) -> tuple[Arena, bytes]:
    world = Arena()
    world.add_market(**(CROWDED | changes))
    return world, world.open(1, size_e6, 1_000_000 * E6)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_span_pays_the_mean_of_its_rates(sign):
    world, _ = crowded(sign * 100 * E6)
    world.now_s += QUARTER_S
    view = world.see()
    assert view.funding_crowding_e12 == sign * 21_600_000_000
    # 0.0108 a day for a quarter of a day at 100: longs pay 0.27.
    assert view.funding_per_unit_e18 == -sign * 270_000_000 * 10**9


def test_the_integrator_stops_at_its_limit():
    world, _ = crowded(max_funding_rate_e12=10**10)
    world.now_s += QUARTER_S
    assert world.see().funding_crowding_e12 == 10**10


def test_a_skew_beyond_the_scale_pushes_like_the_scale():
    world, _ = crowded(2_000 * E6, max_funding_velocity_e12=864 * 10**8)
    world.now_s += QUARTER_S
    assert world.see().funding_crowding_e12 == 21_600_000_000


@pytest.mark.parametrize(
    ("size_e6", "velocity_e12"),
    [
        (100 * E6, 86_400_000_000),
        (50 * E6 + 1, 43_200_000_864),
        (50 * E6, 43_200_000_000),  # the knee: 0.05 of 1,000
        (50 * E6 - 1, 43_199_998_272),  # pushes like 49.999998, of 49.99999800000002
        (25 * E6, 10_800_000_000),  # half of the knee pushes a quarter as much
        (10_000, 1_728),
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_below_the_knee_a_skew_crowds_by_its_square(sign, size_e6, velocity_e12):
    world, _ = crowded(sign * size_e6)
    assert world.see().funding_velocity_e12 == sign * velocity_e12
    world.now_s += QUARTER_S
    assert world.see().funding_crowding_e12 == sign * velocity_e12 // 4


@pytest.mark.parametrize(
    ("knee_e12", "velocity_e12"),
    [(0, 21_600_000_000), (1, 21_600_000_000), (E12, 540_000_000)],
)
def test_the_knee_at_its_limits(knee_e12, velocity_e12):
    world, _ = crowded(25 * E6, crowding_knee_e12=knee_e12)
    assert world.see().funding_velocity_e12 == velocity_e12


@pytest.mark.parametrize(
    ("seconds", "rate_e12"),
    [(DAY_S // 2, 16_200_000_000), (2 * DAY_S, 0), (5 * DAY_S, 0)],
)
def test_without_a_skew_the_integrator_decays_to_nothing(seconds, rate_e12):
    world, owner = crowded(funding_decay_s=2 * DAY_S)
    world.now_s += QUARTER_S
    world.close(owner)
    assert world.see().funding_crowding_e12 == 21_600_000_000
    world.now_s += seconds
    assert world.see().funding_crowding_e12 == rate_e12


def test_the_index_rounds_down():
    # 5 x 10^11 x (10^10 + 1) / (86,400 x 10^8) = 578,703,703.76...
    world = Arena()
    world.add_market(price_e8=100 * E8 + 1, **CROWDED)
    world.open(1, 100 * E6, 100_000 * E6)
    world.now_s += 1
    assert world.see().funding_per_unit_e18 == -578_703_704


def test_an_odd_sum_of_rates_is_halved_toward_zero():
    # 1.001 of 1,000 sold at a velocity of 10^-12: -1,001 after a day, -500 in the mean, times 100.
    world, _ = crowded(-1_001_000, max_funding_velocity_e12=1, crowding_knee_e12=0)
    world.now_s += DAY_S
    assert world.see().funding_per_unit_e18 == 50_000


def falling(**changes: int) -> Arena:
    """The price fell by 0.0001: the averages are -10^8 and -33,333,333. There are no positions."""
    world = Arena()
    world.add_market(**({"k_drift_e12": E12, "n_fast": 1, "n_slow": 3} | changes))
    world.next_day(99_99 * E8 // 100)
    return world


def test_the_forecast_is_the_mean_of_both_averages_toward_zero():
    assert falling().see().funding_drift_e12 == -66_666_666


def test_the_forecast_stops_at_the_largest_drift():
    assert falling(drift_max_e12=5 * 10**7).see().funding_drift_e12 == -50_000_000


def test_the_drift_is_rounded_toward_zero():
    # 0.999999999999 of -66,666,666 is -66,666,665.999933..., at 99.99 for a day.
    world = falling(k_drift_e12=E12 - 1)
    world.now_s += DAY_S - 3_600  # an hour has gone by since the print
    assert world.see().funding_per_unit_e18 == 66_666_665_999_933 * 9_999 // 100


@pytest.mark.parametrize("sign", [1, -1])
def test_the_spread_grows_by_half_the_distance_of_the_averages(sign):
    world = Arena()
    spread = {"k_drift_e12": E12, "spread_rate_e12": 10**8, "s_ref_rate_e12": 0}
    world.add_market(**({"n_fast": 1, "n_slow": 3} | spread))
    world.open(1, sign * 100 * E6, 100_000 * E6)
    assert world.see().funding_spread_e12 == sign * 10**8
    world.next_day(99_99 * E8 // 100)
    assert world.see().funding_spread_e12 == sign * 133_333_333


@pytest.mark.parametrize(
    ("size_e6", "rate_e12"),
    [(25 * E6, 50_000_000), (50 * E6, 10**8), (51 * E6, 10**8), (-51 * E6, -(10**8))],
)
def test_the_spread_is_full_from_the_reference_skew_on(size_e6, rate_e12):
    # A side may carry 1 % of 1,000,000; sRef is half of it: 50 units at 100.
    world = Arena(lp_e6=1_000_000 * E6)
    side = {"max_side_notional_rate_e12": E12 // 100, "s_ref_rate_e12": E12 // 2}
    world.add_market(spread_rate_e12=10**8, **side)
    world.open(1, size_e6, 100_000 * E6)
    assert world.see().funding_spread_e12 == rate_e12


def test_the_cost_of_what_left_a_market_is_taken_off_with_its_own_funding():
    world, owner = crowded()
    world.now_s += QUARTER_S
    other = world.open(2, 50 * E6, 100_000 * E6)
    world.now_s += QUARTER_S
    world.close(other)
    world.now_s += QUARTER_S
    pnl = world.view(owner).pnl.total_e6
    assert pnl <= world.pool().unrealized_pnl_e6 <= pnl + 1

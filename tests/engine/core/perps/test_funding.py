"""Accrual: when it is stored, what stops it, who gets the residue."""

import pytest

from engine.core.generated import messages as m
from tests.engine.core.support.world import CLASSICAL, DAY_S, E6, E8, E18, World, of


def crowded(**changes: int) -> tuple[World, bytes]:
    world = World()
    world.add_liquidity()
    world.market(**changes)
    owner = world.account(amount_e6=100_000 * E6)
    world.modify(owner, 200 * E6)
    assert not world.rejected
    return world, owner


def test_the_parts_sum_to_the_rate():
    world, _ = crowded()
    world.next_day(401 * E8)
    view = world.see()
    parts = view.funding_drift_e12 + view.funding_crowding_e12 + view.funding_spread_e12
    assert view.funding_rate_e12 == parts
    assert view.funding_drift_e12 > 0
    assert view.funding_spread_e12 > 0


def test_two_accruals_in_one_second_add_zero():
    world, owner = crowded()
    world.now_s += 1234
    world.modify(owner, E6)
    first = world.see().funding_per_unit_e18
    world.modify(owner, E6)
    assert world.see().funding_per_unit_e18 == first


def test_reads_and_refusals_store_nothing():
    world, owner = crowded()
    other, _ = crowded()
    for second in range(5):
        world.now_s += 1000
        world.see()
        world.modify(owner, E6, limit_e8=second + 1)  # slippage
        assert world.rejected
    other.now_s += 5000
    assert world.see().funding_per_unit_e18 == other.see().funding_per_unit_e18


def test_funding_rounds_against_both_sides_and_the_residue_stays_with_the_pool():
    world = World()
    world.add_liquidity()
    world.market(**CLASSICAL | {"max_funding_velocity_e12": 3 * 10**12})
    long, short = world.account(1), world.account(2)
    world.modify(long, 20 * E6 + 7)
    world.modify(short, -(3 * E6 + 1))
    world.now_s += 7777
    paid = world.view(long).pnl.funding_e6
    got = world.view(short).pnl.funding_e6
    view = world.see()
    exact = (20 * E6 + 7) * view.funding_per_unit_e18
    assert paid == exact // E18 < 0
    assert got == -(3 * E6 + 1) * view.funding_per_unit_e18 // E18 > 0


def test_longs_pay_when_the_forecast_rises():
    world, owner = crowded(spread_rate_e12=0, max_funding_velocity_e12=0)
    world.next_day(402 * E8)
    before = world.see().funding_per_unit_e18
    world.now_s += 3600
    assert world.see().funding_per_unit_e18 < before
    assert world.view(owner).positions[0].funding_estimate_one_hour_e6 < 0


def test_only_the_drift_goes_on_while_stale():
    world, _ = crowded()
    world.next_day(402 * E8)
    max_age = world.see().parameters["oracle_max_age_s"]
    world.now_s = world.see().index_price_at_s + max_age
    assert world.see().funding_crowding_e12 != 0  # equality is fresh
    world.now_s += 1
    view = world.see()
    assert view.funding_crowding_e12 == view.funding_spread_e12 == 0
    assert view.funding_drift_e12 > 0
    at_edge = view.funding_per_unit_e18
    world.now_s += DAY_S
    assert world.see().funding_per_unit_e18 == pytest.approx(
        at_edge - 402 * 10**6 * view.funding_drift_e12, rel=1e-9
    )


def test_a_paused_market_accrues_only_drift():
    world, _ = crowded(k_drift_e12=0)
    world.operate(m.PauseMarket, market_id=1)
    before = world.see().funding_per_unit_e18
    world.now_s += 3600
    assert world.see().funding_per_unit_e18 == before
    world.operate(m.UnpauseMarket, market_id=1)
    world.now_s += 3600
    assert world.see().funding_per_unit_e18 < before


def test_an_exchange_pause_does_not_stop_funding_and_a_halt_does():
    world, _ = crowded()
    world.operate(m.PauseExchange)
    before = world.see().funding_per_unit_e18
    world.now_s += 3600
    assert world.see().funding_per_unit_e18 < before
    world.operate(m.Halt)
    halted = world.see().funding_per_unit_e18
    world.now_s += 3 * DAY_S
    world.send(m.Tick())
    assert world.see().funding_per_unit_e18 == halted
    world.operate(m.Resume)
    assert world.see().funding_per_unit_e18 == halted
    assert world.pool().status == 1  # the earlier status


def test_the_first_clock_step_of_a_day_stores_every_accrual():
    world, _ = crowded()
    events = world.tick(60)
    assert of(events, m.MarketUpdated) == []
    world.now_s = (world.now_s // DAY_S + 1) * DAY_S + 5
    events = world.send(m.Tick())
    assert [e.market_id for e in of(events, m.MarketUpdated)] == [1]
    assert isinstance(events[-1], m.PoolUpdated)
    assert of(world.tick(60), m.MarketUpdated) == []


def test_the_integrator_is_clamped():
    world, _ = crowded(**CLASSICAL | {"max_funding_velocity_e12": 10 * 10**12})
    limit = world.see().parameters["max_funding_rate_e12"]
    for _ in range(12):
        world.now_s += 6 * DAY_S
        world.post(400 * E8)
    assert world.see().funding_rate_e12 == limit


def test_without_a_skew_scale_there_is_no_crowding():
    world, _ = crowded(skew_scale_e6=0)
    world.now_s += 3600
    view = world.see()
    assert view.funding_crowding_e12 == view.funding_velocity_e12 == 0
    assert view.market_price_e8 == view.index_price_e8


def test_the_sum_of_position_profits_is_the_aggregate_to_the_floors():
    world = World()
    world.add_liquidity()
    world.market()
    owners = [world.account(user, 1, 50_000 * E6) for user in range(1, 6)]
    for place, owner in enumerate(owners):
        world.modify(owner, (place * 7 - 13) * E6 + place)
        world.now_s += 977
    world.next_day(403 * E8)
    total = sum(world.view(owner).pnl.total_e6 for owner in owners)
    aggregate = world.pool().unrealized_pnl_e6
    assert total <= aggregate <= total + 2 * len(owners) + 1

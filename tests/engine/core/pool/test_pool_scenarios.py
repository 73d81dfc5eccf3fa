"""The pool's value at other prices: what it would be right after the indexes had moved."""

from fractions import Fraction
from math import floor
from random import Random

import pytest

from engine.schema.errors import EngineError, ErrorCode
from tests.engine.core.support.world import CLASSICAL, DAY_S, E6, E8, E12, E18, World, index_e18
from tests.engine.core.test_random_runs import USERS, Run

MOVES_E12 = [move * E12 // 100 for move in (-20, -10, -5, 0, 5, 10, 20)]
PRICE_MAX = 10**13


def moved(price_e8: int, move_e12: int) -> int:
    return min(PRICE_MAX, max(1, floor(Fraction(price_e8) * (1 + Fraction(move_e12, E12)))))


def by_positions(run: World, owners: list[bytes], moves_e12: dict[int, int]) -> tuple[int, ...]:
    """Return U, NAV and share price from every single position, as exact fractions (rules/pool.md).

    U of a market is the sum over its positions rounded up once; all at the prices after the moves.
    """
    owed = 0
    for market_id in run.exchange.market_ids():
        market = run.see(market_id)
        price_e8 = moved(market.index_price_e8, moves_e12.get(market_id, 0))
        profit = Fraction(0)
        for owner in owners:
            for held in run.view(owner).positions:
                if held.market_id != market_id:
                    continue
                index = index_e18(market, held.size_e6)
                funding = index - held.entry_funding_per_unit_e18
                profit += held.size_e6 * (
                    Fraction(price_e8 - held.entry_price_e8, E8) + Fraction(funding, E18)
                )
        owed += -floor(-profit)
    pool = run.pool()
    value = pool.lp_balance_e6 - owed
    return owed, value, floor(Fraction(value, pool.lp_shares_e6) * E8)


def shown(world: World, move_e12: int, market_id: int = 0) -> tuple[int, ...]:
    view = world.exchange.pool_if_moved(move_e12, world.now_s, market_id)
    return view.unrealized_pnl_e6, view.value_e6, view.share_price_e8


@pytest.mark.parametrize("seed", range(4))
def test_every_scenario_is_the_sum_over_the_positions(seed):
    run = Run(seed)
    random = Random(seed)
    compared = 0
    for _ in range(120):
        run.act()
        run.now_s += random.choice([0, 0, 1, 5_000])  # a read later than the last command
        before = run.exchange.snapshot()
        for move in [*MOVES_E12, random.randint(-E12, E12)]:
            every = dict.fromkeys(run.exchange.market_ids(), move)
            assert shown(run, move) == by_positions(run, USERS, every)
            for market_id in run.exchange.market_ids():
                expected = by_positions(run, USERS, {market_id: move})
                assert shown(run, move, market_id) == expected
            compared += shown(run, move) != shown(run, 0)
        assert run.exchange.snapshot() == before
        pool = run.pool()
        assert shown(run, 0)[::2] == (pool.unrealized_pnl_e6, pool.share_price_e8)
    assert compared > 500


def settled(**exchange: int) -> tuple[World, list[bytes]]:
    """Two markets with funding under way, both sides and a skew in each."""
    world = World(**exchange)
    world.add_liquidity()
    first = world.market(400 * E8 + 7, **CLASSICAL)
    second = world.market(61_53_000_001, "TX", **CLASSICAL)
    owners = [world.account(number, 1, 5_000_000 * E6) for number in (1, 2)]
    for owner, market_id, units in zip(
        owners * 2, (first, first, second, second), (900, -200, -3_333, 100), strict=True
    ):
        world.modify(owner, units * E6 + 1, market_id)
        assert not world.rejected, world.code
    world.tick(DAY_S + 12_345)
    return world, owners


@pytest.mark.parametrize("percent", [-20, -10, -5, 0, 5, 10, 20])
def test_a_scenario_is_what_a_print_there_brings(percent):
    world, _ = settled()
    move = percent * E12 // 100
    expected = shown(world, move)
    for market_id in world.exchange.market_ids():
        price = moved(world.see(market_id).index_price_e8, move)
        world.post(price, market_id)
        assert world.see(market_id).index_price_e8 == price, world.code
    pool = world.pool()
    value = pool.lp_balance_e6 - pool.unrealized_pnl_e6
    assert (pool.unrealized_pnl_e6, value, pool.share_price_e8) == expected


@pytest.mark.parametrize("percent", [-10, 10])
@pytest.mark.parametrize("market_id", [1, 2])
def test_a_scenario_of_one_market_is_what_its_print_brings(percent, market_id):
    world, _ = settled()
    expected = shown(world, percent * E12 // 100, market_id)
    assert expected != shown(world, 0)
    assert expected != shown(world, percent * E12 // 100)
    world.post(moved(world.see(market_id).index_price_e8, percent * E12 // 100), market_id)
    pool = world.pool()
    assert (pool.unrealized_pnl_e6, pool.share_price_e8) == expected[::2]


def test_the_pool_gains_what_net_longs_lose():
    world = World()
    world.add_liquidity()
    world.market(100 * E8, **CLASSICAL, skew_scale_e6=0, taker_fee_rate_e12=0)
    world.modify(world.account(1, 1, 1_000_000 * E6), 10_000 * E6)
    # 1,000,000 of net longs and 10,000,000 of pool: 10 % of the index are 1 % of a share.
    assert shown(world, E12 // 10) == (100_000 * E6, 9_900_000 * E6, 99 * E8 // 100)
    assert shown(world, -E12 // 10) == (-100_000 * E6, 10_100_000 * E6, 101 * E8 // 100)


def test_a_pool_that_owes_more_than_it_has_is_worth_less_than_nothing():
    world = World(net_exposure_cap_rate_e12=10 * E12)
    world.add_liquidity(1_600 * E6)
    rules = {"max_side_size_e6": 10**12, "skew_scale_e6": 0, "taker_fee_rate_e12": 0}
    world.market(100 * E8, **(CLASSICAL | rules))
    world.modify(world.account(1, 1, 1_000_000 * E6), 20 * E6)
    assert shown(world, E12) == (2_000 * E6, -400 * E6, -25_000_000)
    # At -100 % the least price is left: 0.0000002 of the 2,000, rounded up for the traders.
    assert shown(world, -E12) == (-1_999_999_999, 3_599_999_999, 224_999_999)


def test_without_shares_and_without_positions_nothing_moves():
    world = World()
    assert shown(world, E12 // 5) == (0, 0, E8)
    world.add_liquidity()
    world.market()
    assert shown(world, -E12 // 5) == shown(world, 0) == (0, 10_000_000 * E6, E8)


def test_what_cannot_be_asked():
    world, _ = settled()
    with pytest.raises(EngineError) as caught:
        world.exchange.pool_if_moved(0, world.now_s, 3)
    assert caught.value.code is ErrorCode.MARKET_NOT_FOUND
    for move in (-E12 - 1, E12 + 1):
        with pytest.raises(ValueError, match="does not move"):
            world.exchange.pool_if_moved(move, world.now_s)

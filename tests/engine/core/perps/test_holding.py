"""The holding charge by hand, to the last digit (rule 68)."""

import pytest

from engine.core.generated import messages as m
from tests.engine.core.support.arena import PLAIN, Arena
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    E8,
    E12,
    World,
    assert_vault,
    index_e18,
    of,
)

POOL_E6 = 10_000 * E6
FULL_E12 = 5 * 10**7  # holdRate
FULL_DAY_E18 = 5 * 10**15  # of a unit at 100


def locked(units_e6: int, **exchange: int) -> tuple[Arena, bytes, bytes]:
    """A long and a short of so many units at 100: the pool must keep half of both.

    A price update has just set the charge.
    """
    world = Arena(POOL_E6, net_exposure_cap_rate_e12=10 * E12, **exchange)
    world.add_market()
    long = world.open(1, units_e6, 100_000 * E6)
    short = world.open(2, -units_e6, 100_000 * E6)
    world.price(100 * E8)
    return world, long, short


def pass_day(world: Arena) -> int:
    """G after a day without a command."""
    world.now_s += DAY_S
    return int(world.see().holding_per_unit_e18)


@pytest.mark.parametrize(
    ("units_e6", "rate_e12", "charged_e18"),
    [
        (59_999_999, 0, 0),
        (60 * E6, 0, 0),  # 6,000 of 10,000: the kink
        (60 * E6 + 1, 1, 125_000_000),  # 10^-8 beyond it, of 0.4: 1,250,000 of 10^18 a day
        (70 * E6, 12_500_000, 125 * 10**13),  # a quarter of the way to all
        (100 * E6, FULL_E12, FULL_DAY_E18),
    ],
)
def test_the_charge_by_how_much_of_the_pool_is_in_use(units_e6, rate_e12, charged_e18):
    world, _, _ = locked(units_e6)
    assert world.see().holding_rate_e12 == rate_e12
    assert pass_day(world) == charged_e18


def test_what_the_pool_does_not_have_costs_no_more_than_all_of_it():
    world, long, _ = locked(100 * E6)
    world.price(149 * E8)  # 14,900 of 10,000
    assert world.see().holding_rate_e12 == FULL_E12
    world.close(long)  # with a gain of 4,900: 7,450 of 5,100
    world.price(149 * E8)
    assert world.see().holding_rate_e12 == FULL_E12


@pytest.mark.parametrize(
    ("units_e6", "kink_e12", "rate_e12"),
    [
        (50 * E6, 0, FULL_E12 // 2),
        (50 * E6, E12 // 2, 0),
        (50 * E6, E12, 0),
        (100 * E6, E12, 0),  # no more than all: never above
    ],
)
def test_the_kink_at_its_limits(units_e6, kink_e12, rate_e12):
    world, _, _ = locked(units_e6, hold_kink_e12=kink_e12)
    assert world.see().holding_rate_e12 == rate_e12


def test_the_charge_of_a_day_rounds_up():
    # Of a holdRate of 10^-12 a quarter, then 0.25 + 2.5 x 10^-8 and 0.7 + 10^-8.
    assert pass_day(locked(70 * E6, hold_rate_e12=1)[0]) == 100 * 250_000
    assert pass_day(locked(70 * E6 + 1, hold_rate_e12=1)[0]) == 100 * 250_001
    assert pass_day(locked(70 * E6 + 1, hold_rate_e12=1, hold_kink_e12=0)[0]) == 100 * 700_001


def test_nothing_is_charged_without_a_rate_or_without_a_position():
    world, _, _ = locked(100 * E6, hold_rate_e12=0)
    assert pass_day(world) == 0
    empty = World()
    empty.market(**PLAIN)  # nothing is required of a pool that has nothing
    assert empty.see().holding_rate_e12 == 0


def test_both_sides_pay_the_pool_to_the_unit():
    world, long, short = locked(70 * E6)
    world.now_s += DAY_S
    for owner in (long, short):
        (held,) = world.view(owner).positions
        assert (held.pnl.price_e6, held.pnl.funding_e6) == (0, -87_500)  # 70 x 0.00125
    assert world.pool().unrealized_pnl_e6 == -175_000
    before = world.pool().lp_balance_e6
    world.close(long)
    world.close(short)
    assert world.pool().lp_balance_e6 == before + 175_000
    assert world.pool().unrealized_pnl_e6 == 0
    assert_vault(world)


def test_an_hour_costs_a_long_and_a_short_the_same():
    world, long, short = locked(70 * E6)
    for owner in (long, short):
        (held,) = world.view(owner).positions
        # 70 x 100 x 0.0000125 / 24 = 0.003645833...
        assert held.funding_estimate_one_hour_e6 == -3_646
    quote = world.exchange.quote_modify_position(short, 1, 1, 40 * E6, world.now_s)
    assert (quote.new_size_e6, quote.funding_estimate_one_hour_e6) == (-30 * E6, -1_563)  # 1,562.5


def test_sum_and_payment_round_against_the_trader():
    world, long, short = locked(100 * E6)
    world.trade(long, -67 * E6)
    world.now_s += 1
    # 5 x 10^13 x 100 / 86,400 = 57,870,370,370.3...
    assert world.see().holding_per_unit_e18 == 57_870_370_371
    assert world.view(long).positions[0].pnl.funding_e6 == -2  # 1.9...
    assert world.view(short).positions[0].pnl.funding_e6 == -6  # 5.7...


def test_the_charge_of_a_day_stays_until_the_next_price_update():
    world, long, short = locked(100 * E6)
    world.trade(long, -90 * E6)
    world.trade(short, 90 * E6)
    assert world.see().holding_rate_e12 == FULL_E12
    world.price(100 * E8)
    assert world.see().holding_rate_e12 == 0


def test_the_charge_stops_where_crowding_stops():
    world, _, _ = locked(100 * E6)
    world.operate(m.PauseMarket, market_id=1)
    assert world.see().holding_rate_e12 == 0
    assert pass_day(world) == 0
    world.operate(m.UnpauseMarket, market_id=1)
    assert pass_day(world) == FULL_DAY_E18
    world.operate(m.Halt)
    assert pass_day(world) == FULL_DAY_E18
    world.operate(m.Resume)
    world.now_s += 10 * DAY_S  # the price is fresh for seven days, of which three are over
    assert world.see().holding_rate_e12 == 0
    assert world.see().holding_per_unit_e18 == 5 * FULL_DAY_E18


def test_a_turned_position_begins_at_the_index_of_its_new_side():
    world, long, short = locked(100 * E6)
    world.now_s += DAY_S
    world.trade(long, -150 * E6)
    view = world.see()
    (turned,) = world.view(long).positions
    assert turned.size_e6 == -50 * E6
    assert turned.entry_funding_per_unit_e18 == index_e18(view, -1) == FULL_DAY_E18
    assert turned.pnl.funding_e6 == 0
    (other,) = world.view(short).positions
    assert other.entry_funding_per_unit_e18 == 0
    assert other.pnl.funding_e6 == -500_000


def test_events_tell_the_charge_and_its_sum():
    world, long, _ = locked(100 * E6)
    world.now_s += DAY_S
    (event,) = of(world.modify(long, -E6), m.MarketUpdated)
    assert event.holding_rate_e12 == FULL_E12
    assert event.holding_per_unit_e18 == FULL_DAY_E18
    assert event.funding_rate_e12 == 0


def test_a_quote_counts_what_the_order_adds_and_saves_what_it_closes():
    world, long, short = locked(100 * E6)
    world.account(3)
    ask = world.exchange.quote_modify_position
    more = ask(b"\x00" * 31 + b"\x03", 1, 1, 10 * E6, world.now_s)
    assert more.holding_rate_e12 == FULL_E12
    assert more.cost_one_day_e6 == 50_000  # 10 x 100 x 0.00005
    less = ask(long, 1, 1, -40 * E6, world.now_s)
    assert less.cost_one_day_e6 == -200_000
    assert less.cost_thirty_days_e6 == -6_000_000
    assert less.funding_estimate_one_hour_e6 == -12_500  # of the 60 that are left, by 24
    turned = ask(short, 1, 1, 150 * E6, world.now_s)  # 50 instead of 100
    assert turned.cost_one_day_e6 == -250_000
    assert turned.funding_estimate_one_hour_e6 == -10_417  # 10,416.6..., rounded down


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("is_safer", [False, True])
def test_the_liquidation_price_counts_the_charge_to_the_tick(side, is_safer):
    world, _, _ = locked(90 * E6)
    owner = world.open(3, side * 5 * E6, 60 * E6)
    world.now_s += 5 * DAY_S
    (held,) = world.view(owner).positions
    assert held.pnl.funding_e6 < 0
    world.post(held.liquidation_price_e8 + (side if is_safer else 0))
    assert world.view(owner).can_liquidate is not is_safer


def test_locking_three_quarters_of_the_pool_costs_more_than_one_percent_a_year():
    world, long, short = locked(75 * E6)
    before = world.pool().lp_balance_e6
    for _ in range(365):
        world.now_s += DAY_S
        world.post(100 * E8)
    world.close(long)
    world.close(short)
    gained = world.pool().lp_balance_e6 - before
    assert gained == 102_656_250  # 15,000 x 365 x 0.00005 x 0.375 / 100
    assert gained * 100 > POOL_E6

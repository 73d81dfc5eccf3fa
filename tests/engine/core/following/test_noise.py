"""Measured noise, the level's memory and increases that wait for the auction, by hand (rule 65)."""

import pytest

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.errors import ErrorCode as E
from engine.schema.parameters import MARKET_PARAMETERS
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.waiting import Desk, P, deferrals, fills
from tests.engine.core.support.world import DAY_S, E6, E8, World, wallet

PLACE = {p.name: p.id for p in MARKET_PARAMETERS}
FLAT = {"drift_max_e12": 0}  # no forecast
# From 50,000 up by 0.00000099687: r^2 / 10^6 = 993,749, half 496,874, a sixtieth 8,281 = 91^2.
HIGH_E8 = 5 * 10**12
STEP_E8 = 4_984_350
SIGMA_E12 = 91_000
SQUARE_E18 = 8_281


def market(price_e8: int = 100 * E8, **changes: int) -> Arena:
    """A market whose first price counts for the midnight before it."""
    world = Arena(lp_e6=10**12 * E6)
    world.add_market(price_e8=price_e8, **(FLAT | changes))
    return world


def noise_after(world: World, price_e8: int, days: int = 1) -> int:
    world.now_s = (world.see().index_price_at_s + DAY_S // 2) // DAY_S * DAY_S + days * DAY_S
    world.post(price_e8)
    assert not world.rejected
    return world.see().noise_e18


def set_max(world: World, value: int) -> None:
    world.operate(m.SetMarketParameter, market_id=1, parameter=PLACE["max_noise_e12"], value=value)
    assert not world.rejected


def test_half_of_the_square_counts_a_sixtieth():
    world = market()
    # r = 10^9, r^2 / 10^6 = 10^12, half of it 5 * 10^11.
    assert noise_after(world, 100_10 * E6) == 5 * 10**11 // 60 == 8_333_333_333
    assert noise_after(world, 100_10 * E6) == 8_333_333_333 - 8_333_333_333 // 60


@pytest.mark.parametrize(
    ("price_e8", "noise_e18"),
    [
        (100_29_999_999, 4_499_999_700_000 // 60),  # r^2 / 10^6 = 8,999,999,400,000
        (100_30_000_000, 75_000_000_000),
        (100_30_000_001, 75_000_000_000),
        (99_69_999_999, 75_000_000_000),
        (149 * E8, 75_000_000_000),
    ],
)
def test_a_first_print_counts_as_three_tenths_of_a_percent_at_most(price_e8, noise_e18):
    assert noise_after(market(), price_e8) == noise_e18


def test_a_jump_counts_eighteen_times_the_variance_where_that_is_more():
    world = market()
    price = 100 * E8
    noise = 0
    for _ in range(40):
        price = price * 105 // 100
        counted = max(18 * noise, 9 * 10**12) // 2
        noise += (counted - noise) // 60
        assert noise_after(world, price) == noise
    assert 18 * noise > 9 * 10**12  # at the end the variance itself is the bound


def test_the_variance_has_a_bound_and_so_has_what_a_print_counts():
    price = 1000 * E8
    world = market(price)
    most = 10**18 // 18
    seen = 0
    for day in range(400):
        price = price * 149 // 100 if day % 2 == 0 else price * 100 // 149
        seen = noise_after(world, price)
    assert seen <= most
    assert seen > 10**16


@pytest.mark.parametrize("days", [1, 2, 365])
def test_the_change_is_less_the_forecast_of_its_days(days):
    world = market(drift_max_e12=10**9, n_fast=1, n_slow=1)
    first = noise_after(world, 100_05 * E6)  # 0.0005 a day from here on
    assert world.see().forecast_mid_e12 == 5 * 10**8
    price = 100_05 * E6 + 100_05 * E6 * 5 * days // 10_000
    after = noise_after(world, price, days)
    off = (price - 100_05 * E6) * 10**12 // (100_05 * E6) - days * 5 * 10**8
    assert abs(off) < 10**3
    assert after == first - first // 60


def test_a_gap_of_more_than_a_year_and_a_second_print_of_a_day_measure_nothing():
    world = market()
    first = noise_after(world, 100_10 * E6)
    world.now_s += 60
    world.post(100_20 * E6)
    assert world.see().noise_e18 == first
    assert noise_after(world, 100_90 * E6, 366) == first
    assert noise_after(world, 100_90 * E6, 365) == first - first // 60


@pytest.mark.parametrize(
    ("max_noise_e12", "level_n", "prints"),
    [
        (3 * SIGMA_E12 + 1, 2, 5),
        (3 * SIGMA_E12, 2, 10),
        (5 * SIGMA_E12 // 2 + 1, 2, 10),
        (5 * SIGMA_E12 // 2, 2, 20),
        (1, 2, 20),
        (3 * SIGMA_E12 + 1, 7, 7),
        (3 * SIGMA_E12, 15, 15),
        (1, 30, 30),
        (0, 2, 2),
    ],
)
def test_the_memory_of_the_level_grows_with_the_noise(max_noise_e12, level_n, prints):
    world = market(HIGH_E8, max_noise_e12=max_noise_e12, level_n=level_n)
    assert noise_after(world, HIGH_E8 + STEP_E8) == SQUARE_E18
    assert world.see().level_price_e8 == HIGH_E8 + STEP_E8 // prints


def test_without_a_surcharge_there_is_no_memory():
    world = market(HIGH_E8, max_noise_e12=1, level_n=0)
    noise_after(world, HIGH_E8 + STEP_E8)
    assert world.see().level_price_e8 == HIGH_E8 + STEP_E8


@pytest.mark.parametrize(
    ("max_noise_e12", "is_closed"), [(SIGMA_E12, False), (SIGMA_E12 - 1, True), (0, False)]
)
def test_above_the_bound_increases_wait_for_the_auction(max_noise_e12, is_closed):
    world = market(HIGH_E8, max_noise_e12=max_noise_e12)
    noise_after(world, HIGH_E8 + STEP_E8)
    assert world.see().is_auction_only == is_closed
    owner = world.account(1, 1, 10**6 * E6)
    world.modify(owner, E6)
    assert world.code == (E.AUCTION_ONLY if is_closed else E.NONE)


def test_it_opens_below_five_sixths_of_the_bound():
    world = market(HIGH_E8, max_noise_e12=SIGMA_E12 - 1)
    noise_after(world, HIGH_E8 + STEP_E8)
    for value, is_closed in [(SIGMA_E12 * 6 // 5, True), (SIGMA_E12 * 6 // 5 + 1, False)]:
        set_max(world, value)
        assert world.see().is_auction_only == is_closed
    set_max(world, SIGMA_E12)  # between: it stays as it is
    assert not world.see().is_auction_only
    set_max(world, SIGMA_E12 - 1)
    assert world.see().is_auction_only
    set_max(world, 0)
    assert not world.see().is_auction_only


def test_price_updates_that_are_calm_open_it_again():
    world = market(max_noise_e12=10**5)  # 0.00001 %
    noise_after(world, 100_10 * E6)
    assert world.see().is_auction_only
    days = 0
    while world.see().is_auction_only:
        before = world.see().noise_e18
        noise_after(world, 100_10 * E6)
        days += 1
        assert days < 1_000
    assert 36 * before * 10**6 >= 25 * 10**10 > 36 * world.see().noise_e18 * 10**6


@pytest.fixture
def noisy() -> Desk:
    """A desk where two accounts hold 10 and -10, and increases wait since the last update."""
    desk = Desk(max_noise_e12=10**9)  # 0.1 %
    for user, size in ((1, 10 * E6), (2, -10 * E6)):
        desk.modify(desk.account(user), size)
        assert not desk.rejected
    price = P
    while not desk.see().is_auction_only:
        price = price * 101 // 100 if price <= P else P
        desk.to_print(price)
    desk.open_again()
    return desk


def test_reductions_and_closes_are_not_refused(noisy):
    long, short = wallet(1), wallet(2)
    noisy.modify(long, E6)
    assert noisy.code is E.AUCTION_ONLY
    noisy.modify(long, -20 * E6)  # turned: an increase of the other side
    assert noisy.code is E.AUCTION_ONLY
    noisy.modify(long, -3 * E6)
    assert noisy.code is E.NONE
    noisy.close(long)
    assert noisy.code is E.NONE
    noisy.modify(short, 3 * E6)
    assert noisy.code is E.NONE


def test_auction_orders_fill_and_other_entries_wait(noisy):
    long, short = wallet(1), wallet(2)
    quote = noisy.exchange.quote_modify_position(long, 1, 1, E6, noisy.now_s)
    assert E.AUCTION_ONLY in quote.reasons
    price = noisy.see().index_price_e8
    waiting = noisy.exchange.quote_modify_position(long, 1, 1, E6, noisy.now_s, index_e8=price + 5)
    assert waiting.reasons == ()
    auction = noisy.place(long, 5 * E6)
    entry = noisy.place(short, -4 * E6, Kind.STOP, trigger_e8=price - 1)
    leave = noisy.exit(short, price + 1)
    events = noisy.to_print(price - 2)
    assert noisy.see().is_auction_only
    assert set(fills(events)) == {auction}
    assert deferrals(events) == {entry: E.AUCTION_ONLY}
    assert set(fills(noisy.to_print(price + 2))) == {leave}
    assert noisy.size(long) == 15 * E6


def test_a_month_of_the_wildest_prints_closes_a_market_and_one_of_them_does_not():
    world = market(max_noise_e12=3 * 10**9)
    price = 100 * E8
    days = 0
    while not world.see().is_auction_only:
        price = price * 149 // 100 if days % 2 == 0 else price * 100 // 149
        noise_after(world, price)
        days += 1
    assert days == 31


def test_a_market_without_a_bound_measures_and_changes_nothing_else():
    world = market(max_noise_e12=0, level_n=5)
    for price in (101, 99, 103):
        noise_after(world, price * E8)
    assert world.see().noise_e18 > 0
    assert not world.see().is_auction_only

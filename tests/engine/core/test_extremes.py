"""Extreme but legal states: nothing raises, nothing wraps, a decrease always passes."""

import random
from dataclasses import replace

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import EngineError, ErrorCode
from tests.engine.core.support.world import (
    DAY_S,
    E6,
    E8,
    E12,
    OPERATOR,
    START_S,
    World,
    assert_vault,
    exchange_parameters,
    market_parameters,
    of,
    wallet,
)

PRICE_MAX = 10**13


def accept(world: World, price_e8: int) -> None:
    """A print and, where it was held, its confirmation."""
    world.now_s += 1
    world.post(price_e8)
    if world.see().held_print:
        world.operate(m.ConfirmPrint, market_id=1)


def test_an_extreme_market_price_stops_neither_print_nor_tick_nor_read():
    world = World(min_trade_notional_e6=0)
    world.add_liquidity(10**15)
    world.market(
        10**5,
        skew_scale_e6=1,
        max_side_size_e6=10**15,
        initial_margin_ratio_e12=0,
        level_n=0,
        max_side_notional_rate_e12=10 * E12,
        published_at_s=world.now_s - 10,
    )
    owner = world.account(1, 1, 10**13)
    world.modify(owner, 2 * 10**6)
    world.modify(owner, 2 * 10**4)
    for price in (10**8, 10**10, 10**12, PRICE_MAX):
        accept(world, price)
        assert world.code is ErrorCode.NONE
        assert world.see().index_price_e8 == price
    assert world.see().market_price_e8 == PRICE_MAX
    assert world.pool().market_count == 1
    assert world.view(owner).positions[0].size_e6 == 2 * 10**6 + 2 * 10**4
    for seconds in (1, DAY_S, 400 * DAY_S):
        world.tick(seconds)
        assert world.code is ErrorCode.NONE
        world.see()
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert again.state_hash() == world.exchange.state_hash()


def test_a_market_price_below_its_limit_is_shown_at_the_limit():
    world = World(min_trade_notional_e6=0)
    world.add_liquidity(10**15)
    world.market(
        10**5, skew_scale_e6=10**6, max_side_size_e6=10**15, max_side_notional_rate_e12=10 * E12
    )
    owner = world.account(1, 1, 10**13)
    world.modify(owner, -(10**6))
    world.modify(world.account(2, 1, 10**13), -(10**6) + 1)
    assert world.see().market_price_e8 >= 1


@pytest.mark.parametrize("decay_s", [1, 3600, DAY_S - 1])
def test_a_funding_decay_under_a_day_is_refused(decay_s):
    world = World()
    fields = {"symbol": "AA", "name": "a", "price_e8": 400 * E8, "published_at_s": START_S - 10}
    world.operate(m.CreateMarket, **fields, **market_parameters(funding_decay_s=decay_s))
    assert world.code is ErrorCode.VALIDATION
    for fine in (0, DAY_S):
        world.market(symbol=f"A{fine}", funding_decay_s=fine)


def test_a_print_far_beyond_the_last_one_can_be_confirmed():
    world = World()
    world.add_liquidity(10**13)
    world.market(100)
    world.now_s += DAY_S
    accept(world, 10**10)
    assert world.code is ErrorCode.NONE
    assert world.see().forecast_fast_e12 > 0


@pytest.mark.parametrize("direction", [1, -1])
def test_the_level_stays_within_the_price_limits(direction):
    world = World()
    world.market(
        100 * E8,
        n_fast=1000,
        n_slow=1000,
        level_n=365,
        drift_max_e12=10**10,
        return_clip_e12=5 * 10**10,
        print_band_e12=49 * 10**10,
        print_band_pause_e12=50 * 10**10,
    )
    price = 100 * E8
    seen = set()
    for days in [10] * 20 + [365] * 20:
        world.now_s = (world.now_s // DAY_S + days) * DAY_S
        price = max(1, min(PRICE_MAX, price * (148 if direction > 0 else 52) // 100))
        accept(world, price)
        assert world.code is ErrorCode.NONE
        level = world.see().level_price_e8
        assert 1 <= level <= PRICE_MAX
        seen.add(level)
    assert (PRICE_MAX if direction > 0 else 1) in seen


def test_a_decrease_passes_although_the_other_side_is_full():
    world = World(min_trade_notional_e6=0, max_margin_accounts_per_user=1000)
    world.add_liquidity(10**18)
    world.market(
        100,
        skew_scale_e6=10**17,
        max_side_size_e6=10**15,
        max_side_notional_rate_e12=10 * E12,
        level_n=0,
    )
    seller = world.account(500, 1, 10**14)
    world.modify(seller, -(10**13))
    for number in range(1, 101):
        world.modify(world.account(1, number, 10**13), 10**13, 1, number)
        assert world.code is ErrorCode.NONE
    world.modify(seller, 10**12)
    assert world.code is ErrorCode.NONE
    world.modify(seller, 10**13)  # a flip puts 1e12 on the full side
    assert world.code is ErrorCode.AMOUNT_OUT_OF_RANGE
    world.close(seller)
    assert world.code is ErrorCode.NONE


def test_checking_the_creation_of_an_exchange_changes_nothing():
    exchange = Exchange()
    before = exchange.state_hash()
    command = m.CreateExchange(
        seq=1, time_s=5, operator=OPERATOR, exchange=b"E" * 32, **exchange_parameters()
    )
    assert exchange.check(command) is ErrorCode.NONE
    assert exchange.state_hash() == before
    exchange.apply(command)
    assert exchange.state_hash() != before


def test_no_delegate_is_not_the_zero_address():
    world = World()
    world.add_liquidity()
    world.market()
    owner = world.account()
    world.modify(owner, E6, user=bytes(32))
    assert world.code is ErrorCode.NOT_OWNER
    world.chain(m.SetDelegate, owner, delegate=wallet(2))
    world.modify(owner, E6, user=wallet(2))
    assert world.code is ErrorCode.NONE


@pytest.mark.parametrize("time_s", [2**40 + 1, 2**53, 2**63 - 1])
def test_a_time_beyond_reason_is_no_command(time_s):
    world = World()
    before = world.exchange.state_hash()
    with pytest.raises(ValueError, match="time"):
        world.exchange.apply(m.Tick(seq=world.seq + 1, time_s=time_s))
    assert world.exchange.state_hash() == before
    assert world.exchange.sequence == world.seq
    owner = world.account()
    command = world.stamp(m.WithdrawMargin, owner, account_id=1, amount_e6=E6)
    assert world.exchange.check(replace(command, time_s=time_s)) is ErrorCode.NONE
    world.now_s = 2**40
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=E6)
    assert world.exchange.settlement_requests(owner)[0].maturity_s == 2**40 + DAY_S


def over_the_exposure_cap() -> tuple[World, bytes]:
    """Longs of 200 units whose worth rose above the net-exposure cap."""
    world = World(net_exposure_cap_rate_e12=10**10)
    world.add_liquidity(10**13)
    world.market(print_band_e12=4 * 10**11, print_band_pause_e12=5 * 10**11)
    world.modify(world.account(1, 1, 10**12), 200 * E6)
    world.now_s += 10
    world.post(540 * E8)
    world.now_s += 400
    assert world.pool().net_exposure_cap_e6 < 200 * 540 * E6
    return world, world.account(2, 1, 10**13)


def test_over_the_exposure_cap_only_a_trade_that_lowers_it_passes():
    world, other = over_the_exposure_cap()
    room = world.see().available_short_size_e6
    assert room == 400 * E6 - 1
    world.modify(other, -room - 1)  # mirrors the skew: not lower
    assert world.code is ErrorCode.NET_EXPOSURE_CAP
    world.modify(other, -room)
    assert world.code is ErrorCode.NONE


def test_room_shown_counts_what_the_trade_gains_on_its_fill():
    world = World(locked_open_interest_ratio_e12=3 * E12)
    world.add_liquidity(10**12)
    world.market(
        skew_scale_e6=2500 * E6,
        max_side_size_e6=10**9,
        max_side_notional_rate_e12=10 * E12,
        level_n=0,
        maker_fee_rate_e12=0,
        taker_fee_rate_e12=0,
        min_initial_margin_ratio_e12=10**10,
        initial_margin_ratio_e12=0,
        print_band_e12=4 * 10**11,
        print_band_pause_e12=5 * 10**11,
    )
    owner, other = world.account(1, 1, 10**12), world.account(2, 1, 10**12)
    world.modify(other, -400 * E6)
    world.now_s += 1
    world.post(360 * E8)
    world.now_s += 400
    room = world.see().available_long_size_e6
    quote = world.exchange.quote_limits(owner, 1, 1, True, world.now_s)
    assert quote.maximum.size_delta_e6 * 99 // 100 <= room <= quote.maximum.size_delta_e6
    world.modify(owner, room)
    assert world.code is ErrorCode.NONE


CAPS = {ErrorCode.MAX_SIDE_SIZE, ErrorCode.NET_EXPOSURE_CAP, ErrorCode.POOL_CAPACITY}


@pytest.mark.parametrize("seed", range(60))
def test_room_shown_passes_every_cap(seed):
    chance = random.Random(seed)
    world = World(
        locked_open_interest_ratio_e12=chance.choice([0, E12 // 2, 3 * E12]),
        net_exposure_cap_rate_e12=chance.choice([10**11, 10 * E12]),
    )
    world.add_liquidity(10**12)
    scale = chance.choice([2500, 10_000, 200_000]) * E6
    world.market(
        skew_scale_e6=scale,
        max_side_size_e6=10**10,
        max_side_notional_rate_e12=10 * E12,
        level_n=chance.choice([0, 5]),
        print_band_e12=4 * 10**11,
        print_band_pause_e12=5 * 10**11,
    )
    world.modify(world.account(1, 1, 10**12), chance.randint(-500, 500) * E6 or E6)
    world.now_s += 1
    world.post(chance.randint(250, 550) * E8)
    world.now_s += 400
    fresh = world.account(2, 1, 10**15)
    view = world.see()
    for room, step in (
        (view.available_long_size_e6, 1),
        (view.available_short_size_e6, -1),
    ):
        if room:
            size = min(room, scale) * step  # beyond, the fill may be no price
            quote = world.exchange.quote_modify_position(fresh, 1, 1, size, world.now_s)
            assert not CAPS & set(quote.reasons)


def test_the_highest_account_id_gets_quotes():
    world = World()
    world.add_liquidity()
    world.market()
    owner = world.account(1, 0xFFFFFFFF)
    assert world.exchange.quote_modify_position(owner, 0xFFFFFFFF, 1, E6, world.now_s).is_executable
    assert world.exchange.quote_limits(owner, 0xFFFFFFFF, 1, True, world.now_s).maximum
    world.modify(owner, E6, 1, 0xFFFFFFFF)
    assert world.code is ErrorCode.NONE


def test_a_quote_names_the_first_reason_even_when_the_fill_is_out_of_range():
    world = World()
    world.add_liquidity(10**13)
    world.market(10**12, skew_scale_e6=10**6, max_side_size_e6=10**12)
    owner = world.account(1, 1, 10**12)
    world.operate(m.PauseExchange)
    quote = world.exchange.quote_modify_position(owner, 1, 1, 10**8, world.now_s)
    assert quote.reasons == (ErrorCode.EXCHANGE_PAUSED, ErrorCode.AMOUNT_OUT_OF_RANGE)
    assert not quote.is_executable
    world.modify(owner, 10**8)
    assert world.code is ErrorCode.EXCHANGE_PAUSED


def test_a_full_account_is_told_every_other_reason_too():
    world = World()
    world.add_liquidity(10**13)
    for number in range(13):
        world.market(symbol=f"S{number}")
    owner = world.account(1, 1, 10**10)
    for number in range(1, 13):
        world.modify(owner, E6, number)
        assert world.code is ErrorCode.NONE
    before = world.exchange.state_hash()
    quote = world.exchange.quote_modify_position(owner, 1, 13, 10**12, world.now_s)
    assert quote.reasons == (
        ErrorCode.TOO_MANY_POSITIONS,
        ErrorCode.MAX_SIDE_SIZE,
        ErrorCode.NET_EXPOSURE_CAP,
        ErrorCode.POOL_CAPACITY,
        ErrorCode.INSUFFICIENT_MARGIN,
    )
    assert quote.trade_fee_e6 > 0
    small = world.exchange.quote_modify_position(owner, 1, 13, E6, world.now_s)
    assert small.reasons == (ErrorCode.TOO_MANY_POSITIONS,)
    assert world.exchange.state_hash() == before
    world.modify(owner, E6, 13)
    assert world.code is ErrorCode.TOO_MANY_POSITIONS


def test_liquidity_quotes_list_all_reasons_in_order():
    world = World()
    world.add_liquidity()
    world.market()
    world.modify(world.account(), E6)
    world.post(412 * E8)  # held
    assert world.see().held_print
    world.operate(m.PauseExchange)
    world.now_s += 2 * DAY_S
    assert world.exchange.quote_add_liquidity(5, world.now_s).reasons == (
        ErrorCode.EXCHANGE_PAUSED,
        ErrorCode.STALE_PRICE,
        ErrorCode.PRICE_BAND,
        ErrorCode.ENTRY_WINDOW,
        ErrorCode.AMOUNT_TOO_SMALL,
    )
    world.operate(m.Halt)
    reasons = world.exchange.quote_add_liquidity(5, world.now_s).reasons
    assert reasons[0] is ErrorCode.EXCHANGE_HALTED
    world.chain(m.AddLiquidity, wallet(4), 5, amount_e6=5)
    assert world.code is reasons[0]


@pytest.mark.parametrize("number", [2**63, 2**64, 2**80, 2**32, -1, -(2**70)])
def test_ids_beyond_their_width_are_unknown(number):
    world = World()
    world.add_liquidity()
    world.market()
    owner, exchange, now = world.account(), world.exchange, world.now_s
    for read in (
        lambda: exchange.market_view(number, now),
        lambda: exchange.quote_modify_position(owner, 1, number, E6, now),
        lambda: exchange.quote_close_position(owner, 1, number, 0, now),
        lambda: exchange.quote_limits(owner, 1, number, True, now),
    ):
        with pytest.raises(EngineError) as raised:
            read()
        assert raised.value.code is ErrorCode.MARKET_NOT_FOUND
    for read in (
        lambda: exchange.margin_account_view(owner, number, now),
        lambda: exchange.quote_modify_position(owner, number, 1, E6, now),
        lambda: exchange.quote_limits(owner, number, 1, True, now),
    ):
        with pytest.raises(EngineError) as raised:
            read()
        assert raised.value.code is ErrorCode.MARGIN_ACCOUNT_NOT_FOUND


def test_only_the_authorised_payout_can_be_recorded():
    world = World()
    owner = world.account()
    world.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=E6)
    world.now_s += DAY_S
    ids = (1, 0, 0, 0, 0, 0, 0, 0)
    fields = {"owner": owner, "request_count": 1, "request_ids": ids}
    world.chain(m.ProcessSettlementRequests, owner, **fields)
    request = {"owner": owner, "request_id": 1}
    world.send(m.AuthorisePayout(**request, payout_signature=b"A" * 64))
    before = world.exchange.state_hash()
    world.send(m.RecordPayout(**request, payout_signature=b"B" * 64))
    assert world.code is ErrorCode.VALIDATION
    assert world.exchange.state_hash() == before
    events = world.send(m.RecordPayout(**request, payout_signature=b"A" * 64))
    assert len(of(events, m.SettlementPaid)) == 1
    assert_vault(world)

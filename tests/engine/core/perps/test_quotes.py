"""A quote is the transition without its commit: equal to execution, and leaving no trace."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import EngineError, ErrorCode
from tests.engine.core.support.world import E6, E8, OPERATOR, World, of, wallet


def busy_world() -> tuple[World, bytes]:
    world = World()
    world.add_liquidity()
    world.market()
    world.market(75 * E8, "TX", skew_scale_e6=10**11)
    owner, other = world.account(1), world.account(2, 1, 200_000 * E6)
    world.modify(other, -120 * E6, 1)
    world.modify(other, 300 * E6, 2)
    world.modify(owner, 20 * E6, 1)
    world.modify(owner, -30 * E6, 2)
    world.next_day(402 * E8)
    world.post(74 * E8 + 31, 2)
    world.now_s += 400
    return world, owner


@settings(max_examples=120)
@given(
    size=st.one_of(
        st.integers(-60 * E6, 60 * E6), st.integers(-3000, 3000), st.integers(-(10**13), 10**13)
    ).filter(bool),
    market_id=st.sampled_from([1, 2]),
    wait=st.integers(0, 7200),
)
def test_a_quote_equals_execution_field_by_field(size, market_id, wait):
    world, owner = busy_world()
    world.now_s += wait
    before = world.exchange.state_hash()
    free_before = free_margin(world, owner)
    try:
        quote = world.exchange.quote_modify_position(owner, 1, market_id, size, world.now_s)
    except EngineError as error:
        refused = error.code
        world.modify(owner, size, market_id)
        assert world.code is refused
        return
    assert world.exchange.state_hash() == before
    events = world.modify(owner, size, market_id)
    if not quote.is_executable:
        assert world.code is quote.reasons[0]
        assert world.exchange.state_hash() == before
        return
    (trade,) = of(events, m.PositionModified)
    account = world.view(owner)
    market = world.see(market_id)
    position = {p.market_id: p for p in account.positions}.get(market_id)
    assert trade.fill_price_e8 == quote.fill_price_e8
    assert trade.index_price_e8 == quote.index_price_e8
    assert trade.trade_fee_e6 == quote.trade_fee_e6
    assert trade.surcharge_e6 == quote.surcharge_e6
    assert trade.size_delta_e6 == quote.size_delta_e6 == size
    assert trade.notional_delta_e6 == quote.notional_delta_e6
    assert trade.new_size_e6 == quote.new_size_e6
    assert account.collateral_e6 == quote.margin_after_e6
    assert account.available_margin_e6 == quote.available_after_e6
    assert account.leverage_e12 == quote.leverage_e12
    assert (
        account.required_initial_margin_e6 + account.required_liquidation_fee_margin_e6
        == quote.required_after_e6
    )
    assert market.funding_drift_e12 == quote.funding_drift_e12
    assert market.funding_crowding_e12 == quote.funding_crowding_e12
    assert market.funding_spread_e12 == quote.funding_spread_e12
    assert (position.liquidation_price_e8 if position else None) == quote.liquidation_price_e8
    assert free_margin(world, owner) - free_before == quote.free_margin_change_e6
    assert trade.pnl_e6 == quote.realized_pnl_e6
    if position:
        assert position.initial_margin_ratio_e12 == quote.initial_margin_ratio_e12
        assert position.maintenance_margin_ratio_e12 == quote.maintenance_margin_ratio_e12
        assert position.funding_estimate_one_hour_e6 == quote.funding_estimate_one_hour_e6


def free_margin(world: World, owner: bytes) -> int:
    account = world.view(owner)
    return (
        account.available_margin_e6
        - account.required_initial_margin_e6
        - account.required_liquidation_fee_margin_e6
    )


@settings(max_examples=40)
@given(market_id=st.sampled_from([1, 2]), is_long=st.booleans(), margin=st.integers(1, 40_000))
def test_the_largest_size_executes_and_one_unit_more_does_not(market_id, is_long, margin):
    world, _ = busy_world()
    owner = world.account(5, 1, margin * E6)
    limits = world.exchange.quote_limits(owner, 1, market_id, is_long, world.now_s)
    if limits.maximum is None:
        return
    step = 1 if is_long else -1
    most, least = limits.maximum.size_delta_e6, limits.minimum.size_delta_e6

    def executes(size: int) -> bool:
        quote = world.exchange.quote_modify_position(owner, 1, market_id, size, world.now_s)
        return quote.is_executable

    assert most * step >= least * step > 0
    assert executes(most)
    assert not executes(most + step)
    assert executes(least)
    assert least == step or not executes(least - step)


def test_limits_of_an_opposite_position_reach_past_its_close():
    world, owner = busy_world()
    limits = world.exchange.quote_limits(owner, 1, 1, False, world.now_s)
    assert limits.maximum.size_delta_e6 < -20 * E6
    world.operate(m.PauseMarket, market_id=1)
    limits = world.exchange.quote_limits(owner, 1, 1, False, world.now_s)
    assert limits.maximum.size_delta_e6 == -20 * E6
    assert world.exchange.quote_limits(owner, 1, 1, True, world.now_s).maximum is None


@settings(max_examples=60)
@given(size=st.integers(-90 * E6, 90 * E6).filter(lambda n: abs(n) > 3000))
def test_at_the_liquidation_price_liquidatable_one_tick_safer_not(size):
    world = World()
    world.add_liquidity()
    world.market(print_band_e12=49 * 10**10, print_band_pause_e12=50 * 10**10)
    owner = world.account()
    world.modify(owner, size)
    if world.rejected:
        return
    price = world.view(owner).positions[0].liquidation_price_e8
    if price is None:
        return
    safer = price + (1 if size > 0 else -1)
    for target, expected in ((safer, False), (price, True)):
        assert shown_at(world, owner, target).can_liquidate is expected


def shown_at(world: World, owner: bytes, price: int):
    """The account with the market at a price, funding held: a print in a fresh copy."""
    copy = Exchange()
    for command in world.journal:
        copy.apply(command)
    time_s = copy.now_s
    copy.apply(
        m.PostPrint(
            seq=copy.sequence + 1,
            time_s=time_s,
            market_id=1,
            price_e8=price,
            published_at_s=time_s,
        )
    )
    if copy.market_view(1, time_s).held_print:
        copy.apply(
            m.ConfirmPrint(seq=copy.sequence + 1, time_s=time_s, operator=OPERATOR, market_id=1)
        )
    assert copy.market_view(1, time_s).index_price_e8 == price
    return copy.margin_account_view(owner, 1, time_s)


MOVES = {"down_10": -10, "down_5": -5, "down_2": -2, "up_2": 2, "up_5": 5, "up_10": 10}


@settings(max_examples=60)
@given(
    size=st.integers(-90 * E6, 90 * E6).filter(lambda n: abs(n) > 3000),
    held=st.sampled_from([0, 20 * E6, -30 * E6]),
)
def test_a_quote_values_the_account_at_moved_prices(size, held):
    world = World()
    world.add_liquidity()
    world.market(print_band_e12=49 * 10**10, print_band_pause_e12=50 * 10**10)
    owner = world.account()
    if held:
        world.modify(owner, held)
    available_before = world.view(owner).available_margin_e6
    quote = world.exchange.quote_modify_position(owner, 1, 1, size, world.now_s)
    world.modify(owner, size)
    if world.rejected:
        return
    for name, percent in MOVES.items():
        price = quote.index_price_e8 * (100 + percent) // 100
        shown = shown_at(world, owner, price)
        change = shown.available_margin_e6 - available_before
        assert getattr(quote, f"if_{name}_e6") == (None if shown.can_liquidate else change)


def test_a_position_shows_its_margin_leverage_and_return():
    world = World()
    world.add_liquidity()
    world.market()
    owner = world.account()
    world.modify(owner, 20 * E6)
    world.next_day(402 * E8)
    account = world.view(owner)
    (position,) = account.positions
    required = account.required_initial_margin_e6
    assert position.initial_margin_e6 == required > 0
    assert position.leverage_e12 == account.leverage_e12
    assert position.return_e12 == abs(position.pnl.total_e6) * 10**12 // required * (
        1 if position.pnl.total_e6 > 0 else -1
    )


def test_reasons_list_all_that_fail_in_order():
    world, owner = busy_world()
    world.operate(m.PauseExchange)
    world.operate(m.PauseMarket, market_id=1)
    world.now_s += 20 * 86_400
    quote = world.exchange.quote_modify_position(owner, 1, 1, 10**11, world.now_s)
    assert quote.reasons == (
        ErrorCode.EXCHANGE_PAUSED,
        ErrorCode.MARKET_PAUSED,
        ErrorCode.STALE_PRICE,
        ErrorCode.ENTRY_WINDOW,
        ErrorCode.MAX_SIDE_SIZE,
        ErrorCode.NET_EXPOSURE_CAP,
        ErrorCode.POOL_CAPACITY,
        ErrorCode.INSUFFICIENT_MARGIN,
    )
    assert quote.trade_fee_e6 > 0


def test_costs_of_holding_are_for_this_side():
    world, owner = busy_world()
    quotes = [
        world.exchange.quote_modify_position(owner, 1, 1, size, world.now_s)
        for size in (30 * E6, -30 * E6)
    ]
    for quote in quotes:
        upfront = quote.trade_fee_e6 + quote.surcharge_e6
        assert quote.cost_thirty_days_e6 != quote.cost_one_day_e6
        gap = quote.break_even_price_e8 - quote.index_price_e8
        bought = quote.size_delta_e6 > 0
        assert (gap > 0) == ((quote.cost_thirty_days_e6 > 0) == bought)
        assert upfront > 0


@pytest.mark.parametrize(
    ("size", "code"),
    [
        (0, ErrorCode.INPUT_NOT_POSITIVE),
        (10**13 + 1, ErrorCode.AMOUNT_OUT_OF_RANGE),
        (2**70, ErrorCode.AMOUNT_OUT_OF_RANGE),
    ],
)
def test_impossible_sizes_raise(size, code):
    world, owner = busy_world()
    with pytest.raises(EngineError) as raised:
        world.exchange.quote_modify_position(owner, 1, 1, size, world.now_s)
    assert raised.value.code is code


def test_closing_what_is_not_there_is_a_reason():
    world, owner = busy_world()
    fresh = world.account(6)
    none = world.exchange.quote_close_position(fresh, 1, 1, 0, world.now_s)
    assert none.reasons == (ErrorCode.NO_POSITION,)
    much = world.exchange.quote_close_position(owner, 1, 1, 21 * E6, world.now_s)
    assert much.reasons == (ErrorCode.CLOSE_EXCEEDS_POSITION,)
    for account_id, market_id in ((9, 1), (1, 9), (-1, 1), (1, -1)):
        with pytest.raises(EngineError):
            world.exchange.quote_close_position(owner, account_id, market_id, 0, world.now_s)
        with pytest.raises(EngineError):
            world.exchange.quote_limits(owner, account_id, market_id, True, world.now_s)


def test_liquidity_quotes_list_their_reason():
    world, _ = busy_world()
    assert world.exchange.quote_add_liquidity(E6, world.now_s).reasons == ()
    assert world.exchange.quote_add_liquidity(E6 - 1, world.now_s).reasons == (
        ErrorCode.AMOUNT_TOO_SMALL,
    )
    world.operate(m.PauseExchange)
    assert ErrorCode.EXCHANGE_PAUSED in (
        world.exchange.quote_add_liquidity(E6, world.now_s).reasons
    )
    with pytest.raises(EngineError):
        world.exchange.quote_add_liquidity(0, world.now_s)


def test_a_wallet_without_an_account_gets_no_quote():
    world, _ = busy_world()
    with pytest.raises(EngineError) as raised:
        world.exchange.quote_modify_position(wallet(70), 1, 1, E6, world.now_s)
    assert raised.value.code is ErrorCode.MARGIN_ACCOUNT_NOT_FOUND


def test_in_a_halt_a_quote_without_a_wallet_is_refused_as_halted():
    world = World()
    world.market()
    world.operate(m.Halt)
    for size_e6, market_id in ((E6, 1), (0, 1), (E6, 9)):
        with pytest.raises(EngineError) as error:
            world.exchange.quote_modify_position(wallet(1), 1, market_id, size_e6, world.now_s)
        assert error.value.code is ErrorCode.EXCHANGE_HALTED

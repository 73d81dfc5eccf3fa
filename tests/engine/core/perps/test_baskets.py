"""Orders of several legs: each leg as a single order, margin and pool asked once, all or none."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import EngineError
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.arena import PLAIN
from tests.engine.core.support.world import E6, E8, E12, World, of, wallet
from tests.reference.exchange import Reference
from tests.reference.figures import Account

SIZES = st.one_of(st.integers(-60 * E6, 60 * E6), st.integers(-9_000, 9_000)).filter(bool)
LEGS = st.dictionaries(st.sampled_from([1, 2, 3]), SIZES, min_size=2, max_size=3)
MARGINS = st.one_of(st.integers(3_000, 8_000), st.just(60_000))
# What a basket and its single orders may be told differently: asked once, or before each.
JOINT = {E.INSUFFICIENT_MARGIN, E.NET_EXPOSURE_CAP, E.POOL_CAPACITY, E.MAX_SIDE_SIZE}


def busy_world(margin: int = 60_000, **exchange: int) -> tuple[World, bytes]:
    """Three markets with skew and positions of the owner in two of them, a day later."""
    world = World(**exchange)
    world.add_liquidity()
    world.market()
    world.market(75 * E8, "TX", skew_scale_e6=10**11)
    world.market(130 * E8, "GA", skew_scale_e6=10**11)
    owner, other = world.account(1, 1, margin * E6), world.account(2, 1, 200_000 * E6)
    for market_id, size in ((1, -120), (2, 300), (3, 90)):
        world.modify(other, size * E6, market_id)
    world.modify(owner, 20 * E6, 1)
    world.modify(owner, -30 * E6, 2)
    world.next_day(402 * E8)
    world.post(74 * E8 + 31, 2)
    world.post(131 * E8, 3)
    world.now_s += 400
    return world, owner


def plain_world(count: int = 9, **exchange: int) -> World:
    """Markets at 100 without impact, fees and funding: initial margin is 10 %, L nothing."""
    world = World(**({"min_liquidation_fee_e6": 0} | exchange))
    world.add_liquidity()
    for number in range(count):
        rules = PLAIN | {"published_at_s": world.now_s - 1, "liquidation_fee_rate_e12": 0}
        world.market(100 * E8, f"M{number}", **rules)
    return world


def copy_of(world: World) -> World:
    other = object.__new__(World)
    other.__dict__ = world.__dict__ | {
        "exchange": Exchange.restore(world.exchange.snapshot()),
        "nonces": dict(world.nonces),
        "journal": list(world.journal),
    }
    return other


def shown(world: World) -> tuple[Any, ...]:
    """All figures of exchange, markets and accounts."""
    owners = [wallet(1), wallet(2)]
    return (
        world.pool(),
        [world.see(market_id) for market_id in world.exchange.market_ids()],
        [world.view(owner) for owner in owners],
    )


def reference_of(world: World) -> Reference:
    reference = Reference()
    for command in world.journal:
        reference.apply(command)
    return reference


@settings(max_examples=120, deadline=None)
@given(legs=LEGS, margin=MARGINS)
def test_a_basket_does_what_its_legs_do_one_after_the_other(legs, margin):
    world, owner = busy_world(margin)
    single = copy_of(world)
    codes, trades = [], []
    for market_id, size in legs.items():
        events = single.modify(owner, size, market_id)
        codes.append(single.code)
        trades += of(events, m.PositionModified)
    before = world.exchange.state_hash()
    events = world.basket(owner, legs)
    if world.rejected:
        assert world.exchange.state_hash() == before
        assert not of(events, m.PositionModified)
        assert world.code in {*codes, *JOINT}
        return
    if any(codes):
        assert set(codes) - {E.NONE} <= JOINT
        return
    names = [field for field in trades[0].__match_args__ if field not in ("seq", "time_s")]
    assert [[getattr(t, n) for n in names] for t in of(events, m.PositionModified)] == [
        [getattr(t, n) for n in names] for t in trades
    ]
    assert {event.seq for event in of(events, m.PositionModified)} == {world.seq}
    assert shown(world) == shown(single)


@settings(max_examples=80, deadline=None)
@given(legs=LEGS, margin=MARGINS)
def test_a_quote_equals_execution_and_leaves_no_trace(legs, margin):
    world, owner = busy_world(margin)
    before = world.exchange.state_hash()
    quote = world.exchange.quote_basket(owner, 1, list(legs.items()), world.now_s)
    assert world.exchange.state_hash() == before
    events = world.basket(owner, legs)
    assert quote.is_executable == (not world.rejected)
    if world.rejected:
        assert quote.reasons[0] is world.code
        return
    view = world.view(owner)
    rows = {p.market_id: p for p in view.positions}
    trades = of(events, m.PositionModified)
    for leg, trade in zip(quote.legs, trades, strict=True):
        assert leg.is_executable
        for name in ("fill_price_e8", "index_price_e8", "trade_fee_e6", "surcharge_e6"):
            assert getattr(leg, name) == getattr(trade, name), name
        for name in ("size_delta_e6", "notional_delta_e6", "new_size_e6"):
            assert getattr(leg, name) == getattr(trade, name), name
        assert leg.realized_pnl_e6 == trade.pnl_e6
        row = rows.get(trade.market_id)
        assert leg.liquidation_price_e8 == (row.liquidation_price_e8 if row else None)
        assert leg.margin_after_e6 == view.collateral_e6
    assert quote.trade_fee_e6 == sum(t.trade_fee_e6 for t in trades)
    assert quote.surcharge_e6 == sum(t.surcharge_e6 for t in trades)
    assert quote.realized_pnl_e6 == sum(t.pnl_e6 for t in trades)
    assert quote.margin_after_e6 == view.collateral_e6
    assert quote.available_after_e6 == view.available_margin_e6
    assert quote.maintenance_after_e6 == view.total_required_margin_e6
    assert quote.required_after_e6 == (
        view.required_initial_margin_e6 + view.required_liquidation_fee_margin_e6
    )
    assert quote.leverage_e12 == view.leverage_e12
    assert quote.health_ratio_e12 == view.health_ratio_e12


@settings(max_examples=60, deadline=None)
@given(legs=LEGS, margin=MARGINS)
def test_the_move_that_liquidates_is_exact(legs, margin):
    world, owner = busy_world(margin)
    quote = world.exchange.quote_basket(owner, 1, list(legs.items()), world.now_s)
    world.basket(owner, legs)
    if world.rejected:
        return
    reference = reference_of(world)
    account: Account = reference.users[owner].accounts[1]
    ids = set(legs)
    if quote.liquidation_move_e12 is None:
        assert not reference.is_liquidatable_if_moved(account, ids, 10_000)
        return
    steps, rest = divmod(quote.liquidation_move_e12, 10**8)
    assert rest == 0
    assert reference.is_liquidatable_if_moved(account, ids, steps)
    assert not reference.is_liquidatable_if_moved(account, ids, steps - 1)


def test_the_move_of_a_pair_by_hand():
    # 1,000 of margin, 100 long and 100 short at 100: MM 5 % of each. At x of both 20,000 x of loss;
    # the long's MM falls and the short's rises by the same: 1,000 - 20,000 x < 1,000 at once.
    world = plain_world(2)
    owner = world.account(1, 1, 3_000 * E6)
    quote = world.exchange.quote_basket(owner, 1, [(1, 100 * E6), (2, -100 * E6)], world.now_s)
    assert quote.required_after_e6 == 2_000 * E6
    assert quote.maintenance_after_e6 == 1_000 * E6
    assert quote.health_ratio_e12 == 3 * E12
    # 3,000 - 20,000 x < 1,000 above x = 10 %; equality is safe.
    assert quote.liquidation_move_e12 == 1_001 * 10**8
    one = world.exchange.quote_basket(owner, 1, [(1, 100 * E6), (2, 10 * E6)], world.now_s)
    # 3,000 - 11,000 x < 550 - 550 x above x = 2,450 / 10,450 = 23.444… %
    assert one.liquidation_move_e12 == 2_345 * 10**8
    safe = world.exchange.quote_basket(owner, 1, [(1, 20 * E6), (2, 5 * E6)], world.now_s)
    assert safe.liquidation_move_e12 is None  # 2,500 at most of 3,000


def test_the_move_is_of_the_markets_of_the_legs():
    world = plain_world(3)
    owner = world.account(1, 1, 3_000 * E6)
    world.modify(owner, 100 * E6, 3)
    quote = world.exchange.quote_basket(owner, 1, [(1, 100 * E6), (2, -100 * E6)], world.now_s)
    # 3,000 - 20,000 x < 1,500 above x = 7.5 %: the third market keeps its price.
    assert quote.liquidation_move_e12 == 751 * 10**8
    assert quote.is_executable


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ({"size": 0}, E.INPUT_NOT_POSITIVE),
        ({"size": 1}, E.POSITION_TOO_SMALL),
        ({"limit": 1}, E.SLIPPAGE_EXCEEDED),
        ({"limit": 0}, E.VALIDATION),
        ({"market": 9}, E.MARKET_NOT_FOUND),
        ({"size": 10**11}, E.MAX_SIDE_SIZE),
    ],
)
def test_one_bad_leg_leaves_everything_as_it_was(place, bad, code):
    world, owner = busy_world()
    ids, sizes, limits = [1, 2, 3], [5 * E6, 6 * E6, 7 * E6], [10**13] * 3
    ids[place] = bad.get("market", ids[place])
    sizes[place] = bad.get("size", sizes[place])
    limits[place] = bad.get("limit", limits[place])
    before = world.exchange.state_hash()
    events = world.basket(
        owner,
        {},
        leg_count=3,
        market_ids=(*ids, 0, 0, 0, 0, 0),
        sizes_e6=(*sizes, 0, 0, 0, 0, 0),
        limits_e8=(*limits, 0, 0, 0, 0, 0),
    )
    assert world.code is code
    assert events == [world.rejected]
    assert world.exchange.state_hash() == before


def test_two_to_eight_legs_each_market_once():
    world = plain_world()
    owner = world.account(1, 1, 60_000 * E6)
    for count, code in (
        (0, E.VALIDATION),
        (1, E.VALIDATION),
        (9, E.VALIDATION),
        (255, E.VALIDATION),
    ):
        world.basket(owner, {1: E6, 2: E6}, leg_count=count)
        assert world.code is code, count
    world.basket(owner, dict.fromkeys(range(1, 9), E6))
    assert not world.rejected
    assert len(world.view(owner).positions) == 8
    for ids in ((1, 2, 3, 4, 5, 6, 7, 1), (8, 8, 1, 2, 3, 4, 5, 6)):
        limits = (10**13,) * 8
        world.basket(owner, {}, leg_count=8, market_ids=ids, sizes_e6=(E6,) * 8, limits_e8=limits)
        assert world.code is E.VALIDATION
    for legs in ([(1, E6)], [(i, E6) for i in range(1, 10)], [(1, E6), (1, E6)]):
        with pytest.raises(EngineError) as refused:
            world.exchange.quote_basket(owner, 1, legs, world.now_s)
        assert refused.value.code is E.VALIDATION


def test_positions_are_counted_leg_by_leg():
    world = plain_world(3, max_positions_per_account=2)
    owner = world.account(1, 1, 60_000 * E6)
    world.basket(owner, {1: E6, 2: E6})
    world.basket(owner, {3: E6, 1: -E6})
    assert world.code is E.TOO_MANY_POSITIONS
    world.basket(owner, {1: -E6, 3: E6})
    assert not world.rejected


def test_margin_is_asked_once_after_all_legs():
    # 1,000 of margin hold 100 at 100 and no more: the pair of markets changes in one order.
    world = plain_world(2)
    owner = world.account(1, 1, 1_000 * E6)
    world.modify(owner, 100 * E6, 1)
    world.modify(owner, 100 * E6, 2)
    assert world.code is E.INSUFFICIENT_MARGIN
    world.basket(owner, {2: 100 * E6 + 1, 1: -100 * E6})
    assert world.code is E.INSUFFICIENT_MARGIN
    world.basket(owner, {2: 100 * E6, 1: -100 * E6})
    assert not world.rejected
    assert {p.market_id: p.size_e6 for p in world.view(owner).positions} == {2: 100 * E6}


def test_impact_and_costs_of_every_leg_count_and_no_gain_of_one_does():
    """The smallest margin that executes is what must be held and what each leg takes from it."""
    world, _ = busy_world()
    # In market 1 the skew is short, so that a purchase fills below the index; a gain there counts
    # nothing. In market 2 a purchase fills above.
    legs = {1: 5 * E6, 2: 40 * E6, 3: -10 * E6}
    owner = world.account(5, 1, 60_000 * E6)
    quote = world.exchange.quote_basket(owner, 1, list(legs.items()), world.now_s)
    gains = [
        leg.size_delta_e6 * (leg.index_price_e8 - leg.fill_price_e8) // E8 for leg in quote.legs
    ]
    assert gains[0] > 0 > gains[1]
    costs = sum(min(0, gain) for gain in gains) - quote.trade_fee_e6 - quote.surcharge_e6
    least = quote.required_after_e6 - costs

    def executes(margin_e6: int) -> bool:
        other = copy_of(world)
        other.basket(other.account(6, 1, margin_e6), legs)
        assert other.code in (E.NONE, E.INSUFFICIENT_MARGIN)
        return not other.rejected

    assert executes(least)
    assert not executes(least - 1)


def test_a_decrease_below_the_index_counts_against_what_another_leg_opens():
    world, _ = busy_world()
    owner = world.account(5, 1, 60_000 * E6)
    world.modify(owner, -40 * E6, 2)  # bought back above the index: the skew is long
    legs = {2: 40 * E6, 3: 20 * E6}
    quote = world.exchange.quote_basket(owner, 1, list(legs.items()), world.now_s)
    impact = [
        min(0, leg.size_delta_e6 * (leg.index_price_e8 - leg.fill_price_e8) // E8)
        for leg in quote.legs
    ]
    assert impact[0] < 0
    costs = quote.trade_fee_e6 + quote.surcharge_e6 - sum(impact)
    spare = world.view(owner).available_margin_e6 - costs - quote.required_after_e6
    for taken, code in ((spare + 1, E.INSUFFICIENT_MARGIN), (spare, E.NONE)):
        other = copy_of(world)
        other.chain(m.WithdrawMargin, owner, account_id=1, amount_e6=taken)
        assert not other.rejected, other.code
        other.basket(owner, legs)
        assert other.code is code


def test_decreases_alone_need_only_margin_that_is_not_negative():
    world = plain_world(2)
    owner = world.account(1, 1, 1_000 * E6)
    world.basket(owner, {1: 50 * E6, 2: -50 * E6})
    for market_id, price in ((1, 79), (2, 99)):  # a loss of 1,050 beside a gain of 50
        world.now_s += 1
        world.post(price * E8, market_id)
        assert not world.rejected
    world.basket(owner, {1: -50 * E6, 2: 50 * E6})
    assert not world.rejected
    assert world.view(owner).collateral_e6 == 0
    assert not world.view(owner).positions


def test_a_loss_may_be_paid_by_the_gain_of_a_later_leg():
    world = plain_world(1)
    world.market(100 * E8, "SKEW", **(PLAIN | {"skew_scale_e6": 20_000 * E6}))
    owner, other = world.account(1, 1, 1_000 * E6), world.account(2, 1, 200_000 * E6)
    world.basket(owner, {1: 50 * E6, 2: 10 * E6})
    world.modify(other, 1_000 * E6, 2)  # lifts the fills of market 2 by 5 %, not its index
    assert not world.rejected, world.code
    world.now_s += 1
    world.post(79_50_000_000, 1)  # a loss of 1,025 of about 1,000
    assert not world.rejected
    world.modify(owner, -50 * E6, 1)
    assert world.code is E.INSUFFICIENT_MARGIN
    world.basket(owner, {1: -50 * E6, 2: -10 * E6})
    assert not world.rejected, world.code
    assert 20 * E6 < world.view(owner).collateral_e6 < 30 * E6


def test_decreases_that_leave_less_than_nothing_are_refused():
    world = plain_world(2)
    owner = world.account(1, 1, 1_000 * E6)
    world.basket(owner, {1: 50 * E6, 2: -50 * E6})
    for market_id, price in ((1, 79), (2, 99)):
        world.now_s += 1
        world.post(price * E8, market_id)
    world.now_s += 1
    world.post(9_900_000_001, 2)  # a gain of half a unit of margin less
    before = world.exchange.state_hash()
    world.basket(owner, {1: -50 * E6, 2: 50 * E6})
    assert world.code is E.INSUFFICIENT_MARGIN
    assert world.exchange.state_hash() == before


def test_the_pool_is_asked_once_after_all_legs():
    # Half of the NAV of 10,000,000 may be net exposure: 4,000,000 move to another market at once.
    world = plain_world(2)
    owner = world.account(1, 1, 2_000_000 * E6)
    world.modify(owner, 40_000 * E6, 1)
    world.modify(owner, 40_000 * E6, 2)
    assert world.code is E.NET_EXPOSURE_CAP
    world.basket(owner, {2: 50_000 * E6 + 1, 1: -40_000 * E6})
    assert world.code is E.NET_EXPOSURE_CAP
    world.basket(owner, {2: 50_000 * E6, 1: -40_000 * E6})
    assert not world.rejected, world.code


def test_above_the_cap_a_basket_must_lower_the_net_exposure():
    world = plain_world(2)
    owner = world.account(1, 1, 2_000_000 * E6)
    world.modify(owner, 40_000 * E6, 1)
    world.operate(m.SetExchangeParameter, parameter=1, value=E12 // 10)
    assert world.pool().net_exposure_cap_e6 == 1_000_000 * E6
    world.basket(owner, {1: -20_000 * E6, 2: 20_000 * E6})
    assert world.code is E.NET_EXPOSURE_CAP
    world.basket(owner, {1: -20_000 * E6, 2: 20_000 * E6 - 1})
    assert not world.rejected, world.code


def test_open_interest_is_asked_once_after_all_legs():
    rules = {"locked_open_interest_ratio_e12": 2 * E12, "net_exposure_cap_rate_e12": 9 * E12}
    world = plain_world(2, **rules)  # open interest of at most 5,000,000
    owner = world.account(1, 1, 2_000_000 * E6)
    world.modify(owner, 40_000 * E6, 1)
    world.modify(owner, 20_000 * E6, 2)
    assert world.code is E.POOL_CAPACITY
    world.basket(owner, {2: 50_000 * E6 + 1, 1: -40_000 * E6})
    assert world.code is E.POOL_CAPACITY
    world.basket(owner, {2: 50_000 * E6, 1: -40_000 * E6})
    assert not world.rejected, world.code


def test_a_side_has_its_cap_from_before_the_basket():
    world, owner = busy_world()
    cap = world.see(1).max_side_notional_e6
    room = cap * E8 // world.see(1).index_price_e8 - world.see(1).long.size_e6
    rich = world.account(6, 1, 3_000_000 * E6)
    del owner
    for size, code in ((room + 1, E.MAX_SIDE_SIZE), (room, E.NONE)):
        other = copy_of(world)
        # The other leg pays fees to the pool first.
        other.basket(rich, {2: 400 * E6, 1: size})
        assert other.code is code


def test_a_delegates_day_counts_every_leg():
    world = plain_world(3)
    owner, delegate = world.account(1, 1, 60_000 * E6), wallet(7)
    terms = {"delegate": delegate, "day_notional_e6": 1_500 * E6}
    world.chain(m.SetDelegate, owner, **terms, market_count=2, market_ids=(1, 2) + (0,) * 6)

    def order(legs: dict[int, int]) -> E:
        world.basket(owner, legs, user=delegate)
        return world.code

    assert order({1: 10 * E6, 2: -5 * E6 - 1}) is E.DELEGATE_LIMIT
    assert order({1: E6, 3: E6}) is E.DELEGATE_MARKET
    assert order({1: 10 * E6, 2: -5 * E6}) is E.NONE  # what was refused used nothing
    assert order({2: E6, 1: -10 * E6 - 10_000}) is E.DELEGATE_LIMIT  # a flip is no decrease
    assert order({1: -10 * E6, 2: 5 * E6}) is E.NONE  # a close is free
    assert order({1: 10_000, 2: 10_000}) is E.DELEGATE_LIMIT
    world.basket(owner, {1: E6, 2: E6}, user=wallet(8))
    assert world.code is E.NOT_OWNER


def test_a_losing_leg_realises_profits_of_other_positions_as_a_single_one():
    world = plain_world(3)
    owner = world.account(1, 1, 1_000 * E6)
    world.basket(owner, {1: 30 * E6, 2: 30 * E6, 3: E6})
    for market_id, price in ((1, 60), (2, 140)):
        world.now_s += 1
        world.post(price * E8, market_id)
        assert not world.rejected, world.code
    events = world.basket(owner, {1: -30 * E6, 3: -E6})
    assert not world.rejected, world.code
    names = [type(event).__name__ for event in events][:3]
    assert names == ["PositionRemarked", "PositionModified", "PositionModified"]
    assert world.view(owner).collateral_e6 == 1_000 * E6


def test_a_halt_a_pause_and_a_stranger():
    world, owner = busy_world()
    world.operate(m.PauseExchange)
    world.basket(owner, {1: E6, 3: E6})
    assert world.code is E.EXCHANGE_PAUSED
    world.basket(owner, {1: -20 * E6, 2: 30 * E6})
    assert not world.rejected  # decreases pass
    world.operate(m.Halt)
    world.basket(owner, {1: E6, 3: E6})
    assert world.code is E.EXCHANGE_HALTED
    quote = world.exchange.quote_basket(owner, 1, [(1, E6), (3, E6)], world.now_s)
    assert quote.reasons[0] is E.EXCHANGE_HALTED
    with pytest.raises(EngineError) as refused:
        world.exchange.quote_basket(owner, 1, [(1, E6), (3, E6)], world.now_s, wallet(9))
    assert refused.value.code is E.EXCHANGE_HALTED


def test_a_quote_names_every_reason_once_in_the_order_of_the_checks():
    world = plain_world(3)
    owner = world.account(1, 1, 100 * E6)
    world.operate(m.PauseMarket, market_id=2)
    quote = world.exchange.quote_basket(
        owner, 1, [(1, 100 * E6), (2, 100 * E6), (3, 1)], world.now_s, None, [1, 1, 10**13]
    )
    assert quote.reasons == (
        E.SLIPPAGE_EXCEEDED,
        E.MARKET_PAUSED,
        E.POSITION_TOO_SMALL,
        E.INSUFFICIENT_MARGIN,
    )
    assert [leg.reasons for leg in quote.legs] == [
        (E.SLIPPAGE_EXCEEDED,),
        (E.MARKET_PAUSED, E.SLIPPAGE_EXCEEDED),
        (E.POSITION_TOO_SMALL,),
    ]
    assert not quote.is_executable

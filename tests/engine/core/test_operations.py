"""Parameters, liquidators, fees and risk: what the operator changes, and what it must not."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from engine.schema.parameters import (
    EXCHANGE_PARAMETERS,
    MARKET_PARAMETERS,
    YEAR_S,
    Parameter,
)
from tests.engine.core.support.world import (
    CLASSICAL,
    DAY_S,
    E6,
    OPERATOR,
    World,
    assert_vault,
    of,
    wallet,
)

MARKET_PLACES = {p.name: place for place, p in enumerate(MARKET_PARAMETERS, 1)}
EXCHANGE_PLACES = {p.name: place for place, p in enumerate(EXCHANGE_PARAMETERS, 1)}
NEVER_ALONE = {  # bounds that do not go with the defaults of another parameter
    "print_band_e12": "high",
    "print_band_pause_e12": "low",
    "oracle_max_age_decrease_s": "low",
    "min_liquidation_fee_e6": "high",
    "max_liquidation_fee_e6": "low",
}


def crowded(**changes: int) -> tuple[World, bytes]:
    """One long of 200 at 400.02 in a market whose only funding is the classical integrator."""
    world = World()
    world.add_liquidity()
    world.market(**CLASSICAL | {"max_funding_velocity_e12": 3 * 10**12} | changes)
    owner = world.account(amount_e6=100_000 * E6)
    world.modify(owner, 200 * E6)
    assert not world.rejected
    return world, owner


def set_market(world: World, name: str, value: int, market_id: int = 1) -> list[m.Event]:
    return world.operate(
        m.SetMarketParameter, market_id=market_id, parameter=MARKET_PLACES[name], value=value
    )


def set_exchange(world: World, name: str, value: int) -> list[m.Event]:
    return world.operate(m.SetExchangeParameter, parameter=EXCHANGE_PLACES[name], value=value)


def check(world: World, command: Any) -> ErrorCode:
    return world.exchange.check(replace(command, operator=OPERATOR, time_s=world.now_s))


def assert_bound(world: World, command: Any, shown: Any, code: ErrorCode) -> None:
    """`check` agrees and changes nothing; a refusal neither; else the new value is shown."""
    before = world.exchange.state_hash()
    values = shown()
    assert check(world, command) is code
    assert world.exchange.state_hash() == before
    assert shown() == values
    events = world.send(replace(command, operator=OPERATOR))
    assert world.code is code
    if code is not ErrorCode.NONE:
        assert world.exchange.state_hash() == before
        assert shown() == values
        return
    (changed,) = of(events, m.ParameterChanged)
    assert (changed.parameter, changed.value) == (command.parameter, command.value)
    names = list(values)
    assert shown() == values | {names[command.parameter - 1]: command.value}


def bounds_of(parameter: Parameter) -> list[tuple[int, ErrorCode]]:
    alone = NEVER_ALONE.get(parameter.name)
    return [
        (parameter.low - 1, ErrorCode.VALIDATION),
        (parameter.low, ErrorCode.VALIDATION if alone == "low" else ErrorCode.NONE),
        (parameter.high + 1, ErrorCode.VALIDATION),
        (parameter.high, ErrorCode.VALIDATION if alone == "high" else ErrorCode.NONE),
    ]


@pytest.mark.parametrize("parameter", MARKET_PARAMETERS, ids=lambda p: p.name)
def test_each_parameter_of_a_market_has_its_range(parameter):
    world = World()
    world.market()
    for value, code in bounds_of(parameter):
        command = m.SetMarketParameter(
            market_id=1, parameter=MARKET_PLACES[parameter.name], value=value
        )
        assert_bound(world, command, lambda: world.see().parameters, code)


@pytest.mark.parametrize("parameter", EXCHANGE_PARAMETERS, ids=lambda p: p.name)
def test_each_parameter_of_the_exchange_has_its_range(parameter):
    world = World()
    world.market()
    for value, code in bounds_of(parameter):
        command = m.SetExchangeParameter(parameter=EXCHANGE_PLACES[parameter.name], value=value)
        assert_bound(world, command, lambda: world.pool().parameters, code)


def test_the_cross_rules_of_creation_hold_for_changes():
    world = World()
    world.market()
    for name, value, code in (
        ("funding_decay_s", 1, ErrorCode.VALIDATION),
        ("funding_decay_s", DAY_S - 1, ErrorCode.VALIDATION),
        ("funding_decay_s", DAY_S, ErrorCode.NONE),
        ("print_band_e12", 5 * 10**10, ErrorCode.VALIDATION),
        ("print_band_e12", 5 * 10**10 - 1, ErrorCode.NONE),
        ("print_band_pause_e12", 5 * 10**10 - 1, ErrorCode.VALIDATION),
        ("oracle_max_age_decrease_s", 93_599, ErrorCode.VALIDATION),
        ("oracle_max_age_decrease_s", 93_600, ErrorCode.NONE),
        ("oracle_max_age_s", 93_601, ErrorCode.VALIDATION),
    ):
        set_market(world, name, value)
        assert world.code is code, (name, value)
    for name, value, code in (
        ("min_liquidation_fee_e6", 2500 * E6 + 1, ErrorCode.VALIDATION),
        ("min_liquidation_fee_e6", 2500 * E6, ErrorCode.NONE),
        ("max_liquidation_fee_e6", 2500 * E6 - 1, ErrorCode.VALIDATION),
    ):
        set_exchange(world, name, value)
        assert world.code is code, (name, value)


UNKNOWN: list[tuple[Any, ErrorCode]] = [
    (m.SetMarketParameter(market_id=0, parameter=1), ErrorCode.MARKET_NOT_FOUND),
    (m.SetMarketParameter(market_id=2, parameter=0), ErrorCode.MARKET_NOT_FOUND),
    (m.SetMarketParameter(market_id=1, parameter=0), ErrorCode.VALIDATION),
    (m.SetMarketParameter(market_id=1, parameter=len(MARKET_PARAMETERS) + 1), ErrorCode.VALIDATION),
    (m.SetMarketParameter(market_id=1, parameter=2**16 - 1), ErrorCode.VALIDATION),
    (m.SetExchangeParameter(parameter=0), ErrorCode.VALIDATION),
    (m.SetExchangeParameter(parameter=len(EXCHANGE_PARAMETERS) + 1), ErrorCode.VALIDATION),
    (m.SetAuthorizedLiquidator(market_id=0), ErrorCode.MARKET_NOT_FOUND),
    (m.SetAuthorizedLiquidator(market_id=2), ErrorCode.MARKET_NOT_FOUND),
    (m.SetRisk(user=wallet(1), is_high_risk=4), ErrorCode.VALIDATION),
    (m.CollectFees(receiver=wallet(1), amount_e6=-1), ErrorCode.INPUT_NOT_POSITIVE),
    (m.CollectFees(receiver=bytes(32), amount_e6=1), ErrorCode.VALIDATION),
    (m.CollectFees(receiver=wallet(1)), ErrorCode.INSUFFICIENT_COLLATERAL),
    (m.CollectFees(receiver=wallet(1), amount_e6=2**63 - 1), ErrorCode.INSUFFICIENT_COLLATERAL),
]


@pytest.mark.parametrize(("command", "code"), UNKNOWN)
def test_a_refused_command_changes_nothing(command, code):
    world = World()
    world.market()
    before = world.exchange.state_hash()
    assert check(world, command) is code
    world.send(replace(command, operator=OPERATOR))
    assert world.code is code
    world.send(replace(command, operator=wallet(1)))
    assert world.code is ErrorCode.NOT_OWNER
    assert world.exchange.state_hash() == before


def test_funding_before_a_change_stands_and_after_it_is_by_the_new_value():
    """s/k = 1e-4 and V = 3: in a tenth of a day the rate rises by 3e-5 a day."""
    world, owner = crowded()
    world.now_s += 8_640
    assert world.see().funding_per_unit_e18 == -6 * 10**14  # 1.5e-5 * 0.1 * 400
    events = set_market(world, "max_funding_velocity_e12", 0)
    assert of(events, m.MarketUpdated)[0].funding_per_unit_e18 == -6 * 10**14
    assert world.view(owner).pnl.funding_e6 == -120_000
    world.now_s += 8_640
    assert world.see().funding_per_unit_e18 == -18 * 10**14  # 3e-5 * 0.1 * 400 more
    set_market(world, "funding_decay_s", DAY_S)
    assert world.see().funding_per_unit_e18 == -18 * 10**14
    world.now_s += 8_640
    assert world.see().funding_per_unit_e18 == -294 * 10**13  # 2.85e-5: from 3 to 2.7
    set_market(world, "max_funding_rate_e12", 10 * E6)  # 1e-5 a day
    set_market(world, "funding_decay_s", 0)
    assert world.see().funding_crowding_e12 == 10 * E6
    world.now_s += 8_640
    assert world.see().funding_per_unit_e18 == -334 * 10**13  # 1e-5 * 0.1 * 400 more
    set_market(world, "skew_scale_e6", 0)
    assert world.see().funding_crowding_e12 == 0
    world.now_s += 60
    assert world.see().funding_per_unit_e18 == -334 * 10**13


def test_a_trade_is_not_priced_again():
    world, owner = crowded()
    assert world.view(owner).collateral_e6 == 100_000 * E6 - 120_006_000  # 200 * 400.02 * 0.0015
    held = world.view(owner).positions[0]
    before = world.pool()
    set_market(world, "taker_fee_rate_e12", 10**10)
    set_exchange(world, "protocol_fee_rate_e12", 5 * 10**11)
    after = world.pool()
    assert (after.protocol_fees_e6, after.lp_balance_e6, after.reserve_e6) == (
        before.protocol_fees_e6, before.lp_balance_e6, before.reserve_e6,
    )  # fmt: skip
    assert world.view(owner).positions[0] == held
    assert world.view(owner).collateral_e6 == 100_000 * E6 - 120_006_000
    (trade,) = of(world.modify(owner, 100 * E6), m.PositionModified)
    assert trade.fill_price_e8 == 40_005_000_000  # 400 * (1 + 500 / 4,000,000)
    assert trade.trade_fee_e6 == 400_050_000  # 100 * 400.05 * 0.01
    assert trade.price_performance_e6 == 6 * E6
    assert world.pool().protocol_fees_e6 - after.protocol_fees_e6 == 200_025_000
    assert_vault(world)


def test_a_check_leaves_neither_rule_nor_projection_behind():
    world, owner = crowded()
    world.now_s += 8_640
    before = world.exchange.state_hash()
    seen, pool, view = world.see(), world.pool(), world.view(owner)
    commands: list[Any] = [
        m.SetMarketParameter(
            market_id=1, parameter=MARKET_PLACES["max_funding_velocity_e12"], value=0
        ),
        m.SetMarketParameter(market_id=1, parameter=MARKET_PLACES["skew_scale_e6"], value=0),
        m.SetExchangeParameter(parameter=EXCHANGE_PLACES["min_lp_duration_s"], value=7),
        m.SetAuthorizedLiquidator(market_id=1, liquidator=wallet(8)),
        m.SetRisk(user=owner, is_high_risk=1),
        m.SetRisk(user=wallet(77), is_high_risk=1),
        m.CollectFees(receiver=wallet(78)),
    ]
    for command in commands:
        assert check(world, command) is ErrorCode.NONE
        assert world.exchange.state_hash() == before
    assert (world.see(), world.pool(), world.view(owner)) == (seen, pool, view)
    for command in commands:
        world.send(replace(command, operator=OPERATOR))
        assert world.code is ErrorCode.NONE
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert again.state_hash() == world.exchange.state_hash()


def test_in_a_halt_parameters_change_and_nothing_accrues():
    world, _ = crowded()
    world.now_s += 8_640
    world.operate(m.Halt)
    world.now_s += 10_000
    set_market(world, "taker_fee_rate_e12", 0)
    assert world.code is ErrorCode.NONE
    set_exchange(world, "min_lp_duration_s", 0)
    assert world.code is ErrorCode.NONE
    assert world.see().funding_per_unit_e18 == -6 * 10**14
    world.now_s += 10_000
    world.operate(m.Resume)
    assert world.see().funding_per_unit_e18 == -6 * 10**14
    set_market(world, "max_funding_velocity_e12", 0)
    world.now_s += 8_640
    assert world.see().funding_per_unit_e18 == -18 * 10**14


def test_a_lowered_limit_refuses_only_what_would_grow():
    world, owner = crowded()
    world.market(symbol="TX")
    world.modify(owner, 10 * E6, market_id=2)
    world.market(symbol="CA")
    set_exchange(world, "max_positions_per_account", 1)
    set_exchange(world, "max_margin_accounts_per_user", 1)
    set_exchange(world, "max_markets", 1)
    world.modify(owner, E6, market_id=3)
    assert world.code is ErrorCode.TOO_MANY_POSITIONS
    world.modify(owner, E6, market_id=2)
    assert world.code is ErrorCode.NONE
    set_market(world, "max_side_size_e6", 10 * E6)
    world.modify(owner, E6)
    assert world.code is ErrorCode.MAX_SIDE_SIZE
    world.modify(owner, -E6)
    assert world.code is ErrorCode.NONE
    world.close(owner)
    assert world.code is ErrorCode.NONE
    assert_vault(world)


def test_a_longer_entry_window_counts_from_the_last_print():
    """With a window from noon on, the print of noon counts for the next midnight."""
    world = World()
    world.add_liquidity()
    world.market(published_at_s=world.now_s)  # noon
    owner = world.account()
    set_market(world, "entry_window_before_s", DAY_S // 2 + 1)
    world.modify(owner, E6)
    assert world.code is ErrorCode.ENTRY_WINDOW  # as if that print had come now
    world.now_s += 299
    world.modify(owner, E6)
    assert world.code is ErrorCode.ENTRY_WINDOW
    world.now_s += 1
    world.modify(owner, E6)
    assert world.code is ErrorCode.NONE
    set_market(world, "entry_window_before_s", 1800)
    world.now_s += 300
    world.modify(owner, E6)
    assert world.code is ErrorCode.NONE
    world.now_s = (world.now_s // DAY_S + 1) * DAY_S - 1801
    world.modify(owner, E6)
    assert world.code is ErrorCode.NONE
    world.now_s += 1  # the coming midnight waits for its own print again
    world.modify(owner, E6)
    assert world.code is ErrorCode.ENTRY_WINDOW


def test_epochs_are_not_renumbered_under_a_stake():
    world = World()
    owner = wallet(1)
    stake = {"attached_mint": 2, "is_creating_account": 1}
    world.chain(m.Stake, owner, 5, amount_e6=5, **stake)
    for name, value in (("epoch_duration_s", DAY_S), ("unlocking_duration_epochs", 2)):
        before = world.exchange.state_hash()
        set_exchange(world, name, value)
        assert world.code is ErrorCode.VALIDATION
        assert world.exchange.state_hash() == before
    set_exchange(world, "epoch_duration_s", 604_800)  # what it is
    assert world.code is ErrorCode.NONE
    world.chain(m.Unstake, owner, amount_e6=5)
    set_exchange(world, "epoch_duration_s", DAY_S)
    assert world.code is ErrorCode.VALIDATION  # still to be withdrawn
    world.chain(m.WithdrawStake, owner, amount_e6=5)
    set_exchange(world, "epoch_duration_s", DAY_S)
    assert world.code is ErrorCode.NONE
    set_exchange(world, "unlocking_duration_epochs", 0)
    assert world.code is ErrorCode.NONE
    assert world.exchange.staking_totals(world.now_s).epoch == world.now_s // DAY_S
    set_exchange(world, "epoch_duration_s", YEAR_S)
    assert world.code is ErrorCode.NONE


def test_protocol_fees_become_a_request_of_the_receiver():
    world, _ = crowded()
    assert world.pool().protocol_fees_e6 == 24_001_200  # a fifth of 120.006
    receiver = wallet(50)
    world.operate(m.CollectFees, receiver=receiver, amount_e6=24_001_201)
    assert world.code is ErrorCode.INSUFFICIENT_COLLATERAL
    assert world.rejected is not None
    assert world.rejected.detail == 24_001_200
    events = world.operate(m.CollectFees, receiver=receiver, amount_e6=E6)
    (request,) = of(events, m.SettlementRequestCreated)
    assert (request.owner, request.kind, request.mint) == (receiver, 5, 1)
    assert (request.amount_e6, request.tip_e6, request.maturity_s) == (E6, 0, world.now_s)
    assert world.pool().protocol_fees_e6 == 23_001_200
    world.operate(m.CollectFees, receiver=receiver)
    world.operate(m.CollectFees, receiver=receiver)
    assert world.code is ErrorCode.INSUFFICIENT_COLLATERAL
    rows = world.exchange.settlement_requests(receiver)
    assert [(row.amount_e6, row.state) for row in rows] == [(E6, 1), (23_001_200, 1)]
    assert world.pool().protocol_fees_e6 == 0
    assert world.pool().unsettled_e6 == 24_001_200
    assert_vault(world)


def test_a_liquidator_is_named_and_taken_back():
    world = World()
    world.market()
    (event,) = of(
        world.operate(m.SetAuthorizedLiquidator, market_id=1, liquidator=wallet(8)),
        m.AuthorizedLiquidatorChanged,
    )
    assert (event.market_id, event.liquidator) == (1, wallet(8))
    assert world.see().authorized_liquidator == wallet(8)
    world.operate(m.SetAuthorizedLiquidator, market_id=1, liquidator=bytes(32))
    assert world.see().authorized_liquidator is None


def test_the_risk_flag_of_a_wallet():
    world = World()
    assert world.exchange.user_view(wallet(5)).is_high_risk is None
    for value, shown in ((1, True), (2, False), (0, None)):
        (event,) = of(world.operate(m.SetRisk, user=wallet(5), is_high_risk=value), m.RiskSet)
        assert (event.user, event.is_high_risk) == (wallet(5), value)
        assert world.exchange.user_view(wallet(5)).is_high_risk is shown


def random_change(r: random.Random) -> Any:
    """A parameter at or near a bound of its range, of either table."""
    if r.random() < 0.7:
        place = r.randrange(len(MARKET_PARAMETERS))
        parameter = MARKET_PARAMETERS[place]
        value = r.choice([parameter.low, parameter.high, parameter.low + 1, parameter.high + 1])
        return m.SetMarketParameter(
            operator=OPERATOR, market_id=r.randrange(1, 3), parameter=place + 1, value=value
        )
    place = r.randrange(len(EXCHANGE_PARAMETERS))
    parameter = EXCHANGE_PARAMETERS[place]
    value = r.choice([parameter.low, parameter.high, parameter.low - 1, parameter.high - 1])
    return m.SetExchangeParameter(operator=OPERATOR, parameter=place + 1, value=value)


@pytest.mark.parametrize("seed", range(4))
def test_extreme_parameters_under_open_positions_break_nothing(seed):
    """Reads answer, the books balance, `check` foretells, and a replay ends in the same state."""
    r = random.Random(seed)
    world = World()
    world.add_liquidity()
    world.market()
    world.market(symbol="TX")
    owners = [world.account(user, 1, 50_000 * E6) for user in (1, 2)]
    for place, owner in enumerate(owners):
        world.modify(owner, (30 - 50 * place) * E6, market_id=1)
        world.modify(owner, (20 - 30 * place) * E6, market_id=2)
    for _ in range(150):
        world.now_s += r.choice([0, 60, 5_000, 40_000])
        command: Any = random_change(r)
        if r.random() < 0.3:
            size = r.choice([-1, 1]) * r.randrange(1, 5 * E6)
            owner, market_id = r.choice(owners), r.randrange(1, 3)
            command = world.stamp(
                m.ModifyPosition,
                owner,
                owner=owner,
                account_id=1,
                market_id=market_id,
                size_e6=size,
                limit_e8=10**13 if size > 0 else 1,
            )
        world.tick(0)
        before = world.exchange.state_hash()
        foretold = world.exchange.check(replace(command, time_s=world.now_s))
        assert world.exchange.state_hash() == before
        world.send(command)
        assert world.code is foretold
        if world.rejected:
            assert world.exchange.state_hash() == before
        assert_vault(world)
        for owner in owners:
            world.view(owner)
            world.exchange.quote_limits(owner, 1, 1, True, world.now_s)
        for market_id in (1, 2):
            world.see(market_id)
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in world.journal))
    assert again.state_hash() == world.exchange.state_hash()

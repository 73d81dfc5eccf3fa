"""adopt-parameters: a running market takes other economic parameters; its preview (rule 67)."""

from dataclasses import fields

import pytest

from engine.core.adoption.preview import PreviewOfParameters
from engine.core.adoption.views import ParametersPreview
from engine.core.generated import messages as m
from engine.schema.errors import EngineError
from engine.schema.errors import ErrorCode as E
from engine.schema.parameters import ADOPTED_PARAMETERS, MARKET_PARAMETERS
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import E6, E12, OPERATOR, assert_vault, of, wallet

DEFAULTS = {p.name: p.default or 0 for p in ADOPTED_PARAMETERS}


def market() -> Arena:
    world = Arena()
    world.add_market(
        initial_margin_ratio_e12=2 * E12, skew_scale_e6=100_000 * E6, taker_fee_rate_e12=10**9
    )
    for user, size in ((1, 300), (2, -700), (3, 50)):
        world.open(user, size * E6, 40_000 * E6)
    return world


def adopted(**changes: int) -> m.AdoptParameters:
    return m.AdoptParameters(operator=OPERATOR, market_id=1, **(DEFAULTS | changes))


def preview(world: Arena, command: m.AdoptParameters, limit: int = 40) -> ParametersPreview:
    shown = PreviewOfParameters(world.exchange, command, limit)
    while shown.step(world.now_s, 1_000):
        pass
    return shown.result(world.now_s)


def test_the_record_has_every_adopted_parameter_and_no_other():
    names = {f.name for f in fields(m.AdoptParameters)} - {"seq", "time_s", "operator"}
    assert names - {"operator_signature", "market_id"} == set(DEFAULTS)
    assert not {"skew_scale_e6", "max_side_size_e6"} & set(DEFAULTS)


def test_all_values_are_taken_at_once_and_each_change_is_an_event():
    world = market()
    before = world.see().parameters
    events = world.send(adopted())
    assert not world.rejected
    assert world.see().parameters == before | DEFAULTS
    ids = {p.name: p.id for p in MARKET_PARAMETERS}
    changed = [(ids[name], value) for name, value in DEFAULTS.items() if before[name] != value]
    assert [(x.parameter, x.value) for x in of(events, m.ParameterChanged)] == sorted(changed)
    assert changed
    assert of(world.send(adopted()), m.ParameterChanged) == []  # it is so already
    assert not world.rejected


def test_what_accrued_before_is_kept_at_the_old_rate():
    world, late = market(), market()
    world.now_s += 40_000
    late.now_s += 40_000
    world.send(adopted(spread_rate_e12=10**10))
    assert world.see().funding_per_unit_e18 == late.see().funding_per_unit_e18
    assert_vault(world)


@pytest.mark.parametrize("parameter", ADOPTED_PARAMETERS, ids=lambda p: p.contract)
@pytest.mark.parametrize("end", ["low", "high"])
def test_each_value_keeps_to_its_range(parameter, end):
    world = market()
    limit = getattr(parameter, end)
    before = world.exchange.state_hash()
    world.send(adopted(**{parameter.name: limit + (1 if end == "high" else -1)}))
    assert (world.code, world.rejected.detail) == (E.VALIDATION, parameter.id)
    assert world.exchange.state_hash() == before
    world.send(adopted(**{parameter.name: limit}))
    assert not world.rejected


def test_a_market_that_is_not_there_is_refused():
    world = market()
    for market_id in (0, 2, 2**32 - 1):
        world.send(m.AdoptParameters(operator=OPERATOR, market_id=market_id, **DEFAULTS))
        assert world.code is E.MARKET_NOT_FOUND
    world.send(m.AdoptParameters(operator=wallet(5), market_id=1, **DEFAULTS))
    assert world.code is E.NOT_OWNER


# The preview -----------------------------------------------------------------------------------
def test_a_preview_leaves_no_trace():
    world = market()
    before = world.exchange.snapshot()
    preview(world, adopted())
    assert world.exchange.snapshot() == before
    with pytest.raises(EngineError) as refused:
        preview(world, adopted(level_n=366))
    assert refused.value.code is E.VALIDATION
    assert world.exchange.snapshot() == before


def test_figures_are_those_of_the_engine_before_and_after():
    world = market()
    world.account(8)  # without a position
    world.add_market("TX")
    world.open(9, 5 * E6, 1_000 * E6, market_id=2)
    found = preview(world, adopted())
    assert found.position_count == 3
    assert [(x.owner, x.before.size_e6) for x in found.positions] == [
        (wallet(2), -700 * E6),
        (wallet(1), 300 * E6),
        (wallet(3), 50 * E6),
    ]
    for row in found.positions:
        assert row.before == world.view(row.owner, row.account_id).positions[0]
    # NAV of 10,000,000 and some fees at 100.
    nav = world.nav()
    assert found.skew_scale_before_e6 == 100_000 * E6
    assert found.skew_scale_after_e6 == nav * 2 // 100
    rate = DEFAULTS["max_side_notional_rate_e12"]
    assert found.max_side_size_after_e6 == nav * rate // E12 // 100
    # What an operator's own values would give, and the command beside them.
    world.send(adopted())
    for name, value in (
        ("skew_scale_e6", found.skew_scale_after_e6),
        ("max_side_size_e6", found.max_side_size_after_e6),
    ):
        number = next(p.id for p in MARKET_PARAMETERS if p.name == name)
        world.operate(m.SetMarketParameter, market_id=1, parameter=number, value=value)
    assert world.see().market_price_e8 == found.market_price_after_e8
    assert found.market_price_before_e8 != found.market_price_after_e8
    for row in found.positions:
        after = world.view(row.owner, row.account_id).positions[0]
        assert row.after.initial_margin_e6 == after.initial_margin_e6
        assert row.after.required_margin_e6 == after.required_margin_e6
        assert row.after.required_margin_e6 < row.before.required_margin_e6
        assert row.after.liquidation_price_e8 == after.liquidation_price_e8


def test_without_following_the_sizes_stay():
    found = preview(market(), adopted(skew_scale_rate_e12=0))
    assert found.skew_scale_after_e6 == found.skew_scale_before_e6
    assert found.max_side_size_after_e6 == found.max_side_size_before_e6


def test_only_the_largest_positions_are_shown_with_the_number_of_all():
    world = market()
    for user in range(10, 90):
        world.open(user, (user % 7 + 1) * E6, 1_000 * E6)
    found = preview(world, adopted(), limit=64)
    assert (found.position_count, len(found.positions)) == (83, 64)
    shown = [(-abs(x.before.size_e6), x.owner, x.account_id) for x in found.positions]
    assert shown == sorted(shown)
    assert len(preview(world, adopted(), limit=1).positions) == 1
    for limit in (0, 65):
        with pytest.raises(ValueError, match="1 to 64"):
            preview(world, adopted(), limit)


def test_the_exchange_goes_on_between_the_steps_of_a_preview():
    world = market()  # accounts of 300, -700 and 50
    shown = PreviewOfParameters(world.exchange, adopted(), 40)
    assert shown.step(world.now_s, 1)
    assert shown.result(world.now_s).position_count == 1
    assert shown.step(world.now_s, 1)
    world.close(wallet(2))  # it was counted, and is shown no more
    world.trade(wallet(1), 30 * E6)
    world.trade(wallet(3), -100 * E6)  # it is counted as it is now
    world.open(4, 20 * E6, 40_000 * E6)  # beyond those that there were
    assert shown.step(world.now_s, 1)
    assert not shown.step(world.now_s, 1)
    found = shown.result(world.now_s)
    assert found.position_count == 4
    assert [(x.owner, x.before.size_e6) for x in found.positions] == [
        (wallet(1), 330 * E6),
        (wallet(3), -50 * E6),
        (wallet(4), 20 * E6),
    ]
    assert all(x.before == world.view(x.owner).positions[0] for x in found.positions)
    assert not shown.step(world.now_s, 1_000)
    assert shown.result(world.now_s) == found
    world.operate(m.AdoptParameters, market_id=1, **DEFAULTS)
    assert not world.rejected


@pytest.mark.parametrize("accounts", [1, 7, 82, 83, 1_000])
def test_steps_of_any_length_find_the_same(accounts):
    world = market()
    for user in range(10, 90):
        world.open(user, (user % 7 + 1) * E6, 1_000 * E6)
    shown = PreviewOfParameters(world.exchange, adopted(), 5)
    before = world.exchange.snapshot()
    steps = 1
    while shown.step(world.now_s, accounts):
        steps += 1
        assert world.exchange.snapshot() == before
    assert steps == -(-83 // accounts)
    assert shown.result(world.now_s) == preview(world, adopted(), limit=5)


def test_accounts_that_the_new_sizes_would_liquidate_are_counted():
    # A skew scale of a hundredth: the slope of the margin is the hundredfold.
    world = market()
    world.open(5, 1_000 * E6, 13_000 * E6)
    found = preview(world, adopted(skew_scale_rate_e12=2 * 10**10))
    assert (found.liquidatable_before, found.liquidatable_after) == (0, 1)
    owner = next(x for x in found.positions if x.owner == wallet(5))
    assert owner.after.required_margin_e6 > world.view(wallet(5)).available_margin_e6


def test_only_this_command_has_a_preview():
    world = market()
    with pytest.raises(ValueError, match="AdoptParameters"):
        preview(world, m.Halt())
    with pytest.raises(EngineError) as refused:
        preview(world, m.AdoptParameters(market_id=2, **DEFAULTS))
    assert refused.value.code is E.MARKET_NOT_FOUND

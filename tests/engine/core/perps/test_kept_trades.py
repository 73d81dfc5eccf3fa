"""A trade is written without copies once all checks have passed, and only then."""

import pytest

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import E6, E8, World

START = 100 * E8


def traded() -> tuple[World, bytes]:
    """Return a world whose last command was a trade that was kept, and its trader."""
    world = World()
    world.add_liquidity()
    world.market(price_e8=START)
    owner = world.account()
    world.modify(owner, 10 * E6)
    world.modify(owner, E6)
    assert not world.rejected
    return world, owner


@pytest.mark.parametrize("size_e6", [E6, -E6])
def test_a_checked_or_quoted_trade_changes_nothing(size_e6: int) -> None:
    world, owner = traded()
    before = world.exchange.state_hash()
    command = world.stamp(
        m.ModifyPosition,
        owner,
        owner=owner,
        account_id=1,
        market_id=1,
        size_e6=size_e6,
        limit_e8=10**13 if size_e6 > 0 else 1,
    )
    assert world.exchange.check(command) is ErrorCode.NONE
    assert world.exchange.state_hash() == before
    world.exchange.quote_modify_position(owner, 1, 1, size_e6, world.now_s)
    assert world.exchange.state_hash() == before
    world.send(command)
    assert world.code is ErrorCode.NONE
    assert world.exchange.state_hash() != before


@pytest.mark.parametrize("size_e6", [E6, -E6])
def test_a_trade_whose_bracket_is_refused_changes_nothing(size_e6: int) -> None:
    world, owner = traded()
    before = world.exchange.state_hash()
    world.modify(owner, size_e6, stop_e8=2 * START)  # above the price of a long
    assert world.code is not ErrorCode.NONE
    assert world.exchange.state_hash() == before


def test_a_decrease_refused_for_its_loss_changes_nothing() -> None:
    world = World()
    world.add_liquidity()
    world.market(price_e8=START)
    owner = world.account(amount_e6=200 * E6)
    world.modify(owner, 10 * E6)
    world.next_day(START * 7 // 10)
    assert not world.rejected
    before = world.exchange.state_hash()
    world.modify(owner, -9 * E6)
    assert world.code is ErrorCode.INSUFFICIENT_MARGIN
    assert world.exchange.state_hash() == before

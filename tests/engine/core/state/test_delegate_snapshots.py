"""Snapshots with limits of a delegate that cannot be."""

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.state.test_hostile_snapshots import put
from tests.engine.core.support.world import E6, E8, World, wallet

LIMIT_E6 = 123_456_789_012_345


def limited() -> World:
    world = World()
    world.add_liquidity()
    for symbol in ("MIA", "AUS", "HOU"):
        world.market(400 * E8, symbol)
    world.account(1, 1, 1_000_000 * E6)
    name(world, LIMIT_E6)
    world.modify(wallet(1), E6, 1, user=wallet(7))
    assert world.view(wallet(1)).delegate_terms.used_today_e6 == 400 * E6
    return world


def name(world: World, limit_e6: int) -> None:
    world.chain(
        m.SetDelegate,
        wallet(1),
        delegate=wallet(7),
        until_s=world.now_s + 99,
        day_notional_e6=limit_e6,
        market_count=2,
        market_ids=(1, 3, 0, 0, 0, 0, 0, 0),
    )
    assert world.code is ErrorCode.NONE


@pytest.mark.parametrize(
    ("skip", "value", "width", "message"),
    [
        (-8, 2**63, 8, "end of the delegate"),
        (0, 2**63, 8, "limit of the delegate"),
        (0, 399 * E6, 8, "limit of the delegate"),
        (8, LIMIT_E6 + 1, 8, "limit of the delegate"),
        (8, 2**63, 8, "limit of the delegate"),
        (20, 9, 4, "markets of the delegate"),
        (20, 1, 4, "markets of the delegate"),
        (20, 3, 4, "markets of the delegate"),
        (24, 0, 2, "markets of the delegate"),
        (26, 4, 2, "markets of the delegate"),
        (28, 2, 2, "markets of the delegate"),
    ],
)
def test_limits_that_cannot_be_are_named(skip, value, width, message):
    data = limited().exchange.snapshot()
    pattern = LIMIT_E6.to_bytes(8, "little")  # the end before it; use, day, count, markets after it
    with pytest.raises(ValueError, match=message):
        Exchange.restore(put(data, pattern, skip, value, width))


@pytest.mark.parametrize("limit_e6", [LIMIT_E6, 399 * E6])
def test_a_state_with_limits_comes_back_also_after_lower_ones(limit_e6):
    world = limited()
    if limit_e6 != LIMIT_E6:
        name(world, limit_e6)
    restored = Exchange.restore(world.exchange.snapshot())
    assert restored.state_hash() == world.exchange.state_hash()

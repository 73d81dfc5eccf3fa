"""A loss that takes all of the margin, and the winners that pay more (rule 38)."""

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.arena import Arena
from tests.engine.core.support.world import E6, E8, of


def test_a_loss_of_exactly_the_margin_can_be_realised_and_a_unit_more_not():
    world = Arena()
    world.add_market()
    owner = world.open(1, 10 * E6, 200 * E6)
    world.price(80 * E8 - 1)  # 200.0000001, rounded against the account
    world.close(owner)
    assert world.code == ErrorCode.INSUFFICIENT_MARGIN
    world.price(80 * E8)
    world.close(owner)
    assert world.code == ErrorCode.NONE
    assert (world.view(owner).collateral_e6, world.view(owner).positions) == (0, ())


def losing_with_others(loss_e6: int) -> tuple[Arena, bytes]:
    """200 of margin, a long of 10 from 100 that loses, one at its entry, and one 20 above it."""
    world = Arena()
    for symbol in ("MIA", "NYC", "ATL"):
        world.add_market(symbol)
    owner = world.open(1, 10 * E6, 200 * E6, 3)
    world.price(120 * E8, 3)
    world.trade(owner, 5 * E6, 2)
    world.trade(owner, 10 * E6, 1)
    world.price(100 * E8 - loss_e6 * 10, 1)
    return world, owner


def test_a_margin_of_exactly_nothing_leaves_winners_alone():
    world, owner = losing_with_others(200 * E6)
    events = world.close(owner, market_id=1)
    assert of(events, m.PositionModified)[0].pnl_e6 == -200 * E6
    assert not of(events, m.PositionRemarked)
    assert world.view(owner).collateral_e6 == 0


def test_only_a_position_with_profit_pays_for_a_loss():
    world, owner = losing_with_others(201 * E6)
    (remarked,) = of(world.close(owner, market_id=1), m.PositionRemarked)
    assert (remarked.market_id, remarked.pnl_e6) == (3, 200 * E6)
    assert world.view(owner).collateral_e6 == 199 * E6

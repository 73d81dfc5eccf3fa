"""Positions move between blocks of 3, 6 and 12 places, invisibly to callers."""

from random import Random

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import E6, E8, World, assert_vault, wallet

MARKETS = 12


def many_markets(**parameters: int) -> World:
    world = World(**parameters)
    world.add_liquidity()
    for number in range(1, MARKETS + 2):
        world.market(100 * E8, f"M{number}")
    return world


def held(world: World, owner: bytes) -> dict[int, int]:
    view = world.view(owner)
    sizes = {row.market_id: row.size_e6 for row in view.positions}
    assert list(sizes) == sorted(sizes)
    return sizes


@pytest.mark.parametrize("order", [1, -1])
def test_an_account_fills_all_places_and_empties_them(order):
    world = many_markets()
    owner = world.account(1, 1, 100_000 * E6)
    sizes: dict[int, int] = {}
    for market in range(1, MARKETS + 1)[::order]:
        world.modify(owner, market * E6, market)
        sizes[market] = market * E6
        assert held(world, owner) == sizes
    world.modify(owner, E6, MARKETS + 1)
    assert world.code is ErrorCode.TOO_MANY_POSITIONS
    assert held(world, owner) == sizes
    for market in (6, 1, 12, 2, 11, 3, 10, 4, 9, 5, 8, 7):
        world.close(owner, 0, market)
        del sizes[market]
        assert held(world, owner) == sizes
    assert_vault(world)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 6, 11])
def test_a_refused_or_quoted_opening_leaves_no_trace(count):
    world = many_markets()
    owner, other = world.account(1, 1, 10_000 * E6), world.account(2, 1, 10_000 * E6)
    for market in range(1, 9):  # blocks of every size are free
        world.modify(other, E6, market)
    for market in range(1, 9):
        world.close(other, 0, market)
    for market in range(1, count + 1):
        world.modify(owner, E6, market)
    before = world.exchange.state_hash()
    world.modify(owner, 5_000 * E6, count + 1)
    assert world.code is ErrorCode.INSUFFICIENT_MARGIN  # found out when all was written
    assert world.exchange.state_hash() == before
    world.exchange.quote_modify_position(owner, 1, count + 1, E6, world.now_s)
    if count:
        world.exchange.quote_close_position(owner, 1, 1, 0, world.now_s)
    assert world.exchange.state_hash() == before
    assert held(world, owner) == dict.fromkeys(range(1, count + 1), E6)


def trade_at_random(seed: int, is_disturbed: bool) -> World:
    """Trades of several accounts in many markets; disturbed by openings that are refused."""
    world, random = many_markets(), Random(seed)
    owners = [world.account(number, 1, 50_000 * E6) for number in range(1, 6)]
    books: dict[bytes, dict[int, int]] = {owner: {} for owner in owners}
    for _ in range(400):
        owner, market = random.choice(owners), random.randint(1, MARKETS)
        book = books[owner]
        if market in book:
            world.close(owner, 0, market)
            del book[market]
        else:
            book[market] = random.choice([1, -1]) * random.randint(1, 20) * E6
            world.modify(owner, book[market], market)
        assert not world.rejected, world.code
        if is_disturbed:
            world.exchange.quote_modify_position(owner, 1, market, 3 * E6, world.now_s)
            refused = {"market_id": MARKETS + 1, "size_e6": 50_000 * E6, "limit_e8": 10**13}
            late = world.stamp(m.ModifyPosition, owner, owner=owner, account_id=1, **refused)
            world.nonces[owner] -= 1
            world.slot -= 1
            assert world.exchange.check(late) is not ErrorCode.NONE
        assert held(world, owner) == book
    assert_vault(world)
    return world


@pytest.mark.parametrize("seed", range(3))
def test_blocks_are_used_again_and_all_positions_stay(seed):
    disturbed, calm = trade_at_random(seed, True), trade_at_random(seed, False)
    assert disturbed.exchange.state_hash() == calm.exchange.state_hash()
    again = Exchange()
    again.apply_batch(b"".join(m.encode(command) for command in calm.journal))
    assert again.state_hash() == calm.exchange.state_hash()


def test_a_delegate_who_never_acted_may_trade_and_is_shown():
    world = many_markets()
    owner = world.account(1, 1, 10_000 * E6)
    world.chain(m.SetDelegate, owner, delegate=wallet(77))
    assert world.exchange.user_view(owner).delegate == wallet(77)
    world.modify(owner, E6, user=wallet(77))
    assert not world.rejected
    world.modify(owner, E6, user=wallet(78))
    assert world.code is ErrorCode.NOT_OWNER
    world.chain(m.SetDelegate, owner, delegate=bytes(32))
    assert world.exchange.user_view(owner).delegate is None
    world.modify(owner, E6, user=wallet(77))
    assert world.code is ErrorCode.NOT_OWNER

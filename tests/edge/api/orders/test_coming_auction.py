"""The coming auction is made at most once in a while: two of them must not tell single orders."""

from types import SimpleNamespace

import pytest

from edge.api.orders.reads import COMING_AGE_S, ComingAuctions
from engine.core.orders.order_views import ComingAuctionView

NEXT_S = 1_000_000


class Counted:
    """An exchange whose coming auction has one order more each time it is asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def coming_auction(self, market_id: int, now_s: int) -> ComingAuctionView:
        self.asked.append((market_id, now_s))
        return view(len(self.asked), NEXT_S if now_s < NEXT_S else NEXT_S + 86_400)


def view(count: int, at_s: int) -> ComingAuctionView:
    fields = dict.fromkeys(ComingAuctionView.__annotations__, 0)
    return ComingAuctionView(**(fields | {"order_count": count, "at_s": at_s}))


@pytest.fixture
def world() -> SimpleNamespace:
    exchange, clock = Counted(), SimpleNamespace(now_s=0.0)
    auctions = ComingAuctions(lambda: exchange, lambda: clock.now_s)
    return SimpleNamespace(exchange=exchange, clock=clock, of=auctions.of)


def test_a_value_stays_for_a_minute(world):
    first = world.of(1, NEXT_S - 600)
    world.clock.now_s = COMING_AGE_S - 0.001
    assert world.of(1, NEXT_S - 540) is first
    world.clock.now_s = COMING_AGE_S
    assert world.of(1, NEXT_S - 540).order_count == first.order_count + 1


def test_each_market_has_its_own(world):
    assert world.of(1, 0) is not world.of(2, 0)
    assert [market_id for market_id, _ in world.exchange.asked] == [1, 2]


def test_a_value_ends_with_its_auction(world):
    first = world.of(1, NEXT_S - 1)
    assert world.of(1, NEXT_S - 1) is first
    assert world.of(1, NEXT_S).timestamp > NEXT_S

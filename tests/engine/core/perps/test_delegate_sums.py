"""Random delegates against a slow model of what they add to a UTC day."""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.world import DAY_S, E6, E8, World, wallet

OWNER, DELEGATE = wallet(1), wallet(7)
START_PRICE = 400 * E8 + 1  # no size has a whole notional


@dataclass
class Model:
    """Positions, prices and sums, from the orders that were applied and from nothing else."""

    limit_e6: int
    held: dict[tuple[int, int], int] = field(default_factory=dict)
    prices: dict[int, int] = field(default_factory=lambda: {1: START_PRICE, 2: START_PRICE})
    added: dict[int, int] = field(default_factory=dict)

    def counts_e6(self, place: tuple[int, int], size_e6: int) -> int:
        old = self.held.get(place, 0)
        new = old + size_e6
        if abs(new) < abs(old) and new * old >= 0:
            return 0
        return -(-abs(size_e6) * self.prices[place[1]] // E8)

    def room_e6(self, now_s: int) -> int:
        return self.limit_e6 - self.added.get(now_s // DAY_S, 0)


class Run:
    """An exchange with an owner of two accounts in two markets, beside its model."""

    def __init__(self, limit_e6: int) -> None:
        self.model = Model(limit_e6)
        self.world = World()
        self.world.add_liquidity()
        for symbol in ("MIA", "AUS"):
            self.world.market(START_PRICE, symbol)
        for account_id in (1, 2):
            self.world.account(1, account_id, 1_000_000 * E6)
        self.name()

    def name(self) -> None:
        limit_e6 = self.model.limit_e6
        self.world.chain(m.SetDelegate, OWNER, delegate=DELEGATE, day_notional_e6=limit_e6)
        assert self.world.code is E.NONE
        self.model.added = {}

    def next_day(self, percent: int) -> None:
        world, prices = self.world, self.model.prices
        world.now_s = (world.now_s // DAY_S + 1) * DAY_S
        for market_id in prices:
            prices[market_id] += prices[market_id] * percent // 100
            world.post(prices[market_id], market_id)
        world.now_s += 3_600

    def order(self, actor: bytes, place: tuple[int, int], size_e6: int) -> None:
        world, model = self.world, self.model
        counts_e6, room_e6 = model.counts_e6(place, size_e6), model.room_e6(world.now_s)
        world.modify(OWNER, size_e6, place[1], place[0], user=actor)
        if actor == OWNER or counts_e6 == 0 or counts_e6 <= room_e6:
            assert world.code is not E.DELEGATE_LIMIT
        else:
            assert world.code is not E.NONE
        if world.code is E.NONE:
            model.held[place] = model.held.get(place, 0) + size_e6
            if actor == DELEGATE:
                day = world.now_s // DAY_S
                model.added[day] = model.added.get(day, 0) + counts_e6

    def close(self, place: tuple[int, int]) -> None:
        held = self.model.held.pop(place, 0)
        self.world.chain(
            m.ClosePosition,
            DELEGATE,
            owner=OWNER,
            account_id=place[0],
            market_id=place[1],
            size_e6=0,
            limit_e8=1 if held > 0 else 10**13,
        )
        assert self.world.code is (E.NONE if held else E.NO_POSITION)

    def check(self) -> None:
        assert all(0 <= added <= self.model.limit_e6 for added in self.model.added.values())
        shown = self.world.view(OWNER).delegate_terms
        assert self.model.limit_e6 - shown.used_today_e6 == self.model.room_e6(self.world.now_s)


ACTS = st.tuples(
    st.sampled_from(["add", "add", "add", "flip", "owner", "close", "day", "wait", "name"]),
    st.tuples(st.sampled_from([1, 2]), st.sampled_from([1, 2])),  # account and market
    st.integers(-12 * E6, 12 * E6).filter(bool),
)


@settings(deadline=None, max_examples=80)
@given(st.lists(ACTS, max_size=30), st.integers(E6, 9_000 * E6))
def test_no_sequence_adds_more_than_the_limit_of_a_day_or_keeps_a_delegate_in(acts, limit_e6):
    run = Run(limit_e6)
    for act, place, size_e6 in acts:
        match act:
            case "close":
                run.close(place)
            case "day":
                run.next_day(size_e6 % 5 - 2)
            case "wait":
                run.world.now_s += abs(size_e6) % 7_200
            case "name":
                run.name()
            case "flip":
                run.order(DELEGATE, place, -2 * run.model.held.get(place, 0) or size_e6)
            case _:
                run.order(OWNER if act == "owner" else DELEGATE, place, size_e6)
        run.check()

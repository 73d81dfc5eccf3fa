"""Invariants of waiting orders under any sequence of placements, cancels and triggers."""

from dataclasses import replace
from random import Random

import pytest

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.errors import ErrorCode as E
from tests.engine.core.support.waiting import Desk, P, fills
from tests.engine.core.support.world import DAY_S, E6, assert_vault, of
from tests.engine.core.test_against_reference import is_absurd, order_commands
from tests.reference.exchange import Reference
from tests.reference.orders import waiting as reference_orders

TRIES = 10_000
MARKET = 1


def worth(desk: Desk, owners: list[bytes]) -> int:
    return sum(desk.view(owner).available_margin_e6 for owner in owners)


# Prices ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(6))
def test_no_order_fills_worse_than_its_worst_price(seed):
    reference = Reference()
    checked = 0
    for raw in order_commands(seed, reference):
        if is_absurd(raw):
            continue
        command = replace(raw, operator=b"o" * 32) if hasattr(raw, "operator") else raw
        rows = {x.id: (x.worst, x.buy) for x in reference.orders}
        reference.apply(command)
        if isinstance(command, m.AmendPerpOrder):
            rows |= {x.id: (x.worst, x.buy) for x in reference.orders}
        for event in reference.order_events:
            if event[0] != "PerpOrderFilled" or event[4] not in rows:
                continue
            worst, is_buy = rows[event[4]]
            price = event[7]
            checked += worst != 0
            assert not worst or (price <= worst if is_buy else price >= worst)
    assert checked > 10


@pytest.mark.parametrize("seed", range(20))
def test_splitting_an_order_never_cheapens_it(seed):
    """Whole and in parts, in twin exchanges: at most a unit of rounding for each part and fee."""
    r = Random(seed)
    size = r.randrange(2, 90 * E6)
    parts = r.choice([2, 3, 7])
    cuts = sorted(r.randrange(1, size) for _ in range(parts - 1))
    pieces = [b - a for a, b in zip([0, *cuts], [*cuts, size], strict=True) if b > a]
    opposite = r.choice([0, size // 3, 2 * size])
    costs, amounts = [], []
    for split in ([size], pieces):
        desk = Desk()
        owner, other = desk.account(1, 1, 10**6 * E6), desk.account(2, 1, 10**6 * E6)
        before = worth(desk, [owner])
        for piece in split:
            desk.place(owner, piece)
        if opposite:
            desk.place(other, -opposite)
        events = desk.to_print()
        mine = {x.order_id for x in of(events, m.PerpOrderFilled) if x.owner == owner}
        amounts.append(sum(x.size_e6 for i, x in fills(events).items() if i in mine))
        costs.append(before - worth(desk, [owner]))
    assert abs(amounts[0] - amounts[1]) <= len(pieces)
    assert amounts[0] == size
    assert costs[1] >= costs[0] - 4 * len(pieces)


# Turns -----------------------------------------------------------------------------------------
def cascade() -> Desk:
    desk = Desk()
    owners = [desk.account(i + 1, 1, 10**5 * E6) for i in range(3)]
    for i in range(45):
        trigger = P + P * (1 + i) // 2_000_000
        desk.place(owners[i % 3], 2 * E6, Kind.STOP, source=MARKET, trigger_e8=trigger)
    desk.modify(desk.account(9, 1, 10**6 * E6), 4 * E6)
    for _ in range(12):
        desk.tick()
    return desk


@pytest.mark.parametrize("turns", [1, 4, 16, 1000])
def test_fills_are_the_same_however_turns_are_split(monkeypatch, turns):
    desk = cascade()
    monkeypatch.setattr(reference_orders, "TURNS_OTHERWISE", turns)
    monkeypatch.setattr(reference_orders, "TURNS_AT_UPDATE", max(turns, 4))
    reference = Reference()
    found = []
    for command in desk.journal:
        reference.apply(command)
        found += [e[4:9] for e in reference.order_events if e[0] == "PerpOrderFilled"]
    replayed = Desk().exchange.__class__()
    engine = [
        (x.order_id, x.size_e6, x.matched_e6, x.price_e8, x.fee_e6)
        for command in desk.journal
        for x in of(replayed.apply(command), m.PerpOrderFilled)
    ]
    assert len(engine) > 16
    assert found == engine


# Cut-off ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(30))
def test_canceling_before_the_cut_off_always_works(seed):
    r = Random(seed)
    desk = Desk()
    owner = desk.account()
    for _ in range(6):
        desk.to_print(P + r.randrange(-1000, 1000))
        kind = r.choice([Kind.AUCTION, Kind.LIMIT])
        trigger = {"trigger_e8": P // 2} if kind == Kind.LIMIT else {}
        desk.now_s += r.randrange(DAY_S - 1800)
        order = desk.place(owner, E6, kind, **trigger)
        last = (desk.now_s // DAY_S + 1) * DAY_S - 1801
        desk.now_s = r.randrange(desk.now_s, max(last, desk.now_s) + 1)
        assert desk.cancel(owner, order) is E.NONE


# Attackers -------------------------------------------------------------------------------------
class Attackers:
    """Two accounts of one mind, beside a bystander whose position bends the price."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.desk = Desk()
        bystander = self.desk.account(9, 1, 10**7 * E6)
        self.desk.modify(bystander, self.random.choice([-1, 1]) * 3_000 * E6)
        self.owners = [self.desk.account(i + 1, 1, 10**7 * E6) for i in range(2)]

    def act(self) -> None:
        r, desk = self.random, self.desk
        owner = r.choice(self.owners)
        size = r.choice([1, -1]) * r.choice([1, E6 // 3, 40 * E6, 2_000 * E6])
        side = 1 if size > 0 else -1
        shown = P + P * (desk.see().long.size_e6 - desk.see().short.size_e6) // (2 * 10**12)
        near = shown + r.choice([1, 10, 10**4, 10**6]) * side
        pick = r.randrange(7)
        if pick == 0:
            desk.modify(owner, size)
        elif pick == 1:
            desk.place(owner, size)
        elif pick == 2:
            desk.place(owner, size, Kind.STOP, source=MARKET, trigger_e8=near)
        elif pick == 3:
            desk.place(owner, size, Kind.LIMIT, source=MARKET, trigger_e8=near - 2 * side * 10**4)
        elif pick == 4:
            desk.place(owner, size, Kind.LIMIT, trigger_e8=P + r.choice([-1, 0, 1]))
        elif pick == 5:
            desk.exit(owner, shown + r.choice([-1, 1]) * 10**4, source=r.choice([0, MARKET]))
        else:
            desk.to_print()
            desk.open_again()

    def leave(self) -> None:
        """Cancel all and close all, after what is locked is through."""
        for _ in range(2):
            for owner in self.owners:
                self.desk.chain(m.CancelPerpOrders, owner, owner=owner, account_id=1, market_id=0)
            self.desk.tick()
            for owner in self.owners:
                self.desk.close(owner)
        assert all(not self.desk.orders(x) for x in self.owners)
        assert all(not self.desk.size(x) for x in self.owners)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(10))
def test_two_accounts_gain_nothing_from_their_orders(seed):
    """At an index that does not move each try ends with less or the same, to the unit."""
    attackers = Attackers(seed)
    best = 0
    filled = 0
    for _ in range(TRIES // 10):
        before = worth(attackers.desk, attackers.owners)
        for _ in range(attackers.random.randrange(2, 9)):
            attackers.act()
        attackers.leave()
        best = max(best, worth(attackers.desk, attackers.owners) - before)
        filled += before != worth(attackers.desk, attackers.owners)
    assert best == 0
    assert filled > TRIES // 100
    assert_vault(attackers.desk)
    assert attackers.desk.see().index_price_e8 == P

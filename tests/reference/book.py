"""Matching of the slow reference: one ladder in YES terms (API 7.6, rules 27 and 29).

A bid buys YES at its tick. An ask buys NO and rests at the tick of the YES price that it
leaves. Orders are named by the caller. A refused command changes nothing.
"""

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, replace

from sortedcontainers import SortedDict

BID, ASK = 0, 1
GTC, GTD, IOC, FOK = range(4)
CANCEL_RESTING, CANCEL_INCOMING, BOTH = range(3)
# Why contracts of an order are cancelled, as the exchange's events number it.
OWNER, UNFILLED, SELF_MATCH = 1, 2, 3
CONTRACTS_MAX = 2**32 - 1


class Refused(Exception):
    """A refusal by its code in the contract; nothing has changed."""

    def __init__(self, code: str, detail: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


@dataclass
class Order:
    """An order; `contracts` are those still to be matched, `tick` 0 is the worst for a market."""

    order_id: int
    owner: Hashable
    side: int
    tick: int
    contracts: int
    time_in_force: int = GTC
    post_only: bool = False
    self_match: int = CANCEL_RESTING
    is_market: bool = False
    entry: int = 0  # the number of its entry into the book, once it rests

    @property
    def may_rest(self) -> bool:
        return not self.is_market and self.time_in_force in (GTC, GTD)


@dataclass(frozen=True)
class Fill:
    taker_id: int
    maker_id: int
    tick: int
    contracts: int
    maker_left: int


@dataclass(frozen=True)
class Rested:
    order_id: int
    left: int


@dataclass(frozen=True)
class Canceled:
    """Contracts taken from an order without a fill; with none left the order is gone."""

    order_id: int
    removed: int
    left: int
    reason: int


@dataclass(frozen=True)
class Reduced:
    """Contracts taken from a resting order by its owner; it keeps its place."""

    order_id: int
    removed: int
    left: int


@dataclass(frozen=True)
class Rejected:
    code: str


Event = Fill | Rested | Canceled | Reduced | Rejected


class NaiveBook:
    """One market's orders: price, then time. `sequence` rises by one per changing command."""

    def __init__(self, levels: int = 99, contracts_max: int = CONTRACTS_MAX) -> None:
        assert 1 <= levels <= 9_999
        self.levels = levels
        self.contracts_max = contracts_max
        self.sides: tuple[SortedDict, SortedDict] = (SortedDict(), SortedDict())
        self.orders: dict[int, Order] = {}
        self.sequence = 0
        self.entries = 0

    # commands: each answers with its events in the order in which they happened
    def place(self, order: Order) -> list[Event]:
        try:
            order = self.normal(order)
            self.refuse_fields(order)
            self.refuse_empty(order)
            self.refuse_match(order)
        except Refused as refused:
            return [Rejected(refused.code)]
        return self.enter(order)

    def cancel(self, order_id: int, owner: Hashable = None) -> list[Event]:
        """Cancel a resting order; with `owner`, only if it is that owner's."""
        order = self.orders.get(order_id)
        if order is None or owner not in (None, order.owner):
            return [Rejected("ORDER_NOT_FOUND")]
        self.remove(order)
        self.sequence += 1
        return [Canceled(order_id, order.contracts, 0, OWNER)]

    def cancel_all(self, owner: Hashable) -> list[Event]:
        """Cancel all orders of an owner by their ids, as one command."""
        own = sorted(x.order_id for x in self.orders.values() if x.owner == owner)
        before = self.sequence
        events = [event for order_id in own for event in self.cancel(order_id)]
        self.sequence = before + bool(own)
        return events

    def reduce(self, order_id: int, contracts: int) -> list[Event]:
        """Take contracts from a resting order, which keeps its place; some must be left."""
        order = self.orders.get(order_id)
        if order is None:
            return [Rejected("ORDER_NOT_FOUND")]
        if not 1 <= contracts < order.contracts:
            return [Rejected("BAD_CONTRACTS")]
        order.contracts -= contracts
        self.sequence += 1
        return [Reduced(order_id, contracts, order.contracts)]

    def amend(self, order_id: int, tick: int, contracts: int) -> list[Event]:
        """Give a resting order a new price and a new number of contracts that are left.

        Fewer contracts at the same price: in place. Otherwise it leaves and enters again.
        """
        try:
            changed = self.amended(order_id, tick, contracts)
            self.refuse_fields(changed)
            if self.is_in_place(changed):
                return self.reduce(order_id, self.orders[order_id].contracts - contracts)
            self.refuse_match(changed)
        except Refused as refused:
            return [Rejected(refused.code)]
        return self.enter_again(changed)

    # the parts of a command, for the layers above, which refuse in between
    def normal(self, order: Order) -> Order:
        """Return a copy; a market order is ioc, and without a price it takes the worst tick."""
        if not order.is_market:
            return replace(order)
        worst = self.levels if order.side == BID else 1
        return replace(order, time_in_force=IOC, tick=order.tick or worst)

    def amended(self, order_id: int, tick: int, contracts: int) -> Order:
        if order_id not in self.orders:
            raise Refused("ORDER_NOT_FOUND")
        return replace(self.orders[order_id], tick=tick, contracts=contracts)

    def is_in_place(self, changed: Order) -> bool:
        resting = self.orders[changed.order_id]
        return changed.tick == resting.tick and changed.contracts < resting.contracts

    def refuse_fields(self, order: Order) -> None:
        kinds = (order.side, BID, ASK), (order.time_in_force, GTC, FOK)
        kinds += ((order.self_match, CANCEL_RESTING, BOTH),)
        if not all(first <= value <= last for value, first, last in kinds):
            raise Refused("VALIDATION")
        if order.post_only and not order.may_rest:
            raise Refused("VALIDATION")
        if not 1 <= order.tick <= self.levels:
            raise Refused("BAD_PRICE")
        if not 1 <= order.contracts <= self.contracts_max:
            raise Refused("BAD_CONTRACTS")

    def refuse_empty(self, order: Order) -> None:
        if order.is_market and not self.sides[1 - order.side]:
            raise Refused("NO_LIQUIDITY")

    def refuse_match(self, order: Order) -> None:
        if order.post_only and self.next_maker(order):
            raise Refused("POST_ONLY_WOULD_CROSS")
        is_all_or_nothing = order.time_in_force == FOK and not order.is_market
        if is_all_or_nothing and self.fillable(order) < order.contracts:
            raise Refused("FOK_NOT_FILLED")

    def enter(self, order: Order) -> list[Event]:
        """Match an accepted order, then rest or cancel what is left of it."""
        assert order.order_id not in self.orders
        events: list[Event] = []
        while order.contracts and (maker := self.next_maker(order)):
            if maker.owner == order.owner:
                events += self.meet_own(order, maker)
            else:
                events.append(self.fill(order, maker))
        if order.contracts and order.may_rest:
            self.sides[order.side].setdefault(order.tick, deque()).append(order)
            self.orders[order.order_id] = order
            self.entries += 1
            order.entry = self.entries
            events.append(Rested(order.order_id, order.contracts))
        elif order.contracts:
            events.append(Canceled(order.order_id, order.contracts, 0, UNFILLED))
        self.sequence += self.is_changed_by(events, order.order_id)
        return events

    def enter_again(self, changed: Order) -> list[Event]:
        before = self.sequence
        self.remove(self.orders[changed.order_id])
        events = self.enter(changed)
        self.sequence = before + 1
        return events

    @staticmethod
    def is_changed_by(events: list[Event], incoming: int) -> bool:
        """Return whether more happened than contracts of the incoming order being cancelled."""
        return any(not isinstance(e, Canceled) or e.order_id != incoming for e in events)

    # matching
    def crossing(self, order: Order) -> list[Order]:
        """Return the resting orders that an order could meet, in price and time order."""
        if order.side == BID:
            levels = [(t, queue) for t, queue in self.sides[ASK].items() if t <= order.tick]
        else:
            bids = reversed(self.sides[BID].items())
            levels = [(t, queue) for t, queue in bids if t >= order.tick]
        return [resting for _, queue in levels for resting in queue]

    def next_maker(self, order: Order) -> Order | None:
        """Return the first of `crossing`, without making the whole list."""
        makers = self.sides[1 - order.side]
        if not makers:
            return None
        tick, queue = makers.peekitem(0 if order.side == BID else -1)
        crosses = tick <= order.tick if order.side == BID else tick >= order.tick
        return queue[0] if crosses else None

    def fillable(self, order: Order) -> int:
        """Return how many contracts of others the order could take before it had to stop."""
        total = 0
        for maker in self.crossing(order):
            if maker.owner != order.owner:
                total += maker.contracts
            elif order.self_match != CANCEL_RESTING:
                break
        return total

    def fill(self, taker: Order, maker: Order) -> Fill:
        contracts = min(taker.contracts, maker.contracts)
        self.take(maker, contracts)
        taker.contracts -= contracts
        return Fill(taker.order_id, maker.order_id, maker.tick, contracts, maker.contracts)

    def meet_own(self, taker: Order, maker: Order) -> list[Event]:
        if taker.self_match == CANCEL_INCOMING:
            removed, taker.contracts = taker.contracts, 0
            return [Canceled(taker.order_id, removed, 0, SELF_MATCH)]
        if taker.self_match == CANCEL_RESTING:
            removed = maker.contracts
            self.take(maker, removed)
            return [Canceled(maker.order_id, removed, 0, SELF_MATCH)]
        removed = min(taker.contracts, maker.contracts)
        self.take(maker, removed)
        taker.contracts -= removed
        return [
            Canceled(maker.order_id, removed, maker.contracts, SELF_MATCH),
            Canceled(taker.order_id, removed, taker.contracts, SELF_MATCH),
        ]

    def take(self, maker: Order, contracts: int) -> None:
        maker.contracts -= contracts
        if maker.contracts == 0:
            self.remove(maker)

    def remove(self, order: Order) -> None:
        levels = self.sides[order.side]
        levels[order.tick].remove(order)
        if not levels[order.tick]:
            del levels[order.tick]
        del self.orders[order.order_id]

    # readings
    def best(self, side: int) -> int | None:
        levels = self.sides[side]
        return levels.peekitem(-1 if side == BID else 0)[0] if levels else None

    def depth(self, side: int, levels: int | None = None) -> list[tuple[int, int]]:
        """Return (tick, contracts) of a side, best first."""
        rows = [(tick, sum(o.contracts for o in q)) for tick, q in self.sides[side].items()]
        return (rows[::-1] if side == BID else rows)[:levels]

    def ahead(self, order_id: int) -> int:
        """Return the contracts that will be filled before this order at its tick."""
        order = self.orders[order_id]
        total = 0
        for resting in self.sides[order.side][order.tick]:
            if resting.order_id == order_id:
                break
            total += resting.contracts
        return total

    def standing(self) -> list[tuple[int, ...]]:
        """Return all that rests as (order id, entry, contracts), level by level."""
        queues = [queue for side in self.sides for queue in side.values()]
        return [(o.order_id, o.entry, o.contracts) for queue in queues for o in queue]

    def check(self) -> None:
        listed = [o for side in self.sides for queue in side.values() for o in queue]
        assert {o.order_id: o for o in listed} == self.orders
        assert len(listed) == len(self.orders)
        assert all(queue for side in self.sides for queue in side.values())
        for side, levels in enumerate(self.sides):
            for tick, queue in levels.items():
                assert 1 <= tick <= self.levels
                assert all((o.side, o.tick) == (side, tick) for o in queue)
                assert all(o.contracts > 0 and o.may_rest for o in queue)
        bid, ask = self.best(BID), self.best(ASK)
        assert bid is None or ask is None or bid < ask

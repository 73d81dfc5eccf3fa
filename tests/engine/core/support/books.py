"""The compiled books beside the slow ones: the same commands, and what must come out of both."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from engine.core.book.arrays import (
    BOOK_COMMAND,
    BOOK_EVENT,
    NO_ORDER,
    EventKind,
    Life,
    Op,
    Refusal,
    SelfTrade,
)
from engine.core.book.matching import Book
from engine.core.book.points_book import WHOLE_POINTS, PointsBook
from tests.reference import book as slow
from tests.reference.points import NaiveLedger, Trade

LIVES = {Life.REST: slow.GTC, Life.IOC: slow.IOC, Life.FOK: slow.FOK}
REFUSALS = {
    "VALIDATION": Refusal.FIELD,
    "ORDER_NOT_FOUND": Refusal.ORDER_UNKNOWN,
    "BAD_PRICE": Refusal.BAD_TICK,
    "BAD_CONTRACTS": Refusal.BAD_CONTRACTS,
    "NO_LIQUIDITY": Refusal.NO_LIQUIDITY,
    "INSUFFICIENT_POINTS": Refusal.INSUFFICIENT_POINTS,
    "POST_ONLY_WOULD_CROSS": Refusal.WOULD_CROSS,
    "FOK_NOT_FILLED": Refusal.NOT_FILLED,
}
NO_POINTS = (0, 0, 0)


def commands_of(rows: list[dict[str, int]]) -> np.ndarray:
    commands = np.zeros(len(rows), BOOK_COMMAND)
    for command, row in zip(commands, rows, strict=True):
        for name, value in row.items():
            command[name] = value
    return commands


def run(book: Book, *rows: dict[str, int]) -> list[tuple[int, ...]]:
    """Process commands with ample room; events without their command number."""
    commands = commands_of(list(rows))
    events = np.zeros(1_000, BOOK_EVENT)
    begun, count = book.process(commands, events)
    assert begun == len(commands)
    return [shown(event) for event in events[:count]]


def shown(event: Any) -> tuple[int, ...]:
    names = ("kind", "side", "tick", "contracts", "left", "order", "maker")
    return tuple(int(event[name]) for name in (*names, "minted", "merged", "fee_e6"))


@dataclass
class Twins:
    """A compiled book and its slow twin; `accounts` 0 is matching alone."""

    orders: int = 40
    ticks: int = 99
    accounts: int = 0
    prices_e6: tuple[int, ...] = WHOLE_POINTS
    fee_rate_e6: int = 20_000
    granted_e6: int = 3_000_000_000
    places: dict[int, int] = field(default_factory=dict)  # of the slow book's order ids
    next_id: int = 1

    def __post_init__(self) -> None:
        if not self.accounts:
            self.book = Book(self.orders, self.ticks)
            self.slow = slow.NaiveBook(self.ticks)
            return
        self.book = PointsBook(self.orders, self.accounts, self.prices_e6, self.fee_rate_e6)
        self.ledger = NaiveLedger()
        rate = Fraction(self.fee_rate_e6, 10**6)
        self.slow = self.ledger.open_market(1, self.prices_e6, fee_rate=rate).book
        for account in range(self.accounts):
            self.book.grant(account, self.granted_e6)
            self.ledger.grant(account, self.granted_e6)

    def id_at(self, place: int) -> int:
        """Return the slow book's id of what rests at a place; 0 for nothing."""
        resting = (order for order in self.slow.orders if self.places[order] == place)
        return next(resting, 0)

    def apply(self, row: dict[str, int]) -> list[tuple[int, ...]]:
        """Run one command on both and compare all there is to compare; returns the events."""
        before = {x.order_id: (x.side, x.tick) for x in self.slow.orders.values()}
        expected = self.expect(row)
        events = run(self.book, row)
        assert events == [self.translate(e, row, before) for e in expected], row
        self.book.check()
        self.compare()
        return events

    def expect(self, row: dict[str, int]) -> list[Any]:
        op = Op(row["op"])
        if op in (Op.LIMIT, Op.MARKET):
            return self.expect_order(row)
        target = (1,) if self.accounts else ()
        twin = self.ledger if self.accounts else self.slow
        if op == Op.CANCEL_ALL:
            return self.in_book_order(twin.cancel_all(*target, row["owner"]))
        order_id = self.id_at(row["order"])
        if op == Op.CANCEL:
            return twin.cancel(*target, order_id)
        if op == Op.AMEND:
            return twin.amend(*target, order_id, row["tick"], row["contracts"])
        resting = self.slow.orders.get(order_id)
        less = resting.contracts - row["contracts"] if resting else 0
        return twin.reduce(*target, order_id, less)

    def in_book_order(self, events: list[Any]) -> list[Any]:
        """Order cancellations as the compiled book has them."""
        if self.accounts:
            return sorted(events, key=lambda e: (self.sides[e.order_id], e.order_id))
        return sorted(events, key=lambda e: self.ranks[e.order_id])

    def expect_order(self, row: dict[str, int]) -> list[Any]:
        is_market = row["op"] == Op.MARKET
        life = LIVES[Life(0 if is_market else row.get("life", 0))]
        post_only = bool(row.get("post_only", 0))
        is_readable = not post_only or (life == slow.GTC and not is_market)
        if is_readable and self.id_at(row["order"]):
            return [Refusal.ORDER_IN_USE]
        order = slow.Order(
            self.next_id,
            row["owner"],
            row["side"],
            row["tick"],
            row["contracts"],
            life,
            post_only,
            row.get("stp", 0),
            is_market,
        )
        events = self.ledger.place(1, order) if self.accounts else self.slow.place(order)
        if not isinstance(events[0], slow.Rejected):
            self.places[self.next_id] = row["order"]
            self.next_id += 1
        return events

    def remember(self) -> None:
        """Keep what orders a cancel-all's events; its orders are gone afterwards."""
        resting = self.slow.orders.values()
        self.sides = {x.order_id: x.side for x in resting}
        self.ranks = {x.order_id: (x.tick, x.entry) for x in resting}

    def translate(self, event: Any, row: dict[str, int], before: dict) -> tuple[int, ...]:
        asked = (row.get("side", 0), row.get("tick", 0), row.get("contracts", 0))
        if isinstance(event, slow.Rejected | Refusal):
            code = event if isinstance(event, Refusal) else REFUSALS[event.code]
            return (EventKind.REJECTED, *asked, code, row.get("order", 0), NO_ORDER, *NO_POINTS)
        if isinstance(event, slow.Fill | Trade):
            taker, maker = self.places[event.taker_id], self.places[event.maker_id]
            points = NO_POINTS
            if isinstance(event, Trade):
                points = (event.minted, event.merged, event.fee)
            side = 1 - before[event.maker_id][0]
            head = (EventKind.FILL, side, event.tick, event.contracts, event.maker_left)
            return (*head, taker, maker, *points)
        place, is_incoming = self.places[event.order_id], event.order_id not in before
        side, tick = before.get(event.order_id, asked[:2])
        if row["op"] == Op.AMEND and event.order_id == self.amended:
            is_incoming, tick = True, row["tick"]
        if row["op"] == Op.MARKET and is_incoming and not tick:
            tick = 1 if side else self.ticks
        if isinstance(event, slow.Rested):
            kind, contracts = EventKind.RESTED, event.left
        elif isinstance(event, slow.Reduced):
            kind, contracts = EventKind.REDUCED, event.removed
        else:
            kind, contracts = self.kind_of(event.reason, is_incoming), event.removed
        return (kind, side, tick, contracts, event.left, place, NO_ORDER, *NO_POINTS)

    @staticmethod
    def kind_of(reason: int, is_incoming: bool) -> EventKind:
        if reason == slow.SELF_MATCH:
            return EventKind.SELF_INCOMING if is_incoming else EventKind.SELF_CANCELED
        return EventKind.CANCELED if reason == slow.OWNER else EventKind.REST_CANCELED

    def compare(self) -> None:
        assert self.book.sequence == self.slow.sequence
        depth = self.book.depth()
        assert list(depth.bids) == self.slow.depth(slow.BID)
        assert list(depth.asks) == self.slow.depth(slow.ASK)
        if not self.accounts:
            return
        market = self.ledger.markets[1]
        for account in range(self.accounts):
            portfolio = self.book.portfolio(account)
            assert portfolio.available_e6 == self.ledger.available(account)
            assert portfolio.reserved_e6 == self.ledger.reserved(account)
            assert portfolio.realized_e6 == self.ledger.account(account).realized
            holding = market.holdings.get(account)
            held = (holding.contracts, holding.cost) if holding else (0, 0)
            assert (portfolio.contracts, portfolio.cost_e6) == held
        assert self.book.totals().pairs == market.open_interest

    def step(self, row: dict[str, int]) -> list[tuple[int, ...]]:
        self.remember()
        self.amended = self.id_at(row.get("order", 0))
        return self.apply(row)


STP_MODES = (SelfTrade.CANCEL_RESTING, SelfTrade.CANCEL_INCOMING, SelfTrade.BOTH)

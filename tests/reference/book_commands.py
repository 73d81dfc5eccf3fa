"""A seeded stream of commands for one book, with or without the ledger of points.

Plain dicts: `name` is place, cancel, cancel_all, reduce or amend; the other keys are the
arguments of `NaiveBook`, those of `Order` for place. Owners are small numbers. Each place has the
next order id, also when it is refused.
"""

from random import Random

from tests.reference.book import (
    BID,
    FOK,
    GTC,
    GTD,
    IOC,
    Event,
    NaiveBook,
    Order,
)
from tests.reference.points import LedgerEvent, NaiveLedger


class BookWorld:
    """Makes commands near a wandering middle; `watched` follows them, to name live orders."""

    def __init__(self, seed: int, watched: NaiveBook, owners: int = 4, size: int = 40) -> None:
        self.random = Random(seed)
        self.watched = watched
        self.owners = owners
        self.size = size
        self.middle = (watched.levels + 1) // 2
        self.spread = max(2, watched.levels // 12)
        self.order_id = 0

    def __call__(self) -> dict:
        r = self.random
        if r.random() < 0.1:
            moved = self.middle + r.randint(-1, 1)
            self.middle = max(1, min(self.watched.levels, moved))
        makes = [self.place, self.cancel, self.amend, self.reduce, self.cancel_all]
        return r.choices(makes, [65, 15, 12, 6, 1])[0]()

    def live(self) -> int:
        """Return the id of a resting order, or now and then of none."""
        if not self.watched.orders or self.random.random() < 0.03:
            return self.random.randint(0, self.order_id + 2)
        return self.random.choice(sorted(self.watched.orders))

    def tick(self, side: int) -> int:
        r = self.random
        towards = r.randint(-self.spread, max(1, self.spread // 3))
        tick = self.middle + (towards if side == BID else -towards)
        if r.random() < 0.02:
            return r.choice([0, self.watched.levels + 1])
        return max(1, min(self.watched.levels, tick))

    def place(self) -> dict:
        r = self.random
        self.order_id += 1
        side = r.randint(0, 1)
        force = r.choices([GTC, GTD, IOC, FOK], [60, 5, 15, 15])[0]
        is_market = r.random() < 0.08
        post_only = r.random() < (0.15 if force in (GTC, GTD) and not is_market else 0.04)
        return {
            "name": "place",
            "order_id": self.order_id,
            "owner": r.randrange(self.owners),
            "side": side,
            "tick": 0 if is_market and r.random() < 0.5 else self.tick(side),
            "contracts": 0 if r.random() < 0.02 else r.randint(1, r.choice([3, self.size])),
            "time_in_force": force,
            "post_only": post_only,
            "self_match": r.choice([0, 0, 1, 2]),
            "is_market": is_market,
        }

    def cancel(self) -> dict:
        order_id = self.live()
        order = self.watched.orders.get(order_id)
        is_owner = order is not None and self.random.random() < 0.95
        owner = order.owner if order and is_owner else self.random.randrange(self.owners)
        return {"name": "cancel", "order_id": order_id, "owner": owner}

    def cancel_all(self) -> dict:
        return {"name": "cancel_all", "owner": self.random.randrange(self.owners)}

    def reduce(self) -> dict:
        order_id = self.live()
        order = self.watched.orders.get(order_id)
        contracts = self.random.randint(0, order.contracts if order else 3)
        return {"name": "reduce", "order_id": order_id, "contracts": contracts}

    def amend(self) -> dict:
        order_id = self.live()
        order = self.watched.orders.get(order_id)
        tick = order.tick if order else self.middle
        left = order.contracts if order else 5
        if self.random.random() < 0.6:
            tick += self.random.randint(-self.spread, self.spread)
        contracts = max(0, left + self.random.choice([-2, -1, 0, 1, 12]))
        return {"name": "amend", "order_id": order_id, "tick": max(0, tick), "contracts": contracts}


def execute(book: NaiveBook, command: dict) -> list[Event]:
    """Give a command to a book; return its events."""
    name, arguments = command["name"], {k: v for k, v in command.items() if k != "name"}
    if name == "place":
        return book.place(Order(**arguments))
    return getattr(book, name)(**arguments)


def execute_with_points(ledger: NaiveLedger, market_id: int, command: dict) -> list[LedgerEvent]:
    """Give a command to a market of a ledger; return its events."""
    name, arguments = command["name"], {k: v for k, v in command.items() if k != "name"}
    if name == "place":
        return ledger.place(market_id, Order(**arguments))
    return getattr(ledger, name)(market_id, **arguments)


def book_commands(seed: int, count: int, levels: int = 99) -> list[dict]:
    """Return the first `count` commands of a seed's stream over a book alone."""
    watched = NaiveBook(levels)
    world = BookWorld(seed, watched)
    commands = []
    for _ in range(count):
        commands.append(world())
        execute(watched, commands[-1])
    return commands

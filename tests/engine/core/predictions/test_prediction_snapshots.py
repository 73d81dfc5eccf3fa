"""Snapshots whose prediction rows contradict each other are refused by table and row."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from tests.engine.core.state.test_hostile_snapshots import spoil
from tests.engine.core.state.test_snapshot import CHECKSUM, sealed
from tests.engine.core.support.floor import NO, YES, Floor
from tests.engine.core.support.world import wallet

# Rows of the floor below, and bytes of a row without what is derived; texts are at the end.
COUNTS = {"order": 6, "ticket": 6, "holding": 3, "points": 3, "prediction": 2, "text": 2}
WIDTHS = {"order": 16, "ticket": 136, "holding": 72, "points": 64, "prediction": 104, "text": 912}
ORDER = {"contracts": (0, 4), "owner": (4, 4), "tick": (8, 2), "side": (10, 1), "market": (12, 4)}
TICKET = {
    "order_id": (0, 8),
    "rank": (8, 8),
    "cost": (16, 8),
    "created": (32, 8),
    "client_order_id": (56, 1),
    "next_client": (92, 4),
    "user": (96, 4),
    "market": (100, 4),
    "contracts": (104, 4),
    "filled": (108, 4),
    "canceled": (112, 4),
    "price": (116, 2),
    "status": (123, 1),
    "is_listed": (125, 1),
}
HOLDING = {
    "contracts": (0, 8),
    "cost": (8, 8),
    "reserved": (16, 8),
    "full": (24, 8),
    "open": (40, 8),
    "account": (56, 4),
    "market": (60, 4),
    "next": (64, 4),
}
POINTS = {
    "available": (0, 8),
    "reserved": (8, 8),
    "granted": (24, 8),
    "user": (48, 4),
    "first_holding": (52, 4),
    "order_count": (56, 4),
    "programmes": (60, 4),
}
PREDICTION = {"closes": (16, 8), "pairs": (72, 8), "last_price": (100, 2), "status": (102, 1)}
FIELDS = {
    "order": ORDER,
    "ticket": TICKET,
    "holding": HOLDING,
    "points": POINTS,
    "prediction": PREDICTION,
}


def busy() -> Floor:
    """Rows: 0 bid 40, 1 bid 40 with an id, 2 ask 60, 3 filled and kept, 4 free, 5 bid 41.

    Wallet 1 holds 3 YES, wallet 3 as many NO.
    """
    world = Floor()
    world.place(1, YES, 40, 10)
    world.place(2, YES, 40, 10, client_order_id="b")
    world.place(3, NO, 40, 5)
    world.place(3, NO, 60, 3, client_order_id="a")
    world.place(1, YES, 30, 1)
    world.place(1, YES, 41, 1)
    world.cancel(1, 5)
    return world


def altered(body: bytes, changes: dict[tuple[str, int, str], int]) -> bytes:
    bad = bytearray(body)
    for (table, row, name), value in changes.items():
        names = list(COUNTS)
        after = sum(COUNTS[t] * WIDTHS[t] for t in names[names.index(table) :])
        offset, width = FIELDS[table][name]
        place = len(bad) - after + row * WIDTHS[table] + offset
        bad[place : place + width] = (value % 2 ** (8 * width)).to_bytes(width, "little")
    return sealed(bad)


def found(world: Floor) -> dict[tuple[str, int, str], int]:
    """Every field of every row, by name."""
    body = world.exchange.snapshot()[:-CHECKSUM]
    values = {}
    names = list(COUNTS)
    for table, fields in FIELDS.items():
        start = len(body) - sum(COUNTS[t] * WIDTHS[t] for t in names[names.index(table) :])
        for row in range(COUNTS[table]):
            for name, (offset, width) in fields.items():
                place = start + row * WIDTHS[table] + offset
                values[table, row, name] = int.from_bytes(body[place : place + width], "little")
    return values


def test_the_rows_are_where_they_are_looked_for():
    values = found(busy())
    ids = [values["ticket", row, "order_id"] for row in range(6)]
    assert ids == [1, 2, 3, 4, 0, 6]
    assert [values["points", row, "granted"] for row in range(3)] == [10**10] * 3


# Fields without cross references, or free within their bounds.
ALONE = {"created", "closes", "cost", "client_order_id", "programmes", "last_price", "rank"}
ENDED = {"owner", "tick", "side", "market", "user", "price", "status"}  # of an order that has ended


def is_free_to_differ(values: dict[tuple[str, int, str], int], key: tuple[str, int, str]) -> bool:
    table, row, name = key
    if table == "ticket" and values["ticket", row, "order_id"] == 0:
        return False  # a free place is empty
    if name in ALONE or key in {("ticket", 3, "order_id"), ("ticket", 5, "order_id")}:
        return True
    if name == "next_client":
        return not values["ticket", row, "is_listed"]
    if key == ("prediction", 1, "status"):
        return True
    return table in ("order", "ticket") and row == 3 and name in ENDED


def test_every_single_field_that_is_altered_is_refused():
    world = busy()
    body = world.exchange.snapshot()[:-CHECKSUM]
    values = found(world)
    checked = 0
    for key, value in values.items():
        if is_free_to_differ(values, key):
            continue
        for bad in (value + 1, value - 1):
            checked += 1
            changed = altered(body, {key: bad})
            with pytest.raises(ValueError, match="snapshot"):
                Exchange.restore(changed)
    assert checked > 150


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({("ticket", 1, "rank"): 1}, "rank"),
        ({("ticket", 1, "order_id"): 1}, "its id appears twice|list of client ids"),
        ({("ticket", 1, "order_id"): 99}, "id or rank"),
        ({("ticket", 0, "status"): 7}, "status or kind"),
        ({("order", 0, "contracts"): 100_001}, "ticket|order 0: contracts"),
        ({("order", 0, "owner"): 77}, "order 0: holding"),
        ({("order", 0, "owner"): 2**32 - 1}, "order 0: holding"),
        ({("order", 0, "market"): 1}, "order 0: place in the book"),
        ({("ticket", 0, "price"): 80, ("order", 0, "tick"): 80}, "crossed"),
        ({("holding", 0, "reserved"): 0}, "holding 0: what is reserved"),
        ({("holding", 0, "contracts"): 2**63 - 1}, "holding 0: contracts or cost"),
        ({("holding", 0, "next"): 0}, "its holdings"),
        ({("points", 0, "order_count"): 201}, "points 0: orders or programmes"),
        ({("points", 0, "available"): 2**63 - 1}, "points 0: amount"),
        ({("points", 1, "user"): 0}, "points 1: user"),
        ({("prediction", 0, "status"): 5}, "prediction 0: status"),
        ({("prediction", 0, "status"): 2}, "it cannot rest"),
        ({("prediction", 0, "pairs"): 2**40}, "prediction 0: pairs"),
    ],
)
def test_impossible_states_are_named(changes, reason):
    body = busy().exchange.snapshot()[:-CHECKSUM]
    with pytest.raises(ValueError, match=reason):
        Exchange.restore(altered(body, changes))


@pytest.mark.parametrize("seed", range(3))
def test_spoilt_predictions_are_refused_or_harmless(seed):
    world, random = busy(), Random(seed)
    body = world.exchange.snapshot()[:-CHECKSUM]
    refused = 0
    for _ in range(400):
        try:
            taken = Exchange.restore(sealed(spoil(random, body)))
        except ValueError:
            refused += 1
        else:
            use(taken)
    assert refused > 50


def use(exchange: Exchange) -> None:
    """Commands over every book and list come back with an answer."""
    seq, now_s = exchange.sequence, exchange.now_s
    calls: list[m.Command] = []
    for user in (wallet(1), wallet(2), wallet(3)):
        for market_id in (1, 2):
            fields = {"user": user, "market_id": market_id, "contracts": 20}
            calls += [m.PlaceOrder(**fields, side=side, price=70) for side in (0, 1)]
        calls.append(m.AmendOrder(user=user, order_id=1, price=50, contracts=30))
        calls.append(m.CancelAllOrders(user=user))
    calls.append(m.VoidPrediction(operator=b"O" * 32, market_id=1))
    for number, call in enumerate(calls, 1):
        header = {"seq": seq + number, "time_s": now_s}
        with suppress(ValueError, OverflowError):
            exchange.apply(replace(call, **header))
    exchange.state_hash()
    exchange.snapshot()

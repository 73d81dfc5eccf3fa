"""Snapshots whose markets, parameters or waiting orders are out of range are refused by name."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from struct import pack
from typing import Any

import pytest

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderKind as Kind
from engine.schema.enums import PriceSource as Source
from engine.schema.errors import ErrorCode
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS
from tests.engine.core.state.test_hostile_snapshots import HARMLESS, VALUES
from tests.engine.core.state.test_snapshot import CHECKSUM, sealed
from tests.engine.core.support.waiting import WIDE, Desk, P
from tests.engine.core.support.world import DAY_S, E6, E8, E12, wallet

A, B, C = wallet(1), wallet(2), wallet(3)

# Fields of rows without what is derived: place and width.
MARKET = {
    "holding": (16, 16),
    "hold_rate": (72, 8),
    "price": (88, 8),
    "settled": (208, 8),
    "noise": (216, 8),
    "auction_only": (224, 8),
}
ORDER = {
    "size": (0, 8),
    "trigger": (8, 8),
    "trail": (16, 8),
    "worst": (24, 8),
    "best": (32, 8),
    "expires": (40, 8),
    "stop": (48, 8),
    "target": (56, 8),
    "from_schedule": (64, 8),
    "order_id": (72, 8),
    "group": (80, 8),
    "due_rank": (88, 8),
    "account": (96, 4),
    "market": (100, 4),
    "next": (104, 4),
    "last": (108, 4),
    "delegate": (112, 4),
    "code": (116, 2),
    "kind": (118, 1),
    "source": (119, 1),
    "is_reduce_only": (120, 1),
    "is_whole": (121, 1),
    "is_buy": (122, 1),
    "is_parked": (123, 1),
    "is_update_turn": (124, 4),
}
ORDER_BYTES = 128
AUCTION, STOP, TRAIL, PARKED, FREE = range(5)  # rows of the desk below


def busy() -> Desk:
    """Rows: auction entry with a bracket, stop, trailing exit, parked stop, one that is free."""
    world = Desk(max_noise_e12=10**8, entry_window_before_s=0)
    for number in (1, 2, 3):
        world.account(number, 1, 100_000 * E6)
    world.modify(A, 10 * E6)
    world.modify(B, -5 * E6)
    world.place(C, 7 * E6, stop_e8=P - 1, target_e8=P + 1, group=3)
    world.exit(A, 390 * E8, source=int(Source.MARKET))
    trail = {"is_reduce_only": 1, "is_whole": 1, "worst_e8": 0, "trail_e6": 20_000}
    world.place(B, 0, Kind.TRAILING, **trail)
    world.place(A, 3 * E6, Kind.STOP, trigger_e8=401 * E8, worst_e8=401 * E8)
    world.cancel(B, world.place(B, E6))
    return world


def parked() -> Desk:
    """A price update beyond the bound of the noise: row 3 waits for an auction."""
    world = busy()
    world.to_print(404 * E8)
    return world


def body_of(world: Desk) -> bytes:
    return world.exchange.snapshot()[:-CHECKSUM]


def place_of_orders(world: Desk) -> int:
    """Where the rows begin: at the trigger of the stop of A, in the second of them."""
    body = body_of(world)
    pattern = pack("<4q", 0, 390 * E8, 0, 0)
    assert body.count(pattern) == 1
    return body.index(pattern) - STOP * ORDER_BYTES


def place_of_market(world: Desk) -> int:
    market = world.see()
    pattern = pack("<2q", market.index_price_e8, market.index_price_at_s)
    body = body_of(world)
    assert body.count(pattern) == 1
    return body.index(pattern) - MARKET["price"][0]


def put(body: bytes, place: int, width: int, value: int) -> bytes:
    bad = bytearray(body)
    bad[place : place + width] = (value % 2 ** (8 * width)).to_bytes(width, "little")
    return sealed(bad)


def orders_of(world: Desk) -> dict[tuple[int, str], int]:
    body, start = body_of(world), place_of_orders(world)
    return {
        (row, name): int.from_bytes(body[place : place + width], "little")
        for row in range(5)
        for name, (offset, width) in ORDER.items()
        for place in [start + row * ORDER_BYTES + offset]
    }


def refused(data: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Exchange.restore(data)


# Parameters ----------------------------------------------------------------------------------
def parameters_of(world: Desk, rows: tuple[Any, ...], values: Mapping[str, int]) -> int:
    pattern = pack(f"<{len(rows)}q", *(values[p.name] for p in rows))
    body = body_of(world)
    assert body.count(pattern) == 1
    return body.index(pattern)


@pytest.mark.parametrize("row", range(len(MARKET_PARAMETERS)))
def test_a_parameter_of_a_market_keeps_to_its_range(row):
    world = busy()
    start = parameters_of(world, MARKET_PARAMETERS, world.see().parameters)
    parameter = MARKET_PARAMETERS[row]
    for bad in (parameter.low - 1, parameter.high + 1):
        refused(put(body_of(world), start + 8 * row, 8, bad), f"market 0 has {parameter.name} = ")


@pytest.mark.parametrize("row", range(len(EXCHANGE_PARAMETERS)))
def test_a_parameter_of_the_exchange_keeps_to_its_range(row):
    world = busy()
    start = parameters_of(world, EXCHANGE_PARAMETERS, world.pool().parameters)
    parameter = EXCHANGE_PARAMETERS[row]
    for bad in (parameter.low - 1, parameter.high + 1):
        refused(put(body_of(world), start + 8 * row, 8, bad), f"exchange has {parameter.name} = ")


# Markets -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("holding", -1, "holding charge"),
        ("holding", E12 * E12 + 1, "holding charge"),
        ("hold_rate", -1, "holding charge"),
        ("hold_rate", 9 * 10**18 + 1, "holding charge"),
        ("noise", -1, "noise"),
        ("noise", 10**18 // 18 + 1, "noise"),
        ("auction_only", 2, "noise"),
        ("auction_only", 2**63, "noise"),
        # maxNoise 0.01 %: closed above 10^-8, open below 25/36 of it.
        ("noise", 10_000_000_001, "noise and its bound"),
        ("auction_only", 1, "noise and its bound"),
    ],
)
def test_a_market_keeps_to_its_ranges(name, value, words):
    world = busy()
    offset, width = MARKET[name]
    refused(
        put(body_of(world), place_of_market(world) + offset, width, value), f"market 0: {words}"
    )


@pytest.mark.parametrize(("noise", "states"), [(10**10, {0, 1}), (6_944_444_445, {0, 1})])
def test_between_the_bounds_of_the_noise_a_market_is_as_it_was(noise, states):
    world = busy()
    place = place_of_market(world)
    body = bytearray(body_of(world))
    body[place + 216 : place + 224] = noise.to_bytes(8, "little")
    for state in states:
        taken = Exchange.restore(put(body, place + MARKET["auction_only"][0], 8, state))
        assert taken.market_view(1, world.now_s).is_auction_only == bool(state)


# Waiting orders --------------------------------------------------------------------------------
def test_the_rows_are_where_they_are_looked_for():
    values = orders_of(busy())
    assert [values[row, "order_id"] for row in range(5)] == [1, 2, 3, 4, 0]
    assert [values[row, "kind"] for row in range(4)] == [
        Kind.AUCTION,
        Kind.STOP,
        Kind.TRAILING,
        Kind.STOP,
    ]
    assert values[TRAIL, "best"] == P
    later = orders_of(parked())
    assert later[PARKED, "is_parked"] == 1
    assert later[PARKED, "code"] == ErrorCode.AUCTION_ONLY


@pytest.mark.parametrize(
    ("row", "name", "value", "words"),
    [
        (AUCTION, "market", 1, "market or delegate"),
        (AUCTION, "delegate", 2**32 - 2, "market or delegate"),
        (AUCTION, "kind", 5, "do not go together"),
        (AUCTION, "source", 1, "do not go together"),
        (STOP, "source", 2, "do not go together"),
        (AUCTION, "is_whole", 1, "do not go together"),
        (AUCTION, "is_reduce_only", 2, "do not go together"),
        (AUCTION, "size", 0, "do not go together"),
        (AUCTION, "size", 10**13 + 1, "do not go together"),
        (AUCTION, "size", -(10**13) - 1, "do not go together"),
        (AUCTION, "size", -7 * E6, "side"),
        (AUCTION, "is_buy", 0, "side"),
        (AUCTION, "is_buy", 2, "flag"),
        (AUCTION, "is_parked", 2, "flag"),
        (AUCTION, "is_update_turn", 2, "flag"),
        (AUCTION, "trigger", P, "do not go together"),
        (AUCTION, "worst", 0, "do not go together"),
        (AUCTION, "worst", WIDE + 1, "do not go together"),
        (AUCTION, "stop", WIDE + 1, "do not go together"),
        (AUCTION, "target", -1, "do not go together"),
        (STOP, "trigger", 0, "do not go together"),
        (STOP, "trigger", WIDE + 1, "do not go together"),
        (STOP, "trail", 1, "do not go together"),
        (STOP, "stop", 1, "bracket|number of orders"),
        (STOP, "best", 1, "best price"),
        (TRAIL, "trail", 0, "do not go together"),
        (TRAIL, "trail", 10**6, "do not go together"),
        (TRAIL, "trail", 20_001, "best price"),
        (TRAIL, "trigger", 408 * E8 - 1, "best price"),
        (TRAIL, "best", 0, "best price"),
        (TRAIL, "best", WIDE + 1, "best price"),
        (AUCTION, "code", 1, "why it waits"),
        (AUCTION, "code", 60_000, "why it waits"),
        (AUCTION, "group", 2**32 + 6, "group"),
        (AUCTION, "group", 2**64 - 1, "group"),
        (AUCTION, "expires", 0, "time or turn"),
        (AUCTION, "expires", 2**62, "time or turn"),
        (AUCTION, "from_schedule", 2**41, "time or turn"),
        (AUCTION, "due_rank", 1, "time or turn"),
        (AUCTION, "is_parked", 1, "parked beside"),
        (AUCTION, "order_id", 0, "its place"),
        (AUCTION, "order_id", 6, "its place"),
        (AUCTION, "account", 0, "its place"),
        (AUCTION, "last", 1, "its place"),
        (AUCTION, "next", 0, "two lists"),
        (AUCTION, "next", 77, "no row"),
        (FREE, "order_id", 5, "not free"),
        (FREE, "next", FREE, "two lists"),
    ],
)
def test_an_order_that_cannot_be_is_named(row, name, value, words):
    world = busy()
    offset, width = ORDER[name]
    place = place_of_orders(world) + row * ORDER_BYTES + offset
    refused(put(body_of(world), place, width, value), words)


def test_a_turn_is_not_parked():
    world = parked()
    start = place_of_orders(world) + PARKED * ORDER_BYTES
    refused(put(body_of(world), start + ORDER["due_rank"][0], 8, 1), "parked beside")


def test_every_number_of_an_account_counts_its_orders():
    world = busy()
    body = body_of(world)
    # An account before its name: first order, orders, entries.
    pattern = pack("<I2H", AUCTION, 3, 1)
    assert body.count(pattern) == 1
    place = body.index(pattern)
    for offset, width, bad in ((4, 2, 2), (4, 2, 101), (6, 2, 0), (6, 2, 2)):
        refused(put(body, place + offset, width, bad), "account 2: number of orders")
    refused(put(body, place, 4, 2**32 - 1), "account 2: number of orders|in no list")


# At random -------------------------------------------------------------------------------------
def use(exchange: Exchange, now_s: int) -> None:
    """Reads and commands over every order come back with an answer or an exception."""
    for owner in (A, B, C):
        for row in exchange.perp_orders(owner, 1, now_s):
            assert ErrorCode(row.deferred_code) is not None
    exchange.coming_auction(1, now_s)
    midnight = (now_s // DAY_S + 1) * DAY_S
    seq, slot = exchange.sequence, exchange.chain_cursor[0]
    calls: list[m.Command] = [
        m.PostPrint(market_id=1, price_e8=price, published_at_s=midnight) for price in (P, 395 * E8)
    ]
    for owner in (A, B, C):
        head = {"user": owner, "owner": owner, "account_id": 1, "expires_slot": 2**62}
        calls += [
            m.ModifyPosition(market_id=1, size_e6=E6, limit_e8=WIDE, **head),
            m.AmendPerpOrder(order_id=2, trigger_e8=380 * E8, expires_at_s=midnight + 9, **head),
            m.CancelPerpOrders(**head),
        ]
    calls.append(m.Tick())
    for number, call in enumerate(calls, 1):
        fields: dict[str, int] = {"seq": seq + number, "time_s": midnight}
        if hasattr(call, "expires_slot"):
            fields |= {"slot": slot + number, "nonce": 2**40 + number}
        with suppress(*HARMLESS):
            exchange.apply(replace(call, **fields))
    exchange.state_hash()
    exchange.snapshot()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("make", [busy, parked])
def test_spoilt_orders_are_refused_or_harmless(make, seed):
    world, random = make(), Random(seed)
    body, start = body_of(world), place_of_orders(world)
    count = 0
    for _ in range(200):
        row, (offset, width) = random.randrange(5), random.choice([*ORDER.values()])
        value = random.choice([*VALUES, P, P - 1, P + 1, 7 * E6, world.now_s])
        try:
            place = start + row * ORDER_BYTES + offset
            taken = Exchange.restore(put(body, place, width, value))
        except ValueError:
            count += 1
        else:
            use(taken, world.now_s)
    assert 100 < count < 200

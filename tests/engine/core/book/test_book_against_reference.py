"""Random commands through the compiled books and the slow ones: the same events, one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.book.arrays import BOOK_EVENT, NO_ORDER, Op
from engine.core.book.matching import Book
from engine.core.book.points_book import PointsBook
from tests.engine.core.support.books import STP_MODES, Twins, commands_of

PLACES = 12
TAPERED = (
    *range(100_000, 1_000_000, 100_000),
    *range(1_000_000, 100_000_000, 1_000_000),
    *range(99_100_000, 100_000_000, 100_000),
)


def rows(ticks: int, contracts: int, owners: int) -> st.SearchStrategy[dict[str, int]]:
    middle = (ticks + 1) // 2
    near = st.integers(max(0, middle - 4), min(ticks + 1, middle + 4))
    return st.fixed_dictionaries(
        {
            "op": st.sampled_from([0, 0, 0, 0, 1, 2, 3, 4, 5, 5]),
            "side": st.integers(0, 1),
            "life": st.sampled_from([0, 0, 0, 0, 1, 2]),
            "stp": st.sampled_from(STP_MODES),
            "tick": near,
            "post_only": st.sampled_from([0, 0, 0, 1]),
            "contracts": st.integers(0, contracts),
            "order": st.integers(0, PLACES - 1),
            "owner": st.integers(0, owners - 1),
        }
    )


@settings(max_examples=120, deadline=None)
@given(st.data(), st.sampled_from([2, 3, 64, 99, 9_999]))
def test_matching_alone(data, ticks):
    twins = Twins(orders=PLACES, ticks=ticks)
    for row in data.draw(st.lists(rows(ticks, 12, 3), min_size=10, max_size=60)):
        twins.step(row)


@settings(max_examples=120, deadline=None)
@given(st.lists(rows(99, 60, 3), min_size=10, max_size=60))
def test_with_points(commands):
    twins = Twins(orders=PLACES, accounts=3)
    for row in commands:
        twins.step(row)


@settings(max_examples=60, deadline=None)
@given(st.lists(rows(117, 60, 3), min_size=10, max_size=50), st.sampled_from([0, 12_345, 10**6]))
def test_with_points_on_a_tapered_grid(commands, fee_rate_e6):
    twins = Twins(
        orders=PLACES,
        ticks=len(TAPERED),
        accounts=3,
        prices_e6=TAPERED,
        fee_rate_e6=fee_rate_e6,
        granted_e6=4_000_000_000,
    )
    for row in commands:
        twins.step({**row, "tick": row["tick"] % 9 if row["contracts"] % 2 else row["tick"]})


def new_book(layer: str) -> Book:
    if layer == "matching":
        return Book(PLACES)
    book = PointsBook(PLACES, 3)
    for account in range(3):
        book.grant(account, 10_000_000_000)
    return book


def all_events(book: Book, commands: np.ndarray, room: int) -> bytes:
    """Run all commands with so many rows of output at a time."""
    found, events = b"", np.zeros(room, BOOK_EVENT)
    while len(commands) or book.is_pending:
        begun, count = book.process(commands, events)
        assert count or begun
        commands = commands[begun:]
        found += events[:count].tobytes()
    return found


@pytest.mark.parametrize("layer", ["matching", "points"])
@settings(max_examples=60, deadline=None)
@given(st.lists(rows(99, 40, 3), min_size=20, max_size=80), st.integers(3, 9))
def test_any_room_for_events_gives_the_same_events(layer, commands, room):
    batch = commands_of(commands)
    whole, parts = new_book(layer), new_book(layer)
    assert all_events(parts, batch, room) == all_events(whole, batch, 10_000)
    assert parts.digest() == whole.digest()
    parts.check()


@settings(max_examples=60, deadline=None)
@given(st.lists(rows(99, 40, 3), min_size=10, max_size=60))
def test_one_call_at_a_time_gives_the_same_events(commands):
    batch, single = new_book("points"), new_book("points")
    for row in map(only_used, commands):
        events = np.zeros(100, BOOK_EVENT)
        _, count = batch.process(commands_of([row]), events)
        outcome = call(single, row)
        assert outcome.event_count == count
        assert single.last_events().tobytes() == events[:count].tobytes()
        fills = events[:count][events[:count]["kind"] == 2]
        assert outcome.filled == fills["contracts"].sum()
        assert outcome.cost_ticks == (fills["contracts"].astype("u8") * fills["tick"]).sum()
        assert outcome.fee_e6 == fills["fee_e6"].sum()
    assert single.digest() == batch.digest()


USED = {
    Op.LIMIT: ("owner", "side", "tick", "contracts", "life", "stp", "post_only", "order"),
    Op.CANCEL: ("order",),
    Op.MARKET: ("owner", "side", "tick", "contracts", "stp", "order"),
    Op.CANCEL_ALL: ("owner",),
    Op.REDUCE: ("order", "contracts"),
    Op.AMEND: ("order", "tick", "contracts"),
}


def only_used(row: dict[str, int]) -> dict[str, int]:
    used = {name: row[name] for name in ("op", *USED[Op(row["op"])])}
    return used if "order" in used else {**used, "order": NO_ORDER}


def call(book: Book, row: dict[str, int]):
    """Make the one call that says the same as a row."""
    names = ("owner", "side", "tick", "contracts")
    owner, side, tick, contracts = (row.get(name, 0) for name in names)
    if row["op"] == Op.LIMIT:
        post_only = bool(row["post_only"])
        return book.place(
            owner, side, tick, contracts, row["life"], row["stp"], post_only, row["order"]
        )
    if row["op"] == Op.MARKET:
        return book.market(owner, side, contracts, tick, row["stp"], row["order"])
    if row["op"] == Op.CANCEL_ALL:
        return book.cancel_all(owner)
    if row["op"] == Op.CANCEL:
        return book.cancel(row["order"])
    if row["op"] == Op.REDUCE:
        return book.reduce(row["order"], contracts)
    return book.amend(row["order"], tick, contracts)

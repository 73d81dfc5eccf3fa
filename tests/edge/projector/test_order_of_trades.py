"""Which waiting order a trade is of, also where sizes and prices are alike."""

import pytest

from edge.projector.rows.orders import order_of_trades
from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderKind as Kind
from tests.engine.core.support.waiting import Desk, P
from tests.engine.core.support.world import E6


@pytest.fixture
def desk() -> Desk:
    return Desk()


def linked(command: m.Command, events: list[m.Event]) -> list[tuple[int, int, int]]:
    """Of each trade, in order: the order, the size and the price."""
    orders = order_of_trades(command, events)
    return [
        (orders.get(index, 0), event.size_delta_e6, event.fill_price_e8)
        for index, event in enumerate(events)
        if isinstance(event, m.PositionModified)
    ]


def test_equal_orders_of_an_account_have_their_own_matched_and_pool_parts(desk):
    buyer, seller = desk.account(1), desk.account(2)
    one, two = desk.place(buyer, 10 * E6), desk.place(buyer, 10 * E6)
    three = desk.place(seller, -10 * E6)
    events = desk.to_print(P)
    found = linked(m.PostPrint(), events)
    assert [row[:2] for row in found] == [
        (one, 5 * E6),
        (two, 5 * E6),
        (three, -10 * E6),
        (one, 5 * E6),
        (two, 5 * E6),
    ]
    assert [row[2] for row in found[:3]] == [P, P, P]
    assert found[3][2] == found[4][2] > P


def test_the_trade_of_the_command_is_of_no_order(desk):
    owner = desk.account(1)
    desk.to_print(P)
    desk.open_again()
    # A stop on the market price, which the account's own trade of the same size meets.
    stop = desk.place(
        owner, 10 * E6, Kind.STOP, source=1, trigger_e8=P + P // 400_000, worst_e8=2 * P
    )
    assert stop
    events = desk.modify(owner, 10 * E6)
    command = m.ModifyPosition(user=owner, owner=owner, account_id=1, market_id=1)
    assert [row[:2] for row in linked(command, events)] == [(0, 10 * E6), (stop, 10 * E6)]


def test_an_exit_and_an_entry_of_one_price_update_are_told_apart(desk):
    owner = desk.account(1)
    desk.to_print(P)
    desk.open_again()
    desk.modify(owner, 10 * E6)
    exit_order = desk.exit(owner, P - 100)
    entry = desk.place(owner, -10 * E6, Kind.STOP, trigger_e8=P - 100, worst_e8=1)
    events = desk.to_print(P - 100)
    assert [row[:2] for row in linked(m.PostPrint(), events)] == [
        (exit_order, -10 * E6),
        (entry, -10 * E6),
    ]

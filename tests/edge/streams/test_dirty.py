"""Which wallets' streams get a liquidation, and with which events."""

from types import SimpleNamespace

from edge.http.addresses import address_text
from edge.streams.channels import Touched, UserChannel
from edge.streams.dirty import mark
from edge.streams.hub import Entry, Hub
from engine.core.generated import messages as m
from engine.sequencer import Applied
from tests.engine.core.perps.test_auto_deleveraging import insolvent
from tests.engine.core.support.world import E6, E8, World, wallet


def received(world: World, events: list[m.Event], *users: int) -> dict[int, Touched]:
    """What the channels of the users have to tell after the last command."""
    entries = {
        f"user:{address_text(wallet(user))}": Entry(UserChannel(None, wallet(user)))
        for user in users
    }
    hub = SimpleNamespace(
        entries=entries,
        users={entry.channel.owner: name for name, entry in entries.items()},
        dirty=set(),
        trades_name=Hub.trades_name,
        recent=lambda _name: [],
        context=SimpleNamespace(exchange=getattr(world, "exchange", None)),
    )
    mark(hub, Applied(world.journal[-1], tuple(events)))
    touched = [entry.channel.touched for entry in entries.values()]
    return dict(zip(users, touched, strict=True))


def kinds(touched: Touched) -> list[str]:
    return [event["kind"] for event in touched.events]


def test_only_liquidated_and_deleveraged_wallets_are_notified():
    world = insolvent(60 * E8, [(2, 100, 5_000)])
    events = world.liquidate(wallet(1))
    heard = received(world, events, 1, 2, 9, 40)
    assert (heard[1].accounts, kinds(heard[1])) == ({1}, ["liquidation"])
    assert (heard[2].accounts, kinds(heard[2])) == ({1}, ["trade"])
    assert heard[2].events[0]["tradeKind"] == "decrease"
    assert heard[2].events[0]["tradeFee"] == "0"
    assert heard[40].is_empty()


def test_the_account_that_takes_the_fee_is_told_to_its_owner():
    command = m.Liquidate(
        user=wallet(9), owner=wallet(1), account_id=1, has_fee_account=1, fee_account_id=4
    )
    world = SimpleNamespace(journal=[command])
    heard = received(world, [m.CommandApplied(user=wallet(9))], 9, 1)
    assert heard[9].accounts == {4}
    assert kinds(heard[9]) == ["command"]
    assert heard[1].is_empty()


def test_requests_are_told_in_the_state_that_they_have():
    world = SimpleNamespace(journal=[m.Tick()])
    fee = m.SettlementRequestCreated(owner=wallet(9), request_id=1, kind=3, amount_e6=E6)
    margin = m.SettlementRequestCreated(owner=wallet(9), request_id=2, kind=0, amount_e6=E6)
    nothing = m.SettlementProcessed(owner=wallet(9), request_id=3, amount_e6=0)
    heard = received(world, [fee, margin, nothing], 9)[9]
    assert [event["status"] for event in heard.events] == ["payable", "pending", "settled"]
    assert heard.requests == {1, 2, 3}


def test_a_closed_position_is_told_once_more():
    world = SimpleNamespace(journal=[m.Tick()])
    event = m.LpPositionClosed(owner=wallet(9), lp_position_id=5)
    assert received(world, [event], 9)[9].lp_positions == {5}

"""Mark channels dirty after a command; encode its events for the user's stream."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_args

import msgspec

from edge.api.history import encode as history
from edge.api.orders import encode as perp_orders
from edge.http.addresses import signature_text
from edge.projector.rows import accounts, orders, pool, trades
from edge.streams.channels import (
    Data,
    MarketChannel,
    MarketsChannel,
    TradesChannel,
    UserChannel,
)
from edge.streams.predictions import PREDICTIONS, PredictionsChannel
from edge.streams.user_orders import PredictionEvent
from engine.core.generated import messages as m
from engine.core.generated.messages import Command, Event
from engine.schema.enums import RequestKind, StatusScope
from engine.sequencer import Applied

if TYPE_CHECKING:
    from edge.streams.hub import Hub

E = TypeVar("E")
R = TypeVar("R")
# The other requests are payable at once.
_DELAYED_KINDS = (RequestKind.MARGIN, RequestKind.LIQUIDITY)
_ORDERS = (
    m.ModifyPosition,
    m.ClosePosition,
    m.ModifyPositions,
    m.PlacePerpOrder,
    m.AmendPerpOrder,
    m.CancelPerpOrder,
    m.CancelPerpOrders,
)
_ORDER_EVENTS = frozenset({m.OrderOpened, m.OrderUpdated, m.PredictionTraded})
_POINTS_MOVE = _ORDER_EVENTS | {m.PointsGranted, m.PredictionPaid}
RequestEvent = (
    m.SettlementRequestCreated
    | m.SettlementProcessed
    | m.PayoutAuthorised
    | m.PayoutExpired
    | m.SettlementPaid
)
_REQUEST_STATES: Mapping[type, str] = {
    m.SettlementRequestCreated: "pending",
    m.SettlementProcessed: "payable",
    m.PayoutAuthorised: "authorised",
    m.PayoutExpired: "payable",
    m.SettlementPaid: "settled",
}


class OfMarket(Protocol):
    """An event of one market."""

    @property
    def market_id(self) -> int: ...


def mark(hub: "Hub", applied: Applied) -> None:
    """Note in the hub's channels what one command changed: O(events), nothing is encoded yet."""
    order_of = orders.order_of_trades(applied.command, applied.events) if hub.users else {}
    for index, event in enumerate(applied.events):
        kind: type = type(event)
        if isinstance(event, m.PositionModified):
            _on_trade(hub, applied.command, event, index)
        if not hub.entries:
            continue
        marker = _MARKERS.get(kind)
        if marker is not None:
            marker(hub, event)
        if isinstance(event, m.AuctionHeld):
            _on_auction(hub, applied.command, event, index)
        if hub.users:
            for owner_field in _owner_fields(kind):
                owner = getattr(event, owner_field)
                _mark_user(hub, applied.command, event, index, owner)
                if index in order_of:
                    _link_order(hub, owner, order_of[index])
            if isinstance(event, m.CommandApplied | m.CommandRejected):
                _mark_delegator(hub, applied.command, event)


def _on_trade(hub: "Hub", command: Command, event: m.PositionModified, index: int) -> None:
    trade = history.stream_trade(trades.trade_row(command, event, index))
    for market_id in (None, event.market_id):
        name = hub.trades_name(market_id)
        hub.recent(name).append(trade)
        entry = hub.entries.get(name)
        if entry is not None and isinstance(entry.channel, TradesChannel):
            entry.channel.new.append(trade)
            hub.dirty.add(name)


def _on_auction(hub: "Hub", command: Command, event: m.AuctionHeld, index: int) -> None:
    name = f"market:{event.market_id}"
    entry = hub.entries.get(name)
    if entry is not None and isinstance(entry.channel, MarketChannel):
        row = orders.auction_row(command, event, index)
        entry.channel.auctions.append(perp_orders.auction(row))
        hub.dirty.add(name)


def _link_order(hub: "Hub", owner: bytes, order_id: int) -> None:
    """Name the waiting order in the trade that was just encoded for its owner."""
    name = hub.users.get(owner)
    channel = hub.entries[name].channel if name is not None else None
    if isinstance(channel, UserChannel):
        trade = channel.touched.events[-1]
        assert isinstance(trade, dict)
        trade["orderId"] = order_id


def _mark_every_market(hub: "Hub", _event: object) -> None:
    """The room left in a market depends on the pool and on the rules of the exchange."""
    hub.dirty.update(name for name in hub.entries if name.startswith("market:"))


def _on_status(hub: "Hub", event: m.StatusChanged) -> None:
    if event.scope == StatusScope.EXCHANGE:
        _mark_markets(hub, None)
    else:
        _mark_market(hub, event)


def _on_parameter(hub: "Hub", event: m.ParameterChanged) -> None:
    if event.market_id == 0:
        _mark_every_market(hub, event)
    else:
        _mark_market(hub, event)


def _mark_market(hub: "Hub", event: OfMarket) -> None:
    _mark_markets(hub, event.market_id)
    name = f"market:{event.market_id}"
    if name in hub.entries:
        hub.dirty.add(name)


def _on_print(hub: "Hub", event: m.PrintAccepted) -> None:
    _mark_market(hub, event)
    _mark_holders(hub, event.market_id)


def _mark_prediction(hub: "Hub", event: OfMarket) -> None:
    name = hub.books.get(event.market_id)
    if name is not None:
        hub.dirty.add(name)
    entry = hub.entries.get(PREDICTIONS)
    if entry is not None and isinstance(entry.channel, PredictionsChannel):
        entry.channel.changed.add(event.market_id)
        hub.dirty.add(PREDICTIONS)


_MARKERS: Mapping[type, Callable[["Hub", Any], None]] = {
    m.PoolUpdated: _mark_every_market,
    m.StatusChanged: _on_status,
    m.ParameterChanged: _on_parameter,
    m.MarketUpdated: _mark_market,
    m.MarketCreated: _mark_market,
    m.PrintAccepted: _on_print,
    m.PrintHeld: _mark_market,
    m.PredictionCreated: _mark_prediction,
    m.PredictionOpened: _mark_prediction,
    m.PredictionClosed: _mark_prediction,
    m.PredictionResolved: _mark_prediction,
    m.PredictionVoided: _mark_prediction,
    m.OrderOpened: _mark_prediction,
    m.OrderUpdated: _mark_prediction,
    m.PredictionTraded: _mark_prediction,
}


@cache
def _owner_fields(kind: type) -> tuple[str, ...]:
    """Return the fields that name the wallets an event is about."""
    if kind is m.PredictionTraded:
        return ("taker", "maker")
    names = {one.name for one in fields(kind)}
    return tuple(name for name in ("owner", "user") if name in names)[:1]


def _mark_markets(hub: "Hub", market_id: int | None) -> None:
    entry = hub.entries.get("markets")
    if entry is None or not isinstance(entry.channel, MarketsChannel):
        return
    if market_id is None:
        entry.channel.is_status_changed = True
    else:
        entry.channel.changed.add(market_id)
    hub.dirty.add("markets")


def _mark_holders(hub: "Hub", market_id: int) -> None:
    for name, entry in hub.entries.items():
        if isinstance(entry.channel, UserChannel):
            entry.channel.touch_market(market_id)
            hub.dirty.add(name)


def _mark_user(hub: "Hub", command: Command, event: Event, index: int, owner: bytes) -> None:
    name = hub.users.get(owner)
    if name is None:
        return
    channel = hub.entries[name].channel
    assert isinstance(channel, UserChannel)
    _touch(channel, event)
    if isinstance(command, m.Liquidate) and isinstance(event, m.CommandApplied):
        _touch_fee_account(channel, command)
    encoded = _encode_event(command, event, index)
    if encoded is not None:
        channel.touched.events.append(encoded)
    hub.dirty.add(name)


def _mark_delegator(hub: "Hub", command: Command, event: Event) -> None:
    """Report the outcome of a delegate's order to the owner; each account shows what is used."""
    if not isinstance(command, _ORDERS) or command.user == command.owner:
        return
    name = hub.users.get(command.owner)
    if name is None:
        return
    owner = hub.context.exchange.user_view(command.owner)
    if owner.delegate != command.user:
        return  # a stranger's command is no concern of the owner's
    channel = hub.entries[name].channel
    assert isinstance(channel, UserChannel)
    outcome = accounts.command_row(command, event)
    assert outcome is not None
    channel.touched.events.append(_kind("command", history.command_row(outcome)))
    if isinstance(event, m.CommandApplied):
        channel.touched.accounts.update(owner.margin_account_ids)
    hub.dirty.add(name)


def _touch_fee_account(channel: UserChannel, command: m.Liquidate) -> None:
    """The liquidator's own account, which took the fee; no event names it."""
    if command.has_fee_account:
        channel.touched.accounts.add(command.fee_account_id)


def _touch(channel: UserChannel, event: Event) -> None:
    touched = channel.touched
    if type(event) in _POINTS_MOVE:
        touched.has_points = True
        return
    if isinstance(event, m.MarginAccountCreated):
        channel.names[event.account_id] = event.name
    if isinstance(event, m.MarginAccountClosed):
        touched.closed.add(event.account_id)
    elif isinstance(event, m.DelegateSet):
        touched.accounts.update(channel.account_ids())
    elif isinstance(event, m.LiquidityModified | m.LpPositionClosed):
        touched.lp_positions.add(event.lp_position_id)
    elif isinstance(event, RequestEvent):
        touched.requests.add(event.request_id)
        if isinstance(event, m.SettlementPaid):
            channel.settled[event.request_id] = signature_text(event.payout_signature)
    elif hasattr(event, "account_id"):
        touched.accounts.add(event.account_id)
    if isinstance(event, orders.OrderEvent):
        touched.perp_orders[event.order_id] = (event.account_id, event.market_id)


def _encode_event(command: Command, event: Event, index: int) -> Data | PredictionEvent | None:
    """Return the event as encoded for the user's stream, `None` if the stream omits it.

    Events of orders are left as they are: the channel encodes them.
    """
    if isinstance(event, m.OrderOpened | m.OrderUpdated | m.PredictionTraded):
        return event
    of_history = _HISTORIES.get(type(event))
    if of_history is not None:
        kind, encode = of_history
        return _kind(kind, encode(command, event, index))
    if isinstance(event, RequestEvent):
        return _request_state(event)
    outcome = accounts.command_row(command, event)
    return None if outcome is None else _kind("command", history.command_row(outcome))


def _history(
    kind: str, row: Callable[[Command, E, int], R], encode: Callable[[R], object]
) -> tuple[str, Callable[[Command, object, int], object]]:
    """Return the name of an event in the user's stream, and what encodes it there."""
    return kind, lambda command, event, index: encode(row(command, event, index))


_HISTORIES = {
    m.PositionModified: _history("trade", trades.trade_row, history.trade),
    m.AutoDeleveraged: _history("trade", trades.deleveraged_row, history.trade),
    m.PositionSettled: _history("trade", trades.settled_row, history.trade),
    m.MarginTransferred: _history("marginTransfer", accounts.transfer_row, history.margin_transfer),
    m.LiquidityModified: _history("lp", pool.lp_row, history.lp_event),
    **{
        event: _history("perpOrder", orders.order_row, perp_orders.perp_order_event)
        for event in get_args(orders.OrderEvent)
    },
    m.PositionLiquidated: _history("liquidation", trades.liquidation_row, history.liquidation),
}


def _request_state(event: RequestEvent) -> Data:
    status = _REQUEST_STATES[type(event)]
    if isinstance(event, m.SettlementRequestCreated) and event.kind not in _DELAYED_KINDS:
        status = "payable"
    if isinstance(event, m.SettlementProcessed) and event.amount_e6 == 0:
        status = "settled"  # nothing is left to pay
    return {"kind": "settlement", "id": event.request_id, "status": status}


def _kind(kind: str, entity: object) -> Data:
    return {"kind": kind, **msgspec.to_builtins(entity)}

"""Which channels a command touches, and what the user's stream tells about it."""

# ruff: noqa: ANN401 - values of any message or column pass through here

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from edge.api.history import encode as history
from edge.http.addresses import signature_text
from edge.projector import rows
from edge.streams.channels import MarketsChannel, TradesChannel, UserChannel
from edge.streams.predictions import PREDICTIONS, PredictionsChannel
from engine.core.generated import messages as m
from engine.sequencer import Applied

if TYPE_CHECKING:
    from edge.streams.hub import Hub

_DELAYED_KINDS = (0, 1)  # requests of margin and liquidity wait, the others are payable at once
_ORDER_EVENTS = frozenset({m.OrderOpened, m.OrderUpdated, m.PredictionTraded})
_POINTS_MOVE = _ORDER_EVENTS | {m.PointsGranted, m.PredictionPaid}
_REQUEST_STATES: Mapping[type, str] = {
    m.SettlementRequestCreated: "pending",
    m.SettlementProcessed: "payable",
    m.PayoutAuthorised: "authorised",
    m.PayoutExpired: "payable",
    m.SettlementPaid: "settled",
}


def mark(hub: "Hub", applied: Applied) -> None:
    """Note in the hub's channels what one command changed: O(events), nothing is encoded yet."""
    for index, event in enumerate(applied.events):
        kind: type = type(event)
        if isinstance(event, m.PositionModified):
            _on_trade(hub, applied.command, event, index)
        if not hub.entries:
            continue
        marker = _MARKERS.get(kind)
        if marker is not None:
            marker(hub, event)
        if hub.users:
            for owner_field in _owner_fields(kind):
                _mark_user(hub, applied.command, event, index, getattr(event, owner_field))


def _on_trade(hub: "Hub", command: Any, event: m.PositionModified, index: int) -> None:
    trade = history.stream_trade(rows.trade_row(command, event, index))
    for market_id in (None, event.market_id):
        name = hub.trades_name(market_id)
        hub.recent(name).append(trade)
        entry = hub.entries.get(name)
        if entry is not None and isinstance(entry.channel, TradesChannel):
            entry.channel.new.append(trade)
            hub.dirty.add(name)


def _mark_every_market(hub: "Hub", _event: Any) -> None:
    """The room left in a market depends on the pool and on the rules of the exchange."""
    hub.dirty.update(name for name in hub.entries if name.startswith("market:"))


def _on_status(hub: "Hub", event: m.StatusChanged) -> None:
    if event.scope == 0:
        _mark_markets(hub, None)
    else:
        _mark_market(hub, event)


def _on_parameter(hub: "Hub", event: m.ParameterChanged) -> None:
    if event.market_id == 0:
        _mark_every_market(hub, event)
    else:
        _mark_market(hub, event)


def _mark_market(hub: "Hub", event: Any) -> None:
    _mark_markets(hub, event.market_id)
    name = f"market:{event.market_id}"
    if name in hub.entries:
        hub.dirty.add(name)


def _on_print(hub: "Hub", event: m.PrintAccepted) -> None:
    _mark_market(hub, event)
    _mark_holders(hub, event.market_id)


def _mark_prediction(hub: "Hub", event: Any) -> None:
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


def _mark_user(hub: "Hub", command: Any, event: Any, index: int, owner: bytes) -> None:
    name = hub.users.get(owner)
    if name is None:
        return
    channel = hub.entries[name].channel
    assert isinstance(channel, UserChannel)
    _touch(channel, event)
    if isinstance(command, m.Liquidate) and isinstance(event, m.CommandApplied):
        _touch_fee_account(channel, command)
    told = _told(command, event, index)
    if told is not None:
        channel.touched.events.append(told)
    hub.dirty.add(name)


def _touch_fee_account(channel: UserChannel, command: m.Liquidate) -> None:
    """The liquidator's own account, which took the fee; no event names it."""
    if command.has_fee_account:
        channel.touched.accounts.add(command.fee_account_id)


def _touch(channel: UserChannel, event: Any) -> None:
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
    elif type(event) in _REQUEST_STATES:
        touched.requests.add(event.request_id)
        if isinstance(event, m.SettlementPaid):
            channel.settled[event.request_id] = signature_text(event.payout_signature)
    elif hasattr(event, "account_id"):
        touched.accounts.add(event.account_id)


Row = Callable[[Any, Any, int], tuple[Any, ...]]
_HISTORIES: Mapping[type, tuple[str, tuple[str, ...], Row, Callable[[Any], Any]]] = {
    m.MarginTransferred: (
        "marginTransfer",
        rows.TRANSFER_COLUMNS,
        rows.transfer_row,
        history.margin_transfer,
    ),
    m.LiquidityModified: ("lp", rows.LP_COLUMNS, rows.lp_row, history.lp_event),
    m.PositionLiquidated: (
        "liquidation",
        rows.LIQUIDATION_COLUMNS,
        rows.liquidation_row,
        history.liquidation,
    ),
}


def _told(command: Any, event: Any, index: int) -> Any:
    """Return the event as the user's stream tells it, `None` for one that it does not tell.

    Those of orders are left as they are: the channel encodes them when it tells them.
    """
    if type(event) in _ORDER_EVENTS:
        return event
    if isinstance(event, m.PositionModified):
        return _kind("trade", history.trade(rows.trade_row(command, event, index)))
    if isinstance(event, m.AutoDeleveraged):
        return _kind("trade", history.trade(rows.deleveraged_row(command, event, index)))
    if isinstance(event, m.PositionSettled):
        return _kind("trade", history.trade(rows.settled_row(command, event, index)))
    if type(event) in _HISTORIES:
        kind, columns, row_of, encode = _HISTORIES[type(event)]
        row = dict(zip(columns, row_of(command, event, index), strict=True))
        return _kind(kind, encode(row))
    if type(event) in _REQUEST_STATES:
        status = _REQUEST_STATES[type(event)]
        if isinstance(event, m.SettlementRequestCreated) and event.kind not in _DELAYED_KINDS:
            status = "payable"
        if isinstance(event, m.SettlementProcessed) and event.amount_e6 == 0:
            status = "settled"  # nothing is left to pay
        return {"kind": "settlement", "id": event.request_id, "status": status}
    outcome = rows.command_outcome(command, event)
    if outcome is not None:
        row = dict(zip(rows.COMMAND_COLUMNS, outcome, strict=True))
        return _kind("command", history.command_row(row))
    return None


def _kind(kind: str, entity: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": kind}
    told.update(msgspec.to_builtins(entity))
    return told

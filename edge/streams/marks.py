"""Which channels a command touches, and what the user's stream tells about it."""

# ruff: noqa: ANN401 - values of any message or column pass through here

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from edge.addresses import address_text, signature_text
from edge.encode import history
from edge.projector import rows
from edge.streams.channels import MarketsChannel, TradesChannel, UserChannel
from engine.core.generated import messages as m
from engine.sequencer import Applied

if TYPE_CHECKING:
    from edge.streams.hub import Hub

_DELAYED_KINDS = (0, 1)  # requests of margin and liquidity wait, the others are payable at once
_REQUEST_STATES: Mapping[type, str] = {
    m.SettlementRequestCreated: "pending",
    m.SettlementProcessed: "payable",
    m.PayoutAuthorised: "authorised",
    m.PayoutExpired: "payable",
    m.SettlementPaid: "settled",
}


def mark(hub: "Hub", applied: Applied) -> None:
    """Note in the hub's channels what one command changed."""
    for index, event in enumerate(applied.events):
        if isinstance(event, m.PositionModified):
            _on_trade(hub, applied.command, event, index)
        _mark_market(hub, event)
        _mark_user(hub, applied.command, event, index)


def _on_trade(hub: "Hub", command: Any, event: m.PositionModified, index: int) -> None:
    trade = history.stream_trade(rows.trade_row(command, event, index))
    for market_id in (None, event.market_id):
        name = hub.trades_name(market_id)
        hub.recent(name).append(trade)
        entry = hub.entries.get(name)
        if entry is not None and isinstance(entry.channel, TradesChannel):
            entry.channel.new.append(trade)
            hub.dirty.add(name)


def _mark_market(hub: "Hub", event: Any) -> None:
    if isinstance(event, m.PoolUpdated):
        # the room left in a market depends on the pool
        hub.dirty.update(name for name in hub.entries if name.startswith("market:"))
        return
    if isinstance(event, m.StatusChanged) and event.scope == 0:
        _mark_markets(hub, None)
        return
    if isinstance(event, m.ParameterChanged) and event.market_id == 0:
        # the room left in a market depends on the rules of the exchange
        hub.dirty.update(name for name in hub.entries if name.startswith("market:"))
        return
    is_of_market = isinstance(
        event,
        m.MarketUpdated
        | m.MarketCreated
        | m.PrintAccepted
        | m.PrintHeld
        | m.StatusChanged
        | m.ParameterChanged,
    )
    if not is_of_market:
        return
    _mark_markets(hub, event.market_id)
    name = f"market:{event.market_id}"
    if name in hub.entries:
        hub.dirty.add(name)
    if isinstance(event, m.PrintAccepted):
        _mark_holders(hub, event.market_id)


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


def _mark_user(hub: "Hub", command: Any, event: Any, index: int) -> None:
    owner = getattr(event, "owner", None) or getattr(event, "user", None)
    if owner is None:
        return
    name = f"user:{address_text(owner)}"
    entry = hub.entries.get(name)
    if entry is None or not isinstance(entry.channel, UserChannel):
        return
    _touch(entry.channel, event)
    if isinstance(command, m.Liquidate) and isinstance(event, m.CommandApplied):
        _touch_fee_account(entry.channel, command)
    told = _told(command, event, index)
    if told is not None:
        entry.channel.touched.events.append(told)
    hub.dirty.add(name)


def _touch_fee_account(channel: UserChannel, command: m.Liquidate) -> None:
    """The liquidator's own account, which took the fee; no event names it."""
    if command.has_fee_account:
        channel.touched.accounts.add(command.fee_account_id)


def _touch(channel: UserChannel, event: Any) -> None:
    touched = channel.touched
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


def _told(command: Any, event: Any, index: int) -> dict[str, Any] | None:
    """Return the event as the user's stream tells it, `None` for one that it does not tell."""
    if isinstance(event, m.PositionModified):
        return _kind("trade", history.trade(rows.trade_row(command, event, index)))
    if isinstance(event, m.AutoDeleveraged):
        return _kind("trade", history.trade(rows.deleveraged_row(command, event, index)))
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

"""Main base, a wallet's alerts: for its owner alone (API 4.9)."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from edge.api.alerts.kinds import REPEATED, AlertKind, Target
from edge.api.alerts.schemas import (
    Alert,
    AlertBody,
    AlertEvent,
    Alerts,
    Kind,
    ReadAlertsBody,
    RemoveAlertBody,
)
from edge.api.alerts.stored import add_alert, mark_read, read_alerts, read_events, remove_alert
from edge.api.context import Call, Context
from edge.api.orders.encode import why
from edge.http.amounts import E12, Limit, parse_positive, parse_rate, rate
from edge.http.errors import ApiError, invalid
from edge.http.route import PRIVATE_READ, WRITE, Base, Collect, RouteOptions, route
from edge.http.schema.base import Nothing, Request
from edge.projector.rows.orders import OrderAction
from engine.schema.enums import PerpOrderEnd
from engine.schema.errors import EngineError

T = TypeVar("T")
ALERTS = "/user/{user}/profile/alerts"
_REFUSALS = (
    "TOO_MANY_ALERTS",
    "MARKET_NOT_FOUND",
    "MARGIN_ACCOUNT_NOT_FOUND",
    "PREDICTION_MARKET_NOT_FOUND",
)
_KINDS: dict[AlertKind, Kind] = {
    AlertKind.PRICE_ABOVE: "priceAbove",
    AlertKind.PRICE_BELOW: "priceBelow",
    AlertKind.PRICE_MOVE: "priceMove",
    AlertKind.HEALTH_BELOW: "healthBelow",
    AlertKind.QUESTION_CLOSING: "questionClosing",
    AlertKind.PAID: "paid",
    AlertKind.ORDERS: "orders",
}


_ORDER_EVENTS = {
    OrderAction.DEFERRED: "deferred",
    OrderAction.FILLED: "filled",
    OrderAction.ENDED: "ended",
}


def _write(path: str, body: type[Request], *codes: str) -> Collect:
    options: RouteOptions = {**WRITE, "rate": "participation", "codes": codes}
    return route(Base.MAIN, "POST", ALERTS + path, body=body, returns=Alerts, **options)


@route(Base.MAIN, "GET", ALERTS, returns=Alerts, **PRIVATE_READ)
async def get_alerts(call: Call[Nothing, Nothing]) -> Alerts:
    """Return the alerts of the wallet and what they reported, newest first."""
    return await _alerts(call.context, call.wallet)


@_write("", AlertBody, *_REFUSALS)
async def post_alert(call: Call[Nothing, AlertBody]) -> Alerts:
    """Set an alert; one that is set already is active again."""
    target = _TARGETS[call.body.kind](call)
    await add_alert(call.context.store, call.wallet, target, call.now_s)
    return await _alerts(call.context, call.wallet)


@_write("/remove", RemoveAlertBody)
async def remove(call: Call[Nothing, RemoveAlertBody]) -> Alerts:
    """Remove an alert; a repeat changes nothing."""
    await remove_alert(call.context.store, call.wallet, call.body.alert_id)
    return await _alerts(call.context, call.wallet)


@_write("/read", ReadAlertsBody)
async def read(call: Call[Nothing, ReadAlertsBody]) -> Alerts:
    """Mark the events up to this one as read."""
    await mark_read(call.context.store, call.wallet, call.body.event_id)
    return await _alerts(call.context, call.wallet)


def _needed(value: T | None, field: str) -> T:
    if value is None:
        raise invalid(field, "is required")
    return value


def _price(call: Call[Nothing, AlertBody]) -> Target:
    market_id = _market_id(call)
    if call.body.price is None:
        raise invalid("price", "is required")
    level_e8 = parse_positive(call.body.price, "price", Limit.PRICE)
    now_e8 = call.context.exchange.market_view(market_id, call.now_s).index_price_e8
    if level_e8 == now_e8:
        raise invalid("price", "must differ from the index price")
    kind = AlertKind.PRICE_ABOVE if level_e8 > now_e8 else AlertKind.PRICE_BELOW
    return Target(kind, market_id, level_e8)


def _move(call: Call[Nothing, AlertBody]) -> Target:
    move_bp = _needed(call.body.move_bp, "moveBp")
    return Target(AlertKind.PRICE_MOVE, _market_id(call), move_bp)


def _health(call: Call[Nothing, AlertBody]) -> Target:
    account_id = _needed(call.body.margin_account_id, "marginAccountId")
    if call.body.health is None:
        raise invalid("health", "is required")
    level_e12 = parse_rate(call.body.health, "health")
    if level_e12 < E12:
        raise invalid("health", "must be 1 or more")
    call.context.exchange.margin_account_view(call.wallet, account_id, call.now_s)  # it exists
    return Target(AlertKind.HEALTH_BELOW, account_id, level_e12)


def _closing(call: Call[Nothing, AlertBody]) -> Target:
    question_id = _needed(call.body.prediction_market_id, "predictionMarketId")
    lead_s = _needed(call.body.lead_s, "leadS")
    view = call.context.exchange.prediction_market(question_id)
    due_s = view.closes_at_s - lead_s
    if due_s <= call.now_s:
        raise invalid("leadS", "that time has passed")
    return Target(AlertKind.QUESTION_CLOSING, question_id, lead_s, due_s)


def _paid(_call: Call[Nothing, AlertBody]) -> Target:
    return Target(AlertKind.PAID, 0, 0)


def _orders(_call: Call[Nothing, AlertBody]) -> Target:
    return Target(AlertKind.ORDERS, 0, 0)


_TARGETS: dict[str, Callable[[Call[Nothing, AlertBody]], Target]] = {
    "price": _price,
    "priceMove": _move,
    "healthBelow": _health,
    "questionClosing": _closing,
    "paid": _paid,
    "orders": _orders,
}


def _market_id(call: Call[Nothing, AlertBody]) -> int:
    market_id = _needed(call.body.market_id, "marketId")
    try:
        call.context.exchange.market_view(market_id, call.now_s)
    except EngineError:
        raise ApiError("MARKET_NOT_FOUND") from None
    return market_id


async def _alerts(context: Context, wallet: bytes) -> Alerts:
    rows = await read_alerts(context.store, wallet)
    events, read_id = await read_events(context.store, wallet)
    return Alerts(
        alerts=[_alert(row) for row in rows],
        events=[_event(row, read_id) for row in events],
        unread=sum(row["event_id"] > read_id for row in events),
    )


def _subject(kind: AlertKind, subject_id: int, level: int) -> dict[str, Any]:
    """Return what an alert is about, as the fields of its kind."""
    if kind in (AlertKind.PRICE_ABOVE, AlertKind.PRICE_BELOW):
        return {"market_id": subject_id, "price": str(level)}
    if kind is AlertKind.PRICE_MOVE:
        return {"market_id": subject_id}
    if kind is AlertKind.HEALTH_BELOW:
        return {"margin_account_id": subject_id, "health": rate(level)}
    if kind is AlertKind.QUESTION_CLOSING:
        return {"prediction_market_id": subject_id, "lead_s": level}
    return {}


def _alert(row: Mapping[str, Any]) -> Alert:
    kind = AlertKind(row["kind"])
    move = {"move_bp": row["level"]} if kind is AlertKind.PRICE_MOVE else {}
    return Alert(
        id=row["alert_id"],
        kind=_KINDS[kind],
        is_active=row["is_armed"] or kind in REPEATED,
        created_at=row["created_at_s"],
        **_subject(kind, row["subject_id"], row["level"]),
        **move,
    )


def _order(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what happened to an order; its value is action, end and code, of three digits each."""
    ended, code = divmod(row["value"], 1_000)
    action, reason = divmod(ended, 1_000)
    return {
        "market_id": row["level"],
        "order_id": row["subject_id"],
        "order_event": _ORDER_EVENTS[OrderAction(action)],
        "order_text": why(code, PerpOrderEnd(reason)),
    }


def _event(row: Mapping[str, Any], read_id: int) -> AlertEvent:
    kind, value = AlertKind(row["kind"]), row["value"]
    found: dict[AlertKind, dict[str, Any]] = {
        AlertKind.PRICE_ABOVE: {"index_price": str(value)},
        AlertKind.PRICE_BELOW: {"index_price": str(value)},
        AlertKind.PRICE_MOVE: {"move_bp": value},
        AlertKind.HEALTH_BELOW: {"health_now": rate(value)},
        AlertKind.QUESTION_CLOSING: {},
        AlertKind.PAID: {"settlement_request_id": row["subject_id"], "amount": str(value)},
        AlertKind.ORDERS: _order(row) if kind is AlertKind.ORDERS else {},
    }
    return AlertEvent(
        id=row["event_id"],
        kind=_KINDS[kind],
        timestamp=row["at_s"],
        is_read=row["event_id"] <= read_id,
        **_subject(kind, row["subject_id"], row["level"]),
        **found[kind],
    )

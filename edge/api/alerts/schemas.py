"""Bodies and answers of a wallet's alerts (API 4.9)."""

from typing import Annotated, Literal

from msgspec import Meta

from edge.http.limits import ALERT_LEAD_MAX_S
from edge.http.schema.base import Entity, Request
from edge.http.schema.examples import condition, example, has
from edge.http.schema.units import (
    REQUIRED,
    Count32,
    Count64,
    LeverageInput,
    Price,
    PriceInput,
    Ratio,
    Timestamp,
    Token,
)

Kind = Literal[
    "priceAbove", "priceBelow", "priceMove", "healthBelow", "questionClosing", "paid", "orders"
]
KindInput = Literal["price", "priceMove", "healthBelow", "questionClosing", "paid", "orders"]
MOVE_MAX_BP = 10_000
MoveInput = Annotated[int, Meta(ge=1, le=MOVE_MAX_BP, description="basis points")]
LeadInput = Annotated[int, Meta(ge=0, le=ALERT_LEAD_MAX_S, description="seconds of engine time")]


class Alert(Entity):
    """An alert; the fields of other kinds are null."""

    id: int
    kind: Kind
    is_active: bool
    created_at: Timestamp
    market_id: int | None = None
    price: Price | None = None
    move_bp: int | None = None
    margin_account_id: int | None = None
    health: Ratio | None = None
    prediction_market_id: int | None = None
    lead_s: int | None = None


class AlertEvent(Entity):
    """What an alert reported, at which engine time; the fields of other kinds are null."""

    id: int
    kind: Kind
    timestamp: Timestamp
    is_read: bool
    market_id: int | None = None
    price: Price | None = None
    index_price: Price | None = None
    move_bp: Annotated[int | None, Meta(description="signed, rounded toward zero")] = None
    margin_account_id: int | None = None
    health: Ratio | None = None
    health_now: Ratio | None = None
    prediction_market_id: int | None = None
    lead_s: int | None = None
    settlement_request_id: int | None = None
    amount: Token | None = None
    order_id: int | None = None
    order_event: Literal["deferred", "filled", "ended"] | None = None
    order_text: Annotated[str | None, Meta(description="why it waits or ended")] = None


class Alerts(Entity):
    """The alerts of a wallet, newest first, and what they reported."""

    alerts: list[Alert]
    events: list[AlertEvent]
    unread: int


def _needs(kind: str, *fields: str) -> dict[str, object]:
    is_kind = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
    return {"if": is_kind, "then": {"allOf": [has(field) for field in fields]}}


@condition(
    {
        "allOf": [
            _needs("price", "marketId", "price"),
            _needs("priceMove", "marketId", "moveBp"),
            _needs("healthBelow", "marginAccountId", "health"),
            _needs("questionClosing", "predictionMarketId", "leadS"),
        ]
    }
)
@example(kind="price", marketId=1, price="10400000000")
class AlertBody(Request):
    """An alert to set; each kind needs its own fields."""

    kind: Annotated[KindInput, REQUIRED]
    market_id: Count32 | None = None
    price: PriceInput | None = None
    move_bp: MoveInput | None = None
    margin_account_id: Count32 | None = None
    health: LeverageInput | None = None
    prediction_market_id: Count32 | None = None
    lead_s: LeadInput | None = None


@example(alertId=1)
class RemoveAlertBody(Request):
    """The alert to remove."""

    alert_id: Annotated[Count64, REQUIRED]


@example(eventId=1)
class ReadAlertsBody(Request):
    """The newest event that was read."""

    event_id: Annotated[Count64, REQUIRED]

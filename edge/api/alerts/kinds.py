"""Numbers of the kinds of alerts in the database."""

from enum import IntEnum
from typing import NamedTuple


class AlertKind(IntEnum):
    """Kind of an alert; the queries of `edge/store/alerts.sql` name the numbers."""

    PRICE_ABOVE = 1
    PRICE_BELOW = 2
    PRICE_MOVE = 3
    HEALTH_BELOW = 4
    QUESTION_CLOSING = 5
    PAID = 6
    ORDERS = 7


# Kinds that stay active after an event.
REPEATED = frozenset(
    {AlertKind.PRICE_MOVE, AlertKind.HEALTH_BELOW, AlertKind.PAID, AlertKind.ORDERS}
)


class Target(NamedTuple):
    """What an alert waits for."""

    kind: AlertKind
    subject_id: int  # market, margin account or prediction market
    level: int  # price e8, basis points, health e12 or seconds, by kind
    due_s: int | None = None  # of a question

"""The Python client of Acre; sdk/python/README.md begins with a trade."""

from acre_sdk.calls import Page
from acre_sdk.client import AcreClient
from acre_sdk.deprecation import DeprecatedCall
from acre_sdk.errors import AcreError, CommandRefused, OutcomeUnknown, UnsafeTransaction
from acre_sdk.keys import load_key, load_or_create_key
from acre_sdk.models import (
    POINT_E6,
    Clock,
    IndexPrice,
    Market,
    Order,
    OrderBook,
    Portfolio,
    Position,
    Trade,
)
from acre_sdk.orders import NewOrder
from acre_sdk.predictions import BatchResult
from acre_sdk.replica import OrderBookReplica
from acre_sdk.results import (
    Balances,
    FaucetDrop,
    Fill,
    Keep,
    OpenPosition,
    Outcome,
    Placed,
    Quote,
    Rows,
    Withdrawal,
)
from acre_sdk.stream import Stream, StreamMessage
from acre_sdk.sync import Client
from acre_sdk.trading.venue import Venue

__all__ = [
    "POINT_E6",
    "AcreClient",
    "AcreError",
    "Balances",
    "BatchResult",
    "Client",
    "Clock",
    "CommandRefused",
    "DeprecatedCall",
    "FaucetDrop",
    "Fill",
    "IndexPrice",
    "Keep",
    "Market",
    "NewOrder",
    "OpenPosition",
    "Order",
    "OrderBook",
    "OrderBookReplica",
    "Outcome",
    "OutcomeUnknown",
    "Page",
    "Placed",
    "Portfolio",
    "Position",
    "Quote",
    "Rows",
    "Stream",
    "StreamMessage",
    "Trade",
    "UnsafeTransaction",
    "Venue",
    "Withdrawal",
    "load_key",
    "load_or_create_key",
]

"""The Python client of the prediction markets; described in docs/market-makers.md."""

from acre_sdk.calls import Page
from acre_sdk.client import AcreClient, BatchResult
from acre_sdk.errors import AcreError
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
from acre_sdk.replica import OrderBookReplica
from acre_sdk.stream import Stream, StreamMessage

__all__ = [
    "POINT_E6",
    "AcreClient",
    "AcreError",
    "BatchResult",
    "Clock",
    "IndexPrice",
    "Market",
    "NewOrder",
    "Order",
    "OrderBook",
    "OrderBookReplica",
    "Page",
    "Portfolio",
    "Position",
    "Stream",
    "StreamMessage",
    "Trade",
]

"""The Python client of the prediction markets; described in docs/market-makers.md."""

from edge.client.calls import Page
from edge.client.client import AcreClient, BatchResult
from edge.client.errors import AcreError
from edge.client.models import (
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
from edge.client.orders import NewOrder
from edge.client.replica import OrderBookReplica
from edge.client.stream import Stream, StreamMessage

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

"""Queries and bodies of the liquidations routes."""

from edge.http.schema.inputs import HistoryQuery
from edge.http.schema.units import Count32


class MarketHistoryQuery(HistoryQuery):
    """A history of one market or of all."""

    market_id: Count32 | None = None

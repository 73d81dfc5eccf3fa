"""Queries and bodies of the pool routes."""

from edge.http.schema.inputs import Interval, RangeQuery
from edge.http.schema.units import Count32


class SeriesQuery(RangeQuery):
    """A series of the pool."""

    exchange_id: Count32 = 0
    interval: Interval | None = None


class PoolReturnQuery(RangeQuery):
    """The return of the pool; days begin at midnight, UTC."""

    exchange_id: Count32 = 0

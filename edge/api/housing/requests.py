"""Queries and bodies of the housing routes."""

from typing import Annotated

from edge.http.limits import IDS_PER_LIMITS_QUOTE_MAX
from edge.http.schema.base import Request
from edge.http.schema.examples import example
from edge.http.schema.inputs import IdQuery, Window, up_to
from edge.http.schema.units import Count32


@example(ids=[11, 12])
class AcreInfosBody(Request):
    """Up to ten areas."""

    ids: Annotated[list[Count32], up_to(IDS_PER_LIMITS_QUOTE_MAX)]


class FeedQuery(IdQuery):
    """The index of one area."""

    window: Window | None = None


class StatisticsQuery(Request):
    """A window that ends now, over monthly figures."""

    window: Window = "1y"

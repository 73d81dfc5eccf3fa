"""Queries of the routes about the past of the indexes."""

from typing import Annotated

from edge.http.limits import COMPARED_MAX
from edge.http.schema.base import Request
from edge.http.schema.inputs import TimeInput, up_to


class CompareQuery(Request):
    """Markets side by side, from a time on."""

    symbols: Annotated[list[str], up_to(COMPARED_MAX)]
    start: TimeInput | None = None

"""Queries and bodies of the status routes."""

from typing import Literal

from edge.http.schema.base import Request
from edge.http.schema.examples import example
from edge.http.schema.inputs import PageQuery


class MatureQuery(PageQuery):
    """Settlement requests of all wallets."""

    mature: bool = True


@example(secondsPerDay=10)
class ReplaySpeedBody(Request):
    """Real seconds in which the replay passes a day."""

    seconds_per_day: Literal[60, 10, 2]

"""Queries and bodies of the staking routes."""

from typing import Annotated

from msgspec import Meta

from edge.http.schema.base import Request
from edge.http.schema.inputs import TIME_END_S


class UnlockingQuery(Request):
    """The epoch from whose start an amount can be withdrawn."""

    unlocking_epoch: Annotated[int, Meta(ge=0, le=TIME_END_S)]


class EstimateQuery(Request):
    """An unstake made now, or an epoch later."""

    add_one_epoch: bool = False

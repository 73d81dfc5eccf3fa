"""Queries of the account routes."""

from typing import Literal

from edge.http.schema.base import Request
from edge.http.schema.inputs import HistoryQuery, IdList, RowsQuery
from edge.http.schema.units import Count32, Count64


class AccountHistoryQuery(HistoryQuery):
    """A history of margin accounts."""

    margin_account_id: Count32 | None = None
    market_id: Count32 | None = None


class CommandsQuery(HistoryQuery):
    """Commands of a wallet."""

    status: Literal["applied", "rejected", "ignored"] | None = None


class MarginAccountQuery(Request):
    """One margin account; the lowest open one without an id."""

    margin_account_id: Count32 | None = None


class MarginAccountsQuery(Request):
    """Margin accounts by id; all of them without ids."""

    ids: IdList | None = None


class LpPositionsQuery(RowsQuery):
    """LP positions."""

    include_closed: bool = False


class LpPositionQuery(Request):
    """One LP position."""

    lp_position_id: Count64


class SettlementQuery(RowsQuery):
    """Settlement requests of one wallet."""

    include_settled: bool = False

"""Queries and bodies of the status routes."""

from edge.http.schema.inputs import PageQuery


class MatureQuery(PageQuery):
    """Settlement requests of all wallets."""

    mature: bool = True

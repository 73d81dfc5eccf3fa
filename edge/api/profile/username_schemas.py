"""The username of a wallet, beside lists of addresses."""

from typing import Annotated

from msgspec import Meta

from edge.http.schema.base import Entity
from edge.http.schema.units import AddressText


class Username(Entity):
    """A wallet and its username."""

    user: AddressText
    username: str
    is_demo: bool


NamesOfRows = Annotated[
    list[Username], Meta(description="of the wallets of these rows that have one, by address")
]

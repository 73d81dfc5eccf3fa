"""The username of a wallet, beside lists of addresses."""

from typing import Annotated

from msgspec import Meta

from edge.http.schema.base import Entity
from edge.http.schema.units import AddressText


class Username(Entity):
    """A wallet and the name it goes by; participants of the demo are called `demo_…`."""

    user: AddressText
    username: str


NamesOfRows = Annotated[
    list[Username], Meta(description="of the wallets of these rows that have one, by address")
]

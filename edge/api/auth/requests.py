"""Queries and bodies of the auth routes."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from edge.http.schema.base import Request
from edge.http.schema.examples import MESSAGE, SIGNATURE, WALLET, condition, example, without
from edge.http.schema.inputs import Base64
from edge.http.schema.units import BASE58, REQUIRED, AddressInput, WalletInput


class AddressQuery(Request):
    """One wallet."""

    address: WalletInput = None


UseCookie = Annotated[
    bool,
    Meta(
        description=(
            "for pages of this site: the refresh token comes as an HttpOnly cookie, not in the body"
        )
    ),
]


@condition(without("signedMessage", "message"))
@example(address=WALLET, message=MESSAGE, signature=SIGNATURE)
class LoginBody(Request):
    """A signed message."""

    address: WalletInput = None
    message: Annotated[
        str | None, Meta(description="the text that was signed; needed without signedMessage")
    ] = None
    signed_message: Annotated[
        Base64 | None,
        Meta(description="base64 of the bytes that a wallet signed by `solana:signIn`"),
    ] = None
    signature: Annotated[
        str,
        REQUIRED,
        Meta(description="base58 of the 64 bytes of the ed25519 signature"),
        Meta(extra_json_schema={"pattern": f"^{BASE58}{{64,88}}$", "format": "base58"}),
    ] = ""
    use_cookie: UseCookie = False


@example(address=WALLET, tx="AbcD")
class HardwareLoginBody(Request):
    """A signed memo transaction, base64."""

    address: WalletInput = None
    tx: Annotated[
        Base64, REQUIRED, Meta(description="base64 of a signed transaction that is never sent")
    ] = ""
    use_cookie: UseCookie = False


@example(refreshToken="as a login answered it")
class RefreshBody(Request):
    """A refresh token."""

    refresh_token: str


@condition(without("address", "refreshToken"))
@example(refreshToken="as a login answered it")
class SessionBody(Request):
    """A refresh token, else the wallet whose cookie holds one."""

    refresh_token: str | UnsetType = UNSET
    address: Annotated[
        AddressInput | UnsetType,
        Meta(description="instead of the token: the wallet whose cookie the browser sends"),
    ] = UNSET

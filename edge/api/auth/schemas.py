"""Sign-in messages, tokens and sessions (API 2)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from edge.http.limits import SESSIONS_PER_ADDRESS_MAX
from edge.http.schema.base import Entity, Request
from edge.http.schema.examples import example
from edge.http.schema.units import AddressText, Count32, Timestamp

RefreshToken = Annotated[
    str | UnsetType, Meta(description="absent where a cookie holds it (`useCookie`)")
]


class SessionInfo(Entity, kw_only=True):
    """Tokens of a login (API 2.1)."""

    access_token: str
    refresh_token: RefreshToken = UNSET
    access_token_expiration_time: Timestamp
    refresh_token_expiration_time: Timestamp
    address: AddressText
    is_new_user: bool


class TokenPair(Entity, kw_only=True):
    """Tokens of a refresh."""

    access_token: str
    refresh_token: RefreshToken = UNSET
    access_token_expiration_time: Timestamp
    refresh_token_expiration_time: Timestamp


class LoginMessage(Entity):
    """The text to sign."""

    message: str


class SignInFields(Entity):
    """The fields of a sign-in message (API 2.2)."""

    domain: str
    address: str
    statement: str
    uri: str
    version: str
    chain_id: str
    nonce: str
    issued_at: str
    expiration_time: str
    not_before: str | None
    request_id: str
    resources: list[str]


class LoginMessageFields(Entity):
    """The text to sign with its fields."""

    message: str
    fields: SignInFields


class Challenge(Entity):
    """Whether the bearer is the wallet."""

    is_authenticated: bool


SessionMethod = Literal["message", "signIn", "hardware"]
SessionId = Annotated[str, Meta(description="names the session; no secret", max_length=36)]


class OwnSession(Entity):
    """One of a wallet's sessions; nothing is kept of the device it was opened on."""

    id: SessionId
    created_at: Timestamp
    last_used_at: Annotated[
        Timestamp | None,
        Meta(description="when its tokens were issued or renewed last; null: not known"),
    ]
    expires_at: Timestamp
    method: Annotated[
        SessionMethod | None,
        Meta(description="what the wallet signed to open it; null: not known"),
    ]
    is_current: bool


class SessionList(Entity):
    """The active sessions of a wallet, newest first."""

    sessions: Annotated[list[OwnSession], Meta(max_length=SESSIONS_PER_ADDRESS_MAX)]


@example(keepCurrent=True)
class LogoutAllBody(Request):
    """Whether the calling session is kept; required."""

    keep_current: bool


class EndedSessions(Entity):
    """The number of ended sessions."""

    ended_count: Count32

"""Sign-in on both bases (contract 2.1)."""

from edge.addresses import parse_signature, parse_user
from edge.auth.hardware import decode_base64, read_signed_memo
from edge.auth.message import render
from edge.errors import ApiError, invalid
from edge.limits import MESSAGE_BYTES_MAX
from edge.routing.codes import LOGIN
from edge.routing.route import Base, Call, route
from edge.schemas.base import Nothing
from edge.schemas.requests import (
    AddressQuery,
    HardwareLoginBody,
    LoginBody,
    RefreshBody,
    WalletBody,
)
from edge.schemas.sessions import (
    Challenge,
    LoginMessage,
    LoginMessageFields,
    SessionInfo,
    SessionMethod,
    SignInFields,
    TokenPair,
)

SIGNED = (*LOGIN, "BAD_SIGNATURE_LENGTH", "INVALID_SIGNATURE")


def _issue(call: Call[AddressQuery, Nothing]) -> SignInFields:
    address = parse_user(call.query.address, "address")
    call.context.limiter.take("auth-address", f"{call.ip} {address.hex()}")
    sessions = call.context.sessions
    return sessions.issuer.issue(address, sessions.now_s())


@route(
    Base.MAIN,
    "GET",
    "/auth/login/message",
    query=AddressQuery,
    returns=LoginMessage,
    is_bare=True,
    rate="auth",
    cache=None,
)
async def get_login_message(call: Call[AddressQuery, Nothing]) -> LoginMessage:
    """Return the message that a wallet signs to log in."""
    return LoginMessage(message=render(_issue(call)))


@route(
    Base.EXPRESS,
    "GET",
    "/auth/login",
    query=AddressQuery,
    returns=LoginMessageFields,
    rate="auth",
    cache=None,
)
async def get_login(call: Call[AddressQuery, Nothing]) -> LoginMessageFields:
    """Return the message that a wallet signs to log in, with its fields."""
    fields = _issue(call)
    return LoginMessageFields(message=render(fields), fields=fields)


def _message_of(body: LoginBody) -> str:
    if body.message is not None:
        return body.message
    if body.signed_message is None:
        raise invalid("message", "is required")
    raw = decode_base64(body.signed_message)
    if raw is None:
        raise invalid("signedMessage", "expected base64")
    return raw.decode("utf-8", "replace")


@route(
    Base.MAIN,
    "POST",
    "/auth/login",
    body=LoginBody,
    returns=SessionInfo,
    rate="auth",
    cache=None,
    codes=SIGNED,
)
@route(
    Base.EXPRESS,
    "POST",
    "/auth/login",
    body=LoginBody,
    returns=SessionInfo,
    rate="auth",
    cache=None,
    codes=SIGNED,
)
async def post_login(call: Call[Nothing, LoginBody]) -> SessionInfo:
    """Exchange a signed message for tokens."""
    address = parse_user(call.body.address, "address")
    call.context.limiter.take("auth-address", f"{call.ip} {address.hex()}")
    signature = parse_signature(call.body.signature)
    message = _message_of(call.body)
    if len(message) > MESSAGE_BYTES_MAX:
        raise ApiError("MESSAGE_NOT_ISSUED")
    method: SessionMethod = "signIn" if call.body.message is None else "message"
    return await call.context.sessions.login(address, message, signature, method)


async def post_hardware_login(call: Call[Nothing, HardwareLoginBody]) -> SessionInfo:
    """Exchange a signed memo transaction, which is never sent, for tokens."""
    address = parse_user(call.body.address, "address")
    call.context.limiter.take("auth-address", f"{call.ip} {address.hex()}")
    memo = read_signed_memo(address, call.body.tx)
    return await call.context.sessions.login_by_memo(address, memo)


for _base in Base:
    for _path in ("/auth/hardware-wallet-login", "/auth/login/hardware-wallet"):
        route(
            _base,
            "POST",
            _path,
            body=HardwareLoginBody,
            returns=SessionInfo,
            rate="auth",
            cache=None,
            codes=(*LOGIN, "HARDWARE_TX_NOT_MEMO_ONLY", "HARDWARE_TX_NOT_SIGNED"),
        )(post_hardware_login)


@route(
    Base.MAIN,
    "POST",
    "/auth/challenge",
    body=WalletBody,
    returns=Challenge,
    is_bare=True,
    rate="auth",
    cache=None,
    codes=("TOKEN_EXPIRED",),
)
@route(
    Base.EXPRESS,
    "POST",
    "/auth/challenge",
    body=WalletBody,
    returns=Challenge,
    rate="auth",
    cache=None,
    codes=("TOKEN_EXPIRED",),
)
async def post_challenge(call: Call[Nothing, WalletBody]) -> Challenge:
    """Tell whether the bearer token belongs to the wallet; 401 only when it merely expired."""
    address = parse_user(call.body.address, "address")
    call.context.limiter.take("auth-address", f"{call.ip} {address.hex()}")
    header = call.request.headers.get("Authorization")
    try:
        bearer = call.context.sessions.check_bearer(header)
    except ApiError as error:
        if error.code == "TOKEN_EXPIRED":
            raise
        return Challenge(is_authenticated=False)
    return Challenge(is_authenticated=bearer.address == address)


@route(
    Base.MAIN,
    "POST",
    "/auth/refresh-token",
    body=RefreshBody,
    returns=TokenPair,
    is_bare=True,
    rate="auth",
    cache=None,
    codes=("REFRESH_FAILED",),
)
@route(
    Base.EXPRESS,
    "POST",
    "/auth/refresh-token",
    body=RefreshBody,
    returns=TokenPair,
    rate="auth",
    cache=None,
    codes=("REFRESH_FAILED",),
)
async def post_refresh(call: Call[Nothing, RefreshBody]) -> TokenPair:
    """Exchange a refresh token for the next pair."""
    return await call.context.sessions.refresh(call.body.refresh_token)


@route(
    Base.MAIN,
    "POST",
    "/auth/logout",
    body=RefreshBody,
    returns=None,
    status=204,
    rate="auth",
    cache=None,
)
@route(
    Base.EXPRESS,
    "POST",
    "/auth/logout",
    body=RefreshBody,
    returns=None,
    status=204,
    rate="auth",
    cache=None,
)
async def post_logout(call: Call[Nothing, RefreshBody]) -> None:
    """End the session of a refresh token."""
    await call.context.sessions.logout(call.body.refresh_token)

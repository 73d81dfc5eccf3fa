"""Sign-in on both bases (API 2.1)."""

from typing import TypeVar

from msgspec import UNSET, UnsetType, structs

from edge.api.auth.cookies import keeping, removing, require_own_page, surplus, tokens_of
from edge.api.auth.hardware import decode_base64, read_signed_memo
from edge.api.auth.message import render
from edge.api.auth.requests import (
    AddressQuery,
    HardwareLoginBody,
    LoginBody,
    RefreshBody,
    SessionBody,
)
from edge.api.auth.schemas import (
    Challenge,
    LoginMessage,
    LoginMessageFields,
    SessionInfo,
    SessionMethod,
    SignInFields,
    TokenPair,
)
from edge.api.auth.sessions import SessionOverError
from edge.api.context import Call
from edge.http.addresses import parse_signature, parse_user
from edge.http.codes import LOGIN
from edge.http.errors import ApiError, invalid
from edge.http.limits import COOKIES_SENT_MAX, MESSAGE_BYTES_MAX
from edge.http.route import Base, route
from edge.http.schema.base import Nothing, Request
from edge.http.schema.inputs import WalletBody

OWN_PAGE = "ORIGIN_NOT_ALLOWED"
SIGNED = (*LOGIN, "BAD_SIGNATURE_LENGTH", "INVALID_SIGNATURE", OWN_PAGE)
Tokens = TypeVar("Tokens", SessionInfo, TokenPair)


def _issue(call: Call[AddressQuery, Nothing]) -> SignInFields:
    address = parse_user(call.query.address, "address")
    call.context.gate.limiter.take("auth-address", f"{call.ip} {address.hex()}")
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
    sets_cookie=True,
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
    sets_cookie=True,
    codes=SIGNED,
)
async def post_login(call: Call[Nothing, LoginBody]) -> SessionInfo:
    """Exchange a signed message for tokens."""
    if call.body.use_cookie:
        require_own_page(call.gate, call.request)
    address = parse_user(call.body.address, "address")
    call.context.gate.limiter.take("auth-address", f"{call.ip} {address.hex()}")
    signature = parse_signature(call.body.signature)
    message = _message_of(call.body)
    if len(message) > MESSAGE_BYTES_MAX:
        raise ApiError("MESSAGE_NOT_ISSUED")
    method: SessionMethod = "signIn" if call.body.message is None else "message"
    session = await call.context.sessions.login(address, message, signature, method)
    return _in_cookie(call, address, session) if call.body.use_cookie else session


async def post_hardware_login(call: Call[Nothing, HardwareLoginBody]) -> SessionInfo:
    """Exchange a signed memo transaction, which is never sent, for tokens."""
    if call.body.use_cookie:
        require_own_page(call.gate, call.request)
    address = parse_user(call.body.address, "address")
    call.context.gate.limiter.take("auth-address", f"{call.ip} {address.hex()}")
    memo = read_signed_memo(address, call.body.tx)
    session = await call.context.sessions.login_by_memo(address, memo)
    return _in_cookie(call, address, session) if call.body.use_cookie else session


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
            sets_cookie=True,
            codes=(*LOGIN, "HARDWARE_TX_NOT_MEMO_ONLY", "HARDWARE_TX_NOT_SIGNED", OWN_PAGE),
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
    """Return whether the bearer token belongs to the wallet; 401 only when it has expired."""
    address = parse_user(call.body.address, "address")
    call.context.gate.limiter.take("auth-address", f"{call.ip} {address.hex()}")
    header = call.request.headers.get("Authorization")
    try:
        bearer = call.context.sessions.check_bearer(header)
    except ApiError as error:
        if error.code == "TOKEN_EXPIRED":
            raise
        return Challenge(is_authenticated=False)
    return Challenge(is_authenticated=bearer.address == address)


def _in_cookie(call: Call[Request, Request], address: bytes, tokens: Tokens) -> Tokens:
    """Put the refresh token into the answer's cookie and return the other tokens."""
    assert isinstance(tokens.refresh_token, str)
    url, life_s = call.context.gate.public_url, tokens.refresh_token_expiration_time
    life_s -= call.context.sessions.now_s()
    call.cookies.append(keeping(url, address, tokens.refresh_token, life_s))
    call.cookies.extend(surplus(call.request, url, address))
    return structs.replace(tokens, refresh_token=UNSET)


def _named(body: SessionBody) -> str | bytes:
    """Return the refresh token, as bots send it, else the wallet whose cookie counts."""
    address = None if isinstance(body.address, UnsetType) else parse_user(body.address, "address")
    if not isinstance(body.refresh_token, UnsetType):
        return body.refresh_token
    if address is None:
        raise invalid("refreshToken", "is required")
    return address


@route(
    Base.MAIN,
    "POST",
    "/auth/refresh-token",
    body=SessionBody,
    returns=TokenPair,
    is_bare=True,
    rate="auth",
    cache=None,
    sets_cookie=True,
    codes=("REFRESH_FAILED", OWN_PAGE),
)
async def post_refresh(call: Call[Nothing, SessionBody]) -> TokenPair:
    """Exchange a refresh token for the next pair."""
    sessions, named = call.context.sessions, _named(call.body)
    if isinstance(named, str):
        return await sessions.refresh(named)
    require_own_page(call.gate, call.request)
    address, url = named, call.context.gate.public_url
    held = tokens_of(call.request, url, address)
    if not held:
        raise ApiError("REFRESH_FAILED")
    try:
        if len(held) > 1:  # one of them was planted; neither is believed
            raise SessionOverError
        pair = await sessions.refresh(held[0], address)
    except SessionOverError as error:
        error.headers["Set-Cookie"] = removing(url, address)
        raise
    return _in_cookie(call, address, pair)


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
async def post_express_refresh(call: Call[Nothing, RefreshBody]) -> TokenPair:
    """Exchange a refresh token for the next pair."""
    return await call.context.sessions.refresh(call.body.refresh_token)


@route(
    Base.MAIN,
    "POST",
    "/auth/logout",
    body=SessionBody,
    returns=None,
    status=204,
    rate="auth",
    cache=None,
    sets_cookie=True,
    codes=(OWN_PAGE,),
)
async def post_logout(call: Call[Nothing, SessionBody]) -> None:
    """End the session of a refresh token."""
    sessions, named = call.context.sessions, _named(call.body)
    if isinstance(named, str):
        return await sessions.logout(named)
    require_own_page(call.gate, call.request)
    address, url = named, call.context.gate.public_url
    for token in tokens_of(call.request, url, address)[:COOKIES_SENT_MAX]:
        await sessions.logout(token)
    call.cookies.append(removing(url, address))
    return None


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
async def post_express_logout(call: Call[Nothing, RefreshBody]) -> None:
    """End the session of a refresh token."""
    await call.context.sessions.logout(call.body.refresh_token)

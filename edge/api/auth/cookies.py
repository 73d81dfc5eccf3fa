"""The refresh token of a browser, in a cookie that no script can read (decision 0032).

Each wallet has a cookie of its own, named by its address, so that the wallets of one browser keep
their sessions apart. It counts for refresh and sign-out on the main base, and for nothing else.
"""

import re

from aiohttp import web

from edge.http.addresses import address_text
from edge.http.errors import ApiError
from edge.http.gate import Gate
from edge.http.limits import COOKIES_MAX
from edge.http.middleware.request_handler import is_allowed_origin
from edge.http.network import parse_origin
from edge.http.route import Base

PATH = f"{Base.MAIN}/auth"
_ADDRESS = re.compile(r"[1-9A-HJ-NP-Za-km-z]{32,44}")
_FOREIGN = "A cookie counts only in requests of this site's own pages: "


def require_own_page(gate: Gate, request: web.Request) -> None:
    """Refuse a request that no page of this site made (CSRF); raises ORIGIN_NOT_ALLOWED."""
    origins = request.headers.getall("Origin", ())
    if len(origins) != 1:
        raise ApiError("ORIGIN_NOT_ALLOWED", _FOREIGN + "the Origin header is missing")
    if not is_allowed_origin(gate, origins[0]):
        raise ApiError("ORIGIN_NOT_ALLOWED", _FOREIGN + "this Origin is another")
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise ApiError("ORIGIN_NOT_ALLOWED", _FOREIGN + "Sec-Fetch-Site is another")


def cookie_name(public_url: str, address: bytes) -> str:
    """Return the name of a wallet's cookie."""
    return _prefix(public_url) + address_text(address)


def _prefix(public_url: str) -> str:
    # cookies are shared across ports: the name separates installations on one host
    parts = parse_origin(public_url)
    assert parts is not None, "the settings have checked it"
    scheme, _, port = parts
    return f"{'__Secure-' if scheme == 'https' else ''}acre-refresh-{port}-"


def keeping(public_url: str, address: bytes, token: str, life_s: int) -> str:
    """Return the `Set-Cookie` that keeps a token for `life_s` seconds; 0 removes the cookie."""
    secure = "; Secure" if public_url.startswith("https:") else ""
    return (
        f"{cookie_name(public_url, address)}={token}; Path={PATH}; Max-Age={max(0, life_s)}; "
        f"HttpOnly; SameSite=Strict{secure}"
    )


def removing(public_url: str, address: bytes) -> str:
    """Return the `Set-Cookie` that removes a wallet's cookie."""
    return keeping(public_url, address, "", 0)


def tokens_of(request: web.Request, public_url: str, address: bytes) -> list[str]:
    """Return the cookie values of a wallet; more than one means a planted cookie."""
    name = cookie_name(public_url, address)
    return [value for found, value in _cookies(request) if found == name]


def surplus(request: web.Request, public_url: str, address: bytes) -> list[str]:
    """Return the `Set-Cookie`s that remove what is too much beside a wallet's own cookie.

    Browsers send the oldest first (RFC 6265, 5.4), so those go first.
    """
    prefix, own = _prefix(public_url), address_text(address)
    others = dict.fromkeys(
        name.removeprefix(prefix) for name, _ in _cookies(request) if name.startswith(prefix)
    )
    named = [text for text in others if text != own and _ADDRESS.fullmatch(text)]
    oldest = named[: max(0, len(named) - COOKIES_MAX + 1)]
    base = removing(public_url, address).partition("=")[2]
    return [f"{prefix}{text}={base}" for text in oldest[:COOKIES_MAX]]


def _cookies(request: web.Request) -> list[tuple[str, str]]:
    text = ";".join(request.headers.getall("Cookie", ()))
    pairs = (part.strip(" \t").partition("=") for part in text.split(";"))
    return [(name, value) for name, _, value in pairs]

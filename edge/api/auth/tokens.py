"""Access tokens: signed claims that need no database to be checked (API 2.5)."""

import base64
import hmac
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from edge.api.auth.keys import derive, mac
from edge.http.addresses import address_text, parse_address
from edge.http.errors import ApiError
from edge.http.limits import ACCESS_LIFETIME_S, CHECKED_TOKENS_MAX, CLOCK_SKEW_S

ISSUER = "acre"
_TOKEN_BYTES_MAX = 2_048


class Claims(msgspec.Struct, frozen=True):
    """Token claims, in wire order."""

    iss: str
    sub: str
    aud: str
    iat: int
    exp: int
    jti: str
    sid: str


@dataclass(frozen=True, slots=True)
class Bearer:
    """A checked token: the wallet, its session, and when the token ends."""

    address: bytes
    session_id: str
    expires_at_s: int


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


_HEADER = _base64(b'{"alg":"HS256","typ":"JWT"}')


class AccessTokens:
    """Issues and checks the access tokens of one environment."""

    def __init__(self, secret: bytes, env: str, wall_s: Callable[[], float]) -> None:
        self._key = derive(secret, f"access-token-{env}")
        self._env = env
        self._wall_s = wall_s
        self._decoder = msgspec.json.Decoder(Claims)
        self._checked: OrderedDict[str, Bearer] = OrderedDict()

    def issue(self, address: bytes, session_id: str, token_id: str, issued_at_s: int) -> str:
        """Return the token; the same arguments give the same token."""
        claims = Claims(
            iss=ISSUER,
            sub=address_text(address),
            aud=self._env,
            iat=issued_at_s,
            exp=issued_at_s + ACCESS_LIFETIME_S,
            jti=token_id,
            sid=session_id,
        )
        signed = f"{_HEADER}.{_base64(msgspec.json.encode(claims))}"
        return f"{signed}.{self._signature(signed)}"

    def check(self, token: str) -> Bearer:
        """Return the token's claims; raise INVALID_TOKEN or TOKEN_EXPIRED.

        A good token is remembered, the oldest one forgotten: only its end is checked again.
        """
        now_s = self._wall_s()
        bearer = self._checked.get(token)
        if bearer is None:
            bearer = self._verified(token, now_s)
        elif now_s >= bearer.expires_at_s + CLOCK_SKEW_S:
            del self._checked[token]
            raise ApiError("TOKEN_EXPIRED")
        return bearer

    def _verified(self, token: str, now_s: float) -> Bearer:
        claims = self._claims(token)
        if claims.iss != ISSUER or claims.aud != self._env or claims.iat > now_s + CLOCK_SKEW_S:
            raise ApiError("INVALID_TOKEN")
        if now_s >= claims.exp + CLOCK_SKEW_S:
            raise ApiError("TOKEN_EXPIRED")
        bearer = Bearer(parse_address(claims.sub, "sub"), claims.sid, claims.exp)
        self._checked[token] = bearer
        if len(self._checked) > CHECKED_TOKENS_MAX:
            self._checked.popitem(last=False)
        return bearer

    def _claims(self, token: str) -> Claims:
        signed, _, signature = token.rpartition(".")
        is_signed = token.isascii() and len(token) <= _TOKEN_BYTES_MAX
        if not (is_signed and hmac.compare_digest(signature, self._signature(signed))):
            raise ApiError("INVALID_TOKEN")
        header, _, body = signed.partition(".")
        if header != _HEADER:
            raise ApiError("INVALID_TOKEN")
        raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        return self._decoder.decode(raw)

    def _signature(self, signed: str) -> str:
        return _base64(mac(self._key, signed.encode("utf-8", "surrogatepass")))


def bearer_of(header: str | None) -> str:
    """Return the token of an Authorization header; raise NO_TOKEN or INVALID_TOKEN."""
    if header is None or not header.strip():
        raise ApiError("NO_TOKEN")
    scheme, _, token = header.strip().partition(" ")
    if scheme.lower() != "bearer":
        raise ApiError("INVALID_TOKEN")
    if not token.strip():
        raise ApiError("NO_TOKEN")
    return token.strip()

"""The sign-in message (API 2.2): issued without being stored, recognised by its MAC."""

import hmac
import secrets
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from solders.pubkey import Pubkey

from edge.api.auth.keys import derive, mac
from edge.api.auth.schemas import SignInFields
from edge.http.addresses import address_text
from edge.http.limits import NONCE_LIFETIME_S

STATEMENT = "Sign in to Acre. This costs nothing and sends no transaction."
_RANDOM_BYTES = 16
_OPTIONAL_LINES = (
    ("URI: ", "uri"),
    ("Version: ", "version"),
    ("Chain ID: ", "chain_id"),
    ("Nonce: ", "nonce"),
    ("Issued At: ", "issued_at"),
    ("Expiration Time: ", "expiration_time"),
    ("Not Before: ", "not_before"),
    ("Request ID: ", "request_id"),
)
_GREETING = " wants you to sign in with your Solana account:"


@dataclass(frozen=True, slots=True)
class Issued:
    """Fields of a sign-in message that the server would issue."""

    fields: SignInFields
    nonce: bytes
    expires_at_s: int


def iso(time_s: int) -> str:
    """Return ISO 8601 in UTC, to the second."""
    return datetime.fromtimestamp(time_s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _seconds(text: str) -> int | None:
    """Return the time of a text, `None` for none, or one from which no message could expire."""
    try:
        moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        moment + timedelta(seconds=NONCE_LIFETIME_S)
    except (ValueError, OverflowError):
        return None
    return int(moment.timestamp())


def render(fields: SignInFields) -> str:
    """Return the text of the fields; absent ones have no line."""
    lines = [f"{fields.domain}{_GREETING}", fields.address, "", fields.statement, ""]
    for label, name in _OPTIONAL_LINES:
        value = getattr(fields, name)
        if value is not None:
            lines.append(label + value)
    lines.append("Resources:")
    lines.extend(f"- {resource}" for resource in fields.resources)
    return "\n".join(lines)


def parse(text: str) -> SignInFields | None:
    """Return the fields of a sign-in text, `None` when it is none; it renders back to itself."""
    lines = text.split("\n")
    if len(lines) < 6 or not lines[0].endswith(_GREETING) or lines[2] or lines[4]:
        return None
    values: dict[str, str | None] = {"not_before": None}
    rest = lines[5:]
    for label, name in _OPTIONAL_LINES:
        if rest and rest[0].startswith(label):
            values[name] = rest.pop(0).removeprefix(label)
    resources = [line.removeprefix("- ") for line in rest[1:]]
    if len(values) != len(_OPTIONAL_LINES):
        return None
    fields = SignInFields(
        domain=lines[0].removesuffix(_GREETING),
        address=lines[1],
        statement=lines[3],
        resources=resources,
        **values,  # type: ignore[arg-type]
    )
    return fields if render(fields) == text else None


class MessageIssuer:
    """Issues and recognises the messages of one installation."""

    def __init__(self, secret: bytes, domain: str, uri: str, chain_id: str) -> None:
        self._key = derive(secret, "sign-in-nonce")
        self._request_key = derive(secret, "sign-in-request-id")
        self._domain = domain
        self._uri = uri
        self._chain_id = chain_id

    def issue(self, address: bytes, now_s: int) -> SignInFields:
        """Return a new message for `address`; nothing is stored."""
        return self._fields(secrets.token_bytes(_RANDOM_BYTES), address, now_s)

    def recognise(self, text: str, address: bytes) -> Issued | None:
        """Return the message when this server would issue it, byte for byte, for `address`."""
        fields = parse(text)
        issued_at_s = _seconds(fields.issued_at) if fields is not None else None
        if fields is None or issued_at_s is None:
            return None
        nonce = _nonce_bytes(fields.nonce)
        if nonce is None:
            return None
        expected = self._fields(nonce[:_RANDOM_BYTES], address, issued_at_s)
        if not hmac.compare_digest(render(expected).encode(), text.encode()):
            return None
        return Issued(fields, nonce, issued_at_s + NONCE_LIFETIME_S)

    def _fields(self, random: bytes, address: bytes, issued_at_s: int) -> SignInFields:
        issued_at = iso(issued_at_s)
        tag = mac(self._key, random, address, self._domain.encode(), issued_at.encode())
        nonce = random + tag[:_RANDOM_BYTES]
        request_id = uuid.UUID(bytes=mac(self._request_key, nonce)[:16], version=4)
        return SignInFields(
            domain=self._domain,
            address=address_text(address),
            statement=STATEMENT,
            uri=self._uri,
            version="1",
            chain_id=self._chain_id,
            nonce=address_text(nonce),  # 32 bytes, like an address
            issued_at=issued_at,
            expiration_time=iso(issued_at_s + NONCE_LIFETIME_S),
            not_before=None,
            request_id=str(request_id),
            resources=[f"{self._uri}/terms"],
        )


def _nonce_bytes(text: str) -> bytes | None:
    try:
        return bytes(Pubkey.from_string(text))
    except ValueError:
        return None

"""Addresses and signatures as text: base58 of 32 and of 64 bytes."""

from functools import lru_cache

from solders.pubkey import Pubkey
from solders.signature import Signature

from edge.http.errors import INVALID_USER, MISSING_USER, ApiError, invalid
from edge.http.limits import ADDRESS_TEXTS_MAX, DERIVED_ADDRESSES_MAX

ZERO = bytes(32)
_NO_SIGNATURE = bytes(64)
_ADDRESS_TEXT_MAX = 44  # base58 of 32 bytes


@lru_cache(maxsize=DERIVED_ADDRESSES_MAX)
def address_text(raw: bytes) -> str:
    """Return the base58 text of a 32-byte address."""
    return str(Pubkey(raw))


def optional_address(raw: bytes | None) -> str | None:
    """Return the text of an address, `None` for an absent or an all-zero one."""
    return None if raw is None or raw == ZERO else address_text(raw)


def signature_text(raw: bytes | None) -> str | None:
    """Return the base58 text of a 64-byte signature, `None` for an absent one."""
    return None if raw is None or raw == _NO_SIGNATURE else str(Signature(raw))


def _decode(text: str) -> bytes | None:
    return _decoded(text) if len(text) <= _ADDRESS_TEXT_MAX else None


@lru_cache(maxsize=ADDRESS_TEXTS_MAX)
def _decoded(text: str) -> bytes | None:
    try:
        return bytes(Pubkey.from_string(text))
    except ValueError:
        return None


def missing_user(field: str = "user") -> ApiError:
    """Return the refusal of a request that lacks its wallet."""
    return ApiError("MISSING_ADDRESS", MISSING_USER, {"field": field})


def parse_user(text: str | None, field: str = "user") -> bytes:
    """Return the wallet of a request; blank and invalid ones raise the contract's texts."""
    if text is None or not text.strip():
        raise missing_user(field)
    raw = _decode(text)
    if raw is None:
        raise ApiError("INVALID_ADDRESS", INVALID_USER, {"field": field})
    return raw


def parse_address(text: str, field: str) -> bytes:
    """Return the address in a field other than the user's."""
    raw = _decode(text)
    if raw is None:
        raise invalid(field, "expected an address, base58 of 32 bytes")
    return raw


def parse_signature(text: str) -> bytes:
    """Return the 64 bytes of a base58 signature (API 2.3, step 2)."""
    try:
        return bytes(Signature.from_string(text))
    except ValueError as error:
        raise ApiError("BAD_SIGNATURE_LENGTH") from error

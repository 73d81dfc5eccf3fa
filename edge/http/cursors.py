"""Opaque cursors: a place in one query; a cursor of another query is refused."""

import base64
import binascii
import hashlib
from typing import Any

import msgspec

from edge.http.errors import ApiError

_SCOPE_BYTES = 8
_TEXT_MAX = 512


def _scope(parts: tuple[object, ...]) -> bytes:
    return hashlib.blake2b(repr(parts).encode(), digest_size=_SCOPE_BYTES).digest()


def make_cursor(key: tuple[object, ...], *scope: object) -> str:
    """Return the cursor of the row with this key in the query that `scope` names."""
    return base64.urlsafe_b64encode(_scope(scope) + msgspec.json.encode(key)).decode()


def read_cursor(cursor: str, kind: Any, *scope: object) -> Any:  # noqa: ANN401 - its key
    """Return the key in a cursor; raise BAD_CURSOR when it is not one of this query."""
    if len(cursor) > _TEXT_MAX or not cursor.isascii():
        raise ApiError("BAD_CURSOR")
    try:
        raw = base64.b64decode(cursor, altchars=b"-_", validate=True)
        if raw[:_SCOPE_BYTES] != _scope(scope):
            raise ApiError("BAD_CURSOR")
        return msgspec.json.decode(raw[_SCOPE_BYTES:], type=kind)
    except (binascii.Error, ValueError, msgspec.MsgspecError):
        raise ApiError("BAD_CURSOR") from None

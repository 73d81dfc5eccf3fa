"""Client order ids: those of callers, and those that the server makes for idempotency keys."""

import base64
import hashlib
import re

SERVER_PREFIX = "__key__"  # no caller's id begins with it
_CLIENT_ID = re.compile(rf"(?!{SERVER_PREFIX})[A-Za-z0-9_-]{{1,36}}")
_DIGEST_BYTES = 21  # 28 characters


def is_client_id(text: str) -> bool:
    """Return whether a text can be a caller's client order id."""
    return _CLIENT_ID.fullmatch(text) is not None


def id_of_key(seed: bytes, index: int) -> str:
    """Return the id of the order at a place of a request with an idempotency key.

    The engine refuses a second order with it, which makes the order its key's only one.
    """
    digest = hashlib.blake2b(seed + index.to_bytes(2), digest_size=_DIGEST_BYTES).digest()
    return SERVER_PREFIX + base64.urlsafe_b64encode(digest).decode()


def is_servers(client_order_id: str | None) -> bool:
    """Return whether the server made an id; callers are not shown it."""
    return client_order_id is not None and client_order_id.startswith(SERVER_PREFIX)

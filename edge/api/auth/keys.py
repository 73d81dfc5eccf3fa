"""The edge's secret: one random file, from which each use derives its own key."""

import hashlib
import hmac
import secrets
from pathlib import Path

from chain.client.wallet import BadKeyFileError, write_durably

SECRET_BYTES = 32


def load_secret(path: Path) -> bytes:
    """Return the secret in `path`; make it, readable by its owner only, when there is none."""
    if path.exists() and path.stat().st_size > 0:
        try:
            secret = bytes.fromhex(path.read_text().strip())
        except ValueError:
            secret = b""
        if len(secret) != SECRET_BYTES:
            raise BadKeyFileError(
                f"{path} does not hold {SECRET_BYTES} bytes in hex; put the right one back, or "
                "remove it: everybody then signs in again."
            )
        return secret
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    secret = secrets.token_bytes(SECRET_BYTES)
    write_durably(path, f"{secret.hex()}\n".encode())
    return secret


def derive(secret: bytes, use: str) -> bytes:
    """Return the key for one use; keys of different uses tell nothing about each other."""
    return mac(secret, use.encode())


def mac(key: bytes, *parts: bytes) -> bytes:
    """Return HMAC-SHA256 over the parts, each with its length, so that borders cannot move."""
    digest = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()

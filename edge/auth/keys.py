"""The edge's secret: one random file, from which each use derives its own key."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

SECRET_BYTES = 32


def load_secret(path: Path) -> bytes:
    """Return the secret in `path`; make it, readable by its owner only, when there is none."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        secret = bytes.fromhex(path.read_text().strip())
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"{path} does not hold {SECRET_BYTES} bytes in hex") from None
        return secret
    secret = secrets.token_bytes(SECRET_BYTES)
    with os.fdopen(handle, "w") as file:
        file.write(secret.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
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

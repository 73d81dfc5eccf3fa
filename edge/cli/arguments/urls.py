"""Addresses of servers on the command line."""

import argparse
from urllib.parse import urlsplit


def url_argument(text: str) -> str:
    """Return the address of a server without a slash at its end."""
    try:
        parts = urlsplit(text)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable:
        raise argparse.ArgumentTypeError(f"must begin with http:// or https://, not {text!r}")
    return text.rstrip("/")

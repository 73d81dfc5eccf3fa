"""Validation of profile input (API 4.9)."""

import re
from collections.abc import Iterable

from edge.http.amounts import E12, parse_rate, rate
from edge.http.errors import invalid
from edge.http.limits import EMAIL_MAX
from engine.core.views import MarketView

_USERNAME = re.compile(r"[A-Za-z0-9_]{3,20}")  # shorter than an address: never taken for one
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_EMAIL = re.compile(rf"[!-?A-~]{{1,64}}@(?:{_LABEL}\.)+{_LABEL}")
_DISCORD_LENGTHS = range(2, 38)  # names of today have 2 to 32 characters, older ones #1234 as well
_TWITTER = re.compile(r"@?([A-Za-z0-9_]{1,15})")


def is_username(text: str) -> bool:
    """Return whether a text has the form of a username."""
    return _USERNAME.fullmatch(text) is not None


def username(text: str) -> str:
    """Return a username as typed."""
    if not is_username(text):
        raise invalid("username", "expected 3 to 20 letters, digits or underscores")
    return text


def default_leverage_e12(value: str | int, views: Iterable[MarketView]) -> int:
    """Return a leverage from 1 to the largest that any market allows."""
    raw_e12 = parse_rate(value, "defaultLeverage")
    largest_e12 = max((view.max_leverage_e12 for view in views), default=E12)
    if not E12 <= raw_e12 <= max(E12, largest_e12):
        raise invalid("defaultLeverage", f"must be from 1 to {rate(largest_e12)}")
    return raw_e12


def interests(texts: Iterable[str], views: Iterable[MarketView]) -> list[str]:
    """Return categories and symbols of markets as these are written, each once."""
    known = {text.casefold(): text for view in views for text in (view.category, view.symbol)}
    chosen = []
    for text in texts:
        found = known.get(text.casefold())
        if found is None:
            raise invalid("interests", "expected categories or symbols of markets")
        chosen.append(found)
    return list(dict.fromkeys(chosen))


def email(text: str) -> str:
    """Return an address of the plain form `local@domain`, in ASCII."""
    if len(text) > EMAIL_MAX or _EMAIL.fullmatch(text) is None:
        raise invalid("email", "expected an e-mail address")
    return text


def discord(text: str) -> str:
    """Return a Discord name."""
    if len(text) not in _DISCORD_LENGTHS or not text.isprintable() or text != text.strip():
        raise invalid("discord", "expected 2 to 37 printable characters")
    return text


def twitter(text: str) -> str:
    """Return a Twitter name without the sign before it."""
    match = _TWITTER.fullmatch(text)
    if match is None:
        raise invalid("twitter", "expected up to 15 letters, digits or underscores")
    return match[1]

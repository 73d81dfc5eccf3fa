"""Texts of the command line as exact raw integers; what cannot be read is a sentence."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from chain.client.addresses import from_base58
from engine.schema.parameters import E6, E8, E12

ADDRESS_NONE: Final = bytes(32)
I64_MAX: Final = 2**63 - 1
_DIGITS_MAX: Final = 19
_UNITS_S: Final = (86_400, 3_600, 60, 1)  # of the groups below
_DURATION: Final = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?")
_SLUG: Final = re.compile(r"[a-z0-9-]+")
_NUMBER: Final = re.compile(r"(\d+)(?:\.(\d+))?")
_TIME_FORMATS: Final = ("%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?")
_SCALES: Final = {"e6": E6, "e8": E8, "e12": E12}
_WORDS: Final = {"outcome": ("none", "yes", "no", "void")}  # of fields that count what they mean


class InputError(ValueError):
    """Unusable operator input; the message is a sentence."""


def read_number(text: str, high: int) -> int:
    """Return a whole number from 1 to `high`."""
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX + 1):
        raise InputError(f"must be a whole number, not {text!r}")
    number = int(text)
    if not 1 <= number <= high:
        raise InputError(f"must be from 1 to {high}, not {text}")
    return number


def read_decimal(text: str, scale: int) -> int:
    """Return a decimal times `scale` (a power of ten), exactly; only digits and one point."""
    match = _NUMBER.fullmatch(text) if text.isascii() else None
    if match is None:
        raise InputError(f"must be a number such as 412.50, without sign or spaces, not {text!r}")
    places = len(str(scale)) - 1
    whole, fraction = match[1], (match[2] or "").rstrip("0")
    if len(fraction) > places:
        raise InputError(f"{text} has more than {places} digits after the point")
    raw = int(whole[: _DIGITS_MAX + 1]) * scale + int(fraction.ljust(places, "0") or "0")
    if len(whole.lstrip("0")) > _DIGITS_MAX or raw > I64_MAX:
        raise InputError(f"{text} is too large")
    return raw


def read_positive(text: str, scale: int) -> int:
    """Return a decimal above zero times `scale`."""
    raw = read_decimal(text, scale)
    if raw == 0:
        raise InputError("must be greater than 0")
    return raw


def read_duration(text: str) -> int:
    """Return the seconds of a text such as 30d, 1d12h or 90s; the parts in that order."""
    match = _DURATION.fullmatch(text) if text.isascii() else None
    if match is None or not text:
        raise InputError(f"must be a time such as 3d, 12h, 90m, 30s or 1d12h, not {text!r}")
    return sum(int(part or 0) * unit for part, unit in zip(match.groups(), _UNITS_S, strict=True))


def read_time(text: str, now_s: Callable[[], int]) -> int:
    """Return seconds since 1970 of a time in UTC, or of `+3d` from engine time."""
    if text.startswith("+"):
        return now_s() + read_duration(text[1:])
    plain = text.removesuffix("Z")
    if text.isascii() and _TIME.fullmatch(plain):
        for form in _TIME_FORMATS:
            try:
                return int(datetime.strptime(plain, form).replace(tzinfo=UTC).timestamp())
            except ValueError:
                continue
    raise InputError(
        "must be UTC such as 2031-05-01T12:00:00Z or 2031-05-01, or +3d from engine time now, "
        f"not {text!r}"
    )


def read_text(text: str, width: int) -> str:
    """Return a text that the record can hold: printable ASCII, at most `width` characters."""
    if not text.strip():
        raise InputError("must not be empty")
    for place, letter in enumerate(text, 1):
        if not " " <= letter <= "~":
            raise InputError(
                f"may hold plain ASCII only: letter {place} is {letter!r}; write it in another way"
            )
    if len(text) > width:
        raise InputError(f"has {len(text)} characters, at most {width} are possible")
    return text


def read_slug(text: str, width: int) -> str:
    """Return a name of a-z, 0-9 and -, at most `width` characters."""
    if not _SLUG.fullmatch(text):
        raise InputError(f"must be made of a-z, 0-9 and -, not {text!r}")
    if len(text) > width:
        raise InputError(f"has {len(text)} characters, at most {width} are possible")
    return text


def read_address(text: str) -> bytes:
    """Return the 32 bytes of a base58 address; the zero address is refused."""
    try:
        address = from_base58(text)
    except ValueError:
        address = ADDRESS_NONE
    if address == ADDRESS_NONE:
        raise InputError(f"must be the base58 address of a wallet, not {text!r}")
    return address


def read_parameter_value(text: str, name: str, low: int, high: int) -> int:
    """Return the raw value of a parameter; the end of its name says the unit."""
    unit = name.rsplit("_", 1)[-1]
    scale = _SCALES.get(unit, 1)
    is_time = unit == "s" and not text.isdigit()
    raw = read_duration(text) if is_time else read_decimal(text, scale)
    if not low <= raw <= high:
        raise InputError(
            f"must be from {decimal_text(low, scale)} to {decimal_text(high, scale)}, not {text}"
        )
    return raw


def decimal_text(raw: int, scale: int) -> str:
    """Return `raw / scale` exactly, without zeros at the end."""
    whole, fraction = divmod(abs(raw), scale)
    places = len(str(scale)) - 1
    text = f"{whole}.{fraction:0{places}d}".rstrip("0").rstrip(".") if fraction else str(whole)
    return f"-{text}" if raw < 0 else text


def scale_of(name: str) -> int:
    """Return the scale that the end of a field's name says; 1 without one."""
    return _SCALES.get(name.rsplit("_", 1)[-1], 1)


def figure_text(name: str, value: int) -> str:
    """Return a figure as people read it; its name, or the end of it, says what it is."""
    words = _WORDS.get(name, ())
    if 0 <= value < len(words):
        return words[value]
    if value and (name.endswith("_at_s") or name == "start_s"):
        return time_text(value)
    return decimal_text(value, scale_of(name))


def time_text(time_s: int) -> str:
    """Return a time in UTC as people read it; beyond the calendar the seconds."""
    try:
        return f"{datetime.fromtimestamp(time_s, UTC):%Y-%m-%dT%H:%M:%SZ}"
    except (OverflowError, ValueError, OSError):
        return f"{time_s} s"

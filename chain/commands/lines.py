"""Write and read the value of one memo line; every kind has exactly one spelling per value."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from typing import TypeVar

from chain.client.addresses import from_base58, to_base58
from chain.commands.spec import FieldKind
from engine.schema.enums import PerpOrderKind, PriceSource

NAME_MAX = 32
REQUESTS_MAX = 8
SYMBOLS_MAX = 8
LEGS_MIN, LEGS_MAX = 2, 8
U32_MAX = 2**32 - 1
U64_MAX = 2**64 - 1
I64_MAX = 2**63 - 1
NONCE_MAX = 2**53  # room above unix milliseconds, and still exact in every JSON reader
NO_DELEGATE = bytes(32)

# Market, signed size and limit price of an order; the market is a symbol in a memo.
Leg = tuple[int | str, int, int]
FieldValue = int | str | bytes | tuple[int, ...] | tuple[str, ...] | tuple[Leg, ...]

T = TypeVar("T", bound=FieldValue)


class MemoError(Exception):
    """Why a text is no command: one plain sentence part without any of the sender's own text."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


_INTEGER = re.compile(r"0|[1-9][0-9]{0,19}")
_DECIMAL = {
    6: re.compile(r"(0|[1-9][0-9]{0,12})\.([0-9]{6})"),
    8: re.compile(r"(0|[1-9][0-9]{0,10})\.([0-9]{8})"),
}
_SYMBOL = re.compile(r"[A-Z0-9-]{2,12}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
TIME_MAX = 253_402_300_799  # the end of the year 9999
_NAME = re.compile(r"[!-~](?:[ -~]*[!-~])?")


def read_integer(text: str, maximum: int) -> int:
    """Read a plain integer without sign or leading zeros."""
    if _INTEGER.fullmatch(text) is None:
        raise MemoError("is not a plain integer")
    number = int(text)
    if number > maximum:
        raise MemoError("is too large")
    return number


def write_integer(number: int, maximum: int) -> str:
    """Write a plain integer."""
    if not 0 <= number <= maximum:
        raise MemoError("is out of range")
    return str(number)


def _read_decimal(text: str, digits: int) -> int:
    match = _DECIMAL[digits].fullmatch(text)
    if match is None:
        raise MemoError(f"is not a decimal with exactly {digits} digits after the point")
    raw = int(match[1] + match[2])
    if raw > I64_MAX:
        raise MemoError("is too large")
    return raw


def _write_decimal(raw: int, digits: int) -> str:
    if not 0 <= raw <= I64_MAX:
        raise MemoError("is out of range")
    whole, fraction = divmod(raw, 10**digits)
    return f"{whole}.{fraction:0{digits}d}"


def _read_size(text: str) -> int:
    if text[:1] not in ("+", "-"):
        raise MemoError("has no sign")
    raw = _read_decimal(text[1:], 6)
    if text[0] == "-" and raw == 0:
        raise MemoError("is a negative zero")
    return raw if text[0] == "+" else -raw


def _write_size(raw: int) -> str:
    return ("-" if raw < 0 else "+") + _write_decimal(abs(raw), 6)


def _read_close_size(text: str) -> int:
    raw = _read_size(text)
    if raw <= 0:
        raise MemoError("is the amount to close, written with + and above zero")
    return raw


def _write_close_size(raw: int) -> str:
    if raw <= 0:
        raise MemoError("is not above zero")
    return _write_size(raw)


def _read_symbol(text: str) -> str:
    if _SYMBOL.fullmatch(text) is None:
        raise MemoError("is not a market symbol")
    return text


def _read_name(text: str) -> str:
    if len(text) > NAME_MAX:
        raise MemoError(f"is longer than {NAME_MAX} characters")
    if _NAME.fullmatch(text) is None:
        raise MemoError("is not printable ASCII without spaces at its ends")
    return text


def _read_address(text: str) -> bytes:
    try:
        return from_base58(text)
    except ValueError as error:
        raise MemoError("is not an address") from error


def _read_delegate(text: str) -> bytes:
    if text == "none":
        return NO_DELEGATE
    address = _read_address(text)
    if address == NO_DELEGATE:
        raise MemoError("is the zero address; write none")
    return address


def _write_delegate(address: bytes) -> str:
    return "none" if address == NO_DELEGATE else to_base58(address)


def _read_ids(text: str) -> tuple[int, ...]:
    parts = text.split(",", REQUESTS_MAX)
    if len(parts) > REQUESTS_MAX:
        raise MemoError(f"has more than {REQUESTS_MAX} ids")
    return tuple(read_integer(part, U64_MAX) for part in parts)


def _write_ids(ids: tuple[int, ...]) -> str:
    if not 1 <= len(ids) <= REQUESTS_MAX:
        raise MemoError(f"must have 1 to {REQUESTS_MAX} ids")
    return ",".join(write_integer(number, U64_MAX) for number in ids)


def _read_symbols(text: str) -> tuple[str, ...]:
    return _checked_symbols(tuple(text.split(",", SYMBOLS_MAX)))


def _checked_symbols(symbols: tuple[str, ...]) -> tuple[str, ...]:
    if not 1 <= len(symbols) <= SYMBOLS_MAX:
        raise MemoError(f"must have 1 to {SYMBOLS_MAX} market symbols")
    if any(_SYMBOL.fullmatch(symbol) is None for symbol in symbols):
        raise MemoError("has a word that is not a market symbol")
    if any(one >= following for one, following in pairwise(symbols)):
        raise MemoError("is not in ascending order without repetition")
    return symbols


def _write_symbols(symbols: tuple[str, ...]) -> str:
    return ",".join(_checked_symbols(symbols))


def _read_legs(text: str) -> tuple[Leg, ...]:
    """Read the legs of a memo, each on a line of its own."""
    lines = text.split("\n")
    if not LEGS_MIN <= len(lines) <= LEGS_MAX:
        raise MemoError(f"must be there {LEGS_MIN} to {LEGS_MAX} times")
    return tuple(_read_leg(line) for line in lines)


def _read_leg(line: str) -> Leg:
    words = line.split(" ")
    if len(words) != 4 or words[2] != "limit":
        raise MemoError("is not symbol, size, limit and price")
    return _read_symbol(words[0]), _read_size(words[1]), _read_decimal(words[3], 8)


def _write_legs(legs: tuple[Leg, ...]) -> str:
    if not LEGS_MIN <= len(legs) <= LEGS_MAX:
        raise MemoError(f"must be there {LEGS_MIN} to {LEGS_MAX} times")
    return "\n".join(
        f"{_read_symbol(str(symbol))} {_write_size(size)} limit {_write_decimal(limit, 8)}"
        for symbol, size, limit in legs
    )


def _read_time(text: str) -> int:
    try:
        # The pattern refuses other spellings that the parser takes.
        moment = datetime.fromisoformat(text) if _TIME.fullmatch(text) else None
    except ValueError:
        moment = None
    if moment is None:
        raise MemoError("is not a time such as 2026-12-01T00:00:00Z")
    return _checked_time(int(moment.timestamp()))


def _checked_time(time_s: int) -> int:
    if not 1 <= time_s <= TIME_MAX:
        raise MemoError("is not after 1970 began and before the year 10000")
    return time_s


def _write_time(time_s: int) -> str:
    moment = datetime.fromtimestamp(_checked_time(time_s), UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}Z"


# `fill` of a waiting order, by its kind.
_ORDER_WORDS = {
    PerpOrderKind.AUCTION: "at-next-price-update",
    PerpOrderKind.LIMIT: "at-limit",
    PerpOrderKind.STOP: "at-stop",
    PerpOrderKind.TAKE_PROFIT: "at-take-profit",
    PerpOrderKind.TRAILING: "at-trailing-stop",
}
_ORDER_KINDS = {word: kind for kind, word in _ORDER_WORDS.items()}
_MARKET_PRICE = "market-price"


def _read_order(text: str) -> int:
    if text not in _ORDER_KINDS:
        raise MemoError("is no kind of order")
    return int(_ORDER_KINDS[text])


def _write_order(kind: int) -> str:
    if kind not in _ORDER_WORDS:
        raise MemoError("is no kind of order")
    return _ORDER_WORDS[PerpOrderKind(kind)]


def _read_source(text: str) -> int:
    if text != _MARKET_PRICE:
        raise MemoError(f"is not {_MARKET_PRICE}; the line is left out for the index")
    return int(PriceSource.MARKET)


def _write_source(source: int) -> str:
    if source != PriceSource.MARKET:
        raise MemoError("of the index is left out")
    return _MARKET_PRICE


def _read_yes(text: str) -> int:
    if text != "yes":
        raise MemoError("is not yes; the line is left out otherwise")
    return 1


def _write_yes(value: FieldValue) -> str:
    if value != 1:
        raise MemoError("of no is left out")
    return "yes"


def _exact(read: Callable[[str], T], write: Callable[[T], str]) -> Callable[[str], FieldValue]:
    """Return a reader that takes only what is written: a library may know other spellings."""

    def read_exactly(text: str) -> T:
        value = read(text)
        if write(value) != text:
            raise MemoError("is not the canonical spelling")
        return value

    return read_exactly


# Each takes a value in its one spelling only: `write_value` gives the text back.
READERS: dict[FieldKind, Callable[[str], FieldValue]] = {
    FieldKind.ID32: lambda text: read_integer(text, U32_MAX),
    FieldKind.ID64: lambda text: read_integer(text, U64_MAX),
    FieldKind.AMOUNT: lambda text: _read_decimal(text, 6),
    FieldKind.SIZE: _read_size,
    FieldKind.CLOSE_SIZE: _read_close_size,
    FieldKind.PRICE: lambda text: _read_decimal(text, 8),
    FieldKind.SYMBOL: _read_symbol,
    FieldKind.NAME: _read_name,
    FieldKind.ADDRESS: _exact(_read_address, to_base58),
    FieldKind.DELEGATE: _exact(_read_delegate, _write_delegate),
    FieldKind.IDS: _read_ids,
    FieldKind.SYMBOLS: _read_symbols,
    FieldKind.LEGS: _read_legs,
    FieldKind.TIME: _exact(_read_time, _write_time),
    FieldKind.YES: _read_yes,
    FieldKind.ORDER: _read_order,
    FieldKind.SOURCE: _read_source,
}

_WRITERS: dict[FieldKind, Callable[..., str]] = {
    FieldKind.ID32: lambda value: write_integer(value, U32_MAX),
    FieldKind.ID64: lambda value: write_integer(value, U64_MAX),
    FieldKind.AMOUNT: lambda value: _write_decimal(value, 6),
    FieldKind.SIZE: _write_size,
    FieldKind.CLOSE_SIZE: _write_close_size,
    FieldKind.PRICE: lambda value: _write_decimal(value, 8),
    FieldKind.SYMBOL: _read_symbol,
    FieldKind.NAME: _read_name,
    FieldKind.ADDRESS: to_base58,
    FieldKind.DELEGATE: _write_delegate,
    FieldKind.IDS: _write_ids,
    FieldKind.SYMBOLS: _write_symbols,
    FieldKind.LEGS: _write_legs,
    FieldKind.TIME: _write_time,
    FieldKind.YES: _write_yes,
    FieldKind.ORDER: _write_order,
    FieldKind.SOURCE: _write_source,
}


def write_value(kind: FieldKind, value: FieldValue) -> str:
    """Write a value in its one spelling; a value outside its kind raises MemoError."""
    return _WRITERS[kind](value)

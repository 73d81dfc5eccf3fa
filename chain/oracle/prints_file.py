"""Files of prints: strict CSV, one print a row, read whole or not at all.

    market,published_at,price,confidence
    AUS,2031-05-01,412.50000000,0.25

`market` is a symbol (or the column is called `market_id` and holds the number), `published_at` is
a day (00:00 UTC) or `2031-05-01T14:00:00Z`, `price` and `confidence` are plain decimals in USD per
unit of area with at most 8 places; `confidence` may be left out.
"""

import csv
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from chain.oracle.decimals import plain_to_e8
from chain.oracle.source import PRICE_E8_MAX

FILE_BYTES_MAX: Final = 16 * 1024 * 1024
LINE_CHARACTERS_MAX: Final = 500
COLUMNS: Final = {"market", "market_id", "published_at", "price", "confidence"}
NEEDED: Final = {"published_at", "price"}
_TIME: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)Z)?", re.ASCII)
_SYMBOL: Final = re.compile(r"[A-Z0-9-]{2,12}")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")


class PrintsFileError(Exception):
    """A file cannot be used; the sentence names the file and the line."""


class PrintRow(NamedTuple):
    """One row: the market by symbol or number, and what is published of it when."""

    market: str | int
    published_at_s: int
    price_e8: int
    confidence_e8: int
    place: str  # file and line, for errors


class PrintsFile(NamedTuple):
    """The rows, and whether a last line without its end was passed over."""

    rows: list[PrintRow]
    has_unfinished_line: bool


def read_prints(path: Path) -> PrintsFile:
    """Return the rows of a file; raise PrintsFileError, OSError.

    A last line without its end is passed over: it may be half written.
    """
    if not path.is_file():  # a pipe would wait for ever
        path.stat()
        raise PrintsFileError(f"{path.name} is no regular file.")
    with path.open("rb") as file:
        content = file.read(FILE_BYTES_MAX + 1)
    if len(content) > FILE_BYTES_MAX:
        raise PrintsFileError(f"{path.name} has over {FILE_BYTES_MAX} bytes.")
    complete = content[: content.rfind(b"\n") + 1]
    try:
        lines = complete.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise PrintsFileError(f"{path.name} is no UTF-8 text.") from None
    if not complete:
        return PrintsFile([], bool(content))
    columns = _columns(path.name, lines[0])
    rows = []
    for number, line in enumerate(lines[1:], 2):
        if line.strip():
            rows.append(_row(f"{path.name}, line {number}", line, columns))
    return PrintsFile(rows, len(complete) < len(content))


def _cells(place: str, line: str) -> list[str]:
    if len(line) > LINE_CHARACTERS_MAX:
        raise PrintsFileError(f"{place}: is over {LINE_CHARACTERS_MAX} characters long.")
    try:
        return [cell.strip() for cell in next(csv.reader([line], strict=True))]
    except csv.Error as error:
        raise PrintsFileError(f"{place}: {error}.") from None


def _columns(name: str, line: str) -> list[str]:
    place = f"{name}, line 1"
    columns = _cells(place, line)
    named = set(columns)
    if len(named) != len(columns):
        raise PrintsFileError(f"{place}: a column is named twice.")
    if extra := named - COLUMNS:
        raise PrintsFileError(f"{place}: there is no column {sorted(extra)[0]!r}.")
    if missing := NEEDED - named:
        raise PrintsFileError(f"{place}: the column {sorted(missing)[0]!r} is missing.")
    if ("market" in named) == ("market_id" in named):
        raise PrintsFileError(f"{place}: one of the columns 'market' and 'market_id' is needed.")
    return columns


def _row(place: str, line: str, columns: list[str]) -> PrintRow:
    cells = _cells(place, line)
    if len(cells) != len(columns):
        raise PrintsFileError(f"{place}: has {len(cells)} cells, not {len(columns)}.")
    by_name = dict(zip(columns, cells, strict=True))
    price_e8 = _decimal(place, "price", by_name["price"])
    confidence_e8 = _decimal(place, "confidence", by_name.get("confidence") or "0")
    if not 1 <= price_e8 <= PRICE_E8_MAX:
        raise PrintsFileError(f"{place}: the price must be above 0 and at most 100000.")
    if confidence_e8 > price_e8:
        raise PrintsFileError(f"{place}: the confidence is wider than the price.")
    return PrintRow(
        market=_market(place, by_name),
        published_at_s=_time(place, by_name["published_at"]),
        price_e8=price_e8,
        confidence_e8=confidence_e8,
        place=place,
    )


def _market(place: str, by_name: dict[str, str]) -> str | int:
    if "market" in by_name:
        if _SYMBOL.fullmatch(by_name["market"]) is None:
            raise PrintsFileError(f"{place}: {by_name['market']!r} is no market symbol.")
        return by_name["market"]
    if _NUMBER.fullmatch(by_name["market_id"]) is None:
        raise PrintsFileError(f"{place}: {by_name['market_id']!r} is no market number.")
    return int(by_name["market_id"])


def _decimal(place: str, name: str, text: str) -> int:
    value_e8 = plain_to_e8(text)
    if value_e8 is None:
        raise PrintsFileError(
            f"{place}: the {name} {text!r} is no plain decimal with at most 8 places."
        )
    return value_e8


def _time(place: str, text: str) -> int:
    match = _TIME.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        moment = datetime.fromisoformat(f"{match[1]}T{match[2] or '00:00:00'}").replace(tzinfo=UTC)
    except ValueError:
        raise PrintsFileError(
            f"{place}: {text!r} is no time such as 2031-05-01 or 2031-05-01T14:00:00Z."
        ) from None
    return int(moment.timestamp())

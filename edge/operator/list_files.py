"""Lists that the operator keeps in files: whom the screening names, the airdrop, the badges.

All are UTF-8 text. The table of the airdrop and that of the badges are CSV with a header line.
"""

import csv
import io
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from chain.client.addresses import from_base58
from edge.http.addresses import parse_signature, signature_text
from edge.http.errors import ApiError
from edge.http.limits import BADGE_MINTS_MAX, OPERATOR_FILE_BYTES_MAX
from edge.operator.admin.values import InputError, read_decimal, read_time
from engine.schema.parameters import E6

log = logging.getLogger("acre.lists")

T = TypeVar("T")
NAMED_LINES_MAX = 20
URL_MAX = 2_048
SHOWN_MAX = 44  # of a text that should be an address


class ListError(ValueError):
    """A list cannot be used; the message is a sentence that names the lines."""


@dataclass(frozen=True, slots=True)
class RiskLines:
    """The addresses of a list, and the numbers of the lines that are none."""

    addresses: frozenset[bytes]
    refused: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A wallet's airdrop (raw token units), with time and transaction of its delivery."""

    amount_e6: int
    claimed_at_s: int | None
    signature: str | None


class OperatorFile(Generic[T]):
    """A list in a file: what it said when it was last good. Trouble is logged once, not hourly."""

    def __init__(
        self, path: Path, parse: Callable[[str], T], flaw: Callable[[T], str] = lambda _: ""
    ) -> None:
        self.value: T | None = None  # None: never read
        self._path = path
        self._parse = parse
        self._flaw = flaw  # what is wrong with a list that can be used all the same
        self._trouble = ""

    def read(self) -> bool:
        """Read the file; return whether `value` is current. Blocks on disk I/O."""
        try:
            self.value = self._parse(_text(self._path))
        except (OSError, ListError) as error:
            self._note(str(error))
            return False
        self._note(self._flaw(self.value))
        return True

    def _note(self, trouble: str) -> None:
        if trouble and trouble != self._trouble:
            log.error("list_is_faulty", extra={"path": str(self._path), "trouble": trouble})
        self._trouble = trouble


def _text(path: Path) -> str:
    if path.exists() and not path.is_file():  # a pipe would keep us waiting
        raise ListError("This is no file.")
    with path.open("rb") as file:
        raw = file.read(OPERATOR_FILE_BYTES_MAX + 1)
    if len(raw) > OPERATOR_FILE_BYTES_MAX:
        raise ListError(f"The file is larger than {OPERATOR_FILE_BYTES_MAX} bytes.")
    return raw.decode("utf-8-sig", errors="replace")


def risk_lines(text: str) -> RiskLines:
    """Read one address a line; `#` begins a comment.

    An empty file is a fault, not an empty list: its writer may not be done.
    """
    if not text:
        raise ListError("The file is empty; an empty list needs a line with a comment.")
    addresses, refused = set(), []
    for number, line in enumerate(text.splitlines(), start=1):
        word = line.partition("#")[0].strip()
        if not word:
            continue
        try:
            addresses.add(from_base58(word))
        except ValueError:
            refused.append(number)
    return RiskLines(frozenset(addresses), tuple(refused))


def risk_flaw(lines: RiskLines) -> str:
    """Name the lines that hold no address, the first of them where there are many."""
    if not lines.refused:
        return ""
    named = ", ".join(map(str, lines.refused[:NAMED_LINES_MAX]))
    return f"{len(lines.refused)} lines hold no address, beginning with {named}."


def airdrop_table(text: str) -> dict[bytes, Claim]:
    """Read `address,amount,claimed_at,signature`: tokens as 412.5, times as 2031-05-01T12:00:00Z.

    The last two stay empty until the wallet has its tokens.
    """
    claims: dict[bytes, Claim] = {}
    for number, row in _rows(text, ("address", "amount"), ("claimed_at", "signature")):
        address = _address(number, row["address"])
        if address in claims:
            raise ListError(f"Line {number}: {row['address']} appears twice.")
        try:
            claims[address] = _claim(**row)
        except InputError as error:
            raise ListError(f"Line {number}: {error}.") from None
    return claims


def _claim(address: str, amount: str, claimed_at: str, signature: str) -> Claim:
    del address
    if claimed_at.startswith("+"):
        raise InputError("claimed_at must be UTC such as 2031-05-01T12:00:00Z")
    if signature and not claimed_at:
        raise InputError("a signature needs a claimed_at")
    at_s = read_time(claimed_at, lambda: 0) if claimed_at else None
    try:
        text = signature_text(parse_signature(signature)) if signature else None
    except ApiError:
        raise InputError("the signature is no base58 of 64 bytes") from None
    return Claim(read_decimal(amount, E6), at_s, text)


def _address(number: int, text: str) -> bytes:
    try:
        return from_base58(text)
    except ValueError:
        raise ListError(f"Line {number}: {text[:SHOWN_MAX]!r} is no address.") from None


def badge_table(text: str) -> dict[bytes, str | None]:
    """Read `mint,image`: an https address of the badge's picture, or nothing for our own."""
    images: dict[bytes, str | None] = {}
    for number, row in _rows(text, ("mint",), ("image",)):
        mint, image = _address(number, row["mint"]), row["image"]
        if image and not _is_https(image):
            raise ListError(f"Line {number}: the image must be an https:// address.")
        if mint in images:
            raise ListError(f"Line {number}: {row['mint']} appears twice.")
        images[mint] = image or None
        if len(images) > BADGE_MINTS_MAX:
            raise ListError(f"There are more than {BADGE_MINTS_MAX} mints.")
    return images


def _is_https(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    is_plain = text.isascii() and text.isprintable() and not set(text) & set(" \"'<>\\")
    return is_plain and len(text) <= URL_MAX and parts.scheme == "https" and bool(parts.hostname)


def _rows(
    text: str, required: tuple[str, ...], optional: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield line number and values by column; columns that may be absent are empty then."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: list[str] | None = None
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if names is None:
                names = [cell.strip() for cell in cells]
                if set(names) - {*required, *optional} or not set(required) <= set(names):
                    columns = ",".join((*required, *optional))
                    raise ListError(f"The first line must name the columns {columns}.")
                continue
            if len(cells) != len(names):
                raise ListError(f"Line {reader.line_num}: expected {len(names)} values.")
            values = dict.fromkeys((*required, *optional), "")
            values |= {n: cell.strip() for n, cell in zip(names, cells, strict=True)}
            yield reader.line_num, values
    except csv.Error as error:
        raise ListError(f"Line {reader.line_num}: {error}.") from None
    if names is None:
        raise ListError("The file is empty; it needs a first line with the columns.")

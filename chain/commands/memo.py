"""The memo: a user's command as plain text that a Ledger shows and a person can check.

    Acre v1 localnet
    modify-position
    account 1
    …
    nonce 17
    expires 1234567

There is exactly one spelling of each command: `parse` accepts a text only if `render` gives it
back byte for byte. Lines stand in the order of the table, each is a name, a space and a value, and
each of READERS takes one spelling only; so nothing has to be rendered to compare.
Fields and their order are in `chain.commands.spec`.
"""

from collections.abc import Iterator, Mapping

from chain.commands.lines import (
    NONCE_MAX,
    READERS,
    U64_MAX,
    FieldValue,
    MemoError,
    read_integer,
    write_integer,
    write_value,
)
from chain.commands.spec import WALLET_COMMANDS, FieldKind, Line
from engine.core.row import row

__all__ = ["MAGIC", "Memo", "MemoError", "has_magic", "parse", "parse_bytes", "render"]

MAGIC = "Acre v1"
MEMO_BYTES_MAX = 1232  # no memo can be longer than a transaction


@row(kw_only=True)
class Memo:
    """One command: field values by name (raw integers, address bytes), absent ones left out."""

    name: str
    fields: Mapping[str, FieldValue]
    nonce: int
    expires: int


def has_magic(data: bytes) -> bool:
    """Return whether the memo claims to be a command of Acre, well formed or not."""
    return data.startswith(MAGIC.encode())


def render(chain_name: str, memo: Memo) -> str:
    """Write the command in its one spelling; values outside their kind raise MemoError."""
    spec = WALLET_COMMANDS.get(memo.name)
    if spec is None:
        raise MemoError("unknown command")
    lines = [f"{MAGIC} {chain_name}", memo.name]
    for field in spec.lines:
        value = memo.fields.get(field.name)
        if value is not None:
            lines += [f"{field.name} {text}" for text in _write(field, value).split("\n")]
        elif not field.is_optional:
            raise MemoError(f"line {field.name} is missing")
    unknown = memo.fields.keys() - {field.name for field in spec.lines}
    if unknown:
        raise MemoError("a field does not belong to the command")
    lines.append(f"nonce {_write_last(memo.nonce, 'nonce', NONCE_MAX)}")
    lines.append(f"expires {_write_last(memo.expires, 'expires', U64_MAX)}")
    return "\n".join(lines)


def parse_bytes(data: bytes, chain_name: str) -> Memo:
    """Parse the bytes of a memo; anything but the one spelling of a command raises MemoError."""
    if len(data) > MEMO_BYTES_MAX:
        raise MemoError("memo is too long")
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError as error:
        raise MemoError("memo is not ASCII") from error
    return parse(text, chain_name)


def parse(text: str, chain_name: str) -> Memo:
    """Parse a memo; anything but the one spelling of a command raises MemoError."""
    lines = text.split("\n")
    table = _read_head(lines, chain_name)
    rest = iter(lines[2:])
    line = next(rest)
    fields: dict[str, FieldValue] = {}
    for field in table:
        if line.startswith(f"{field.name} "):
            value, line = _value_and_next(field, line, rest)
            fields[field.name] = _read(field, value)
        elif not field.is_optional:
            raise MemoError(f"line {field.name} is missing or out of place")
    last = [line, *rest]
    if len(last) != 2:
        raise MemoError("the lines do not fit the command")
    return Memo(
        name=lines[1],
        fields=fields,
        nonce=_read_last(last[0], "nonce", NONCE_MAX),
        expires=_read_last(last[1], "expires", U64_MAX),
    )


def _read_head(lines: list[str], chain_name: str) -> tuple[Line, ...]:
    """Check magic, chain and command name; return the command's fields."""
    if not lines[0].startswith(f"{MAGIC} "):
        raise MemoError("the first line is not the magic of Acre")
    if lines[0] != f"{MAGIC} {chain_name}":
        raise MemoError("memo is for another chain")
    if len(lines) < 4 or lines[1] not in WALLET_COMMANDS:
        raise MemoError("unknown or incomplete command")
    return WALLET_COMMANDS[lines[1]].lines


def _value_and_next(field: Line, line: str, rest: Iterator[str]) -> tuple[str, str]:
    """Return the value of a field's line, and the line after it; only legs have several lines."""
    start = len(field.name) + 1
    value, line = line[start:], next(rest, "")
    if field.kind is FieldKind.LEGS:
        while line.startswith(f"{field.name} "):
            value, line = f"{value}\n{line[start:]}", next(rest, "")
    return value, line


def _read(field: Line, text: str) -> FieldValue:
    try:
        value = READERS[field.kind](text)
    except MemoError as error:
        raise MemoError(f"{field.name} {error.reason}") from error
    if field.leaves_out(value):
        raise MemoError(f"{field.name} of zero is left out")
    return value


def _write(field: Line, value: FieldValue) -> str:
    if field.leaves_out(value):
        raise MemoError(f"{field.name} of zero is left out")
    try:
        return write_value(field.kind, value)
    except MemoError as error:
        raise MemoError(f"{field.name} {error.reason}") from error


def _read_last(line: str, name: str, maximum: int) -> int:
    if not line.startswith(f"{name} "):
        raise MemoError(f"line {name} is missing or out of place")
    try:
        return read_integer(line[len(name) + 1 :], maximum)
    except MemoError as error:
        raise MemoError(f"{name} {error.reason}") from error


def _write_last(number: int, name: str, maximum: int) -> str:
    try:
        return write_integer(number, maximum)
    except MemoError as error:
        raise MemoError(f"{name} {error.reason}") from error

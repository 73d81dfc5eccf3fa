"""A field of a record: its name, type, and the versions of the record that have it."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Field types: width in a record, and the Python value they decode to."""

    U8 = "u8"
    U16 = "u16"
    U32 = "u32"
    U64 = "u64"
    I64 = "i64"
    I128 = "i128"
    ADDRESS = "address"  # 32 bytes
    SIGNATURE = "signature"  # 64 bytes
    HASH = "hash"  # 32 bytes
    TEXT12 = "text12"  # ASCII, zero padded, decodes to str
    TEXT32 = "text32"
    TEXT36 = "text36"
    TEXT40 = "text40"
    TEXT80 = "text80"
    TEXT400 = "text400"
    IDS8 = "ids8"  # eight u64; their count is in a field of its own
    I64S8 = "i64s8"  # eight i64, counted likewise


@dataclass(frozen=True, slots=True)
class Field:
    """One field; the name ends in its unit.

    `since` and `until` are the first and the last version of the record that have it. A record of
    an earlier version is read with `before` in its place; a new message begins with `new`.
    """

    name: str
    kind: Kind
    note: str = ""
    since: int = 1
    until: int | None = None
    before: int = 0  # of a number; texts and bytes are empty
    new: int = 0


def field_of(  # noqa: PLR0913 - one row of a table
    name: str,
    kind: str,
    note: str = "",
    *,
    since: int = 1,
    until: int | None = None,
    before: int = 0,
    new: int = 0,
) -> Field:
    """Return a field by the name of its kind."""
    return Field(name, Kind(kind), note, since, until, before, new)

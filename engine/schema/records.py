"""Kinds of records: commands by origin, events, and what each begins with.

Every record starts with HEADER; a command adds the block of its origin, then its own fields.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.schema.fields import Field
from engine.schema.fields import field_of as _f


class Origin(StrEnum):
    """Issuer of a command."""

    CHAIN = "chain"
    OPERATOR = "operator"
    ORACLE = "oracle"
    SETTLER = "settler"
    CLOCK = "clock"
    FOLLOWER = "follower"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Message:
    """A command or an event: `wire` is the contract's spelling.

    `rows` are the fields of every version. `since` is the first rules version that has the message,
    `until` the last one: a command is refused under other rules. `deposit` is the mint of which
    `amount_e6` comes along in the transaction: 1 collateral, 2 ACRE token, 0 none.
    """

    name: str
    tag: int
    wire: str
    rows: tuple[Field, ...]
    origin: Origin | None = None
    note: str = field(default="")
    since: int = 1
    until: int | None = None
    deposit: int = 0

    @property
    def fields(self) -> tuple[Field, ...]:
        """Return the fields of the current version."""
        return self.fields_of(self.version)

    @property
    def version(self) -> int:
        """Return the current version of the record: each change of fields raises it."""
        return max(
            (row.since if row.until is None else row.until + 1 for row in self.rows), default=1
        )

    def fields_of(self, version: int) -> tuple[Field, ...]:
        """Return the fields that a version of the record has, in its order."""
        return tuple(
            row
            for row in self.rows
            if row.since <= version and (row.until is None or version <= row.until)
        )


HEADER = (
    _f("length", "u32", "bytes of the whole record"),
    _f("tag", "u16"),
    _f("version", "u16"),
    _f("seq", "u64", "number the sequencer gave; of an event: of its command"),
    _f("time_s", "i64", "engine time"),
)

# What the chain says about a user's command, and the tokens that came in its transaction.
CHAIN_ORIGIN = (
    _f("user", "address", "the single account of the memo; it signed"),
    _f("signature", "signature"),
    _f("slot", "u64"),
    _f("transaction_index", "u32"),
    _f("instruction_index", "u32"),
    _f("nonce", "u64"),
    _f("expires_slot", "u64"),
    _f("attached_e6", "i64", "tokens moved user → vault in the same transaction"),
    _f("attached_mint", "u8", "0 none, 1 collateral, 2 ACRE token"),
)
OPERATOR_ORIGIN = (_f("operator", "address"), _f("operator_signature", "signature"))
EDGE_ORIGIN = (_f("user", "address", "the wallet that the service authenticated"),)
ORIGIN_FIELDS: dict[Origin, tuple[Field, ...]] = {
    Origin.CHAIN: CHAIN_ORIGIN,
    Origin.OPERATOR: OPERATOR_ORIGIN,
    Origin.ORACLE: (),
    Origin.SETTLER: (),
    Origin.CLOCK: (),
    Origin.FOLLOWER: (),
    Origin.EDGE: EDGE_ORIGIN,
}


def command(
    name: str,
    tag: int,
    wire: str,
    origin: Origin,
    *fields: Field,
    note: str = "",
    deposit: int = 0,
) -> Message:
    """Return a row of the table of commands."""
    return Message(name, tag, wire, tuple(fields), origin, note=note, deposit=deposit)


def event(name: str, tag: int, wire: str, *fields: Field, note: str = "") -> Message:
    """Return a row of the table of events."""
    return Message(name, tag, wire, tuple(fields), None, note=note)

"""Memo → command of the engine: each line fills the field that the table names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from chain.client.facts import MINT_NONE
from chain.commands.lines import LEGS_MAX, REQUESTS_MAX, SYMBOLS_MAX, FieldValue, Leg
from chain.commands.memo import Memo
from chain.commands.spec import WALLET_COMMANDS, FieldKind, Line, UserCommand

UNKNOWN_MARKET_ID = 2**32 - 1  # no exchange gets there; the engine refuses it by name

MarketIdOf = Callable[[str], int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainOrigin:
    """A command on the chain: place, signer and attached tokens."""

    user: bytes
    signature: bytes = bytes(64)
    slot: int = 0
    transaction_index: int = 0
    instruction_index: int = 0
    attached_e6: int = 0
    attached_mint: int = MINT_NONE

    @property
    def order_key(self) -> tuple[int, int, int]:
        """The total order of the chain."""
        return self.slot, self.transaction_index, self.instruction_index

    def as_fields(self) -> dict[str, Any]:
        """Return the fields of a command's origin block, without nonce and expiry."""
        return {
            "user": self.user,
            "signature": self.signature,
            "slot": self.slot,
            "transaction_index": self.transaction_index,
            "instruction_index": self.instruction_index,
            "attached_e6": self.attached_e6,
            "attached_mint": self.attached_mint,
        }


def to_command(memo: Memo, origin: ChainOrigin, market_id_of: MarketIdOf) -> UserCommand:
    """Return the engine's command for a parsed memo; header fields are left to the sequencer.

    An absent owner means the acting user; a market that does not exist (yet) gets an id that the
    engine refuses with MARKET_NOT_FOUND.
    """
    spec = WALLET_COMMANDS[memo.name]
    fields = origin.as_fields() | {"nonce": memo.nonce, "expires_slot": memo.expires}
    for line in spec.lines:
        if line.kind is FieldKind.LEGS:
            fields |= _legs(memo.fields[line.name], market_id_of)
        else:
            fields[line.field] = _engine_value(line, memo.fields, origin.user, market_id_of)
        if line.kind in (FieldKind.IDS, FieldKind.SYMBOLS, FieldKind.LEGS):
            fields[line.presence] = len(memo.fields.get(line.name, ()))  # type: ignore[arg-type]
        elif line.presence:
            fields[line.presence] = int(line.name in memo.fields)
    return spec.message(**fields)


def _market_id(symbol: str, market_id_of: MarketIdOf) -> int:
    market_id = market_id_of(symbol)
    return UNKNOWN_MARKET_ID if market_id is None else market_id


def _legs(legs: FieldValue, market_id_of: MarketIdOf) -> dict[str, tuple[int, ...]]:
    """Return the three fields of the engine that legs fill; places without a leg are zero."""
    rows = [
        (_market_id(str(symbol), market_id_of), size, limit)
        for symbol, size, limit in cast("tuple[Leg, ...]", legs)
    ]
    rows += [(0, 0, 0)] * (LEGS_MAX - len(rows))
    ids, sizes, limits = zip(*rows, strict=True)
    return {"market_ids": ids, "sizes_e6": sizes, "limits_e8": limits}


def _engine_value(
    line: Line, fields: Mapping[str, FieldValue], user: bytes, market_id_of: MarketIdOf
) -> FieldValue:
    """Return the message's field for a line or its absence."""
    value = fields.get(line.name)
    match line.kind:
        case FieldKind.SYMBOL:
            if value is None:  # of all markets
                return 0
            return _market_id(str(value), market_id_of)
        case FieldKind.SYMBOLS:
            symbols = value if isinstance(value, tuple) else ()
            ids = tuple(_market_id(str(symbol), market_id_of) for symbol in symbols)
            return ids + (0,) * (SYMBOLS_MAX - len(ids))
        case FieldKind.IDS:
            ids = cast("tuple[int, ...]", value)
            return ids + (0,) * (REQUESTS_MAX - len(ids))
        case FieldKind.ADDRESS:
            return user if value is None else value
        case FieldKind.NAME:
            return "" if value is None else value
        case _:
            return 0 if value is None else value

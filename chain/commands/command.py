"""Memo → command of the engine: each line fills the field that the table names."""

from collections.abc import Callable
from typing import Any, cast

from chain.client.facts import MINT_NONE
from chain.commands.lines import LEGS_MAX, REQUESTS_MAX, SYMBOLS_MAX, FieldValue, Leg
from chain.commands.memo import Memo
from chain.commands.spec import WALLET_COMMANDS, FieldKind, Line, UserCommand
from engine.core.row import row

UNKNOWN_MARKET_ID = 2**32 - 1  # no exchange gets there; the engine refuses it by name

# Kinds whose value is that of the engine; without a line it is zero.
_AS_IT_IS = frozenset(FieldKind) - {
    FieldKind.ADDRESS,
    FieldKind.IDS,
    FieldKind.LEGS,
    FieldKind.NAME,
    FieldKind.SYMBOL,
    FieldKind.SYMBOLS,
}

MarketIdOf = Callable[[str], int | None]


@row(kw_only=True)
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
    fields = origin.as_fields()
    fields["nonce"], fields["expires_slot"] = memo.nonce, memo.expires
    for line in spec.lines:
        value = memo.fields.get(line.name)
        if line.kind in _AS_IT_IS:
            fields[line.field] = 0 if value is None else value
        elif line.kind is FieldKind.LEGS:
            fields |= _legs(memo.fields[line.name], market_id_of)
        else:
            fields[line.field] = _engine_value(line.kind, value, origin.user, market_id_of)
        if line.presence:
            fields[line.presence] = _presence(line, value)
    return spec.message(**fields)


def _presence(line: Line, value: FieldValue | None) -> int:
    """Return whether an optional line is there, or how many values a list has."""
    if line.kind in (FieldKind.IDS, FieldKind.SYMBOLS, FieldKind.LEGS):
        return len(value) if isinstance(value, tuple) else 0
    return int(value is not None)


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
    kind: FieldKind, value: FieldValue | None, user: bytes, market_id_of: MarketIdOf
) -> FieldValue:
    """Return the message's field for a line or its absence."""
    match kind:
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
        case _:  # a name
            return "" if value is None else value

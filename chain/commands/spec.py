"""The one table of memo commands: their fields, in order (rules/chain-commands.md).

A command that the engine learns gets its row here, its mapping in `chain.commands.command` and a
golden file in the tests.
"""

from dataclasses import dataclass
from enum import StrEnum


class FieldKind(StrEnum):
    """How the value of a line is written."""

    ID32 = "id32"
    ID64 = "id64"
    AMOUNT = "amount"  # 6 decimals, unsigned
    SIZE = "size"  # 6 decimals, always signed
    CLOSE_SIZE = "closeSize"  # 6 decimals, written with +, above zero
    PRICE = "price"  # 8 decimals, unsigned
    SYMBOL = "symbol"
    NAME = "name"  # printable ASCII
    ADDRESS = "address"
    DELEGATE = "delegate"  # an address or `none`
    IDS = "ids"  # one to eight ids, comma
    YES = "yes"  # the word itself; the line is left out for no


@dataclass(frozen=True, slots=True)
class MemoField:
    """One `name value` line."""

    name: str
    kind: FieldKind
    is_optional: bool = False


def _must(name: str, kind: FieldKind) -> MemoField:
    return MemoField(name, kind)


def _may(name: str, kind: FieldKind) -> MemoField:
    return MemoField(name, kind, is_optional=True)


_ACCOUNT = _must("account", FieldKind.ID32)
_OWNER = _may("owner", FieldKind.ADDRESS)
_LP_POSITION = _must("position", FieldKind.ID64)
_AMOUNT = _must("amount", FieldKind.AMOUNT)

MEMO_COMMANDS: dict[str, tuple[MemoField, ...]] = {
    "create-margin-account": (
        _ACCOUNT,
        _may("name", FieldKind.NAME),
        _may("amount", FieldKind.AMOUNT),
    ),
    "close-margin-account": (_ACCOUNT,),
    "deposit-margin": (_OWNER, _ACCOUNT, _AMOUNT),
    "withdraw-margin": (
        _ACCOUNT,
        _AMOUNT,
        _may("tip", FieldKind.AMOUNT),
    ),
    "modify-position": (
        _OWNER,
        _ACCOUNT,
        _must("market", FieldKind.SYMBOL),
        _must("size", FieldKind.SIZE),
        _must("limit", FieldKind.PRICE),
    ),
    "close-position": (
        _OWNER,
        _ACCOUNT,
        _must("market", FieldKind.SYMBOL),
        _may("size", FieldKind.CLOSE_SIZE),
        _must("limit", FieldKind.PRICE),
    ),
    "set-delegate": (_must("delegate", FieldKind.DELEGATE),),
    "add-liquidity": (_AMOUNT,),
    "process-settlement-requests": (_OWNER, _must("requests", FieldKind.IDS)),
    "claim-deposit": (_must("deposit", FieldKind.ID64),),
    "liquidate": (
        _must("owner", FieldKind.ADDRESS),
        _ACCOUNT,
        _may("fee-account", FieldKind.ID32),
    ),
    "remove-liquidity": (
        _LP_POSITION,
        _must("shares", FieldKind.AMOUNT),
        _may("tip", FieldKind.AMOUNT),
    ),
    "close-lp-position": (_LP_POSITION,),
    "upgrade-lp-account": (),
    "stake-create": (),
    "stake": (_AMOUNT, _may("create-account", FieldKind.YES)),
    "unstake": (_AMOUNT,),
    "stake-withdraw": (_AMOUNT,),
}

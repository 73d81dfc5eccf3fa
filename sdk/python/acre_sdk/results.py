"""What the calls of the exchange return: exact decimals, markets by symbol."""

from decimal import Decimal
from typing import Any, Literal

import msgspec

Direction = Literal["long", "short"]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of the client."""


class Balances(Result, frozen=True, kw_only=True):
    """What a wallet holds on the chain."""

    sol: Decimal
    collateral: Decimal


class FaucetDrop(Result, frozen=True, kw_only=True):
    """What the faucet of a local exchange sent to a wallet; `token` is of the token to stake."""

    signature: str
    sol: Decimal
    collateral: Decimal
    token: Decimal


class Outcome(Result, frozen=True, kw_only=True):
    """A command that the exchange applied; `network_fee` is in SOL."""

    signature: str
    command: str
    slot: int
    timestamp: int
    nonce: int
    network_fee: Decimal


class Fill(Outcome, frozen=True, kw_only=True):
    """An order that was filled; `size` and `position` are negative for short."""

    symbol: str
    account: int
    kind: str
    side: Direction
    size: Decimal
    notional: Decimal
    price: Decimal
    index_price: Decimal
    fee: Decimal
    surcharge: Decimal
    pnl: Decimal
    position: Decimal


class Placed(Outcome, frozen=True, kw_only=True):
    """An order that waits at the exchange; only its owner sees its number, a delegate does not."""

    symbol: str
    account: int
    order_id: int | None


class Withdrawal(Outcome, frozen=True, kw_only=True):
    """A withdrawal, which is paid after `maturity`."""

    account: int
    amount: Decimal
    maturity: int | None


class Keep(Outcome, frozen=True, kw_only=True):
    """An act of a keeper, and what the exchange says that it has earned."""

    earned: Decimal


class Quote(Result, frozen=True, kw_only=True):
    """What an order would do now; `reasons` say why it could not be executed."""

    symbol: str
    account: int
    side: Direction
    size: Decimal
    notional: Decimal
    price: Decimal
    index_price: Decimal
    impact: Decimal
    fee: Decimal
    surcharge: Decimal
    leverage: Decimal | None
    liquidation_price: Decimal | None
    is_executable: bool
    reasons: list[str]


class OpenPosition(Result, frozen=True, kw_only=True):
    """A position of a margin account; `size` is negative for short."""

    account: int
    symbol: str
    side: Direction
    size: Decimal
    notional: Decimal
    entry_price: Decimal
    pnl: Decimal
    leverage: Decimal | None
    liquidation_price: Decimal | None


def plain(value: Result) -> dict[str, Any]:
    """Return the fields of a result by name; decimals stay decimals."""
    return {name: getattr(value, name) for name in value.__struct_fields__}

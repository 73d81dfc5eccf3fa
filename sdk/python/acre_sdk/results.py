"""What the calls of the exchange return: exact decimals, markets by symbol."""

import importlib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal, TypeVar, get_args

import msgspec

Direction = Literal["long", "short"]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of the client."""


class Balances(Result, frozen=True, kw_only=True):
    """What a wallet holds on the chain.

    Attributes:
        sol: SOL of the wallet.
        collateral: USD of the wallet, beside what is at the exchange.
    """

    sol: Decimal
    collateral: Decimal


class FaucetDrop(Result, frozen=True, kw_only=True):
    """What the faucet of a local exchange sent to a wallet; `token` is of the token to stake.

    Attributes:
        signature: Signature of the transaction, base58.
        sol: SOL that was sent.
        collateral: Test USD that was sent.
        token: ACRE tokens that were sent.
    """

    signature: str
    sol: Decimal
    collateral: Decimal
    token: Decimal


class Outcome(Result, frozen=True, kw_only=True):
    """A command that the exchange applied; `network_fee` is in SOL.

    Attributes:
        signature: Signature of the transaction, base58.
        command: Name of the command, as in `modify-position`.
        slot: Slot of the chain in which it was applied.
        timestamp: When it was applied, engine time in unix seconds.
        nonce: Number of the command among those of the wallet.
        network_fee: What the network took, SOL.
    """

    signature: str
    command: str
    slot: int
    timestamp: int
    nonce: int
    network_fee: Decimal


class Fill(Outcome, frozen=True, kw_only=True):
    """An order that was filled; `size` and `position` are negative for short.

    Attributes:
        symbol: Symbol of the market.
        account: Margin account, by its number.
        kind: What the trade did to the position: `open`, `increase`, `decrease`, `close` or
            `flip`.
        side: Direction of the trade.
        size: Area that was traded, below 0 when sold.
        notional: Size x index price, USD.
        price: Average price of the trade, USD for one unit of area.
        index_price: Index price at the trade, USD for one unit of area.
        fee: Fee of the trade, USD.
        surcharge: What the trade paid beyond the fee because the index moves fast, USD.
        pnl: Profit or loss that the trade realized, without fees, USD.
        position: Size of the position after the trade, below 0 when short.
    """

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
    """An order that waits at the exchange; only its owner sees its number, a delegate does not.

    Attributes:
        symbol: Symbol of the market.
        account: Margin account, by its number.
        order_id: Number of the order; None for a delegate.
    """

    symbol: str
    account: int
    order_id: int | None


class Withdrawal(Outcome, frozen=True, kw_only=True):
    """A withdrawal, which is paid after `maturity`.

    Attributes:
        account: Margin account, by its number.
        amount: What leaves the account, with the tip, USD.
        maturity: When it can be paid, engine time in unix seconds; None when not known.
    """

    account: int
    amount: Decimal
    maturity: int | None


class Keep(Outcome, frozen=True, kw_only=True):
    """An act of a keeper, and what the exchange says that it has earned.

    Attributes:
        earned: Fee or tips that the act has earned, USD.
    """

    earned: Decimal


class Quote(Result, frozen=True, kw_only=True):
    """What an order would do now; `reasons` say why it could not be executed.

    Attributes:
        symbol: Symbol of the market.
        account: Margin account, by its number.
        side: Direction of the trade.
        size: Area that would be traded, below 0 when sold.
        notional: Size x index price, USD.
        price: Average price that the trade would get, USD for one unit of area.
        index_price: Index price of the quote, USD for one unit of area.
        impact: Price ÷ index price - 1; 0.01 is 1 %.
        fee: Fee of the trade, USD.
        surcharge: What the trade would pay beyond the fee because the index moves fast,
            USD.
        leverage: Notional ÷ available margin of the account; None when no margin is
            available.
        liquidation_price: Index price at which the account can be liquidated when no other index
            moves, USD; None when none does.
        is_executable: Whether the trade would be executed now.
        reasons: Codes of what prevents it.
    """

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
    """A position of a margin account, at the index; `size` is negative for short.

    `pnl` is the sum of `price_pnl` and `funding_pnl`, which is negative when funding was paid.

    Attributes:
        account: Margin account, by its number.
        symbol: Symbol of the market.
        side: Direction of the position.
        size: Area of the position, below 0 when short.
        notional: Size x index price, USD.
        entry_price: Index price at the last change of the position, USD for one unit of
            area.
        index_price: Index price now, USD for one unit of area.
        pnl: Profit or loss that is still open, USD.
        price_pnl: Part of it that the price made, USD.
        funding_pnl: Part of it that funding made, USD.
        leverage: Notional ÷ available margin of the account; None when no margin is
            available.
        liquidation_price: Index price at which the account can be liquidated when no other index
            moves, USD; None when none does.
    """

    account: int
    symbol: str
    side: Direction
    size: Decimal
    notional: Decimal
    entry_price: Decimal
    index_price: Decimal
    pnl: Decimal
    price_pnl: Decimal
    funding_pnl: Decimal
    leverage: Decimal | None
    liquidation_price: Decimal | None


R = TypeVar("R", bound=Result)


class Rows(list[R]):
    """A list of results; `to_pandas()` makes a frame of it (`acre-sdk[pandas]`)."""

    def __init__(self, kind: type[R], rows: Iterable[R] = ()) -> None:
        super().__init__(rows)
        self._kind = kind

    def to_pandas(self) -> Any:  # noqa: ANN401 - a DataFrame, which this package does not need
        """Return a DataFrame: a column for each field, amounts as float64."""
        fields = msgspec.structs.fields(self._kind)
        columns = {one.name: [getattr(row, one.name) for row in self] for one in fields}
        numbers = [one.name for one in fields if Decimal in (one.type, *get_args(one.type))]
        return frame_of(columns, numbers)


def plain(value: Result) -> dict[str, Any]:
    """Return the fields of a result by name; decimals stay decimals."""
    return {name: getattr(value, name) for name in value.__struct_fields__}


def load_pandas() -> Any:  # noqa: ANN401 - a module that may be missing
    """Return pandas, or say how to get it."""
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError("frames need pandas: pip install 'acre-sdk[pandas]'") from error


def frame_of(
    columns: Mapping[str, Sequence[object]], numbers: Iterable[str], index: object = None
) -> Any:  # noqa: ANN401 - a DataFrame
    """Return a DataFrame of columns, of which `numbers` are float64."""
    plain = {name: [_plain(one) for one in values] for name, values in columns.items()}
    frame = load_pandas().DataFrame(plain, index=index)
    return frame.astype(dict.fromkeys(numbers, "float64"))


def _plain(value: object) -> object:
    return float(value) if isinstance(value, Decimal) else value

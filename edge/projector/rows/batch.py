"""The rows of a batch of commands, and what every module of rows uses."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any, Protocol, TypeGuard, TypeVar, cast

from edge.store.tables import (
    EventRow,
    MarketVolumeRow,
    PositionRealizedRow,
    PredictionOrderRow,
    PredictionOrderState,
    Row,
    WalletLedgerRow,
)
from engine.core.generated.messages import Command, Event

R = TypeVar("R", bound=Row)
E = TypeVar("E", bound=EventRow)
Key = tuple[bytes, int, int, int, int, bytes]  # the columns of EventRow
Statement = tuple[str, tuple[object, ...]]
_KEY_COLUMNS = len(EventRow.__struct_fields__)


@dataclass(slots=True)
class Batch:
    """Rows of consecutive commands by type; `statements` run in order behind them."""

    rows: dict[type[Row], list[Row]] = field(default_factory=dict)
    volumes: dict[tuple[int, int], MarketVolumeRow] = field(default_factory=dict)
    ledger: dict[tuple[bytes, int], WalletLedgerRow] = field(default_factory=dict)
    realized: dict[tuple[bytes, int, int], PositionRealizedRow] = field(default_factory=dict)
    orders: dict[int, PredictionOrderRow] = field(default_factory=dict)  # opened in the batch
    order_states: dict[int, PredictionOrderState] = field(
        default_factory=dict
    )  # orders opened in earlier batches
    prints: list[tuple[int, int, int]] = field(default_factory=list)  # market id, time, price
    statements: list[Statement] = field(default_factory=list)
    exchange: bytes | None = None
    order_of: dict[int, int] = field(default_factory=dict)  # by event of the command: its order
    realized_pnl_e6: int = 0

    def add(self, row: Row) -> None:
        """Add a row that is inserted."""
        self.rows.setdefault(type(row), []).append(row)

    def book(self, owner: bytes, seq: int, **changes_e6: int) -> None:
        """Add to the totals of a wallet, by the names of the ledger's columns without `_e6`."""
        row = self.ledger.get((owner, seq))
        if row is None:
            row = self.ledger[owner, seq] = WalletLedgerRow(owner, seq)
        for name, change_e6 in changes_e6.items():
            column = f"{name}_e6"
            setattr(row, column, getattr(row, column) + change_e6)

    def realized_of(self, key: tuple[bytes, int, int]) -> PositionRealizedRow:
        """Return what a position (owner, account id, market id) realized in the batch."""
        row = self.realized.get(key)
        if row is None:
            row = self.realized[key] = PositionRealizedRow(*key)
        return row

    def of(self, row: type[R]) -> list[R]:
        """Return the added rows of a type."""
        return cast("list[R]", self.rows.get(row, []))


# The third argument is the event whose type the collector is registered for.
Collector = Callable[[Batch, Command, Any, int], None]


class ChainCommand(Protocol):
    """A command that a wallet's transaction brought."""

    @property
    def WIRE(self) -> str:
        """The name in the memo."""
        ...

    @property
    def seq(self) -> int:
        """The number in the journal."""
        ...

    @property
    def time_s(self) -> int:
        """Engine time."""
        ...

    @property
    def user(self) -> bytes:
        """The wallet that signed."""
        ...

    @property
    def nonce(self) -> int:
        """The nonce of the wallet."""
        ...

    @property
    def slot(self) -> int:
        """The slot of the transaction."""
        ...

    @property
    def signature(self) -> bytes:
        """The signature of the transaction."""
        ...


def is_of_chain(command: object) -> TypeGuard[ChainCommand]:
    """Return whether a transaction brought a command."""
    return hasattr(command, "instruction_index")


def origin(command: Command) -> tuple[int, bytes]:
    """Return slot and signature of a chain command, (0, zeros) of another."""
    return (command.slot, command.signature) if is_of_chain(command) else (0, bytes(64))


def key_of(command: Command, owner: bytes, index: int) -> Key:
    """Return the columns that every row of an event begins with."""
    return (owner, command.seq, index, command.time_s, *origin(command))


def copied_row(row: type[E], command: Command, owner: bytes, event: Event, index: int) -> E:
    """Return a row whose columns have the names of the event's fields."""
    return row(*key_of(command, owner, index), *_reader_of(row)(event))


def columns_of(row: type[EventRow]) -> tuple[str, ...]:
    """Return the columns of a row behind those that every row of an event begins with.

    Those with a default are no fields of an event.
    """
    fields = row.__struct_fields__
    return fields[_KEY_COLUMNS : len(fields) - len(row.__struct_defaults__)]


@cache
def _reader_of(row: type[EventRow]) -> Callable[[Event], tuple[object, ...]]:
    return attrgetter(*columns_of(row))

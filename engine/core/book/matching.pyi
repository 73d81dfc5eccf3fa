"""Types of the compiled book: matching alone, for any Python user."""

from typing import final

from engine.core.arrays import Records
from engine.core.book.views import Depth, RestingOrder

@final
class Outcome:
    """The result of one call of the one-call form. `refused` is a `Refusal`, 0 for none.

    Of a new or amended order: `filled`, `left` that rests, `canceled` that does neither (an
    immediate rest, self-trade prevention), and the sum of contracts x tick over its fills. Of a
    cancellation or reduction: `canceled` and `left`. `event_count` rows are in `last_events`.
    """

    @property
    def order(self) -> int: ...
    @property
    def refused(self) -> int: ...
    @property
    def filled(self) -> int: ...
    @property
    def left(self) -> int: ...
    @property
    def canceled(self) -> int: ...
    @property
    def cost_ticks(self) -> int: ...
    @property
    def fee_e6(self) -> int: ...
    @property
    def event_count(self) -> int: ...

class Book:
    """One ladder of `ticks` levels and room for `orders` resting orders; matching alone.

    All memory is taken, and touched, here. Raises ValueError for sizes out of range. Numbers that
    no field can hold raise OverflowError, what is no integer TypeError; anything else that a
    command cannot ask for is refused with a code and changes nothing. RuntimeError: the book is
    in use by another thread, or a command is pending, or the book is settled.
    """

    def __init__(self, orders: int, ticks: int = 99) -> None: ...
    # many commands at once
    def process(self, commands: Records, events: Records) -> tuple[int, int]:
        """Run BOOK_COMMAND rows, write BOOK_EVENT rows; returns (commands begun, events written).

        Stops when fewer than 3 rows are left to write. Nothing is lost: call again with
        `commands[begun:]` and new room, which first finishes the command that was begun last.
        """
    @property
    def is_pending(self) -> bool:
        """Whether a command has begun that `process` has yet to finish."""
    @property
    def command_count(self) -> int:
        """Commands taken so far, modulo 2**32: the number that the next one's events carry."""
    # one command at a time
    def place(
        self,
        owner: int,
        side: int,
        tick: int,
        contracts: int,
        life: int = 0,
        stp: int = 0,
        post_only: bool = False,
        order: int = -1,
    ) -> Outcome:
        """A limit order; `order` -1 takes the next free place."""
    def market(
        self,
        owner: int,
        side: int,
        contracts: int,
        worst_tick: int = 0,
        stp: int = 0,
        order: int = -1,
    ) -> Outcome:
        """Fill at once up to a worst tick, 0 for any; what is not filled is cancelled."""
    def cancel(self, order: int) -> Outcome: ...
    def cancel_all(self, owner: int) -> Outcome: ...
    def reduce(self, order: int, contracts: int) -> Outcome:
        """Leave fewer contracts of a resting order, at least 1; it keeps its priority."""
    def amend(self, order: int, tick: int, contracts: int) -> Outcome:
        """Give a resting order a new tick and number of contracts that are left.

        Fewer contracts at the same tick: in place. Otherwise it loses priority and may match.
        """
    def last_events(self) -> Records:
        """The events of the last call in the one-call form, as BOOK_EVENT rows of their own."""
    # how things stand
    @property
    def sequence(self) -> int:
        """Rises by one with each command that changes the book."""
    @property
    def order_count(self) -> int: ...
    @property
    def ticks(self) -> int: ...
    @property
    def best_bid(self) -> int:
        """The highest tick with bids; 0 for none."""
    @property
    def best_ask(self) -> int:
        """The lowest tick with asks; ticks + 1 for none."""
    def depth(self, levels: int = 9999) -> Depth:
        """Up to so many levels of each side, best first, with the sequence they belong to."""
    def order(self, order: int) -> RestingOrder | None: ...
    def queue_position(self, order: int) -> int | None:
        """Contracts that are filled before an order at its level; None when it does not rest."""
    def resting(self) -> Records:
        """All resting orders as RESTING_ORDER rows: by level from the lowest, first in first."""
    def digest(self) -> bytes:
        """16 bytes over all resting orders in their priority, and the sequence."""
    def check(self) -> None:
        """Raise AssertionError when something in the book contradicts itself; slow."""

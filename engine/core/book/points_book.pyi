"""Types of the compiled book with points accounts."""

from collections.abc import Sequence

from engine.core.arrays import Records
from engine.core.book.matching import Book
from engine.core.book.views import Portfolio, Totals

WHOLE_POINTS: tuple[int, ...]

class PointsBook(Book):
    """A book whose owners are `accounts` of points, numbered from 0.

    `prices_e6` has the YES price of each tick in raw points: rising, symmetric about half the
    payout. The fee is the taker's: fee_rate x contracts x price x (payout - price) / payout,
    rounded up. Raises ValueError for a table that does not do.
    """

    def __init__(
        self,
        orders: int,
        accounts: int,
        prices_e6: Sequence[int] = ...,
        fee_rate_e6: int = 20_000,
        payout_e6: int = 100_000_000,
    ) -> None: ...
    def grant(self, account: int, amount_e6: int) -> None:
        """Create points; OverflowError when 2**61 raw points were granted in all."""
    def portfolio(self, account: int) -> Portfolio: ...
    def totals(self) -> Totals:
        """Sums over all accounts; visits each."""
    @property
    def payout_e6(self) -> int: ...
    @property
    def is_settled(self) -> bool: ...
    def settle(self, yes_value_e6: int) -> Records:
        """Cancel all orders, pay every contract, close the book.

        A YES contract is worth `yes_value_e6` (the payout when YES has won, 0 when NO has), a NO
        contract what that leaves. Returns PAYOUT rows by account. Commands raise RuntimeError
        from then on.
        """

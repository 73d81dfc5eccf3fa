"""A local copy of an order book, kept equal to the server's by a snapshot and its deltas."""

from collections.abc import Iterable

import msgspec

from acre_sdk.models import BookDelta, Level, OrderBook

PAYOUT = 100


class OrderBookReplica:
    """The book of one market; trust it only while `is_current`."""

    def __init__(self, market_id: int) -> None:
        self.market_id = market_id
        self.sequence = 0
        self.is_current = False
        self._yes: dict[int, int] = {}
        self._no: dict[int, int] = {}

    def apply_snapshot(self, book: OrderBook) -> None:
        """Take a whole book in place of what was here."""
        self._yes = {level.price: level.contracts for level in book.yes}
        self._no = {level.price: level.contracts for level in book.no}
        self.sequence = book.sequence
        self.is_current = True

    def apply_delta(self, delta: BookDelta) -> bool:
        """Take new totals of levels; False when they do not belong to what is here."""
        if not self.is_current or delta.sequence < self.sequence:
            self.is_current = False
            return False
        _set_levels(self._yes, delta.yes)
        _set_levels(self._no, delta.no)
        self.sequence = delta.sequence
        self.is_current = _agrees(delta.best_yes_bid, self.best_yes_bid) and _agrees(
            delta.best_no_bid, self.best_no_bid
        )
        return self.is_current

    @property
    def best_yes_bid(self) -> int | None:
        return max(self._yes, default=None)

    @property
    def best_no_bid(self) -> int | None:
        return max(self._no, default=None)

    def book(self) -> OrderBook:
        """Return the book in the shape of the REST answer."""
        return OrderBook(
            market_id=self.market_id,
            sequence=self.sequence,
            yes=_levels(self._yes),
            no=_levels(self._no),
            best_yes_bid=self.best_yes_bid,
            best_yes_ask=_other_side(self.best_no_bid),
            best_no_bid=self.best_no_bid,
            best_no_ask=_other_side(self.best_yes_bid),
        )


def _set_levels(levels: dict[int, int], changed: Iterable[Level]) -> None:
    for level in changed:
        if level.contracts:
            levels[level.price] = level.contracts
        else:
            levels.pop(level.price, None)


def _levels(levels: dict[int, int]) -> list[Level]:
    return [Level(price=price, contracts=levels[price]) for price in sorted(levels, reverse=True)]


def _agrees(reported: int | msgspec.UnsetType | None, own: int | None) -> bool:
    return reported is msgspec.UNSET or reported == own


def _other_side(price: int | None) -> int | None:
    return None if price is None else PAYOUT - price

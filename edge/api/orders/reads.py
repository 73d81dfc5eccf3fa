"""Reads of waiting orders that routes and streams share."""

import time
from collections.abc import Callable

from edge.api.orders import encode
from edge.api.orders.schemas import ComingAuction, PerpOrder
from engine.core.exchange import Exchange
from engine.core.orders.order_views import PerpOrderView

COMING_AGE_S = 60.0
ACCOUNTS_MAX = 20  # of a read without an account


class ComingAuctions:
    """What is shown of each market's next auction, made at most once in a while.

    Within its age a value does not change: the difference of two would tell of single orders.
    """

    def __init__(
        self,
        exchange: Callable[[], Exchange],
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._exchange = exchange
        self._monotonic_s = monotonic_s
        self._made: dict[int, tuple[float, ComingAuction]] = {}

    def of(self, market_id: int, now_s: int) -> ComingAuction:
        """Return the next auction of a market; its time is never in the past."""
        made_s = self._monotonic_s()
        before = self._made.get(market_id)
        if before is not None and made_s - before[0] < COMING_AGE_S and now_s < before[1].timestamp:
            return before[1]
        value = encode.coming_auction(self._exchange().coming_auction(market_id, now_s))
        self._made[market_id] = (made_s, value)
        return value


def open_order_views(
    exchange: Exchange, owner: bytes, account_ids: tuple[int, ...], now_s: int
) -> list[PerpOrderView]:
    """Return the waiting orders of accounts that exist, newest first."""
    views = [
        view for account in account_ids for view in exchange.perp_orders(owner, account, now_s)
    ]
    return sorted(views, key=lambda view: -view.order_id)


def account_ids_of(exchange: Exchange, owner: bytes) -> tuple[int, ...]:
    """Return the accounts that a read without an account looks at, the lowest ids."""
    return tuple(sorted(exchange.user_view(owner).margin_account_ids)[:ACCOUNTS_MAX])


def open_orders(exchange: Exchange, owner: bytes, now_s: int) -> list[PerpOrder]:
    """Return the waiting orders of a wallet, newest first."""
    ids = account_ids_of(exchange, owner)
    return [encode.perp_order(view) for view in open_order_views(exchange, owner, ids, now_s)]

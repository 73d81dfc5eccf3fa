"""Views of waiting orders: frozen rows of raw integers, as `engine.core.views`."""

from engine.core.row import row


@row()
class PerpOrderView:
    """A waiting order (rules/orders.md); sizes are signed."""

    order_id: int
    account_id: int
    market_id: int
    kind: int  # PerpOrderKind
    source: int  # PriceSource
    is_buy: bool
    is_reduce_only: bool
    is_whole: bool
    size_e6: int  # what is left; 0 where it closes the whole position
    trigger_e8: int  # 0: none; of a trailing order where it is now
    trail_e6: int
    best_e8: int  # of a trailing order
    worst_e8: int  # 0: none
    group: int
    expires_at_s: int
    stop_e8: int
    target_e8: int
    is_locked: bool  # neither amended nor canceled now
    is_due: bool  # its turn has come
    is_parked: bool  # deferred until the next price update
    deferred_code: int  # why it was put off last; 0: never
    delegate: bytes | None


@row()
class ComingAuctionView:
    """The orders that would meet at the next price update, at the index of now."""

    market_id: int
    at_s: int  # its schedule
    locks_at_s: int  # from then on orders of it are locked, new ones are for the one after
    order_count: int
    buy_e6: int
    sell_e6: int

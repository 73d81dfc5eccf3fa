"""Rows of waiting orders in the slow reference: what they hold, how they wait and end."""

from collections.abc import Callable
from typing import Any

from engine.core.generated import messages as m
from engine.schema.enums import PerpOrderEnd as End
from engine.schema.errors import ErrorCode as E
from tests.reference.figures import Account, Figures, Order
from tests.reference.market import LIMIT_PRICE, Market
from tests.reference.rounding import q, sign, trunc

DEFERRALS = {
    E.SLIPPAGE_EXCEEDED,
    E.MAX_SIDE_SIZE,
    E.NET_EXPOSURE_CAP,
    E.POOL_CAPACITY,
    E.STALE_PRICE,
    E.PRICE_BAND,
    E.ENTRY_WINDOW,
    E.AUCTION_ONLY,
    E.MARKET_PAUSED,
    E.EXCHANGE_PAUSED,
    E.IN_LIQUIDATION,
    E.SELF_MATCH,
}
INDEX = 0


class OrderRows(Figures):
    """Orders by id, oldest first; an order that ended is gone."""

    account: Callable[[bytes, int], Account]
    add_bracket: Callable[[Account, Market, bytes, tuple[int, int], int], None]

    def orders_of(self, account: Account) -> list[Order]:
        return [x for x in self.orders if (x.owner, x.account_id) == (account.owner, account.id)]

    def account_of(self, order: Order) -> Account:
        return self.users[order.owner].accounts[order.account_id]

    def held_size(self, account: Account, market_id: int) -> int:
        position = account.positions.get(market_id)
        return position.size if position else 0

    def order_margin(self, account: Account) -> int:
        """Each order that may add exposure holds it, but not while it runs."""
        holding = [x for x in self.orders_of(account) if not x.reduce_only]
        running = {x.id for x in self.running}
        return sum(x.id not in running for x in holding) * self.p["order_margin_e6"]

    def source_price(self, market: Market, source: int) -> int:
        if source == INDEX or market.p["skew_scale_e6"] == 0:
            return market.price
        scale = market.p["skew_scale_e6"]
        shown = trunc(q(market.price * (scale + market.skew), scale))
        return max(1, min(LIMIT_PRICE, shown))

    def executable(self, order: Order, held: int | None = None) -> int:
        """The signed size that it trades beside a position; 0: nothing to reduce."""
        if not order.reduce_only:
            return order.size
        if held is None:
            held = self.held_size(self.account_of(order), order.market_id)
        side = 1 if order.buy else -1
        if sign(held) != -side:
            return 0
        if order.whole:
            return -held
        return side * min(abs(order.size), abs(held))

    def asked(self, order: Order) -> m.ModifyPosition:
        """Whose rights the order needs when it runs."""
        return m.ModifyPosition(
            user=order.placer,
            owner=order.owner,
            account_id=order.account_id,
            market_id=order.market_id,
        )

    # cut-off ---------------------------------------------------------------------------------
    def is_cut_off(self, order: Order) -> bool:
        """Whether the price update that it can take part in is about to arrive (rule 55)."""
        market = self.markets[order.market_id]
        schedule = market.schedule_of(self.now)
        is_awaited = market.schedule_of(market.published) < schedule
        is_awaited = is_awaited and not market.is_stale(self.now)
        return order.auction_class and is_awaited and order.schedule < schedule

    def is_locked(self, order: Order) -> bool:
        return bool(order.rank) or self.is_cut_off(order)

    # what is said ----------------------------------------------------------------------------
    def say(self, name: str, order: Order, *values: Any) -> None:
        place = (order.owner, order.account_id, order.market_id, order.id)
        self.order_events.append((name, *place, *values))

    def put_off(self, order: Order, code: E) -> None:
        """Wait for the next price update, or end."""
        order.rank = 0
        if code not in DEFERRALS:
            self.end_order(order, End.REJECTED, code)
            return
        order.parked = not order.auction_class
        if order.code != code:
            order.code = code
            self.say("PerpOrderDeferred", order, int(code))

    def note_fill(
        self, order: Order, size: int, matched: int, price: int, fee: int, surcharge: int
    ) -> None:
        """Event, bracket, group, end or rest after the trades of an order."""
        account, market = self.account_of(order), self.markets[order.market_id]
        held, side = self.held_size(account, market.id), 1 if order.buy else -1
        left = 0 if order.whole else order.size - size
        if order.reduce_only and sign(held) != -side:
            left = 0
        self.say("PerpOrderFilled", order, size, matched, price, fee, surcharge, left)
        prices = order.stop, order.target
        order.size, order.rank = left, 0
        if sign(held) == side:
            order.stop = order.target = 0
        if left == 0:
            self.end_order(order, End.FILLED)
        if any(prices) and sign(held) == side:
            self.add_bracket(account, market, order.placer, prices, order.id)
        if order.group:
            for other in self.orders_of(account):
                is_other = other.group == order.group and other.id != order.id
                if is_other and (other.rank or not self.is_cut_off(other)):
                    self.end_order(other, End.GROUP)

    # ends ------------------------------------------------------------------------------------
    def end_order(self, order: Order, reason: End, code: int = 0) -> None:
        self.orders = [x for x in self.orders if x.id != order.id]
        self.say("PerpOrderEnded", order, int(reason), int(code))

    def end_exits(self, account: Account, market_id: int) -> None:
        """The reduce-only orders of a position that is closed or turned, without what runs."""
        running = {x.id for x in self.running}
        for order in self.orders_of(account):
            if order.market_id == market_id and order.reduce_only and order.id not in running:
                self.end_order(order, End.NO_POSITION)

    def end_entries(self, account: Account) -> None:
        for order in self.orders_of(account):
            if not order.reduce_only:
                self.end_order(order, End.LIQUIDATION)

    def end_market_orders(self, market_id: int) -> None:
        for order in self.orders:
            if order.market_id == market_id:
                self.end_order(order, End.MARKET_SETTLED)

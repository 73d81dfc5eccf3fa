"""Lives of prediction markets and orders in the slow reference: the clock, resolving, paying."""

from tests.reference.book import Canceled, Rested
from tests.reference.points import LedgerEvent, NaiveLedger, Trade
from tests.reference.predictions.figures import (
    CANCEL_AFTER,
    CANCELED,
    CLOSED,
    DISPUTE_S,
    ENDS,
    FILLED,
    ITS_TIME,
    LEVELS,
    MATCH,
    NO,
    VALUE_WAITED_S,
    VOID_PRICE,
    VOIDED,
    YES,
    Happened,
    PlacedOrder,
    PredictionMarket,
    User,
    price_of,
)
from tests.reference.rounding import E6


class PredictionLife:
    """State of the exchange, and all that moves by time alone."""

    def __init__(self, now_s: int = 0) -> None:
        self.now = now_s
        self.is_halted = False
        self.ledger = NaiveLedger()
        self.users: dict[bytes, User] = {}
        self.markets: dict[int, PredictionMarket] = {}
        self.orders: dict[int, PlacedOrder] = {}
        self.prints: dict[int, tuple[int, int]] = {}  # by acre id: price, published at
        self.trades = 0
        self.happened: list[Happened] = []

    def emit(self, name: str, **fields: object) -> None:
        self.happened.append((name, fields))

    def row(self, user: bytes) -> User:
        return self.users.setdefault(user, User(len(self.users)))

    def open_orders(self, user: bytes, market_id: int = 0) -> list[PlacedOrder]:
        """Return a user's resting orders by id; market 0: of every market."""
        return [
            self.orders[order_id]
            for order_id in sorted(i for m in self.ledger.markets.values() for i in m.book.orders)
            if self.orders[order_id].user == user
            and market_id in (0, self.orders[order_id].market_id)
        ]

    # the clock's step
    def step(self) -> None:
        """Do all that is due now, in its order; in a halt nothing is."""
        if self.is_halted:
            return
        for market in self.with_status("upcoming"):
            if market.opens_at_s <= self.now:
                self.open(market)
        self.expire_orders()
        self.fire_switches()
        for market in self.with_status("open"):
            if market.closes_at_s <= self.now:
                self.close(market)
        self.record_values()
        self.pay_resolved()
        for market in self.with_status("closed"):
            is_late = self.now >= market.resolves_at_s + VALUE_WAITED_S
            if market.recorded_at_s is None and is_late:
                self.void(market)

    def open(self, market: PredictionMarket) -> None:
        market.status = "open"
        self.emit("PredictionOpened", market_id=market.market_id)

    def with_status(self, status: str) -> list[PredictionMarket]:
        return [m for _, m in sorted(self.markets.items()) if m.status == status]

    def expire_orders(self) -> None:
        resting = [o for m in self.ledger.markets.values() for o in m.book.orders]
        due = [self.orders[i] for i in resting]
        due = [o for o in due if o.expires_at_s and o.expires_at_s <= self.now]
        for order in sorted(due, key=lambda o: (o.expires_at_s, o.order_id)):
            self.end(order, ITS_TIME)

    def fire_switches(self) -> None:
        due = [(u.cancel_at_s, u.row, name) for name, u in self.users.items()]
        for deadline, _, name in sorted(due):
            if 0 < deadline <= self.now:
                for order in self.open_orders(name):
                    self.end(order, CANCEL_AFTER)
                self.users[name].cancel_at_s = 0
                self.emit("CancelAfterSet", user=name, cancel_at_s=0)

    def close(self, market: PredictionMarket) -> None:
        self.end_all(market, CLOSED)
        market.status = "closed"
        self.emit("PredictionClosed", market_id=market.market_id)

    def record_values(self) -> None:
        for market in self.with_status("closed"):
            if market.first_print and market.recorded_at_s is None:
                price_e8, published_at_s = market.first_print
                outcome = YES if price_e8 >= market.strike_e8 else NO
                self.record(market, outcome, price_e8, published_at_s)

    def record(
        self, market: PredictionMarket, outcome: int, value_e8: int, published_at_s: int
    ) -> None:
        """Note how a market resolves; a correction leaves the time of its payout."""
        is_correction = market.recorded_at_s is not None
        if market.recorded_at_s is None:
            market.recorded_at_s = self.now
        market.outcome = outcome
        market.value_e8, market.published_at_s = value_e8, published_at_s
        self.emit(
            "ResolutionRecorded",
            market_id=market.market_id,
            outcome=outcome,
            value_e8=value_e8,
            published_at_s=published_at_s,
            pays_at_s=market.recorded_at_s + DISPUTE_S,
            is_correction=int(is_correction),
        )

    def pay_resolved(self) -> None:
        for market in self.with_status("closed"):
            recorded = market.recorded_at_s
            if recorded is not None and self.now >= recorded + DISPUTE_S:
                paid = self.pay(market, (LEVELS + 1) * E6 if market.outcome == YES else 0)
                market.status = "resolved"
                fields = {"market_id": market.market_id, "outcome": market.outcome}
                self.emit("PredictionResolved", **fields, paid_e6=paid)

    def void(self, market: PredictionMarket) -> None:
        self.end_all(market, VOIDED)
        last = self.ledger.markets[market.market_id].last_tick
        yes_price = VOID_PRICE if last is None else last
        paid = self.pay(market, yes_price * E6)
        market.status = "voided"
        fields = {"market_id": market.market_id, "yes_price": yes_price}
        self.emit("PredictionVoided", **fields, paid_e6=paid)

    def pay(self, market: PredictionMarket, yes_value: int) -> int:
        """Pay the holders by their rows; return the sum, which is all that the pairs hold."""
        by_row = sorted(self.users, key=lambda name: self.users[name].row)
        total = 0
        for paid in self.ledger.pay(market.market_id, yes_value, by_row):
            total += paid.payout
            self.emit(
                "PredictionPaid",
                market_id=market.market_id,
                user=paid.account,
                side=0 if paid.contracts > 0 else 1,
                contracts=abs(paid.contracts),
                cost_e6=paid.cost,
                payout_e6=paid.payout,
            )
        return total

    # orders
    def end_all(self, market: PredictionMarket, reason: int) -> None:
        for order_id in sorted(self.ledger.markets[market.market_id].book.orders):
            self.end(self.orders[order_id], reason)

    def end(self, order: PlacedOrder, reason: int) -> None:
        """Take a resting order out of its book."""
        (event,) = self.ledger.cancel(order.market_id, order.order_id)
        assert isinstance(event, Canceled)
        self.take(order, event.removed, reason)
        self.update(order)

    def take(self, order: PlacedOrder, contracts: int, reason: int) -> None:
        """Cancel contracts of an order; the last of them end it."""
        order.canceled += contracts
        order.reason = reason
        if order.remaining == 0:
            order.ended = ENDS.get(reason, CANCELED)

    def update(self, order: PlacedOrder) -> None:
        order.updated_at_s = self.now
        self.happened.append(order.updated())

    def book_events(self, incoming: PlacedOrder, events: list[LedgerEvent]) -> bool:
        """Book what happened when an order entered; return whether it changed that order.

        Every other order is updated when it is met, the incoming one last, by the caller.
        """
        is_changed = False
        for event in events:
            if isinstance(event, Trade):
                self.trade(incoming, event)
                is_changed = True
            elif isinstance(event, Canceled):
                order = self.orders[event.order_id]
                self.take(order, event.removed, event.reason)
                is_changed = is_changed or order is incoming
                if order is not incoming:
                    self.update(order)
            else:
                assert isinstance(event, Rested)
                assert event.left == incoming.remaining
        return is_changed

    def trade(self, taker: PlacedOrder, trade: Trade) -> None:
        maker = self.orders[trade.maker_id]
        for order in (taker, maker):
            order.filled += trade.contracts
            order.cost_e6 += trade.contracts * price_of(order.side, trade.tick) * E6
            order.reason = MATCH
            if order.remaining == 0:
                order.ended = FILLED
        taker.fee_e6 += trade.fee
        self.trades += 1
        self.emit(
            "PredictionTraded",
            trade_id=self.trades,
            market_id=taker.market_id,
            taker=taker.user,
            taker_order_id=taker.order_id,
            taker_side=taker.side,
            maker=maker.user,
            maker_order_id=maker.order_id,
            yes_price=trade.tick,
            contracts=trade.contracts,
            taker_fee_e6=trade.fee,
            minted=trade.minted,
            merged=trade.merged,
        )
        self.update(maker)

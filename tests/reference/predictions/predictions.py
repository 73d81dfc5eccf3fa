"""Prediction markets of the slow reference, as a whole exchange (API 5.7, 7.6 and 8.5).

Commands are plain dicts with the names and fields of the journal: `name`, `time_s`, for users
`user`, then the fields of engine.schema.commands. `IndexPrint` {acre_id, price_e8, published_at_s}
stands for a print that the oracle rules have accepted.
"""

import re
from collections.abc import Callable

from tests.reference.book import BID, FOK, GTD, Order, Refused
from tests.reference.points import Holding
from tests.reference.predictions.figures import (
    CLIENT_ID_KEPT_S,
    CONTRACTS_MAX,
    DISPUTE_S,
    GRANT,
    LEVELS,
    MARKET,
    NO,
    OPEN_ORDERS_MAX,
    OWNER,
    PROGRAMMES,
    TIMEOUT_MAX_S,
    TIMEOUT_MIN_S,
    TOP_UP_TO,
    YES,
    Answer,
    PlacedOrder,
    PredictionMarket,
    order_of,
    tick_of,
)
from tests.reference.predictions.life import PredictionLife
from tests.reference.rounding import DAY

CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{0,36}")
USER_COMMANDS = [
    *("Participate", "GrantPoints", "PlaceOrder", "CancelOrder", "CancelAllOrders"),
    *("AmendOrder", "SetCancelAfter"),
]
PRICE_MAX_E8 = 10**13


class NaivePredictions(PredictionLife):
    """Applies commands one by one; everything readable is an attribute or a method below."""

    def apply(self, command: dict) -> Answer:
        assert command["time_s"] >= self.now
        self.now = command["time_s"]
        before = {i: m.book.sequence for i, m in self.ledger.markets.items()}
        answer = Answer()
        self.happened = answer.clock
        self.step()
        self.happened = answer.events
        try:
            if self.is_halted and command["name"] in USER_COMMANDS:
                raise Refused("EXCHANGE_HALTED")
            handler: Callable[[dict], object] = getattr(self, f"_{command['name']}")
            answer.result = handler(command)
        except Refused as refused:
            answer.code, answer.detail = refused.code, refused.detail
            assert not answer.events
        for market_id, sequence in before.items():
            has_moved = self.ledger.markets[market_id].book.sequence != sequence
            self.markets[market_id].sequence += has_moved
        return answer

    # clock, oracle, operator
    def _Tick(self, c: dict) -> None:
        """Let the clock's step do it."""

    def _IndexPrint(self, c: dict) -> None:
        self.prints[c["acre_id"]] = (c["price_e8"], c["published_at_s"])
        for market in self.markets.values():
            waits = market.first_print is None and not market.is_over
            is_late = c["published_at_s"] >= market.resolves_at_s
            if waits and is_late and market.acre_id == c["acre_id"]:
                market.first_print = (c["price_e8"], c["published_at_s"])

    def _Halt(self, c: dict) -> None:
        self.is_halted = True

    def _Resume(self, c: dict) -> None:
        self.is_halted = False
        self.step()

    def _CreatePrediction(self, c: dict) -> int:
        times = [c["opens_at_s"], c["closes_at_s"], c["resolves_at_s"]]
        if not (0 <= times[0] < times[1] <= times[2] and times[1] > self.now):
            raise Refused("VALIDATION")
        if c["acre_id"] and c["strike_e8"] > PRICE_MAX_E8:
            raise Refused("AMOUNT_OUT_OF_RANGE")
        if not (c["strike_e8"] >= 1 if c["acre_id"] else c["strike_e8"] == 0):
            raise Refused("VALIDATION")
        market_id = len(self.markets) + 1
        numbers = {"market_id": market_id, "acre_id": c["acre_id"], "strike_e8": c["strike_e8"]}
        numbers |= {n: c[n] for n in ("opens_at_s", "closes_at_s", "resolves_at_s")}
        self.markets[market_id] = PredictionMarket(**numbers)
        self.ledger.open_market(market_id, contracts_max=CONTRACTS_MAX)
        self.emit("PredictionCreated", **numbers)
        if not self.is_halted and c["opens_at_s"] <= self.now:
            self.open(self.markets[market_id])
        return market_id

    def _ResolvePrediction(self, c: dict) -> None:
        market = self.market(c["market_id"])
        if c["outcome"] not in (YES, NO):
            raise Refused("VALIDATION")
        recorded = market.recorded_at_s
        is_too_late = recorded is not None and self.now >= recorded + DISPUTE_S
        if market.status != "closed" or self.now < market.resolves_at_s or is_too_late:
            raise Refused("MARKET_NOT_CLOSED")
        self.record(market, c["outcome"], c["value_e8"], c["published_at_s"])

    def _VoidPrediction(self, c: dict) -> None:
        market = self.market(c["market_id"])
        if market.is_over:
            raise Refused("MARKET_NOT_CLOSED")
        self.void(market)

    # users
    def _Participate(self, c: dict) -> None:
        if c["programme"] not in PROGRAMMES:
            raise Refused("VALIDATION")
        programmes = self.row(c["user"]).programmes
        if c["programme"] not in programmes:
            programmes.add(c["programme"])
            self.emit("ParticipationStarted", user=c["user"], programme=c["programme"])

    def _GrantPoints(self, c: dict) -> None:
        """Grant once; a second read of the portfolio changes nothing."""
        user = self.users.get(c["user"])
        if user is None or not user.programmes:
            raise Refused("NOT_PARTICIPATING")
        if not user.is_granted:
            user.is_granted = True
            self.ledger.grant(c["user"], GRANT)
            self.emit("PointsGranted", user=c["user"], amount_e6=GRANT, is_top_up=0)

    def _PlaceOrder(self, c: dict) -> int:
        market = self.market(c["market_id"])
        if market.status != "open":
            raise Refused("MARKET_NOT_OPEN")
        order = order_of(len(self.orders) + 1, c, self.now)
        self.refuse_fields(order)
        if order.time_in_force == GTD and not self.now < order.expires_at_s <= market.closes_at_s:
            raise Refused("BAD_EXPIRY")
        self.refuse_client_id(order)
        entering = self.entering(order)
        if entering.may_rest and len(self.open_orders(order.user)) >= OPEN_ORDERS_MAX:
            raise Refused("TOO_MANY_OPEN_ORDERS")
        amount = self.top_up(order.user)
        try:
            events = self.ledger.accept(order.market_id, entering)
        except Refused:
            self.ledger.grant(order.user, -amount)
            raise
        if amount:
            self.users[order.user].topped_up_on = self.now // DAY
            self.emit("PointsGranted", user=order.user, amount_e6=amount, is_top_up=1)
        self.orders[order.order_id] = order
        self.happened.append(order.opened())
        if self.book_events(order, events):
            self.update(order)
        return order.order_id

    def _CancelOrder(self, c: dict) -> int:
        order = self.order(c)
        if order.ended is None:
            self.end(order, OWNER)
        return order.status

    def _CancelAllOrders(self, c: dict) -> list[int]:
        if c["market_id"]:
            self.market(c["market_id"])
        orders = self.open_orders(c["user"], c["market_id"])
        for order in orders:
            self.end(order, OWNER)
        return [o.order_id for o in orders]

    def _AmendOrder(self, c: dict) -> int:
        order = self.order(c)
        if order.ended is not None:
            raise Refused("ORDER_NOT_FOUND")
        if not c["price"] and not c["contracts"]:
            raise Refused("VALIDATION")
        price, contracts = c["price"] or order.price, c["contracts"] or order.remaining
        if not 1 <= price <= LEVELS:
            raise Refused("BAD_PRICE")
        if (price, contracts) == (order.price, order.remaining):
            return order.status
        tick = tick_of(order.side, price)
        events = self.ledger.accept_change(order.market_id, order.order_id, tick, contracts)
        order.price, order.reason = price, OWNER
        order.contracts = order.filled + order.canceled + contracts
        if order.order_id not in self.reduced(events):
            self.book_events(order, events)
        self.update(order)
        return order.status

    def _SetCancelAfter(self, c: dict) -> int:
        timeout = c["timeout_s"]
        if timeout and not TIMEOUT_MIN_S <= timeout <= TIMEOUT_MAX_S:
            raise Refused("VALIDATION")
        if c["user"] not in self.users:
            raise Refused("NOT_PARTICIPATING")
        cancel_at = self.now + timeout if timeout else 0
        self.users[c["user"]].cancel_at_s = cancel_at
        self.emit("CancelAfterSet", user=c["user"], cancel_at_s=cancel_at)
        return cancel_at

    # parts of placing
    def market(self, market_id: int) -> PredictionMarket:
        if market_id not in self.markets:
            raise Refused("PREDICTION_MARKET_NOT_FOUND")
        return self.markets[market_id]

    def order(self, c: dict) -> PlacedOrder:
        order = self.orders.get(c["order_id"])
        if order is None or order.user != c["user"]:
            raise Refused("ORDER_NOT_FOUND")
        return order

    @staticmethod
    def entering(order: PlacedOrder) -> Order:
        return Order(
            order.order_id,
            order.user,
            order.side,
            order.tick,
            order.contracts,
            order.time_in_force,
            bool(order.post_only),
            order.self_trade_prevention,
            order.order_type == MARKET,
        )

    @staticmethod
    def reduced(events: list) -> list[int]:
        return [e.order_id for e in events if type(e).__name__ == "Reduced"]

    def refuse_fields(self, order: PlacedOrder) -> None:
        kinds = (order.order_type, MARKET), (order.side, 1), (order.time_in_force, FOK)
        kinds += (order.post_only, 1), (order.self_trade_prevention, 2)
        is_known = all(0 <= value <= last for value, last in kinds)
        has_stray_time = order.expires_at_s != 0 and order.time_in_force != GTD
        is_named_well = CLIENT_ID.fullmatch(order.client_order_id)
        cannot_wait = order.post_only and order.time_in_force > GTD
        if not is_known or has_stray_time or not is_named_well or cannot_wait:
            raise Refused("VALIDATION")
        if not 1 <= order.price <= LEVELS:
            raise Refused("BAD_PRICE")
        if not 1 <= order.contracts <= CONTRACTS_MAX:
            raise Refused("BAD_CONTRACTS")

    def refuse_client_id(self, order: PlacedOrder) -> None:
        for other in self.orders.values() if order.client_order_id else ():
            is_same = (other.user, other.client_order_id) == (order.user, order.client_order_id)
            is_recent = self.now - other.created_at_s < CLIENT_ID_KEPT_S
            if is_same and (is_recent or other.ended is None):
                raise Refused("DUPLICATE_CLIENT_ORDER_ID", other.order_id)

    def top_up(self, name: bytes) -> int:
        """Raise a granted user to 1,000 points, once a day; return by how much."""
        user = self.users.get(name)
        if user is None or not user.is_granted or user.topped_up_on == self.now // DAY:
            return 0
        amount = max(0, TOP_UP_TO - self.worth(name, ("open",)))
        self.ledger.grant(name, amount)
        return amount

    # readings
    def worth(self, user: bytes, statuses: tuple[str, ...]) -> int:
        """Return available + reserved + the cost of contracts in markets of these statuses."""
        total = self.ledger.account(user).cash if user in self.ledger.accounts else 0
        for market_id, holding in self.holdings(user).items():
            if self.markets[market_id].status in statuses:
                total += holding.cost
        return total

    def holdings(self, user: bytes) -> dict[int, Holding]:
        """Return what a user holds, by market; nothing for markets that have been paid."""
        held = {i: m.holdings.get(user) for i, m in self.ledger.markets.items()}
        return {i: h for i, h in held.items() if h and h.contracts}

    def reserved(self, order_id: int) -> int:
        order = self.orders[order_id]
        return self.ledger.markets[order.market_id].reserves(order.user).get(order_id, 0)

    def portfolio(self, user: bytes) -> dict[str, int]:
        available = self.ledger.available(user)
        open_interest = self.worth(user, ("open", "closed")) - available
        account = self.ledger.accounts.get(user)
        return {
            "available_e6": available,
            "reserved_e6": self.ledger.reserved(user),
            "open_interest_e6": open_interest,
            "realized_e6": account.realized if account else 0,
        }

    def depth(self, market_id: int, side: int) -> list[tuple[int, int]]:
        """Return (price of that side, contracts), best first."""
        rows = self.ledger.markets[market_id].book.depth(side)
        return [(t if side == BID else LEVELS + 1 - t, contracts) for t, contracts in rows]

    # what must hold
    def check(self) -> None:
        """Assert every invariant, after any command."""
        self.ledger.check_points()
        for order in self.orders.values():
            book = self.ledger.markets[order.market_id].book
            resting = book.orders.get(order.order_id)
            assert (resting is not None) == (order.ended is None)
            assert order.remaining == (resting.contracts if resting else 0)
            assert min(order.filled, order.canceled, order.cost_e6, order.fee_e6) >= 0
            assert resting is None or resting.tick == order.tick
        for market_id, market in self.markets.items():
            pool = self.ledger.markets[market_id]
            assert pool.is_paid == market.is_over
            assert market.status == "open" or not pool.book.orders
        for user in self.users:
            assert len(self.open_orders(user)) <= OPEN_ORDERS_MAX

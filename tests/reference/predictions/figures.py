"""What the slow reference of the prediction exchange stores, and how it answers."""

from dataclasses import dataclass, field

from tests.reference.book import BID, IOC
from tests.reference.rounding import DAY, E6

LEVELS = 99
CONTRACTS_MAX = 100_000
OPEN_ORDERS_MAX = 200
GRANT = 10_000 * E6
TOP_UP_TO = 1_000 * E6
CLIENT_ID_KEPT_S = DAY
DISPUTE_S = DAY
VALUE_WAITED_S = 14 * DAY
TIMEOUT_MIN_S, TIMEOUT_MAX_S = 5, 124_416_000  # a day, where time runs 1,440 times as fast
VOID_PRICE = 50
PROGRAMMES = (1, 2, 3)
LIMIT, MARKET = 0, 1
YES, NO = 1, 2

OPEN, PARTIALLY_FILLED, FILLED, CANCELED, EXPIRED = range(5)
STATUS_NAMES = ("open", "partiallyFilled", "filled", "canceled", "expired")
MATCH, OWNER, UNFILLED, SELF_MATCH, CANCEL_AFTER, ITS_TIME, CLOSED, VOIDED = range(8)
# How an order ends whose contracts are taken for a reason; a voided market closes, too.
ENDS = {ITS_TIME: EXPIRED, CLOSED: EXPIRED, VOIDED: EXPIRED}

# The name of an event and its fields, as engine.schema.events writes them.
Happened = tuple[str, dict[str, object]]


# What an order keeps of its command as it is.
ORDERED = [
    *("user", "market_id", "order_type", "side", "contracts", "expires_at_s", "post_only"),
    *("self_trade_prevention", "client_order_id"),
]
OPENED = [*ORDERED, "order_id", "price", "time_in_force"]
UPDATED = [
    *("user", "order_id", "market_id", "status", "reason", "price", "contracts", "filled"),
    *("canceled", "cost_e6", "fee_e6"),
]


@dataclass
class Answer:
    """What a command did: the step of the clock before it, then the command itself.

    `code` is "" or the refusal, whose figure is `detail`; then `events` is empty. `result` is
    the status of a cancelled order, the ids of cancel-all, the id of a new order or market.
    """

    clock: list[Happened] = field(default_factory=list)
    events: list[Happened] = field(default_factory=list)
    code: str = ""
    detail: int = 0
    result: object = None

    @property
    def all_events(self) -> list[Happened]:
        return self.clock + self.events


def settled(events: list[Happened]) -> list[Happened]:
    """Return the events of a command with each order's last update only, those by order id.

    An engine may tell of an order once or more often; its last state is what must agree.
    """
    updates = {f["order_id"]: (name, f) for name, f in events if name == "OrderUpdated"}
    others = [event for event in events if event[0] != "OrderUpdated"]
    return others + [updates[order_id] for order_id in sorted(updates)]


@dataclass
class User:
    """A user's row; `row` is its place among all of them."""

    row: int
    programmes: set[int] = field(default_factory=set)
    is_granted: bool = False
    topped_up_on: int = -1
    cancel_at_s: int = 0


@dataclass
class PredictionMarket:
    """A market's life; its book, holders and volume are in the ledger."""

    market_id: int
    acre_id: int
    strike_e8: int
    opens_at_s: int
    closes_at_s: int
    resolves_at_s: int
    status: str = "upcoming"  # open, closed, resolved, voided
    outcome: int = 0
    value_e8: int = 0
    published_at_s: int = 0
    recorded_at_s: int | None = None
    first_print: tuple[int, int] | None = None  # at resolvesAt or later: price, published at
    sequence: int = 0

    @property
    def is_over(self) -> bool:
        return self.status in ("resolved", "voided")


@dataclass
class PlacedOrder:
    """An accepted order for ever; amounts in raw points, `price` of the side that it buys."""

    order_id: int
    user: bytes
    market_id: int
    order_type: int
    side: int
    price: int
    contracts: int
    time_in_force: int
    expires_at_s: int
    post_only: int
    self_trade_prevention: int
    client_order_id: str
    created_at_s: int
    updated_at_s: int
    filled: int = 0
    canceled: int = 0
    cost_e6: int = 0
    fee_e6: int = 0
    ended: int | None = None
    reason: int = OWNER

    @property
    def remaining(self) -> int:
        return self.contracts - self.filled - self.canceled

    @property
    def status(self) -> int:
        if self.ended is not None:
            return self.ended
        return PARTIALLY_FILLED if self.filled else OPEN

    @property
    def tick(self) -> int:
        return tick_of(self.side, self.price)

    def opened(self) -> Happened:
        return "OrderOpened", {name: getattr(self, name) for name in OPENED}

    def updated(self) -> Happened:
        return "OrderUpdated", {name: getattr(self, name) for name in UPDATED}


def tick_of(side: int, price: int) -> int:
    """Return the YES tick of a price that a side pays."""
    return price if side == BID else LEVELS + 1 - price


def price_of(side: int, tick: int) -> int:
    return tick_of(side, tick)


def order_of(order_id: int, command: dict, now_s: int) -> PlacedOrder:
    """Make the record of a place-order command; a market order is ioc, at worst at 99."""
    is_market = command["order_type"] == MARKET
    return PlacedOrder(
        order_id=order_id,
        created_at_s=now_s,
        updated_at_s=now_s,
        price=command["price"] or (LEVELS if is_market else 0),
        time_in_force=IOC if is_market else command["time_in_force"],
        **{name: command[name] for name in ORDERED},
    )

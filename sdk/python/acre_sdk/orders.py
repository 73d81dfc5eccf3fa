"""Order requests: integers only, validated before sending."""

import uuid
from typing import Literal

import msgspec

from acre_sdk.models import Order

Side = Literal["yes", "no"]
SIDES: tuple[Side, Side] = ("yes", "no")
BATCH_MAX = 15


def whole(name: str, value: object) -> int:
    """Return `value` when it is an integer; a float or a truth value raises TypeError."""
    if type(value) is not int:
        raise TypeError(f"{name} must be an int, not {value!r}")
    return value


class NewOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A limit order, or with `type="market"` one that takes what is there.

    `price` is what one contract costs in whole points, 1 to 99, also for NO; a market order takes
    it as the worst price. Without `client_order_id` the client makes one when it sends the order.

    Attributes:
        market_id: Prediction market, by its number.
        side: Outcome to buy.
        contracts: Number of contracts, 1 to 100,000.
        price: Points for one contract, 1 to 99; a limit order needs it.
        type: `limit` rests at its price, `market` takes what there is.
        time_in_force: How long it rests: `gtc` until canceled, `gtd` until `expires_at`, `ioc` not
            at all, `fok` all at once or not at all.
        expires_at: When a `gtd` order ends, engine time in unix seconds.
        post_only: Whether it is refused when it would trade at once.
        self_trade_prevention: What is canceled when it would meet an own order.
        client_order_id: Id of the caller's own, unique among open orders and those of 24
            hours.
    """

    market_id: int
    side: Side
    contracts: int
    price: int | None = None
    type: Literal["limit", "market"] = "limit"
    time_in_force: Literal["gtc", "gtd", "ioc", "fok"] = "gtc"
    expires_at: int | None = None
    post_only: bool = False
    self_trade_prevention: Literal["cancelResting", "cancelIncoming", "both"] = "cancelResting"
    client_order_id: str | None = None

    def __post_init__(self) -> None:
        whole("market_id", self.market_id)
        whole("contracts", self.contracts)
        if self.price is not None:
            whole("price", self.price)
        if self.expires_at is not None:
            whole("expires_at", self.expires_at)
        if type(self.post_only) is not bool:
            raise TypeError(f"post_only must be a bool, not {self.post_only!r}")
        if self.side not in SIDES:
            raise ValueError(f"side must be 'yes' or 'no', not {self.side!r}")

    def named(self) -> "NewOrder":
        """Return the order with a client order id."""
        if self.client_order_id is not None:
            return self
        return msgspec.structs.replace(self, client_order_id=uuid.uuid4().hex)

    def body(self) -> dict[str, object]:
        """Return the request's body; what was not asked for is left to the server."""
        values = {
            "type": self.type,
            "side": self.side,
            "price": self.price,
            "contracts": self.contracts,
            "timeInForce": self.time_in_force,
            "expiresAt": self.expires_at,
            "postOnly": self.post_only,
            "selfTradePrevention": self.self_trade_prevention,
            "clientOrderId": self.client_order_id,
        }
        return {name: value for name, value in values.items() if value is not None}

    def is_same_as(self, order: Order) -> bool:
        """Return whether the server's order is this one."""
        asked = (self.market_id, self.side, self.type, self.contracts, self.price)
        stored = (order.market_id, order.side, order.type, order.contracts, order.price)
        count = 4 if self.price is None else 5
        return asked[:count] == stored[:count]

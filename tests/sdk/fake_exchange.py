"""A small prediction exchange in memory, in the shapes of API 5.7; it matches nothing."""

from collections import Counter
from dataclasses import dataclass, field

NOW_S = 1_300_000_000
DAY_S = 86_400
POINT_E6 = 1_000_000
START_E6 = 10_000 * POINT_E6


class Refused(Exception):
    """A refusal with its status, code and details."""

    def __init__(self, status: int, code: str, details: dict | None = None) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.details = details or {}


def market(market_id: int, **changes) -> dict:
    """Return an open market on area 10 with strike 300, ten days before its end."""
    return {
        "marketId": market_id,
        "title": f"Market {market_id}",
        "description": "",
        "category": "index",
        "rules": "",
        "acreId": 10,
        "strike": "30000000000",
        "opensAt": NOW_S - DAY_S,
        "closesAt": NOW_S + 10 * DAY_S,
        "resolvesAt": NOW_S + 10 * DAY_S,
        "status": "open",
        "isResolved": False,
        "outcome": None,
        "lastYesPrice": None,
        "volumeContracts": 0,
        "openInterestContracts": 0,
        **changes,
    }


@dataclass
class FakeExchange:
    """Markets, the orders of one user and of others, and what was asked."""

    now_s: int = NOW_S
    rate: int = 1
    markets: dict[int, dict] = field(default_factory=lambda: {7: market(7)})
    index_e8: dict[int, int] = field(default_factory=lambda: {10: 300 * 10**8})
    orders: dict[int, dict] = field(default_factory=dict)
    others: dict[int, Counter] = field(default_factory=dict)  # (side, price) → contracts
    positions: dict[int, dict] = field(default_factory=dict)
    available_e6: int = 0
    cancel_after_s: list[int] = field(default_factory=list)
    placed: int = 0
    sequence: Counter = field(default_factory=Counter)

    def participate(self) -> None:
        self.available_e6 = self.available_e6 or START_E6

    def open_orders(self, market_id: int | None = None) -> list[dict]:
        """Return the user's open orders, newest first."""
        return [
            order
            for _, order in sorted(self.orders.items(), reverse=True)
            if order["status"] in ("open", "partiallyFilled")
            and market_id in (None, order["marketId"])
        ]

    def resting(self, market_id: int) -> list[tuple[str, int, int]]:
        """Return side, price and contracts of the user's open orders, sorted."""
        return sorted(
            (order["side"], order["price"], order["remainingContracts"])
            for order in self.open_orders(market_id)
        )

    def place(self, market_id: int, body: dict) -> dict:
        if market_id not in self.markets:
            raise Refused(404, "PREDICTION_MARKET_NOT_FOUND")
        if self.markets[market_id]["status"] != "open":
            raise Refused(409, "MARKET_NOT_OPEN")
        price, contracts = body.get("price"), body["contracts"]
        if price is not None and not 1 <= price <= 99:
            raise Refused(400, "BAD_PRICE")
        name = body.get("clientOrderId")
        for order in self.orders.values():
            if name is not None and order["clientOrderId"] == name:
                raise Refused(409, "DUPLICATE_CLIENT_ORDER_ID", {"order": order})
        if body.get("postOnly") and self._crosses(market_id, body["side"], price):
            raise Refused(409, "POST_ONLY_WOULD_CROSS")
        self.placed += 1
        order = {
            "orderId": len(self.orders) + 1,
            "clientOrderId": name,
            "marketId": market_id,
            "type": body["type"],
            "timeInForce": body.get("timeInForce", "gtc"),
            "expiresAt": body.get("expiresAt"),
            "postOnly": body.get("postOnly", False),
            "selfTradePrevention": body.get("selfTradePrevention", "cancelResting"),
            "side": body["side"],
            "price": price,
            "contracts": contracts,
            "filledContracts": 0,
            "remainingContracts": contracts,
            "averagePrice": None,
            "feePoints": "0",
            "status": "open",
            "reservedPoints": str((price or 0) * contracts * POINT_E6),
            "createdAt": self.now_s,
            "updatedAt": self.now_s,
        }
        if body["type"] == "market":  # no counterparty
            order |= {"status": "canceled", "remainingContracts": 0}
        self.orders[order["orderId"]] = order
        self.sequence[market_id] += 1
        return order

    def _crosses(self, market_id: int, side: str, price: int) -> bool:
        other = "no" if side == "yes" else "yes"
        levels = self.levels(market_id, other)
        return bool(levels) and max(levels) + price >= 100

    def find(self, order_id: int) -> dict:
        if order_id not in self.orders:
            raise Refused(404, "ORDER_NOT_FOUND")
        return self.orders[order_id]

    def cancel(self, order_id: int) -> dict:
        order = self.find(order_id)
        if order["status"] in ("open", "partiallyFilled"):
            order |= {"status": "canceled", "remainingContracts": 0}
            self.sequence[order["marketId"]] += 1
        return order

    def amend(self, order_id: int, body: dict) -> dict:
        order = self.find(order_id)
        price = body.get("price", order["price"])
        if self._crosses(order["marketId"], order["side"], price):
            raise Refused(409, "POST_ONLY_WOULD_CROSS")
        contracts = body.get("contracts", order["remainingContracts"])
        order |= {"price": price, "remainingContracts": contracts, "contracts": contracts}
        self.sequence[order["marketId"]] += 1
        return order

    def fill(self, order_id: int) -> None:
        """Fill the whole order by another user; only for a user without a position there."""
        order = self.find(order_id)
        contracts = order["remainingContracts"]
        order |= {"status": "filled", "filledContracts": contracts, "remainingContracts": 0}
        cost_e6 = order["price"] * contracts * POINT_E6
        self.available_e6 -= cost_e6
        self.positions[order["marketId"]] = {
            "marketId": order["marketId"],
            "side": order["side"],
            "contracts": contracts,
            "averagePrice": str(order["price"]),
            "costPoints": str(cost_e6),
            "currentPrice": order["price"],
            "unrealizedPnl": "0",
            "payoutPoints": None,
        }
        self.sequence[order["marketId"]] += 1

    def levels(self, market_id: int, side: str) -> dict[int, int]:
        """Return price → contracts of everybody."""
        found: Counter = Counter()
        for (other_side, price), contracts in self.others.get(market_id, {}).items():
            if other_side == side:
                found[price] += contracts
        for order in self.open_orders(market_id):
            if order["side"] == side:
                found[order["price"]] += order["remainingContracts"]
        return {price: contracts for price, contracts in found.items() if contracts}

    def book(self, market_id: int) -> dict:
        if market_id not in self.markets:
            raise Refused(404, "PREDICTION_MARKET_NOT_FOUND")
        sides = {side: self.levels(market_id, side) for side in ("yes", "no")}
        return book_of(market_id, self.sequence[market_id], sides)

    def portfolio(self) -> dict:
        open_e6 = sum(
            order["price"] * order["remainingContracts"] * POINT_E6 for order in self.open_orders()
        )
        cost_e6 = sum(int(row["costPoints"]) for row in self.positions.values())
        return {
            "portfolio": {
                "availablePoints": str(self.available_e6 - open_e6),
                "openInterestPoints": str(open_e6 + cost_e6),
            },
            "realizedPnl": "-1500000",
            "unrealizedPnl": "0",
        }


def book_of(market_id: int, sequence: int, sides: dict[str, dict[int, int]]) -> dict:
    """Return an order book in the contract's shape."""
    best = {side: max(levels, default=None) for side, levels in sides.items()}
    return {
        "marketId": market_id,
        "sequence": sequence,
        **{side: level_rows(levels) for side, levels in sides.items()},
        "bestYesBid": best["yes"],
        "bestYesAsk": None if best["no"] is None else 100 - best["no"],
        "bestNoBid": best["no"],
        "bestNoAsk": None if best["yes"] is None else 100 - best["yes"],
    }


def level_rows(levels: dict[int, int]) -> list[dict]:
    return [{"price": price, "contracts": levels[price]} for price in sorted(levels, reverse=True)]

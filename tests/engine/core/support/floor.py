"""A small exchange with prediction markets for tests: orders by keyword, points in raw units."""

from typing import Any

from engine.core.generated import messages as m
from engine.core.views import PredictionOrderView, PredictionPortfolioView
from tests.engine.core.support.world import DAY_S, World, of, wallet

YES, NO = 0, 1
GTC, GTD, IOC, FOK = range(4)
RESTING, INCOMING, BOTH = range(3)
LIMIT, MARKET = 0, 1


class Floor(World):
    """Market 1 closes in an hour, market 2 in ten days; wallets 1 … 3 have 10,000 points."""

    def __init__(self) -> None:
        super().__init__()
        for number in (1, 2, 3):
            self.join(number)
        self.ask(3_600)
        self.ask(10 * DAY_S)

    def join(self, number: int) -> None:
        self.send(m.Participate(user=wallet(number), programme=1))
        self.send(m.GrantPoints(user=wallet(number)))
        assert not self.rejected, self.code

    def ask(self, seconds: int, **changes: Any) -> None:
        fields = {
            "title": "Will it?",
            "opens_at_s": self.now_s,
            "closes_at_s": self.now_s + seconds,
            "resolves_at_s": self.now_s + seconds,
        }
        self.operate(m.CreatePrediction, **(fields | changes))
        assert not self.rejected, self.code

    def place(
        self, user: int, side: int, price: int, contracts: int, market_id: int = 1, **fields: Any
    ) -> list[m.Event]:
        values = {"market_id": market_id, "side": side, "price": price, "contracts": contracts}
        return self.send(m.PlaceOrder(user=wallet(user), **(values | fields)))

    def cancel(self, user: int, order_id: int) -> list[m.Event]:
        return self.send(m.CancelOrder(user=wallet(user), order_id=order_id))

    def amend(self, user: int, order_id: int, price: int, contracts: int) -> list[m.Event]:
        fields = {"order_id": order_id, "price": price, "contracts": contracts}
        return self.send(m.AmendOrder(user=wallet(user), **fields))

    def points(self, user: int) -> PredictionPortfolioView:
        return self.exchange.prediction_portfolio(wallet(user))

    def orders(self, user: int) -> list[PredictionOrderView]:
        return self.exchange.prediction_orders(wallet(user))

    def ladder(self, market_id: int = 1) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        book = self.exchange.prediction_book(market_id, 99)
        return list(book.yes), list(book.no)

    def held(self, user: int, market_id: int = 1) -> tuple[int, int]:
        """Contracts, NO below 0, and their cost."""
        for row in self.exchange.prediction_positions(wallet(user)):
            if row.market_id == market_id:
                return (-row.contracts if row.side else row.contracts, row.cost_e6)
        return 0, 0


def fills(events: list[m.Event]) -> list[tuple[int, int, int]]:
    """(maker's order, YES price, contracts) of each trade."""
    return [(e.maker_order_id, e.yes_price, e.contracts) for e in of(events, m.PredictionTraded)]


def updates(events: list[m.Event]) -> list[tuple[int, int, int, int, int]]:
    """(order, status, reason, filled, canceled) of each update."""
    rows = of(events, m.OrderUpdated)
    return [(e.order_id, e.status, e.reason, e.filled, e.canceled) for e in rows]


def balances(world: Floor, *users: int) -> list[tuple[int, int]]:
    rows = [world.points(user) for user in users]
    return [(row.available_e6, row.reserved_e6) for row in rows]

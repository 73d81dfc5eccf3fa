"""A world of prediction markets: times count from its beginning, in seconds."""

from dataclasses import replace
from typing import Any

from engine.core.generated import messages as m
from tests.engine.core.support.world import CLASSICAL, E6, E8, World, wallet

YES, NO = 1, 2  # outcomes
BUY_YES, BUY_NO = 0, 1  # sides
GTC, GTD = 0, 1
ACRE = 7  # of the index market
INDEX_E8 = 250 * E8
PREDICTION_TAGS = range(1200, 1300)
DAY = 86_400


class Questions(World):
    """One index market, and users 1 to 3 with 10,000 points each."""

    def __init__(self, users: int = 3) -> None:
        super().__init__()
        self.market(INDEX_E8, "AUS", acre_id=ACRE, **CLASSICAL)
        self.base_s = self.now_s
        for number in range(1, users + 1):
            self.send(m.Participate(user=wallet(number), programme=1))
            self.send(m.GrantPoints(user=wallet(number)))
            assert not self.rejected, self.code

    def ask(
        self, opens: int = 0, closes: int = 100, resolves: int = 200, **fields: Any
    ) -> list[m.Event]:
        """Create a market now; its times are seconds from the beginning."""
        return self.operate(
            m.CreatePrediction,
            **{"title": "Will it?"} | fields,
            opens_at_s=self.base_s + opens,
            closes_at_s=self.base_s + closes,
            resolves_at_s=self.base_s + resolves,
        )

    def order(
        self, user: int, side: int, price: int, contracts: int = 10, market_id: int = 1, **more: Any
    ) -> list[m.Event]:
        """A limit order; `expires` counts from the beginning."""
        if "expires" in more:
            expires_at_s = self.base_s + more.pop("expires")
            more |= {"time_in_force": GTD, "expires_at_s": expires_at_s}
        head = {"user": wallet(user), "market_id": market_id, "side": side, "price": price}
        return self.send(m.PlaceOrder(**head, contracts=contracts, **more))

    def trade(self, contracts: int = 10, market_id: int = 1) -> None:
        """User 1 buys YES at 60 from user 2, who buys NO at 40 and pays the fee."""
        self.order(1, BUY_YES, 60, contracts, market_id)
        self.order(2, BUY_NO, 40, contracts, market_id)
        assert not self.rejected, self.code

    def go(self, second: int) -> list[m.Event]:
        """Go to a second; what the clock does there to markets and orders."""
        self.now_s = self.base_s + second
        return plain(self.send(m.Tick()))

    def resolve(self, outcome: int, market_id: int = 1, **fields: int) -> list[m.Event]:
        return plain(
            self.operate(m.ResolvePrediction, market_id=market_id, outcome=outcome, **fields)
        )

    def void(self, market_id: int = 1) -> list[m.Event]:
        return plain(self.operate(m.VoidPrediction, market_id=market_id))

    def status(self, market_id: int = 1) -> int:
        return self.question(market_id).status

    def question(self, market_id: int = 1) -> Any:
        return self.exchange.prediction_market(market_id)

    def points(self, user: int) -> tuple[int, int, int]:
        """Available, reserved and realized, in raw points."""
        view = self.exchange.prediction_portfolio(wallet(user))
        return (view.available_e6, view.reserved_e6, view.realized_pnl_e6)

    def assert_conserved(self) -> None:
        """Points come from grants, go into fees; each pair that is held is worth 100."""
        now = self.exchange.prediction_totals()
        assert now.granted_e6 - now.burned_e6 == (
            now.available_e6 + now.reserved_e6 + now.pairs * 100 * E6
        )


def plain(events: list[m.Event]) -> list[m.Event]:
    """What predictions said, without number and time."""
    return [replace(e, seq=0, time_s=0) for e in events if e.TAG in PREDICTION_TAGS]


def ended(
    user: int,
    order_id: int,
    how: tuple[int, int],
    price: int,
    *,
    contracts: int = 10,
    market_id: int = 1,
) -> m.OrderUpdated:
    """The event of an order that never traded and has ended; `how`: status and reason."""
    return m.OrderUpdated(
        user=wallet(user),
        order_id=order_id,
        market_id=market_id,
        status=how[0],
        reason=how[1],
        price=price,
        contracts=contracts,
        canceled=contracts,
    )

"""The engine and the slow reference side by side: one command for both, all figures compared."""

from dataclasses import asdict, replace
from typing import Any

from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.schema.errors import ErrorCode
from tests.engine.core.support.world import (
    CLASSICAL,
    DAY_S,
    E6,
    OPERATOR,
    exchange_parameters,
    market_parameters,
)
from tests.reference.predictions.commands import FIRST_PRICES_E8, START_S
from tests.reference.predictions.figures import (
    LEVELS,
    STATUS_NAMES,
    Answer,
    PlacedOrder,
)
from tests.reference.predictions.predictions import NaivePredictions

MARKET_STATES = ("upcoming", "open", "closed", "resolved", "voided")
# What other parts of the engine say; the reference has no pool and no index markets.
ELSEWHERE = (m.PoolUpdated, m.MarketUpdated, m.PrintAccepted, m.StatusChanged, m.CommandRejected)


def genesis(exchange: Exchange) -> int:
    """Make an exchange and the markets of the indexes; return the last number."""
    parameters = exchange_parameters()
    commands: list[Any] = [m.CreateExchange(operator=OPERATOR, exchange=b"E" * 32, **parameters)]
    for acre_id, price_e8 in FIRST_PRICES_E8.items():
        commands.append(
            m.CreateMarket(
                operator=OPERATOR,
                symbol=f"I{acre_id}",
                name="index",
                country="US",
                category="metro",
                metric="sqft",
                price_feed="index",
                acre_id=acre_id,
                price_e8=price_e8,
                published_at_s=START_S - DAY_S,
                **market_parameters(**CLASSICAL),
            )
        )
    for number, command in enumerate(commands, 1):
        events = exchange.apply(replace(command, seq=number, time_s=START_S - DAY_S))
        assert not any(isinstance(e, m.CommandRejected) for e in events), events
    return len(commands)


def message(command: dict) -> Any:
    """Return the engine's command for one of the reference."""
    fields = {name: value for name, value in command.items() if name != "name"}
    name = command["name"]
    if name == "IndexPrint":
        name, fields["market_id"] = "PostPrint", fields.pop("acre_id")
    kind = getattr(m, name)
    if "operator" in kind.__dataclass_fields__:
        fields["operator"] = OPERATOR
    return kind(**fields)


def described(event: Any) -> tuple[str, dict[str, object]]:
    fields = asdict(event)
    del fields["seq"], fields["time_s"]
    return type(event).__name__, fields


class Twin:
    """Applies each command to both; `apply` asserts that they answer alike."""

    def __init__(self) -> None:
        self.exchange = Exchange()
        self.naive = NaivePredictions(START_S)
        self.seq = genesis(self.exchange)
        self.journal: list[Any] = []

    def apply(self, command: dict) -> Answer:
        self.seq += 1
        self.journal.append(replace(message(command), seq=self.seq))
        before = self.exchange.snapshot()
        events = self.exchange.apply(self.journal[-1])
        answer = self.follow(command)
        refused = [e for e in events if isinstance(e, m.CommandRejected)]
        code = ErrorCode(refused[0].code).name if refused else ""
        assert code == answer.code, (command, answer)
        if code in ("INSUFFICIENT_POINTS", "DUPLICATE_CLIENT_ORDER_ID"):
            assert refused[0].detail == answer.detail, command
        said = [described(e) for e in events if not isinstance(e, ELSEWHERE)]
        assert said == answer.all_events, (command, said, answer)
        if code:  # nothing has changed but by the clock
            alone = Exchange.restore(before)
            alone.apply(m.Tick(seq=self.seq, time_s=command["time_s"]))
            assert self.exchange.snapshot() == alone.snapshot(), command
        return answer

    def follow(self, command: dict) -> Answer:
        """Apply a command to the reference, where the engine encodes an event differently."""
        answer = self.naive.apply(command)
        if answer.code:
            return answer
        if command["name"] == "CancelOrder" and not answer.events:
            answer.code = "ORDER_NOT_FOUND"  # the engine keeps no order that has ended
        return answer

    # all that can be read

    def compare(self) -> None:
        naive = self.naive
        for market_id in naive.markets:
            self.compare_market(market_id)
        cash = 0
        for name in naive.users:
            self.compare_user(name)
            view = self.exchange.prediction_portfolio(name)
            cash += view.available_e6 + view.reserved_e6
        totals = self.exchange.prediction_totals()
        assert (totals.granted_e6, totals.burned_e6) == (naive.ledger.granted, naive.ledger.burned)
        assert totals.available_e6 + totals.reserved_e6 == cash
        assert totals.granted_e6 - totals.burned_e6 == cash + 100 * E6 * totals.pairs

    def compare_market(self, market_id: int) -> None:
        market, pool = self.naive.markets[market_id], self.naive.ledger.markets[market_id]
        view = self.exchange.prediction_market(market_id)
        assert MARKET_STATES[view.status] == market.status
        assert view.sequence == market.sequence, market_id
        assert view.volume_contracts == pool.volume
        assert view.open_interest_contracts == (0 if market.is_over else pool.open_interest)
        assert view.last_yes_price == pool.last_tick
        outcomes = {"resolved": market.outcome, "voided": 3}
        assert view.outcome == outcomes.get(market.status)
        book = self.exchange.prediction_book(market_id, LEVELS)
        depth = tuple(tuple(self.naive.depth(market_id, side)) for side in (0, 1))
        assert (book.yes, book.no) == depth
        assert view.best_yes_bid == (depth[0][0][0] if depth[0] else None)
        assert view.best_no_bid == (depth[1][0][0] if depth[1] else None)

    def compare_user(self, user: bytes) -> None:
        row, ledger = self.naive.users[user], self.naive.ledger
        view = self.exchange.prediction_portfolio(user)
        portfolio = self.naive.portfolio(user)
        assert view.available_e6 == portfolio["available_e6"]
        assert view.reserved_e6 == portfolio["reserved_e6"]
        assert view.realized_pnl_e6 == portfolio["realized_e6"]
        assert view.cost_e6 + view.reserved_e6 == portfolio["open_interest_e6"]
        assert set(view.programmes) == row.programmes
        assert (view.is_granted, view.cancel_at_s or 0) == (row.is_granted, row.cancel_at_s)
        held = {
            p.market_id: (-p.contracts if p.side else p.contracts, p.cost_e6)
            for p in self.exchange.prediction_positions(user)
        }
        expected = {i: (h.contracts, h.cost) for i, h in self.naive.holdings(user).items()}
        assert held == expected
        orders = self.exchange.prediction_orders(user)
        assert len(orders) == view.open_orders
        assert [o.order_id for o in orders] == [o.order_id for o in self.naive.open_orders(user)]
        for order in orders:
            assert self.exchange.prediction_order(user, order.order_id) == order
            self.compare_order(order, self.naive.orders[order.order_id])
            book = ledger.markets[order.market_id].book
            assert order.queue_contracts == book.ahead(order.order_id)

    def compare_order(self, view: Any, order: PlacedOrder) -> None:
        for name in ("market_id", "order_type", "side", "price", "contracts", "filled"):
            assert getattr(view, name) == getattr(order, name), name
        for name in ("remaining", "canceled", "cost_e6", "fee_e6", "status", "updated_at_s"):
            assert getattr(view, name) == getattr(order, name), name
        for name in ("time_in_force", "self_trade_prevention", "created_at_s"):
            assert getattr(view, name) == getattr(order, name), name
        assert (view.client_order_id or "") == order.client_order_id
        assert (view.expires_at_s or 0) == order.expires_at_s
        assert view.is_post_only == bool(order.post_only)
        assert view.reserved_e6 == self.naive.reserved(order.order_id), view
        assert STATUS_NAMES[view.status] in ("open", "partiallyFilled")
